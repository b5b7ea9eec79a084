//! Miscitations made by rule from real, openly licensed sources, and what the funnel makes of them: from end to end, with
//! the models that are shipped and without the internet.

// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const SOURCES: [&str; 3] = ["www/demo/library/texts", "tests/fixtures/pages", "tests/fixtures/sources"];

fn run(arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_citelight-eval"))
        .current_dir(root)
        .env_remove("CITELIGHT_MODELS")
        .args(["misciting"])
        .args(arguments)
        .args(["--sources"])
        .args(SOURCES)
        .output()
        .unwrap()
}

fn made(folder: &Path, seed: &str, per_kind: &str) -> (PathBuf, String) {
    let path = folder.join(format!("{seed}.jsonl"));
    let output = run(&["--make", "--seed", seed, "--per-kind", per_kind, "--output", path.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = std::fs::read_to_string(&path).unwrap();
    (path, lines)
}

fn cases(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_seed_makes_the_same_cases_from_twenty_sources() {
    let folder = tempfile::tempdir().unwrap();
    let (_, lines) = made(folder.path(), "1", "25");
    assert_eq!(made(folder.path(), "1", "25").1, lines);
    assert_ne!(made(folder.path(), "2", "25").1, lines);

    let cases = cases(&lines);
    let named = |name: &str| cases.iter().map(|case| case[name].to_string()).collect::<BTreeSet<_>>();
    assert_eq!(named("corruption").len(), 9);
    assert_eq!(named("id").len(), cases.len());
    assert!(named("source").len() >= 20, "{:?}", named("source"));
    assert!(cases.len() >= 140, "{}", cases.len());
    for case in &cases {
        let text = |name: &str| case[name].as_str().unwrap().to_owned();
        assert_eq!(text("miscitation").matches("[CITATION]").count(), 1, "{case}");
        assert_eq!(text("correct").matches("[CITATION]").count(), 1, "{case}");
        let cited_differently = text("cited") != text("source") || case["retracted"] == true;
        assert!(cited_differently != (text("miscitation") != text("correct")), "{case}");
    }
}

#[test]
fn cases_become_misciting_benchmark_rows() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("cases.csv");
    let output = run(&["--make", "--per-kind", "1", "--table", table.to_str().unwrap()]);
    assert_eq!(cases(&String::from_utf8(output.stdout).unwrap()).len(), 9);
    let table = std::fs::read_to_string(table).unwrap();
    let header = "Miscitation,Explanation,Correct Statement,Original Text,Miscite Type,Difficulties";
    assert!(table.starts_with(header), "{table}");
    assert_eq!(table.matches(",surface\r\n").count(), 9);

    // What others wrote as a table is checked like cases of ours: each row finds its source by what it quotes.
    // What is false of two is another work or a retraction, which the columns do not tell.
    let mut rows = table.lines().collect::<Vec<_>>();
    rows.push("\"Moles read.\",\"\",\"Moles dig.\",\"No text says that moles dig through solid rock.\",\"Citation Validity\",\"deep\"");
    let few = folder.path().join("few.csv");
    std::fs::write(&few, rows.join("\r\n")).unwrap();
    let output = run(&[few.to_str().unwrap(), "--format", "json"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("quote: rows 11\n"), "{told}");
    assert!(told.contains("does not tell: rows "), "{told}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["cases"], 7, "{report}");
    let kinds = &report["regimes"][0]["kinds"];
    assert!(kinds.as_object().unwrap().keys().all(|kind| kind.ends_with("/surface")), "{kinds}");
    std::fs::write(&few, rows[0]).unwrap();
    let output = run(&[few.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

/// With margin to what is measured: a change that breaks the funnel or the generator fails, noise does not.
#[test]
fn miscitations_are_found_and_true_sentences_are_not_accused() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = made(folder.path(), "1", "3");
    let output =
        run(&[path.to_str().unwrap(), "--regime", "full-text", "--models", "models", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let figures = &report["regimes"][0];
    let summary = format!("{} {} {}", figures["kinds"], figures["all"], figures["untouched"]);
    let number = |of: &str, name: &str| figures[of][name].as_u64().unwrap();
    assert_eq!(number("all", "unmapped") + number("untouched", "unmapped"), 0, "{summary}");
    assert_eq!(figures["kinds"]["retracted-source"]["detected"], 3, "{summary}");
    assert!(figures["detection"]["share"].as_f64().unwrap() >= FOUND, "{summary}");
    assert!(number("untouched", "flagged") <= ACCUSED, "{summary}");
    assert!(figures["tokens_per_citation"].as_f64().unwrap() > 0.0);
}

/// Share of the miscitations that are found.
const FOUND: f64 = 0.2;
/// True sentences that may be accused, of 27.
const ACCUSED: u64 = 1;

#[test]
fn what_cannot_be_read_is_said() {
    let output = run(&["no-such-cases.jsonl"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-such-cases.jsonl"));
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.jsonl");
    std::fs::write(&broken, "{\"id\": 1}\n").unwrap();
    let output = run(&[broken.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 1"));
}
