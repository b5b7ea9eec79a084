//! Subtypes by the question they fail, so that none can be given to another one; and the labels of older studies.

use serde::{Deserialize, Serialize};

use citelight_types::finding::{Category, Extent, Subtype};
use citelight_types::text::normalise::fold;

/// Ways to fail the first question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AttributionSubtype {
    /// No such work.
    #[serde(rename = "ghost-citation")]
    Ghost,
    /// Another author than the sentence names.
    #[serde(rename = "author-misattribution")]
    Author,
}

/// Ways to fail the second question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ValiditySubtype {
    /// Retracted or obsolete.
    #[serde(rename = "retracted")]
    Retracted,
    /// A secondary source cited as primary.
    #[serde(rename = "secondary-source")]
    Secondary,
}

/// Ways to fail the third question.
#[derive(Clone, Debug, PartialEq)]
pub enum ContentSubtype {
    /// About something else: only with what proves it.
    Irrelevant(Irrelevance),
    /// Says the opposite or another value.
    Contradictory,
    /// Quoted selectively.
    SelectiveQuotation,
    /// Qualifiers left out.
    OmittedQualifiers,
    /// Two findings made one.
    ConflatedFindings,
}

/// Ways to fail the fourth question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeSubtype {
    /// Wider than the source's population or setting.
    Overgeneralisation,
    /// A method applied where it was not tested.
    MethodologicalMisapplication,
    /// Data used outside their scope.
    DataScopeMisuse,
}

/// Ways to fail the fifth question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvidenceSubtype {
    /// An association presented as a cause.
    CorrelationAsCausation,
    /// A statistic or metric distorted.
    StatisticalDistortion,
}

/// What it takes to call a source irrelevant: its whole text was read, its topic scored low, and the passages nearest to the
/// claim can be shown. An abstract alone proves nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Irrelevance {
    topic: f64,
    passages: Vec<String>,
}

/// Passages that a reader is shown to see that a source is about something else.
const SHOWN: usize = 3;

impl Irrelevance {
    /// The proof; none if the text is not whole, the topic reaches `limit`, or the source has passages that are not shown.
    pub fn proven(extent: Extent, topic: f64, limit: f64, best: &[String], passages: usize) -> Option<Self> {
        let shown = best.len() >= SHOWN.min(passages) && passages > 0;
        let whole = extent == Extent::FullText;
        (whole && topic < limit && shown)
            .then(|| Self { topic, passages: best.iter().take(SHOWN).cloned().collect() })
    }

    /// How near the topic of the source is to the claim, 0..=1.
    pub fn topic(&self) -> f64 {
        self.topic
    }

    /// The passages nearest to the claim.
    pub fn passages(&self) -> &[String] {
        &self.passages
    }
}

impl From<AttributionSubtype> for Subtype {
    fn from(subtype: AttributionSubtype) -> Self {
        match subtype {
            AttributionSubtype::Ghost => Self::GhostCitation,
            AttributionSubtype::Author => Self::AuthorMisattribution,
        }
    }
}

impl From<ValiditySubtype> for Subtype {
    fn from(subtype: ValiditySubtype) -> Self {
        match subtype {
            ValiditySubtype::Retracted => Self::Retracted,
            ValiditySubtype::Secondary => Self::SecondarySource,
        }
    }
}

impl From<ContentSubtype> for Subtype {
    fn from(subtype: ContentSubtype) -> Self {
        match subtype {
            ContentSubtype::Irrelevant(_) => Self::Irrelevant,
            ContentSubtype::Contradictory => Self::Contradictory,
            ContentSubtype::SelectiveQuotation => Self::SelectiveQuotation,
            ContentSubtype::OmittedQualifiers => Self::OmittedQualifiers,
            ContentSubtype::ConflatedFindings => Self::ConflatedFindings,
        }
    }
}

impl From<ScopeSubtype> for Subtype {
    fn from(subtype: ScopeSubtype) -> Self {
        match subtype {
            ScopeSubtype::Overgeneralisation => Self::Overgeneralisation,
            ScopeSubtype::MethodologicalMisapplication => Self::MethodologicalMisapplication,
            ScopeSubtype::DataScopeMisuse => Self::DataScopeMisuse,
        }
    }
}

impl From<EvidenceSubtype> for Subtype {
    fn from(subtype: EvidenceSubtype) -> Self {
        match subtype {
            EvidenceSubtype::CorrelationAsCausation => Self::CorrelationAsCausation,
            EvidenceSubtype::StatisticalDistortion => Self::StatisticalDistortion,
        }
    }
}

/// Labels of older studies and of MisciteBench, folded, each with what it stands for here (BibAgent, table 1).
const LEGACY: [(&str, Category, Option<Subtype>); 39] = {
    use Category as C;
    use Subtype as S;
    [
        ("attribution traceability error", C::AttributionTraceability, None),
        ("attribution and traceability error", C::AttributionTraceability, None),
        ("attribution traceability", C::AttributionTraceability, None),
        ("attribution and traceability", C::AttributionTraceability, None),
        ("ghost", C::AttributionTraceability, Some(S::GhostCitation)),
        ("ghost citation", C::AttributionTraceability, Some(S::GhostCitation)),
        ("author misattribution", C::AttributionTraceability, Some(S::AuthorMisattribution)),
        ("misattribution", C::AttributionTraceability, Some(S::AuthorMisattribution)),
        ("citation validity error", C::CitationValidity, None),
        ("citation validity", C::CitationValidity, None),
        ("obsolete or retracted citation", C::CitationValidity, Some(S::Retracted)),
        ("retracted citation", C::CitationValidity, Some(S::Retracted)),
        ("retracted", C::CitationValidity, Some(S::Retracted)),
        ("obsolete", C::CitationValidity, Some(S::Retracted)),
        ("secondary source misuse", C::CitationValidity, Some(S::SecondarySource)),
        ("secondary source", C::CitationValidity, Some(S::SecondarySource)),
        ("content misrepresentation error", C::ContentMisrepresentation, None),
        ("content misrepresentation", C::ContentMisrepresentation, None),
        ("irrelevant citation", C::ContentMisrepresentation, Some(S::Irrelevant)),
        ("irrelevant", C::ContentMisrepresentation, Some(S::Irrelevant)),
        ("contradictory citation", C::ContentMisrepresentation, Some(S::Contradictory)),
        ("contradictory", C::ContentMisrepresentation, Some(S::Contradictory)),
        ("selective quotation", C::ContentMisrepresentation, Some(S::SelectiveQuotation)),
        ("omitted qualifiers", C::ContentMisrepresentation, Some(S::OmittedQualifiers)),
        ("conflated findings", C::ContentMisrepresentation, Some(S::ConflatedFindings)),
        ("scope extrapolation error", C::ScopeExtrapolation, None),
        ("scope extrapolation", C::ScopeExtrapolation, None),
        ("overgeneralization", C::ScopeExtrapolation, Some(S::Overgeneralisation)),
        ("overgeneralisation", C::ScopeExtrapolation, Some(S::Overgeneralisation)),
        ("methodological misapplication", C::ScopeExtrapolation, Some(S::MethodologicalMisapplication)),
        ("data scope misuse", C::ScopeExtrapolation, Some(S::DataScopeMisuse)),
        ("evidence characterization error", C::EvidenceCharacterization, None),
        ("evidence characterization", C::EvidenceCharacterization, None),
        ("evidence characterisation error", C::EvidenceCharacterization, None),
        ("evidence characterisation", C::EvidenceCharacterization, None),
        ("correlation as causation", C::EvidenceCharacterization, Some(S::CorrelationAsCausation)),
        ("statistical or metrical distortion", C::EvidenceCharacterization, Some(S::StatisticalDistortion)),
        ("statistical or metric distortion", C::EvidenceCharacterization, Some(S::StatisticalDistortion)),
        ("statistical distortion", C::EvidenceCharacterization, Some(S::StatisticalDistortion)),
    ]
};

/// The category (and subtype) that a label of an older study stands for; none if it is not one of theirs.
pub fn legacy(label: &str) -> Option<(Category, Option<Subtype>)> {
    let label = fold(label);
    LEGACY.iter().find(|(name, _, _)| *name == label).map(|(_, category, subtype)| (*category, *subtype))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subtype_has_a_legacy_label_of_its_category() {
        for subtype in Subtype::ALL {
            let found = LEGACY.iter().find(|(_, _, own)| *own == Some(subtype));
            assert_eq!(found.map(|(_, category, _)| *category), Some(subtype.category()), "{subtype:?}");
        }
        assert!(Subtype::ALL.is_sorted_by_key(|subtype| subtype.category()));
    }

    #[test]
    fn labels_are_known_however_they_are_written() {
        assert_eq!(
            legacy("Data-Scope Misuse"),
            Some((Category::ScopeExtrapolation, Some(Subtype::DataScopeMisuse)))
        );
        assert_eq!(
            legacy("Attribution & Traceability Error"),
            Some((Category::AttributionTraceability, None))
        );
        assert_eq!(
            legacy(" correlation-as-Causation "),
            Some((Category::EvidenceCharacterization, Some(Subtype::CorrelationAsCausation)))
        );
        assert_eq!(legacy("unsupported"), None);
    }

    #[test]
    fn an_abstract_proves_no_irrelevance() {
        let best = ["a", "b", "c", "d"].map(str::to_owned);
        let proven = |extent, topic, best: &[String], passages| {
            Irrelevance::proven(extent, topic, 0.4, best, passages)
        };
        assert_eq!(proven(Extent::FullText, 0.1, &best, 40).unwrap().passages().len(), 3);
        assert!(proven(Extent::FullText, 0.1, &best[..2], 2).is_some(), "it has no more");
        assert_eq!(proven(Extent::Abstract, 0.1, &best, 40), None);
        assert_eq!(proven(Extent::FullText, 0.5, &best, 40), None);
        assert_eq!(proven(Extent::FullText, 0.1, &best[..2], 40), None);
    }
}
