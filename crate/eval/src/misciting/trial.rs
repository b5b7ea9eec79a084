//! The funnel on trial: manuscripts that hold the cases are audited as any article is, and each finding is compared with
//! what is gold.
use std::collections::BTreeMap;

use citelight::LocalFuture;
use citelight::access::{FullTextProvider, RetrievedText, TextError};
use citelight::audit::event::Event;
use citelight::audit::finding::Finding;
use citelight::audit::{AuditContext, Cancel, audit_document};
use citelight::committee::{CitedBy, Literature, PercentileTables};
use citelight::document::{Content, Document};
use citelight::finding::{Category, Evidence, Extent, Step, Subtype, TrailStep, Verdict};
use citelight::llm::Usage;
use citelight::remote::Remote;
use citelight::settings::Settings;
use citelight::sources::local::LocalStore;
use citelight::sources::{Record, Source};
use citelight::text::normalise::fold;
use citelight_cli::article::Article;
use citelight_cli::failure::Failure;
use citelight_cli::host::SystemClock;
use citelight_cli::models::LoadedModels;
use citelight_cli::network::ModelEndpoint;
use serde::Serialize;
use serde_json::json;

use super::case::Case;
use super::clause::{content_words, share};
use super::frame::MARKER;
use super::manuscript::{Trial, heading, manuscript};
use super::pool::PoolSource;
use super::runs::Reseeded;
use super::sizes::Sizes;
use super::witnesses::{Citing, Drawn};
use crate::economy::{Scale, Spent};
use crate::misciting::prompt::miscitation::Depth;

/// How much of the sources is readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Regime {
    FullText,
    AbstractOnly,
    /// Nothing of the sources can be read, papers that cite them can.
    Paywall,
}

impl Regime {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::FullText => "full text",
            Self::AbstractOnly => "abstract only",
            Self::Paywall => "paywall",
        }
    }

    /// Whether a case can be tried in it. Records alone decide what is retracted and who wrote it, what another work lacks
    /// nobody who cites it says, and what only several of its places show is not to be had from citing sentences.
    pub(super) fn holds(self, case: &Case) -> bool {
        self != Self::Paywall
            || case.difficulty == Depth::Surface && !case.subtype.is_some_and(is_not_of_the_text)
    }
}

/// Share of the shorter text's words from which two quotations are of one place.
const SAME_PLACE: f64 = 0.7;
/// Pieces of evidence that a reader looks at.
const LOOKED_AT: usize = 3;

/// What came of one sentence.
#[derive(Clone, Debug, Serialize)]
pub(super) struct CaseOutcome {
    pub(super) id: String,
    /// What the case is counted under.
    #[serde(rename = "corruption")]
    pub(super) kind: &'static str,
    pub(super) corrupted: bool,
    /// None if the sentence or its citation was not found in the manuscript.
    pub(super) verdict: Option<Verdict>,
    pub(super) gold: Category,
    pub(super) subtype: Option<Subtype>,
    pub(super) category: Option<Category>,
    /// Where the gold sentence stands among the evidence, from 1; none if it is not there.
    pub(super) gold_rank: Option<usize>,
    /// The source that could be read has a gold sentence.
    pub(super) has_gold: bool,
    /// Whether a grader finds it flagged for the reason that is gold; none if nobody was asked.
    pub(super) graded: Option<bool>,
    /// What an endpoint had to read, or would have had to; none if nothing was read.
    #[serde(skip)]
    pub(super) spent: Option<Spent>,
    /// What requests about it took, where an endpoint was asked.
    pub(super) asked: Usage,
    /// Windows that NLI compared with the claim.
    pub(super) windows: f64,
    pub(super) sentence: String,
    pub(super) change: String,
    pub(super) claim: String,
    pub(super) message: String,
    pub(super) gold_text: String,
    pub(super) evidence: Vec<String>,
    /// What the signals and the decision said, for finding out why.
    pub(super) steps: Vec<String>,
}

impl CaseOutcome {
    /// Nothing came of it yet.
    pub(super) fn of(case: &Case, corrupted: bool) -> Self {
        Self {
            id: case.id.clone(),
            kind: case.kind(),
            corrupted,
            verdict: None,
            gold: case.category,
            subtype: case.subtype,
            category: None,
            gold_rank: None,
            has_gold: false,
            graded: None,
            spent: None,
            asked: Usage::default(),
            windows: 0.0,
            sentence: Trial { case, corrupted }.sentence().to_owned(),
            change: case.change.clone(),
            claim: String::new(),
            message: String::new(),
            gold_text: case.gold.text.clone(),
            evidence: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// The miscitation is flagged, by what makes it one.
    pub(super) fn is_detected(&self) -> bool {
        let (is_labelled, is_shown) = (self.category == Some(self.gold), self.gold_rank.is_some());
        let right = match self.subtype {
            // What the cited work lacks cannot be quoted from it.
            Some(Subtype::Irrelevant) => true,
            Some(subtype) if is_of_the_record(subtype) => is_labelled,
            Some(_) => is_shown,
            // Nobody told whether the record or the words decide.
            None => is_labelled || is_shown,
        };
        self.is_flagged() && right
    }

    /// Flagged for what it is: as a grader finds, else by the category and the words that are gold.
    pub(super) fn is_right(&self) -> bool {
        let by_rule = self.is_detected() && self.category == Some(self.gold);
        self.is_flagged() && self.graded.unwrap_or(by_rule)
    }

    pub(super) fn is_flagged(&self) -> bool {
        let is_hint = self.verdict == Some(Verdict::Undecidable) && self.category.is_some();
        self.verdict == Some(Verdict::Miscited) || is_hint
    }
}

/// Whether a verdict or a hint objects.
fn objects(finding: &Finding) -> bool {
    finding.verdict == Verdict::Miscited || finding.hints_at_a_difference()
}

/// Whether the work's record decides, not its words.
fn is_of_the_record(subtype: Subtype) -> bool {
    matches!(subtype, Subtype::Retracted | Subtype::AuthorMisattribution | Subtype::GhostCitation)
}

/// Whether no sentence of the cited work shows it.
fn is_not_of_the_text(subtype: Subtype) -> bool {
    subtype == Subtype::Irrelevant || is_of_the_record(subtype)
}

/// What a run needs besides the cases.
pub(super) struct Bench<'a> {
    pub(super) pool: &'a [PoolSource],
    pub(super) models: &'a LoadedModels,
    pub(super) endpoint: Option<&'a ModelEndpoint>,
    pub(super) settings: &'a Settings,
    /// How those who cite a withheld source are made up.
    pub(super) drawn: Drawn,
    /// Tokens of the sources; none where lengths are counted in words.
    pub(super) sizes: Option<&'a Sizes>,
    /// Which of several runs this is: samples of an endpoint differ by it.
    pub(super) run: u32,
}

/// What an audit can read, and whom it can ask.
#[derive(Clone, Copy)]
struct Readable<'a> {
    texts: &'a [&'a dyn FullTextProvider],
    literature: Option<Literature<'a>>,
}

impl Bench<'_> {
    /// Tries all sentences in one regime. `tell` hears how many are done.
    pub(super) fn try_all(
        &self,
        cases: &[Case],
        regime: Regime,
        tell: &mut dyn FnMut(usize),
    ) -> Result<Vec<CaseOutcome>, Failure> {
        if regime == Regime::Paywall {
            return self.try_paywalled(cases, tell);
        }
        let trials = cases.iter().flat_map(|case| [true, false].map(|corrupted| Trial { case, corrupted }));
        // A work is retracted or not for a whole audit.
        let (retracted, sound): (Vec<Trial<'_>>, Vec<Trial<'_>>) =
            trials.partition(|trial| trial.corrupted && trial.case.retracted);
        let texts = PoolTexts(self.pool);
        let full_texts: &[&dyn FullTextProvider] = if regime == Regime::FullText { &[&texts] } else { &[] };
        let readable = Readable { texts: full_texts, literature: None };
        let mut outcomes = self.audit(&sound, false, regime, readable, tell)?;
        let done = outcomes.len();
        outcomes.extend(self.audit(&retracted, true, regime, readable, &mut |more| tell(done + more))?);
        Ok(outcomes)
    }

    /// Each case before papers of its own.
    fn try_paywalled(
        &self,
        cases: &[Case],
        tell: &mut dyn FnMut(usize),
    ) -> Result<Vec<CaseOutcome>, Failure> {
        let tables = PercentileTables::shipped()
            .map_err(|error| Failure::Network { reason: format!("the percentile tables: {error}") })?;
        let mut outcomes = Vec::new();
        for case in cases.iter().filter(|case| Regime::Paywall.holds(case)) {
            let Some(source) = self.pool.iter().find(|source| source.id == case.source) else { continue };
            let citing = Citing::draw(case, source, self.drawn);
            let indexes: [&dyn CitedBy; 1] = [&citing];
            let literature = Literature { indexes: &indexes, tables: &tables };
            let trials = [true, false].map(|corrupted| Trial { case, corrupted });
            let readable = Readable { texts: &[&citing], literature: Some(literature) };
            let done = outcomes.len();
            outcomes.extend(
                self.audit(&trials, false, Regime::Paywall, readable, &mut |more| tell(done + more))?,
            );
        }
        Ok(outcomes)
    }

    fn audit(
        &self,
        trials: &[Trial<'_>],
        retracted: bool,
        regime: Regime,
        readable: Readable<'_>,
        tell: &mut dyn FnMut(usize),
    ) -> Result<Vec<CaseOutcome>, Failure> {
        if trials.is_empty() {
            return Ok(Vec::new());
        }
        let document = Content::alone(manuscript(trials, self.pool)).parse("manuscript.html", false)?;
        let records = self.records(retracted, regime);
        let store = LocalStore::from_json_lines("the pool", &records)?;
        let sources: [&dyn Source; 1] = [&store];
        let clock = SystemClock::start();
        let reseeded = self.endpoint.map(|endpoint| Reseeded::of(endpoint.model(), self.run));
        let context = AuditContext {
            sources: &sources,
            register: None,
            texts: readable.texts,
            literature: readable.literature,
            claim_search: None,
            models: self.models.as_models(),
            endpoint: reseeded.as_ref().map(|model| Remote::Model(model)),
            clock: &clock,
            judged_at_once: 1,
        };
        let mut found = 0;
        let mut on_event = |event: Event| {
            if matches!(event, Event::Found { .. }) {
                found += 1;
                tell(found);
            }
        };
        let never = Cancel::default();
        let audit = audit_document(&document, &context, self.settings, &never, &mut on_event);
        let report = match self.endpoint {
            Some(endpoint) => endpoint.run(audit),
            None => pollster::block_on(audit),
        };
        let findings = by_section(&document, report.findings);
        let outcomes = trials.iter().enumerate().map(|(index, trial)| {
            let outcome = self.outcome(*trial, findings.get(&heading(index)), regime)?;
            let asked = reseeded.as_ref().map(|model| model.spent_on(&outcome.claim)).unwrap_or_default();
            Ok(CaseOutcome { asked, ..outcome })
        });
        outcomes.collect()
    }

    /// The pool as records: in the regime of abstracts these are all that can be read.
    fn records(&self, retracted: bool, regime: Regime) -> String {
        let mut lines = String::new();
        for source in self.pool {
            let authors: Vec<_> = source
                .listed_authors()
                .iter()
                .map(|person| json!({"family": person.family, "given": person.given}))
                .collect();
            let mut record =
                json!({"id": source.id, "title": source.title, "authors": authors, "year": source.year});
            if regime == Regime::AbstractOnly && !source.abstract_text.trim().is_empty() {
                record["abstract"] = json!(source.abstract_text);
            }
            if retracted {
                record["retracted"] = json!({"year": 2024, "notice": "10.1000/notice"});
            }
            lines.push_str(&record.to_string());
            lines.push('\n');
        }
        lines
    }

    fn outcome(
        &self,
        trial: Trial<'_>,
        finding: Option<&Finding>,
        regime: Regime,
    ) -> Result<CaseOutcome, Failure> {
        let Trial { case, corrupted } = trial;
        let evidence = finding.map(|finding| finding.evidence.as_slice()).unwrap_or_default();
        let gold: Vec<&str> =
            std::iter::once(&case.gold.text).chain(&case.gold.also).map(String::as_str).collect();
        let readable = |text: &str| {
            let source = self.pool.iter().find(|source| source.id == case.source);
            regime != Regime::AbstractOnly || source.is_some_and(|source| source.abstract_text.contains(text))
        };
        // Those who cite it say it in their own words.
        let said = (regime == Regime::Paywall).then(|| case.correct.replace(MARKER, ""));
        let quoted = |piece: &Evidence| {
            gold.iter().copied().chain(said.as_deref()).any(|text| same_place(text, &piece.text))
        };
        let rank = evidence.iter().take(LOOKED_AT).position(quoted).map(|place| place + 1);
        let step = |wanted: Step| {
            finding.into_iter().flat_map(|finding| &finding.trail).filter(move |step| step.step == wanted)
        };
        let count = |text: &str| match self.sizes {
            Some(sizes) => sizes.count(text),
            None => (Scale::WORDS.count)(text),
        };
        let per_word = self.sizes.map_or(1.0, |sizes| sizes.per_word(trial.cited()));
        let scale = Scale { count: &count, per_word };
        let spent = finding.map(|finding| Spent::of(finding, self.settings, scale)).transpose()?;
        Ok(CaseOutcome {
            verdict: finding.map(|finding| finding.verdict),
            category: finding.and_then(|finding| finding.category).map(|label| label.category),
            gold_rank: rank,
            has_gold: gold.iter().any(|text| readable(text))
                && !(corrupted && case.subtype.is_some_and(is_not_of_the_text)),
            spent: spent.flatten(),
            windows: step(Step::Windows).filter_map(|step| step.values.get("windows")).sum(),
            claim: finding.map(|finding| finding.claim.clone()).unwrap_or_default(),
            message: finding.map(|finding| finding.message.clone()).unwrap_or_default(),
            evidence: evidence.iter().take(LOOKED_AT).map(|piece| piece.text.clone()).collect(),
            steps: [Step::Infer, Step::Expand, Step::Signals, Step::Decide]
                .into_iter()
                .flat_map(step)
                .map(told)
                .collect(),
            ..CaseOutcome::of(case, corrupted)
        })
    }
}

/// A step of the trail, with the conditions that were not met.
fn told(step: &TrailStep) -> String {
    let failed: Vec<String> =
        step.checks.iter().filter(|check| !check.holds()).map(|check| format!("not {check}")).collect();
    format!("{:?}: {} {:?} {}", step.step, step.summary, step.values, failed.join("; ")).trim_end().to_owned()
}

/// Findings by the section that their citation stands in. If several citations were seen in one, that with a reference
/// comes first, and an accusation before anything else.
fn by_section(document: &Document, findings: Vec<Finding>) -> BTreeMap<String, Finding> {
    let mut sections: BTreeMap<String, Finding> = BTreeMap::new();
    for finding in findings {
        let citation = document.citations.iter().find(|citation| citation.id == finding.citation);
        let block = citation.and_then(|citation| document.blocks.get(citation.block));
        let Some(section) = block.and_then(|block| block.section.last()) else { continue };
        let weight = |finding: &Finding| (objects(finding), !finding.reference.is_empty());
        match sections.get(section) {
            Some(known) if weight(known) >= weight(&finding) => {}
            _ => {
                sections.insert(section.clone(), finding);
            }
        }
    }
    sections
}

/// Whether a piece of evidence shows the gold sentence.
pub(super) fn same_place(gold: &str, evidence: &str) -> bool {
    let (one, other) = (fold(gold), fold(evidence));
    let (gold, evidence) = (content_words(gold), content_words(evidence));
    let telling = evidence.len().min(gold.len()) >= 4;
    one.contains(&other) && telling
        || other.contains(&one)
        || telling
            && share(&gold, &evidence).max(share(&evidence, &gold)) >= SAME_PLACE
            && share(&gold, &evidence) >= 0.5
}

/// The files of the pool as texts.
struct PoolTexts<'a>(&'a [PoolSource]);

impl FullTextProvider for PoolTexts<'_> {
    fn text<'a>(
        &'a self,
        record: &'a Record,
        _: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        let source = self.0.iter().find(|source| source.id == record.id);
        let text = source.map(|source| {
            let content = Article::read(&source.path).map(Article::into_content);
            content
                .map(|content| RetrievedText {
                    content,
                    origin: source.id.clone(),
                    extent: Some(Extent::FullText),
                })
                .map_err(|error| TextError {
                    work: record.title.clone(),
                    origin: source.id.clone(),
                    reason: error.to_string(),
                })
        });
        Box::pin(std::future::ready(text.transpose()))
    }
}
