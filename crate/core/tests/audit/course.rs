//! The course of an audit: order of events, problems before the end, cancelling, the same bytes each time.

use std::time::Duration;

use citelight::LocalFuture;
use citelight::audit::event::{Event, NoticeCode, Stage};
use citelight::audit::state::AuditState;
use citelight::audit::{AuditContext, Cancel, Scope, audit_document};
use citelight::document::{Anomaly, AnomalyKind, Document, Severity};
use citelight::export::CheckExport;
use citelight::finding::{Reason, Verdict};
use citelight::http::{Clock as _, virtual_time::VirtualClock};
use citelight::settings::Settings;
use citelight::sources::doi_register::{DoiRegister, RegisteredNotices};
use citelight::sources::local::LocalStore;
use citelight::sources::{EditorialNotice, NoticeKind, Query, Record, Source, SourceError};

use super::article::*;
use super::bare_context::bare_context;

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

    fn notices<'a>(&'a self, doi: &'a str) -> LocalFuture<'a, RegisteredNotices> {
        Box::pin(async move {
            self.0.sleep(Duration::from_secs(60)).await;
            let mut notice = EditorialNotice::by_title(NoticeKind::Retraction);
            notice.date = "2011-01-01".parse().ok();
            let notices = if doi.ends_with("/a") { vec![notice] } else { Vec::new() };
            RegisteredNotices { notices, failure: None }
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
