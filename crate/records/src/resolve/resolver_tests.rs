//! Resolving references against sources that are made up.

use futures_util::FutureExt;

use super::{Resolution, ResolverOutcome, resolve};
use crate::sources::doi_register::DoiRegister;
use crate::sources::local::{Coverage, LocalStore};
use crate::sources::{Query, Record, Source, SourceError, WorkKind, WorkStatus};
use citelight_document::citation::Reference;
use citelight_inference::LocalFuture;
use citelight_types::identifiers::Identifiers;
use citelight_types::settings::Settings;
use citelight_types::text::person::Person;

const RECORDS: &str = r#"{"id": "A", "title": "Effects of sleep deprivation on memory consolidation", "authors": [{"family": "Walker", "given": "M"}, {"family": "Stickgold", "given": "R"}], "year": 2006, "venue": "Journal of Sleep Research", "doi": "10.1000/a"}
{"id": "B", "title": "A randomised trial of caffeine in elderly drivers", "authors": [{"family": "Lee", "given": "K"}], "year": 2012, "venue": "Sleep Medicine", "doi": "10.1000/b"}
"#;

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

fn store(name: &str) -> LocalStore {
    LocalStore::from_json_lines(name, RECORDS).unwrap().with_coverage(Coverage::Everything)
}

fn reference(title: &str, families: &[&str], year: i32, doi: Option<&str>) -> Reference {
    Reference {
        raw: format!("{}. {title}. Journal of Sleep Research, {year}.", families.join(", ")),
        title: Some(title.to_owned()),
        authors: families.iter().map(|family| Person::new(*family, "X.")).collect(),
        year: Some(year),
        venue: Some("Journal of Sleep Research".to_owned()),
        identifiers: Identifiers { doi: doi.map(str::to_owned), ..Identifiers::default() },
        ..Reference::default()
    }
}

fn resolved(reference: &Reference, sources: &[&dyn Source]) -> Resolution {
    resolve(reference, sources, None, &Settings::default()).now_or_never().unwrap().resolution
}

fn fabricated() -> Reference {
    reference("Quantum error correction in butterfly migration routes", &["Nobody"], 2020, None)
}

#[test]
fn title_and_authors_resolve() {
    let (one, two) = (store("one"), store("two"));
    let entry = reference(
        "Effects of sleep-deprivation on memory consolidation",
        &["Walker", "Stickgold"],
        2006,
        None,
    );
    match resolved(&entry, &[&one, &two]) {
        Resolution::Resolved { record, score, differences } => {
            assert_eq!((record.id.as_str(), record.source.as_str()), ("A", "one"));
            assert!(score > 0.95);
            assert_eq!(differences, Vec::new());
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_entry_without_parsed_title_resolves_by_the_title_that_stands_in_it() {
    let store = store("one");
    let raw = "M Walker, R Stickgold, Effects of sleep deprivation on memory consolidation, J Sleep Res 2006";
    let entry = Reference { raw: raw.to_owned(), year: Some(2006), ..Reference::default() };
    assert!(matches!(resolved(&entry, &[&store]), Resolution::Resolved { record, .. } if record.id == "A"));
}

#[test]
fn an_identifier_of_another_work_is_not_taken_silently() {
    let store = store("one");
    let wrong =
        reference("Quantum error correction in butterfly migration", &["Nobody"], 2020, Some("10.1000/b"));
    assert!(matches!(resolved(&wrong, &[&store]), Resolution::Ambiguous { .. }));
    let slip = reference(
        "Effects of sleep deprivation on memory consolidation",
        &["Walker", "Stickgold"],
        2006,
        Some("10.1000/b"),
    );
    match resolved(&slip, &[&store]) {
        Resolution::Resolved { record, differences, .. } => {
            assert_eq!(record.id, "A");
            assert_eq!(differences.len(), 1, "{differences:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_ghost_needs_two_healthy_complete_sources() {
    let (one, two) = (store("one"), store("two"));
    let partial = store("three").with_coverage(Coverage::Partial);
    match resolved(&fabricated(), &[&one, &two]) {
        Resolution::Ghost { asked, .. } => assert_eq!(asked, ["one", "two"]),
        other => panic!("{other:?}"),
    }
    for sources in
        [&[&one as &dyn Source] as &[&dyn Source], &[&one, &partial], &[&one, &two, &Broken], &[&Broken], &[]]
    {
        assert!(matches!(resolved(&fabricated(), sources), Resolution::Unknown { .. }));
    }
}

/// A register that says the same of every DOI; none: it fails.
struct Register(Option<bool>);

impl DoiRegister for Register {
    fn is_registered<'a>(&'a self, doi: &'a str) -> LocalFuture<'a, Result<bool, SourceError>> {
        let answer = self.0.ok_or_else(|| SourceError::Unavailable {
            source_name: "doi.org".to_owned(),
            what: format!("whether {doi} is registered"),
            reason: "connection reset".to_owned(),
        });
        Box::pin(std::future::ready(answer))
    }
}

#[test]
fn an_entry_with_a_doi_is_a_ghost_only_if_nobody_registered_the_doi() {
    let (one, two) = (store("one"), store("two"));
    let sources: [&dyn Source; 2] = [&one, &two];
    let title = "Quantum error correction in butterfly migration routes";
    let entry = reference(title, &["Zhang", "Li"], 2012, Some("10.3969/j.issn.1000-1"));
    let outcome_by = |register: Option<&dyn DoiRegister>| {
        resolve(&entry, &sources, register, &Settings::default()).now_or_never().unwrap()
    };
    for (register, words) in [
        (Some(&Register(Some(true)) as &dyn DoiRegister), "its DOI, 10.3969/j.issn.1000-1, is registered"),
        (Some(&Register(None)), "connection reset"),
        (None, "nobody could be asked whether its DOI"),
    ] {
        match outcome_by(register).resolution {
            Resolution::Unknown { reason, .. } => assert!(reason.contains(words), "{reason}"),
            other => panic!("{words}: {other:?}"),
        }
    }
    assert_eq!(outcome_by(Some(&Register(None))).failures.len(), 1);
    match outcome_by(Some(&Register(Some(false)))).resolution {
        Resolution::Ghost { asked, .. } => assert_eq!(asked, ["one", "two", "doi.org"]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_source_that_fails_is_told_and_does_not_stop_the_next() {
    let store = store("one");
    let entry = reference("A randomised trial of caffeine in elderly drivers", &["Lee"], 2012, None);
    let outcome = resolve(&entry, &[&Broken, &store], None, &Settings::default()).now_or_never().unwrap();
    assert!(matches!(outcome.resolution, Resolution::Resolved { .. }));
    assert_eq!(outcome.failures.len(), 1);
}

/// A source that answers everything with the same records.
struct Fixed(Vec<Record>);

impl Source for Fixed {
    fn name(&self) -> &str {
        "fixed"
    }

    fn look_up<'a>(&'a self, _: Query<'a>) -> LocalFuture<'a, Result<Vec<Record>, SourceError>> {
        Box::pin(std::future::ready(Ok(self.0.clone())))
    }
}

const SLEEP: &str = "Effects of sleep deprivation on memory consolidation";

fn of_sleep(doi: &str, status: WorkStatus) -> Record {
    Record {
        source: "fixed".to_owned(),
        title: SLEEP.to_owned(),
        authors: vec![Person::new("Walker", "M"), Person::new("Stickgold", "R")],
        year: Some(2006),
        venue: Some("Journal of Sleep Research".to_owned()),
        identifiers: Identifiers { doi: Some(doi.to_owned()), ..Identifiers::default() },
        status,
        ..Record::default()
    }
}

fn retraction() -> WorkStatus {
    WorkStatus::retracted(Some(2008), None)
}

/// The outcomes of a reference where the index has the records in this order and in the other.
fn both_orders(reference: &Reference, records: [Record; 2]) -> [ResolverOutcome; 2] {
    let [first, second] = records;
    [vec![first.clone(), second.clone()], vec![second, first]].map(|records| {
        resolve(reference, &[&Fixed(records)], None, &Settings::default()).now_or_never().unwrap()
    })
}

#[test]
fn a_withdrawn_duplicate_of_the_title_is_not_taken_for_the_paper_that_stands() {
    let records =
        || [of_sleep("10.1111/a", WorkStatus::Current), of_sleep("10.1111/withdrawn", retraction())];
    for doi in [None, Some("10.1111/a")] {
        let entry = reference(SLEEP, &["Walker", "Stickgold"], 2006, doi);
        for outcome in both_orders(&entry, records()) {
            let record = outcome.resolution.record().unwrap();
            assert_eq!(record.identifiers.doi.as_deref(), Some("10.1111/a"), "{doi:?}");
            assert!(outcome.step.summary.contains("https://doi.org/10.1111/withdrawn"), "both are told");
        }
    }
    // A date that differs by the time between online and print says nothing.
    let entry = reference(SLEEP, &["Walker", "Stickgold"], 2005, None);
    let [stands, withdrawn] = records();
    for outcome in both_orders(&entry, [stands, Record { year: Some(2005), ..withdrawn }]) {
        assert_eq!(outcome.resolution.record().unwrap().status, WorkStatus::Current);
    }
    let named = reference(SLEEP, &["Walker", "Stickgold"], 2006, Some("10.1111/withdrawn"));
    for outcome in both_orders(&named, records()) {
        assert_eq!(outcome.resolution.record().unwrap().status, retraction());
    }
    // The index may have the withdrawn one alone.
    let other = reference(SLEEP, &["Walker", "Stickgold"], 2006, Some("10.1111/a"));
    let [_, alone] = records();
    assert!(matches!(resolved(&other, &[&Fixed(vec![alone])]), Resolution::Ambiguous { .. }));
}

#[test]
fn a_retracted_article_is_told_beside_its_notice_a_source_that_does_not_know_and_its_preprint() {
    let article = || of_sleep("10.1111/a", retraction());
    let notice = Record {
        kind: WorkKind::Editorial,
        notice_for: vec![article().identifiers],
        ..of_sleep("10.1111/notice", WorkStatus::Current)
    };
    let nameless = Record { authors: Vec::new(), ..notice.clone() };
    let unaware = of_sleep("10.1111/A", WorkStatus::Current);
    let preprint = Record {
        kind: WorkKind::Preprint,
        venue: Some("bioRxiv".to_owned()),
        ..of_sleep("10.1101/1", WorkStatus::Current)
    };
    for beside in [notice, nameless, unaware, preprint] {
        for doi in [None, Some("10.1111/a")] {
            let entry = reference(SLEEP, &["Walker", "Stickgold"], 2006, doi);
            for outcome in both_orders(&entry, [article(), beside.clone()]) {
                let record = outcome.resolution.record();
                assert_eq!(record.map(|record| &record.status), Some(&retraction()), "{doi:?} {beside:?}");
            }
        }
    }
}
