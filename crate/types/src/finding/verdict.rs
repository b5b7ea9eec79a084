//! Verdicts, the taxonomy of what is wrong with a citation (BibAgent, section 3.4), and why a work is cited.

use serde::{Deserialize, Serialize};

/// What was found about one citation×reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The source says so.
    Supported,
    /// The source says otherwise, or cannot be relied on, or does not exist. Shown as "needs review".
    Miscited,
    /// It was read, and the evidence does not decide.
    Undecidable,
    /// It could not be read or checked.
    Unchecked,
}

/// The five categories in their precedence: the first that fails is the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// Could a reader find the right work and author from this reference?
    AttributionTraceability,
    /// Is the source disqualified as evidence?
    CitationValidity,
    /// Read in context, does it say this?
    ContentMisrepresentation,
    /// Is a valid result applied outside its population, setting, task?
    ScopeExtrapolation,
    /// Is the strength or kind of evidence as claimed?
    EvidenceCharacterization,
}

/// A category with its subtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CategoryLabel {
    /// The category.
    pub category: Category,
    /// The subtype, where one is evident.
    pub subtype: Option<Subtype>,
    /// Decided by signals alone, not by rules on records or an endpoint.
    pub suggested: bool,
}

/// Subtypes of the categories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Subtype {
    /// No such work.
    GhostCitation,
    /// Another author than the sentence names.
    AuthorMisattribution,
    /// Retracted or obsolete.
    Retracted,
    /// A secondary source cited as primary.
    SecondarySource,
    /// About something else.
    Irrelevant,
    /// Says the opposite or another value.
    Contradictory,
    /// Quoted selectively.
    SelectiveQuotation,
    /// Qualifiers left out.
    OmittedQualifiers,
    /// Two findings made one.
    ConflatedFindings,
    /// Wider than the source's population or setting.
    Overgeneralisation,
    /// A method applied where it was not tested.
    MethodologicalMisapplication,
    /// Data used outside their scope.
    DataScopeMisuse,
    /// An association presented as a cause.
    CorrelationAsCausation,
    /// A statistic or metric distorted.
    StatisticalDistortion,
}

impl Subtype {
    /// All of them, by their categories in order.
    pub const ALL: [Self; 14] = [
        Self::GhostCitation,
        Self::AuthorMisattribution,
        Self::Retracted,
        Self::SecondarySource,
        Self::Irrelevant,
        Self::Contradictory,
        Self::SelectiveQuotation,
        Self::OmittedQualifiers,
        Self::ConflatedFindings,
        Self::Overgeneralisation,
        Self::MethodologicalMisapplication,
        Self::DataScopeMisuse,
        Self::CorrelationAsCausation,
        Self::StatisticalDistortion,
    ];

    /// The category it belongs to.
    pub fn category(self) -> Category {
        match self {
            Self::GhostCitation | Self::AuthorMisattribution => Category::AttributionTraceability,
            Self::Retracted | Self::SecondarySource => Category::CitationValidity,
            Self::Irrelevant
            | Self::Contradictory
            | Self::SelectiveQuotation
            | Self::OmittedQualifiers
            | Self::ConflatedFindings => Category::ContentMisrepresentation,
            Self::Overgeneralisation | Self::MethodologicalMisapplication | Self::DataScopeMisuse => {
                Category::ScopeExtrapolation
            }
            Self::CorrelationAsCausation | Self::StatisticalDistortion => Category::EvidenceCharacterization,
        }
    }
}

/// Why a work is cited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CitingFunction {
    /// Context, motivation.
    #[default]
    Background,
    /// A method, tool or dataset that is used.
    Method,
    /// A finding of the source is stated.
    Result,
    /// The own work is compared with it.
    Comparison,
    /// Named in passing ("see e.g. \[7\]", a list of related work): judged on existence and topic only.
    Perfunctory,
}
