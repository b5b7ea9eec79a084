//! Miscitations that a model writes, in five categories and two depths, and that a second model must find to be what they were
//! made for (BibAgent, appendix A.3). What can be told without a model is checked before the second one is asked.

mod checks;
mod material;
mod report;
mod validator;
use std::collections::BTreeMap;
use std::path::Path;

use citelight::finding::Subtype;
use citelight::llm::structured::ask;
use citelight::llm::{CompleteError, Usage};
use citelight::settings::Settings;
use citelight::taxonomy::sample::ORDER;
use citelight_cli::failure::Failure;
use citelight_cli::network::ModelEndpoint;
use citelight_cli::output;
use serde::Serialize;

use super::case::{ByModel, Case, Gold, MadeBy, written};
use super::frame::{MARKER, neighbours};
use super::make::gold;
use super::mine::Mine;
use super::pool::PoolSource;
use crate::chance::Chance;
use crate::misciting::prompt::miscitation::{self, Answer, Depth, Draft, Wanted};
use crate::misciting::prompt::validation;
use checks::Flaw;
use material::{WantedKind, fits, names, passages};
use validator::{Judgement, Refusal, Validator};

/// Characters of the source that the maker is given: its own paragraph on the surface, other places in depth.
const SHOWN_TO_THE_MAKER: [usize; 2] = [2_500, 9_000];

/// How much is wanted.
#[derive(Clone, Copy)]
pub(super) struct Order {
    pub(super) seed: u64,
    /// Cases of each category and depth.
    pub(super) per_category: usize,
    /// Cases of one source at most.
    pub(super) per_source: usize,
    /// Statements tried for each case that is wanted, at most.
    pub(super) tries: usize,
}

/// Who makes and who judges.
pub(super) struct Making<'a> {
    pub(super) pool: &'a [PoolSource],
    pub(super) maker: &'a ModelEndpoint,
    pub(super) judge: &'a ModelEndpoint,
    pub(super) settings: &'a Settings,
}

/// A set, with how it came about.
#[derive(Default)]
pub(super) struct Set {
    pub(super) cases: Vec<Case>,
    pub(super) rejected: Vec<Rejected>,
    tallies: BTreeMap<WantedKind, Tally>,
    usage: Usage,
    /// Why the making ended early.
    pub(super) ended: Option<CompleteError>,
}

/// Counts of one category and depth.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// Statements that the maker was given.
    tried: usize,
    /// It found them unsuitable.
    declined: usize,
    /// Drafts that a check refused.
    failed: usize,
    /// Drafts that the validator did not bear out.
    rejected: usize,
    kept: usize,
}

/// What was not kept, and why.
#[derive(Debug, Serialize)]
pub(super) struct Rejected {
    kind: &'static str,
    source: String,
    statement: String,
    by: Stage,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    miscitation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    correct: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<String>,
}

/// Who did not keep it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    /// The maker found the statement unsuitable.
    Maker,
    /// A check that asks no model.
    Checks,
    /// The second model.
    Validator,
}

/// What became of one statement.
enum Attempt {
    Declined,
    /// No draft of the form that was asked for, after one repair.
    Malformed(String),
    Flawed(Flaw, Draft),
    Refused(Refusal, Draft),
    Kept(Box<Case>),
}

impl Making<'_> {
    /// Makes a set. The same pool, order and answers make the same one.
    pub(super) fn run(&self, order: Order, tell: &mut dyn FnMut(&Set)) -> Set {
        let mut mines: Vec<Mine<'_>> = self.pool.iter().map(|source| Mine::of(source, order.seed)).collect();
        let mut set = Set::default();
        for category in ORDER {
            for depth in [Depth::Surface, Depth::Deep] {
                let kind = WantedKind { category, depth };
                if let Err(error) = self.fill(kind, order, &mut mines, &mut set, tell) {
                    set.ended = Some(error);
                    return set;
                }
            }
        }
        set
    }

    /// Tries statements for a kind, one of each source in turn, until there are enough cases.
    fn fill(
        &self,
        kind: WantedKind,
        order: Order,
        mines: &mut [Mine<'_>],
        set: &mut Set,
        tell: &mut dyn FnMut(&Set),
    ) -> Result<(), CompleteError> {
        let mut waiting: Vec<Vec<usize>> = mines
            .iter()
            .map(|mine| {
                let mut free = mine.free();
                free.retain(|&index| fits(kind, &mine.statements[index], mine.source));
                free.reverse();
                free
            })
            .collect();
        set.tallies.entry(kind).or_default();
        let mut more = true;
        while more {
            more = false;
            for (mine, waiting) in mines.iter_mut().zip(&mut waiting) {
                let tally = set.tallies.get(&kind).copied().unwrap_or_default();
                if tally.kept >= order.per_category
                    || tally.tried >= order.per_category.saturating_mul(order.tries)
                {
                    return Ok(());
                }
                if mine.taken() >= order.per_source {
                    continue;
                }
                let Some(index) = waiting.pop() else { continue };
                more = true;
                if !mine.free().contains(&index) {
                    continue;
                }
                let attempt = self.attempt(kind, order.seed, mine, index, set)?;
                if let Some(attempt) = attempt {
                    set.count(kind, mine, index, attempt);
                    tell(set);
                }
            }
        }
        Ok(())
    }

    /// One statement: made, checked, judged. None if nobody can be named for it.
    fn attempt(
        &self,
        kind: WantedKind,
        seed: u64,
        mine: &Mine<'_>,
        index: usize,
        set: &mut Set,
    ) -> Result<Option<Attempt>, CompleteError> {
        let (source, statement) = (mine.source, &mine.statements[index]);
        let name =
            format!("{} {} {}", source.id, written(kind.category, kind.depth), statement.sentence.text);
        let mut chance = Chance::of(seed, &name);
        let Some(names) = names(kind, source, self.pool, &mut chance) else { return Ok(None) };
        let Some(place) = source.place(statement.sentence) else { return Ok(None) };
        let most = SHOWN_TO_THE_MAKER[usize::from(kind.depth == Depth::Deep)];
        let passages = passages(source, &[place], &statement.clause.content(), most);
        let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
        let wanted = Wanted {
            category: kind.category,
            depth: kind.depth,
            work: &source.title,
            authors: &names.authors,
            others: &names.others,
            statement: &statement.sentence.text,
            passages: &passages,
        };
        let request = miscitation::request(&wanted);
        let asked = ask(self.maker.model(), &request, |answer| miscitation::read(answer, &wanted));
        let asked = self.maker.run(asked)?;
        set.usage += asked.usage;
        let draft = match asked.answer {
            Ok(Answer::Unsuitable) => return Ok(Some(Attempt::Declined)),
            Ok(Answer::Draft(draft)) => draft,
            Err(fault) => return Ok(Some(Attempt::Malformed(fault.to_string()))),
        };
        let quoted = match checks::quoted_sentences(&draft, source) {
            Ok(quoted) => quoted,
            Err(flaw) => return Ok(Some(Attempt::Flawed(flaw, draft))),
        };
        let shown: Vec<usize> = std::iter::once(place).chain(quoted).collect();
        let texts: Vec<&str> = shown.iter().map(|&place| source.sentences[place].text.as_str()).collect();
        if let Err(flaw) = checks::check(kind, &draft, &names, &texts, &source.title, &set.cases) {
            return Ok(Some(Attempt::Flawed(flaw, draft)));
        }
        let validator = Validator { judge: self.judge, settings: self.settings, source };
        let (judged, usage) = validator.judge(kind.category, &draft, &shown)?;
        set.usage += usage;
        let Judgement { agreement } = match judged {
            Ok(judgement) => judgement,
            Err(refusal) => return Ok(Some(Attempt::Refused(refusal, draft))),
        };
        let (before, after) = neighbours(&mut chance);
        let number = set.tallies.get(&kind).map_or(0, |tally| tally.kept) + 1;
        let by = ByModel {
            model: self.maker.model().model().to_owned(),
            prompt: miscitation::PROMPT_VERSION.to_owned(),
            validator: self.judge.model().model().to_owned(),
            validation: validation::PROMPT_VERSION.to_owned(),
            agreement,
        };
        Ok(Some(Attempt::Kept(Box::new(Case {
            id: format!("{}-{number:03}", written(kind.category, kind.depth).replace('/', "-")),
            made_by: MadeBy::Model(by),
            corruption: None,
            difficulty: kind.depth,
            source: source.id.clone(),
            cited: source.id.clone(),
            retracted: draft.subtype == Subtype::Retracted,
            category: kind.category,
            subtype: Some(draft.subtype),
            before,
            change: changed(&draft),
            gold: with_quotes(gold(statement, source), &draft, &texts),
            miscitation: draft.miscitation,
            correct: draft.correct,
            after,
            explanation: draft.explanation,
        }))))
    }
}

impl Set {
    fn count(&mut self, kind: WantedKind, mine: &mut Mine<'_>, index: usize, attempt: Attempt) {
        let tally = self.tallies.entry(kind).or_default();
        tally.tried += 1;
        let (by, reason, draft) = match attempt {
            Attempt::Kept(case) => {
                tally.kept += 1;
                mine.take(index);
                self.cases.push(*case);
                return;
            }
            Attempt::Declined => {
                tally.declined += 1;
                (Stage::Maker, "it finds the statement unsuitable".to_owned(), None)
            }
            Attempt::Malformed(fault) => {
                tally.failed += 1;
                (Stage::Checks, fault, None)
            }
            Attempt::Flawed(flaw, draft) => {
                tally.failed += 1;
                (Stage::Checks, flaw.to_string(), Some(draft))
            }
            Attempt::Refused(refusal, draft) => {
                tally.rejected += 1;
                (Stage::Validator, refusal.to_string(), Some(draft))
            }
        };
        let (miscitation, correct, explanation) = match draft {
            Some(draft) => (Some(draft.miscitation), Some(draft.correct), Some(draft.explanation)),
            None => (None, None, None),
        };
        self.rejected.push(Rejected {
            kind: written(kind.category, kind.depth),
            source: mine.source.id.clone(),
            statement: mine.statements[index].sentence.text.clone(),
            by,
            reason,
            miscitation,
            correct,
            explanation,
        });
    }

    /// Writes what was not kept.
    pub(super) fn write_rejected(&self, path: &Path) -> Result<(), Failure> {
        let mut lines = String::new();
        for rejected in &self.rejected {
            lines.push_str(&serde_json::to_string(rejected)?);
            lines.push('\n');
        }
        output::file::write_whole(path, lines.as_bytes())
    }
}

/// The gold of a draft: the statement, the other sentences that are quoted, and the quoted words.
fn with_quotes(gold: Gold, draft: &Draft, shown: &[&str]) -> Gold {
    let mut also = gold.also;
    for text in shown {
        if *text != gold.text && !also.iter().any(|known| known == text) {
            also.push((*text).to_owned());
        }
    }
    Gold { also, quotes: draft.quotes.clone(), ..gold }
}

/// What differs: the words between those that both sentences begin and end with.
fn changed(draft: &Draft) -> String {
    if draft.subtype == Subtype::Retracted {
        return "sound → retracted".to_owned();
    }
    let words = |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
    let (from, to) = (words(&draft.correct), words(&draft.miscitation));
    let begins = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let rest = from.len().min(to.len()) - begins;
    let ends =
        from.iter().rev().zip(to.iter().rev()).take(rest).take_while(|(one, other)| one == other).count();
    let middle = |words: &[String]| {
        let words = words.get(begins..words.len() - ends).unwrap_or_default();
        if words.is_empty() {
            "(nothing)".to_owned()
        } else {
            words.join(" ").replace(MARKER, "").trim().to_owned()
        }
    };
    format!("{} → {}", middle(&from), middle(&to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_stands_between_what_does_not() {
        let draft = |correct: &str, miscitation: &str| Draft {
            correct: correct.to_owned(),
            miscitation: miscitation.to_owned(),
            subtype: Subtype::Contradictory,
            quotes: Vec::new(),
            explanation: String::new(),
        };
        assert_eq!(changed(&draft("Oak rots fast [1].", "Oak rots slowly [1].")), "fast → slowly");
        assert_eq!(changed(&draft("Oak may rot.", "Oak rot.")), "may → (nothing)");
        assert_eq!(changed(&draft("a a.", "a a a.")), "(nothing) → a");
    }
}
