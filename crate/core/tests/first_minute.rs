//! The first minute on real pages, in virtual time and within the limits that the sources document: when the first record
//! comes, when it is known of every reference whether it is sound, when the abstracts are there; and what it costs.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::path::Path;
use std::rc::Rc;

use citelight::access::{FullTextProvider, OpenTexts};
use citelight::audit::event::{Event, Stage};
use citelight::audit::{AuditContext, Cancel, Report, audit_document};
use citelight::document::{Content, Document};
use citelight::finding::{Reason, Verdict};
use citelight::http::virtual_time::VirtualClock;
use citelight::http::{Clock, MemoryStore};
use citelight::identifiers::Identifiers;
use citelight::resolve::Resolution;
use citelight::settings::Settings;
use citelight::sources::api::{ApiName, ApiSettings};
use citelight::sources::doi_register::DoiOrg;
use citelight::sources::{ApiSource, Client, Source};

#[path = "support/bare_context.rs"]
mod bare_context;
#[path = "support/no_pause.rs"]
mod no_pause;
#[path = "support/scholarly_web.rs"]
mod scholarly_web;

use bare_context::bare_context;
use scholarly_web::ScholarlyWeb;

/// The moment at which each run starts.
const START: u64 = 1_700_000_000_000;

/// What a run told, with seconds since its start.
struct Run {
    report: Report,
    events: Vec<(f64, Event)>,
    /// Seconds and addresses.
    requests: Vec<(f64, String)>,
    web: Rc<ScholarlyWeb>,
}

/// Audits a document as the extension does for a reader without mail address and keys.
fn run(document: &Document, titles_match: bool) -> Run {
    run_twice(document, titles_match).0
}

/// The same twice: what the first run asked is kept for the second.
fn run_twice(document: &Document, titles_match: bool) -> (Run, usize) {
    let clock = Rc::new(VirtualClock::starting_at(START));
    let web = Rc::new(ScholarlyWeb::of(&document.references, titles_match, clock.clone()));
    let settings = ApiSettings { out_of_reach: [ApiName::Web].into(), ..ApiSettings::default() };
    let store = Rc::new(MemoryStore::default());
    let client = Rc::new(Client::new(web.clone(), clock.clone(), store, Rc::new(settings), 7));
    let sources: Vec<ApiSource> =
        ApiName::ORDER.into_iter().filter_map(|name| ApiSource::named(name, client.clone())).collect();
    let texts = OpenTexts::new(client.clone(), &sources);
    let register = DoiOrg::new(client).with_notices();
    let sources: Vec<&dyn Source> = sources.iter().map(|source| source as &dyn Source).collect();
    let texts: [&dyn FullTextProvider; 1] = [&texts];
    let context =
        AuditContext { sources: &sources, register: Some(&register), texts: &texts, ..bare_context() };
    let seconds = |time: u64| (time - START) as f64 / 1_000.0;
    let mut events = Vec::new();
    let mut tell = |event| events.push((seconds(clock.now()), event));
    let (settings, cancel) = (Settings::default(), Cancel::default());
    let report = clock.run(audit_document(document, &context, &settings, &cancel, &mut tell)).unwrap();
    let requests: Vec<(f64, String)> =
        web.log.borrow().iter().map(|(time, url)| (seconds(*time), url.clone())).collect();
    let again = clock.run(audit_document(document, &context, &settings, &cancel, &mut |_| {})).unwrap();
    assert_eq!(report, again, "the same answers give the same report");
    let anew = web.log.borrow().len() - requests.len();
    (Run { report, events, requests, web }, anew)
}

impl Run {
    /// Seconds at which references were resolved, the first time each.
    fn resolved(&self, wanted: impl Fn(&str, &Resolution) -> bool) -> Vec<f64> {
        let mut seen = std::collections::BTreeSet::new();
        let told = self.events.iter().filter_map(|(time, event)| match event {
            Event::Resolved { reference, resolution, .. } if wanted(reference, resolution) => {
                seen.insert(reference.clone()).then_some(*time)
            }
            _ => None,
        });
        told.collect()
    }

    fn last_of(&self, stage: Stage) -> Option<f64> {
        let of = |event: &Event| matches!(event, Event::Progress { stage: told, .. } if *told == stage);
        self.events.iter().rev().find(|(_, event)| of(event)).map(|(time, _)| *time)
    }

    fn requests_between(&self, from: f64, to: f64) -> usize {
        self.requests.iter().filter(|(time, _)| (from..to).contains(time)).count()
    }
}

fn page(name: &str) -> Document {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/pages").join(name);
    Content::alone(std::fs::read_to_string(path).unwrap()).parse(name, false).unwrap()
}

/// Figures of a run that the bars are about.
struct Figures {
    first: f64,
    identified: f64,
    health: f64,
    abstracts: f64,
    for_abstracts: usize,
}

fn figures(name: &str, document: &Document, run: &Run) -> Figures {
    let last = |times: Vec<f64>| times.into_iter().fold(0.0, f64::max);
    let with_key: Vec<&str> = document
        .references
        .iter()
        .filter(|reference| reference.identifiers != Identifiers::default())
        .map(|reference| reference.id.as_str())
        .collect();
    let first = run.resolved(|_, resolution| resolution.record().is_some()).first().copied().unwrap();
    let identified = last(run.resolved(|id, _| with_key.contains(&id)));
    let health = last(run.resolved(|_, _| true));
    // Whatever waits for the register of notices is part of it.
    let health = run.last_of(Stage::Resolve).unwrap_or(health).max(health);
    let abstracts = run.last_of(Stage::Abstracts).unwrap_or(health);
    let to_abstracts = run.requests_between(0.0, abstracts);
    let for_abstracts = run
        .events
        .iter()
        .find(|(_, event)| matches!(event, Event::Progress { stage: Stage::Abstracts, done: 0, .. }))
        .map_or(0, |(begun, _)| run.requests_between(*begun, abstracts));
    let total = run.events.last().unwrap().0;
    println!(
        "{name}: {} references ({} with an identifier), {} pairs: first record {first:.1} s, those with an identifier \
         {identified:.1} s, all {health:.1} s, abstracts {abstracts:.1} s, texts {total:.1} s; {to_abstracts} requests, \
         {for_abstracts} of them for abstracts, {} with texts",
        document.references.len(),
        with_key.len(),
        run.report.summary.pairs,
        run.requests.len()
    );
    Figures { first, identified, health, abstracts, for_abstracts }
}

/// What is said of each reference, and that it is true of the made-up web.
fn assert_statements(document: &Document, run: &Run) {
    assert!(run.report.summary.complete);
    for (number, reference) in document.references.iter().enumerate() {
        let resolution = run.report.resolutions[number].as_ref().unwrap();
        let work = run.web.works.iter().find(|work| work.number == number);
        match (work, resolution) {
            (Some(work), Resolution::Resolved { record, .. }) if work.is_retracted => {
                assert!(record.status.is_retracted(), "{}", reference.raw);
            }
            (None, Resolution::Resolved { record, .. }) => {
                // A page may list a work twice.
                assert!(run.web.works.iter().any(|work| work.title == record.title), "{}", reference.raw);
            }
            (Some(_), Resolution::Ghost { .. }) => panic!("a work that is there: {}", reference.raw),
            _ => {}
        }
    }
    for finding in &run.report.findings {
        assert!(!finding.message.is_empty());
        let number = document.references.iter().position(|reference| reference.id == finding.reference);
        let work = number.and_then(|number| run.web.works.iter().find(|work| work.number == number));
        let no_text = finding.reasons.iter().any(|reason| matches!(reason, Reason::NoText { .. }));
        let is_readable = work.is_some_and(|work| work.has_abstract || work.has_text);
        assert!(!(no_text && is_readable), "{finding:?}");
    }
}

#[test]
fn a_real_page_is_known_within_seconds() {
    let pages = [
        "bmc-1471-2164-13-425.html",
        "latexml-1707.08043.html",
        "mdpi-brainsci15030264.html",
        "nature-s41598-020-61892-5.html",
        "peerj-4886.html",
        "plos-pbio.1001461.html",
        "pmc-PMC12419688.html",
    ];
    for name in pages {
        let document = page(name);
        let (run, anew) = run_twice(&document, true);
        let figures = figures(name, &document, &run);
        assert!(figures.first <= 3.0, "{name}: the first record after {} s", figures.first);
        assert!(figures.identified <= 15.0, "{name}: {} s", figures.identified);
        assert!(figures.health <= 75.0, "{name}: {} s", figures.health);
        assert!(figures.abstracts - figures.health <= 10.0, "{name}: {} s", figures.abstracts);
        assert!(figures.for_abstracts <= 12, "{name}: {} requests", figures.for_abstracts);
        assert_eq!(anew, 0, "{name}: a second visit asks nobody");
        assert_statements(&document, &run);
    }
}

/// Sixty references of a page without their identifiers.
fn sixty_titles() -> Document {
    let mut document = page("bmc-1471-2164-13-425.html");
    document.references.truncate(60);
    for reference in &mut document.references {
        reference.identifiers = Identifiers::default();
    }
    for citation in &mut document.citations {
        citation.references.retain(|reference| *reference < 60);
    }
    document
}

#[test]
fn sixty_titles_take_a_minute_at_worst_and_seconds_where_the_indexes_write_them_alike() {
    let document = sixty_titles();
    let alike = run(&document, true);
    let found = figures("60 titles", &document, &alike);
    assert!(found.health <= 75.0 && found.abstracts - found.health <= 10.0);
    assert!(found.first <= 3.0, "{}", found.first);
    assert_statements(&document, &alike);
    let known = alike.resolved(|_, resolution| resolution.record().is_some());
    assert!(known.len() >= 50 && known[49] <= 15.0, "fifty of sixty are known soon: {known:?}");

    let otherwise = run(&document, false);
    let found = figures("60 titles, each printed in its own way", &document, &otherwise);
    assert!(found.health <= 75.0 && found.abstracts - found.health <= 10.0);
    assert_statements(&document, &otherwise);
}

#[test]
fn problems_come_as_they_are_found() {
    let document = page("bmc-1471-2164-13-425.html");
    let run = run(&document, true);
    let at = |wanted: &dyn Fn(&Event) -> bool| {
        run.events.iter().find(|(_, event)| wanted(event)).map(|(time, _)| *time)
    };
    let retracted = at(
        &|event| matches!(event, Event::Resolved { resolution, .. } if resolution.record().is_some_and(|record| record.status.is_retracted())),
    );
    let finding =
        at(&|event| matches!(event, Event::Found { finding } if finding.verdict == Verdict::Miscited));
    let end = run.last_of(Stage::Resolve).unwrap();
    println!("retraction told after {retracted:?} s, the first problem after {finding:?} s, of {end} s");
    assert!(retracted.is_some_and(|time| time <= 5.0), "{retracted:?}");
    assert!(finding.is_some_and(|time| time <= end), "{finding:?}");
}
