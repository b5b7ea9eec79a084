//! What a comparison finds: in which respect claim and sentence agree or differ, and the words of both.

use std::ops::Range;

use super::reading::Reading;
use citelight_types::finding::Reason;

/// What a signal says of an aligned pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Signal {
    /// In which respect.
    pub kind: SignalKind,
    /// Whether claim and sentence agree in it.
    pub stance: Stance,
    /// Bytes of the claim it rests on.
    pub claim: Range<usize>,
    /// Bytes of the sentence it rests on.
    pub source: Range<usize>,
    /// The words of both, for the reader.
    pub reason: Reason,
    /// How far the two say the same around these words.
    pub common: Common,
    /// It tells only in a sentence that is nearly the claim itself.
    pub only_near: bool,
}

impl Signal {
    /// A signal between bytes of the claim and bytes of the sentence.
    pub fn new(
        kind: SignalKind,
        stance: Stance,
        claim: Range<usize>,
        source: Range<usize>,
        reason: Reason,
    ) -> Self {
        Self { kind, stance, claim, source, reason, common: Common::WHOLE, only_near: false }
    }

    /// The same signal, which tells only in a sentence that is nearly the claim itself.
    pub(super) fn only_near(self) -> Self {
        Self { only_near: true, ..self }
    }

    /// A signal that quotes the words of both sides: `mine` of the claim, `theirs` of the sentence.
    pub(super) fn quoting(
        kind: SignalKind,
        stance: Stance,
        (claim, mine): (&Reading, Range<usize>),
        (sentence, theirs): (&Reading, Range<usize>),
        reason: impl FnOnce(String, String) -> Reason,
    ) -> Self {
        let reason = reason(claim.slice(&mine).to_owned(), sentence.slice(&theirs).to_owned());
        Self::new(kind, stance, mine, theirs, reason)
    }
}

/// Respects in which a claim is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SignalKind {
    /// Numbers, units, percentages.
    Number,
    /// Increase and decrease, more and less.
    Direction,
    /// Affirmed and denied.
    Negation,
    /// Names, acronyms.
    Entity,
    /// Population and setting.
    Scope,
    /// Cause and association.
    Causal,
    /// Hedges and qualifiers.
    Hedge,
}

impl SignalKind {
    /// Its name in trails.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Direction => "direction",
            Self::Negation => "negation",
            Self::Entity => "entity",
            Self::Scope => "scope",
            Self::Causal => "causal",
            Self::Hedge => "hedge",
        }
    }
}

/// Whether a claim and a sentence agree in one respect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// They say the same.
    Agrees,
    /// They say different things that cannot both hold.
    Differs,
    /// They differ, but both may hold, or it is not sure that the same thing is meant: a veto against early
    /// support, no ground for an accusation.
    Doubtful,
}

/// What the clauses around a difference have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Common {
    /// Words of the claim's clause that the sentence holds.
    pub words: usize,
    /// Their share of the claim's clause, 0..=1.
    pub of_claim: f64,
    /// Share of the sentence's clause that the claim holds, 0..=1.
    pub of_source: f64,
}

impl Common {
    /// Of a signal that has seen to it itself that both speak of the same.
    pub const WHOLE: Self = Self { words: 0, of_claim: 1.0, of_source: 1.0 };
}
