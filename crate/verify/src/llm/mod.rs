//! Prompts, structured answers, votes and budgets for a model behind an endpoint.
//!
//! Untrusted text is delimited and declared as data; an answer that does not fit the schema or quotes what is not in
//! the evidence is sent back once and is void then. [`Complete`] carries requests: [`endpoint::Endpoint`] to any
//! OpenAI-compatible address over the host's own [`Fetch`](citelight_records::http::Fetch), a recording in tests.

pub mod answer_cache;
pub mod arbitration;
pub mod asked;
pub mod boundary;
pub mod budget;
pub mod candidates;
pub mod classified;
pub mod consistency;
pub mod endpoint;
pub mod image;
pub mod prompt;
pub mod recorded;
pub mod semantic_audit;
pub mod structured;
pub mod taxonomy;
pub mod tokens;
pub mod transcription;
pub mod usage;
pub mod vote;

use serde_json::Value;

use citelight_inference::LocalFuture;
pub use image::Image;
pub use usage::Usage;

/// One request to a chat model.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Which prompt it is, with its version: `arbitration/1`.
    pub prompt: &'static str,
    /// Instructions: ours alone.
    pub system: String,
    /// Data: delimited, never instructions.
    pub user: String,
    /// Images beside the data: data as well.
    pub images: Vec<Image>,
    /// The JSON schema of the answer.
    pub schema: Value,
    /// Sampling temperature.
    pub temperature: f64,
    /// Nucleus sampling.
    pub top_p: f64,
    /// The most tokens of an answer.
    pub max_tokens: u32,
    /// Which of several samples of the same request this is, from 0.
    pub sample: u32,
    /// The answer that did not do, and why: sent back once.
    pub repair: Option<Repair>,
}

/// An answer that is sent back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// What the model wrote.
    pub answer: String,
    /// What is wrong with it.
    pub fault: String,
}

impl Request {
    /// A request without chance, whose data is still to come.
    pub fn deterministic(prompt: &'static str, system: String, schema: Value, max_tokens: u32) -> Self {
        let (user, images, temperature, top_p, sample, repair) =
            (String::new(), Vec::new(), 0.0, 1.0, 0, None);
        Self { prompt, system, user, images, schema, temperature, top_p, max_tokens, sample, repair }
    }

    /// Tokens that its images take, estimated.
    pub fn tokens_of_images(&self) -> u32 {
        self.images.iter().map(Image::tokens).fold(0, u32::saturating_add)
    }

    /// What the request is, for recordings and caches: equal texts and images ask the same.
    pub fn fingerprint(&self) -> String {
        let repair = self.repair.as_ref().map_or(String::new(), |repair| repair.answer.clone());
        let Self { prompt, system, user, temperature, top_p, sample, .. } = self;
        let images: String = self.images.iter().map(|image| format!("\nimage {}", image.sha256())).collect();
        format!("{prompt}\n{temperature} {top_p} {sample}\n{system}\n{user}\n{repair}{images}")
    }
}

/// An answer with its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// What the model wrote.
    pub text: String,
    /// What it took.
    pub usage: Usage,
}

/// Why an endpoint gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompleteError {
    /// It was asked and did not answer.
    #[error("the endpoint {endpoint} did not answer: {reason}; the citation stays undecidable")]
    Unanswered {
        /// Which endpoint: its host.
        endpoint: String,
        /// What happened.
        reason: String,
    },
    /// It was not asked: the budget that the user set is spent.
    #[error(
        "the budget of {limit} for the endpoint is spent; raise it in the options to have more citations decided"
    )]
    BudgetSpent {
        /// Which limit.
        limit: String,
    },
}

impl CompleteError {
    /// What happened, without what it means for a citation: for steps that are about none.
    pub fn cause(&self) -> String {
        match self {
            Self::Unanswered { endpoint, reason } => {
                format!("the endpoint {endpoint} did not answer: {reason}")
            }
            Self::BudgetSpent { limit } => format!("the budget of {limit} for the endpoint is spent"),
        }
    }
}

/// A chat model behind an endpoint that the user configured.
pub trait Complete {
    /// One sample.
    ///
    /// # Errors
    /// [`CompleteError`] if there is no answer after the transport's own retries.
    fn complete<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Completion, CompleteError>>;

    /// Which model answers, for trails.
    fn model(&self) -> &str;
}
