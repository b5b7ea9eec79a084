//! The command as a black box: what it prints, where, and with which exit code.

// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

const ARTICLE: &str = r##"<!DOCTYPE html><html><head><title>Sleep and driving</title>
<meta name="citation_title" content="Sleep and driving"><meta name="citation_publication_date" content="2020"></head>
<body><article><h1>Sleep and driving</h1><h2>Introduction</h2>
<p>Sleep deprivation impairs memory consolidation in young adults <a href="#r1">[1]</a>. Caffeine improves the
reaction time of elderly drivers <a href="#r2">[2]</a>. Butterflies correct quantum errors while they migrate south
<a href="#r3">[3]</a>. This matters for traffic safety.</p>
<p>Most of what is known about tired drivers comes from simulators, in which little is at stake and the road is empty. We asked
forty volunteers to keep a diary for a month instead, and compared what they wrote with what their cars recorded.</p>
<h2>References</h2>
<ol class="references">
<li id="r1">Walker M, Stickgold R. Effects of sleep deprivation on memory consolidation. Journal of Sleep Research. 2006;15:1-9.</li>
<li id="r2">Lee K. A randomised trial of caffeine in elderly drivers. Sleep Medicine. 2012;3:10-19.</li>
<li id="r3">Nobody N. Quantum error correction in butterfly migration routes. Journal of Insects. 2019;9:77-95.</li>
</ol></article></body></html>"##;

const RECORDS: &str = r#"{"id": "sleep", "title": "Effects of sleep deprivation on memory consolidation", "authors": [{"family": "Walker", "given": "M"}, {"family": "Stickgold", "given": "R"}], "year": 2006, "venue": "Journal of Sleep Research"}
{"id": "gone", "title": "A randomised trial of caffeine in elderly drivers", "authors": [{"family": "Lee", "given": "K"}], "year": 2012, "venue": "Sleep Medicine", "retracted": {"year": 2014, "notice": "10.1000/notice"}}
"#;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, content: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// Runs the command in this folder, where no models lie.
    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_citelight"));
        command.args(arguments).current_dir(self.0.path()).env_remove("CITELIGHT_MODELS");
        command.output().unwrap()
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Measurements name the build that they measured.
#[test]
fn the_version_says_which_build_it_is() {
    let build = if cfg!(debug_assertions) { "debug build" } else { "release build" };
    let version = Folder::new().run(&["--version"]);
    assert_eq!(stdout(&version), format!("citelight {}, {build}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_finding_is_explained_and_a_changed_report_is_noticed() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let check = Command::new(env!("CARGO_BIN_EXE_citelight"))
        .current_dir(root)
        .args(["check", "www/demo/articles/sample.html", "--records", "www/demo/library/records.jsonl"])
        .args(["--complete-records", "--texts", "www/demo/library", "--models", "models", "--format", "json"])
        .output()
        .unwrap();
    let folder = Folder::new();
    let report = String::from_utf8(check.stdout).unwrap();
    folder.file("report.json", &report);
    let list = folder.run(&["explain", "report.json"]);
    assert_eq!(list.status.code(), Some(0), "a verdict does not follow:\n{}", stdout(&list));
    let mut report: Value = serde_json::from_str(&report).unwrap();
    let findings = report["findings"].as_array_mut().unwrap();
    assert_eq!(stdout(&list).lines().count(), findings.len());
    // A hint: all conditions of its rule hold but how often it is right.
    let accused = findings.iter().position(|finding| {
        finding["verdict"] == "undecidable" && finding["reasons"][0]["kind"] == "number-differs"
    });
    let accused = accused.unwrap();
    let explained = folder.run(&["explain", "report.json", &(accused + 1).to_string()]);
    let text = stdout(&explained);
    assert!(text.contains("✓ alignment") && text.contains("follows from the conditions"), "{text}");

    findings[accused]["verdict"] = Value::from("miscited");
    folder.file("changed.json", &report.to_string());
    let changed = folder.run(&["explain", "changed.json", &(accused + 1).to_string()]);
    assert_eq!(changed.status.code(), Some(1), "{}", stdout(&changed));
    let missing = folder.run(&["explain", "report.json", "c99999"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("no finding c99999"), "{}", stderr(&missing));
}

fn with_article() -> Folder {
    let folder = Folder::new();
    folder.file("article.html", ARTICLE);
    folder.file("records.jsonl", RECORDS);
    folder
}

#[test]
fn map_writes_versioned_json() {
    let output = with_article().run(&["map", "article.html", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(json["schema"], "citelight/map/1");
    assert_eq!(json["references"][0]["id"], "r1");
    assert_eq!(json["references"].as_array().unwrap().len(), 3);
    let citation = &json["citations"][1];
    assert_eq!(citation["surface"], "[2]");
    assert_eq!(citation["references"], serde_json::json!(["r2"]));
    assert_eq!(citation["status"]["kind"], "linked");
    assert!(citation["sentence"].as_str().unwrap().contains("Caffeine"));
    assert!(citation["locator"]["quote"]["exact"].is_string());
}

#[test]
fn map_writes_the_document_as_markdown() {
    let output = with_article().run(&["map", "article.html", "--format", "markdown"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let markdown = stdout(&output);
    assert!(markdown.contains("# Sleep and driving"), "{markdown}");
    assert!(markdown.contains("reaction time of elderly drivers [2]."), "{markdown}");
}

#[test]
fn a_word_document_is_mapped_by_its_fields() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/word/bees.docx");
    let output = Folder::new().run(&["map", &file.display().to_string(), "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(json["format"], "docx");
    assert_eq!(json["citations"][1]["references"], serde_json::json!(["ref-2", "ref-3"]));
    assert_eq!(json["references"][1]["doi"], "10.1000/api.12.44");
}

#[test]
fn hidden_links_are_not_used() {
    let output = with_article().run(&["map", "article.html", "--format", "json", "--hide-links"]);
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    for citation in json["citations"].as_array().unwrap() {
        assert_eq!(citation["status"]["kind"], "matched");
        assert_eq!(citation["references"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn check_without_models_finds_what_records_tell_and_asks_for_review() {
    let folder = with_article();
    let output = folder.run(&[
        "check",
        "article.html",
        "--records",
        "records.jsonl",
        "--complete-records",
        "--no-models",
    ]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("Reference problem (2)"), "{text}");
    assert!(text.contains("The work was retracted in 2014"), "{text}");
    assert!(text.contains("Not found in records.jsonl."), "{text}");
    assert!(!text.contains("Supported"), "{text}");
    assert!(!text.contains('\u{1b}'), "colours only on a terminal: {text}");
}

#[test]
fn check_json_carries_findings_with_evidence_and_trail() {
    let folder = with_article();
    let output = folder.run(&[
        "check",
        "article.html",
        "--records",
        "records.jsonl",
        "--complete-records",
        "--no-models",
        "--format",
        "json",
    ]);
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(json["schema"], "citelight/check/1");
    let findings = json["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 3);
    let ghost = findings.iter().find(|finding| finding["reference"] == "r3").unwrap();
    assert_eq!(ghost["verdict"], "miscited");
    assert_eq!(ghost["category"]["subtype"], "ghost-citation");
    assert!(ghost["evidence"][0]["text"].as_str().unwrap().contains("butterfly"));
    assert_eq!(ghost["trail"][0]["step"], "map");
    assert_eq!(json["summary"]["supported"], 0);
}

#[test]
fn one_partial_file_of_records_makes_no_ghost() {
    let output = with_article().run(&[
        "check",
        "article.html",
        "--records",
        "records.jsonl",
        "--no-models",
        "--format",
        "json",
    ]);
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(json["summary"]["references_ghost"], 0);
}

#[test]
fn missing_models_and_records_are_told_and_exit_with_2() {
    let folder = with_article();
    let output = folder.run(&["check", "article.html", "--records", "records.jsonl"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).contains("No models are loaded"));
    let output = folder.run(&["check", "article.html", "--no-models"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).contains("No source of records"));
    assert!(!stdout(&output).contains("Supported"));
}

#[test]
fn bad_lines_of_records_are_told_and_skipped() {
    let folder = with_article();
    folder.file("bad.jsonl", &format!("{{\"title\": \n{RECORDS}"));
    let output = folder.run(&["check", "article.html", "--records", "bad.jsonl", "--no-models"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("line 1 of bad.jsonl holds no record"), "{}", stderr(&output));
    folder.file("none.jsonl", "<html>");
    let output = folder.run(&["check", "article.html", "--records", "none.jsonl", "--no-models"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("none.jsonl holds no records"));
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = Folder::new();
    folder.file("empty.html", " \n");
    for (arguments, told) in [
        (&["map", "nowhere.html"] as &[&str], "nowhere.html could not be read: there is no such file"),
        (&["map", "empty.html"], "empty.html is empty"),
        (&["check", "empty.html", "--texts", "nowhere"], "nowhere"),
        (&["check", "empty.html", "--models", "nowhere"], "nowhere"),
    ] {
        let output = folder.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(told), "{arguments:?}: {}", stderr(&output));
        assert!(stdout(&output).is_empty());
    }
}

#[test]
fn a_truncated_page_is_told_and_exits_with_2() {
    let folder = with_article();
    let cut = ARTICLE.find("Lee K.").unwrap();
    folder.file("cut.html", &ARTICLE[..cut]);
    let output =
        folder.run(&["check", "cut.html", "--records", "records.jsonl", "--no-models", "--format", "json"]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let notices = json["notices"].as_array().unwrap();
    let damaged = notices.iter().find(|notice| notice["code"] == "damaged").unwrap();
    assert_eq!(damaged["severity"], "error");
    assert_eq!(json["summary"]["supported"], 0);
}

#[test]
fn the_same_call_gives_the_same_bytes() {
    let folder = with_article();
    let call = || {
        stdout(&folder.run(&[
            "check",
            "article.html",
            "--records",
            "records.jsonl",
            "--no-models",
            "--format",
            "json",
        ]))
    };
    assert_eq!(call(), call());
}
