//! One expression in another's place, where claim and sentence otherwise run alike.
//!
//! "The boundaries were conserved" for "the boundaries were not conserved", "raised" for "lowered", "adults" for "women":
//! here the place says what is meant, and no context needs to be guessed. The other signals read a sentence that speaks of
//! the same in other words.

use std::ops::Range;

use super::causal::causal_word;
use super::direction::are_opposed;
use super::lexicon::{ASSOCIATIONAL, GROUPS, HEDGES, MODALS, NEGATIONS, PARTIAL, UNIVERSAL};
use super::parallel::Parallel;
use super::reading::Reading;
use super::scope::are_exclusive;
use super::signal::{Signal, SignalKind, Stance};
use citelight_types::finding::Reason;
use citelight_types::text::words::Word;

/// How far two texts must run alike.
const ALIKE: f64 = 0.6;
/// Content words of either side between two common ones, up to which the one stands in the other's place.
const LONGEST_GAP: usize = 3;

/// A gap between common words: the words of either side in it.
struct Gap<'a> {
    claim: &'a Reading,
    sentence: &'a Reading,
    mine: Range<usize>,
    theirs: Range<usize>,
}

/// What stands in another's place, at most one signal a place. It tells only in a sentence that is nearly the claim.
pub fn compare(claim: &Reading, sentence: &Reading, parallel: &Parallel) -> Vec<Signal> {
    if parallel.alike < ALIKE {
        return Vec::new();
    }
    let gaps = parallel.gaps(claim, sentence);
    let last = gaps.len() - 1;
    let gap = |(index, (mine, theirs)): (usize, (Range<usize>, Range<usize>))| {
        // What the sentence says before the claim begins and after it ends is not in the place of anything.
        let theirs = if index == 0 {
            theirs.end.saturating_sub(mine.len())..theirs.end
        } else if index == last {
            theirs.start..theirs.end.min(theirs.start + mine.len())
        } else {
            theirs
        };
        Gap { claim, sentence, mine, theirs }
    };
    gaps.into_iter().enumerate().map(gap).filter_map(|gap| gap.signal()).collect()
}

impl Gap<'_> {
    fn signal(&self) -> Option<Signal> {
        let short = |words: &[Word]| words.iter().filter(|word| word.is_content()).count() <= LONGEST_GAP;
        if !short(self.here()) || !short(self.there()) {
            return None;
        }
        let found = self
            .denied()
            .or_else(|| self.opposed())
            .or_else(|| self.another_group())
            .or_else(|| self.caused())
            .or_else(|| self.certain())?;
        Some(found.only_near())
    }

    fn here(&self) -> &[Word] {
        &self.claim.words[self.mine.clone()]
    }

    fn there(&self) -> &[Word] {
        &self.sentence.words[self.theirs.clone()]
    }

    fn quoting(
        &self,
        kind: SignalKind,
        mine: Range<usize>,
        theirs: Range<usize>,
        reason: impl FnOnce(String, String) -> Reason,
    ) -> Signal {
        Signal::quoting(kind, Stance::Differs, (self.claim, mine), (self.sentence, theirs), reason)
    }

    /// A negation and nothing else on one side, none on the other.
    fn denied(&self) -> Option<Signal> {
        let denial = |words: &[Word]| {
            let mut found = words.iter().filter(|word| NEGATIONS.contains(&word.folded.as_str()));
            found.next().filter(|_| found.next().is_none()).map(|word| word.range.clone())
        };
        let bare = |words: &[Word]| {
            words.iter().all(|word| !word.is_content() || NEGATIONS.contains(&word.folded.as_str()))
        };
        let (mine, theirs) = match (denial(self.here()), denial(self.there())) {
            (Some(mine), None) => (mine, 0..0),
            (None, Some(theirs)) => (0..0, theirs),
            _ => return None,
        };
        let reason = |claim, source| Reason::NegationDiffers { claim, source };
        (bare(self.here()) && bare(self.there()))
            .then(|| self.quoting(SignalKind::Negation, mine, theirs, reason))
    }

    /// One word of direction, or one of a pair of opposites, for the other.
    fn opposed(&self) -> Option<Signal> {
        let (mine, theirs) = self.only_pair(are_opposed)?;
        let reason = |claim, source| Reason::DirectionDiffers { claim, source };
        Some(self.quoting(SignalKind::Direction, mine, theirs, reason))
    }

    /// Another group, or all for some.
    fn another_group(&self) -> Option<Signal> {
        let group = |mine: &str, theirs: &str| {
            let quantified = UNIVERSAL.contains(&mine) && PARTIAL.contains(&theirs);
            quantified || GROUPS.contains(&mine) && GROUPS.contains(&theirs) && are_exclusive(mine, theirs)
        };
        let (mine, theirs) = self.only_pair(group)?;
        let reason = |claim, source| Reason::ScopeDiffers { claim, source };
        Some(self.quoting(SignalKind::Scope, mine, theirs, reason))
    }

    /// A cause for an association.
    fn caused(&self) -> Option<Signal> {
        let associates = |word: &&Word| ASSOCIATIONAL.contains(&word.stem.as_str());
        let theirs = self.there().iter().find(associates)?.range.clone();
        if self.here().iter().any(|word| associates(&word)) {
            return None;
        }
        let mine = self.mine.clone().find(|index| causal_word(self.claim, *index))?;
        let reason = |claim, source| Reason::CausalUpgrade { claim, source };
        Some(self.quoting(SignalKind::Causal, self.claim.words[mine].range.clone(), theirs, reason))
    }

    /// "Will" for "may".
    fn certain(&self) -> Option<Signal> {
        let theirs = self.there().iter().find(|word| MODALS.contains(&word.folded.as_str()))?.range.clone();
        if self.claim.words.iter().any(|word| HEDGES.contains(&word.folded.as_str())) {
            return None;
        }
        let mine = self.here().iter().find(|word| word.folded == "will")?.range.clone();
        let reason = |_, source| Reason::HedgeDropped { source };
        Some(self.quoting(SignalKind::Hedge, mine, theirs, reason))
    }

    /// The words of a pair, one on either side, if no other pair is in the gap.
    fn only_pair(&self, pair: impl Fn(&str, &str) -> bool) -> Option<(Range<usize>, Range<usize>)> {
        let there = self.there();
        let mut pairs = self.here().iter().enumerate().flat_map(|(at, one)| {
            let joined = self.claim.is_joined(self.mine.start + at);
            let others = there.iter().filter(|other| !joined && pair(&one.stem, &other.stem));
            others.map(|other| (one.range.clone(), other.range.clone())).collect::<Vec<_>>()
        });
        pairs.next().filter(|_| pairs.next().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(claim: &str, sentence: &str) -> Vec<SignalKind> {
        let (claim, sentence) = (Reading::of(claim), Reading::of(sentence));
        let parallel = Parallel::of(&claim, &sentence);
        compare(&claim, &sentence, &parallel).into_iter().map(|signal| signal.kind).collect()
    }

    #[test]
    fn a_denial_alone_in_its_place_differs() {
        let source =
            "Moreover, the boundaries of expression of the epidermal markers were not conserved in worms.";
        let claim = "The boundaries of expression of the epidermal markers were conserved in worms.";
        assert_eq!(kinds(claim, source), [SignalKind::Negation]);
        assert_eq!(kinds(source, claim), [SignalKind::Negation]);
        assert_eq!(kinds(claim, claim), []);
        // "Not negligible" for "considerable" denies nothing.
        let said = "The boundaries of expression of the epidermal markers were not negligible in worms.";
        let otherwise = "The boundaries of expression of the epidermal markers were considerable in worms.";
        assert_eq!(kinds(said, otherwise), []);
    }

    #[test]
    fn opposites_groups_causes_and_hedges_in_the_same_place_differ() {
        for (claim, source, kind) in [
            (
                "In males, BTEB transcript was raised in both the low and high exposures.",
                "In males, BTEB transcript was reduced in both the low and high exposures.",
                SignalKind::Direction,
            ),
            (
                "Repetition effects are maintained into younger age, whereas responses may be vulnerable.",
                "This suggests repetition effects are maintained into older age, whereas responses may be vulnerable.",
                SignalKind::Direction,
            ),
            (
                "Post-menopausal adults started using oral contraceptives during the decade.",
                "However, post-menopausal women started using oral contraceptives during the decade.",
                SignalKind::Scope,
            ),
            (
                "All studies have compared the accuracy, efficiency and biases of methods.",
                "Numerous studies have compared the accuracy, efficiency and biases of methods.",
                SignalKind::Scope,
            ),
            (
                "The plasticity induced by inhibition causes effects in heart regeneration.",
                "The plasticity induced by inhibition is associated with effects in heart regeneration.",
                SignalKind::Causal,
            ),
            (
                "The diver effect will be pronounced in areas open to fishing.",
                "The diver effect may be pronounced in areas open to fishing.",
                SignalKind::Hedge,
            ),
        ] {
            assert_eq!(kinds(claim, source), [kind], "{claim}");
            assert_eq!(kinds(source, source), [], "{source}");
        }
    }

    #[test]
    fn people_for_patients_and_texts_that_only_share_words_say_nothing() {
        let source = "Patients reported less pain after the second week of therapy.";
        assert_eq!(kinds("People reported less pain after the second week of therapy.", source), []);
        assert_eq!(kinds("The second therapy reported more pain a week.", source), []);
    }
}
