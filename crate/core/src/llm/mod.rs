//! Prompts, structured answers and votes for a remote endpoint, without transport (spec 08).
//!
//! Untrusted text is delimited and declared as data; an answer that does not fit the schema or quotes what is not in
//! the evidence is void. The transport is whatever implements [`Complete`].

pub mod arbitration;
pub mod vote;

use crate::LocalFuture;

/// One request to a chat model.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Instructions: ours alone.
    pub system: String,
    /// Data: delimited, never instructions.
    pub user: String,
    /// Sampling temperature.
    pub temperature: f64,
    /// Nucleus sampling.
    pub top_p: f64,
    /// The most tokens of an answer.
    pub max_tokens: u32,
}

/// An answer with its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// What the model wrote.
    pub text: String,
    /// Tokens read.
    pub input_tokens: u32,
    /// Tokens written.
    pub output_tokens: u32,
}

/// Why an endpoint gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the endpoint {endpoint} did not answer: {reason}; the citation stays undecidable")]
pub struct CompleteError {
    /// Which endpoint.
    pub endpoint: String,
    /// What happened.
    pub reason: String,
}

/// A chat model behind an endpoint that the user configured.
pub trait Complete {
    /// One sample.
    ///
    /// # Errors
    /// [`CompleteError`] if there is no answer after the transport's own retries.
    fn complete<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Completion, CompleteError>>;
}
