//! A hedge of the source that the claim dropped.

use super::lexicon::{BOOSTERS, HEDGES, OPEN};
use super::reading::Reading;
use super::{Signal, SignalKind, Stance};
use crate::audit::finding::Reason;

/// The first hedge of the sentence, if the claim has none. Certainty put in its place is a difference; silence about
/// it only a doubt.
pub fn compare(claim: &Reading, sentence: &Reading) -> Option<Signal> {
    let at = |reading: &Reading, list: &[&str]| {
        reading.words.iter().position(|word| list.contains(&word.folded.as_str()))
    };
    let theirs = at(sentence, HEDGES)?;
    if at(claim, HEDGES).is_some() {
        return None;
    }
    let booster = at(claim, BOOSTERS);
    let source = sentence.words[theirs].range.clone();
    Some(Signal {
        kind: SignalKind::Hedge,
        stance: if booster.is_some() { Stance::Differs } else { Stance::Doubtful },
        claim: booster.map_or(0..0, |index| claim.words[index].range.clone()),
        reason: Reason::HedgeDropped { source: sentence.slice(&source).to_owned() },
        source,
    })
}

/// What the source leaves open ("future studies will have to determine whether …") and the claim states as found.
///
/// The introduction of a paper leaves open what its results then settle, so this tells only in its later part.
pub fn left_open(claim: &Reading, sentence: &Reading) -> Option<Signal> {
    /// Words after "whether" that say what is open.
    const REACH: usize = 14;
    let at = |reading: &Reading, list: &[&str]| {
        reading.words.iter().position(|word| list.contains(&word.folded.as_str()))
    };
    let question = at(sentence, &["whether", "if"])?;
    let open = at(&sentence.up_to(question), OPEN)?;
    if at(claim, HEDGES).or_else(|| at(claim, OPEN)).or_else(|| at(claim, &["whether"])).is_some() {
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
    (shared >= 3).then(|| Signal {
        kind: SignalKind::Hedge,
        stance: Stance::Differs,
        claim: 0..0,
        reason: Reason::HedgeDropped { source: sentence.slice(&source).to_owned() },
        source,
    })
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
        assert_eq!(stance("Sleep protects memory."), Some(Stance::Doubtful));
        assert_eq!(stance("Sleep might protect memory."), None);
        let hypothesis = Reading::of("Some have hypothesized that the decrease is caused by displacement.");
        let stated = compare(&Reading::of("The drop results from displacement."), &hypothesis);
        assert_eq!(stated.map(|signal| signal.stance), Some(Stance::Doubtful));
    }
}
