//! Where an endpoint is and how it wants to be asked. Without its key: that is handed over apart and never kept here.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::llm::Usage;
use crate::llm::budget::Limits;
use citelight_records::http::RequestPolicy;

/// An endpoint that the user configured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct EndpointSettings {
    /// What answers there.
    pub kind: EndpointKind,
    /// Its address as its documentation gives it, with or without `/chat/completions`.
    pub url: String,
    /// The model's name there; a Citelight server names its own.
    pub model: String,
    /// How it is asked for structured answers.
    pub format: AnswerFormat,
    /// How much a thinking model thinks; none: the model is none, or decides itself.
    pub reasoning: Option<Reasoning>,
    /// Whether the answer comes in pieces: proxies that cut silent connections need it.
    pub stream: bool,
    /// Whether it is also asked about places of the text that reading the file left in doubt: a few sentences around each are
    /// sent. Only a model is, and only where it is asked for every claim that stays open.
    pub repair: bool,
    /// Whether pages of a PDF without text are sent to it as images, to have their words read. Only a model is sent any, and only
    /// where it is asked for every claim that stays open.
    pub transcribe: bool,
    /// Seconds that a request may take. Default 120.
    pub timeout_seconds: u32,
    /// Requests under way at once. Default 4.
    pub concurrency: u32,
    /// What an audit may take.
    pub limits: Limits,
    /// What it costs.
    pub prices: Option<Prices>,
}

/// What answers at an endpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EndpointKind {
    /// A model that speaks OpenAI's `chat/completions`: the algorithms run here, each sample is a request.
    #[default]
    Model,
    /// A Citelight server (`citelight serve`): each question is one request, the algorithms run there.
    Citelight,
    /// The model of the reader's own browser (Prompt API), which answers on this machine: the page asks it, and answers as a model
    /// would. Browsers alone have one.
    Browser,
}

/// How an endpoint is asked for structured answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum AnswerFormat {
    /// The answer is held to a JSON schema.
    Schema,
    /// The answer is held to be a JSON object.
    Object,
    /// The prompt alone asks for JSON: every model understands that.
    #[default]
    Plain,
}

/// How much a thinking model thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Reasoning {
    /// Little.
    Low,
    /// As the provider recommends.
    Medium,
    /// Much.
    High,
}

/// Prices for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prices {
    /// Of tokens read.
    pub input: f64,
    /// Of tokens written.
    pub output: f64,
}

impl Default for EndpointSettings {
    fn default() -> Self {
        Self {
            kind: EndpointKind::default(),
            url: String::new(),
            model: String::new(),
            format: AnswerFormat::default(),
            reasoning: None,
            stream: false,
            repair: false,
            transcribe: false,
            timeout_seconds: 120,
            concurrency: 4,
            limits: Limits::default(),
            prices: None,
        }
    }
}

/// Tokens that thinking may take beside the answer.
const THINKING: u32 = 8_000;

impl EndpointSettings {
    /// The address that is asked.
    pub fn completions(&self) -> String {
        let base = self.url.trim().trim_end_matches('/');
        if base.ends_with("/chat/completions") { base.to_owned() } else { format!("{base}/chat/completions") }
    }

    /// Its host, for people.
    pub fn host(&self) -> String {
        // It is nowhere else.
        if self.kind == EndpointKind::Browser {
            return "of this browser".to_owned();
        }
        let rest = self.url.split_once("://").map_or(self.url.as_str(), |(_, rest)| rest);
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        // What stands before an @ may be a password.
        host.rsplit('@').next().unwrap_or_default().to_owned()
    }

    /// Tokens that the model may write for an answer of so many.
    pub fn most_written(&self, answer: u32) -> u32 {
        if self.reasoning.is_some() { answer.saturating_add(THINKING) } else { answer }
    }

    /// How long one request may take.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(u64::from(self.timeout_seconds.max(1)))
    }

    /// One question is worth more patience than a record: without an answer it stays open.
    pub fn request_policy(&self) -> RequestPolicy {
        // A browser's model takes one question after the other, and what it cannot do it cannot do a moment later.
        if self.kind == EndpointKind::Browser {
            return RequestPolicy { concurrency: 1, rate: None, attempts: 1, ..RequestPolicy::default() };
        }
        RequestPolicy {
            concurrency: usize::try_from(self.concurrency.max(1)).unwrap_or(1),
            rate: None,
            attempts: 8,
            max_wait: Duration::from_secs(60),
            failure_threshold: 20,
            ..RequestPolicy::default()
        }
    }

    pub(super) fn priced(&self, usage: Usage) -> Usage {
        let cost = |prices: Prices| {
            (f64::from(usage.input_tokens) * prices.input + f64::from(usage.output_tokens) * prices.output)
                / 1e6
        };
        Usage { cost: self.prices.map(cost), ..usage }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_as_documentations_give_them() {
        let of = |url: &str| EndpointSettings { url: url.to_owned(), ..EndpointSettings::default() };
        let asked = "https://models.example.org/v1/chat/completions";
        for url in ["https://models.example.org/v1", "https://models.example.org/v1/ ", asked] {
            assert_eq!(of(url).completions(), asked);
        }
        assert_eq!(of("https://me:secret@models.example.org:8080/v1").host(), "models.example.org:8080");
    }
}
