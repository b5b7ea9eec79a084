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
mod signal;
pub mod substitution;

use std::ops::Range;

use citelight_types::sort::SmallSort;

use common::Matters;
use lexicon::TENTATIVE;
use parallel::Parallel;
pub use reading::Reading;
pub use signal::{Common, Signal, SignalKind, Stance};

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
    signals.small_sort_by_key(|signal| signal.kind);
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
