//! What records decide: works that nobody knows, retractions, authors; and restraint where they say too little.

use citelight::audit::event::{Event, NoticeCode, Stage};
use citelight::audit::finding::Finding;
use citelight::audit::{AuditContext, Cancel, audit_document};
use citelight::document::Document;
use citelight::finding::{Category, Reason, Step, Subtype, Verdict};
use citelight::settings::Settings;
use citelight::sources::local::{Coverage, LocalStore};

use super::article::*;
use super::bare_context::bare_context;

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
