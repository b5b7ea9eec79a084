//! `citelight-eval hallmark --ranking`: the run among HALLMARK's published baselines.
#![allow(clippy::unwrap_used)] // Helpers of tests are outside #[test] functions, where clippy.toml does not reach.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn fixture(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/hallmark")).join(name)
}

fn evaluate(tables: &[&Path], format: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_citelight-eval"))
        .args(["hallmark", "--format", format, "--entries"])
        .arg(fixture("entries.jsonl"))
        .arg("--records")
        .arg(fixture("world.jsonl"))
        .arg("--ranking")
        .args(tables)
        .output()
        .unwrap()
}

fn tools(ranking: &Value) -> Vec<&str> {
    ranking["groups"][0].as_array().unwrap().iter().map(|rank| rank["tool"].as_str().unwrap()).collect()
}

#[test]
fn the_run_is_ranked_among_the_baselines() {
    let output = evaluate(&[&fixture("baselines-entries.csv"), &fixture("baselines-tiers.csv")], "json");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rankings = report["rankings"].as_array().unwrap();
    assert_eq!(rankings.iter().map(|ranking| tools(ranking).len()).collect::<Vec<_>>(), [4, 22]);
    for ranking in rankings {
        let ranks = ranking["groups"][0].as_array().unwrap();
        let all: f64 = ranks.iter().map(|rank| rank["worth"].as_f64().unwrap()).sum();
        assert!((all - 1.0).abs() < 1e-9, "{all}");
        let own = ranks.iter().find(|rank| rank["tool"] == "citelight (closed world)").unwrap();
        // The subset has a ninth of the entries, but all tiers.
        assert!(own["cells"] == report["entries"] || own["cells"] == 3, "{own}");
    }
}

#[test]
fn a_table_that_has_nothing_of_the_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("other.csv");
    std::fs::write(&table, "cell,a,b\nelsewhere,0.5,0.4\n").unwrap();
    let output = evaluate(&[&table], "text");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("names no entry and no tier of this run"), "{said}");
}
