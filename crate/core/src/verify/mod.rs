//! The zoom-in funnel: is the claim in the source? (spec: retrieval → windows → NLI → expansion → signals → decision)

pub mod models;

pub mod claim;
pub mod function;
pub mod lexical;
pub mod signals;
pub mod source;

use crate::audit::finding::{CategoryLabel, Evidence, Reason, TrailStep, Verdict};
use crate::settings::Settings;

use claim::Claim;
use models::{Embed, Infer, ModelError};
use source::Source;

/// The models an audit runs with. Without a bi-encoder retrieval is lexical only; without NLI nothing is called
/// supported.
#[derive(Clone, Copy, Default)]
pub struct Models<'a> {
    /// Ranks passages.
    pub embed: Option<&'a dyn Embed>,
    /// Compares windows with the claim.
    pub infer: Option<&'a dyn Infer>,
}

/// What the funnel says of one claim and one source.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// Only with miscited.
    pub category: Option<CategoryLabel>,
    /// P(the verdict is right); none for unchecked.
    pub confidence: Option<f64>,
    /// The deciding reason first; never empty.
    pub reasons: Vec<Reason>,
    /// Most telling first.
    pub evidence: Vec<Evidence>,
    /// Steps of the funnel.
    pub trail: Vec<TrailStep>,
}

/// Runs the funnel for one claim against one source.
///
/// # Errors
/// [`ModelError::Failed`] if a model failed on an input; a missing model is no error but an unchecked judgement.
pub async fn judge(
    claim: &Claim,
    source: &Source,
    models: Models<'_>,
    settings: &Settings,
) -> Result<Judgement, ModelError> {
    let _ = (claim, source, models.infer, settings);
    Ok(Judgement {
        verdict: Verdict::Unchecked,
        category: None,
        confidence: None,
        reasons: vec![Reason::NoModel { reason: "the funnel is being built".to_owned() }],
        evidence: Vec::new(),
        trail: Vec::new(),
    })
}
