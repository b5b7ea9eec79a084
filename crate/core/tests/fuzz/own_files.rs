//! Files that Citelight wrote or a user did: settings, records, texts, findings, bundles of committees, recordings, questions; and
//! what one Citelight sends another.

use citelight::LocalFuture;
use citelight::access::index::TextsIndex;
use citelight::access::{FullTextProvider, RetrievedText, TextError};
use citelight::attribute::{CitingPaper, Excerpt};
use citelight::audit::{AuditContext, Cancel, audit};
use citelight::citation::string::parse_reference;
use citelight::committee::{Bundle, explain, judgement, recompute};
use citelight::document::Content;
use citelight::export::{CheckExport, ReportFormat};
use citelight::finding::Extent;
use citelight::http::{Response, virtual_time::VirtualClock};
use citelight::identifiers::Identifiers;
use citelight::llm::arbitration::ArbitrationRequest;
use citelight::llm::endpoint::{EndpointSettings, wire};
use citelight::remote::{CitingWork, CommitteeRequest};
use citelight::resolve::corrections::{apply, read_bibtex};
use citelight::settings::Settings;
use citelight::sources::local::{Coverage, LocalStore};
use citelight::sources::{Query, Record, Source};
use citelight::taxonomy::RecordFacts;
use citelight::verify::Models;
use citelight::verify::models::{Infer, ModelError, Pair, Probabilities};
use citelight::verify::recorded::{InferenceLine, agree, recorded};
use futures_util::FutureExt;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::harness::{Seeds, Target};
use super::no_pause::NoPause;
use super::sources::try_record;

const ARTICLE: &str = "<html><body><article><h1>Weirs</h1><p>Oak lasts in rivers longer than pine [1]. Weirs of pine fell in 12 % of \
    the years [2]. Others disagree [1,2].</p><h2>References</h2><ol><li>Smith, A. (2019). Oak in rivers. Hydrology.</li>\
    <li>Lee, K. (2012). Weirs of pine in winter. Hydrology.</li></ol></article></body></html>";

const RECORDS: &str = r#"{"id": "oak", "title": "Oak in rivers", "authors": [{"family": "Smith", "given": "A"}], "year": 2019, "venue": "Hydrology"}
{"id": "pine", "title": "Weirs of pine in winter", "authors": [{"family": "Lee", "given": "K"}], "year": 2012, "doi": "10.1/pine", "retracted": {"year": 2014, "notice": "10.1000/notice"}}"#;

const SOURCE: &str = "<html><head><title>Oak in rivers</title></head><body><article><h1>Oak in rivers</h1><h2>Results</h2><p>Oak lasted in \
    rivers for 40 years. Pine did not. Weirs of oak outlast weirs of pine in every river that was seen.</p></article></body></html>";

const INFERENCE: &str = r#"{"role":"bi-encoder","model":"m@1","input":"00","output":[0.6,0.8]}
{"role":"nli","model":"n@1","input":"11","output":{"entailment":0.9,"neutral":0.05,"contradiction":0.05}}"#;

const COMPLETIONS: [&str; 3] = [
    r#"{"choices":[{"message":{"role":"assistant","content":"{\"relation\": \"unclear\"}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":7}}"#,
    r#"{"error":{"message":"no such model","code":404}}"#,
    "data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"relation\\\": \"}}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":700}}\n\ndata: [DONE]\n\n",
];

const ARBITRATION: &str = r#"{"claim":"Oak lasts in rivers.","context":"Weirs of oak. Oak lasts in rivers.","passages":["Oak lasted.","Pine did not."],"facts":{},"settings":{"arbitration_samples":3,"arbitration_temperature":0.5,"arbitration_agreement":0.6}}"#;

const ENDPOINT: &str = r#"{"kind":"model","url":"https://m.example/v1","model":"m","stream":true}"#;

pub(crate) fn targets() -> Vec<Target> {
    let settings = serde_json::to_string(&Settings::default()).expect("settings are JSON");
    let texts = r#"{"texts": [{"record": "10.1/AB", "file": "texts/ab.xml"}, {"record": "oak", "file": "oak.html"}]}"#;
    let findings = Seeds::fixtures(&["findings/sample.json"]);
    // What cannot be read at first tries nothing.
    serde_json::from_str::<EndpointSettings>(ENDPOINT).expect("these are settings of an endpoint");
    let arbitration: ArbitrationRequest = serde_json::from_str(ARBITRATION).expect("this is a request");
    let committee = committee();
    assert_eq!((arbitration.check(), committee.check()), (Ok(()), Ok(())));
    let committee = serde_json::to_string(&committee).expect("requests are JSON");
    try_inference(INFERENCE).and_then(|()| try_settings(&settings)).expect("these do no harm");
    vec![
        Target::of_text("own/settings", Seeds::new([settings]), try_settings),
        Target::of_text("own/endpoint-settings", Seeds::new([ENDPOINT]), read_again::<EndpointSettings>),
        Target::of_text("own/records", Seeds::new([RECORDS]), try_records),
        Target::of_text("own/texts", Seeds::new([texts]), try_texts),
        Target::of_text("own/findings", findings, try_findings),
        Target::of_text("own/bundle", Seeds::new([bundle()]), try_bundle),
        Target::of_text("own/inference", Seeds::new([INFERENCE]), try_inference),
        Target::of_text("own/bibtex", Seeds::fixtures(&["latex", "formats"]), try_bibtex),
        Target::of_text("sent/completion", Seeds::new(COMPLETIONS), try_completion),
        Target::of_text("sent/arbitration", Seeds::new([ARBITRATION]), |text| {
            serde_json::from_str(text).map_or(Ok(()), |request: ArbitrationRequest| {
                let _ = request.check();
                Ok(())
            })
        }),
        Target::of_text("sent/committee", Seeds::new([committee]), |text| {
            serde_json::from_str(text).map_or(Ok(()), |request: CommitteeRequest| {
                let _ = request.check();
                Ok(())
            })
        }),
        Target::of_text(
            "sent/excerpt",
            Seeds::new(["Oak lasts in rivers [CITATION]. Pine does not."]),
            try_sentence,
        ),
    ]
}

/// What can be read can be written, and read again as the same.
fn read_again<T: DeserializeOwned + Serialize + PartialEq>(text: &str) -> Result<(), String> {
    let Ok(value) = serde_json::from_str::<T>(text) else { return Ok(()) };
    let written = serde_json::to_string(&value).map_err(|error| format!("cannot be written: {error}"))?;
    match serde_json::from_str::<T>(&written) {
        Ok(again) if again == value => Ok(()),
        Ok(_) => Err(format!("is read as another once it is written: {written}")),
        Err(error) => Err(format!("cannot be read once it is written: {error}: {written}")),
    }
}

/// Any settings that can be read leave an audit its end.
fn try_settings(text: &str) -> Result<(), String> {
    let Ok(settings) = serde_json::from_str::<Settings>(text) else { return Ok(()) };
    read_again::<Settings>(text)?;
    let store = LocalStore::from_json_lines("records", RECORDS).map_err(|error| error.to_string())?;
    let store = store.with_coverage(Coverage::Everything);
    let context = AuditContext {
        sources: &[&store],
        register: None,
        texts: &[&OneText],
        literature: None,
        claim_search: None,
        models: Models { infer: Some(&Likely), ..Models::default() },
        clock: &NoPause,
        endpoint: None,
        judged_at_once: 1,
    };
    let content = Content::alone(ARTICLE);
    let cancel = Cancel::default();
    let mut ignore = |_| {};
    let audit = audit(&content, "fuzz.html", &context, &settings, &cancel, &mut ignore);
    let report = VirtualClock::starting_at(0).run(audit).ok_or("leaves an audit without an end")?;
    let report = report.map_err(|error| format!("keeps an article from being read: {error}"))?;
    if report.findings.len() != 4 {
        return Err(format!("{} findings instead of 4", report.findings.len()));
    }
    let export = CheckExport::new(report, Vec::new());
    read_again::<CheckExport>(&serde_json::to_string(&export).map_err(|error| error.to_string())?)
}

fn try_records(text: &str) -> Result<(), String> {
    let Ok(store) = LocalStore::from_json_lines("records", text) else { return Ok(()) };
    for record in store.records() {
        try_record(record)?;
        let identifiers = Identifiers { doi: Some("10.1/pine".to_owned()), ..Identifiers::default() };
        let query =
            Query { identifiers: &identifiers, title: Some(&record.title), authors: &[], year: record.year };
        let _ = store.look_up(query).now_or_never();
    }
    Ok(())
}

fn try_texts(text: &str) -> Result<(), String> {
    let Ok(index) = TextsIndex::from_json(text) else { return Ok(()) };
    let leads_out =
        |file: &str| file.starts_with(['/', '\\']) || file.split(['/', '\\']).any(|part| part == "..");
    match index.files().find(|file| leads_out(file)) {
        Some(file) => Err(format!("leads out of its folder: {file}")),
        None => Ok(()),
    }
}

fn try_findings(text: &str) -> Result<(), String> {
    read_again::<CheckExport>(text)?;
    let Ok(export) = serde_json::from_str::<CheckExport>(text) else { return Ok(()) };
    for format in [ReportFormat::Html, ReportFormat::Markdown, ReportFormat::Csv, ReportFormat::Json] {
        export.write(format).map_err(|error| format!("cannot be written: {error}"))?;
    }
    Ok(())
}

fn committee() -> CommitteeRequest {
    let cited = Record {
        id: "oak".to_owned(),
        title: "Oak in rivers".to_owned(),
        year: Some(2019),
        ..Record::default()
    };
    CommitteeRequest {
        sentence: "Oak lasts in rivers [1].".to_owned(),
        window: vec!["Weirs are old.".to_owned(), "Oak lasts in rivers [1].".to_owned()],
        own: 1,
        cited,
        citing: CitingWork { title: Some("Weirs".to_owned()), ..CitingWork::default() },
        facts: RecordFacts::default(),
    }
}

fn bundle() -> String {
    let path = format!("{}/../../tests/fixtures/committee/finding.json", env!("CARGO_MANIFEST_DIR"));
    let finding = std::fs::read(path).expect("the fixture can be read");
    let finding: Value = serde_json::from_slice(&finding).expect("the fixture is JSON");
    finding["committee"].to_string()
}

fn try_bundle(text: &str) -> Result<(), String> {
    let Ok(bundle) = serde_json::from_str::<Bundle>(text) else { return Ok(()) };
    read_again::<Bundle>(text)?;
    match (explain(&bundle), recompute(&bundle)) {
        (Ok(_), Ok(_)) => {
            let _ = judgement(&bundle);
            Ok(())
        }
        (Err(_), Err(_)) => Ok(()),
        _ => Err("is explained and not derived, or the other way round".to_owned()),
    }
}

fn try_inference(text: &str) -> Result<(), String> {
    let lines: Result<Vec<InferenceLine>, _> = text.lines().map(serde_json::from_str).collect();
    let Ok(lines) = lines else { return Ok(()) };
    let _ = agree(&lines, None, None);
    let keep = |_: &InferenceLine| {};
    let (_, _) = recorded(lines, None, None, &keep);
    Ok(())
}

fn try_completion(text: &str) -> Result<(), String> {
    for status in [200, 400, 429] {
        let _ = wire::read(&Response { status, body: text.into(), ..Response::default() });
    }
    Ok(())
}

/// Entries lie in the file one after the other; without edits the file stays as it is.
fn try_bibtex(text: &str) -> Result<(), String> {
    let entries = read_bibtex(text);
    let values =
        || entries.iter().flat_map(|entry| entry.values.values().chain(&entry.fields).chain([&entry.range]));
    if let Some(range) = values().find(|range| text.get((*range).clone()).is_none()) {
        return Err(format!("gave the value {range:?}"));
    }
    let edits = vec![Vec::new(); entries.len()];
    if apply(text, &entries, &edits) == text { Ok(()) } else { Err("was changed without an edit".to_owned()) }
}

fn try_sentence(text: &str) -> Result<(), String> {
    let _ = Excerpt::parse(text, CitingPaper::default());
    parse_reference(text);
    Ok(())
}

/// A model that is nearly sure of everything.
struct Likely;

impl Infer for Likely {
    fn name(&self) -> std::borrow::Cow<'_, str> {
        "likely@0".into()
    }

    fn infer<'a>(&'a self, pairs: &'a [Pair<'a>]) -> LocalFuture<'a, Result<Vec<Probabilities>, ModelError>> {
        let likely = Probabilities { entailment: 0.7, neutral: 0.2, contradiction: 0.1 };
        Box::pin(std::future::ready(Ok(vec![likely; pairs.len()])))
    }
}

/// The text of one record.
struct OneText;

impl FullTextProvider for OneText {
    fn text<'a>(
        &'a self,
        record: &'a Record,
        _: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        let text = (record.id == "oak").then(|| RetrievedText {
            content: Content::alone(SOURCE),
            origin: "oak.html".to_owned(),
            extent: Some(Extent::FullText),
        });
        Box::pin(std::future::ready(Ok(text)))
    }
}
