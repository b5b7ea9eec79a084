//! Whether the cited works fit their citations, by title and abstract: a hint that needs no text, in seconds.

use std::collections::{BTreeMap, BTreeSet};

use super::Run;
use super::standing::Standing;
use crate::audit::hint::Hint;
use crate::audit::notices;
use citelight_document::citation::CitationStyle;
use citelight_document::document::Document;
use citelight_document::markup::BlockKind;
use citelight_types::finding::{BetterEntry, Check, Reason, Step, TrailStep, Verdict};
use citelight_types::sort::SmallSort;
use citelight_types::text::person::Person;
use citelight_verify::claim::Claim;
use citelight_verify::relevance::model::is_fitted_to;
use citelight_verify::relevance::pattern::Pattern;
use citelight_verify::relevance::shifted::{Compared, Shift, Side, shift_of};
use citelight_verify::relevance::{Article, Fit, Statement, Vectors, View, Views, Work, language};
use citelight_verify::verify::Judgement;
use citelight_verify::verify::models::{Embed, ModelError};

/// Other works of the list from which a rank among them says something.
const LIST: usize = 8;
/// Median cosine of an article with the works of its list below which it has no subject in common with them. Of a research
/// article it is about .5.
const SUBJECT: f64 = 0.25;
/// Cosine from which another entry is said to fit a sentence better, and by how much it must lead.
const BETTER: f64 = 0.4;
const BETTER_BY: f64 = 0.2;
/// Words of a citing sentence below which it says nothing by itself.
const SENTENCE_WORDS: usize = 6;

/// The citing article's own title and abstract.
struct OwnText {
    title: String,
    abstract_text: String,
}

impl OwnText {
    fn of(document: &Document) -> Option<Self> {
        let title = document.title.clone().filter(|title| !title.trim().is_empty())?;
        let blocks = document.blocks.iter().filter(|block| block.kind == BlockKind::Abstract);
        let abstract_text = blocks.map(|block| block.text.as_str()).collect::<Vec<_>>().join(" ");
        Some(Self { title, abstract_text })
    }

    fn as_article(&self) -> Article<'_> {
        Article { title: &self.title, abstract_text: &self.abstract_text }
    }
}

/// A numbering that is off, with a sentence that shows it, what it cites and what it fits.
struct Shifted {
    shift: Shift,
    example: String,
    cited: String,
    fitting: String,
}

/// What comes of comparing all citations.
#[derive(Default)]
struct Outcome {
    hints: BTreeMap<usize, Hint>,
    shifted: Option<Shifted>,
    pattern: Option<Pattern>,
}

impl Run<'_> {
    /// Compares every citation with title and abstract of its work, once models and abstracts are there. What does not fit
    /// is told at once, and again with the finding that comes of the text.
    pub(super) async fn judge_relevance(&mut self) {
        // Cosines of another bi-encoder mean something else.
        let fitted = self.context.models.embed.filter(|embed| is_fitted_to(&embed.name()));
        let Some(embed) = fitted else { return };
        // A model that fails says so where it judges the claims.
        let Some(Ok(found)) = self.cancel.unless(self.compared(embed)).await else { return };
        self.hints = found.hints;
        if let Some(Shifted { shift, example, cited, fitting }) = found.shifted {
            let numbers: Vec<(usize, Option<u32>)> =
                self.hints.keys().map(|pair| (*pair, self.number_of(*pair))).collect();
            for (pair, number) in numbers {
                if number.is_some_and(|number| number >= shift.from) {
                    self.hints.remove(&pair);
                }
            }
            self.notify(notices::shifted(&shift, &example, &cited, &fitting));
        } else if let Some(pattern) = &found.pattern {
            // Where the numbers are off every work is far from the sentence that names it.
            self.notify(notices::pattern(pattern));
        }
        for pair in self.hints.keys().copied().collect::<Vec<_>>() {
            if self.state.pairs.get(pair).is_some_and(|state| state.finding.is_none()) {
                self.tell_for_now(pair, without_text().into());
            }
        }
    }

    /// Findings of an audit that was stopped before the texts were read.
    pub(super) fn keep_hints(&mut self) {
        for pair in self.hints.keys().copied().collect::<Vec<_>>() {
            if self.state.pairs.get(pair).is_some_and(|state| state.finding.is_none()) {
                self.found(pair, without_text().into(), &[]);
            }
        }
    }

    fn number_of(&self, pair: usize) -> Option<u32> {
        let reference = self.state.pairs.get(pair)?.reference?;
        Some(self.document.references.get(reference)?.number)
    }

    async fn compared(&self, embed: &dyn Embed) -> Result<Outcome, ModelError> {
        let works = self.works();
        let open: Vec<(usize, usize, &Claim)> = self.open_pairs(&works);
        if open.is_empty() {
            return Ok(Outcome::default());
        }
        let own = OwnText::of(self.document);
        let article = own.as_ref().map(OwnText::as_article);
        let mut vectors = Vectors::default();
        let sentences = open.iter().map(|(_, _, claim)| claim.sentence.clone());
        let wholes = works.values().map(Work::whole).chain(article.map(|article| article.whole()));
        vectors.add(sentences.chain(wholes), embed).await?;
        let listed: BTreeMap<usize, String> = works
            .iter()
            .filter(|(_, work)| is_readable(work))
            .map(|(at, work)| (*at, work.whole()))
            .collect();
        let article = article.filter(|article| has_a_subject(*article, &listed, &vectors));
        let mut doubted = Vec::new();
        for (pair, reference, claim) in &open {
            let Some(work) = works.get(reference).filter(|work| is_readable(work)) else { continue };
            let is_named = self.names_an_author(&claim.sentence, *reference);
            let judged = judged(&claim.sentence, *reference, is_named, *work, article, &listed, &vectors);
            if let Some((fit, views)) = judged.filter(|(fit, _)| fit.is_about_something_else()) {
                doubted.push((*pair, *reference, *claim, *work, fit, views));
            }
        }
        let around = doubted.iter().map(|(_, _, claim, ..)| claim.expanded());
        let nearest = doubted.iter().flat_map(|(_, _, _, work, ..)| work.sentences()).map(str::to_owned);
        vectors.add(around.chain(nearest), embed).await?;
        // With the sentences around it a sentence may say what it is about.
        doubted.retain(|(_, reference, claim, work, ..)| {
            let is_named = self.names_an_author(&claim.sentence, *reference);
            let around = judged(&claim.expanded(), *reference, is_named, *work, article, &listed, &vectors);
            around.is_none_or(|(fit, _)| fit.is_about_something_else())
        });
        let standing = Standing { open: &open, listed: &listed, article, vectors: &vectors };
        let pairs: BTreeSet<usize> = doubted.iter().map(|(pair, ..)| *pair).collect();
        let mut hints = BTreeMap::new();
        for (pair, reference, claim, work, fit, views) in doubted {
            let reason = Reason::SeemsAboutSomethingElse {
                title: work.title.to_owned(),
                nearest: nearest_sentence(&claim.sentence, work, &vectors),
                better: self.better(&claim.sentence, reference, &works, &listed, &vectors),
                alone: standing.is_alone(reference, &pairs),
                crowd: self.crowd_of(reference),
            };
            hints.insert(pair, Hint { reason, step: step(fit, &views) });
        }
        let shifted = self.shifted(&open, &works, &vectors);
        Ok(Outcome { hints, shifted, pattern: self.pattern(&standing) })
    }

    /// What the records say of the cited works, by reference; of a work without a record the title that its entry prints.
    fn works(&self) -> BTreeMap<usize, Work<'_>> {
        let work = |at: usize| {
            let record = self.record_about(at);
            let title = match record {
                Some(record) => record.title.as_str(),
                None => self
                    .document
                    .references
                    .get(at)
                    .and_then(|entry| entry.title.as_deref())
                    .unwrap_or_default(),
            };
            let abstract_text = record.and_then(|record| record.abstract_text.as_deref()).unwrap_or_default();
            (!title.is_empty() || !abstract_text.is_empty()).then_some((at, Work { title, abstract_text }))
        };
        (0..self.document.references.len()).filter_map(work).collect()
    }

    /// Whether a sentence names the first author of a work, or the second.
    fn names_an_author(&self, sentence: &str, reference: usize) -> bool {
        /// Letters of a name that is no other word by chance.
        const LETTERS: usize = 3;
        let words: BTreeSet<&str> =
            sentence.split(|c: char| !c.is_alphabetic() && !"-'’".contains(c)).collect();
        let named = |person: &Person| {
            let last = person.family.split_whitespace().next_back().unwrap_or_default();
            last.chars().count() >= LETTERS && words.contains(last)
        };
        self.record_about(reference).is_some_and(|record| record.authors.iter().take(2).any(named))
    }

    /// Pairs whose sentence can be compared with a work: sentences that say something, in a language that the model reads.
    fn open_pairs(&self, works: &BTreeMap<usize, Work<'_>>) -> Vec<(usize, usize, &Claim)> {
        let pairs = self.state.pairs.iter().enumerate();
        let open = pairs.filter_map(|(at, pair)| {
            let reference = pair.reference.filter(|reference| works.contains_key(reference))?;
            let claim = self.claims.get(pair.citation)?;
            let says_something = claim.sentence.split_whitespace().count() >= SENTENCE_WORDS;
            (says_something && language::is_english(&claim.sentence)).then_some((at, reference, claim))
        });
        open.collect()
    }

    /// The entry of the list that fits a sentence better, by far.
    fn better(
        &self,
        sentence: &str,
        reference: usize,
        works: &BTreeMap<usize, Work<'_>>,
        listed: &BTreeMap<usize, String>,
        vectors: &Vectors,
    ) -> Option<BetterEntry> {
        let own = vectors.cosine(sentence, listed.get(&reference)?)?;
        let others = listed.iter().filter(|(at, _)| **at != reference);
        let cosines = others.filter_map(|(at, whole)| Some((*at, vectors.cosine(sentence, whole)?)));
        let (at, cosine) = cosines.max_by(|one, other| one.1.total_cmp(&other.1))?;
        let entry =
            self.document.references.get(at).filter(|_| cosine >= BETTER && cosine >= own + BETTER_BY)?;
        let title = works.get(&at)?.title.to_owned();
        Some(BetterEntry { reference: entry.id.clone(), number: entry.number, title })
    }

    /// Numbers that are off by one, where citations are numbers.
    fn shifted(
        &self,
        open: &[(usize, usize, &Claim)],
        works: &BTreeMap<usize, Work<'_>>,
        vectors: &Vectors,
    ) -> Option<Shifted> {
        let is_numbered = matches!(self.document.style, CitationStyle::Numeric | CitationStyle::Superscript);
        if !is_numbered || self.state.cited_only {
            return None;
        }
        let wholes: BTreeMap<usize, String> = works.iter().map(|(at, work)| (*at, work.whole())).collect();
        let compared: Vec<Compared> = open
            .iter()
            .filter_map(|(pair, reference, claim)| {
                let citation = self.document.citations.get(self.state.pairs[*pair].citation)?;
                let together: Vec<usize> = self
                    .document
                    .citations
                    .iter()
                    .filter(|other| (other.block, other.sentence) == (citation.block, citation.sentence))
                    .flat_map(|other| other.references.iter().copied())
                    .collect();
                // A sentence that cites the neighbour, too, tells nothing.
                let to = |at: usize| {
                    let whole = wholes.get(&at).filter(|_| at == *reference || !together.contains(&at))?;
                    vectors.cosine(&claim.sentence, whole)
                };
                Some(Compared {
                    number: self.document.references.get(*reference)?.number,
                    own: to(*reference)?,
                    before: reference.checked_sub(1).and_then(to),
                    after: to(reference + 1),
                })
            })
            .collect();
        let shift = shift_of(&compared)?;
        let of_number = |pair: &&(usize, usize, &Claim)| {
            self.document.references.get(pair.1).is_some_and(|entry| entry.number >= shift.from)
        };
        let (_, reference, claim) = open.iter().find(of_number)?;
        let there = match shift.side {
            Side::Before => reference.checked_sub(1)?,
            Side::After => reference + 1,
        };
        let title = |at: usize| works.get(&at).map(|work| work.title.to_owned()).unwrap_or_default();
        Some(Shifted {
            example: claim.sentence.clone(),
            cited: title(*reference),
            fitting: title(there),
            shift,
        })
    }
}

/// What is known before any text is read.
fn without_text() -> Judgement {
    Judgement {
        verdict: Verdict::Unchecked,
        category: None,
        confidence: None,
        reasons: Vec::new(),
        evidence: Vec::new(),
        trail: Vec::new(),
    }
}

/// Whether a work has an abstract that the model reads.
fn is_readable(work: &Work<'_>) -> bool {
    !work.abstract_text.is_empty() && language::is_english(work.abstract_text)
}

/// Whether the article's own title and abstract tell what its list is about: an editorial or an essay under a fanciful title is
/// far from all that it cites, and only the sentences count.
fn has_a_subject(article: Article<'_>, listed: &BTreeMap<usize, String>, vectors: &Vectors) -> bool {
    let whole = article.whole();
    let mut cosines: Vec<f64> = listed.values().filter_map(|work| vectors.cosine(&whole, work)).collect();
    cosines.small_sort_by(f64::total_cmp);
    cosines.len() < LIST || cosines.get(cosines.len() / 2).is_some_and(|median| *median >= SUBJECT)
}

/// The fit of a work for a sentence, among the other works of the list where there are enough. A sentence that names an author
/// of the work means no other of the list, however well that fits.
fn judged(
    text: &str,
    reference: usize,
    is_named: bool,
    work: Work<'_>,
    article: Option<Article<'_>>,
    listed: &BTreeMap<usize, String>,
    vectors: &Vectors,
) -> Option<(Fit, Views)> {
    let others = listed.iter().filter(|(at, _)| **at != reference);
    let cosines: Vec<f64> = others.filter_map(|(_, whole)| vectors.cosine(text, whole)).collect();
    let others = if cosines.len() >= LIST && !is_named { cosines.as_slice() } else { &[] };
    let views = Views::of(Statement { text }, work, article, others, vectors);
    Some((Fit::of(&views)?, views))
}

/// The sentence of the abstract that is nearest to a citing sentence.
fn nearest_sentence(sentence: &str, work: Work<'_>, vectors: &Vectors) -> String {
    let cosine = |text: &str| vectors.cosine(sentence, text).unwrap_or(f64::NEG_INFINITY);
    let found = work.sentences().into_iter().max_by(|one, other| cosine(one).total_cmp(&cosine(other)));
    found.unwrap_or_default().to_owned()
}

fn step(fit: Fit, views: &Views) -> TrailStep {
    let values: Vec<(&str, f64)> =
        View::ALL.into_iter().filter_map(|view| Some((view.words(), views.get(view)?))).collect();
    let check = Check::at_least("odds of being about something else", fit.score, fit.threshold);
    TrailStep::new(
        Step::Relevance,
        "title and abstract of the work are far from the sentence and from the article",
        &values,
    )
    .with_checks(vec![check])
}
