//! Mutated configurations and requests: none may crash, take over two seconds or over 512 MB. `./build.sh fuzz` goes on longer than
//! the few seconds of `cargo test` (tests/fuzz/README.md). The requests that the core knows too are tried there.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use citelight_server::access::{Access, Scope, token_hash};
use citelight_server::config::Config;
use citelight_server::job::JobKind;
use citelight_server::store::{Begun, Grant};
use citelight_server::work::Task;
use citelight_server::work::attribution::AttributionRequest;
use citelight_server::work::reference::ReferenceRequest;

#[path = "../../core/tests/fuzz/harness/mod.rs"]
mod harness;

use harness::{Runner, Seeds, Target, try_all};

const TOKEN: &str = "a token of the desk's";

const ATTRIBUTION: &str =
    r#"{"excerpt":"Weirs of oak outlast weirs of pine [CITATION].","paper":"On weirs","year":2020}"#;

const REFERENCE: &str = r#"{"reference":"Smith A. Weirs of oak. Hydrology. 2001;3(2):1-9.","strict":true}"#;

fn config() -> String {
    format!(
        "listen = \"127.0.0.1:8787\"\norigins = [\"https://journal.example.org\"]\nopen = [\"arbitrations\"]\n\
         [store]\nurl = \"sqlite:jobs.sqlite\"\n[endpoint]\nurl = \"https://models.example.org/v1\"\nmodel = \"m\"\n\
         [[tokens]]\nname = \"desk\"\nsha256 = \"{}\"\nscopes = [\"committees\"]\n[budget]\nrequests = 100\ntokens = 1000000\n\
         [job_budget]\narbitration_requests = 10\n[work]\n[limits]\nbody_bytes = 262144\n[sources]\n",
        token_hash(TOKEN)
    )
}

#[test]
fn mutated_requests_do_no_harm() {
    let access = Access::new(&Config::parse(&config(), |_| None).expect("the configuration is one"));
    assert!(access.admit(Some(&format!("Bearer {TOKEN}")), Some(Scope::Committees)).is_ok());
    try_request::<AttributionRequest>(JobKind::Attribution, ATTRIBUTION, AttributionRequest::check)
        .expect("it is one");
    let targets = [
        Target::of_text("server/config", Seeds::new([config()]), try_config),
        Target::of_text("server/attribution", Seeds::new([ATTRIBUTION]), |text| {
            try_request(JobKind::Attribution, text, AttributionRequest::check)
        }),
        Target::of_text("server/reference", Seeds::new([REFERENCE]), |text| {
            try_request(JobKind::Reference, text, ReferenceRequest::check)
        }),
        Target::of_text(
            "server/token",
            Seeds::new(["Bearer token", "bearer  token", "Basic dG9r"]),
            move |header| match access.admit(Some(header), Some(Scope::Committees)) {
                Ok(_) => Err(format!("let somebody in by {header:?}")),
                Err(_) => Ok(()),
            },
        ),
    ];
    try_all(&targets, 1000, &mut Runner::new());
}

fn try_config(text: &str) -> Result<(), String> {
    let _ = Config::parse(text, |_| None);
    let _ = Config::parse(&config(), |_| Some(text.to_owned()));
    Ok(())
}

/// A request as it comes, and as another version of the server may have stored it.
fn try_request<Request: serde::de::DeserializeOwned>(
    kind: JobKind,
    text: &str,
    check: fn(&Request) -> Result<(), String>,
) -> Result<(), String> {
    let request = serde_json::from_str::<Request>(text);
    let _ = request.as_ref().map(check);
    let stored = Begun {
        id: "j".to_owned(),
        kind,
        owner: "desk".to_owned(),
        request: text.to_owned(),
        runs: 1,
        created: 0,
        grant: Grant::default(),
        answers: Vec::new(),
    };
    if Task::read(&stored).is_ok() == request.is_ok() {
        Ok(())
    } else {
        Err("is read once and not again".to_owned())
    }
}
