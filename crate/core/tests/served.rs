//! The client of a Citelight server: one question is one job, asked for until it ends, never paid twice, and its result is
//! believed only as far as it follows from what it rests on.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::cell::RefCell;
use std::rc::Rc;

use citelight::http::{FetchError, Request, Response, Secret, virtual_time::VirtualClock};
use citelight::llm::arbitration::{Arbitrate, ArbitrationRequest, ArbitrationSettings};
use citelight::llm::endpoint::connection_test::ConnectionTest;
use citelight::llm::endpoint::{EndpointKind, EndpointSettings};
use citelight::llm::{CompleteError, arbitration::Relation};
use citelight::remote::Server;
use citelight::taxonomy::RecordFacts;
use scripted::{Behaviour, ok, status};
use serde_json::{Value, json};

#[allow(dead_code, reason = "each test uses its part")]
#[path = "../../records/tests/support/scripted.rs"]
mod scripted;

const TOKEN: &str = "token-of-the-tests";

struct Bench {
    clock: Rc<VirtualClock>,
    server: Server,
    /// Keys of idempotency, in order of arrival.
    keys: Rc<RefCell<Vec<String>>>,
}

fn bench(behaviour: impl Fn(usize, &Request) -> Result<Response, FetchError> + 'static) -> Bench {
    bench_of("salt of this installation", behaviour)
}

fn bench_of(
    salt: &str,
    behaviour: impl Fn(usize, &Request) -> Result<Response, FetchError> + 'static,
) -> Bench {
    let clock = Rc::new(VirtualClock::starting_at(1_700_000_000_000));
    let keys: Rc<RefCell<Vec<String>>> = Rc::default();
    let seen = keys.clone();
    let behaviour: Behaviour = Box::new(move |number, request| {
        let header = |name: &str| request.wire_headers().into_iter().find(|(one, _)| *one == name);
        assert_eq!(request.url, "https://citelight.example.org/v1/arbitrations");
        assert_eq!(header("authorization").unwrap().1, format!("Bearer {TOKEN}"));
        assert_eq!(header("prefer").unwrap().1, "wait=25");
        seen.borrow_mut().push(header("idempotency-key").unwrap().1.to_owned());
        behaviour(number, request)
    });
    let (log, under_way, most) = Default::default();
    let fetch =
        Rc::new(scripted::Server { clock: clock.clone(), latency: 50, behaviour, log, under_way, most });
    let settings = EndpointSettings {
        kind: EndpointKind::Citelight,
        url: "https://citelight.example.org/v1/".to_owned(),
        ..EndpointSettings::default()
    };
    let server = Server::new(settings, Some(&Secret::new(TOKEN)), salt, fetch, clock.clone(), 7);
    Bench { clock, server, keys }
}

fn question() -> ArbitrationRequest {
    ArbitrationRequest {
        claim: "Mortality fell by 95 %.".to_owned(),
        context: String::new(),
        passages: vec!["Mortality fell by 59 % in the treated group.".to_owned()],
        facts: RecordFacts::default(),
        settings: ArbitrationSettings::default(),
    }
}

fn result(quote: &str) -> Value {
    let sample =
        json!({"relation": "contradicted", "quote": quote, "rationale": format!("The token is {TOKEN}.")});
    json!({
        "relation": "contradicted", "share": 0.6, "samples": [sample, sample, sample], "void": 0,
        "classification": null, "model": "example-1", "prompt": "arbitration/3",
        "usage": {"requests": 3, "input_tokens": 600, "output_tokens": 120, "cost": null, "estimated": false},
    })
}

fn job(state: &str, more: Value) -> Value {
    let mut job = json!({"id": "j", "kind": "arbitration", "state": state, "runs": 1});
    job.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    job
}

fn done() -> Result<Response, FetchError> {
    ok(job("done", json!({"result": result("fell by 59 %")})))
}

fn replayed(answer: Result<Response, FetchError>) -> Result<Response, FetchError> {
    let mut answer = answer?;
    answer.headers.push(("idempotency-replayed".to_owned(), "true".to_owned()));
    Ok(answer)
}

fn asked(bench: &Bench) -> Result<citelight::llm::arbitration::ArbitrationResult, String> {
    let answer = bench.clock.run(bench.server.arbitrate(&question())).unwrap();
    answer.map_err(|error| match error {
        CompleteError::Unanswered { endpoint, reason } => {
            assert_eq!(endpoint, "citelight.example.org");
            reason
        }
        CompleteError::BudgetSpent { limit } => limit,
    })
}

#[test]
fn a_job_is_asked_for_until_it_ends_under_one_name() {
    let bench = bench(|number, _| match number {
        0 => status(503, &[]),
        1 => Err(FetchError::Interrupted {
            host: "citelight.example.org".to_owned(),
            reason: "connection reset".to_owned(),
        }),
        2 => ok(job("queued", json!({}))),
        3 => replayed(ok(job("running", json!({})))),
        _ => replayed(done()),
    });
    let result = asked(&bench).unwrap();
    assert_eq!((result.relation, result.usage.requests), (Some(Relation::Contradicted), 3));
    let keys = bench.keys.borrow();
    assert_eq!(keys.len(), 5);
    assert!(keys.iter().all(|key| *key == keys[0]), "asked again, it is the same job");
    assert!(!result.samples[0].rationale.contains(TOKEN), "whatever it says, the token is not told");
}

#[test]
fn how_a_job_failed_on_another_day_says_nothing_of_now() {
    let failed = || ok(job("failed", json!({"error": {"code": "budget_spent", "message": "spent"}})));
    let bench = bench(move |number, _| match number {
        0 | 1 => replayed(failed()),
        _ => done(),
    });
    assert!(asked(&bench).is_ok());
    let keys = bench.keys.borrow();
    assert!(keys[0].ends_with("-0") && keys[1].ends_with("-1") && keys[2].ends_with("-2"));

    // One that fails now has failed.
    let bench = self::bench(move |_, _| failed());
    assert_eq!(asked(&bench).unwrap_err(), "its job failed: spent");
    assert_eq!(bench.keys.borrow().len(), 1);
}

#[test]
fn no_other_installation_has_the_same_keys_and_a_key_that_is_taken_is_replaced() {
    let key_of = |salt| {
        let bench = bench_of(salt, |_, _| done());
        asked(&bench).unwrap();
        bench.keys.borrow()[0].clone()
    };
    assert_eq!(key_of("one"), key_of("one"));
    assert_ne!(key_of("one"), key_of("another"));

    let taken = bench(|number, _| if number < 2 { status(409, &[]) } else { done() });
    assert!(asked(&taken).is_ok());
    let keys = taken.keys.borrow();
    assert_eq!(keys.iter().collect::<std::collections::BTreeSet<_>>().len(), 3);
    let always = bench(|_, _| status(409, &[]));
    assert!(asked(&always).unwrap_err().contains("taken"));
    assert!(always.keys.borrow().len() < 20);
}

#[test]
fn what_does_not_follow_from_its_samples_or_quotes_what_nobody_wrote_is_no_answer() {
    let no_majority = || {
        let mut said = result("fell by 59 %");
        said["samples"].as_array_mut().unwrap().truncate(2);
        said
    };
    for (said, told) in [
        (result("fell by 95 %"), "it quotes what is in no passage"),
        (no_majority(), "its samples do not come to its verdict"),
        (json!({"relation": "supported"}), "its result cannot be read"),
    ] {
        let bench = bench(move |_, _| ok(job("done", json!({"result": said}))));
        let reason = asked(&bench).unwrap_err();
        assert!(reason.contains(told), "{reason}");
    }
}

#[test]
fn refusals_and_endless_jobs_are_told() {
    let refused = |status: u16, detail: &str| {
        let body = json!({"code": "x", "status": status, "title": "x", "detail": detail}).to_string();
        move || Ok(Response { status, body: body.clone().into(), ..Response::default() })
    };
    let unknown = refused(401, "no");
    let spent = refused(429, "today's budget of the token is spent, ask again tomorrow");
    let reason = asked(&bench(move |_, _| unknown())).unwrap_err();
    assert!(reason.contains("denied with status 401"), "{reason}");
    let bench_of_spent = bench(move |_, _| spent());
    let reason = asked(&bench_of_spent).unwrap_err();
    assert!(reason.contains("today's budget of the token is spent"), "{reason}");
    assert_eq!(bench_of_spent.keys.borrow().len(), 1, "tomorrow is not now");

    let endless = bench(|_, _| ok(job("running", json!({}))));
    let reason = asked(&endless).unwrap_err();
    assert!(reason.contains("within 20 minutes"), "{reason}");
    // The server does not wait, so the client does.
    assert!(endless.keys.borrow().len() <= 20 * 60 + 2);
}

#[test]
fn a_test_of_the_connection_says_which_model_answers() {
    let said = json!({
        "relation": "supported", "share": 1.0, "samples": [], "void": 0, "model": "example-1", "prompt": "arbitration/3",
        "usage": {"requests": 1, "input_tokens": 200, "output_tokens": 40, "cost": null, "estimated": false},
    });
    let answering = bench(move |_, _| ok(job("done", json!({"result": said}))));
    let tried = answering.clock.run(answering.server.attempt(5)).unwrap();
    assert!(
        matches!(tried, ConnectionTest::Served { model, usage } if model == "example-1" && usage.requests == 1)
    );
    let silent = bench(|_, _| status(404, &[]));
    let tried = silent.clock.run(silent.server.attempt(6)).unwrap();
    assert!(
        matches!(tried, ConnectionTest::Failed { reason } if reason.starts_with("citelight.example.org cannot be used"))
    );
}
