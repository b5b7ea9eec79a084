//! `citelight bib --policy` and `citelight check --policy`: what is found stays, what it amounts to follows the venue.

// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::process::{Command, Output};

use serde_json::Value;

const RECORDS: &str = r#"{"id":"1","title":"Banks and willows of slow rivers","authors":["Weil, Ida","Moor, Tom"],"year":2014,"venue":"Advances in Neural Information Processing Systems","doi":"10.1000/banks","type":"proceedings-article"}
{"id":"2","title":"Ladders for small fish in clear water","authors":["Alder, Kim","Roos, Dirk"],"year":2018,"venue":"arXiv","arxiv":"1801.00001","type":"posted-content"}
{"id":"3","title":"Mills of the lower valley","authors":["Tamm, Bo"],"year":2006,"venue":"Journal of Weirs","doi":"10.1000/mills","type":"journal-article","retracted":{"year":2008,"manner":"withdrawn"}}
"#;

/// One entry for each kind of fact, by its key.
const BIB: &str = r#"
@inproceedings{sound, title={Banks and willows of slow rivers}, author={Weil, Ida and Moor, Tom}, booktitle={NeurIPS}, year={2014}}
@inproceedings{venue, title={Banks and willows of slow rivers}, author={Weil, Ida and Moor, Tom}, booktitle={ICML}, year={2014}}
@inproceedings{authors, title={Banks and willows of slow rivers}, author={Someone, Else and Nobody, Known}, booktitle={NeurIPS}, year={2014}}
@inproceedings{half, title={Banks and willows of slow rivers}, author={Weil, Ida and Nobody, Known}, booktitle={NeurIPS}, year={2014}}
@inproceedings{preprint, title={Ladders for small fish in clear water}, author={Alder, Kim and Roos, Dirk}, booktitle={NeurIPS}, year={2018}}
@article{server, title={Ladders for small fish in clear water}, author={Alder, Kim and Roos, Dirk}, journal={arXiv preprint arXiv:1801.00001}, year={2018}}
@inproceedings{arxiv, title={Banks and willows of slow rivers}, author={Weil, Ida and Moor, Tom}, booktitle={NeurIPS}, year={2014}, eprint={1801.00001}}
@inproceedings{unfindable, title={Towards a unified theory of otters and their dams}, author={Weil, Ida}, booktitle={NeurIPS}, year={2014}}
@article{withdrawn, title={Mills of the lower valley}, author={Tamm, Bo}, journal={Journal of Weirs}, year={2006}, doi={10.1000/mills}}
"#;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("works.jsonl"), RECORDS).unwrap();
        std::fs::write(folder.path().join("refs.bib"), BIB).unwrap();
        Self(folder)
    }

    fn with(&self, name: &str, text: &str) {
        std::fs::write(self.0.path().join(name), text).unwrap();
    }

    fn bib(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_citelight"));
        command.args(["bib", "refs.bib", "--records", "works.jsonl", "--complete-records"]);
        command.args(arguments).current_dir(self.0.path()).output().unwrap()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.bib(arguments);
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

fn entry<'a>(export: &'a Value, key: &str) -> &'a Value {
    let entries = export["entries"].as_array().unwrap();
    entries.iter().find(|entry| entry["key"] == key).unwrap_or_else(|| panic!("{key}"))
}

fn levels(export: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    export["entries"].as_array().unwrap().iter().map(|one| (text(&one["key"]), text(&one["level"]))).collect()
}

fn owned(levels: &[(&str, &str)]) -> Vec<(String, String)> {
    levels.iter().map(|(key, level)| ((*key).to_owned(), (*level).to_owned())).collect()
}

#[test]
fn described_wrongly_is_not_invented() {
    let export = Folder::new().json(&["--format", "json"]);
    for (key, problem, kind) in [
        ("venue", "misdescribed", "venue"),
        ("authors", "misdescribed", "authors"),
        ("half", "misdescribed", "authors_in_part"),
        ("preprint", "misdescribed", "preprint_as_published"),
        ("unfindable", "not_found", "not_found"),
    ] {
        let entry = entry(&export, key);
        assert_eq!(entry["problem"], problem, "{entry}");
        assert_eq!(entry["discrepancies"][0]["kind"], kind, "{entry}");
    }
    for key in ["sound", "server", "arxiv", "withdrawn"] {
        assert_eq!(entry(&export, key)["problem"], Value::Null, "{key}");
        assert_eq!(entry(&export, key)["label"], "VALID", "{key}");
    }
    assert_eq!(entry(&export, "withdrawn")["discrepancies"][0]["kind"], "withdrawn");
    let summary = &export["summary"];
    assert_eq!((&summary["not_found"], &summary["misdescribed"]), (&1.into(), &4.into()));
}

#[test]
fn without_a_policy_what_speaks_against_an_entry_is_for_somebody_to_look_at() {
    let export = Folder::new().json(&["--format", "json"]);
    assert_eq!(export["policy"], "default");
    let expected = [
        ("sound", "none"),
        ("venue", "warning"),
        ("authors", "warning"),
        ("half", "warning"),
        ("preprint", "warning"),
        ("server", "none"),
        ("arxiv", "note"),
        ("unfindable", "warning"),
        ("withdrawn", "error"),
    ];
    assert_eq!(levels(&export), owned(&expected));
}

#[test]
fn chairs_draw_the_line_elsewhere() {
    let folder = Folder::new();
    for policy in ["neurips-2026", "iclr-2026"] {
        let export = folder.json(&["--format", "json", "--policy", policy]);
        assert_eq!(export["policy"], policy);
        let expected = [
            ("sound", "none"),
            ("venue", "note"),
            ("authors", "error"),
            ("half", "note"),
            ("preprint", "none"),
            ("server", "none"),
            ("arxiv", "note"),
            ("unfindable", "error"),
            ("withdrawn", "warning"),
        ];
        assert_eq!(levels(&export), owned(&expected));
        assert_eq!(entry(&export, "venue")["label"], "HALLUCINATED", "what is found stays");
    }
    let sarif = folder.json(&["--format", "sarif", "--policy", "neurips-2026"]);
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let of = |rule: &str| results.iter().find(|result| result["ruleId"] == rule);
    assert_eq!(of("not-found").unwrap()["level"], "error");
    assert_eq!(of("not-found").unwrap()["properties"]["problem"], "not_found");
    assert_eq!(of("venue-differs").unwrap()["level"], "note");
    assert_eq!(of("arxiv-id-of-another-work").unwrap()["level"], "note");
    assert!(of("preprint-only").is_none(), "what the policy accepts is no result");
}

#[test]
fn the_exit_code_follows_the_policy() {
    let folder = Folder::new();
    let only = |key: &str| {
        let entries: Vec<&str> = BIB.lines().filter(|line| line.contains(&format!("{{{key},"))).collect();
        folder.with("refs.bib", &entries.join("\n"));
    };
    for (key, policy, code) in [
        ("venue", "default", 1),
        ("venue", "neurips-2026", 0),
        ("venue", "lenient", 0),
        ("venue", "strict", 1),
        ("preprint", "default", 1),
        ("preprint", "iclr-2026", 0),
        ("arxiv", "neurips-2026", 0),
        ("arxiv", "strict", 1),
        ("unfindable", "neurips-2026", 1),
        ("unfindable", "lenient", 1),
        ("withdrawn", "neurips-2026", 1),
        ("sound", "strict", 0),
    ] {
        only(key);
        let output = folder.bib(&["--policy", policy]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(code), "{key} by {policy}: {text}");
    }
}

#[test]
fn reports_for_people_say_which_of_the_two_it_is() {
    let folder = Folder::new();
    let text = |arguments: &[&str]| String::from_utf8(folder.bib(arguments).stdout).unwrap();
    let by_default = text(&[]);
    for words in [
        "unfindable (line 9): needs review, not found",
        "venue (line 3): needs review, described wrongly: venue",
        "withdrawn (line 10): needs review, withdrawn",
        "5 need review (1 not found, 4 described wrongly)",
    ] {
        assert!(by_default.contains(words), "{words}\n{by_default}");
    }
    let by_chairs = text(&["--policy", "neurips-2026"]);
    for words in [
        "venue (line 3): for the authors, described wrongly: venue",
        "arxiv (line 8): for the authors, arXiv identifier of another work",
        "by the policy neurips-2026: 2 errors · 1 warnings · 3 notes",
    ] {
        assert!(by_chairs.contains(words), "{words}\n{by_chairs}");
    }
    assert!(!by_chairs.contains("preprint (line"), "{by_chairs}");
    assert!(
        text(&["--policy", "neurips-2026", "--all"]).contains("accepted by the policy, described wrongly")
    );
}

#[test]
fn a_file_is_a_policy_and_another_name_none() {
    let folder = Folder::new();
    folder.with(
        "weirs.json",
        r#"{"schema": "citelight/policy/1", "name": "Weirs", "base": "neurips-2026", "levels": {"preprint_as_published": "error"}}"#,
    );
    let export = folder.json(&["--format", "json", "--policy", "weirs.json"]);
    assert_eq!(export["policy"], "Weirs");
    assert_eq!(entry(&export, "preprint")["level"], "error");
    assert_eq!(entry(&export, "venue")["level"], "note");
    folder.with("bad.json", r#"{"schema": "citelight/policy/1", "name": "x", "levels": {"color": "none"}}"#);
    for (policy, words) in [("bad.json", "unknown variant `color`"), ("neurips-1926", "neurips-2026")] {
        let output = folder.bib(&["--policy", policy]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(words), "{error}");
    }
}

/// An article of which each reference is of one kind.
fn article(entries: &[&str]) -> String {
    let cited: String = (1..=entries.len())
        .map(|number| format!("<p>Weirs are old and rivers slow, as many have said before in other words [{number}]. {}</p>", "Nothing more is said of it here, and nothing more needs to be. ".repeat(4)))
        .collect();
    let list: String = entries.iter().map(|entry| format!("<li>{entry}</li>")).collect();
    format!(
        "<html><head><title>On weirs</title><meta name=\"citation_publication_date\" content=\"2024\"></head><body><article>\
         <h1>On weirs</h1><h2>Introduction</h2>{cited}<h2>References</h2><ol>{list}</ol></article></body></html>"
    )
}

const SOUND: &str = "Weil I, Moor T. Banks and willows of slow rivers. Advances in Neural Information Processing Systems. 2014.";
const OTHER_AUTHORS: &str = "Someone E, Nobody K. Banks and willows of slow rivers. Advances in Neural Information Processing Systems. 2014. doi:10.1000/banks";
const UNFINDABLE: &str =
    "Weil I. Towards a unified theory of otters and their dams. Journal of Dams. 2014;3:1-9.";
const WITHDRAWN: &str = "Tamm B. Mills of the lower valley. Journal of Weirs. 2006. doi:10.1000/mills";

impl Folder {
    fn check(&self, entries: &[&str], arguments: &[&str]) -> Output {
        self.with("article.html", &article(entries));
        let mut command = Command::new(env!("CARGO_BIN_EXE_citelight"));
        command.args([
            "check",
            "article.html",
            "--records",
            "works.jsonl",
            "--complete-records",
            "--no-models",
        ]);
        command.args(arguments).current_dir(self.0.path()).output().unwrap()
    }
}

#[test]
fn a_checked_article_s_exit_code_follows_the_policy() {
    let folder = Folder::new();
    for (entry, policy, code) in [
        (SOUND, "strict", 0),
        (OTHER_AUTHORS, "default", 1),
        (OTHER_AUTHORS, "lenient", 0),
        (OTHER_AUTHORS, "neurips-2026", 1),
        (UNFINDABLE, "default", 1),
        (UNFINDABLE, "lenient", 1),
        (WITHDRAWN, "neurips-2026", 1),
    ] {
        let output = folder.check(&[entry], &["--policy", policy]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(code), "{entry} by {policy}: {text}");
        assert!(text.contains(&format!("Entries by the policy {policy}")), "{text}");
    }
    let refused = folder.check(&[SOUND], &["--policy", "nips"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("neurips-2026"));
}

#[test]
fn a_checked_article_s_json_and_sarif_have_the_policy_s_levels() {
    let folder = Folder::new();
    let entries = [SOUND, OTHER_AUTHORS, UNFINDABLE, WITHDRAWN];
    let read = |arguments: &[&str]| -> Value {
        let output = folder.check(&entries, arguments);
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
    };
    let export = read(&["--policy", "neurips-2026", "--format", "json"]);
    let policy = &export["policy"];
    assert_eq!((&policy["policy"], &policy["level"]), (&"neurips-2026".into(), &"error".into()));
    let judged = policy["references"].as_array().unwrap();
    let told: Vec<(&str, &str)> = judged
        .iter()
        .map(|one| {
            let facts = one["discrepancies"].as_array().unwrap();
            (facts.last().unwrap()["kind"].as_str().unwrap(), one["level"].as_str().unwrap())
        })
        .collect();
    assert_eq!(told, [("authors", "error"), ("not_found", "error"), ("withdrawn", "warning")]);
    assert_eq!(read(&["--format", "json"])["policy"], Value::Null, "nobody chose one");
    let levels = |sarif: &Value| -> Vec<(String, String)> {
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        results.iter().map(|result| (text(&result["ruleId"]), text(&result["level"]))).collect()
    };
    let sarif = read(&["--policy", "lenient", "--format", "sarif"]);
    assert_eq!(sarif["runs"][0]["properties"]["policy"], "lenient");
    let expected = [("authors-differ", "note"), ("not-found", "error"), ("withdrawn", "warning")];
    assert_eq!(levels(&sarif), owned(&expected));
    let by_default = [("authors-differ", "warning"), ("not-found", "warning"), ("withdrawn", "error")];
    assert_eq!(levels(&read(&["--format", "sarif"])), owned(&by_default));
}

#[test]
fn a_checked_article_s_reports_name_the_policy_and_count_by_it() {
    let folder = Folder::new();
    folder.with(
        "weirs.json",
        r#"{"schema": "citelight/policy/1", "name": "Weirs", "base": "neurips-2026", "levels": {"withdrawn": "note", "not_found": "none"}}"#,
    );
    let entries = [SOUND, OTHER_AUTHORS, UNFINDABLE, WITHDRAWN];
    let read = |arguments: &[&str]| -> String {
        let output = folder.check(&entries, arguments);
        String::from_utf8(output.stdout).unwrap()
    };
    for (format, heading) in [("markdown", "## "), ("html", "<h2>")] {
        let report = read(&["--policy", "weirs.json", "--format", format]);
        for words in [
            "References under the Weirs policy: 1 error, 1 note",
            "Reference problem (1)",
            "Open (3)",
            "error under the Weirs policy",
            "note under the Weirs policy",
            "no problem under the Weirs policy",
            "1 needs attention",
        ] {
            assert!(report.contains(words), "{words}: {report}");
        }
        assert!(report.contains(heading), "{report}");
        let plain = read(&["--format", format]);
        assert!(plain.contains("Reference problem (2)") && !plain.contains("policy"), "{plain}");
    }
    let export: Value = serde_json::from_str(&read(&["--policy", "weirs.json", "--format", "json"])).unwrap();
    let counts = &export["summary"]["citations"];
    assert_eq!((&counts["reference"], &counts["unchecked"]), (&1.into(), &3.into()));
    assert_eq!(export["summary"]["references"]["missing"], 1, "what was found stays");
}

#[test]
fn repair_without_an_endpoint_is_refused() {
    let output = Folder::new().check(&[SOUND], &["--repair"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--endpoint"));
}
