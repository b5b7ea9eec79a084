//! A claim that its source has from another work, through a whole audit: the reader is led to the first source, unless the article cites it.

// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used)]

use citelight::LocalFuture;
use citelight::access::{FullTextProvider, RetrievedText, TextError};
use citelight::audit::{AuditContext, Cancel, audit_document};
use citelight::document::{Content, Input, parse};
use citelight::finding::{Extent, Reason};
use citelight::http::virtual_time::VirtualClock;
use citelight::settings::Settings;
use citelight::sources::Record;
use citelight::sources::local::{Coverage, LocalStore};
use citelight::verify::Models;
use citelight::verify::models::{Infer, ModelError, Pair, Probabilities};

#[path = "support/bare_context.rs"]
mod bare_context;
#[path = "support/no_pause.rs"]
mod no_pause;

use bare_context::bare_context;

const RECORDS: &str = r#"{"id": "review", "title": "Sleep and memory in adults across a century", "authors": [{"family": "Walker", "given": "M"}], "year": 2016, "venue": "Journal of Sleep Research"}
{"id": "first", "title": "Losing sleep and losing words in young adults", "authors": [{"family": "Okafor", "given": "N"}], "year": 1999, "venue": "Chronobiology"}
"#;

const SOURCE: &str = "<html><head><title>Sleep and memory in adults across a century</title>\
    <meta name=\"citation_title\" content=\"Sleep and memory in adults across a century\"></head><body><article>\
    <h1>Sleep and memory in adults across a century</h1><h2>Background</h2>\
    <p>Memory has been studied for a hundred years. Sleep deprivation impairs memory consolidation in young adults <a href=\"#r1\">[1]</a>.</p>\
    <h2>References</h2><ol><li id=\"r1\">Okafor, N. Losing sleep and losing words in young adults. Chronobiology, 1999.</li>\
    <li id=\"r2\">Lee, K. Coffee at night. Sleep Medicine, 2001.</li></ol></article></body></html>";

/// Finds nothing in anything: what is compared is compared by words.
struct Undecided;

impl Infer for Undecided {
    fn name(&self) -> std::borrow::Cow<'_, str> {
        "undecided@0".into()
    }

    fn infer<'a>(&'a self, pairs: &'a [Pair<'a>]) -> LocalFuture<'a, Result<Vec<Probabilities>, ModelError>> {
        let neutral = Probabilities { entailment: 0.1, neutral: 0.8, contradiction: 0.1 };
        Box::pin(std::future::ready(Ok(vec![neutral; pairs.len()])))
    }
}

struct Review;

impl FullTextProvider for Review {
    fn text<'a>(
        &'a self,
        record: &'a Record,
        _: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        let text = (record.id == "review").then(|| RetrievedText {
            content: Content::alone(SOURCE.to_owned()),
            origin: "review.html".to_owned(),
            extent: Some(Extent::FullText),
        });
        Box::pin(std::future::ready(Ok(text)))
    }
}

/// What the finding of the first citation names as first sources.
fn first_sources(sentence: &str) -> Vec<String> {
    let article = format!(
        "# Rest\n\n{sentence}\n\n## References\n\n\
         [1] Walker, M. Sleep and memory in adults across a century. Journal of Sleep Research, 2016.\n\n\
         [2] Okafor, N. Losing sleep and losing words in young adults. Chronobiology, 1999.\n\n"
    );
    let document = parse(Input::new(&article, "rest.md")).unwrap();
    let records =
        LocalStore::from_json_lines("records", RECORDS).unwrap().with_coverage(Coverage::Everything);
    let context = AuditContext {
        sources: &[&records],
        texts: &[&Review],
        models: Models { infer: Some(&Undecided), ..Models::default() },
        ..bare_context()
    };
    let (settings, cancel, mut quiet) = (Settings::default(), Cancel::default(), |_| {});
    let audit = audit_document(&document, &context, &settings, &cancel, &mut quiet);
    let report = VirtualClock::starting_at(0).run(audit).unwrap();
    let finding =
        report.findings.iter().find(|finding| finding.reference == document.references[0].id).unwrap();
    let first = finding.reasons.iter().find_map(|reason| match reason {
        Reason::SecondHand { first, .. } => Some(first.iter().map(|first| first.entry.clone()).collect()),
        _ => None,
    });
    first.unwrap_or_default()
}

/// Both versions of a preprint, by arXiv's names for them.
struct TwoVersions;

impl FullTextProvider for TwoVersions {
    fn text<'a>(
        &'a self,
        record: &'a Record,
        _: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        let number = match record.identifiers.arxiv.as_deref() {
            Some("2101.00001v1") => "43.7",
            Some("2101.00001" | "2101.00001v3") => "34.7",
            _ => return Box::pin(std::future::ready(Ok(None))),
        };
        let page = format!(
            "<html><head><title>Weirs of oak in cold rivers</title><meta name=\"citation_title\" content=\"Weirs of \
             oak in cold rivers\"></head><body><article><h1>Weirs of oak in cold rivers</h1><h2>Results</h2><p>All rivers \
             of the north were measured. In spring the weirs of oak lost {number} % of their water to the ground. Nothing \
             else was found.</p><p>{}</p></article></body></html>",
            "The banks were walked by two observers on every day of the week. ".repeat(30)
        );
        let (content, extent) = (Content::alone(page), Some(Extent::FullText));
        let text = RetrievedText { content, origin: "arxiv.org".to_owned(), extent };
        Box::pin(std::future::ready(Ok(Some(text))))
    }
}

/// The reasons of a sentence that cites a version of the preprint.
fn reasons_citing(version: &str) -> Vec<Reason> {
    let article = format!(
        "# Rivers\n\nIn spring the weirs of oak lost 43.7 % of their water [1].\n\n## References\n\n\
         [1] Lee, K. Weirs of oak in cold rivers. arXiv:2101.00001{version}, 2021.\n\n\
         [2] Okafor, N. Losing sleep and losing words in young adults. Chronobiology, 1999.\n\n"
    );
    let document = parse(Input::new(&article, "rivers.md")).unwrap();
    let record = r#"{"id": "oak", "title": "Weirs of oak in cold rivers", "authors": [{"family": "Lee", "given": "K"}], "year": 2021, "arxiv": "2101.00001", "version": 3}"#;
    let records = LocalStore::from_json_lines("records", record).unwrap();
    let context = AuditContext {
        sources: &[&records],
        texts: &[&TwoVersions],
        models: Models { infer: Some(&Undecided), ..Models::default() },
        ..bare_context()
    };
    let (settings, cancel, mut quiet) = (Settings::default(), Cancel::default(), |_| {});
    let audit = audit_document(&document, &context, &settings, &cancel, &mut quiet);
    let report = VirtualClock::starting_at(0).run(audit).unwrap();
    report.findings.iter().find(|one| one.reference == document.references[0].id).unwrap().reasons.clone()
}

#[test]
fn a_number_that_changed_since_the_cited_version_is_noted() {
    let reasons = reasons_citing("v1");
    let changed = reasons.iter().find_map(|reason| match reason {
        Reason::ChangedSince { claim, latest, version } => {
            Some((claim.as_str(), latest.as_str(), version.as_str()))
        }
        _ => None,
    });
    let (claim, latest, version) = changed.unwrap();
    assert!(claim.starts_with("43.7") && latest.starts_with("34.7"), "{reasons:?}");
    assert_eq!(version, "arXiv:2101.00001v3");
    assert!(reasons.iter().any(|reason| matches!(reason, Reason::Updated { .. })), "{reasons:?}");
}

#[test]
fn an_entry_that_names_no_older_version_is_not_compared() {
    for version in ["", "v3"] {
        let told = |reason: &Reason| matches!(reason, Reason::ChangedSince { .. } | Reason::Updated { .. });
        assert!(!reasons_citing(version).iter().any(told), "{version}");
    }
}

#[test]
fn the_reader_is_led_to_the_work_that_the_source_cites_for_it() {
    let found = first_sources("Sleep deprivation impairs memory consolidation in young adults [1].");
    assert_eq!(found, ["Okafor, N. Losing sleep and losing words in young adults. Chronobiology, 1999."]);
}

#[test]
fn an_article_that_cites_the_first_source_beside_it_is_not_told() {
    assert!(
        first_sources("Sleep deprivation impairs memory consolidation in young adults [1, 2].").is_empty()
    );
}
