//! The claim: what a citing sentence attributes to a reference.

use crate::audit::finding::CitingFunction;
use crate::citation::Citation;
use crate::document::Document;

/// A claim with its surroundings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claim {
    /// The citing sentence without citation markers: the hypothesis.
    pub text: String,
    /// The sentence before it in the same block, markers removed.
    pub previous: Option<String>,
    /// The sentence after it in the same block, markers removed.
    pub next: Option<String>,
    /// Why the work is cited.
    pub function: CitingFunction,
    /// How many references share the sentence; over one, mere absence of support says nothing.
    pub joint: usize,
}

/// The claim that `citation` makes about any of its references.
pub fn claim_of(document: &Document, citation: &Citation) -> Claim {
    let block = &document.blocks[citation.block];
    let sentence = |index: usize| block.sentence(index).map(str::to_owned);
    Claim {
        text: sentence(citation.sentence).unwrap_or_default(),
        previous: citation.sentence.checked_sub(1).and_then(sentence),
        next: sentence(citation.sentence + 1),
        function: CitingFunction::Background,
        joint: citation.references.len(),
    }
}
