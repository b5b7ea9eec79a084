//! The local models by themselves: `nli` and `embed`, with the models that are shipped.

// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &[&str], lines: &str, name: &str) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, lines).unwrap();
    Command::new(env!("CARGO_BIN_EXE_citelight"))
        .current_dir(root)
        .env_remove("CITELIGHT_MODELS")
        .args(arguments)
        .arg(file)
        .output()
        .unwrap()
}

fn answers(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr.clone()).unwrap()
}

const PAIRS: &str = r#"{"premise": "The drug lowered blood pressure in all patients.", "hypothesis": "Blood pressure fell."}

{"p": "The drug lowered blood pressure in all patients.", "h": "The drug raised blood pressure."}
"#;

#[test]
fn pairs_become_probabilities_in_their_order() {
    let answers = answers(&run(&["nli", "--pairs"], PAIRS, "pairs.jsonl"));
    assert_eq!(answers.len(), 2);
    let of = |index: usize, name: &str| answers[index][name].as_f64().unwrap();
    for index in [0, 1] {
        let sum = of(index, "entailment") + of(index, "neutral") + of(index, "contradiction");
        assert!((sum - 1.0).abs() < 1e-6, "{answers:?}");
    }
    assert!(of(0, "entailment") > of(1, "entailment") && of(1, "contradiction") > of(0, "contradiction"));
}

#[test]
fn a_bad_line_is_named_after_what_was_before_it() {
    let output = run(&["nli", "--pairs"], &format!("{PAIRS}{{\"premise\": 3}}\n"), "pairs.jsonl");
    assert_eq!(answers(&output).len(), 2);
    assert!(complaint(&output).contains("line 4"));
    let output = run(&["embed"], "One text.\n\nAnother text.\n", "texts.txt");
    assert_eq!(answers(&output).len(), 1);
    assert!(complaint(&output).contains("line 2"));
}

#[test]
fn texts_become_unit_vectors() {
    let plain = answers(&run(&["embed"], "Sleep helps memory.\nRain falls on the hills.\n", "texts.txt"));
    let json = "\"Sleep helps memory.\"\n{\"text\": \"Rain falls on the hills.\"}\n";
    assert_eq!(answers(&run(&["embed"], json, "texts.jsonl")), plain);
    for vector in &plain {
        let numbers: Vec<f64> = vector.as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect();
        assert_eq!(numbers.len(), 384);
        assert!((numbers.iter().map(|n| n * n).sum::<f64>() - 1.0).abs() < 1e-4);
    }
}
