//! A cause where the source has an association.

use super::lexicon::{ASSOCIATIONAL, STRONGLY_CAUSAL};
use super::reading::Reading;
use super::signal::{Signal, SignalKind, Stance};
use citelight_types::finding::Reason;

/// Content words that both texts must share besides.
const COMMON: usize = 2;

/// The causal word of the claim against the associational one of the sentence.
pub fn compare(claim: &Reading, sentence: &Reading) -> Option<Signal> {
    let causal = |reading: &Reading| (0..reading.words.len()).find(|index| causal_word(reading, *index));
    let mine = causal(claim)?;
    let at = |list: &[&str]| sentence.words.iter().position(|word| list.contains(&word.stem.as_str()));
    let theirs = at(ASSOCIATIONAL)?;
    // The association itself must be gone, and no cause be claimed by the sentence in any words.
    if causal(sentence).is_some() || claim.words.iter().any(|word| word.stem == sentence.words[theirs].stem) {
        return None;
    }
    let common = claim.stems().intersection(&sentence.stems()).count();
    let stance = if common >= COMMON { Stance::Differs } else { Stance::Doubtful };
    let (mine, theirs) = (claim.words[mine].range.clone(), sentence.words[theirs].range.clone());
    let reason = |claim, source| Reason::CausalUpgrade { claim, source };
    // Of two texts that share a subject one may well name another cause: only a sentence that is nearly the claim tells.
    Some(Signal::quoting(SignalKind::Causal, stance, (claim, mine), (sentence, theirs), reason).only_near())
}

/// Whether a word claims a cause: a strongly causal one, or "leads to", "results in", "because of", "due to". What can be
/// caused ("inducible") and what is part of a compound ("all-cause mortality", "drug-induced") claims none.
pub(super) fn causal_word(reading: &Reading, index: usize) -> bool {
    let Some(word) = reading.words.get(index) else { return false };
    let next = reading.words.get(index + 1).map(|next| next.folded.as_str());
    let claims =
        !word.folded.ends_with("ible") && !word.folded.ends_with("able") && !reading.is_joined(index);
    STRONGLY_CAUSAL.contains(&word.stem.as_str()) && claims
        || matches!(
            (word.stem.as_str(), next),
            ("lead" | "led" | "due" | "attribut", Some("to"))
                | ("result", Some("in"))
                | ("becaus", Some("of"))
        )
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

    #[test]
    fn what_can_be_caused_or_is_named_after_a_cause_is_no_cause() {
        let source = Reading::of("Severe episodes were associated with mortality in the cells of patients.");
        for claim in [
            "Severe episodes raised all-cause mortality in patients.",
            "Cells with an inducible enzyme had severe episodes in patients.",
            "Severe episodes and drug-induced mortality were seen in patients.",
        ] {
            assert_eq!(compare(&Reading::of(claim), &source), None, "{claim}");
        }
    }
}
