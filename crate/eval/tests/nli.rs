//! `citelight-eval nli` with the models that are shipped.

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
    Command::new(env!("CARGO_BIN_EXE_citelight-eval"))
        .current_dir(root)
        .env_remove("CITELIGHT_MODELS")
        .args(arguments)
        .arg(file)
        .output()
        .unwrap()
}

fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn labels_of_every_data_set_are_read_and_others_refused() {
    let pairs = r#"{"p": "All trees lost their leaves in autumn.", "h": "The trees were bare.", "y": "e"}
{"premise": "All trees lost their leaves in autumn.", "hypothesis": "The trees kept their leaves.", "label": "CONTRADICT"}
{"claim": "The trees were bare in autumn [<|cit|>].", "evidence": ["All trees lost their leaves in autumn.", "Rain fell."], "label": "ACCURATE"}
"#;
    let output = run(&["nli", "--format", "json"], pairs, "pairs.jsonl");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["pairs"], 3);
    assert_eq!(report["classes"]["entailment"]["pairs"], 2);
    assert_eq!(report["funnel"]["verdicts"]["ACCURATE"].as_object().unwrap().len(), 1);
    assert_eq!(report["thresholds"].as_array().unwrap().len(), 12);

    let odd = r#"{"p": "a", "h": "b", "y": "maybe"}"#;
    assert!(complaint(&run(&["nli"], odd, "pairs.jsonl")).contains("\"maybe\""));
    assert!(complaint(&run(&["nli"], "", "pairs.jsonl")).contains("no pair"));
}
