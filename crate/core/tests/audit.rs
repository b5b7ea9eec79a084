//! The engine on a hand-made document: order of events, verdicts by records, restraint, cancelling, determinism.

// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used)]

use std::cell::{Cell, RefCell};
use std::time::Duration;

use citelight::LocalFuture;
use citelight::access::{FullTextProvider, PassageSearch, RetrievedText, TextError};
use citelight::audit::event::{Event, NoticeCode, Stage};
use citelight::audit::finding::Finding;
use citelight::audit::state::AuditState;
use citelight::audit::{AuditContext, Cancel, ClaimSearch, Report, Scope, audit_document};
use citelight::citation::{Citation, CitationStyle, Mapping, Reference};
use citelight::document::segmented::SegmentedText;
use citelight::document::{Anomaly, AnomalyKind, Content, Document, Severity};
use citelight::export::CheckExport;
use citelight::finding::{Category, Extent, Reason, Step, Subtype, Verdict};
use citelight::http::{Clock as _, virtual_time::VirtualClock};
use citelight::markup::{Block, BlockKind};
use citelight::settings::Settings;
use citelight::sources::doi_register::DoiRegister;
use citelight::sources::local::{Coverage, LocalStore};
use citelight::sources::{EditorialNotice, NoticeKind, Query, Record, Source, SourceError};
use citelight::text::person::Person;
use citelight::verify::Models;
use citelight::verify::models::{Infer, ModelError, Pair, Probabilities};

#[path = "support/bare_context.rs"]
mod bare_context;
#[path = "support/no_pause.rs"]
mod no_pause;

use bare_context::bare_context;

const RECORDS: &str = r#"{"id": "sleep", "title": "Effects of sleep deprivation on memory consolidation", "authors": [{"family": "Walker", "given": "M"}], "year": 2006, "venue": "Journal of Sleep Research"}
{"id": "gone", "title": "A randomised trial of caffeine in elderly drivers", "authors": [{"family": "Lee", "given": "K"}], "year": 2012, "venue": "Sleep Medicine", "retracted": {"year": 2014, "notice": "10.1000/notice"}}
{"id": "shut", "title": "Circadian rhythms of shift workers in hospitals", "authors": [{"family": "Okafor", "given": "N"}], "year": 2015, "venue": "Chronobiology"}
"#;

/// Sentences of the one paragraph with the numbers they cite (none: a number that the list lacks).
const SENTENCES: [(&str, &[usize]); 6] = [
    ("Sleep deprivation impairs memory consolidation in young adults [1].", &[1]),
    ("Caffeine improves the reaction time of elderly drivers [2].", &[2]),
    ("Butterflies correct quantum errors while they migrate south [3].", &[3]),
    ("Shift workers in hospitals sleep less than office workers [4].", &[4]),
    ("Johnson et al. [1] trained owls for many months in the dark.", &[1]),
    ("Nothing in the list fits this number at all [9].", &[]),
];

fn reference(number: u32, title: &str, family: &str, year: i32) -> Reference {
    Reference {
        id: format!("r{number}"),
        number,
        raw: format!("{family}, X. {title}. Journal of Sleep Research, {year}."),
        authors: vec![Person::new(family, "X.")],
        year: Some(year),
        title: Some(title.to_owned()),
        venue: Some("Journal of Sleep Research".to_owned()),
        ..Reference::default()
    }
}

fn document() -> Document {
    let mut text = String::new();
    let mut sentences = Vec::new();
    let mut citations = Vec::new();
    for (index, (sentence, numbers)) in SENTENCES.iter().enumerate() {
        let start = text.len();
        text.push_str(sentence);
        sentences.push(start..text.len());
        let open = start + sentence.find('[').unwrap();
        citations.push(Citation {
            id: format!("c{index}"),
            block: 0,
            range: open..open + 3,
            sentence: index,
            references: numbers.iter().map(|number| number - 1).collect(),
            status: if numbers.is_empty() { Mapping::Unmatched } else { Mapping::Matched },
            narrative: false,
        });
        text.push(' ');
    }
    Document {
        year: Some(2020),
        style: CitationStyle::Numeric,
        blocks: vec![Block {
            kind: BlockKind::Paragraph,
            text,
            section: vec!["Introduction".to_owned()],
            sentences,
            origins: Vec::new(),
        }],
        references: vec![
            reference(1, "Effects of sleep deprivation on memory consolidation", "Walker", 2006),
            reference(2, "A randomised trial of caffeine in elderly drivers", "Lee", 2012),
            reference(3, "Quantum error correction in butterfly migration routes", "Nobody", 2019),
            reference(4, "Circadian rhythms of shift workers in hospitals", "Okafor", 2015),
        ],
        citations,
        ..Document::default()
    }
}

/// Entails whatever it is asked.
struct Yes;

impl Infer for Yes {
    fn name(&self) -> std::borrow::Cow<'_, str> {
        "yes@0".into()
    }

    fn infer<'a>(&'a self, pairs: &'a [Pair<'a>]) -> LocalFuture<'a, Result<Vec<Probabilities>, ModelError>> {
        let yes = Probabilities { entailment: 0.98, neutral: 0.01, contradiction: 0.01 };
        Box::pin(std::future::ready(Ok(vec![yes; pairs.len()])))
    }
}

/// The text of one record.
struct OneText {
    title: &'static str,
}

impl FullTextProvider for OneText {
    fn text<'a>(
        &'a self,
        record: &'a Record,
        _: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        let text = (record.id == "sleep").then(|| RetrievedText {
            content: Content::alone(format!(
                "<html><head><title>{0}</title><meta name=\"citation_title\" content=\"{0}\"></head><body><article>\
                 <h1>{0}</h1><h2>Results</h2><p>Sleep deprivation impaired memory consolidation in young adults. \
                 The effect was large in every group that was tested.</p></article></body></html>",
                self.title
            )),
            origin: "sleep.html".to_owned(),
            extent: Some(Extent::FullText),
        });
        Box::pin(std::future::ready(Ok(text)))
    }
}

struct Broken;

impl Source for Broken {
    fn name(&self) -> &str {
        "broken"
    }

    fn look_up<'a>(&'a self, _: Query<'a>) -> LocalFuture<'a, Result<Vec<Record>, SourceError>> {
        let error = SourceError::Unavailable {
            source_name: "broken".to_owned(),
            what: "a reference".to_owned(),
            reason: "connection reset".to_owned(),
        };
        Box::pin(std::future::ready(Err(error)))
    }
}

fn stores() -> [LocalStore; 2] {
    ["one", "two"]
        .map(|name| LocalStore::from_json_lines(name, RECORDS).unwrap().with_coverage(Coverage::Everything))
}

/// What comes of something that waits for nobody.
fn ended<T>(future: impl Future<Output = T>) -> T {
    VirtualClock::starting_at(0).run(future).unwrap()
}

fn audit_quietly(document: &Document, context: &AuditContext<'_>) -> Report {
    ended(audit_document(document, context, &Settings::default(), &Cancel::default(), &mut |_| {}))
}

/// Audits with two complete stores; returns the report and the events.
fn run(document: &Document, infer: Option<&dyn Infer>, cancel: &Cancel) -> (Report, Vec<Event>) {
    let [one, two] = stores();
    let texts = OneText { title: "Effects of sleep deprivation on memory consolidation" };
    let context = AuditContext {
        sources: &[&one, &two],
        texts: &[&texts],
        models: Models { infer, ..Models::default() },
        ..bare_context()
    };
    let mut events = Vec::new();
    let (settings, mut keep) = (Settings::default(), |event| events.push(event));
    let report = ended(audit_document(document, &context, &settings, cancel, &mut keep));
    (report, events)
}

#[test]
fn records_alone_decide_ghosts_retractions_and_authors() {
    let (report, _) = run(&document(), None, &Cancel::default());
    let finding = |citation: &str| report.findings.iter().find(|found| found.citation == citation).unwrap();

    let ghost = finding("c2");
    assert_eq!(ghost.verdict, Verdict::Miscited);
    assert_eq!(ghost.category.unwrap().subtype, Some(Subtype::GhostCitation));
    assert_eq!(ghost.message, "Not found in one and two.");
    assert!(ghost.evidence[0].text.contains("Quantum error correction"));

    let retracted = finding("c1");
    assert_eq!(retracted.category.unwrap().category, Category::CitationValidity);
    assert!(retracted.message.starts_with("The work was retracted in 2014"));
    assert!(!retracted.evidence.is_empty());

    let author = finding("c4");
    assert_eq!(author.category.unwrap().subtype, Some(Subtype::AuthorMisattribution));
    assert!(author.category.unwrap().suggested);
    assert_eq!(author.message, "The sentence names Johnson et al.; the record's authors are Walker.");

    let no_text = finding("c3");
    assert_eq!(no_text.verdict, Verdict::Unchecked);
    assert!(matches!(no_text.reasons[0], Reason::NoText { .. }));

    let unmapped = finding("c5");
    assert_eq!((unmapped.verdict, unmapped.reference.as_str()), (Verdict::Unchecked, ""));
    assert!(matches!(unmapped.reasons[0], Reason::NotMapped { .. }));
    assert_eq!((report.summary.pairs, report.summary.unmapped), (5, 1));
    assert_eq!((report.summary.references_resolved, report.summary.references_ghost), (3, 1));
}

/// A paper and a duplicate of it that slipped in and was withdrawn, in this order and the other.
fn with_a_withdrawn_duplicate() -> [String; 2] {
    let record = |doi: &str, more: &str| {
        format!(
            r#"{{"id": "{doi}", "title": "A randomised trial of caffeine in elderly drivers", "authors": [{{"family": "Lee", "given": "K"}}], "year": 2012, "venue": "Sleep Medicine", "doi": "{doi}"{more}}}"#
        )
    };
    let stands = record("10.1016/j.sleep.2012.1", "");
    let withdrawn =
        record("10.1016/j.sleep.2012.2", r#", "retracted": {"year": 2014, "manner": "withdrawn"}"#);
    [format!("{stands}\n{withdrawn}"), format!("{withdrawn}\n{stands}")]
}

/// What is said of the sentence that cites the paper, by the records alone.
fn verdict_by(records: &str, doi: Option<&str>) -> (Verdict, String) {
    let store = LocalStore::from_json_lines("one", records).unwrap().with_coverage(Coverage::Everything);
    let context = AuditContext { sources: &[&store], ..bare_context() };
    let mut document = document();
    document.references[1].identifiers.doi = doi.map(str::to_owned);
    let report = audit_quietly(&document, &context);
    let finding = report.findings.iter().find(|found| found.citation == "c1").unwrap();
    (finding.verdict, finding.message.clone())
}

/// What is said of the sentence that cites a retracted work, in a paper of this date.
fn said_of_retraction(published: Option<&str>) -> Finding {
    let store = LocalStore::from_json_lines("one", RECORDS).unwrap().with_coverage(Coverage::Everything);
    let context = AuditContext { sources: &[&store], ..bare_context() };
    let published = published.and_then(|date| date.parse().ok());
    let document = Document { published, year: None, ..document() };
    let report = audit_quietly(&document, &context);
    assert_eq!(report.summary.retracted_since, u32::from(published.is_some_and(|date| date.year < 2014)));
    report.findings.into_iter().find(|found| found.citation == "c1").unwrap()
}

#[test]
fn only_a_retraction_that_came_first_speaks_against_a_citation() {
    let before = said_of_retraction(Some("2016-05"));
    assert_eq!(before.verdict, Verdict::Miscited, "{}", before.message);
    let since = said_of_retraction(Some("2013-05"));
    assert!(since.is_retracted_since() && since.verdict == Verdict::Unchecked, "{}", since.message);
    assert!(since.message.contains("2014") && since.message.contains("2013-05"), "{}", since.message);
    for unknown in [None, Some("2014-01-01"), Some("2014")] {
        let undated = said_of_retraction(unknown);
        assert_eq!((undated.verdict, undated.category), (Verdict::Unchecked, None), "{}", undated.message);
        assert!(undated.message.contains("is not known"), "{}", undated.message);
    }
}

#[test]
fn a_withdrawn_duplicate_makes_no_retraction_of_the_paper() {
    for records in with_a_withdrawn_duplicate() {
        for doi in [None, Some("10.1016/j.sleep.2012.1")] {
            let (verdict, message) = verdict_by(&records, doi);
            assert_eq!(verdict, Verdict::Unchecked, "{doi:?} {message}");
        }
        let (verdict, message) = verdict_by(&records, Some("10.1016/j.sleep.2012.2"));
        assert_eq!(verdict, Verdict::Miscited, "an entry that names the withdrawn one means it: {message}");
    }
    // The index may have the withdrawn one alone: then both DOIs are told.
    let [_, records] = with_a_withdrawn_duplicate();
    let alone = records.lines().next().unwrap();
    let (verdict, message) = verdict_by(alone, Some("10.1016/j.sleep.2012.1"));
    assert_eq!(verdict, Verdict::Unchecked, "{message}");
    assert!(
        message.contains("10.1016/j.sleep.2012.1") && message.contains("10.1016/j.sleep.2012.2"),
        "{message}"
    );
    assert_eq!(verdict_by(alone, None).0, Verdict::Miscited);
}

#[test]
fn every_accusation_has_words_to_read_and_every_trail_starts_with_the_mapping() {
    let (report, _) = run(&document(), Some(&Yes), &Cancel::default());
    for finding in &report.findings {
        assert!(!finding.reasons.is_empty() && !finding.message.is_empty());
        assert_eq!(finding.trail[0].step, Step::Map);
        if finding.verdict == Verdict::Miscited {
            assert!(finding.category.is_some() && !finding.evidence.is_empty());
            assert!(finding.evidence.iter().all(|found| !found.text.is_empty()));
        }
    }
}

#[test]
fn nothing_is_supported_without_a_model() {
    let (report, _) = run(&document(), None, &Cancel::default());
    assert_eq!(report.summary.supported, 0);
    assert!(report.notices.iter().any(|notice| notice.code == NoticeCode::NoModels));
    assert!(report.could_not_check());
}

#[test]
fn without_sources_nothing_is_a_ghost() {
    let context = bare_context();
    let document = document();
    let report = audit_quietly(&document, &context);
    assert_eq!(report.summary.miscited, 0);
    assert!(report.notices.iter().any(|notice| notice.code == NoticeCode::NoRecords));
}

#[test]
fn without_anybody_to_ask_nothing_looks_checked_and_the_next_step_is_to_look_up() {
    let (document, context) = (document(), bare_context());
    let mut events = Vec::new();
    let (settings, cancel, mut keep) = (Settings::default(), Cancel::default(), |event| events.push(event));
    let report = ended(audit_document(&document, &context, &settings, &cancel, &mut keep));
    for finding in report.findings.iter().filter(|finding| !finding.reference.is_empty()) {
        assert_eq!(
            (finding.verdict, finding.reasons.as_slice()),
            (Verdict::Unchecked, &[Reason::NotLookedUp][..])
        );
        assert!(finding.message.contains("Look up references"), "{}", finding.message);
    }
    let looked_up =
        |event: &Event| matches!(event, Event::Progress { stage: Stage::Resolve | Stage::Abstracts, .. });
    assert!(!events.iter().any(looked_up), "no look-up is counted");
    assert_eq!(report.summary.references_open, 4);
}

/// A store that takes a minute to find one title, and no time for the others.
struct SlowFor {
    clock: VirtualClock,
    title: &'static str,
    store: LocalStore,
}

impl Source for SlowFor {
    fn name(&self) -> &str {
        self.store.name()
    }

    fn look_up<'a>(&'a self, query: Query<'a>) -> LocalFuture<'a, Result<Vec<Record>, SourceError>> {
        Box::pin(async move {
            if query.title.is_some_and(|title| title.contains(self.title)) {
                self.clock.sleep(Duration::from_secs(60)).await;
            }
            self.store.look_up(query).await
        })
    }
}

#[test]
fn a_problem_is_told_while_another_reference_is_still_looked_up() {
    let [one, two] = stores();
    let slow = SlowFor { clock: VirtualClock::starting_at(0), title: "Circadian", store: one };
    let context = AuditContext { sources: &[&slow, &two], ..bare_context() };
    let (document, settings, cancel) = (document(), Settings::default(), Cancel::default());
    let mut events = Vec::new();
    let mut keep = |event| events.push((slow.clock.now(), event));
    let report = slow.clock.run(audit_document(&document, &context, &settings, &cancel, &mut keep)).unwrap();
    let problems: Vec<u64> = events
        .iter()
        .filter(
            |(_, event)| matches!(event, Event::Found { finding } if finding.verdict == Verdict::Miscited),
        )
        .map(|(time, _)| *time)
        .collect();
    assert_eq!(problems, [0, 0, 0], "retraction, ghost and author, none of them a minute later");
    let resolved: Vec<u64> = events
        .iter()
        .filter(|(_, event)| matches!(event, Event::Resolved { .. }))
        .map(|(time, _)| *time)
        .collect();
    assert_eq!(resolved, [0, 0, 0, 60_000]);
    let order: Vec<&str> = report.findings.iter().map(|finding| finding.citation.as_str()).collect();
    assert_eq!(order, ["c0", "c1", "c2", "c3", "c4", "c5"], "the report keeps the order of the text");
}

/// A register that knows, a minute later, that everything was retracted.
struct Notices(VirtualClock);

impl DoiRegister for Notices {
    fn is_registered<'a>(&'a self, _: &'a str) -> LocalFuture<'a, Result<bool, SourceError>> {
        Box::pin(std::future::ready(Ok(true)))
    }

    fn notices<'a>(&'a self, doi: &'a str) -> LocalFuture<'a, Result<Vec<EditorialNotice>, SourceError>> {
        Box::pin(async move {
            self.0.sleep(Duration::from_secs(60)).await;
            let mut notice = EditorialNotice::by_title(NoticeKind::Retraction);
            notice.date = "2011-01-01".parse().ok();
            Ok(if doi.ends_with("/a") { vec![notice] } else { Vec::new() })
        })
    }
}

#[test]
fn a_record_is_told_at_once_and_again_when_the_register_knows_of_a_notice() {
    let record = r#"{"id": "sleep", "title": "Effects of sleep deprivation on memory consolidation", "authors": [{"family": "Walker", "given": "M"}], "year": 2006, "doi": "10.1000/a"}"#;
    let store = LocalStore::from_json_lines("one", record).unwrap();
    let register = Notices(VirtualClock::starting_at(0));
    let context = AuditContext { sources: &[&store], register: Some(&register), ..bare_context() };
    let (settings, cancel) = (Settings::default(), Cancel::default());
    let document = Document { published: "2016-05".parse().ok(), ..document() };
    let mut told = Vec::new();
    let mut keep = |event| {
        if let Event::Resolved { reference, resolution, .. } = event {
            let is_retracted = resolution.record().is_some_and(|record| record.status.is_retracted());
            told.push((register.0.now(), reference, is_retracted));
        }
    };
    let audit = audit_document(&document, &context, &settings, &cancel, &mut keep);
    let report = register.0.run(audit).unwrap();
    let of_first: Vec<(u64, bool)> = told
        .iter()
        .filter(|(_, id, _)| *id == "r1")
        .map(|(time, _, retracted)| (*time, *retracted))
        .collect();
    assert_eq!(of_first, [(0, false), (60_000, true)]);
    let finding = report.findings.iter().find(|finding| finding.citation == "c0").unwrap();
    assert!(matches!(finding.reasons[0], Reason::Retracted { .. }), "{finding:?}");
}

#[test]
fn a_failing_source_is_told_once_and_makes_no_ghost() {
    let [one, two] = stores();
    let context = AuditContext { sources: &[&Broken, &one, &two], ..bare_context() };
    let document = document();
    let report = audit_quietly(&document, &context);
    let failed: Vec<_> =
        report.notices.iter().filter(|notice| notice.code == NoticeCode::SourceFailed).collect();
    assert_eq!(failed.len(), 1);
    assert!(
        failed[0].message.starts_with("No answer about some of 4 references: broken (4). The first time: ")
    );
    assert_eq!((report.summary.references_ghost, report.summary.references_resolved), (0, 3));
}

/// Holds one passage of each work, and writes down which claims it was sent.
#[derive(Default)]
struct Passages(RefCell<Vec<String>>);

impl PassageSearch for Passages {
    fn name(&self) -> &str {
        "the index"
    }

    fn passages<'a>(
        &'a self,
        claim: &'a str,
        record: &'a Record,
    ) -> LocalFuture<'a, Result<Option<SegmentedText>, TextError>> {
        self.0.borrow_mut().push(claim.to_owned());
        let page = format!(
            "<article><h1>{}</h1><h2>Results</h2><p>Shift workers in hospitals sleep less than office workers do. They \
             were asked every day.</p></article>",
            record.title
        );
        let document = Content::alone(page).parse("the index", false).unwrap();
        let text = SegmentedText::of(&document, "passages in the index", Extent::Passages);
        Box::pin(std::future::ready(Ok(Some(text))))
    }
}

#[test]
fn a_claim_whose_source_cannot_be_read_is_sent_to_a_search_for_passages_if_the_document_is_public() {
    let search = Passages::default();
    let [one, two] = stores();
    let texts = OneText { title: "Effects of sleep deprivation on memory consolidation" };
    let document = document();
    let found = |claim_search| {
        let context = AuditContext {
            sources: &[&one, &two],
            texts: &[&texts],
            models: Models { infer: Some(&Yes), ..Models::default() },
            claim_search,
            ..bare_context()
        };
        let report = audit_quietly(&document, &context);
        report.findings.into_iter().find(|found| found.citation == "c3").unwrap()
    };
    for address in ["page.html", "https://openreview.net/forum?id=x"] {
        let unsent = found(ClaimSearch::of_published(&search, address));
        assert!(matches!(unsent.reasons[0], Reason::NoText { .. }), "{unsent:?}");
    }
    assert!(search.0.borrow().is_empty());

    let sent = found(ClaimSearch::of_published(&search, "https://journal.example.org/a"));
    assert_eq!(*search.0.borrow(), [sent.claim.as_str()], "nothing but the one claim that is open");
    assert_eq!(sent.verdict, Verdict::Supported, "{sent:?}");
    assert_eq!(sent.evidence[0].place.extent, Some(Extent::Passages));
    assert!(sent.reasons.contains(&Reason::PassagesOnly));
    assert!(
        sent.trail.iter().any(|step| step.summary.starts_with("Sent the claim to the index")),
        "{sent:?}"
    );
}

#[test]
fn events_come_in_order_and_findings_are_reported_in_reading_order() {
    let (report, events) = run(&document(), Some(&Yes), &Cancel::default());
    assert!(matches!(events[0], Event::Mapped { .. }));
    assert!(matches!(events.last(), Some(Event::Finished { .. })));
    let resolved = events.iter().filter(|event| matches!(event, Event::Resolved { .. })).count();
    for event in &events {
        if let Event::Resolved { resolution, bibtex, .. } = event {
            assert_eq!(resolution.record().is_some(), bibtex.is_some(), "an entry where there is a record");
        }
    }
    assert_eq!(resolved, 4);
    let last = events.iter().rev().find_map(|event| match event {
        Event::Progress { stage: Stage::Verify, done, total } => Some((*done, *total)),
        _ => None,
    });
    assert_eq!(last, Some((6, 6)));
    let order: Vec<&str> = report.findings.iter().map(|finding| finding.citation.as_str()).collect();
    assert_eq!(order, ["c0", "c1", "c2", "c3", "c4", "c5"]);
    assert!(report.summary.complete);
}

#[test]
fn a_cancelled_audit_says_so() {
    let cancel = Cancel::default();
    cancel.cancel();
    let (report, events) = run(&document(), Some(&Yes), &cancel);
    assert!(!report.summary.complete);
    assert!(report.notices.iter().any(|notice| notice.code == NoticeCode::Cancelled));
    assert!(matches!(events.last(), Some(Event::Finished { summary }) if !summary.complete));
}

#[test]
fn a_truncated_document_is_told_as_an_error() {
    let anomaly = Anomaly {
        kind: AnomalyKind::Truncated,
        severity: Severity::Error,
        place: "Introduction".to_owned(),
        hint: "The page ends in the middle of a sentence; load it fully and try again".to_owned(),
    };
    let damaged = Document { anomalies: vec![anomaly], ..document() };
    let (report, _) = run(&damaged, Some(&Yes), &Cancel::default());
    let told = report.notices.iter().find(|notice| notice.code == NoticeCode::Damaged).unwrap();
    assert_eq!(told.severity, Severity::Error);
    assert!(report.could_not_check());
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let bytes = || {
        let (report, events) = run(&document(), Some(&Yes), &Cancel::default());
        let export = CheckExport::new(report, vec!["yes@0".to_owned()]);
        (serde_json::to_string(&export).unwrap(), serde_json::to_string(&events).unwrap())
    };
    assert_eq!(bytes(), bytes());
}

/// Texts that take a second to come, counting how many are under way.
struct SlowTexts {
    clock: VirtualClock,
    under_way: Cell<usize>,
    most: Cell<usize>,
}

impl FullTextProvider for SlowTexts {
    fn is_remote(&self) -> bool {
        true
    }

    fn text<'a>(
        &'a self,
        record: &'a Record,
        place: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        Box::pin(async move {
            self.under_way.set(self.under_way.get() + 1);
            self.most.set(self.most.get().max(self.under_way.get()));
            self.clock.sleep(Duration::from_secs(1)).await;
            self.under_way.set(self.under_way.get() - 1);
            OneText { title: "Effects of sleep deprivation on memory consolidation" }
                .text(record, place)
                .await
        })
    }
}

#[test]
fn the_next_texts_are_on_their_way_while_one_is_read() {
    let (document, stores) = (document(), stores());
    let sources: Vec<&dyn Source> = stores.iter().map(|store| store as &dyn Source).collect();
    let texts =
        SlowTexts { clock: VirtualClock::starting_at(0), under_way: Cell::default(), most: Cell::default() };
    let context = AuditContext {
        sources: &sources,
        texts: &[&texts],
        models: Models { infer: Some(&Yes), ..Models::default() },
        ..bare_context()
    };
    let (settings, cancel) = (Settings::default(), Cancel::default());
    let mut ignore = |_: Event| {};
    let audit = audit_document(&document, &context, &settings, &cancel, &mut ignore);
    let report = texts.clock.run(audit).unwrap();
    assert!(texts.most.get() > 1, "one text after the other");
    assert_eq!(
        report.findings,
        run(&document, Some(&Yes), &cancel).0.findings,
        "the order of findings stays"
    );
}

#[test]
fn a_claim_is_judged_by_the_abstract_until_the_text_is_there() {
    let record = r#"{"id": "sleep", "title": "Effects of sleep deprivation on memory consolidation", "authors": [{"family": "Walker", "given": "M"}], "year": 2006, "abstract": "Sleep deprivation impaired memory consolidation in young adults. They were tested for a week."}"#;
    let store = LocalStore::from_json_lines("one", record).unwrap();
    let texts =
        SlowTexts { clock: VirtualClock::starting_at(0), under_way: Cell::default(), most: Cell::default() };
    let context = AuditContext {
        sources: &[&store],
        texts: &[&texts],
        models: Models { infer: Some(&Yes), ..Models::default() },
        ..bare_context()
    };
    let (document, settings, cancel) = (document(), Settings::default(), Cancel::default());
    let mut told = Vec::new();
    let mut keep = |event| {
        if let Event::Found { finding } = event
            && finding.citation == "c0"
        {
            told.push((texts.clock.now(), finding));
        }
    };
    let report = texts.clock.run(audit_document(&document, &context, &settings, &cancel, &mut keep)).unwrap();
    let extent = |finding: &Finding| finding.evidence[0].place.extent;
    let extents: Vec<_> = told.iter().map(|(time, finding)| (*time, extent(finding))).collect();
    assert_eq!(extents, [(0, Some(Extent::Abstract)), (1_000, Some(Extent::FullText))]);
    assert_eq!(report.findings[0], told[1].1, "the text has the last word");
    assert_eq!(report.summary.pairs, 5, "no pair is counted twice");
}

/// Thinks for a second, counting how many claims are thought about at once.
struct SlowThought {
    clock: VirtualClock,
    under_way: Cell<usize>,
    most: Cell<usize>,
}

impl Infer for SlowThought {
    fn name(&self) -> std::borrow::Cow<'_, str> {
        "yes, slowly".into()
    }

    fn infer<'a>(&'a self, pairs: &'a [Pair<'a>]) -> LocalFuture<'a, Result<Vec<Probabilities>, ModelError>> {
        Box::pin(async move {
            self.under_way.set(self.under_way.get() + 1);
            self.most.set(self.most.get().max(self.under_way.get()));
            self.clock.sleep(Duration::from_secs(1)).await;
            self.under_way.set(self.under_way.get() - 1);
            Yes.infer(pairs).await
        })
    }
}

/// Every record has the text that suits its title.
struct AllTexts;

impl FullTextProvider for AllTexts {
    fn text<'a>(
        &'a self,
        record: &'a Record,
        _: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        let title = &record.title;
        let content = Content::alone(format!(
            "<html><head><title>{title}</title></head><body><article><h1>{title}</h1><h2>Results</h2><p>Sleep deprivation \
             impaired memory consolidation in young adults. Shift workers slept badly.</p></article></body></html>"
        ));
        let text = RetrievedText { content, origin: record.id.clone(), extent: Some(Extent::FullText) };
        Box::pin(std::future::ready(Ok(Some(text))))
    }
}

#[test]
fn claims_about_several_texts_are_judged_side_by_side_with_the_same_outcome() {
    let (document, stores) = (document(), stores());
    let sources: Vec<&dyn Source> = stores.iter().map(|store| store as &dyn Source).collect();
    let report = |judged_at_once| {
        let thought = SlowThought {
            clock: VirtualClock::starting_at(0),
            under_way: Cell::default(),
            most: Cell::default(),
        };
        let context = AuditContext {
            sources: &sources,
            texts: &[&AllTexts],
            models: Models { infer: Some(&thought), ..Models::default() },
            judged_at_once,
            ..bare_context()
        };
        let (settings, cancel, mut ignore) = (Settings::default(), Cancel::default(), |_: Event| {});
        let audit = audit_document(&document, &context, &settings, &cancel, &mut ignore);
        let report = thought.clock.run(audit).unwrap();
        (report, thought.most.get())
    };
    let ((alone, one), (beside, most)) = (report(1), report(4));
    assert_eq!(one, 1);
    assert!(most > 1, "one claim after the other");
    assert_eq!(alone, beside);
}

#[test]
fn of_one_pair_nothing_else_is_looked_up_or_judged() {
    let document = document();
    let within = |citation, reference| AuditState::within(Scope::Pairs(&[(citation, reference)]), &document);
    let state = within("c4", "r1");
    assert_eq!(
        state.pairs.iter().map(|pair| (pair.citation, pair.reference)).collect::<Vec<_>>(),
        [(4, Some(0))]
    );
    assert_eq!(state.open_references(), [0]);
    for (citation, reference) in [("c0", "r2"), ("c9", "r1"), ("c5", "")] {
        let state = within(citation, reference);
        assert!(state.pairs.is_empty() && state.open_references().is_empty(), "{citation} {reference}");
    }
    let both = AuditState::within(Scope::Pairs(&[("c4", "r1"), ("c1", "r2"), ("c1", "r1")]), &document);
    assert_eq!(
        both.pairs.iter().map(|pair| (pair.citation, pair.reference)).collect::<Vec<_>>(),
        [(1, Some(1)), (4, Some(0))]
    );
    assert_eq!(AuditState::within(Scope::Whole, &document), AuditState::new(&document));
}

/// A library whose own text is of one work, and that knows of open copies of every work.
struct Withholding(OneText);

impl FullTextProvider for Withholding {
    fn withheld(&self, record: &Record) -> Vec<String> {
        vec![format!("{}.example.org", record.id), "copies.example.net".to_owned()]
    }

    fn text<'a>(
        &'a self,
        record: &'a Record,
        place: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        self.0.text(record, place)
    }
}

#[test]
fn copies_that_nobody_may_read_yet_are_told_of_works_without_a_whole_text() {
    let stores = stores();
    let sources: Vec<&dyn Source> = stores.iter().map(|store| store as &dyn Source).collect();
    let library = Withholding(OneText { title: "Effects of sleep deprivation on memory consolidation" });
    let texts: [&dyn FullTextProvider; 1] = [&library];
    let context = AuditContext { sources: &sources, texts: &texts, ..bare_context() };
    let mut told = Vec::new();
    let (settings, never) = (Settings::default(), Cancel::default());
    let document = document();
    let mut hear = |event| {
        if let Event::OpenCopies { references, hosts } = event {
            told.push((references, hosts));
        }
    };
    VirtualClock::starting_at(0)
        .run(audit_document(&document, &context, &settings, &never, &mut hear))
        .unwrap();
    let hosts = ["shut.example.org", "copies.example.net"].map(str::to_owned).to_vec();
    assert_eq!(
        told,
        [(vec!["r4".to_owned()], hosts)],
        "one was read whole, one is retracted, one does not exist"
    );
}
