//! A hedge of the source that the claim dropped.

use std::ops::Range;

use super::lexicon::{BOOSTERS, HEDGES, MODALS, OPEN};
use super::reading::Reading;
use super::signal::{Signal, SignalKind, Stance};
use citelight_types::finding::Reason;

/// The first hedge of the sentence, if the claim has none. Certainty put in its place is a difference; so is, in a sentence
/// that is nearly the claim, the very word that was hedged without its hedge; silence about it is only a doubt.
pub fn compare(claim: &Reading, sentence: &Reading) -> Option<Signal> {
    let theirs = first(sentence, HEDGES)?;
    if first(claim, HEDGES).is_some() {
        return None;
    }
    let source = sentence.words[theirs].range.clone();
    let signal = |stance, mine: Range<usize>| {
        let reason = Reason::HedgeDropped { source: sentence.slice(&source).to_owned() };
        Signal::new(SignalKind::Hedge, stance, mine, source.clone(), reason)
    };
    if let Some(booster) = first(claim, BOOSTERS) {
        return Some(signal(Stance::Differs, claim.words[booster].range.clone()));
    }
    let several = sentence.words.iter().filter(|word| HEDGES.contains(&word.folded.as_str())).count() > 1;
    let stated = hedged(sentence, theirs).and_then(|stem| claim.words.iter().find(|word| word.stem == stem));
    Some(match stated {
        Some(word) if !several => signal(Stance::Differs, word.range.clone()).only_near(),
        _ => signal(Stance::Doubtful, 0..0),
    })
}

/// Whether a text hedges what it says.
pub fn hedges(reading: &Reading) -> bool {
    first(reading, HEDGES).is_some()
}

fn first(reading: &Reading, list: &[&str]) -> Option<usize> {
    reading.words.iter().position(|word| list.contains(&word.folded.as_str()))
}

/// The stem of the very word that a modal or an adverb hedges: the verb after "may", what follows "appears to be". What
/// authors "suggest" or "indicate" is their conclusion: to report it plainly is how one cites.
fn hedged(sentence: &Reading, hedge: usize) -> Option<&str> {
    /// Words after a hedge among which that word stands.
    const REACH: usize = 4;
    let word = sentence.words.get(hedge)?;
    if !MODALS.contains(&word.folded.as_str()) {
        return None;
    }
    let after = sentence.words.get(hedge + 1..)?.iter().take(REACH);
    after.filter(|word| word.is_content()).map(|word| word.stem.as_str()).next()
}

/// What the source leaves open ("future studies will have to determine whether …") and the claim states as found.
///
/// The introduction of a paper leaves open what its results then settle, so this tells only in its later part.
pub fn left_open(claim: &Reading, sentence: &Reading) -> Option<Signal> {
    /// Words after "whether" that say what is open.
    const REACH: usize = 14;
    let question = first(sentence, &["whether", "if"])?;
    let open = first(&sentence.up_to(question), OPEN)?;
    if [HEDGES, OPEN, &["whether"]].iter().any(|list| first(claim, list).is_some()) {
        return None;
    }
    let asked: std::collections::BTreeSet<&str> = sentence.words[question..]
        .iter()
        .take(REACH)
        .filter(|word| word.is_content())
        .map(|word| word.stem.as_str())
        .collect();
    let shared = asked.intersection(&claim.stems()).count();
    let source = sentence.span(open, question);
    let reason = Reason::HedgeDropped { source: sentence.slice(&source).to_owned() };
    (shared >= 3).then(|| Signal::new(SignalKind::Hedge, Stance::Differs, 0..0, source, reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_open_is_not_found() {
        let source = Reading::of(
            "Future studies will have to determine whether these processes are intact in active alcohol users.",
        );
        let stance = |claim: &str| left_open(&Reading::of(claim), &source).map(|signal| signal.stance);
        assert_eq!(stance("These processes were found intact in active drinkers."), Some(Stance::Differs));
        assert_eq!(stance("It is unknown whether these processes are intact in active users."), None);
        assert_eq!(stance("Patients were slower."), None);
    }

    #[test]
    fn certainty_for_a_hedge_differs_silence_is_a_doubt() {
        let source = Reading::of("These findings suggest that sleep may protect memory.");
        let stance = |claim: &str| compare(&Reading::of(claim), &source).map(|signal| signal.stance);
        assert_eq!(stance("It is proven that sleep protects memory."), Some(Stance::Differs));
        let dropped = compare(&Reading::of("Sleep protects memory."), &source);
        assert_eq!(dropped.map(|signal| (signal.stance, signal.only_near)), Some((Stance::Doubtful, false)));
        let careful = Reading::of("Sleep may protect memory.");
        let dropped = compare(&Reading::of("Sleep will protect memory."), &careful);
        assert_eq!(dropped.map(|signal| (signal.stance, signal.only_near)), Some((Stance::Differs, true)));
        assert_eq!(stance("Sleep might protect memory."), None);
        let hypothesis = Reading::of("Some have hypothesized that the decrease is caused by displacement.");
        let stated = compare(&Reading::of("The drop results from displacement."), &hypothesis);
        assert_eq!(stated.map(|signal| signal.stance), Some(Stance::Doubtful));
    }
}
