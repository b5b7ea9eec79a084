//! Committees within an audit: a cited work that cannot be read, and those who cite it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::cell::RefCell;
use std::collections::BTreeMap;

use citelight::LocalFuture;
use citelight::access::FullTextProvider;
use citelight::audit::event::Event;
use citelight::audit::finding::{Finding, follows};
use citelight::audit::{AuditContext, Cancel, audit_document};
use citelight::committee::{CitedBy, CitingApi, Literature, PercentileTables, explain};
use citelight::document::{Input, parse};
use citelight::finding::{Category, Reason, Step, Verdict};
use citelight::http::RequestPolicy;
use citelight::llm::arbitration::{Arbitrate, ArbitrationRequest, ArbitrationResult};
use citelight::llm::{Complete, CompleteError, Completion, Request, Usage};
use citelight::remote::{CommitteeRequest, CommitteeResult, Remote, Serve};
use citelight::settings::Settings;
use citelight::sources::local::LocalStore;
use citelight::verify::Models;
use serde_json::json;

#[path = "support/no_pause.rs"]
mod no_pause;

#[allow(dead_code, reason = "each test uses its part")]
#[path = "../../records/tests/support/scripted.rs"]
mod scripted;

#[allow(dead_code, reason = "each test uses its part")]
#[path = "../../verify/tests/support/committee_world.rs"]
mod world;

use no_pause::NoPause;
use scripted::{Bench, with_policy};
use world::{Bag, DOI, InMemoryTexts, Overlap, Paper, TITLE, indexes};

const CLAIM: &str = "Weirs of oak outlast weirs of pine by forty years in cold rivers [2].";
const DENIAL: &str = "Weirs of oak do not outlast weirs of pine by forty years in cold rivers [2].";

fn agreeing(count: usize) -> Vec<Paper> {
    (1..=count)
        .map(|number| {
            Paper::new(number, "Weirs of oak outlast weirs of pine by forty years in cold rivers [2].")
        })
        .collect()
}

/// What an audit finds of the citations of the work that cannot be read, and the requests that were sent.
fn audited(papers: Vec<Paper>, sentences: &str, endpoint: Option<Remote<'_>>) -> (Vec<Finding>, usize) {
    let own = Paper { number: 99, sentence: sentences.to_owned(), open: true, cites: true, quoted: false };
    let page = own.page();
    let document = parse(Input::new(&page, "own.html")).unwrap();
    let record = json!({"id": "oak", "title": TITLE, "authors": [{"family": "Smith", "given": "Ada"}], "year": 2001,
        "doi": DOI, "pmid": "1234"});
    let store = LocalStore::from_json_lines("records", &record.to_string()).unwrap();
    let answer = indexes(papers.clone());
    let bench =
        Bench::new(5, with_policy(RequestPolicy::unlimited()), Box::new(move |_, request| answer(request)));
    let apis = CitingApi::all(&bench.client);
    let who: Vec<&dyn CitedBy> = apis.iter().map(|api| api as &dyn CitedBy).collect();
    let (texts, tables) = (InMemoryTexts(papers), PercentileTables::shipped().unwrap());
    let context = AuditContext {
        sources: &[&store],
        register: None,
        texts: &[&texts],
        literature: Some(Literature { indexes: &who, tables: &tables }),
        claim_search: None,
        models: Models { embed: Some(&Bag), infer: Some(&Overlap), ..Models::default() },
        endpoint,
        clock: &NoPause,
        judged_at_once: 1,
    };
    let (settings, never, mut ignore) = (Settings::default(), Cancel::default(), |_: Event| {});
    let audit = audit_document(&document, &context, &settings, &never, &mut ignore);
    let report = bench.clock.run(audit).expect("nothing waits for ever");
    let of_the_work = document.references.iter().find(|reference| reference.raw.contains(TITLE)).unwrap();
    let findings = report.findings.into_iter().filter(|finding| finding.reference == of_the_work.id);
    (findings.collect(), bench.requests())
}

#[test]
fn a_work_that_cannot_be_read_is_judged_by_those_who_cite_it() {
    let (findings, _) = audited(agreeing(8), DENIAL, None);
    let finding = &findings[0];
    assert_eq!(finding.verdict, Verdict::Miscited, "{finding:#?}");
    assert!(matches!(finding.reasons[0], Reason::WitnessesSayOtherwise { witnesses: 8, .. }));
    assert_eq!(finding.evidence.len(), 3, "an accusation shows words of witnesses");
    let steps: Vec<Step> = finding.trail.iter().map(|step| step.step).collect();
    assert_eq!(
        steps,
        [Step::Map, Step::Resolve, Step::Access, Step::Committee, Step::Decide, Step::Categorise]
    );
    let bundle = finding.committee.as_deref().expect("the finding holds its bundle");
    assert!(explain(bundle).unwrap().agrees() && follows(finding));
    let (supported, _) = audited(agreeing(8), CLAIM, None);
    assert_eq!(supported[0].verdict, Verdict::Supported);
}

#[test]
fn witnesses_of_a_work_are_heard_once_for_all_its_citations() {
    let (one, requests) = audited(agreeing(8), CLAIM, None);
    let (two, as_many) = audited(agreeing(8), &format!("{CLAIM} {DENIAL}"), None);
    assert_eq!((one.len(), two.len(), requests), (1, 2, as_many));
    let verdicts: Vec<Verdict> = two.iter().map(|finding| finding.verdict).collect();
    assert_eq!(verdicts, [Verdict::Supported, Verdict::Miscited]);
}

#[test]
fn too_few_witnesses_decide_nothing_and_none_check_nothing() {
    let (few, _) = audited(agreeing(4), DENIAL, None);
    assert_eq!(few[0].verdict, Verdict::Undecidable);
    assert!(few[0].message.contains("too few"), "{}", few[0].message);
    let (none, _) = audited(Vec::new(), DENIAL, None);
    assert_eq!(none[0].verdict, Verdict::Unchecked);
    assert!(matches!(none[0].reasons[0], Reason::NoText { .. }), "{:?}", none[0].reasons);
    assert!(none[0].committee.as_ref().is_some_and(|bundle| bundle.witnesses.is_empty()));
}

#[test]
fn what_is_named_in_passing_is_put_to_nobody() {
    let (findings, requests) = audited(agreeing(8), "Weirs are of many kinds (see, e.g., [2]).", None);
    assert_eq!((findings[0].verdict, requests), (Verdict::Unchecked, 0));
}

/// A model that says what its words say: answers by prompt.
struct Speaker {
    relation: &'static str,
    asked: RefCell<BTreeMap<&'static str, usize>>,
}

impl Speaker {
    fn saying(relation: &'static str) -> Self {
        Self { relation, asked: RefCell::default() }
    }

    fn answer(&self, request: &Request) -> String {
        let between = |tag: &str| {
            let (_, rest) = request.user.split_once(&format!("<{tag}>"))?;
            rest.split_once(&format!("</{tag}>")).map(|(text, _)| text.to_owned())
        };
        let claims = request.user.matches("</claim>").count();
        let name = request.prompt.split('/').next().unwrap();
        *self.asked.borrow_mut().entry(name).or_default() += 1;
        match name {
            "claim" => json!({"sufficient": true, "claim": between("target")}),
            "clusters" => json!({"clusters": [{"claims": (1..=claims).collect::<Vec<_>>(), "name": "One aspect", "summary": "What they report."}]}),
            "statement" => {
                json!({"statement": "Weirs of oak outlast weirs of pine by forty years in cold rivers."})
            }
            "relation" => json!({"relation": self.relation}),
            "taxonomy" => json!({
                "answers": [
                    {"category": "attribution-traceability", "answer": "passed", "subtype": null},
                    {"category": "citation-validity", "answer": "passed", "subtype": null},
                    {"category": "content-misrepresentation", "answer": "failed", "subtype": "contradictory"},
                ],
                "quotes": ["oak outlast weirs of pine"],
                "rationale": "They last longer.",
            }),
            other => panic!("{other} is asked:\n{}", request.user),
        }
        .to_string()
    }
}

impl Complete for Speaker {
    fn complete<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Completion, CompleteError>> {
        let usage = Usage { requests: 1, input_tokens: 100, output_tokens: 10, ..Usage::default() };
        Box::pin(std::future::ready(Ok(Completion { text: self.answer(request), usage })))
    }

    fn model(&self) -> &str {
        "speaker"
    }
}

#[test]
fn an_endpoint_takes_the_steps_and_names_the_category() {
    let model = Speaker::saying("contradicts");
    let (findings, _) = audited(agreeing(8), DENIAL, Some(Remote::Model(&model)));
    let finding = &findings[0];
    assert_eq!(finding.verdict, Verdict::Miscited, "{finding:#?}");
    let label = finding.category.unwrap();
    assert_eq!((label.category, label.suggested), (Category::ContentMisrepresentation, false));
    assert!(follows(finding));
    let asked = model.asked.borrow();
    assert_eq!((asked["clusters"], asked["statement"], asked["relation"]), (1, 1, 3));
    let cost = finding
        .trail
        .iter()
        .find(|step| step.step == Step::Committee && step.values.contains_key("requests"));
    assert!(cost.unwrap().values["requests"] >= 20.0, "{:?}", finding.trail);
    let made_by = &finding.committee.as_ref().unwrap().made_by;
    assert_eq!(made_by.relate, "speaker (relation/2)");
}

#[test]
fn what_a_silent_endpoint_leaves_is_unchecked_with_the_reason() {
    struct Silent;
    impl Complete for Silent {
        fn complete<'a>(&'a self, _: &'a Request) -> LocalFuture<'a, Result<Completion, CompleteError>> {
            let error = CompleteError::Unanswered {
                endpoint: "models.example.org".to_owned(),
                reason: "503".to_owned(),
            };
            Box::pin(std::future::ready(Err(error)))
        }

        fn model(&self) -> &str {
            "silent"
        }
    }
    let (findings, _) = audited(agreeing(8), DENIAL, Some(Remote::Model(&Silent)));
    let finding = &findings[0];
    assert_eq!((finding.verdict, finding.committee.is_some()), (Verdict::Unchecked, false));
    let told = finding.trail.iter().find(|step| step.step == Step::Committee).unwrap();
    assert!(told.summary.contains("503"), "{}", told.summary);
}

/// A server in the same process: questions and results go through JSON, as on the wire.
struct There<'a> {
    model: &'a Speaker,
    papers: Vec<Paper>,
}

impl Arbitrate for There<'_> {
    fn arbitrate<'b>(
        &'b self,
        _: &'b ArbitrationRequest,
    ) -> LocalFuture<'b, Result<ArbitrationResult, CompleteError>> {
        panic!("the work cannot be read")
    }
}

impl Serve for There<'_> {
    fn convene<'b>(
        &'b self,
        request: &'b CommitteeRequest,
    ) -> LocalFuture<'b, Result<CommitteeResult, CompleteError>> {
        assert_eq!(request.check(), Ok(()));
        let request = serde_json::to_string(request).unwrap();
        let request: CommitteeRequest = serde_json::from_str(&request).unwrap();
        let answer = indexes(self.papers.clone());
        let bench = Bench::new(
            5,
            with_policy(RequestPolicy::unlimited()),
            Box::new(move |_, request| answer(request)),
        );
        let apis = CitingApi::all(&bench.client);
        let who: Vec<&dyn CitedBy> = apis.iter().map(|api| api as &dyn CitedBy).collect();
        let (texts, tables) = (InMemoryTexts(self.papers.clone()), PercentileTables::shipped().unwrap());
        let literature = Literature { indexes: &who, tables: &tables };
        let settings = Settings::default();
        let texts: [&dyn FullTextProvider; 1] = [&texts];
        let convened = request.convene(self.model, literature, &texts, Some(&Bag), &settings);
        let result = bench.clock.run(convened).expect("nothing waits for ever").unwrap();
        let result = serde_json::from_str(&serde_json::to_string(&result).unwrap()).unwrap();
        Box::pin(std::future::ready(Ok(result)))
    }
}

#[test]
fn a_server_convenes_as_the_core_does_here() {
    let model = Speaker::saying("contradicts");
    let (here, _) = audited(agreeing(8), DENIAL, Some(Remote::Model(&model)));
    let server = There { model: &model, papers: agreeing(8) };
    let (there, requests) = audited(agreeing(8), DENIAL, Some(Remote::Server(&server)));
    assert_eq!(there, here, "to the last number");
    assert_eq!(requests, 0, "the server hears the witnesses");
    assert!(follows(&there[0]));
}
