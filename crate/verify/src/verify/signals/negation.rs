//! Affirmed in the one and denied in the other.

use std::collections::BTreeSet;
use std::ops::Range;

use super::lexicon::{CONCESSIVE, NEGATIONS, PARTLY};
use super::reading::Reading;
use super::signal::{Signal, SignalKind, Stance};
use citelight_types::finding::Reason;
use citelight_types::text::words::Word;

/// Words after a negation that it denies.
const SCOPE: usize = 7;
/// Words before a negation among which its subject stands.
const SUBJECT: usize = 7;
/// Words of a scope so short that its head and the subject say what is denied.
const SHORT: usize = 3;
/// Share of a negation's scope that the other text must speak of for the two to be about the same thing.
const SHARED: f64 = 0.6;

/// A denial and what it denies.
struct Denial<'a> {
    range: Range<usize>,
    /// It denies a part or a degree ("not definitively"), or is granted in passing ("although not …"): the rest may hold.
    partly: bool,
    /// The first thing denied: what the other text must affirm.
    head: Option<&'a str>,
    scope: BTreeSet<&'a str>,
    subject: BTreeSet<&'a str>,
}

/// At most one signal: the denial that the other text has not, or the one both have.
pub fn compare(claim: &Reading, sentence: &Reading) -> Option<Signal> {
    let (mine, theirs) = (denials(claim), denials(sentence));
    match (mine.as_slice(), theirs.as_slice()) {
        ([], []) => None,
        ([], denied) => one_sided(denied, claim)
            .map(|(denial, stance)| signal(stance, 0..0, denial.range.clone(), claim, sentence)),
        (denied, []) => one_sided(denied, sentence)
            .map(|(denial, stance)| signal(stance, denial.range.clone(), 0..0, claim, sentence)),
        (mine, theirs) => mine.iter().find_map(|one| {
            let other = theirs.iter().find(|other| one.scope.intersection(&other.scope).count() >= 1)?;
            Some(signal(Stance::Agrees, one.range.clone(), other.range.clone(), claim, sentence))
        }),
    }
}

/// The words of a text that deny.
pub fn stretches(reading: &Reading) -> Vec<Range<usize>> {
    denials(reading).into_iter().map(|denial| denial.range).collect()
}

/// The denial of one text against the other, which denies nothing.
fn one_sided<'d, 'a>(denials: &'d [Denial<'a>], plain: &Reading) -> Option<(&'d Denial<'a>, Stance)> {
    let mut spoken_of = plain.stems();
    // What is affected has an effect on it.
    for (one, other) in [("affect", "effect"), ("effect", "affect")] {
        if spoken_of.contains(one) {
            spoken_of.insert(other);
        }
    }
    let stances = denials.iter().filter_map(|denial| {
        let shared = denial.scope.intersection(&spoken_of).count();
        let subject = denial.subject.intersection(&spoken_of).count();
        let share = shared as f64 / denial.scope.len().max(1) as f64;
        let head = denial.head.is_some_and(|head| spoken_of.contains(head));
        if !denial.partly
            && head
            && (shared >= 2 && share >= SHARED || subject >= 2 && denial.scope.len() <= SHORT)
        {
            Some((denial, Stance::Differs))
        } else if shared >= 1 {
            Some((denial, Stance::Doubtful))
        } else {
            None
        }
    });
    stances.min_by_key(|(_, stance)| *stance != Stance::Differs)
}

fn signal(
    stance: Stance,
    mine: Range<usize>,
    theirs: Range<usize>,
    claim: &Reading,
    sentence: &Reading,
) -> Signal {
    let reason = |claim, source| Reason::NegationDiffers { claim, source };
    Signal::quoting(SignalKind::Negation, stance, (claim, mine), (sentence, theirs), reason)
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
        let idiom = matches!(
            next,
            Some("only" | "necessarily" | "just" | "least" | "less" | "more" | "fewer" | "longer")
        );
        if idiom || (word.folded == "not" && before == Some("or")) {
            continue;
        }
        // "significant" and "always" are how absence is put, not what is absent.
        let denied = |words: &'_ [Word]| -> Vec<usize> {
            let telling = |word: &Word| {
                word.is_content() && !matches!(word.stem.as_str(), "signific" | "alway" | "complet" | "evid")
            };
            (0..words.len()).filter(|at| telling(&words[*at])).collect()
        };
        let after = &reading.words[index + 1..reading.words.len().min(index + 1 + SCOPE)];
        let scope = on_what(after, denied(after));
        let subject = &reading.words[index.saturating_sub(SUBJECT)..index];
        let clause = reading.clause_around(index, index, SUBJECT);
        let granted = reading.words[clause.start.saturating_sub(1)..index]
            .iter()
            .any(|word| CONCESSIVE.contains(&word.folded.as_str()));
        let degree = reading.words[index + 1..clause.end.max(index + 1)]
            .iter()
            .any(|word| PARTLY.contains(&word.folded.as_str()));
        denials.push(Denial {
            range: word.range.clone(),
            // "Little or no", "minimal to no"; "in the absence of" is a condition; "either no … or some" both affirms and denies.
            partly: granted
                || degree
                || word.folded == "absence"
                || matches!(before, Some("or" | "to"))
                || reading.words[..index].iter().any(|word| word.folded == "either"),
            head: scope.first().map(|at| after[*at].stem.as_str()),
            scope: scope.iter().map(|at| after[*at].stem.as_str()).collect(),
            subject: denied(subject).iter().map(|at| subject[*at].stem.as_str()).collect(),
        });
    }
    denials
}

/// Of "no effect of divers on snappers" the effect and what it is on: what causes it is another matter.
fn on_what(after: &[Word], scope: Vec<usize>) -> Vec<usize> {
    let is_effect = scope.first().is_some_and(|at| after[*at].stem == "effect");
    let on = after.iter().position(|word| word.folded == "on").filter(|_| is_effect);
    let of = after.iter().position(|word| word.folded == "of");
    match (of, on) {
        (Some(of), Some(on)) if of < on => scope.into_iter().filter(|at| *at < of || *at > on).collect(),
        _ => scope,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stance(claim: &str, sentence: &str) -> Option<Stance> {
        compare(&Reading::of(claim), &Reading::of(sentence)).map(|signal| signal.stance)
    }

    #[test]
    fn no_effect_on_something_denies_that_it_was_affected() {
        let source = "There was strong evidence of no effect of diver disturbance on the snappers.";
        assert_eq!(stance("Snappers were strongly affected.", source), Some(Stance::Differs));
        assert_ne!(stance("Groupers were strongly affected.", source), Some(Stance::Differs));
    }

    #[test]
    fn a_denial_on_one_side_differs() {
        assert_eq!(
            stance(
                "Oral contraceptive use protected against colorectal cancer.",
                "Oral contraceptive use was not associated with colorectal cancer."
            ),
            Some(Stance::Doubtful)
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
    fn what_is_left_out_in_the_same_breath_is_denied() {
        assert_eq!(
            stance(
                "Plasma triiodothyronine was depressed as well.",
                "Minnows had depressed plasma thyroxine, but not triiodothyronine."
            ),
            Some(Stance::Differs)
        );
        assert_eq!(
            stance(
                "Soil pH had no significant influence on the bias.",
                "Only soil pH had a significant influence."
            ),
            Some(Stance::Differs)
        );
    }

    #[test]
    fn a_denial_of_something_else_is_no_difference() {
        assert_ne!(
            stance(
                "Growing-season temperature showed no trend.",
                "Growing-season temperature was extracted for each site."
            ),
            Some(Stance::Differs)
        );
    }

    #[test]
    fn not_only_denies_nothing() {
        assert_eq!(stance("Sleep and mood improved.", "Not only sleep but also mood improved."), None);
    }

    #[test]
    fn what_is_granted_or_denied_in_part_is_not_denied() {
        let claim = "Exposure to the herbicide was associated with the disease.";
        let affirmed = |source: &str| stance(claim, source) != Some(Stance::Differs);
        assert!(affirmed("Exposure to the herbicide has not been definitively associated with the disease."));
        assert!(affirmed("Although not exposed, relatives of those with the disease knew the herbicide."));
        assert_eq!(
            stance(claim, "Exposure to the herbicide was not associated with the disease."),
            Some(Stance::Differs)
        );
    }
}
