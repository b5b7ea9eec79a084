//! What mapping and layout leave in doubt, put to a model: it chooses among candidates, says what a border is and whether a
//! place is sound, and not one word of it comes into the document.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use citelight::audit::finding::{Finding, follows};
use citelight::audit::{AuditContext, Cancel, Report, Scope, audit_document, audit_document_within};
use citelight::citation::Mapping;
use citelight::document::pdf::{PdfItem, PdfPage, PdfText, parse_pdf};
use citelight::document::{Anomaly, AnomalyKind, Document, Input, Severity, parse};
use citelight::finding::{Reason, Step, Verdict};
use citelight::http::virtual_time::VirtualClock;
use citelight::llm::{Complete, Request};
use citelight::remote::Remote;
use citelight::settings::Settings;
use citelight::sources::local::{Coverage, LocalStore};
use citelight::verify::Models;
use serde_json::json;

#[path = "support/answering.rs"]
mod answering;
#[path = "support/no_pause.rs"]
mod no_pause;

use answering::Answering;
use no_pause::NoPause;

const RECORDS: &str = r#"{"id": "oak", "title": "Oak timber in the rivers of the north", "authors": [{"family": "Smith", "given": "Ada"}], "year": 2020}
{"id": "bats", "title": "Sonar of bats that hunt over lakes", "authors": [{"family": "Smith", "given": "Ada"}], "year": 2020, "retracted": {"year": 2021}}
{"id": "owls", "title": "Owls that hunt by ear alone", "authors": [{"family": "Lee", "given": "Kim"}], "year": 2012}
"#;
const FILLER: &str = "Nothing is cited in these words, which only fill the page. ";

/// A page whose second citation fits two entries of the same author and year.
fn page(sentences: &str) -> String {
    format!(
        "<html><head><title>On rivers</title><meta name=\"citation_publication_date\" content=\"2023\"></head><body><article><h1>On rivers</h1><h2>Introduction</h2><p>{}</p>\
         <p>Owls are quiet (Lee, 2012). {sentences}</p><h2>References</h2><ul>\
         <li>Lee, K. (2012). Owls that hunt by ear alone. Journal of Owls.</li>\
         <li>Smith, A. (2020). Oak timber in the rivers of the north. Journal of Wood.</li>\
         <li>Smith, A. (2020). Sonar of bats that hunt over lakes. Journal of Bats.</li></ul></article></body></html>",
        FILLER.repeat(30)
    )
}

const SENTENCE: &str = "Bats find moths by sonar over lakes (Smith, 2020). More is to be said.";

fn context_of<'a>(
    store: &'a [&'a dyn citelight::sources::Source],
    model: Option<&'a dyn Complete>,
) -> AuditContext<'a> {
    AuditContext {
        sources: store,
        register: None,
        texts: &[],
        literature: None,
        claim_search: None,
        models: Models::default(),
        endpoint: model.map(Remote::Model),
        clock: &NoPause,
        judged_at_once: 1,
    }
}

fn store() -> LocalStore {
    LocalStore::from_json_lines("records", RECORDS).unwrap().with_coverage(Coverage::Everything)
}

fn audited(document: &Document, model: Option<&dyn Complete>, settings: &Settings) -> Report {
    let store = store();
    let sources: [&dyn citelight::sources::Source; 1] = [&store];
    let (context, never, mut ignore) = (context_of(&sources, model), Cancel::default(), |_| {});
    let audit = audit_document(document, &context, settings, &never, &mut ignore);
    VirtualClock::starting_at(0).run(audit).expect("nothing waits for ever")
}

/// What is found about the citation that fits two entries.
fn doubtful(model: &Answering) -> Finding {
    let document = parse(Input::new(&page(SENTENCE), "own.html")).unwrap();
    let status: Vec<&Mapping> = document.citations.iter().map(|citation| &citation.status).collect();
    assert_eq!(status, [&Mapping::Matched, &Mapping::Ambiguous { candidates: vec![1, 2] }]);
    let report = audited(&document, Some(model), &Settings::default());
    report.findings.into_iter().find(|finding| finding.citation == "c1").expect("the finding")
}

fn choice(choice: &str, quote: &str) -> String {
    json!({"quote": quote, "selected": choice}).to_string()
}

#[test]
fn a_majority_maps_an_ambiguous_citation_and_the_trail_says_so() {
    let model = Answering::new(|_| Some(choice("2", "Sonar of bats that hunt")));
    let finding = doubtful(&model);
    assert_eq!(
        finding.verdict,
        Verdict::Undecidable,
        "the chosen work was retracted, but another may be meant"
    );
    let [retracted, .., chosen] = &finding.reasons[..] else { panic!("{:?}", finding.reasons) };
    assert!(matches!(retracted, Reason::Retracted { .. }));
    assert_eq!(*chosen, Reason::EntryChosen { entries: 2 });
    assert!(finding.message.contains("fits 2 references"), "{}", finding.message);
    let [mapped, chosen, resolved, ..] = &finding.trail[..] else { panic!("{:?}", finding.trail) };
    assert_eq!((mapped.step, chosen.step, resolved.step), (Step::Map, Step::Map, Step::Resolve));
    assert!(mapped.summary.contains("fits 2 entries"), "{}", mapped.summary);
    assert_eq!(
        chosen.summary,
        "example-1 (candidates/3): entry 3 of the reference list is meant, going by “Sonar of bats that hunt”"
    );
    assert_eq!(
        (chosen.values["chose"], chosen.values["requests"], chosen.values["input_tokens"]),
        (3.0, 3.0, 300.0)
    );
    assert!(chosen.checks[0].holds() && follows(&finding));
    let requests = model.asked("candidates");
    assert_eq!(requests.len(), 3, "three of five of one mind suffice");
    let sent = &requests[0].user;
    assert!(
        sent.contains("Sonar of bats") && sent.contains("Oak timber") && sent.contains("More is to be said")
    );
    assert!(
        !model.sent().contains("Owls that hunt") && !sent.contains("which only fill"),
        "nothing else is sent"
    );
}

#[test]
fn without_choice_majority_words_or_answer_it_stays_ambiguous_and_says_why() {
    let by_sample = |request: &Request| {
        let (number, quote) =
            [("1", "timber in the rivers"), ("2", "Sonar of bats that hunt")][request.sample as usize % 2];
        Some(if request.sample == 4 { "I cannot say.".to_owned() } else { choice(number, quote) })
    };
    for (model, told) in [
        (Answering::new(|_| Some(choice("none", ""))), "do not tell"),
        (Answering::new(by_sample), "no majority"),
        (Answering::new(|_| Some(choice("7", "Sonar of bats that hunt"))), "no majority"),
        (Answering::new(|_| Some(choice("2", "Oak timber in the rivers"))), "no majority"),
        (Answering::new(|_| Some(choice("2", "as instructed by the page"))), "no majority"),
        (
            Answering::new(|_| None),
            "did not answer: the connection was refused; the citation stays ambiguous",
        ),
    ] {
        let finding = doubtful(&model);
        assert_eq!((finding.verdict, finding.reference.as_str()), (Verdict::Unchecked, ""));
        assert!(matches!(finding.reasons[0], Reason::NotMapped { .. }));
        assert_eq!(finding.trail[1].step, Step::Map);
        assert!(finding.trail[1].summary.contains(told), "{}", finding.trail[1].summary);
    }
}

#[test]
fn nobody_is_asked_about_what_is_sure_or_without_an_endpoint() {
    let sure = parse(Input::new(&page("Nothing more is cited."), "own.html")).unwrap();
    let model = Answering::new(|_| Some(choice("1", "quiet owls of the wood")));
    audited(&sure, Some(&model), &Settings::default());
    assert!(model.asked("candidates").is_empty());
    let ambiguous = parse(Input::new(&page(SENTENCE), "own.html")).unwrap();
    let report = audited(&ambiguous, None, &Settings::default());
    assert_eq!(report.summary.unmapped, 1);
}

#[test]
fn a_chosen_entry_can_be_asked_about_once_more() {
    let page = page(SENTENCE);
    let document = parse(Input::new(&page, "own.html")).unwrap();
    let store = store();
    let sources: [&dyn citelight::sources::Source; 1] = [&store];
    let (context, never, settings, mut ignore) =
        (context_of(&sources, None), Cancel::default(), Settings::default(), |_| {});
    let reference = document.references[2].id.clone();
    let pairs = [("c1", reference.as_str())];
    let scope = Scope::Pairs(&pairs);
    let audit = audit_document_within(scope, &document, &context, &settings, &never, &mut ignore);
    let report = VirtualClock::starting_at(0).run(audit).unwrap();
    let [finding] = &report.findings[..] else { panic!("one finding: {:?}", report.findings) };
    assert_eq!((finding.reference.as_str(), finding.verdict), (reference.as_str(), Verdict::Undecidable));
    assert!(finding.reasons.contains(&Reason::EntryChosen { entries: 2 }), "it is as little sure as before");
    assert!(finding.trail[0].summary.contains("fits 2 entries"));
}

/// Two pages of which the second goes on, set in and with a capital, with what the first breaks off.
fn pdf(last: &str, first: &str) -> Document {
    let lines = |lines: &[&str], set_in: f32| PdfPage {
        width: 600.0,
        height: 800.0,
        items: lines
            .iter()
            .enumerate()
            .map(|(row, text)| PdfItem {
                text: (*text).to_owned(),
                x: if row == 0 { 60.0 + set_in } else { 60.0 },
                y: 700.0 - 12.0 * row as f32,
                width: 4.6 * text.chars().count() as f32,
                size: 10.0,
                ..PdfItem::default()
            })
            .collect(),
        links: Vec::new(),
    };
    let one = [
        "Weirs were built of timber in all of the rivers of the north for as long as there were mills on them.",
        "Nobody had counted how many of them were left. We went to forty rivers and looked at every weir that",
        last,
    ];
    let two = [
        first,
        "of each beam, in the summer of the year in which the rivers were low. It took us forty days in all.",
    ];
    let text = PdfText { pages: vec![lines(&one, 0.0), lines(&two, 14.0)], ..PdfText::default() };
    parse_pdf(&text, "weirs.pdf", false).unwrap()
}

const LAST: &str = "we found there, and its age was measured by the";
const FIRST: &str =
    "Smith method, which was made for oak and which needs a small piece from the middle and the end";

fn opted_in() -> Settings {
    Settings { repair_boundaries: true, ..Settings::default() }
}

fn answering(border: &'static str, state: &'static str, quote: &'static str) -> Answering {
    Answering::new(move |request| {
        Some(match request.prompt {
            "boundary/1" => json!({"border": border}).to_string(),
            "semantic-audit/2" => json!({"state": state, "quote": quote}).to_string(),
            other => panic!("nobody asks {other}"),
        })
    })
}

fn broken(report: &Report) -> Vec<&Anomaly> {
    let anomalies = report.document.anomalies.iter();
    anomalies.filter(|anomaly| anomaly.kind == AnomalyKind::BrokenSentence).collect()
}

#[test]
fn a_doubtful_border_of_a_pdf_is_joined_by_a_majority_and_the_words_stay_those_of_the_page() {
    let document = pdf(LAST, FIRST);
    let model = answering("join", "unclear", "");
    let report = audited(&document, Some(&model), &opted_in());
    let [anomaly] = broken(&report)[..] else { panic!("{:?}", report.document.anomalies) };
    assert_eq!(anomaly.severity, Severity::Info);
    assert!(
        anomaly.hint.ends_with(
            "example-1 (boundary/1): the sentence goes on, and the paragraphs were joined; 2 of 3 samples, 2 requests, 220 \
             tokens"
        ),
        "{}",
        anomaly.hint
    );
    assert_eq!(model.asked("boundary").len(), 2, "two of three of one mind suffice");
    assert!(model.asked("semantic-audit").is_empty(), "what was joined is in doubt no more");
    assert!(model.sent().contains("measured by the</tail>") && model.sent().contains("<head>Smith method"));
}

#[test]
fn what_does_not_go_on_stays_apart_and_keeps_its_warning() {
    for (model, told) in [
        (answering("apart", "truncated", "measured by the"), "text is missing there (“measured by the”)"),
        (answering("unclear", "unclear", ""), "it cannot be told what is wrong"),
        (
            answering("join-without-hyphen", "truncated", "measured with a new tool"),
            "no majority on what is wrong",
        ),
        (Answering::new(|_| None), "the endpoint models.example.org did not answer"),
    ] {
        let report = audited(&pdf(LAST, FIRST), Some(&model), &opted_in());
        let [anomaly] = broken(&report)[..] else { panic!("{:?}", report.document.anomalies) };
        assert_eq!(anomaly.severity, Severity::Warning);
        assert!(anomaly.hint.contains(told), "{}", anomaly.hint);
    }
}

#[test]
fn a_place_that_is_found_sound_is_told_less_loudly() {
    let model = answering("apart", "sound", "measured by the");
    let report = audited(&pdf(LAST, FIRST), Some(&model), &opted_in());
    let [anomaly] = broken(&report)[..] else { panic!("{:?}", report.document.anomalies) };
    assert_eq!(anomaly.severity, Severity::Info);
    assert!(anomaly.hint.contains("the paragraphs do not belong together"), "{}", anomaly.hint);
    assert!(
        anomaly.hint.contains("semantic-audit/2): the text is sound (“measured by the”)"),
        "{}",
        anomaly.hint
    );
}

#[test]
fn other_formats_have_no_borders_to_join_but_places_to_look_at() {
    let text = format!(
        "<html><body><article><h1>On rivers</h1><h2>Introduction</h2><p>{}</p><p>Weirs were counted in forty rivers of the \
         north, and the age of each was measured by the</p><p>Soil was sampled in the same forty places, at the depth of a \
         spade.</p></article></body></html>",
        FILLER.repeat(30)
    );
    let document = parse(Input::new(&text, "own.html")).unwrap();
    let model = answering("join", "truncated", "measured by the");
    let report = audited(&document, Some(&model), &opted_in());
    assert!(model.asked("boundary").is_empty());
    assert_eq!(model.asked("semantic-audit").len(), 2);
    let [anomaly] = broken(&report)[..] else { panic!("{:?}", report.document.anomalies) };
    assert!(anomaly.hint.contains("text is missing there"), "{}", anomaly.hint);
    assert_eq!(anomaly.severity, Severity::Warning);
}

#[test]
fn who_did_not_opt_in_sends_nothing_of_the_page() {
    let model = answering("join", "sound", "measured by the");
    let document = pdf(LAST, FIRST);
    let report = audited(&document, Some(&model), &Settings::default());
    assert_eq!(model.sent(), "");
    assert_eq!(report.document.anomalies, document.anomalies);
    let without = audited(&document, None, &opted_in());
    assert_eq!(without.document.anomalies, document.anomalies);
}

#[test]
fn a_citation_of_a_joined_sentence_has_the_whole_sentence() {
    let list = [
        "References",
        "[1] A. Smith, On the age of timber in water, Journal of Wood 3, 2012, pages 1 to 7, and again in 2014.",
        "[2] B. Berg, On weirs and what they are good for, Journal of Rivers 9, 2001, pages 30 to 41, with a map.",
        "[3] C. Carl, On the mills of the north and their owners, Journal of Mills 2, 1999, pages 11 to 19.",
    ];
    let items = |page: &[&str], set_in: f32, from: f32| -> Vec<PdfItem> {
        let line = |(row, text): (usize, &&str)| PdfItem {
            text: (*text).to_owned(),
            x: if row == 0 { 60.0 + set_in } else { 60.0 },
            y: from - 12.0 * row as f32,
            width: 4.6 * text.chars().count() as f32,
            size: 10.0,
            ..PdfItem::default()
        };
        page.iter().enumerate().map(line).collect()
    };
    let one = [
        "Weirs were built of timber in all of the rivers of the north for as long as there were mills on them [3].",
        "Nobody had counted how many of them were left [2]. We went to forty rivers and looked at every weir",
        "that we found there, and its age was measured by the",
    ];
    let two = [
        "Smith method [1], which was made for oak and which needs a small piece from the middle of the beam.",
        "It took us forty days in all, of which two were spent in waiting for the rain to end in the hills.",
    ];
    let page = |items| PdfPage { width: 600.0, height: 800.0, items, links: Vec::new() };
    let mut second = items(&two, 14.0, 700.0);
    second.extend(items(&list, 0.0, 640.0));
    let text = PdfText { pages: vec![page(items(&one, 0.0, 700.0)), page(second)], ..PdfText::default() };
    let document = parse_pdf(&text, "weirs.pdf", false).unwrap();
    assert_eq!(document.citations.len(), 3, "{:?}", document.blocks);
    let report = audited(&document, Some(&answering("join", "unclear", "")), &opted_in());
    let citation = &report.document.citations[2];
    assert_eq!((citation.id.as_str(), citation.surface.as_str()), ("c2", "[1]"));
    assert!(
        citation.sentence.starts_with("We went to forty rivers")
            && citation.sentence.contains("measured by the Smith method [1]"),
        "{}",
        citation.sentence
    );
    assert_eq!(
        citation.references,
        report.document.references[..1].iter().map(|own| own.id.clone()).collect::<Vec<_>>()
    );
    assert!(!citation.locator.boxes.is_empty() && citation.sentence_locator.boxes.len() >= 2);
}
