//! The zoom-in funnel: is the claim in the source? (BibAgent's ACSV, section 3.2: retrieve → windows → NLI → expand → signals → decide)

pub mod abbreviations;
pub mod align;
mod arbitrate;
pub mod changed;
mod classified;
pub mod decide;
pub mod evidence_ranking;
mod infer;
mod judge;
mod judgement;
pub mod lexical;
pub mod lineage;
pub mod needs;
mod quoted;
pub mod recorded;
pub mod retrieve;
pub mod rule;
pub mod signals;
pub mod source_text;
pub mod topic;
mod trail;
pub mod windows;

pub use citelight_inference as models;

pub use classified::with_classification;
pub use judge::judge;
pub use judgement::Judgement;
use models::{Embed, Infer, Rerank};

/// The models an audit runs with. Without a bi-encoder retrieval is lexical only; without NLI nothing is called
/// supported or miscited.
#[derive(Clone, Copy, Default)]
pub struct Models<'a> {
    /// Ranks passages.
    pub embed: Option<&'a dyn Embed>,
    /// Ranks the best of them once more; none is embedded, so ranks are fused without it.
    pub rerank: Option<&'a dyn Rerank>,
    /// Compares windows with the claim.
    pub infer: Option<&'a dyn Infer>,
}
