//! One run over one document: parse, resolve, read, judge, and tell on the way.
//!
//! Order of work: all references at the same time, those with an identifier before those with a title alone; what comes of
//! each is told as it comes, with all that its record decides. Then the abstracts that records lack. Then
//! one source after the other, by the first citation that needs it, so that a text is parsed once, held only while
//! its citations are judged, and the reader's first citation is answered first.

mod abstracts;
mod lineage;
mod passages;
mod references;
mod relevance;
mod standing;
mod texts;
mod versions;

use std::collections::BTreeMap;

use self::texts::{Held, ReadText};
use super::event::{DocumentView, Event, Notice, NoticeCode, Stage, Summary};
use super::finding::Finding;
use super::hint::Hint;
use super::literature::Deliberated;
use super::retraction::retraction_reason;
use super::scope::Scope;
use super::state::AuditState;
use super::updates::update_reason;
use super::view::{surface, view_of};
use super::{Cancel, ClaimSearch, Clock, beside, disambiguation, document_repair, notices, rules};
use crate::remote::Remote;
use citelight_document::citation::{Citation, Mapping, bounds};
use citelight_document::document::{Content, Document, ParseError};
use citelight_inference::LocalFuture;
use citelight_records::access::FullTextProvider;
use citelight_records::resolve::Resolution;
use citelight_records::sources::doi_register::DoiRegister;
use citelight_records::sources::{Record, Source};
use citelight_types::finding::{Reason, Step, TrailStep, Verdict, messages};
use citelight_types::settings::Settings;
use citelight_verify::claim::{Claim, claim_of};
use citelight_verify::committee::Literature;
use citelight_verify::llm::Complete;
use citelight_verify::verify::{Judgement, Models};

/// What an audit works with; given by the host application.
#[derive(Clone, Copy)]
pub struct AuditContext<'a> {
    /// Sources of records, in the order they are asked.
    pub sources: &'a [&'a dyn Source],
    /// Who knows whether a DOI exists at all; none if nobody is to be asked.
    pub register: Option<&'a dyn DoiRegister>,
    /// Where texts are found, in the order they are asked.
    pub texts: &'a [&'a dyn FullTextProvider],
    /// Who cites works that cannot be read; none if nobody is to be asked.
    pub literature: Option<Literature<'a>>,
    /// Who is sent the claims that the text at hand leaves open; none unless the reader chose it, for a document that everybody
    /// can read.
    pub claim_search: Option<ClaimSearch<'a>>,
    /// The models that are loaded.
    pub models: Models<'a>,
    /// Decides what the models leave open: the endpoint that the user configured.
    pub endpoint: Option<Remote<'a>>,
    /// Turn-taking.
    pub clock: &'a dyn Clock,
    /// Texts whose claims are judged side by side: more than one only where models run on several workers.
    pub judged_at_once: usize,
}

/// Models that were loaded while references were looked up.
#[derive(Clone, Copy)]
pub struct LoadedModels<'a> {
    /// The models.
    pub models: Models<'a>,
    /// Workers that run them: so many texts are judged side by side.
    pub workers: usize,
}

impl<'a> AuditContext<'a> {
    /// The model that is asked about citations and places of the document that stay in doubt; a Citelight server is not.
    fn asked_in_doubt(&self) -> Option<&'a dyn Complete> {
        self.endpoint.and_then(Remote::model)
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

/// Audits one document; `origin` (URL or file name) is named in messages. Events are told as things happen; the report holds the same once more, in reading order.
/// The same input, sources, texts, models and settings give the same report.
///
/// # Errors
/// [`AuditError`] if the document cannot be parsed. Everything later degrades the result and says so.
pub async fn audit(
    content: &Content,
    origin: &str,
    context: &AuditContext<'_>,
    settings: &Settings,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event),
) -> Result<Report, AuditError> {
    on_event(Event::Progress { stage: Stage::Map, done: 0, total: 1 });
    let document = content.parse(origin, false)?;
    Ok(audit_document(&document, context, settings, cancel, on_event).await)
}

/// Audits a document that is parsed already, as [`audit`] does.
pub async fn audit_document(
    document: &Document,
    context: &AuditContext<'_>,
    settings: &Settings,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event),
) -> Report {
    audit_document_within(Scope::Whole, document, context, settings, cancel, on_event).await
}

/// Audits a part of a document that is parsed already: nothing else of it is looked up, read or judged. Where the whole is
/// needed to find the source that a claim belongs to, it stays open.
pub async fn audit_document_within(
    scope: Scope<'_>,
    document: &Document,
    context: &AuditContext<'_>,
    settings: &Settings,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event),
) -> Report {
    run(AuditState::within(scope, document), document, context, None, settings, cancel, on_event).await
}

/// [`audit_document_within`] with models that may still be on their way: the document is mapped and its references are looked up
/// meanwhile. Those of the context are not used.
pub async fn audit_document_while_models_load<'a>(
    scope: Scope<'_>,
    document: &'a Document,
    context: &AuditContext<'a>,
    models: LocalFuture<'a, LoadedModels<'a>>,
    settings: &'a Settings,
    cancel: &'a Cancel,
    on_event: &'a mut dyn FnMut(Event),
) -> Report {
    let state = AuditState::within(scope, document);
    run(state, document, context, Some(models), settings, cancel, on_event).await
}

async fn run<'a>(
    state: AuditState,
    document: &'a Document,
    context: &AuditContext<'a>,
    models: Option<LocalFuture<'a, LoadedModels<'a>>>,
    settings: &'a Settings,
    cancel: &'a Cancel,
    on_event: &'a mut dyn FnMut(Event),
) -> Report {
    // What one finding is asked about is the document that the reader saw.
    let whole = settings.repair_boundaries && !state.cited_only;
    let settled = match context.asked_in_doubt().filter(|_| whole) {
        Some(model) => cancel.unless(document_repair::settled(document, model, settings)).await,
        None => None,
    };
    let document = settled.as_ref().unwrap_or(document);
    let view = view_of(document);
    on_event(Event::Mapped { document: view.clone() });
    let claims: Vec<Claim> = document.citations.iter().map(|citation| claim_of(document, citation)).collect();
    let (filled, read, held, hints) = Default::default();
    let done = state.done();
    let mut run = Run {
        document,
        claims: &claims,
        context: *context,
        settings,
        cancel,
        on_event,
        state,
        done,
        filled,
        read,
        held,
        hints,
    };
    run.tell_what_is_missing();
    if models.is_none() {
        run.tell_missing_models();
    }
    run.resolve_references().await;
    run.choose_among_candidates().await;
    run.judge_by_records();
    run.fetch_abstracts().await;
    if let Some(models) = models
        && let Some(loaded) = cancel.unless(models).await
    {
        run.take_models(loaded);
    }
    run.judge_relevance().await;
    run.judge_by_texts().await;
    run.judge_what_was_not_found().await;
    run.compare_versions().await;
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
    context: AuditContext<'a>,
    settings: &'a Settings,
    cancel: &'a Cancel,
    on_event: &'a mut dyn FnMut(Event),
    state: AuditState,
    /// Pairs that have a finding.
    done: u32,
    /// Records with what indexes add to them, by reference.
    filled: BTreeMap<usize, Record>,
    /// Every text that was read, by its place in the order of work.
    read: BTreeMap<usize, ReadText>,
    /// Judgements that wait until all texts were read.
    held: Vec<Held>,
    /// What title and abstract say against the fit of a pair's work.
    hints: BTreeMap<usize, Hint>,
}

impl<'a> Run<'a> {
    /// Models that were on their way are there.
    fn take_models(&mut self, LoadedModels { models, workers }: LoadedModels<'a>) {
        self.context = AuditContext { models, judged_at_once: workers, ..self.context };
        self.tell_missing_models();
    }
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
        if self.context.sources.is_empty() {
            self.notify(notices::no_records());
        }
    }

    fn tell_missing_models(&mut self) {
        if self.context.models.infer.is_none() {
            self.notify(notices::no_models());
        }
    }

    /// Citations that fit several entries: the endpoint may choose among them.
    async fn choose_among_candidates(&mut self) {
        if let Some(model) = self.context.asked_in_doubt() {
            let pairs = &mut self.state.pairs;
            disambiguation::choose_for_all(pairs, self.document, model, self.settings, self.cancel).await;
        }
    }

    /// Everything that mapping and records decide without a text, and is not decided yet.
    fn judge_by_records(&mut self) {
        for index in 0..self.state.pairs.len() {
            let pair = &self.state.pairs[index];
            let (Some(citation), None) = (self.document.citations.get(pair.citation), &pair.finding) else {
                continue;
            };
            let judgement =
                match pair.reference.filter(|reference| *reference < self.document.references.len()) {
                    Some(_) => self.by_record(index),
                    None => Some(rules::not_mapped(self.document, citation)),
                };
            if let Some(judgement) = judgement {
                self.found(index, judgement.into(), &[]);
            }
        }
    }

    /// What the record of a pair's reference decides; none where its text must be read.
    fn by_record(&self, index: usize) -> Option<Judgement> {
        let pair = self.state.pairs.get(index)?;
        let citation = self.document.citations.get(pair.citation)?;
        let reference = self.document.references.get(pair.reference?)?;
        let resolved = self.state.references.get(pair.reference?)?.as_ref()?;
        // Without anybody to ask nothing is checked, and nothing must look as if it were.
        if self.context.sources.is_empty() {
            return Some(rules::unchecked(Reason::NotLookedUp));
        }
        let claim = &self.claims[pair.citation];
        rules::by_resolution(self.document, citation, reference, claim, &resolved.resolution)
    }

    /// Turns a judgement into the finding of a pair and tells it.
    fn found(&mut self, index: usize, judged: Deliberated, access: &[TrailStep]) {
        let Some(finding) = self.finding_of(index, judged, access) else { return };
        (self.on_event)(Event::Found { finding: finding.clone() });
        // A later finding for the same pair replaces an earlier one.
        if self.state.pairs[index].finding.replace(finding).is_none() {
            self.done += 1;
        }
    }

    /// Tells what is known of a pair whose text is still to be read.
    fn tell_for_now(&mut self, index: usize, judged: Deliberated) {
        if let Some(finding) = self.finding_of(index, judged, &[]) {
            (self.on_event)(Event::Found { finding });
        }
    }

    fn finding_of(&self, index: usize, judged: Deliberated, access: &[TrailStep]) -> Option<Finding> {
        let Deliberated { judgement, bundle } = judged;
        let pair = &self.state.pairs[index];
        let citation = self.document.citations.get(pair.citation)?;
        let reference = pair.reference.and_then(|reference| self.document.references.get(reference));
        let resolved = pair.reference.and_then(|reference| self.state.references.get(reference)?.as_ref());
        let claim = &self.claims[pair.citation];
        let judgement = match &pair.choice {
            Some(_) if reference.is_some() => rules::of_chosen_entry(judgement, citation),
            _ => judgement,
        };
        let misreadable = self
            .document
            .transcribed_citation(citation)
            .or_else(|| self.document.transcribed_reference(reference?));
        let judgement = match misreadable {
            Some(page) => rules::of_misreadable(judgement, page),
            None => judgement,
        };
        let mut reasons = judgement.reasons;
        if let Some(Resolution::Resolved { differences, .. }) = resolved.map(|state| &state.resolution)
            && !differences.is_empty()
        {
            reasons.push(Reason::MetadataDiffers { differences: differences.clone() });
        }
        // That a work was retracted later, or at an unknown time, is told and accuses nobody.
        if let Some(record) = resolved.and_then(|state| state.resolution.record())
            && !reasons.iter().any(|reason| matches!(reason, Reason::Retracted { .. }))
            && let Some(told) = retraction_reason(self.document, claim, record)
        {
            reasons.push(told);
        }
        // So is what appeared about a work that stands.
        if let (Some(reference), Some(record)) =
            (reference, resolved.and_then(|state| state.resolution.record()))
        {
            reasons.extend(update_reason(reference, claim, record));
        }
        // What the page shows by itself adds nothing where something is objected to, and must not look like a check where nobody was asked.
        if judgement.verdict != Verdict::Miscited
            && misreadable.is_none()
            && !reasons.contains(&Reason::NotLookedUp)
            && let Some(reference) = reference.filter(|_| pair.choice.is_none())
            && let Some(differs) =
                beside::differs(self.document, citation, reference, self.record_about(pair.reference?))
        {
            reasons.push(differs);
        }
        let hint = self.hints.get(&index).filter(|_| is_open(judgement.verdict));
        reasons.extend(hint.map(|hint| hint.reason.clone()));
        let mapped = reference.filter(|_| pair.choice.is_none());
        let mut trail = vec![map_step(self.document, citation, mapped.map(|reference| reference.number))];
        trail.extend(pair.choice.clone());
        trail.extend(resolved.map(|state| state.step.clone()));
        trail.extend(hint.map(|hint| hint.step.clone()));
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
            message: messages::message(&reasons),
            reasons,
            evidence: judgement.evidence,
            needs: Vec::new(),
            bearing: Vec::new(),
            trail,
            committee: bundle,
        };
        Some(finding.with_needs())
    }

    /// [`Run::found`] once texts are read.
    fn judged(&mut self, index: usize, judged: Deliberated, access: &[TrailStep]) {
        self.found(index, judged, access);
        self.progress(Stage::Verify, self.done, self.state.pairs.len());
    }

    fn finish(mut self) -> (AuditState, Summary) {
        self.keep_hints();
        let (done, total) = (self.done, self.state.pairs.len() as u32);
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

impl Report {
    /// Whether the audit could not do what it was asked: the document is damaged, or nothing to check with was there.
    pub fn could_not_check(&self) -> bool {
        let hindering = |code| {
            matches!(
                code,
                NoticeCode::Damaged | NoticeCode::NoCitations | NoticeCode::NoModels | NoticeCode::NoRecords
            )
        };
        self.notices.iter().any(|notice| hindering(notice.code))
    }
}

/// Whether nothing was decided: a hint has something to add.
fn is_open(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Undecidable | Verdict::Unchecked)
}

fn map_step(document: &Document, citation: &Citation, number: Option<u32>) -> TrailStep {
    let surface = surface(document, citation);
    let summary = match (number, &citation.status) {
        (Some(number), Mapping::Linked) => {
            format!("“{surface}” links to entry {number} of the reference list.")
        }
        (Some(number), _) => format!("“{surface}” matches entry {number} of the reference list."),
        (None, Mapping::Ambiguous { candidates }) if candidates.len() == 1 => {
            format!("“{surface}” fits an entry of the reference list, but its own link leads elsewhere.")
        }
        (None, Mapping::Ambiguous { candidates }) => {
            let count = candidates.len();
            if bounds::fits_more(citation) {
                format!("“{surface}” fits {count} or more entries of the reference list.")
            } else {
                format!("“{surface}” fits {count} entries of the reference list.")
            }
        }
        (None, _) => format!("“{surface}” fits no entry of the reference list."),
    };
    let number = number.map(|number| ("reference", f64::from(number)));
    TrailStep::new(Step::Map, summary, &number.into_iter().collect::<Vec<_>>())
}
