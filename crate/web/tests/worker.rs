//! The worker as the page sees it: loading with progress, problems, messages, cancellation.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod common;

use citelight::audit::event::{Event, NoticeCode};
use citelight::audit::finding::Finding;
use citelight::document::pdf::{PageReading, PdfItem, PdfPage, PdfText, ReadingOutcome};
use citelight::document::{Content, Format};
use citelight::finding::Verdict;
use citelight::llm::endpoint::connection_test::ConnectionTest;
use citelight::llm::endpoint::{EndpointKind, EndpointSettings};
use citelight_web::messages::{
    AuditOrder, DocumentInput, DocumentSource, FromWorker, ModelEndpoint, ReadingOrder, SnippetSearch,
    ToWorker,
};
use common::{Page, serve};
use js_sys::{Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

const RECORDS: &[u8] = br#"{"id": "smith", "title": "On the heights of trees", "authors": [{"family": "Smith", "given": "A."}], "year": 2001}"#;
const TEXTS: &[u8] =
    br#"{"texts": [{"record": "smith", "file": "texts/smith.html", "extent": "full-text"}]}"#;
const SMITH: &[u8] = br#"<html><head><title>On the heights of trees</title></head><body><article><h1>On the heights of trees</h1>
<section><h2>Results</h2><p>We measured 212 trees in two summers. Trees on the northern slope reach 59 m. Those of the southern slope
are smaller and grow on sand.</p></section></article></body></html>"#;
const PAGE: &str = r##"<html><head><title>A page</title></head><body><article class="ltx_document"><h1>A page</h1>
<section class="ltx_section"><h2>Introduction</h2><p class="ltx_p">Trees on the northern slope reach 95 m
[<a href="#bib.bib1" class="ltx_ref">1</a>]. Birds nest in them [<a href="#bib.bib2" class="ltx_ref">2</a>].</p></section>
<section class="ltx_bibliography"><h2>References</h2><ul class="ltx_biblist">
<li id="bib.bib1" class="ltx_bibitem"><span class="ltx_tag">[1]</span> A. Smith (2001) On the heights of trees. Journal of Woods 3, 1-9.</li>
<li id="bib.bib2" class="ltx_bibitem"><span class="ltx_tag">[2]</span> B. Jones (2002) Birds of the slope. Journal of Woods 4, 10-19.</li>
</ul></section></article></body></html>"##;

/// The library as a folder.
const LIBRARY: [(&str, &[u8]); 3] = [
    ("/library/records.jsonl", RECORDS),
    ("/library/texts.json", TEXTS),
    ("/library/texts/smith.html", SMITH),
];

fn audit(id: &str, content: &str) -> ToWorker {
    ToWorker::Audit {
        audit: id.to_owned(),
        order: Box::new(AuditOrder {
            document: DocumentSource::Sent { id: None, document: Box::new(page_of(content)) },
            settings: None,
            online: None,
            endpoint: None,
            committees: false,
            snippets: SnippetSearch::Off,
            copies: Vec::new(),
            only: None,
        }),
    }
}

fn page_of(content: &str) -> DocumentInput {
    DocumentInput { content: Content::alone(content), origin: "page.html".to_owned(), address: None }
}

/// The same audit with its document from elsewhere.
fn with_document(message: ToWorker, document: DocumentSource) -> ToWorker {
    match message {
        ToWorker::Audit { audit, order } => {
            ToWorker::Audit { audit, order: Box::new(AuditOrder { document, ..*order }) }
        }
        other => other,
    }
}

fn is_end(message: &FromWorker) -> bool {
    matches!(message, FromWorker::Event { event: Event::Finished { .. }, .. } | FromWorker::Failed { .. })
}

#[wasm_bindgen_test]
async fn what_was_loaded_and_what_not_is_told() {
    serve(&LIBRARY);
    let page = Page::new();
    let (models, records, problems) = page.load(true, true).await;
    assert_eq!(models, ["all-MiniLM-L6-v2@3225c34d (int8)", "nli-minilm@9d61c02b (int8)"]);
    assert_eq!((records, problems), (1, vec!["a third model is missing".to_owned()]));

    let before = page.raw().len();
    page.say(&ToWorker::Load { models: None, added: Vec::new(), library: None });
    gloo_timers::future::TimeoutFuture::new(50).await;
    assert!(
        matches!(page.heard()[before..], [FromWorker::Ready { records: 1, .. }]),
        "asked again, it answers at once"
    );
}

#[wasm_bindgen_test]
async fn missing_folders_are_problems_not_a_dead_worker() {
    serve(&[]);
    let page = Page::new();
    page.say(&ToWorker::Load {
        models: Some("https://elsewhere.test/models".to_owned()),
        added: Vec::new(),
        library: Some(format!("{}/library", common::SERVER)),
    });
    let ready = page.wait_for(|message| matches!(message, FromWorker::Ready { .. })).await;
    let FromWorker::Ready { models, records, problems } = ready else { unreachable!("it was waited for") };
    assert_eq!((models.len(), records, problems.len()), (0, 0, 2));
    assert!(problems[0].contains("404 Not Found") && problems[1].contains("is not there"), "{problems:?}");
    page.say(&audit("a", PAGE));
    let end = page.wait_for(is_end).await;
    assert!(matches!(end, FromWorker::Event { .. }), "{end:?}");
    let notices: Vec<NoticeCode> = page
        .heard()
        .into_iter()
        .filter_map(|message| match message {
            FromWorker::Event { event: Event::Notice { notice }, .. } => Some(notice.code),
            _ => None,
        })
        .collect();
    assert!(
        notices.contains(&NoticeCode::NoModels) && notices.contains(&NoticeCode::NoRecords),
        "{notices:?}"
    );
}

/// As extensions hand it on: numbers that happen to be whole stand for lengths all the same.
#[wasm_bindgen_test]
async fn the_text_layer_of_a_pdf_is_checked() {
    let layer = include_str!("../../../tests/fixtures/pdf/superscript.pdfjs.json");
    let order = format!(
        r#"{{"kind": "audit", "audit": "pdf", "order": {{"document": {{"kind": "sent", "id": null,
            "document": {{"content": {{"pdf": {layer}}}, "origin": "paper.pdf", "address": null}}}},
            "settings": null, "online": null, "endpoint": null, "committees": false, "snippets": "off", "copies": [], "only": null}}}}"#
    );
    let page = Page::new();
    page.say_raw(js_sys::JSON::parse(&order).unwrap());
    let mapped = page
        .wait_for(|message| matches!(message, FromWorker::Event { event: Event::Mapped { .. }, .. }))
        .await;
    let FromWorker::Event { event: Event::Mapped { document }, .. } = mapped else {
        unreachable!("it was waited for")
    };
    assert_eq!(document.format, Format::Pdf);
    assert!(!document.references.is_empty());
    let places: Vec<_> = document.citations.iter().map(|citation| &citation.locator).collect();
    assert!(!places.is_empty() && places.iter().all(|place| !place.ranges.is_empty()), "{places:?}");
    page.wait_for(is_end).await;
}

#[wasm_bindgen_test]
async fn unreadable_messages_and_documents_are_answered() {
    let page = Page::new();
    for message in [JsValue::NULL, JsValue::from_str("load"), js_sys::Object::new().into()] {
        page.say_raw(message);
    }
    assert!(page.heard().iter().all(|message| matches!(message, FromWorker::Failed { audit: None, .. })));
    assert_eq!(page.heard().len(), 3);
    page.say(&audit("empty", "  "));
    let failed = page.wait_for(|message| matches!(message, FromWorker::Failed { audit: Some(_), .. })).await;
    assert!(
        matches!(&failed, FromWorker::Failed { message, .. } if message.contains("page.html")),
        "{failed:?}"
    );
}

#[wasm_bindgen_test]
async fn messages_are_plain_objects() {
    let page = Page::new();
    page.say(&audit("plain", PAGE));
    page.wait_for(is_end).await;
    let mapped = page.raw().into_iter().find_map(|message| {
        let event = Reflect::get(&message, &"event".into()).ok()?;
        let kind = Reflect::get(&event, &"kind".into()).ok()?;
        (kind.as_string()? == "mapped").then(|| Reflect::get(&event, &"document".into()).ok())?
    });
    let document = mapped.expect("the document was told");
    assert!(document.is_object() && !document.is_instance_of::<js_sys::Map>());
    let references = Reflect::get(&document, &"references".into()).unwrap();
    assert!(js_sys::Array::is_array(&references));
}

#[wasm_bindgen_test]
async fn a_cancelled_audit_ends_incomplete() {
    let page = Page::new();
    page.say(&audit("stopped", PAGE));
    page.say(&ToWorker::Cancel { audit: "stopped".to_owned() });
    page.say(&ToWorker::Cancel { audit: "never started".to_owned() });
    let end = page.wait_for(is_end).await;
    assert!(
        matches!(&end, FromWorker::Event { event: Event::Finished { summary }, .. } if !summary.complete),
        "{end:?}"
    );
}

/// Ids of the references that an audit looked up.
fn resolved(page: &Page, id: &str) -> Vec<String> {
    let of_audit = |message| match message {
        FromWorker::Event { audit, event: Event::Resolved { reference, .. } } if audit == id => {
            Some(reference)
        }
        _ => None,
    };
    page.heard().into_iter().filter_map(of_audit).collect()
}

#[wasm_bindgen_test]
async fn a_document_that_was_sent_is_checked_again_by_its_id() {
    let page = Page::new();
    let sent = DocumentSource::Sent { id: Some("d".to_owned()), document: Box::new(page_of(PAGE)) };
    page.say(&with_document(audit("first", ""), sent));
    page.wait_for(is_end).await;
    let known = || DocumentSource::Known { id: "d".to_owned() };
    page.say(&with_document(audit("again", ""), known()));
    let ended = |message: &FromWorker| matches!(message, FromWorker::Event { audit, event: Event::Finished { .. } } if audit == "again");
    page.wait_for(ended).await;
    assert_eq!(resolved(&page, "again"), resolved(&page, "first"));
    assert_eq!(resolved(&page, "again").len(), 2);

    page.say(&ToWorker::Release { document: "d".to_owned() });
    for (id, document) in [("released", "d"), ("never sent", "e")] {
        page.say(&with_document(audit(id, ""), DocumentSource::Known { id: document.to_owned() }));
        let answer =
            |message: &FromWorker| matches!(message, FromWorker::UnknownDocument { audit } if audit == id);
        page.wait_for(answer).await;
    }
}

#[wasm_bindgen_test]
async fn a_page_is_checked_from_its_markup_to_evidence() {
    serve(&LIBRARY);
    let page = Page::new();
    // Asked for while things are loading, the audit waits for them.
    page.say(&ToWorker::Load {
        models: Some(format!("{}/models", common::SERVER)),
        added: vec!["ranker".to_owned()],
        library: Some(format!("{}/library", common::SERVER)),
    });
    page.say(&audit("whole", PAGE));
    let end = page.wait_for(is_end).await;
    assert!(
        matches!(&end, FromWorker::Event { event: Event::Finished { summary }, .. } if summary.complete && summary.pairs == 2),
        "{end:?}"
    );
    let findings: Vec<Finding> = page
        .heard()
        .into_iter()
        .filter_map(|message| match message {
            FromWorker::Event { audit, event: Event::Found { finding } } if audit == "whole" => Some(finding),
            _ => None,
        })
        .collect();
    let heights =
        findings.iter().find(|finding| finding.reference == "bib.bib1").expect("the first pair is judged");
    assert!(
        !matches!(heights.verdict, Verdict::Supported | Verdict::Unchecked),
        "95 m is not 59 m: {heights:?}"
    );
    let steps: Vec<&str> = heights.trail.iter().map(|step| step.summary.as_str()).collect();
    assert!(steps.iter().any(|step| step.contains("ranked by ranker")), "what was added works: {steps:?}");
    let evidence = heights.evidence.first().expect("the source was read");
    assert!(evidence.text.contains("59 m") && evidence.place.origin == "texts/smith.html", "{evidence:?}");
    let birds =
        findings.iter().find(|finding| finding.reference == "bib.bib2").expect("the second pair is judged");
    assert_eq!(birds.verdict, Verdict::Unchecked, "a partial library does not know it: {birds:?}");
}

/// What comes of trying an endpoint whose requests a page carries with this function.
async fn tried(carry: &str) -> ConnectionTest {
    let page = Page::carrying(Function::new_with_args("url, body, signal", carry));
    let url = "https://models.example.org/v1".to_owned();
    let settings = EndpointSettings { url, model: "m".to_owned(), ..EndpointSettings::default() };
    page.say(&ToWorker::Try {
        trial: "t".to_owned(),
        endpoint: ModelEndpoint { settings, carried: true, forgets: false },
    });
    match page.wait_for(|message| matches!(message, FromWorker::Tried { .. })).await {
        FromWorker::Tried { outcome, .. } => outcome,
        _ => unreachable!("the predicate asked for Tried"),
    }
}

#[wasm_bindgen_test]
async fn a_page_carries_requests_of_endpoints_whose_key_it_holds() {
    let answered = tried(
        r#"
        if (url !== "https://models.example.org/v1/chat/completions" || signal.aborted) throw Error(url);
        const content = JSON.stringify({ answer: JSON.parse(body).model });
        const answer = JSON.stringify({ choices: [{ message: { content } }] });
        return Promise.resolve({ kind: "answered", status: 200, headers: [["content-type", "application/json"]], body: answer });
        "#,
    );
    assert!(matches!(answered.await, ConnectionTest::Answered { .. }));
    for (carry, told) in [
        (
            r#"return Promise.resolve({ kind: "refused", reason: "it was switched off" });"#,
            "was not asked: it was switched off",
        ),
        (r#"return Promise.resolve({ kind: "lost", reason: "no route" });"#, "no route"),
        (r#"return Promise.reject(Error("gone"));"#, "gone"),
        (r#"return Promise.resolve("nonsense");"#, "could not be reached"),
        (r#"throw Error("no port");"#, "no port"),
    ] {
        let outcome = tried(carry).await;
        assert!(
            matches!(&outcome, ConnectionTest::Failed { reason } if reason.contains(told)),
            "{outcome:?}"
        );
    }
}

/// What comes of having the second page of a PDF read, which holds no text, drawn by this function.
async fn pages_read(settings: EndpointSettings, draw: &str) -> Option<PdfText> {
    let carry = r#"
        const { messages } = JSON.parse(body);
        const [words, image] = messages[1].content;
        if (words.text !== "<page>2</page>\n" || !image.image_url.url.startsWith("data:image/png;base64,iVBORw0KGgo")) throw Error(body);
        const content = JSON.stringify({ code: "402917", blocks: [{ kind: "paragraph", text: "Bats hunt over lakes by sonar." }] });
        const answer = JSON.stringify({ choices: [{ message: { content } }] });
        return Promise.resolve({ kind: "answered", status: 200, headers: [["content-type", "application/json"]], body: answer });
    "#;
    let page = Page::drawing(
        Function::new_with_args("url, body, signal", carry),
        Function::new_with_args("reading, page", draw),
    );
    let item = PdfItem { text: "Weirs were built of timber. ".repeat(20), size: 10.0, ..PdfItem::default() };
    let pages = vec![PdfPage { items: vec![item], ..PdfPage::default() }, PdfPage::default()];
    let text = PdfText { pages, ..PdfText::default() };
    let document =
        DocumentInput { content: Content::Pdf(text), origin: "weirs.pdf".to_owned(), address: None };
    let endpoint = ModelEndpoint { settings, carried: true, forgets: true };
    page.say(&ToWorker::ReadPages {
        reading: "p1".to_owned(),
        order: Box::new(ReadingOrder { document, endpoint }),
    });
    match page.wait_for(|message| matches!(message, FromWorker::PagesRead { .. })).await {
        FromWorker::PagesRead { text, .. } => text.map(|text| *text),
        _ => unreachable!("the predicate asked for PagesRead"),
    }
}

fn reader_of_pages() -> EndpointSettings {
    EndpointSettings {
        url: "https://models.example.org/v1".to_owned(),
        model: "m".to_owned(),
        transcribe: true,
        ..EndpointSettings::default()
    }
}

#[wasm_bindgen_test]
async fn a_page_without_text_is_drawn_by_the_page_and_read_by_the_model() {
    let drawn = r#"
        if (reading !== "p1" || page !== 1) throw Error(`${reading} ${page}`);
        const head = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\0\0\0\x06\0\x08\0\0\0\0";
        const png = Uint8Array.from(head, (letter) => letter.charCodeAt(0));
        return new Promise((done) => setTimeout(() => done({ kind: "image", png, code: "402917" }), 5));
    "#;
    let text = pages_read(reader_of_pages(), drawn).await.expect("there was a page to read");
    let words: Vec<&str> = text.pages[1].items.iter().map(|item| item.text.as_str()).collect();
    assert_eq!(words.join(" "), "Bats hunt over lakes by sonar.");
    assert!(matches!(&text.readings[..], [PageReading { page: 1, outcome: ReadingOutcome::Read { .. } }]));
    for (draw, told) in [
        (r#"return Promise.resolve({ kind: "failed", reason: "the page is blank" });"#, "the page is blank"),
        (
            r#"return Promise.resolve({ kind: "image", png: new Uint8Array([1, 2]), code: "402917" });"#,
            "its image cannot be sent: it is no PNG image",
        ),
        (r#"return Promise.reject(Error("gone"));"#, "gone"),
        (r#"throw Error("no port");"#, "no port"),
    ] {
        let text = pages_read(reader_of_pages(), draw).await.expect("there was a page to read");
        let [PageReading { outcome: ReadingOutcome::Failed { reason }, .. }] = &text.readings[..] else {
            panic!("{:?}", text.readings)
        };
        assert!(reason.contains(told), "{reason}");
    }
}

#[wasm_bindgen_test]
async fn nobody_is_sent_a_page_without_being_a_model_that_the_reader_chose_for_it() {
    for settings in [
        EndpointSettings { transcribe: false, ..reader_of_pages() },
        EndpointSettings { kind: EndpointKind::Citelight, ..reader_of_pages() },
        EndpointSettings { kind: EndpointKind::Browser, ..reader_of_pages() },
    ] {
        assert_eq!(pages_read(settings, "throw Error('it was drawn')").await, None);
    }
}
