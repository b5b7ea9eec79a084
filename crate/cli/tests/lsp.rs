//! `citelight lsp` as an editor meets it: over pipes, by the protocol.
#![cfg(feature = "lsp")]
// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::Read;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

#[path = "support/editor.rs"]
mod editor;

use editor::{Editor, covered, edited};

const RECORDS: &str = r#"{"id":"1","title":"Banks and willows of slow rivers","authors":["Weil, Ida","Moor, Tom"],"year":2004,"venue":"River Notes","volume":"3","pages":"11-29","doi":"10.1000/banks","type":"journal-article"}
{"id":"2","title":"Ladders for small fish","authors":["Alder, Kim","Roos, Dirk"],"year":2012,"venue":"Proceedings of the Conference on Weirs","pages":"101-112","doi":"10.1000/ladders","type":"proceedings-article"}
{"id":"3","title":"Stones that <b>swim</b>","authors":["Tamm, Bo"],"year":2006,"venue":"Journal of Weirs","doi":"10.5555/w","type":"journal-article","status":{"kind":"retracted","year":2009}}
"#;
/// The letters of the note lie beyond the basic plane: two units of UTF-16 each, four bytes.
const BIB: &str = "@article{weil, note={𝒳𝒴}, title={Banks and willows of slow rivers}, author={Weil, Ida and Moor, Tom}, journal={River Notes}, year={2004}, volume={3}, pages={11--29}}
@inproceedings{alder, note={𝒳}, title={Ladders for small fish}, author={Alder, Kim and Roos, Dirk}, year={2021}, booktitle={Proceedings of the Conference on Weirs}, pages={101--112}, doi={10.1000/ladders}}
@article{none,
  note = {𝒳},
  title = {What no record holds of anything},
  author = {Nobody, Nora}, year = {2020}, journal = {Void}
}
@article{moved, title={Ladders for small fish}, author={Alder, Kim and Roos, Dirk}, year={2012}, journal={River Notes}, doi={10.1000/banks}}
";
const OFFLINE: [&str; 4] = ["--offline", "--complete-records", "--records", "works.jsonl"];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("works.jsonl"), RECORDS).unwrap();
    std::fs::write(folder.path().join("refs.bib"), BIB).unwrap();
    folder
}

fn uri(folder: &Path, name: &str) -> String {
    format!("file://{}", folder.join(name).display())
}

fn with_code<'a>(found: &'a [Value], code: &str) -> Vec<&'a Value> {
    found.iter().filter(|one| one["code"] == code).collect()
}

/// Every entry of `BIB` but the first has a finding.
fn all_told(found: &[Value]) -> bool {
    let lines: std::collections::BTreeSet<u64> =
        found.iter().map(|one| one["range"]["start"]["line"].as_u64().unwrap()).collect();
    [1, 2, 7].iter().all(|line| lines.contains(line))
}

#[test]
fn findings_stand_at_the_values_that_are_wrong() {
    let folder = folder();
    let refs = uri(folder.path(), "refs.bib");
    let mut editor = Editor::start(folder.path(), &OFFLINE);
    editor.open(&refs, "bibtex", BIB);
    let found = editor.findings(&refs, all_told);
    assert!(found.iter().all(|one| one["source"] == "citelight" && one["range"]["start"]["line"] != 0));
    let year = with_code(&found, "year-differs");
    assert_eq!(covered(BIB, &year[0]["range"]), "{2021}", "{found:#?}");
    assert_eq!(year[0]["severity"], 2, "{found:#?}");
    let message = year[0]["message"].as_str().unwrap();
    assert!(
        message.starts_with("needs review, described wrongly: year") && message.contains("2012"),
        "{message}"
    );
    let none = with_code(&found, "not-found");
    assert_eq!(covered(BIB, &none[0]["range"]), "@article{none", "{found:#?}");
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn severities_are_those_of_the_policy() {
    let folder = folder();
    let refs = uri(folder.path(), "refs.bib");
    let policy = json!({"schema": "citelight/policy/1", "name": "ours", "base": "lenient", "levels": {"not_found": "error", "year": "none"}});
    std::fs::write(folder.path().join("policy.json"), policy.to_string()).unwrap();
    let mut arguments = OFFLINE.to_vec();
    arguments.extend(["--policy", "policy.json", "--stdio"]);
    let mut editor = Editor::start(folder.path(), &arguments);
    editor.open(&refs, "bibtex", BIB);
    let found = editor.findings(&refs, |found| !with_code(found, "not-found").is_empty() && found.len() > 1);
    assert_eq!(with_code(&found, "not-found")[0]["severity"], 1, "{found:#?}");
    assert!(with_code(&found, "year-differs").is_empty(), "{found:#?}");
    editor.end();

    let refused = Command::new(env!("CARGO_BIN_EXE_citelight"))
        .args(["lsp", "--policy", "nowhere.json"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("nowhere.json"));
}

#[test]
fn a_record_is_shown_under_the_cursor_and_its_words_are_no_markup() {
    let folder = folder();
    let (refs, paper) = (uri(folder.path(), "refs.bib"), uri(folder.path(), "paper.tex"));
    let bib = "@article{tamm, title={Stones that swim}, author={Tamm, Bo}, journal={Journal of Weirs}, year={2006}, doi={10.5555/w}}\n";
    std::fs::write(folder.path().join("refs.bib"), bib).unwrap();
    let tex = "\\documentclass{article}\\bibliography{refs}\\begin{document}\n𝒳𝒳 Stones swim \\cite{tamm}.\n\\end{document}\n";
    let mut editor = Editor::start(folder.path(), &OFFLINE);
    editor.open(&refs, "bibtex", bib);
    editor.findings(&refs, |found| !with_code(found, "retracted").is_empty());
    for (uri, text, needle) in [(&refs, bib, "swim"), (&paper, tex, "tamm")] {
        if uri == &paper {
            editor.open(&paper, "latex", tex);
            let found = editor.findings(&paper, |found| !found.is_empty());
            assert_eq!(covered(tex, &found[0]["range"]), "tamm", "{found:#?}");
            let entry = &found[0]["relatedInformation"][0]["location"];
            assert_eq!((&entry["uri"], &entry["range"]["start"]["line"]), (&json!(refs), &json!(0)));
        }
        let shown = editor.hover(uri, text, needle);
        for part in [
            "retracted",
            "Stones that &lt;b&gt;swim&lt;/b&gt;",
            "Bo Tamm · 2006 · Journal of Weirs",
            "<https://doi.org/10.5555/w>",
        ] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
    }
    assert_eq!(editor.hover(&paper, tex, "document"), "");
    editor.end();
}

#[test]
fn corrections_are_those_of_the_command() {
    let folder = folder();
    let refs = uri(folder.path(), "refs.bib");
    let mut editor = Editor::start(folder.path(), &OFFLINE);
    editor.open(&refs, "bibtex", BIB);
    editor.findings(&refs, all_told);
    let mut text = BIB.to_owned();
    let title = |action: &(String, Value)| action.0.clone();

    let actions = editor.actions(&refs, &text, "Banks");
    assert_eq!(actions.iter().map(title).collect::<Vec<_>>(), ["Add the doi: 10.1000/banks"]);
    text = edited(&text, &actions[0].1);
    let actions = editor.actions(&refs, BIB, "Alder, Kim");
    assert_eq!(actions.iter().map(title).collect::<Vec<_>>(), ["Correct the year: 2021 → 2012"]);
    assert_eq!(covered(BIB, &actions[0].1["range"]), "21");
    text = edited(&text, &json!({"range": actions[0].1["range"], "newText": actions[0].1["newText"]}));
    assert!(editor.actions(&refs, BIB, "Nobody").is_empty());
    // Where several fields differ, all of them at once come first.
    let two = BIB.replace(", pages={101--112}", "");
    editor.change(&refs, 2, json!([{ "text": two }]));
    editor.findings_of(&refs, Some(2), all_told);
    let actions = editor.actions(&refs, &two, "Alder, Kim");
    assert_eq!(actions[0].0, "Correct 2 fields as the record has them", "{actions:?}");
    assert_eq!(actions.len(), 3, "{actions:?}");
    let both = edited(&two, &actions[0].1);
    assert!(both.contains("year={2012}") && both.contains("pages={101--112}"), "{both}");
    editor.change(&refs, 3, json!([{ "text": BIB }]));

    let actions = editor.actions(&refs, BIB, "{moved");
    let removal = actions.iter().find(|action| action.0.starts_with("Remove the DOI")).unwrap();
    let without = edited(BIB, &removal.1);
    assert!(
        without.contains("journal={River Notes}}\n") && without.matches("doi=").count() == 1,
        "{without}"
    );

    // What the editor made of the first two entries is what the command makes of them.
    let status = Command::new(env!("CARGO_BIN_EXE_citelight"))
        .args(["bib", "refs.bib", "--records", "works.jsonl", "--complete-records", "--fix"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(status.status.code().is_some());
    let written = std::fs::read_to_string(folder.path().join("refs.bib")).unwrap();
    let first = |text: &str| text.lines().take(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(first(&text), first(&written));
    editor.end();
}

#[test]
fn keys_without_an_entry_are_told_in_latex_and_markdown() {
    let folder = folder();
    let mut editor = Editor::start(folder.path(), &OFFLINE);
    let refs = uri(folder.path(), "refs.bib");
    for (name, language, text, unknown) in [
        ("paper.tex", "latex", "𝒳 \\citep[see][p.~3]{alder, nowhere} % \\cite{commented}\n", "nowhere"),
        ("paper.md", "markdown", "𝒳 Ladders [@alder; @nowhere, p. 3] and `@code`.\n", "nowhere"),
    ] {
        let paper = uri(folder.path(), name);
        editor.open(&paper, language, text);
        let found = editor.findings(&paper, |found| found.len() == 2);
        assert_eq!(covered(text, &with_code(&found, "no-entry")[0]["range"]), unknown, "{found:#?}");
        assert_eq!(covered(text, &with_code(&found, "year-differs")[0]["range"]), "alder", "{found:#?}");
    }
    // A manager writes the bibliography anew, and the editor says so.
    let more = format!("{BIB}@misc{{nowhere, title={{Banks and willows of slow rivers}}}}\n");
    std::fs::write(folder.path().join("refs.bib"), &more).unwrap();
    editor.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": refs, "type": 2}]}));
    let paper = uri(folder.path(), "paper.tex");
    editor.findings(&paper, |found| with_code(found, "no-entry").is_empty());
    // What is in the editor counts, whatever is on disk.
    editor.open(&refs, "bibtex", BIB);
    editor.findings(&paper, |found| !with_code(found, "no-entry").is_empty());
    let paper = uri(folder.path(), "paper.tex");
    editor.open(
        &refs,
        "bibtex",
        &format!("{BIB}@misc{{nowhere, title={{Banks and willows of slow rivers}}}}\n"),
    );
    editor.findings(&paper, |found| with_code(found, "no-entry").is_empty());
    // Mentions in a text that cites nothing are no citations.
    let readme = uri(folder.path(), "README.md");
    editor.open(
        &readme,
        "markdown",
        "# Thanks\n\nThanks to @somebody, and [a link](https://example.org/@x).\n",
    );
    assert!(editor.findings(&readme, |_| true).is_empty());
    editor.end();
}

#[test]
fn a_text_is_read_again_when_it_rests_and_only_its_last_state_counts() {
    let folder = folder();
    let refs = uri(folder.path(), "refs.bib");
    let mut editor = Editor::start(folder.path(), &OFFLINE);
    editor.open(&refs, "bibtex", BIB);
    editor.findings(&refs, all_told);
    // A line with letters beyond the basic plane is inserted, then the year is corrected in two steps.
    let at = |line: u64, from: u64, to: u64| json!({"start": {"line": line, "character": from}, "end": {"line": line, "character": to}});
    editor.change(&refs, 2, json!([{"range": at(0, 0, 0), "text": "% 𝒳𝒳𝒳\n"}]));
    let line = BIB.lines().nth(1).unwrap();
    let year = line[..line.find("2021").unwrap()].encode_utf16().count() as u64;
    editor.change(&refs, 3, json!([{"range": at(2, year, year + 4), "text": "20"}]));
    editor.change(&refs, 4, json!([{"range": at(2, year + 2, year + 2), "text": "12"}]));
    let is_right = |found: &[Value]| with_code(found, "year-differs").is_empty() && found.len() > 1;
    let found = editor.findings_of(&refs, Some(4), is_right);
    assert_eq!(with_code(&found, "not-found")[0]["range"]["start"]["line"], 3, "{found:#?}");
    editor.notify("textDocument/didClose", json!({"textDocument": {"uri": refs}}));
    editor.findings(&refs, <[Value]>::is_empty);
    editor.end();
}

/// A source that takes connections and never answers; how many there were.
fn silent_source() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let (Ok(mut connection), count) = (connection, count.clone()) else { return };
            std::thread::spawn(move || {
                count.fetch_add(1, Ordering::Relaxed);
                let _ = connection.read_to_end(&mut Vec::new());
            });
        }
    });
    (address, asked)
}

#[test]
fn a_source_that_does_not_answer_keeps_nobody_waiting() {
    let (folder, (source, asked)) = (folder(), silent_source());
    let refs = uri(folder.path(), "refs.bib");
    let mut editor = Editor::start(folder.path(), &["--no-cache", "--no-limits", "--sources-url", &source]);
    editor.open(&refs, "bibtex", &format!("{BIB}{BIB}"));
    // What needs nobody is told at once.
    editor.findings(&refs, |found| with_code(found, "double-key").len() == 4);
    let end = Instant::now() + Duration::from_secs(30);
    while asked.load(Ordering::Relaxed) == 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(asked.load(Ordering::Relaxed) > 0);
    let started = Instant::now();
    assert_eq!(editor.hover(&refs, BIB, "Banks"), "");
    assert!(editor.actions(&refs, BIB, "Banks").is_empty());
    editor.notify("textDocument/didClose", json!({"textDocument": {"uri": refs}}));
    assert_eq!(editor.end(), Some(0));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn offline_nobody_is_asked() {
    let (folder, (source, asked)) = (folder(), silent_source());
    let refs = uri(folder.path(), "refs.bib");
    let cache = folder.path().join("cache");
    let arguments = ["--offline", "--cache", cache.to_str().unwrap(), "--sources-url", &source];
    let mut editor = Editor::start(folder.path(), &arguments);
    editor.open(&refs, "bibtex", BIB);
    std::thread::sleep(Duration::from_millis(1_500));
    // What could not be checked is no finding where nobody may be asked.
    let found = editor.findings(&refs, |_| true);
    assert!(found.is_empty(), "{found:#?}");
    editor.end();
    assert_eq!(asked.load(Ordering::Relaxed), 0);
}

#[test]
fn nothing_that_an_editor_says_ends_the_server() {
    let folder = folder();
    let mut editor = Editor::start(folder.path(), &OFFLINE);
    let refs = uri(folder.path(), "refs.bib");
    editor.raw(b"Content-Length: 9\r\n\r\n{\"a\": [}]");
    editor.raw(b"Content-Length: x\r\n\r\nContent-Length: 4\r\nX: y\r\n\r\n\"\xff\xfe\"");
    // Half a surrogate pair.
    let half = r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:half","languageId":"bibtex","version":1,"text":"\ud835 @misc{a, title={A}} @misc{a, title={A}}"}}}"#;
    editor.raw(format!("Content-Length: {}\r\n\r\n{half}", half.len()).as_bytes());
    editor.findings("untitled:half", |found| with_code(found, "double-key").len() == 1);
    editor.open("not an address", "bibtex", BIB);
    editor.open("untitled:one", "bibtex", BIB);
    editor.open(&refs, "bibtex", &"@{=\"}\u{0}𝒳\\".repeat(2_000));
    editor.open(&uri(folder.path(), "odd.tex"), "latex", &"\\cite[\\bibitem{\\begin{verbatim}".repeat(2_000));
    editor.open(&uri(folder.path(), "odd.md"), "markdown", &"[@[^[@-@{`".repeat(2_000));
    let far = json!({"line": u32::MAX, "character": u32::MAX});
    let near = json!({"line": 0, "character": 3});
    editor.change(&refs, 2, json!([{"range": {"start": far, "end": near}, "text": BIB}]));
    editor.change("file:///elsewhere.bib", 2, json!([{"text": BIB}]));
    assert!(
        editor
            .request("textDocument/hover", json!({"textDocument": {"uri": refs}, "position": far}))
            .is_null()
    );
    assert!(editor.request("workspace/executeCommand", json!({"command": "rm"})).is_null());
    editor.findings("untitled:one", all_told);
    editor.change(&refs, 3, json!([{"text": BIB}]));
    editor.findings_of(&refs, Some(3), all_told);
    assert_eq!(editor.end(), Some(0));
    assert_eq!(Editor::start(folder.path(), &OFFLINE).leave(), Some(1));
}

/// Seconds until the last of so many entries is told, and until a change in the last one is.
fn seconds(entries: usize) -> (f64, f64) {
    let folder = folder();
    let refs = uri(folder.path(), "large.bib");
    let one = |at: usize| {
        format!(
            "@article{{key{at}, title={{What no record holds of anything {at}}}, author={{Nobody, Nora}}, year={{2020}}, journal={{Void}}}}\n"
        )
    };
    let text: String = (0..entries).map(one).collect();
    let mut editor = Editor::start(folder.path(), &OFFLINE);
    let started = Instant::now();
    editor.open(&refs, "bibtex", &text);
    editor.findings(&refs, |found| found.len() >= entries);
    let all = started.elapsed().as_secs_f64();
    let started = Instant::now();
    let last = json!({"line": entries, "character": 0});
    editor.change(&refs, 2, json!([{"range": {"start": last, "end": last}, "text": one(entries)}]));
    editor.findings_of(&refs, Some(2), |found| found.len() > entries);
    let change = started.elapsed().as_secs_f64();
    editor.end();
    (all, change)
}

#[test]
fn large_bibliographies_take_longer_in_proportion() {
    // The better of two: the machine may have been busy with other things.
    let better = |entries: usize| {
        let (one, other) = (seconds(entries), seconds(entries));
        (one.0.min(other.0), one.1.min(other.1))
    };
    let (small, large) = (better(300), better(1_200));
    // Four times the entries: sixteen times the time would be a square.
    assert!(large.0 / small.0 < 11.0, "{small:?} {large:?}");
    assert!(large.1 < large.0.max(5.0), "what is known is not looked up again: {large:?}");
}
