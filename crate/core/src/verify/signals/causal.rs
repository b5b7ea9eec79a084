//! A cause where the source has an association.

use super::lexicon::{ASSOCIATIONAL, CAUSAL, STRONGLY_CAUSAL};
use super::reading::Reading;
use super::{Signal, SignalKind, Stance};
use crate::audit::finding::Reason;

/// Content words that both texts must share besides.
const COMMON: usize = 2;

/// The causal word of the claim against the associational one of the sentence.
pub fn compare(claim: &Reading, sentence: &Reading) -> Option<Signal> {
    let mine = causal_word(claim)?;
    let at = |list: &[&str]| sentence.words.iter().position(|word| list.contains(&word.stem.as_str()));
    let theirs = at(ASSOCIATIONAL)?;
    if at(CAUSAL).is_some() || claim.words.iter().any(|word| ASSOCIATIONAL.contains(&word.stem.as_str())) {
        return None;
    }
    let common = claim.stems().intersection(&sentence.stems()).count();
    let stance = if common >= COMMON { Stance::Differs } else { Stance::Doubtful };
    let (mine, theirs) = (claim.words[mine].range.clone(), sentence.words[theirs].range.clone());
    Some(Signal {
        kind: SignalKind::Causal,
        stance,
        reason: Reason::CausalUpgrade {
            claim: claim.slice(&mine).to_owned(),
            source: sentence.slice(&theirs).to_owned(),
        },
        claim: mine,
        source: theirs,
    })
}

/// A strongly causal word, or "leads to", "results in", "because of", "due to".
fn causal_word(reading: &Reading) -> Option<usize> {
    reading.words.iter().enumerate().position(|(index, word)| {
        let next = reading.words.get(index + 1).map(|next| next.folded.as_str());
        STRONGLY_CAUSAL.contains(&word.stem.as_str())
            || matches!(
                (word.stem.as_str(), next),
                ("lead" | "led" | "due" | "attribut", Some("to"))
                    | ("result", Some("in"))
                    | ("becaus", Some("of"))
            )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_association_is_no_cause() {
        let claim = Reading::of("Long menstrual cycles cause colorectal cancer.");
        let differs =
            compare(&claim, &Reading::of("Long menstrual cycles were associated with colorectal cancer."));
        assert_eq!(differs.map(|signal| signal.stance), Some(Stance::Differs));
        assert!(
            compare(&claim, &Reading::of("Long cycles cause colorectal cancer and are related to age."))
                .is_none()
        );
    }
}
