//! The steps of a committee that need a model. An endpoint's model answers them, or what is local does ([`super::local`]).

use std::borrow::Cow;

use super::aggregate::Relation;
use super::citation_context::ContextWindow;
use crate::verify::models::ModelError;
use citelight_inference::LocalFuture;
use citelight_records::sources::Record;

/// Why a step came to nothing. The citation stays undecidable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{by} could not {doing}: {reason}; the citation stays undecidable")]
pub struct StepError {
    /// Who was asked.
    pub by: String,
    /// What was being done, as an infinitive.
    pub doing: &'static str,
    /// What happened and what to do next.
    pub reason: String,
}

impl StepError {
    /// An error of a local model.
    pub fn of_model(by: &str, doing: &'static str, error: &ModelError) -> Self {
        Self { by: by.to_owned(), doing, reason: error.to_string() }
    }
}

/// What came of a paraphrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Paraphrased {
    /// One self-contained sentence that attributes neither more nor less than the target.
    Claim(String),
    /// The window does not tell what the target speaks of.
    InsufficientContext,
}

/// Makes a sentence self-contained: pronouns resolved, qualifiers, scope and numbers kept, no citation markers.
pub trait Paraphrase {
    /// Who does it, for the trail: model, version of the prompt.
    fn name(&self) -> Cow<'_, str>;

    /// Paraphrases the target of a window.
    ///
    /// # Errors
    /// [`StepError`] if no answer came or none that holds.
    fn paraphrase<'a>(
        &'a self,
        context: &'a ContextWindow,
    ) -> LocalFuture<'a, Result<Paraphrased, StepError>>;
}

/// Claims of one aspect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Their indices.
    pub claims: Vec<usize>,
    /// What the aspect is called; empty where nobody named it.
    pub name: String,
    /// What it is about, in one sentence; empty where nobody said.
    pub summary: String,
}

impl From<Vec<usize>> for Group {
    fn from(claims: Vec<usize>) -> Self {
        Self { claims, ..Self::default() }
    }
}

/// Puts claims about a work under its aspects.
pub trait Cluster {
    /// Who does it, for the trail.
    fn name(&self) -> Cow<'_, str>;

    /// Groups of claims. The caller checks that they are a partition.
    ///
    /// # Errors
    /// [`StepError`] if no answer came or none that holds.
    fn cluster<'a>(
        &'a self,
        source: &'a Record,
        claims: &'a [&'a str],
    ) -> LocalFuture<'a, Result<Vec<Group>, StepError>>;
}

/// Says in one sentence what the claims of an aspect share.
pub trait Distil {
    /// Who does it, for the trail.
    fn name(&self) -> Cow<'_, str>;

    /// The evidence statement of an aspect: only what its claims share, hedged where they conflict.
    ///
    /// # Errors
    /// [`StepError`] if no answer came or none that holds.
    fn distil<'a>(
        &'a self,
        source: &'a Record,
        claims: &'a [&'a str],
    ) -> LocalFuture<'a, Result<String, StepError>>;
}

/// What a relation is asked of.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The evidence statement e_j.
    pub statement: &'a str,
    /// The claims it was made of.
    pub claims: &'a [&'a str],
    /// The claim c_A.
    pub claim: &'a str,
    /// Number of the sample, from 0: the seed of a model, at temperature 0.
    pub seed: usize,
}

/// Tells how an evidence statement stands to a claim.
pub trait Relate {
    /// Who does it, for the trail.
    fn name(&self) -> Cow<'_, str>;

    /// One sample; none if the answer was void. Where scopes differ it is neutral, unless the mismatch itself contradicts.
    ///
    /// # Errors
    /// [`StepError`] if no answer came.
    fn relate<'a>(&'a self, question: Question<'a>) -> LocalFuture<'a, Result<Option<Relation>, StepError>>;
}
