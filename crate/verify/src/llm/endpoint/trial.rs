//! Trying a model's endpoint with one tiny question: whether it answers, and how it can be held to a form.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::settings::{AnswerFormat, EndpointSettings};
use super::{MAX_BYTES, wire};
use crate::llm::{Request, Usage, prompt};
use citelight_records::http::{self, Credential, Fetch, Secret};
use citelight_records::sources::api::ResponseError;

/// Version of the prompt.
pub const PROMPT_VERSION: &str = "trial/1";

/// Tokens of the answer.
const ANSWER_TOKENS: u32 = 60;

/// What came of trying an endpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Trial {
    /// It answered as it was asked to.
    Answered {
        /// The strictest form that it can be held to.
        format: AnswerFormat,
        /// What the question took, in that form.
        usage: Usage,
        /// What came of the stricter forms, in words.
        refused: Vec<String>,
    },
    /// A Citelight server answered.
    Served {
        /// Which model it asks.
        model: String,
        /// What the question took.
        usage: Usage,
    },
    /// It did not answer, or in no form.
    Failed {
        /// What happened, in words.
        reason: String,
    },
}

/// Asks one tiny question: held to a schema, then to any object, then by the prompt alone, until an answer can be used. No request
/// is sent twice.
pub async fn try_endpoint(settings: &EndpointSettings, key: Option<&Secret>, fetch: &dyn Fetch) -> Trial {
    let mut refused = Vec::new();
    for format in [AnswerFormat::Schema, AnswerFormat::Object, AnswerFormat::Plain] {
        let settings = EndpointSettings { format, ..settings.clone() };
        let answer = match fetch.fetch(&post(&settings, key)).await {
            Ok(answer) => answer,
            Err(error) => return failed(&settings, &error.to_string(), key),
        };
        let fault = match wire::read(&answer) {
            Ok(written) => match read(&written.text) {
                Ok(()) => {
                    let usage = written.usage.unwrap_or(Usage { estimated: true, ..Usage::default() });
                    return Trial::Answered { format, usage, refused };
                }
                Err(fault) => format!("it answered, but {fault}"),
            },
            // What has nothing to do with the form is the same in every form.
            Err(error @ (ResponseError::Denied(_) | ResponseError::Failing(_))) => {
                return failed(&settings, &error.to_string(), key);
            }
            Err(error) if answer.status == 404 => return failed(&settings, &error.to_string(), key),
            Err(error) => error.to_string(),
        };
        refused.push(without(&fault, key));
    }
    let reason = refused.pop().unwrap_or_default();
    failed(settings, &reason, key)
}

fn post(settings: &EndpointSettings, key: Option<&Secret>) -> http::Request {
    let body = wire::body(&question(), settings).to_string();
    let mut post = http::Request::post(settings.completions(), "application/json", body);
    post.credentials = key.map(bearer).into_iter().collect();
    post.max_bytes = MAX_BYTES;
    post.timeout = settings.timeout();
    post
}

/// The key as such endpoints take it.
pub fn bearer(key: &Secret) -> Credential {
    Credential::Header("authorization".into(), Secret::new(format!("Bearer {}", key.reveal())))
}

fn question() -> Request {
    let system = "This is a test of the connection. Answer with one JSON object and nothing else: {\"answer\": \"ready\"}.";
    let schema = json!({
        "type": "object",
        "properties": {"answer": {"type": "string"}},
        "required": ["answer"],
        "additionalProperties": false,
    });
    let mut request = Request::deterministic(PROMPT_VERSION, system.to_owned(), schema, ANSWER_TOKENS);
    "Are you ready? Answer as JSON.".clone_into(&mut request.user);
    request
}

fn read(answer: &str) -> Result<(), String> {
    #[derive(Deserialize)]
    struct Wire {
        #[serde(rename = "answer")]
        _answer: String,
    }
    prompt::object::<Wire>(answer).map(|_| ())
}

fn failed(settings: &EndpointSettings, reason: &str, key: Option<&Secret>) -> Trial {
    let reason = format!("{} cannot be used: {}", settings.host(), without(reason, key));
    Trial::Failed { reason }
}

/// Endpoints know their key, and may tell it.
fn without(text: &str, key: Option<&Secret>) -> String {
    match key {
        Some(key) if !key.reveal().is_empty() => text.replace(key.reveal(), "(secret)"),
        _ => text.to_owned(),
    }
}
