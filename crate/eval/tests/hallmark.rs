//! HALLMARK's bars on a subset in the noisy closed world (tests/fixtures/hallmark).
#![allow(clippy::panic)] // A fixture that cannot be read fails the test.

use citelight::resolve::integrity::{CheckSettings, Day, ErrorType, Label};
use citelight_eval::hallmark::{GoldEntry, Metrics, World, ask_all, check_all, inquire_all, read_entries};

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
    let near = metrics.types.get(&ErrorType::NearMissTitle.into()).copied().unwrap_or_default();
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
    let asked = inquire_all(&entries, &world, TODAY, &settings);
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

#[test]
fn a_policy_folds_what_it_lets_pass() {
    let (entries, world) = load();
    let outcomes = check_all(&entries, &ask_all(&entries, &world), &world, TODAY, &CheckSettings::default());
    let metrics = Metrics::of(&outcomes);
    let fold = |name: &str| {
        metrics.folds.iter().find(|fold| fold.policy == name).unwrap_or_else(|| panic!("{name}"))
    };
    let (all, chairs) = (fold("default"), fold("neurips-2026"));
    assert_eq!((all.confusion, all.mcc), (metrics.confusion, metrics.mcc), "by default nothing is folded");
    assert!(all.mcc >= 0.9, "{all:?}");
    assert!(chairs.kept.0 < chairs.kept.1 && chairs.dr >= 0.92, "{chairs:?}");
    let real = metrics.problems.get("no work stands behind it").copied().unwrap_or_default();
    assert!(real.flagged > 5 && real.misdescribed == 0, "{real:?}");
    let placeholder = metrics.types.get(&ErrorType::PlaceholderAuthors.into()).copied().unwrap_or_default();
    assert!(placeholder.typed * 2 >= placeholder.flagged, "{placeholder:?}");
}

/// Withdrawn preprints as servers and indexes tell of them, and articles of journals that register no DOIs. The works and
/// people are made up.
#[test]
fn withdrawn_is_said_and_an_article_without_a_doi_is_not_invented() {
    let entry = |key: &str, kind: &str, fields: &str, gold: &str| {
        format!(r#"{{"bibtex_key": "{key}", "bibtex_type": "{kind}", "fields": {{{fields}}}, {gold}}}"#)
    };
    let preprint = |key: &str, title: &str, doi: &str| {
        let fields = format!(
            r#""title": "{title}", "author": "I. Weil and T. Moor", "year": "2023", "journal": "biorxiv", "doi": "{doi}""#
        );
        let gold = r#""label": "HALLUCINATED", "hallucination_type": "plausible_fabrication", "source": "biorxiv_withdrawn""#;
        entry(key, "article", &fields, gold)
    };
    let record = |title: &str, doi: &str, more: &str| {
        format!(
            r#"{{"title": "{title}", "authors": ["Weil, Ida", "Moor, Tom"], "year": 2023, "venue": "bioRxiv", "type": "posted-content", "doi": "{doi}"{more}}}"#
        )
    };
    let (a, b, c) = ("10.1101/2023.01.01.1", "10.1101/2023.01.01.2", "10.1101/2023.01.01.3");
    let entries = [
        preprint("abstract", "Otters change the sediment of small rivers", a),
        preprint("title", "WITHDRAWN: Willows change the light of small rivers", b),
        preprint("status", "Mills change the flow of small rivers", c),
        r#"{"bibtex_key": "journal", "bibtex_type": "article", "bibtex": "@article{j, title = {On the rate of learning in small rivers.}, author = {Ida Weil 0004 and Tom Moor 0001}, journal = {J. Mach. Learn. Res.}, year = {2021}, volume = {22}}", "label": "VALID"}"#.to_owned(),
    ]
    .join("\n");
    let said = "The authors have withdrawn their manuscript owing to incomplete data. Therefore, the authors do not wish this work to be cited.";
    let world = [
        format!(r#"{{"id": "1", "registered_doi": "{a}", "sources": {{"crossref": {}, "openalex": {}}}}}"#,
            record("Otters change the sediment of small rivers", a, &format!(r#", "abstract": "{said}""#)),
            record("Otters change the sediment of small rivers", a, "")),
        format!(r#"{{"id": "2", "registered_doi": "{b}", "sources": {{"crossref": {}}}}}"#,
            record("WITHDRAWN: Willows change the light of small rivers", b, "")),
        format!(r#"{{"id": "3", "registered_doi": "{c}", "sources": {{"crossref": {}}}}}"#,
            record("Mills change the flow of small rivers", c, r#", "status": "withdrawn""#)),
        r#"{"id": "4", "sources": {"dblp": {"title": "On the rate of learning in small rivers", "authors": ["Weil, Ida", "Moor, Tom"], "year": 2021, "venue": "Journal of Machine Learning Research", "type": "journal-article"}}}"#.to_owned(),
    ]
    .join("\n");
    let entries = read_entries(&entries).unwrap_or_else(|error| panic!("{error}"));
    let world = World::from_json_lines(&world).unwrap_or_else(|error| panic!("{error}"));
    let outcomes = check_all(&entries, &ask_all(&entries, &world), &world, TODAY, &CheckSettings::default());
    let metrics = Metrics::of(&outcomes);
    let withdrawn = metrics.withdrawn;
    assert_eq!(
        (withdrawn.entries, withdrawn.said_withdrawn, withdrawn.not_found),
        (3, 3, 0),
        "{outcomes:#?}"
    );
    assert_eq!(metrics.confusion.alarms, 0, "{outcomes:#?}");
}
