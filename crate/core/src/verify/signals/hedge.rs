//! A hedge of the source that the claim dropped.

use super::lexicon::{BOOSTERS, HEDGES};
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_for_a_hedge_differs_silence_is_a_doubt() {
        let source = Reading::of("These findings suggest that sleep may protect memory.");
        let stance = |claim: &str| compare(&Reading::of(claim), &source).map(|signal| signal.stance);
        assert_eq!(stance("It is proven that sleep protects memory."), Some(Stance::Differs));
        assert_eq!(stance("Sleep protects memory."), Some(Stance::Doubtful));
        assert_eq!(stance("Sleep might protect memory."), None);
    }
}
