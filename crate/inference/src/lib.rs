//! What the core asks of models. `citelight-models` answers with local encoders and needs nothing else of the core.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A boxed future that stays on its thread: the browser has no `Send`, and native hosts run an audit on one
/// thread too.
pub type LocalFuture<'a, T> = futures_util::future::LocalBoxFuture<'a, T>;

/// Why a model gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// It is not loaded.
    #[error("the {role} model is not loaded: {reason}; load it, or check without it")]
    NotLoaded {
        /// `bi-encoder` or `nli`.
        role: &'static str,
        /// Why.
        reason: String,
    },
    /// It failed on an input.
    #[error("the {role} model failed: {reason}; this is a defect worth reporting")]
    Failed {
        /// `bi-encoder` or `nli`.
        role: &'static str,
        /// What happened.
        reason: String,
    },
}

/// A bi-encoder: texts to unit vectors.
pub trait Embed {
    /// Name and hash prefix of the model and what runs it now, for the trail: `all-MiniLM-L6-v2@3225c34d (int8)`.
    fn name(&self) -> Cow<'_, str>;

    /// One vector of length one per text, in order. Texts beyond the model's window are cut.
    ///
    /// # Errors
    /// [`ModelError`] if the model is missing or fails.
    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> LocalFuture<'a, Result<Vec<Vec<f32>>, ModelError>>;
}

/// A three-way natural language inference model.
pub trait Infer {
    /// Name and hash prefix of the model, for the trail.
    fn name(&self) -> Cow<'_, str>;

    /// Probabilities for each pair, in order. Premises beyond the model's window are cut.
    ///
    /// # Errors
    /// [`ModelError`] if the model is missing or fails.
    fn infer<'a>(&'a self, pairs: &'a [Pair<'a>]) -> LocalFuture<'a, Result<Vec<Probabilities>, ModelError>>;
}

/// A cross-encoder for ranking: reads a claim together with each passage.
pub trait Rerank {
    /// Name and hash prefix of the model, for the trail.
    fn name(&self) -> Cow<'_, str>;

    /// How well each passage answers to the claim, in order: greater is better, nothing else is said of the numbers.
    ///
    /// # Errors
    /// [`ModelError`] if the model is missing or fails.
    fn rerank<'a>(
        &'a self,
        claim: &'a str,
        passages: &'a [&'a str],
    ) -> LocalFuture<'a, Result<Vec<f32>, ModelError>>;
}

/// A premise (window of the source) and a hypothesis (claim).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair<'a> {
    /// What the source says.
    pub premise: &'a str,
    /// What the citing sentence claims.
    pub hypothesis: &'a str,
}

/// Probabilities of the three relations; they sum to one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Probabilities {
    /// The premise entails the hypothesis.
    pub entailment: f64,
    /// Neither.
    pub neutral: f64,
    /// The premise contradicts the hypothesis.
    pub contradiction: f64,
}
