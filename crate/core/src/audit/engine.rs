//! One run over one document: parse, resolve, read, judge, and tell on the way.
//!
//! Order of work: references in the order of their first citation; then everything that records alone decide; then
//! one source after the other, by the first citation that needs it, so that a text is parsed once, held only while
//! its citations are judged, and the reader's first citation is answered first.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use futures_util::stream::{self, LocalBoxStream, StreamExt};

use super::event::{DocumentView, Event, Notice, NoticeCode, Stage, Summary};
use super::finding::{Finding, Reason, Step, TrailStep, Verdict};
use super::literature::{Committees, Deliberated, Hall};
use super::state::{AuditState, ReferenceState};
use super::view::{surface, view_of};
use super::{Cancel, Clock, choice, doubts, notices, rules, words};
use crate::access::{Access, Texts, read_as_cited};
use crate::citation::{Citation, Identifiers, Mapping};
use crate::cite;
use crate::committee::CitingPaper;
use crate::committee::Literature;
use crate::document::{Content, Document, ParseError};
use crate::llm::Complete;
use crate::llm::served::Remote;
use crate::resolve::{Resolution, query_of, resolve};
use crate::settings::Settings;
use crate::sources::doi_register::DoiRegister;
use crate::sources::{Query, Record, Source};
use crate::taxonomy::{self, RecordFacts};
use crate::verify::claim::{Claim, claim_of};
use crate::verify::source::Source as Text;
use crate::verify::topic::{self, Vocabulary};
use crate::verify::{Judgement, Models, judge};

/// References that are looked up at the same time: each waits for sources most of its time.
const AT_ONCE: usize = 8;
/// Texts that are fetched ahead, the one that is judged included: each is a whole paper in memory.
const TEXTS_AHEAD: usize = 3;
/// Works of which a claim may wait for the endpoint, or for those who cite them, at the same time.
pub(super) const WAITING_AT_ONCE: usize = 4;

/// What an audit works with; given by the home of the core.
#[derive(Clone, Copy)]
pub struct Home<'a> {
    /// Sources of records, in the order they are asked.
    pub sources: &'a [&'a dyn Source],
    /// Who knows whether a DOI exists at all; none if nobody is to be asked.
    pub register: Option<&'a dyn DoiRegister>,
    /// Where texts are found, in the order they are asked.
    pub texts: &'a [&'a dyn Texts],
    /// Who cites works that cannot be read; none if nobody is to be asked.
    pub literature: Option<Literature<'a>>,
    /// The models that are loaded.
    pub models: Models<'a>,
    /// Turn-taking.
    pub clock: &'a dyn Clock,
    /// Texts whose claims are judged side by side: more than one only where models run on several workers.
    pub judged_at_once: usize,
}

impl<'a> Home<'a> {
    /// The model that is asked about citations and places of the document that stay in doubt; a Citelight server is not.
    fn asked_in_doubt(&self) -> Option<&'a dyn Complete> {
        self.models.endpoint.and_then(Remote::model)
    }
}

/// Why an audit could not be run at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuditError {
    /// The document could not be read.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// Everything an audit found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The document.
    pub document: DocumentView,
    /// One resolution per reference, in the list's order; none where the audit was cancelled before.
    pub resolutions: Vec<Option<Resolution>>,
    /// Findings in reading order.
    pub findings: Vec<Finding>,
    /// What the reader should know.
    pub notices: Vec<Notice>,
    /// Counts and coverage.
    pub summary: Summary,
}

/// What of a document is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope<'a> {
    /// All of it.
    #[default]
    Whole,
    /// One claim against one work, by the ids of citation and reference: a reader asks about it once more.
    Pair {
        /// The citation's id.
        citation: &'a str,
        /// The reference's id.
        reference: &'a str,
    },
}

/// Audits one document; `origin` (URL or file name) is named in messages. Events are told as things happen; the report holds the same once more, in reading order.
/// The same input, sources, texts, models and settings give the same report.
///
/// # Errors
/// [`AuditError`] if the document cannot be parsed. Everything later degrades the result and says so.
pub async fn audit(
    content: &Content,
    origin: &str,
    home: &Home<'_>,
    settings: &Settings,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event),
) -> Result<Report, AuditError> {
    audit_within(Scope::Whole, content, origin, home, settings, cancel, on_event).await
}

/// Audits a part of a document, as [`audit`] does the whole: nothing else of it is looked up, read or judged. Where the whole
/// is needed to find the source that a claim belongs to, it stays open.
///
/// # Errors
/// [`AuditError`] if the document cannot be parsed.
pub async fn audit_within(
    scope: Scope<'_>,
    content: &Content,
    origin: &str,
    home: &Home<'_>,
    settings: &Settings,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event),
) -> Result<Report, AuditError> {
    on_event(Event::Progress { stage: Stage::Map, done: 0, total: 1 });
    let document = content.parse(origin, false)?;
    let state = AuditState::within(scope, &document);
    Ok(run(state, &document, home, settings, cancel, on_event).await)
}

/// Audits a document that is parsed already, as [`audit`] does.
pub async fn audit_document(
    document: &Document,
    home: &Home<'_>,
    settings: &Settings,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event),
) -> Report {
    run(AuditState::new(document), document, home, settings, cancel, on_event).await
}

async fn run(
    state: AuditState,
    document: &Document,
    home: &Home<'_>,
    settings: &Settings,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event),
) -> Report {
    // What one finding is asked about is the document that the reader saw.
    let whole = settings.repair_boundaries && !state.cited_only;
    let settled = match home.asked_in_doubt().filter(|_| whole) {
        Some(model) => cancel.unless(doubts::settled(document, model, settings)).await,
        None => None,
    };
    let document = settled.as_ref().unwrap_or(document);
    let view = view_of(document);
    on_event(Event::Mapped { document: view.clone() });
    let claims: Vec<Claim> = document.citations.iter().map(|citation| claim_of(document, citation)).collect();
    let (read, held) = (BTreeMap::new(), Vec::new());
    let mut run = Run { document, claims: &claims, home, settings, cancel, on_event, state, read, held };
    run.tell_what_is_missing();
    run.resolve_references().await;
    run.choose_among_candidates().await;
    run.judge_by_records();
    run.judge_by_texts().await;
    run.judge_what_was_not_found().await;
    let (state, summary) = run.finish();
    Report {
        document: view,
        resolutions: state.references.into_iter().map(|state| state.map(|state| state.resolution)).collect(),
        findings: state.pairs.into_iter().filter_map(|pair| pair.finding).collect(),
        notices: state.notices,
        summary,
    }
}

/// A running audit.
struct Run<'a> {
    document: &'a Document,
    /// One per citation.
    claims: &'a [Claim],
    home: &'a Home<'a>,
    settings: &'a Settings,
    cancel: &'a Cancel,
    on_event: &'a mut dyn FnMut(Event),
    state: AuditState,
    /// Every text that was read, by its place in the order of work.
    read: BTreeMap<usize, ReadText>,
    /// Judgements that wait until all texts were read.
    held: Vec<Held>,
}

/// A text that open claims need.
struct Wanted {
    /// Pairs that cite the work, each with its citation.
    group: Vec<(usize, usize)>,
    record: Record,
    /// Copies that the entries name.
    cited: Identifiers,
}

/// A text that was read.
struct ReadText {
    /// One of the pairs that cite it.
    pair: usize,
    record: Record,
    /// What it holds.
    vocabulary: Vocabulary,
}

/// A claim that was not found in its source: it may belong to another one.
struct Held {
    pair: usize,
    judgement: Judgement,
    access: TrailStep,
    /// Its source in [`Run::read`].
    text: usize,
}

/// What comes of judging by texts, as it comes.
enum Told {
    /// A text was read.
    Read(usize, Box<ReadText>),
    /// A claim was judged by it, or could not be.
    Judged { pair: usize, judged: Deliberated, access: TrailStep, text: usize },
}

impl Run<'_> {
    fn notify(&mut self, notice: Notice) {
        (self.on_event)(Event::Notice { notice: notice.clone() });
        self.state.notices.push(notice);
    }

    fn progress(&mut self, stage: Stage, done: u32, total: usize) {
        (self.on_event)(Event::Progress { stage, done, total: total as u32 });
    }

    fn tell_what_is_missing(&mut self) {
        for notice in notices::of_document(self.document) {
            self.notify(notice);
        }
        if self.home.sources.is_empty() {
            self.notify(notices::no_records());
        }
        if self.home.models.infer.is_none() {
            self.notify(notices::no_models());
        }
    }

    async fn resolve_references(&mut self) {
        let (document, home, settings, cancel) = (self.document, self.home, self.settings, self.cancel);
        let order = self.state.open_references();
        let total = order.len();
        let references = || order.iter().filter_map(|index| Some((*index, document.references.get(*index)?)));
        let queries: Vec<Query<'_>> = references().map(|(_, reference)| query_of(reference)).collect();
        let prepared = join_all(home.sources.iter().map(|source| source.prepare(&queries)));
        let _ = cancel.unless(prepared).await;
        let mut outcomes = stream::iter(references())
            .map(|(index, reference)| async move {
                let outcome = resolve(reference, home.sources, home.register, settings).await;
                home.clock.pause().await;
                (index, reference, outcome)
            })
            .buffered(AT_ONCE);
        let mut failures = Vec::new();
        let mut done = 0;
        while let Some(Some((index, reference, outcome))) = cancel.unless(outcomes.next()).await {
            failures.extend(outcome.failures);
            let bibtex = outcome.resolution.record().map(cite::bibtex);
            (self.on_event)(Event::Resolved {
                reference: reference.id.clone(),
                resolution: outcome.resolution.clone(),
                bibtex,
            });
            self.state.references[index] =
                Some(ReferenceState { resolution: outcome.resolution, step: outcome.step });
            done += 1;
            self.progress(Stage::Resolve, done, total);
        }
        if let Some(notice) = notices::of_failures(&failures, total) {
            self.notify(notice);
        }
    }

    /// Citations that fit several entries: the endpoint may choose among them.
    async fn choose_among_candidates(&mut self) {
        if let Some(model) = self.home.asked_in_doubt() {
            let pairs = &mut self.state.pairs;
            choice::choose_for_all(pairs, self.document, model, self.settings, self.cancel).await;
        }
    }

    /// Everything that mapping and records decide without a text.
    fn judge_by_records(&mut self) {
        for index in 0..self.state.pairs.len() {
            let pair = &self.state.pairs[index];
            let (Some(citation), None) = (self.document.citations.get(pair.citation), &pair.finding) else {
                continue;
            };
            let Some(reference) =
                pair.reference.and_then(|reference| self.document.references.get(reference))
            else {
                self.found(index, rules::not_mapped(self.document, citation).into(), &[]);
                continue;
            };
            let resolved =
                pair.reference.and_then(|reference| self.state.references.get(reference)?.as_ref());
            let Some(resolved) = resolved else { continue };
            let claim = &self.claims[pair.citation];
            let judgement =
                rules::by_resolution(self.document, citation, reference, claim, &resolved.resolution);
            if let Some(judgement) = judgement {
                self.found(index, judgement.into(), &[]);
            }
        }
    }

    async fn judge_by_texts(&mut self) {
        let (home, cancel, settings, claims) = (self.home, self.cancel, self.settings, self.claims);
        let committees = home.literature.map(|literature| Committees {
            document: self.document,
            citing: CitingPaper::of(self.document),
            literature,
            texts: home.texts,
            models: home.models,
            settings,
        });
        let wanted = self.wanted_texts().await;
        // While one text is judged the next ones are on their way.
        let texts = stream::iter(wanted.into_iter().enumerate())
            .map(|(text, wanted)| async move {
                let access = read_as_cited(&wanted.record, &wanted.cited, home.texts).await;
                (text, wanted, access)
            })
            .buffered(TEXTS_AHEAD);
        let mut told = texts
            .map(|(text, wanted, access)| match access {
                Access::Readable { source, step } => {
                    judged_by(text, wanted, source, step, claims, home.models, settings)
                }
                Access::Unreadable { reason, step } => {
                    let hall = committees.as_ref().and_then(|committees| committees.hall(&wanted.record));
                    unread(text, wanted, reason, step, claims, self.document, hall)
                }
            })
            .flatten_unordered(self.judged_at_once());
        while let Some(Some(told)) = cancel.unless(told.next()).await {
            match told {
                Told::Read(text, read) => {
                    self.read.insert(text, *read);
                }
                Told::Judged {
                    pair,
                    judged: Deliberated { judgement, bundle: Some(bundle) },
                    access,
                    ..
                } => {
                    let judgement = rules::shown_or_open(judgement);
                    self.found(pair, Deliberated { judgement, bundle: Some(bundle) }, &[access]);
                    home.clock.pause().await;
                }
                Told::Judged { pair, judged, access, text } => {
                    let judgement = self.restrained(judged.judgement);
                    let claim = &claims[self.state.pairs[pair].citation];
                    if self.read.contains_key(&text) && topic::in_question(&judgement, claim) {
                        self.held.push(Held { pair, judgement, access, text });
                    } else {
                        self.found(pair, judgement.into(), &[access]);
                    }
                    home.clock.pause().await;
                }
            }
        }
        // Where texts are judged side by side they end in any order.
        self.held.sort_by_key(|held| held.pair);
    }

    /// Texts whose claims are judged side by side: while some wait for the endpoint, others are read.
    fn judged_at_once(&self) -> usize {
        let waits = self.home.models.endpoint.is_some() || self.home.literature.is_some();
        let waiting = if waits { WAITING_AT_ONCE } else { 1 };
        self.home.judged_at_once.max(waiting)
    }

    /// The texts that open claims need, with what is known of where they lie.
    async fn wanted_texts(&self) -> Vec<Wanted> {
        let wanted = |group: Vec<usize>| {
            let record = self.record_of(*group.first()?)?.clone();
            let cited = self.cited_as(&group);
            let group = group.into_iter().map(|pair| (pair, self.state.pairs[pair].citation)).collect();
            Some(Wanted { record, cited, group })
        };
        let mut texts: Vec<Wanted> = self.state.open_groups().into_iter().filter_map(wanted).collect();
        for library in self.home.texts {
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
    async fn judge_what_was_not_found(&mut self) {
        for held in std::mem::take(&mut self.held) {
            let judgement = match self.misplaced(&held).await {
                Some(judgement) => self.restrained(judgement),
                None => held.judgement,
            };
            self.found(held.pair, judgement.into(), &[held.access]);
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
        let access = read_as_cited(record, &named, self.home.texts).await;
        let Access::Readable { source, .. } = access else {
            return None;
        };
        let elsewhere = format!("reference {}", reference.number);
        Some(topic::rejudge(held.judgement.clone(), claim, &found, &source, &elsewhere, self.settings))
    }

    /// The last guard before a verdict on a text is told: without NLI nothing is decided, and without words of the
    /// source to show nothing is accused or affirmed.
    fn restrained(&self, mut judgement: Judgement) -> Judgement {
        if !matches!(judgement.verdict, Verdict::Supported | Verdict::Miscited) {
            return judgement;
        }
        let (verdict, reason) = if self.home.models.infer.is_none() {
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

    fn record_of(&self, pair: usize) -> Option<&Record> {
        let reference = self.state.pairs.get(pair)?.reference?;
        self.state.references.get(reference)?.as_ref()?.resolution.record()
    }

    /// Turns a judgement into the finding of a pair and tells it.
    fn found(&mut self, index: usize, judged: Deliberated, access: &[TrailStep]) {
        let Deliberated { judgement, bundle } = judged;
        let pair = &self.state.pairs[index];
        let Some(citation) = self.document.citations.get(pair.citation) else { return };
        let reference = pair.reference.and_then(|reference| self.document.references.get(reference));
        let resolved = pair.reference.and_then(|reference| self.state.references.get(reference)?.as_ref());
        let claim = &self.claims[pair.citation];
        let judgement = match &pair.choice {
            Some(_) if reference.is_some() => rules::of_chosen_entry(judgement, citation),
            _ => judgement,
        };
        let mut reasons = judgement.reasons;
        if let Some(Resolution::Resolved { differences, .. }) = resolved.map(|state| &state.resolution)
            && !differences.is_empty()
        {
            reasons.push(Reason::MetadataDiffers { differences: differences.clone() });
        }
        let mapped = reference.filter(|_| pair.choice.is_none());
        let mut trail = vec![map_step(self.document, citation, mapped.map(|reference| reference.number))];
        trail.extend(pair.choice.clone());
        trail.extend(resolved.map(|state| state.step.clone()));
        trail.extend_from_slice(access);
        trail.extend(judgement.trail);
        let finding = Finding {
            citation: citation.id.clone(),
            reference: reference.map(|reference| reference.id.clone()).unwrap_or_default(),
            verdict: judgement.verdict,
            category: judgement.category,
            confidence: judgement.confidence,
            claim: claim.text.clone(),
            function: claim.function,
            message: words::message(&reasons),
            reasons,
            evidence: judgement.evidence,
            trail,
            committee: bundle,
        };
        (self.on_event)(Event::Found { finding: finding.clone() });
        self.state.pairs[index].finding = Some(finding);
        let (done, total) = (self.state.done(), self.state.pairs.len());
        self.progress(Stage::Verify, done, total);
    }

    fn finish(mut self) -> (AuditState, Summary) {
        let (done, total) = (self.state.done(), self.state.pairs.len() as u32);
        let open = !self.state.open_references().is_empty();
        let complete = done == total && !open;
        if !complete {
            self.notify(notices::cancelled(done, total));
        }
        let summary = self.state.summary(complete);
        (self.on_event)(Event::Finished { summary: summary.clone() });
        (self.state, summary)
    }
}

/// Every claim of a group judged by its text, one after the other: they share what was embedded of it.
fn judged_by<'a>(
    text: usize,
    wanted: Wanted,
    source: Text,
    access: TrailStep,
    claims: &'a [Claim],
    models: Models<'a>,
    settings: &'a Settings,
) -> LocalBoxStream<'a, Told> {
    let Wanted { group, record, .. } = wanted;
    let source = source.shared_by(group.len());
    let facts: Vec<RecordFacts> =
        group.iter().map(|(_, citation)| taxonomy::facts(&[], Some(&record), &claims[*citation])).collect();
    let vocabulary = group.first().zip(Vocabulary::of(&source));
    let read = vocabulary.map(|((pair, _), vocabulary)| {
        Told::Read(text, Box::new(ReadText { pair: *pair, record, vocabulary }))
    });
    let group: Vec<_> = group.into_iter().zip(facts).collect();
    let judged = stream::unfold((group.into_iter(), source), move |(mut group, source)| {
        let access = access.clone();
        async move {
            let ((pair, citation), facts) = group.next()?;
            let judgement = match judge(&claims[citation], &source, facts, models, settings).await {
                Ok(judgement) => judgement,
                Err(error) => rules::unchecked(Reason::NoModel { reason: error.to_string() }),
            };
            Some((Told::Judged { pair, judged: judgement.into(), access, text }, (group, source)))
        }
    });
    stream::iter(read).chain(judged).boxed_local()
}

/// The claims of a group whose text could not be read: put to those who cite it, if they are to be asked.
fn unread<'a>(
    text: usize,
    wanted: Wanted,
    reason: String,
    access: TrailStep,
    claims: &'a [Claim],
    document: &'a Document,
    hall: Option<Hall<'a>>,
) -> LocalBoxStream<'a, Told> {
    let judged = stream::unfold((wanted.group.into_iter(), hall), move |(mut group, mut hall)| {
        let (access, reason) = (access.clone(), reason.clone());
        async move {
            let (pair, citation) = group.next()?;
            let unchecked = rules::unchecked(Reason::NoText { reason });
            let judged = match (&mut hall, document.citations.get(citation)) {
                (Some(hall), Some(place)) => hall.judge(&claims[citation], place, unchecked).await,
                _ => unchecked.into(),
            };
            Some((Told::Judged { pair, judged, access, text }, (group, hall)))
        }
    });
    judged.boxed_local()
}

impl Report {
    /// Whether the audit could not do what it was asked: the document is damaged, or nothing to check with was there.
    pub fn could_not_check(&self) -> bool {
        let hindering =
            |code| matches!(code, NoticeCode::Damaged | NoticeCode::NoModels | NoticeCode::NoRecords);
        self.notices.iter().any(|notice| hindering(notice.code))
    }
}

fn map_step(document: &Document, citation: &Citation, number: Option<u32>) -> TrailStep {
    let surface = surface(document, citation);
    let summary = match (number, &citation.status) {
        (Some(number), Mapping::Linked) => {
            format!("“{surface}” links to entry {number} of the reference list.")
        }
        (Some(number), _) => format!("“{surface}” matches entry {number} of the reference list."),
        (None, Mapping::Ambiguous { candidates }) => {
            format!("“{surface}” fits {} entries of the reference list.", candidates.len())
        }
        (None, _) => format!("“{surface}” fits no entry of the reference list."),
    };
    let number = number.map(|number| ("reference", f64::from(number)));
    TrailStep::new(Step::Map, summary, &number.into_iter().collect::<Vec<_>>())
}
