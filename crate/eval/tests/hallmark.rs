//! HALLMARK's bars on a subset in the noisy closed world (tests/fixtures/hallmark).
#![allow(clippy::panic)] // A fixture that cannot be read fails the test.

use citelight::resolve::integrity::{CheckSettings, Day, ErrorType, Label};
use citelight_eval::hallmark::{GoldEntry, Metrics, World, ask_all, check_all, read_entries};

#[path = "support/counted.rs"]
mod counted;

/// Release of the benchmark's version.
const TODAY: Day = Day { year: 2026, month: 7, day: 22 };

fn fixture(name: &str) -> String {
    let path = format!("{}/../../tests/fixtures/hallmark/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn load() -> (Vec<GoldEntry>, World) {
    let entries = read_entries(&fixture("entries.jsonl")).unwrap_or_else(|error| panic!("{error}"));
    let world = World::from_json_lines(&fixture("world.jsonl")).unwrap_or_else(|error| panic!("{error}"));
    (entries, world)
}

#[test]
fn the_noisy_world_s_bars_hold() {
    let (entries, world) = load();
    let answers = ask_all(&entries, &world);
    let outcomes = check_all(&entries, &answers, &world, TODAY, &CheckSettings::default());
    let metrics = Metrics::of(&outcomes);
    assert!(metrics.entries > 100 && metrics.unindexed.0 < metrics.entries / 10, "{metrics:?}");
    assert!(metrics.dr >= 0.92, "{metrics:?}");
    assert!(metrics.fpr_indexed <= 0.02, "{metrics:?}");
    assert!(metrics.f1 >= 0.93 && metrics.tier_weighted_f1 >= 0.93, "{metrics:?}");
    assert!(metrics.auroc >= 0.95, "{metrics:?}");
    let near = metrics.types.get(&ErrorType::NearMissTitle).copied().unwrap_or_default();
    assert!(near.with_original >= 3, "the titles that near misses were made from are there: {near:?}");
    for (error_type, recall) in &metrics.types {
        assert!(recall.flagged_with_original * 4 >= recall.with_original * 3, "{error_type:?} {recall:?}");
    }
    for (name, accuracy) in &metrics.subtests {
        assert!(accuracy.right * 100 >= accuracy.applicable * 85, "{name} {accuracy:?}");
    }
}

#[test]
fn the_conservative_reading_accuses_no_absent_paper() {
    let (entries, world) = load();
    let settings = CheckSettings { absence_is_error: false, ..CheckSettings::default() };
    let outcomes = check_all(&entries, &ask_all(&entries, &world), &world, TODAY, &settings);
    let alarms = outcomes
        .iter()
        .filter(|outcome| outcome.gold.label == Label::Valid && outcome.report.label == Label::Hallucinated)
        .count();
    assert_eq!(alarms, 0);
}

#[test]
fn an_entry_costs_few_requests_and_what_is_not_asked_would_change_nothing() {
    let (entries, world) = load();
    let settings = CheckSettings::default();
    let everyone = check_all(&entries, &ask_all(&entries, &world), &world, TODAY, &settings);
    let asked = counted::inquire_all(&entries, &world, TODAY, &settings);
    let all: usize = asked.iter().map(|asked| asked.requests).sum();
    let identifiers: usize = asked.iter().map(|asked| asked.identifiers).sum();
    assert_eq!(asked.len(), entries.len());
    let each = |requests: usize| requests as f64 / entries.len() as f64;
    println!(
        "{:.2} requests an entry, {:.2} beside those for identifiers",
        each(all),
        each(all - identifiers)
    );
    // Identifiers of many entries travel in one request, here each counts.
    assert!(all <= 4 * entries.len() && all - identifiers <= 3 * entries.len(), "{:.2}", each(all));
    for (outcome, asked) in everyone.iter().zip(&asked) {
        let (all, early) = (&outcome.report, &asked.inquiry.report);
        assert_eq!((all.label, all.status), (early.label, early.status), "{early:?}\n{all:?}");
    }
}

#[test]
fn a_line_that_is_none_is_named() {
    let error = World::from_json_lines("{\"sources\": {}}\nno json").err().map(|error| error.line);
    assert_eq!(error, Some(2));
}
