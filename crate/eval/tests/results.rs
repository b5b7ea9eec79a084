//! `citelight-eval SUITE --results FILE`: every suite keeps its figures in the one form, the same every time.

// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::Command;

use citelight_eval::results::{Bar, Figure, Origin, RESULTS_SCHEMA, Results};

/// The project, from which commands run; its files are named from here.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a suite and reads what it kept. A suite whose figures lie below its bars may say so by its exit code.
fn kept(suite: &str, arguments: &[&str], folder: &Path) -> (Results, String) {
    let file = folder.join(format!("{suite}.json"));
    let output = Command::new(env!("CARGO_BIN_EXE_citelight-eval"))
        .current_dir(root())
        .env_remove("CITELIGHT_EVALUATION")
        .args(arguments)
        .arg("--results")
        .arg(&file)
        .output()
        .unwrap();
    let text = std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{suite}: {error}\n{}", String::from_utf8_lossy(&output.stderr)));
    (serde_json::from_str(&text).unwrap(), text)
}

/// Runs a suite twice and holds what is true of the results of any suite.
fn results_of(suite: &str, arguments: &[&str]) -> Results {
    let folder = tempfile::tempdir().unwrap();
    let (results, text) = kept(suite, arguments, folder.path());
    assert_eq!(results.check(), Ok(()));
    assert_eq!((results.schema.as_str(), results.suite.as_str()), (RESULTS_SCHEMA, suite));
    assert!(
        !results.title.is_empty() && results.about.len() > 60,
        "{suite} says what it is: {}",
        results.about
    );
    assert!(results.command.starts_with(&format!("citelight-eval {}", arguments[0])), "{}", results.command);
    for figure in &results.figures {
        assert!(
            !figure.section.is_empty() && !figure.row.is_empty() && !figure.column.is_empty(),
            "{figure:?}"
        );
        if let Some(interval) = figure.interval {
            assert!(interval.lower <= figure.value && figure.value <= interval.upper, "{figure:?}");
        }
    }
    let here = root().canonicalize().unwrap();
    for place in [here.to_str().unwrap(), folder.path().to_str().unwrap(), env!("CARGO_MANIFEST_DIR")] {
        assert!(!text.contains(place), "{suite} names a folder of this machine: {place}");
    }
    let again = kept(suite, arguments, folder.path()).0;
    assert_eq!(Results { date: String::new(), ..again }, Results { date: String::new(), ..results.clone() });
    results
}

fn figure<'a>(results: &'a Results, key: &str) -> &'a Figure {
    let found = results.figures.iter().find(|figure| figure.key == key);
    found.unwrap_or_else(|| {
        let keys: Vec<&str> = results.figures.iter().map(|figure| figure.key.as_str()).collect();
        panic!("no {key} among {keys:?}")
    })
}

fn reaches_its_bar(figure: &Figure) -> bool {
    figure.bar.is_some_and(|bar| bar.is_reached_by(figure.value))
}

#[test]
fn mapping() {
    let results = results_of(
        "mapping",
        &[
            "mapping",
            "tests/fixtures/pages/synthetic-numeric.html",
            "tests/fixtures/pages/synthetic-author-year.html",
        ],
    );
    assert!(reaches_its_bar(figure(&results, "families/numeric/f1")));
    assert_eq!(figure(&results, "pages/pages-synthetic-numeric/f1").section, "Pages: Numeric");
    assert_eq!(figure(&results, "pages-read").value, 2.0);
    assert_eq!(results.inputs.len(), 2);
}

#[test]
fn damage() {
    let pages = "tests/fixtures/pages/peerj-4886.html";
    let results = results_of("damage", &["damage", pages, "--trials", "3", "--seed", "5"]);
    assert_eq!(results.seeds, [5]);
    assert_eq!(figure(&results, "sound/alarmed").of, Some(1));
    assert_eq!(figure(&results, "paragraph-twice/detected").of, Some(3));
}

#[test]
fn references() {
    let files =
        ["references", "tests/fixtures/references/grobid.xml", "tests/fixtures/references/anystyle.xml"];
    let results = results_of("references", &files);
    for key in ["held-out/title/f1", "held-out/first-author/f1", "held-out/year/f1", "held-out/average/f1"] {
        assert!(reaches_its_bar(figure(&results, key)), "{key}");
    }
    assert!(figure(&results, "held-out/title/recall").interval.is_some());
}

#[test]
fn attribution() {
    let results = results_of(
        "attribution",
        &[
            "attribution",
            "tests/fixtures/pages/peerj-4886.html",
            "tests/fixtures/pages/plos-pbio.1001461.html",
        ]
        .into_iter()
        .chain(["--no-models", "--per-paper", "6"])
        .collect::<Vec<_>>(),
    );
    assert!(results.models.is_empty());
    assert!(results.figures.iter().any(|figure| figure.key.ends_with("ranker/top-1")));
}

#[test]
fn citeme() {
    let results = results_of(
        "citeme",
        &[
            "citeme",
            "tests/fixtures/attribution/questions.csv",
            "--records",
            "tests/fixtures/fake-apis/works.jsonl",
            "--no-models",
        ],
    );
    assert_eq!(figure(&results, "all/right").of, Some(3));
    assert_eq!(
        results.inputs.iter().map(|input| input.name.as_str()).collect::<Vec<_>>(),
        ["questions.csv", "works.jsonl"]
    );
}

#[test]
fn committee() {
    let results = results_of("committee", &["committee", "--draws", "200", "--seed", "4"]);
    assert_eq!(results.seeds, [4]);
}

#[test]
fn hallmark() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("hallmark.svg");
    let tables =
        ["tests/fixtures/hallmark/baselines-entries.csv", "tests/fixtures/hallmark/baselines-tiers.csv"];
    let arguments = [
        "hallmark",
        "--entries",
        "tests/fixtures/hallmark/entries.jsonl",
        "--records",
        "tests/fixtures/hallmark/world.jsonl",
        "--ranking",
        tables[0],
        tables[1],
    ];
    let drawn = [&arguments[..], &["--plot", plot.to_str().unwrap()]].concat();
    let results = results_of("hallmark", &drawn);
    for key in ["all/detected", "all/f1", "all/tier-weighted-f1", "all/false-positives-indexed"] {
        assert!(reaches_its_bar(figure(&results, key)), "{key}");
    }
    assert_eq!(figure(&results, "others/dev-public/bibtexupdater/f1").origin, Origin::Published);
    let worths = results.figures.iter().filter(|figure| figure.key.ends_with("/worth"));
    let sum: f64 =
        worths.filter(|figure| figure.key.contains("baselines-tiers")).map(|figure| figure.value).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");

    // The picture is named without its folder, and shows the run among the others.
    assert_eq!(results.plots[0].file, "hallmark.svg");
    let svg = std::fs::read_to_string(&plot).unwrap();
    for words in ["fabricated doi", "citelight (closed world)", "bibtexupdater", "Worths by baselines-tiers"]
    {
        assert!(svg.contains(words), "{words}");
    }
}

#[test]
fn bibtex() {
    let world = ["--records", "tests/fixtures/hallmark/world.jsonl", "--rounds", "1"];
    let entries = ["bibtex", "--entries", "tests/fixtures/hallmark/entries.jsonl"];
    let of_entries = results_of("bibtex", &[&entries[..], &world[..]].concat());
    let regressed = figure(&of_entries, "regressed");
    assert_eq!(regressed.bar, Some(Bar::AtMost(0.002)));
    assert!(regressed.value <= 0.002, "{regressed:?}");
    assert!(figure(&of_entries, "corrected-with-record").value >= 0.8);
    let [before, after] =
        ["before", "after"].map(|stage| figure(&of_entries, &format!("fully-correct/{stage}")).value);
    assert!(before < after, "{before} {after}");
    // What no entry of the benchmark has, a library's records do.
    assert!(of_entries.figures.iter().all(|figure| figure.key != "labels/before/pages/correct"));
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("records.jsonl");
    let library = std::fs::read_to_string(root().join("www/demo/library/records.jsonl")).unwrap();
    std::fs::write(&records, library.lines().take(60).collect::<Vec<_>>().join("\n")).unwrap();
    let arguments = ["bibtex", "--records", records.to_str().unwrap(), "--rounds", "2"];
    let of_records = kept("bibtex", &arguments, folder.path()).0;
    assert_eq!(of_records.check(), Ok(()));
    assert!(figure(&of_records, "labels/before/pages/correct").value > 0.0);
}

#[test]
fn nli() {
    let folder = tempfile::tempdir().unwrap();
    let pairs = folder.path().join("pairs.jsonl");
    let lines = [
        r#"{"claim": "Tides rise by 3 m in the harbour [<|cit|>].", "evidence": ["The tide rises by 3 m."], "label": "ACCURATE"}"#,
        r#"{"claim": "Tides fall at full moon [<|cit|>].", "evidence": ["At full moon tides rise."], "label": "NOT_ACCURATE"}"#,
    ];
    std::fs::write(&pairs, lines.join("\n")).unwrap();
    let results = kept("nli", &["nli", pairs.to_str().unwrap(), "--models", "models"], folder.path()).0;
    assert_eq!(results.check(), Ok(()));
    assert_eq!(results.command, "citelight-eval nli …/pairs.jsonl --models models");
    assert_eq!(figure(&results, "all/accuracy").of, Some(2));
    assert!(figure(&results, "contradiction/recall").of == Some(1) && !results.models.is_empty());
    assert!(results.figures.iter().any(|figure| figure.key.starts_with("funnel/accurate/")));
}

#[test]
fn a_suite_that_cannot_keep_its_figures_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_citelight-eval"))
        .current_dir(root())
        .args(["committee", "--draws", "10", "--results"])
        .arg(folder.path().join("No Name.json"))
        .output()
        .unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("is no name"), "{said}");
}
