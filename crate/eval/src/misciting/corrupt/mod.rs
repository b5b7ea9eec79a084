//! Corruptions: what makes a true citing sentence false of its source. The words and numbers are the generator's own,
//! nothing is shared with the signals that are to find them.

mod cause;
mod direction;
mod hedge;
mod negation;
mod number;
mod scope;
mod unit;

use citelight::finding::{Category, Subtype};
use serde::{Deserialize, Serialize};

use crate::chance::Chance;
use crate::misciting::material::{Corrupted, Material};

/// Kinds of miscitation that are made by rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Corruption {
    NumberSwap,
    UnitChange,
    DirectionFlip,
    Negation,
    ScopeWidening,
    CausalUpgrade,
    DroppedHedge,
    WrongReference,
    RetractedSource,
}

impl Corruption {
    /// Rare ones first: they have the first choice of statements.
    pub(super) const BY_RARITY: [Self; 9] = [
        Self::CausalUpgrade,
        Self::DroppedHedge,
        Self::ScopeWidening,
        Self::UnitChange,
        Self::NumberSwap,
        Self::DirectionFlip,
        Self::Negation,
        Self::WrongReference,
        Self::RetractedSource,
    ];

    /// Whether a sentence that tells what was done may be taken: doses and counts are cited, other steps hardly.
    pub(super) fn fits_protocols(self) -> bool {
        matches!(self, Self::NumberSwap | Self::UnitChange)
    }

    /// Whether what the source tells of others may be taken: careful words and associations are rare among findings.
    pub(super) fn fits_borrowed(self) -> bool {
        matches!(self, Self::CausalUpgrade | Self::DroppedHedge | Self::ScopeWidening)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::NumberSwap => "number-swap",
            Self::UnitChange => "unit-change",
            Self::DirectionFlip => "direction-flip",
            Self::Negation => "negation",
            Self::ScopeWidening => "scope-widening",
            Self::CausalUpgrade => "causal-upgrade",
            Self::DroppedHedge => "dropped-hedge",
            Self::WrongReference => "wrong-reference",
            Self::RetractedSource => "retracted-source",
        }
    }

    /// The category and subtype that it fails by (BibAgent, section 2.1).
    pub(super) fn gold(self) -> (Category, Subtype) {
        use Category::{
            CitationValidity, ContentMisrepresentation, EvidenceCharacterization, ScopeExtrapolation,
        };
        match self {
            Self::NumberSwap | Self::UnitChange => (EvidenceCharacterization, Subtype::StatisticalDistortion),
            Self::DirectionFlip | Self::Negation => (ContentMisrepresentation, Subtype::Contradictory),
            Self::ScopeWidening => (ScopeExtrapolation, Subtype::Overgeneralisation),
            Self::CausalUpgrade => (EvidenceCharacterization, Subtype::CorrelationAsCausation),
            Self::DroppedHedge => (ContentMisrepresentation, Subtype::OmittedQualifiers),
            Self::WrongReference => (ContentMisrepresentation, Subtype::Irrelevant),
            Self::RetractedSource => (CitationValidity, Subtype::Retracted),
        }
    }
}

/// Corrupts a clause; none if the statement does not lend itself to it, or the result might be true.
pub(super) fn corrupt(kind: Corruption, material: &Material<'_>, chance: &mut Chance) -> Option<Corrupted> {
    match kind {
        Corruption::NumberSwap => number::swap(material, chance),
        Corruption::UnitChange => unit::change(material, chance),
        Corruption::DirectionFlip => direction::flip(material, chance),
        Corruption::Negation => negation::negate(material),
        Corruption::ScopeWidening => scope::widen(material, chance),
        Corruption::CausalUpgrade => cause::upgrade(material, chance),
        Corruption::DroppedHedge => hedge::drop_hedge(material),
        // These change what is cited, not what is said.
        Corruption::WrongReference | Corruption::RetractedSource => None,
    }
}
