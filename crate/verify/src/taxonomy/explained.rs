//! What a category means, for a reader: its question, an example, what would change the verdict.

use serde::{Deserialize, Serialize};

use super::question;
use citelight_types::finding::Category;

/// A category as it is explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "CategoryExplained"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CategoryExplained"))]
pub struct Explained {
    /// The question that the citation fails.
    pub question: String,
    /// A short example.
    pub example: String,
    /// What would change the verdict.
    pub changes: String,
}

/// Explains a category.
pub fn explained(category: Category) -> Explained {
    let (example, changes) = match category {
        Category::AttributionTraceability => (
            "The entry names a paper that no index knows, or the sentence credits Smith with a paper by Lee.",
            "An identifier that leads to the work, or the name of one of its authors.",
        ),
        Category::CitationValidity => (
            "The paper was retracted, or a review is cited for an experiment that it only reports.",
            "A notice that takes the retraction back, or the study that made the experiment.",
        ),
        Category::ContentMisrepresentation => (
            "The sentence says that the rate rose; the paper says that it fell.",
            "A passage of the source, in its context, that says what the sentence says.",
        ),
        Category::ScopeExtrapolation => (
            "The paper tested mice; the sentence speaks of patients.",
            "A passage that shows the result for what the sentence speaks of, or a sentence that names the narrower scope.",
        ),
        Category::EvidenceCharacterization => (
            "The paper reports an association; the sentence states a cause.",
            "A design that shows a cause, or a sentence with the paper's own strength of words.",
        ),
    };
    Explained {
        question: question(category).to_owned(),
        example: example.to_owned(),
        changes: changes.to_owned(),
    }
}
