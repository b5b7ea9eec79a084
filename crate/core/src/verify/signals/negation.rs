//! Affirmed in the one and denied in the other.

use std::collections::BTreeSet;
use std::ops::Range;

use super::lexicon::NEGATIONS;
use super::reading::Reading;
use super::{Signal, SignalKind, Stance};
use crate::audit::finding::Reason;

/// Words after a negation that it denies.
const SCOPE: usize = 7;
/// Share of a negation's scope that the other text must speak of for the two to be about the same thing.
const SHARED: f64 = 0.6;

/// A denial and what it denies.
struct Denial<'a> {
    range: Range<usize>,
    scope: BTreeSet<&'a str>,
}

/// At most one signal: the denial that the other text has not, or the one both have.
pub fn compare(claim: &Reading, sentence: &Reading) -> Option<Signal> {
    let (mine, theirs) = (denials(claim), denials(sentence));
    match (mine.as_slice(), theirs.as_slice()) {
        ([], []) => None,
        ([], denied) => one_sided(denied, claim, |denial, stance| {
            signal(stance, 0..0, denial.range.clone(), claim, sentence)
        }),
        (denied, []) => one_sided(denied, sentence, |denial, stance| {
            signal(stance, denial.range.clone(), 0..0, claim, sentence)
        }),
        (mine, theirs) => mine.iter().find_map(|one| {
            let other = theirs.iter().find(|other| one.scope.intersection(&other.scope).count() >= 1)?;
            Some(signal(Stance::Agrees, one.range.clone(), other.range.clone(), claim, sentence))
        }),
    }
}

fn one_sided<'a>(
    denials: &[Denial<'a>],
    plain: &Reading,
    make: impl Fn(&Denial<'a>, Stance) -> Signal,
) -> Option<Signal> {
    let spoken_of = plain.stems();
    denials.iter().find_map(|denial| {
        let shared = denial.scope.intersection(&spoken_of).count();
        let share = shared as f64 / denial.scope.len().max(1) as f64;
        if shared >= 2 && share >= SHARED {
            Some(make(denial, Stance::Differs))
        } else if shared >= 1 {
            Some(make(denial, Stance::Doubtful))
        } else {
            None
        }
    })
}

fn signal(
    stance: Stance,
    mine: Range<usize>,
    theirs: Range<usize>,
    claim: &Reading,
    sentence: &Reading,
) -> Signal {
    Signal {
        kind: SignalKind::Negation,
        stance,
        reason: Reason::NegationDiffers {
            claim: claim.slice(&mine).to_owned(),
            source: sentence.slice(&theirs).to_owned(),
        },
        claim: mine,
        source: theirs,
    }
}

fn denials(reading: &Reading) -> Vec<Denial<'_>> {
    let mut denials = Vec::new();
    for (index, word) in reading.words.iter().enumerate() {
        if !NEGATIONS.contains(&word.folded.as_str()) {
            continue;
        }
        let next = reading.words.get(index + 1).map(|next| next.folded.as_str());
        let before =
            index.checked_sub(1).and_then(|at| reading.words.get(at)).map(|word| word.folded.as_str());
        // "not only", "no longer than", "whether or not", "not necessarily" deny nothing about the matter.
        if matches!(next, Some("only" | "necessarily" | "just" | "least" | "less" | "more" | "fewer"))
            || before == Some("or")
        {
            continue;
        }
        let mut scope: BTreeSet<&str> = reading.words[index + 1..]
            .iter()
            .take(SCOPE)
            .filter(|word| word.is_content())
            .map(|word| word.stem.as_str())
            .collect();
        // "significant" is how absence is put, not what is absent.
        scope.remove("signific");
        denials.push(Denial { range: word.range.clone(), scope });
    }
    denials
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stance(claim: &str, sentence: &str) -> Option<Stance> {
        compare(&Reading::of(claim), &Reading::of(sentence)).map(|signal| signal.stance)
    }

    #[test]
    fn a_denial_on_one_side_differs() {
        assert_eq!(
            stance(
                "Oral contraceptive use protected against colorectal cancer.",
                "Oral contraceptive use was not associated with colorectal cancer."
            ),
            Some(Stance::Differs)
        );
        assert_eq!(
            stance(
                "Coffee consumption was associated with atrial fibrillation.",
                "There was no association between coffee consumption and atrial fibrillation."
            ),
            Some(Stance::Differs)
        );
    }

    #[test]
    fn a_denial_on_both_sides_agrees() {
        assert_eq!(
            stance("The drug had no effect on sleep.", "Sleep did not change: the drug had no effect."),
            Some(Stance::Agrees)
        );
    }

    #[test]
    fn not_only_denies_nothing() {
        assert_eq!(stance("Sleep and mood improved.", "Not only sleep but also mood improved."), None);
    }
}
