//! Claims judged by the texts of their sources: one text after the other, by the first citation that needs it.

use std::collections::BTreeSet;

use futures_util::stream::{self, LocalBoxStream, StreamExt};

use super::passages::Passages;
use super::{AuditContext, Event, Run};
use crate::audit::event::Stage;
use crate::audit::literature::{Committees, Deliberated, WorkCommittee};
use crate::audit::rules;
use crate::audit::waiting::WAITING_AT_ONCE;
use citelight_document::document::Document;
use citelight_records::access::{Access, read_as_cited};
use citelight_records::sources::Record;
use citelight_types::finding::{Extent, Reason, TrailStep, Verdict};
use citelight_types::identifiers::Identifiers;
use citelight_types::settings::Settings;
use citelight_types::sort::SmallSort;
use citelight_verify::claim::Claim;
use citelight_verify::committee::CitingPaper;
use citelight_verify::llm::arbitration::Arbitrate;
use citelight_verify::taxonomy::{self, RecordFacts};
use citelight_verify::verify::source_text::SourceText;
use citelight_verify::verify::topic::{self, Vocabulary};
use citelight_verify::verify::{Judgement, judge};

/// Texts that are fetched ahead, the one that is judged included: each is a whole paper in memory.
const TEXTS_AHEAD: usize = 3;

/// A text that open claims need.
#[derive(Clone)]
struct Wanted {
    /// Pairs that cite the work, each with its citation.
    group: Vec<(usize, usize)>,
    /// Ids of the references that name it.
    references: Vec<String>,
    record: Record,
    /// Copies that the entries name.
    cited: Identifiers,
}

/// A text that was read.
pub(super) struct ReadText {
    /// One of the pairs that cite it.
    pair: usize,
    record: Record,
    /// What it holds.
    vocabulary: Vocabulary,
}

/// A claim that was not found in its source: it may belong to another one.
pub(super) struct Held {
    pair: usize,
    judgement: Judgement,
    access: TrailStep,
    /// Its source in [`Run::read`].
    text: usize,
}

/// What comes of judging by texts, as it comes.
enum JudgedEvent {
    /// A text was fetched, or could not be.
    Fetched,
    /// No whole text was read, and these hosts, which nobody allowed to be asked yet, hold open copies.
    Withheld { references: Vec<String>, hosts: Vec<String> },
    /// A text was read.
    Read(usize, Box<ReadText>),
    /// A claim was judged by its work's abstract, while the text is on its way.
    Early { pair: usize, judgement: Judgement, access: TrailStep },
    /// A claim was judged by it, or could not be.
    Judged { pair: usize, judged: Deliberated, access: TrailStep, text: usize },
}

impl Run<'_> {
    pub(super) async fn judge_by_texts(&mut self) {
        let (cancel, settings, claims) = (self.cancel, self.settings, self.claims);
        let (context, document) = (&self.context.clone(), self.document);
        self.progress(Stage::Verify, self.done, self.state.pairs.len());
        let committees = context.literature.map(|literature| Committees {
            document: self.document,
            citing: CitingPaper::of(self.document),
            literature,
            texts: context.texts,
            models: context.models,
            endpoint: context.endpoint,
            settings,
        });
        let wanted = self.wanted_texts().await;
        let (mut fetched, texts_wanted) = (0, wanted.len());
        // Nobody is asked about a claim before its text was read.
        let unasked = AuditContext { claim_search: None, endpoint: None, literature: None, ..*context };
        let early = judged_early(self.with_abstract(&wanted), claims, &unasked, settings);
        // While one text is judged the next ones are on their way.
        let texts = stream::iter(wanted.into_iter().enumerate())
            .map(|(text, wanted)| async move {
                let access = read_as_cited(&wanted.record, &wanted.cited, context.texts).await;
                (text, wanted, access)
            })
            .buffered(TEXTS_AHEAD);
        let told = texts
            .map(|(text, wanted, access)| {
                let withheld = stream::iter(withheld(&wanted, &access, context));
                let judged = match access {
                    Access::Readable { text: read, step } => {
                        judged_by(text, wanted, SourceText::new(read), step, claims, context, settings)
                    }
                    Access::Unreadable { reason, step } => {
                        let committee =
                            committees.as_ref().and_then(|committees| committees.committee(&wanted.record));
                        let passages = passages_for(context, settings);
                        let by = UnreadBy { claims, document, passages, committee };
                        unread(text, wanted, reason, step, by)
                    }
                };
                stream::iter([JudgedEvent::Fetched]).chain(withheld).chain(judged)
            })
            .flatten_unordered(self.judged_at_once());
        let mut told = stream::select(told, early);
        let mut judged_by_text = BTreeSet::new();
        while let Some(Some(told)) = cancel.unless(told.next()).await {
            match told {
                JudgedEvent::Fetched => {
                    fetched += 1;
                    self.progress(Stage::Access, fetched, texts_wanted);
                }
                JudgedEvent::Withheld { references, hosts } => {
                    (self.on_event)(Event::OpenCopies { references, hosts });
                }
                JudgedEvent::Read(text, read) => {
                    self.read.insert(text, *read);
                }
                JudgedEvent::Early { pair, judgement, access } => {
                    let judgement = self.without_cited_first_source(pair, self.restrained(judgement));
                    // What an abstract seems to say against a claim, the text may take back.
                    let is_told = matches!(judgement.verdict, Verdict::Supported | Verdict::Undecidable);
                    if is_told && !judged_by_text.contains(&pair) {
                        self.judged(pair, judgement.into(), &[access]);
                        context.clock.pause().await;
                    }
                }
                JudgedEvent::Judged {
                    pair,
                    judged: Deliberated { judgement, bundle: Some(bundle) },
                    access,
                    ..
                } => {
                    judged_by_text.insert(pair);
                    let judgement = rules::shown_or_open(judgement);
                    self.judged(pair, Deliberated { judgement, bundle: Some(bundle) }, &[access]);
                    context.clock.pause().await;
                }
                JudgedEvent::Judged { pair, judged, access, text } => {
                    judged_by_text.insert(pair);
                    let judgement = self.without_cited_first_source(pair, self.restrained(judged.judgement));
                    let claim = &claims[self.state.pairs[pair].citation];
                    if self.read.contains_key(&text) && topic::in_question(&judgement, claim) {
                        self.held.push(Held { pair, judgement, access, text });
                    } else {
                        self.judged(pair, judgement.into(), &[access]);
                    }
                    context.clock.pause().await;
                }
            }
        }
        // Where texts are judged side by side they end in any order.
        self.held.small_sort_by_key(|held| held.pair);
    }

    /// Works whose abstract is at hand while their text must be fetched.
    fn with_abstract(&self, wanted: &[Wanted]) -> Vec<Wanted> {
        let is_remote = |record: &Record| {
            self.context.texts.iter().any(|library| library.is_remote() && library.places(record) > 0)
        };
        let early = wanted.iter().filter(|wanted| wanted.record.abstract_text.is_some());
        early.filter(|wanted| is_remote(&wanted.record)).cloned().collect()
    }

    /// Texts whose claims are judged side by side: while some wait for the endpoint, others are read.
    fn judged_at_once(&self) -> usize {
        let waits = self.context.endpoint.is_some() || self.context.literature.is_some();
        let waiting = if waits { WAITING_AT_ONCE } else { 1 };
        self.context.judged_at_once.max(waiting)
    }

    /// The texts that open claims need, with what is known of where they lie.
    async fn wanted_texts(&self) -> Vec<Wanted> {
        let wanted = |group: Vec<usize>| {
            let record = self.record_of(*group.first()?)?.clone();
            let cited = self.cited_as(&group);
            let references = self.named_by(&group);
            let group = group.into_iter().map(|pair| (pair, self.state.pairs[pair].citation)).collect();
            Some(Wanted { record, cited, references, group })
        };
        let mut texts: Vec<Wanted> = self.state.open_groups().into_iter().filter_map(wanted).collect();
        for library in self.context.texts {
            // Entries that name a copy themselves lead to it.
            let unnamed = texts.iter_mut().filter(|text| text.cited == Identifiers::default());
            let records = unnamed.map(|text| &mut text.record).collect();
            if self.cancel.unless(library.prepare(records)).await.is_none() {
                break;
            }
        }
        texts
    }

    /// Claims of which their source says nothing: each is looked for in the other texts that were read.
    pub(super) async fn judge_what_was_not_found(&mut self) {
        for held in std::mem::take(&mut self.held) {
            let judgement = match self.misplaced(&held).await {
                Some(judgement) => self.restrained(judgement),
                None => held.judgement,
            };
            self.judged(held.pair, judgement.into(), &[held.access]);
        }
    }

    async fn misplaced(&self, held: &Held) -> Option<Judgement> {
        let claim = &self.claims[self.state.pairs[held.pair].citation];
        let others = self.read.iter().filter(|(text, _)| **text != held.text);
        let others = others.map(|(text, read)| (*text, &read.vocabulary));
        let cited = &self.read.get(&held.text)?.vocabulary;
        let found = topic::misplaced(&claim.text, cited, others, self.settings)?;
        let ReadText { pair, record, .. } = self.read.get(&found.elsewhere)?;
        let reference = self.document.references.get(self.state.pairs.get(*pair)?.reference?)?;
        let named = self.cited_as(&[*pair]);
        let reading = read_as_cited(record, &named, self.context.texts);
        let Some(Access::Readable { text, .. }) = self.cancel.unless(reading).await else {
            return None;
        };
        let elsewhere = format!("reference {}", reference.number);
        Some(topic::rejudge(
            held.judgement.clone(),
            claim,
            &found,
            &SourceText::new(text),
            &elsewhere,
            self.settings,
        ))
    }

    /// The last guard before a verdict on a text is told: without NLI nothing is decided, and without words of the
    /// source to show nothing is accused or affirmed.
    fn restrained(&self, mut judgement: Judgement) -> Judgement {
        if !matches!(judgement.verdict, Verdict::Supported | Verdict::Miscited) {
            return judgement;
        }
        let (verdict, reason) = if self.context.models.infer.is_none() {
            let reason = "no NLI model is loaded; load the models to check what is claimed".to_owned();
            (Verdict::Unchecked, Reason::NoModel { reason })
        } else {
            return rules::shown_or_open(judgement);
        };
        judgement.reasons.insert(0, reason);
        Judgement { verdict, category: None, confidence: None, ..judgement }
    }

    /// The copies that the entries of a group name: that of arXiv, that of PubMed Central.
    fn cited_as(&self, group: &[usize]) -> Identifiers {
        let references = group.iter().filter_map(|pair| self.state.pairs.get(*pair)?.reference);
        let entries = references.filter_map(|reference| self.document.references.get(reference));
        entries.fold(Identifiers::default(), |cited, entry| Identifiers {
            arxiv: cited.arxiv.or_else(|| entry.identifiers.arxiv.clone()),
            pmcid: cited.pmcid.or_else(|| entry.identifiers.pmcid.clone()),
            ..cited
        })
    }

    /// Ids of the entries of a group, each once.
    fn named_by(&self, group: &[usize]) -> Vec<String> {
        let mut ids: Vec<String> = Vec::new();
        for reference in group.iter().filter_map(|pair| self.state.pairs.get(*pair)?.reference) {
            if let Some(entry) = self.document.references.get(reference)
                && !ids.contains(&entry.id)
            {
                ids.push(entry.id.clone());
            }
        }
        ids
    }

    /// The record of a reference, with what indexes added to it.
    pub(super) fn record_about(&self, reference: usize) -> Option<&Record> {
        let resolved = || self.state.references.get(reference)?.as_ref()?.resolution.record();
        self.filled.get(&reference).or_else(resolved)
    }

    fn record_of(&self, pair: usize) -> Option<&Record> {
        self.record_about(self.state.pairs.get(pair)?.reference?)
    }
}

/// Claims judged by the abstracts of their works, one work after the other: the reader knows whether a work fits the sentence
/// before its text is there.
fn judged_early<'a>(
    works: Vec<Wanted>,
    claims: &'a [Claim],
    context: &'a AuditContext<'a>,
    settings: &'a Settings,
) -> LocalBoxStream<'a, JudgedEvent> {
    let judged = stream::iter(works).then(move |wanted| async move {
        match read_as_cited(&wanted.record, &wanted.cited, &[]).await {
            Access::Readable { text, step } => {
                judged_by(0, wanted, SourceText::new(text), step, claims, context, settings)
            }
            Access::Unreadable { .. } => stream::empty().boxed_local(),
        }
    });
    let early = judged.flatten().filter_map(|event| async move {
        match event {
            JudgedEvent::Judged { pair, judged, access, .. } => {
                Some(JudgedEvent::Early { pair, judgement: judged.judgement, access })
            }
            _ => None,
        }
    });
    early.boxed_local()
}

/// What is to be told of copies that could be read besides what was.
fn withheld(wanted: &Wanted, access: &Access, context: &AuditContext<'_>) -> Option<JudgedEvent> {
    if matches!(access, Access::Readable { text, .. } if text.extent == Extent::FullText) {
        return None;
    }
    let hosts: Vec<String> =
        context.texts.iter().flat_map(|library| library.withheld(&wanted.record)).collect();
    (!hosts.is_empty()).then(|| JudgedEvent::Withheld { references: wanted.references.clone(), hosts })
}

/// Every claim of a group judged by its text, one after the other: they share what was embedded of it.
fn judged_by<'a>(
    text: usize,
    wanted: Wanted,
    source: SourceText,
    access: TrailStep,
    claims: &'a [Claim],
    context: &'a AuditContext<'a>,
    settings: &'a Settings,
) -> LocalBoxStream<'a, JudgedEvent> {
    let Wanted { group, record, .. } = wanted;
    let source = source.shared_by(group.len());
    let (is_whole, passages) = (source.extent == Extent::FullText, passages_for(context, settings));
    let facts: Vec<RecordFacts> =
        group.iter().map(|(_, citation)| taxonomy::facts(&[], Some(&record), &claims[*citation])).collect();
    let vocabulary = group.first().zip(Vocabulary::of(&source));
    let read = vocabulary.map(|((pair, _), vocabulary)| {
        JudgedEvent::Read(text, Box::new(ReadText { pair: *pair, record: record.clone(), vocabulary }))
    });
    let group: Vec<_> = group.into_iter().zip(facts).collect();
    let judged = stream::unfold((group.into_iter(), source, record), move |(mut group, source, record)| {
        let access = access.clone();
        async move {
            let ((pair, citation), facts) = group.next()?;
            let arbiter = context.endpoint.as_ref().map(|remote| remote as &dyn Arbitrate);
            let judged = judge(&claims[citation], &source, facts, context.models, arbiter, settings);
            let judgement = match judged.await {
                Ok(judgement) => judgement,
                Err(error) => rules::unchecked(Reason::NoModel { reason: error.to_string() }),
            };
            let judgement = if is_whole {
                judgement
            } else {
                passages.judge(&claims[citation], &record, judgement).await
            };
            Some((
                JudgedEvent::Judged { pair, judged: judgement.into(), access, text },
                (group, source, record),
            ))
        }
    });
    stream::iter(read).chain(judged).boxed_local()
}

/// Passages that are searched for where no whole text can be read.
fn passages_for<'a>(context: &AuditContext<'a>, settings: &'a Settings) -> Passages<'a> {
    let AuditContext { claim_search: search, models, endpoint, .. } = *context;
    Passages { search, models, endpoint, settings }
}

/// What claims are judged by where no text can be read.
struct UnreadBy<'a> {
    claims: &'a [Claim],
    document: &'a Document,
    passages: Passages<'a>,
    /// Those who cite the work, if they are to be asked.
    committee: Option<WorkCommittee<'a>>,
}

/// The claims of a group whose text could not be read: put to a search for passages of it, then to those who cite it, if they
/// are to be asked.
fn unread<'a>(
    text: usize,
    wanted: Wanted,
    reason: String,
    access: TrailStep,
    by: UnreadBy<'a>,
) -> LocalBoxStream<'a, JudgedEvent> {
    let Wanted { group, record, .. } = wanted;
    let state = (group.into_iter(), record, by);
    let judged = stream::unfold(state, move |(mut group, record, mut by)| {
        let (access, reason) = (access.clone(), reason.clone());
        async move {
            let (pair, citation) = group.next()?;
            let claim = &by.claims[citation];
            let unchecked = rules::unchecked(Reason::NoText { reason });
            let judgement = by.passages.judge(claim, &record, unchecked).await;
            let is_unchecked = judgement.verdict == Verdict::Unchecked;
            let judged = match (&mut by.committee, by.document.citations.get(citation)) {
                (Some(committee), Some(place)) if is_unchecked => {
                    committee.judge(claim, place, judgement).await
                }
                _ => judgement.into(),
            };
            Some((JudgedEvent::Judged { pair, judged, access, text }, (group, record, by)))
        }
    });
    judged.boxed_local()
}
