//! Corruptions: what makes a true citing sentence false of its source. The words and numbers are the generator's own,
//! nothing is shared with the signals that are to find them.

mod cause;
mod direction;
mod hedge;
mod negation;
mod number;
mod scope;
mod unit;
use std::ops::Range;

use citelight::finding::{Category, Subtype};
use serde::{Deserialize, Serialize};

use super::chance::Chance;
use super::clause::{Clause, share};
use super::frame::Frame;
use super::pool::PoolSource;
use super::statement::Statement;

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

/// A clause made false, and how.
pub(super) struct Corrupted {
    pub(super) clause: Clause,
    /// Another frame than the true sentence's, where the frame is what was changed.
    pub(super) frame: Option<Frame>,
    /// `32% → 51%`.
    pub(super) change: String,
    pub(super) explanation: String,
}

/// What a corruption is made of.
pub(super) struct Material<'a> {
    pub(super) statement: &'a Statement<'a>,
    /// The true clause, reworded.
    pub(super) clause: &'a Clause,
    pub(super) frame: &'a Frame,
    pub(super) source: &'a PoolSource,
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

impl Material<'_> {
    /// The clause with other words in the place of some.
    fn changed(&self, range: Range<usize>, words: &str, explanation: &str) -> Corrupted {
        let from = Clause(self.clause.0.get(range.clone()).unwrap_or_default().to_vec());
        let from = from.text().trim_end_matches(['.', ',']).to_owned();
        let to = if words.is_empty() { "(dropped)" } else { words };
        Corrupted {
            clause: self.clause.with(range, words),
            frame: None,
            change: format!("{from} → {to}"),
            explanation: explanation.to_owned(),
        }
    }

    /// Whether another sentence on the same matter holds any of these words: then the corruption may be true.
    fn stated_elsewhere(&self, words: &[&str]) -> bool {
        self.stated_within(0.4, words)
    }

    /// The same for sentences that share so much of the clause's content.
    fn stated_within(&self, least: f64, words: &[&str]) -> bool {
        let content = self.clause.content();
        self.others().any(|other| {
            share(&content, &other.content) >= least && {
                let other = Clause::of(&other.text);
                words.iter().any(|word| {
                    let words: Vec<&str> = word.split(' ').collect();
                    other.sequence(&words).is_some()
                })
            }
        })
    }

    /// All sentences of the source but the statement's own.
    fn others(&self) -> impl Iterator<Item = &super::pool::SourceSentence> {
        self.source.sentences.iter().filter(|other| other.text != self.statement.sentence.text)
    }

    /// The clause denies something: what is turned around in it may still be true.
    fn denies(&self) -> bool {
        let denying = [
            "not",
            "no",
            "nor",
            "neither",
            "never",
            "without",
            "none",
            "cannot",
            "lack",
            "lacked",
            "lacking",
            "absence",
            "absent",
            "rather",
            "instead",
            "unaffected",
            "unchanged",
            "failed",
            "similar",
            "fails",
            "hardly",
            "barely",
            "nothing",
            "equal",
            "equally",
            "or",
            "either",
            "unlikely",
            "independent",
            "irrespective",
            "regardless",
        ];
        self.clause.has(&denying)
    }
}
