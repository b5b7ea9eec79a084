//! Deterministic comparisons of a claim with one sentence of its source (ours).
//!
//! A signal never judges alone whether the sentence is about the same thing: it is handed an aligned pair, and says in
//! which respect the two agree or differ, with the words of both.

pub mod causal;
pub mod common;
pub mod direction;
pub mod entity;
pub mod hedge;
pub mod lexicon;
pub mod negation;
pub mod numbers;
pub mod parallel;
pub mod quantity;
pub mod reading;
pub mod scope;
pub mod substitution;

use std::ops::Range;

use citelight_types::finding::Reason;
use common::{Common, Matters};
use lexicon::TENTATIVE;
use parallel::Parallel;
pub use reading::Reading;

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
    fn only_near(self) -> Self {
        Self { only_near: true, ..self }
    }

    /// A signal that quotes the words of both sides: `mine` of the claim, `theirs` of the sentence.
    fn quoting(
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

/// What of a claim a signal can confirm: its measures, its words of direction, its denials.
pub fn checkable(claim: &Reading) -> Vec<(SignalKind, Range<usize>)> {
    let measures = claim.quantities.iter().filter(|quantity| quantity.role == quantity::Role::Measure);
    let mut found: Vec<_> = measures.map(|quantity| (SignalKind::Number, quantity.range.clone())).collect();
    found.extend(direction::stretches(claim).into_iter().map(|range| (SignalKind::Direction, range)));
    found.extend(negation::stretches(claim).into_iter().map(|range| (SignalKind::Negation, range)));
    found
}

/// All signals of one aligned pair, in the order of [`SignalKind`].
pub fn compare(claim: &Reading, sentence: &Reading, parallel: &Parallel) -> Vec<Signal> {
    let mut signals = numbers::compare(claim, sentence);
    signals.extend(direction::compare(claim, sentence));
    signals.extend(negation::compare(claim, sentence));
    signals.extend(entity::compare(claim, sentence, parallel));
    signals.extend(scope::compare(claim, sentence));
    signals.extend(causal::compare(claim, sentence));
    signals.extend(hedge::compare(claim, sentence));
    replace(&mut signals, substitution::compare(claim, sentence, parallel));
    if !signals.is_empty() {
        let matters = Matters::of(claim, sentence);
        signals.iter_mut().for_each(|signal| signal.common = Common::around(signal, &matters));
    }
    for signal in &mut signals {
        let exact = matches!(signal.kind, SignalKind::Number | SignalKind::Hedge);
        if signal.stance == Stance::Differs && !exact && is_tentative(sentence, &signal.source) {
            signal.stance = Stance::Doubtful;
        }
    }
    signals
}

/// What stands in another's place says more surely what is meant than the words around it: it takes the place of what the
/// other signals made of the same words, unless they see the same difference with less to go by.
fn replace(signals: &mut Vec<Signal>, substituted: Vec<Signal>) {
    for new in substituted {
        let same = |old: &Signal| {
            let meets = |one: &Range<usize>, other: &Range<usize>| {
                one.is_empty() && other.is_empty() || one.start < other.end && other.start < one.end
            };
            old.kind == new.kind && (meets(&old.claim, &new.claim) || meets(&old.source, &new.source))
        };
        if !signals.iter().any(|old| same(old) && old.stance == Stance::Differs && !old.only_near) {
            signals.retain(|old| !same(old));
            signals.push(new);
        }
    }
    signals.sort_by_key(|signal| signal.kind);
}

/// Whether the clause in which some words stand is a possibility or a question; the whole sentence, where there are none.
fn is_tentative(sentence: &Reading, range: &Range<usize>) -> bool {
    /// Words on either side of them.
    const REACH: usize = 12;
    let clause = match sentence.words_of(range) {
        Some((first, last)) => sentence.clause_around(first, last, REACH),
        None => 0..sentence.words.len(),
    };
    sentence.words[clause].iter().any(|word| TENTATIVE.contains(&word.folded.as_str()))
}
