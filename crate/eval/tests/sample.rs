//! The bars of the sample manuscript, with the models that are shipped: the funnel as a whole, on real sources.

// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

use citelight_eval::results::Results;
use serde_json::Value;

/// Share of the planted errors that must be found.
const FOUND: f64 = 0.70;

#[test]
fn planted_errors_are_found_and_no_true_sentence_is_accused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("sample.json");
    let output = Command::new(env!("CARGO_BIN_EXE_citelight-eval"))
        .current_dir(root)
        .args(["sample", "www/demo/articles/sample.html", "www/demo/articles/sample.gold.json"])
        .args(["--records", "www/demo/library/records.jsonl", "--complete-records"])
        .args(["--texts", "www/demo/library", "--models", "models", "--format", "json"])
        .arg("--results")
        .arg(&kept)
        .output()
        .unwrap();
    let outcome: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));

    let planted = &outcome["planted"];
    assert!(planted["total"].as_u64().unwrap() >= 15, "{planted}");
    assert!(outcome["found"].as_f64().unwrap() >= FOUND, "{planted}");
    let missed = planted["total"].as_u64().unwrap() - planted["found"].as_u64().unwrap();
    assert_eq!(planted["missed_gold_first"], missed, "what stays open shows the words that decide it first");
    assert_eq!(planted["supported"], 0, "a planted error was called supported: {}", outcome["rows"]);
    assert!(outcome["true_sentences"]["total"].as_u64().unwrap() >= 20);
    assert_eq!(outcome["accused"], Value::Array(Vec::new()));
    assert_eq!(output.status.code(), Some(0));

    let results: Results = serde_json::from_str(&std::fs::read_to_string(kept).unwrap()).unwrap();
    assert_eq!(results.check(), Ok(()));
    let value = |key: &str| results.figures.iter().find(|figure| figure.key == key).unwrap().value;
    assert_eq!(value("planted/found"), outcome["found"].as_f64().unwrap());
    assert_eq!((value("true/to-review"), value("true/hint-at-a-difference")), (0.0, 0.0));
    assert!(value("tokens/all") > 0.0 && results.models.len() >= 2, "{:?}", results.models);
}
