//! Populations and settings: another species or age group, all for some.

use std::ops::Range;

use super::lexicon::{PARTIAL, UNIVERSAL};
use super::reading::Reading;
use super::signal::{Signal, SignalKind, Stance};
use citelight_types::finding::Reason;

/// Groups that exclude each other when one stands where the other should.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Population {
    /// People: patients, participants, women, men.
    Human,
    /// Mice, rats.
    Rodent,
    /// Fish.
    Fish,
    /// Cattle, sheep, pigs.
    Livestock,
    /// Insects, worms, other invertebrates.
    Invertebrate,
    /// Yeast, bacteria.
    Microbe,
    /// Plants.
    Plant,
    /// Cells in culture.
    Cells,
}

/// The population that a stem names.
pub fn population(stem: &str) -> Option<Population> {
    Some(match stem {
        "patient" | "human" | "people" | "person" | "women" | "woman" | "men" | "man" | "participant"
        | "adult" | "children" | "child" | "infant" | "adolesc" | "volunt" | "student" | "citizen" => {
            Population::Human
        }
        "mice" | "mous" | "rat" | "murin" | "rodent" => Population::Rodent,
        "zebrafish" | "fish" | "salmon" | "medaka" => Population::Fish,
        "cow" | "cattl" | "sheep" | "pig" | "goat" | "livestock" | "herd" => Population::Livestock,
        "planarian" | "drosophila" | "fli" | "worm" | "insect" | "nematod" | "butterfli" => {
            Population::Invertebrate
        }
        "yeast" | "bacteria" | "bacterium" | "coli" => Population::Microbe,
        "plant" | "arabidopsi" | "seedl" | "crop" => Population::Plant,
        "vitro" | "cultur" => Population::Cells,
        _ => return None,
    })
}

/// Words for people of any kind.
const ANYBODY: &[&str] = &["human", "people", "person", "participant"];

/// Populations and quantifiers that cannot both be right.
pub fn compare(claim: &Reading, sentence: &Reading) -> Vec<Signal> {
    populations(claim, sentence).into_iter().chain(quantifiers(claim, sentence)).collect()
}

/// Whether one group excludes the other: patients are people, too.
pub(super) fn are_exclusive(mine: &str, theirs: &str) -> bool {
    let human = |stem: &str| population(stem) == Some(Population::Human);
    mine != theirs && !(human(mine) && human(theirs) && ANYBODY.contains(&mine))
}

fn populations(claim: &Reading, sentence: &Reading) -> Option<Signal> {
    let (mine, theirs) = (named(claim), named(sentence));
    let (first, other) = (mine.first()?, theirs.first()?);
    if mine.iter().any(|(group, _)| theirs.iter().any(|(there, _)| there == group)) {
        return None;
    }
    // Cells come from some animal: another name for the same experiment as often as not.
    let cells = first.0 == Population::Cells || other.0 == Population::Cells;
    let stance = if cells { Stance::Doubtful } else { Stance::Differs };
    Some(signal(stance, first.1.clone(), other.1.clone(), claim, sentence).only_near())
}

/// The words of a text that say who or what was studied.
pub fn stretches(reading: &Reading) -> Vec<Range<usize>> {
    named(reading).into_iter().map(|(_, range)| range).collect()
}

fn named(reading: &Reading) -> Vec<(Population, Range<usize>)> {
    reading
        .words
        .iter()
        .filter_map(|word| population(&word.stem).map(|group| (group, word.range.clone())))
        .collect()
}

/// Groups of which each excludes the other where the text says "only".
const COUNTERPARTS: &[(&str, &str)] = &[
    ("women", "men"),
    ("femal", "male"),
    ("woman", "man"),
    ("girl", "boy"),
    ("adult", "children"),
    ("adult", "child"),
    ("patient", "healthi"),
    ("inpati", "outpati"),
];

/// A claim about men against a source that says it took only women.
pub fn excluded(claim: &Reading, sentence: &Reading) -> Option<Signal> {
    const REACH: usize = 3;
    let only = sentence.words.iter().position(|word| word.folded == "only" || word.folded == "solely")?;
    let near = &sentence.words[only.saturating_sub(REACH)..sentence.words.len().min(only + 1 + REACH)];
    let recruited = |word: &&citelight_types::text::words::Word| {
        ["includ", "recruit", "particip", "enrol", "subject", "sampl", "volunt"]
            .iter()
            .any(|stem| word.stem.starts_with(stem))
    };
    sentence.words.iter().find(recruited)?;
    let same_sex = |one: &str, other: &str| {
        one == other
            || matches!(
                (one, other),
                ("women", "femal") | ("femal", "women") | ("men", "male") | ("male", "men")
            )
    };
    COUNTERPARTS.iter().flat_map(|(one, other)| [(one, other), (other, one)]).find_map(|(here, there)| {
        let theirs = near.iter().find(|word| same_sex(&word.stem, here))?;
        let mine = claim.words.iter().find(|word| same_sex(&word.stem, there))?;
        let counterpart_too = sentence.words.iter().any(|word| same_sex(&word.stem, there));
        (!counterpart_too)
            .then(|| signal(Stance::Differs, mine.range.clone(), theirs.range.clone(), claim, sentence))
    })
}

/// "All" of what the sentence says of "some".
fn quantifiers(claim: &Reading, sentence: &Reading) -> Option<Signal> {
    let at = |reading: &Reading, list: &[&str]| {
        reading.words.iter().position(|word| list.contains(&word.stem.as_str()))
    };
    let (mine, theirs) = (at(claim, UNIVERSAL)?, at(sentence, PARTIAL)?);
    if at(sentence, UNIVERSAL).is_some() || at(claim, PARTIAL).is_some() {
        return None;
    }
    // "All farms" against "most farms": both must be said of the same.
    let of = |reading: &Reading, index: usize| {
        reading.words[index + 1..].iter().take(3).find(|word| word.is_content()).map(|word| word.stem.clone())
    };
    if of(claim, mine).is_none() || of(claim, mine) != of(sentence, theirs) {
        return None;
    }
    let (mine, theirs) = (claim.words[mine].range.clone(), sentence.words[theirs].range.clone());
    Some(signal(Stance::Differs, mine, theirs, claim, sentence))
}

fn signal(
    stance: Stance,
    mine: Range<usize>,
    theirs: Range<usize>,
    claim: &Reading,
    sentence: &Reading,
) -> Signal {
    let reason = |claim, source| Reason::ScopeDiffers { claim, source };
    Signal::quoting(SignalKind::Scope, stance, (claim, mine), (sentence, theirs), reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stances(claim: &str, sentence: &str) -> Vec<Stance> {
        compare(&Reading::of(claim), &Reading::of(sentence)).into_iter().map(|signal| signal.stance).collect()
    }

    #[test]
    fn another_species_and_all_for_some_differ() {
        assert_eq!(
            stances("The compound lowers thyroxine in patients.", "The compound lowers thyroxine in mice."),
            [Stance::Differs]
        );
        assert_eq!(
            stances("All farms reduced emissions.", "Most farms reduced emissions."),
            [Stance::Differs]
        );
    }

    #[test]
    fn whom_a_study_left_out_it_says_nothing_of() {
        let claim = Reading::of("The ranking was the same for men and women.");
        let stance = |sentence: &str| excluded(&claim, &Reading::of(sentence)).map(|signal| signal.stance);
        assert_eq!(stance("In this study, only women were included as participants."), Some(Stance::Differs));
        assert_eq!(stance("Only the men were tested twice, women once; participants were paid."), None);
        assert_eq!(stance("Women only were mentioned."), None);
    }

    #[test]
    fn shared_or_unnamed_populations_do_not() {
        assert!(stances("Women reported more pain.", "Patients reported more pain.").is_empty());
        assert!(stances("Thyroxine fell in mice.", "Thyroxine fell.").is_empty());
    }
}
