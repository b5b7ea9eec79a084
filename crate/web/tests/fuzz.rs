//! Mutated messages of a page to the worker: none may crash, take over two seconds or over 512 MB. `./build.sh fuzz` goes on longer
//! than the few seconds of `cargo test` (tests/fuzz/README.md).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use citelight::assignment::assess;
use citelight_web::messages::{DocumentSource, ToWorker};
use futures_util::FutureExt;
use serde_json::{Value, json};

#[path = "../../core/tests/fuzz/harness/mod.rs"]
mod harness;

use harness::{Runner, Seeds, Target, try_all};

#[test]
fn mutated_messages_do_no_harm() {
    for message in messages() {
        serde_json::from_value::<ToWorker>(message.clone())
            .unwrap_or_else(|error| panic!("{error}: {message}"));
    }
    let seeds = Seeds::new(messages().iter().map(|message| message.to_string().into_bytes()));
    try_all(&[Target::of_text("web/messages", seeds, try_message)], 1000, &mut Runner::new());
}

fn fixture(name: &str) -> Value {
    let path = format!("{}/../../tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(path).expect("the fixture can be read");
    serde_json::from_slice(&text).expect("the fixture is JSON")
}

fn messages() -> Vec<Value> {
    let text =
        "<article><p>Oak lasts [1].</p><h2>References</h2><ol><li>Smith, A. (2019). Oak.</li></ol></article>";
    let endpoint = json!({"settings": {"url": "https://m.example/v1", "model": "m"}, "carried": true});
    let audit = |content: Value| {
        let document =
            json!({"content": content, "origin": "a.html", "address": "https://journal.example/a?id=1"});
        json!({"kind": "audit", "audit": "a", "order": {
            "document": {"kind": "sent", "id": "a", "document": document}, "settings": {"rerank_n": 2},
            "online": {"mailto": null, "keys": {"openalex": "k-1"}, "any_server": true}, "endpoint": endpoint,
            "committees": true, "snippets": "published-document", "copies": ["repository.example.org"],
            "only": [{"citation": "c1", "reference": "r1"}]}})
    };
    let work = json!({"title": "Oak in rivers", "abstract_text": "Oak lasts.", "year": 2019,
        "authors": [{"name": "A. Smith", "id": "~A_Smith1", "affiliations": [{"domain": "river.example.edu", "is_dated": true, "until": 2024}], "relations": [{"name": "B. Jones", "kind": "PhD Advisor"}]}]});
    vec![
        json!({"kind": "load", "models": "https://a.example/models/", "added": ["m"], "library": null}),
        audit(json!({"text": {"text": text, "companions": [["a.bib", "@book{a, title={Oak}}"]]}})),
        audit(json!({"pdf": fixture("pdf/superscript.pdfjs.json")})),
        json!({"kind": "key", "url": "https://m.example/v1", "key": "k"}),
        json!({"kind": "try", "trial": "t", "endpoint": endpoint}),
        json!({"kind": "write", "order": "o", "format": "csv", "report": fixture("findings/sample.json")}),
        json!({"kind": "assess", "assessment": "s",
            "order": {"submission": work, "works": [work, work], "reviewer": work["authors"][0], "since": 2020}}),
        json!({"kind": "audit", "audit": "b", "order": {"document": {"kind": "known", "id": "a"}, "settings": null,
            "online": null, "endpoint": null, "committees": false, "snippets": "off", "copies": [], "only": null}}),
        json!({"kind": "release", "document": "a"}),
        json!({"kind": "cancel", "audit": "a"}),
    ]
}

/// What the worker does with a message as soon as it comes.
fn try_message(text: &str) -> Result<(), String> {
    let Ok(message) = serde_json::from_str::<ToWorker>(text) else { return Ok(()) };
    let written = serde_json::to_string(&message).map_err(|error| format!("cannot be written: {error}"))?;
    let again: Result<ToWorker, _> = serde_json::from_str(&written);
    if again.as_ref().ok() != Some(&message) {
        return Err(format!("is read as another once it is written: {written}"));
    }
    match message {
        ToWorker::Audit { order, .. } => {
            if let DocumentSource::Sent { document, .. } = &order.document {
                let _ = document.content.parse(&document.origin, false);
            }
        }
        ToWorker::Write { format, report, .. } => {
            report.write(format).map_err(|error| format!("cannot be written as a file: {error}"))?;
        }
        ToWorker::Assess { order, .. } => {
            assess(&order, None).now_or_never().ok_or("waits for nobody")?;
        }
        _ => {}
    }
    Ok(())
}
