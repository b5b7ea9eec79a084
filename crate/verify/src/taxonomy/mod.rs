//! The five categories and their precedence (BibAgent, section 2.1): the first that fails is the label.
//!
//! Without an endpoint records and signals decide ([`categorise`], [`facts()`]); with one, samples of a model that walks the
//! questions are checked and counted ([`vote::classify`]).

pub mod explained;
mod facts;
pub mod sample;
pub mod subtypes;
pub mod vote;
pub mod walk;

use citelight_types::finding::{Category, CategoryLabel, Reason, Step, Subtype, TrailStep};

pub use explained::{Explained, explained};
pub use facts::{AttributionFact, RecordFacts, ValidityFact, facts};
pub use sample::{Facts, Sample, by_facts};
pub use subtypes::legacy;
pub use vote::{Case, Classify, classify, verdict_after};
pub use walk::{Classification, Label, Walk};

/// The category that a reason speaks for, with its subtype. Reasons that accuse of nothing have none.
pub fn category_of(reason: &Reason) -> Option<CategoryLabel> {
    use Category::*;
    let (category, subtype, suggested) = match reason {
        Reason::NoRecord { .. } => (AttributionTraceability, Subtype::GhostCitation, false),
        Reason::AuthorDiffers { .. } => (AttributionTraceability, Subtype::AuthorMisattribution, true),
        Reason::Retracted { .. } => (CitationValidity, Subtype::Retracted, false),
        Reason::NumberDiffers { .. } | Reason::NumberMissing { .. } => {
            (EvidenceCharacterization, Subtype::StatisticalDistortion, true)
        }
        Reason::DirectionDiffers { .. }
        | Reason::NegationDiffers { .. }
        | Reason::EntityDiffers { .. }
        | Reason::ModelFindsContradiction { .. }
        | Reason::WitnessesSayOtherwise { .. } => (ContentMisrepresentation, Subtype::Contradictory, true),
        Reason::QuotationAltered { .. } | Reason::QuotationMissing { .. } => {
            (ContentMisrepresentation, Subtype::SelectiveQuotation, true)
        }
        Reason::AnotherSubject { .. } => (ContentMisrepresentation, Subtype::Irrelevant, true),
        Reason::HedgeDropped { .. } => (ContentMisrepresentation, Subtype::OmittedQualifiers, true),
        Reason::ScopeDiffers { .. } => (ScopeExtrapolation, Subtype::Overgeneralisation, true),
        Reason::CausalUpgrade { .. } => (EvidenceCharacterization, Subtype::CorrelationAsCausation, true),
        _ => return None,
    };
    Some(CategoryLabel { category, subtype: Some(subtype), suggested })
}

/// The label of several reasons: the category that comes first in the precedence.
pub fn categorise(reasons: &[Reason]) -> Option<CategoryLabel> {
    reasons.iter().filter_map(category_of).min_by_key(|label| label.category)
}

/// The step that tells of it.
pub fn step(label: CategoryLabel) -> TrailStep {
    let how = if label.suggested { "suggested by signals" } else { "by rule" };
    let question = question(label.category);
    TrailStep::new(Step::Categorise, format!("{question}: {how}"), &[])
}

/// The question of which a miscitation fails.
pub fn question(category: Category) -> &'static str {
    match category {
        Category::AttributionTraceability => {
            "could a reader find the right work and author from this reference?"
        }
        Category::CitationValidity => "is the source disqualified as evidence?",
        Category::ContentMisrepresentation => "read in context, does it say this?",
        Category::ScopeExtrapolation => "is a valid result applied outside its population, setting, task?",
        Category::EvidenceCharacterization => "is the strength or kind of evidence as claimed?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_category_that_fails_is_the_label() {
        let causal = Reason::CausalUpgrade { claim: "causes".to_owned(), source: "associated".to_owned() };
        let number = Reason::NumberDiffers { claim: "95 %".to_owned(), source: "59 %".to_owned() };
        let negation = Reason::NegationDiffers { claim: String::new(), source: "not".to_owned() };
        let label = categorise(&[causal, number, negation]);
        assert_eq!(label.map(|label| label.category), Some(Category::ContentMisrepresentation));
        assert_eq!(categorise(&[Reason::EvidenceWeak]), None);
    }
}
