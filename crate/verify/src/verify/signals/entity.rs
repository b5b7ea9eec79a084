//! Another name in the same place: the two texts run alike but for a named thing.

use super::common::Matters;
use super::parallel::Parallel;
use super::reading::Reading;
use super::signal::{Common, Signal, SignalKind, Stance};
use citelight_types::finding::Reason;
use citelight_types::text::words::{Word, WordKind};

/// Words in common that two texts must have for a lone difference to tell.
const COMMON: usize = 4;
/// Share of the words around two codes that both texts have from which they stand for each other.
const ALIKE: f64 = 0.9;
/// Words between two common ones within which a name may stand in another's place.
const LONGEST_GAP: usize = 2;

/// Names of the claim in whose place the sentence has another name.
pub fn compare(claim: &Reading, sentence: &Reading, parallel: &Parallel) -> Vec<Signal> {
    let Parallel { mine, theirs, pairs, .. } = parallel;
    if pairs.len() < COMMON {
        return Vec::new();
    }
    let mut signals = Vec::new();
    for (here, there) in gaps(mine, theirs, pairs) {
        if here.len().max(there.len()) <= LONGEST_GAP {
            let (one, other) = (lone_name(here, claim), lone_name(there, sentence));
            signals.extend(one.zip(other).and_then(|(one, other)| replaced(one, other, claim, sentence)));
        }
    }
    // "Loss of MYB28 …" against "the loss of GRAS47 …": codes right after the same word.
    for &(at_mine, at_theirs) in pairs {
        if let (Some(one), Some(other)) = (mine.get(at_mine + 1), theirs.get(at_theirs + 1)) {
            let (one, other) = (&claim.words[*one], &sentence.words[*other]);
            if one.kind == WordKind::Code && other.kind == WordKind::Code && signals.is_empty() {
                signals.extend(replaced(one, other, claim, sentence));
            }
        }
    }
    // At the very head of both texts one neighbour is enough.
    if let Some((1, 1)) = pairs.first() {
        signals.extend(replaced(&claim.words[mine[0]], &sentence.words[theirs[0]], claim, sentence));
    }
    signals
}

/// What stands between two words that both texts have next to each other: words of the claim, and of the sentence.
fn gaps<'a>(
    mine: &'a [usize],
    theirs: &'a [usize],
    pairs: &'a [(usize, usize)],
) -> impl Iterator<Item = (&'a [usize], &'a [usize])> {
    pairs.windows(2).map(move |window| {
        let ((left_mine, left_theirs), (right_mine, right_theirs)) = (window[0], window[1]);
        (&mine[left_mine + 1..right_mine], &theirs[left_theirs + 1..right_theirs])
    })
}

/// The only name among some words, if there is just one.
fn lone_name<'a>(indices: &[usize], reading: &'a Reading) -> Option<&'a Word> {
    let mut names = indices.iter().map(|index| &reading.words[*index]).filter(|word| is_name(word, reading));
    names.next().filter(|_| names.next().is_none())
}

fn replaced(one: &Word, other: &Word, claim: &Reading, sentence: &Reading) -> Option<Signal> {
    if !(is_name(one, claim) && is_name(other, sentence)) {
        return None;
    }
    let elsewhere =
        |word: &Word, reading: &Reading| reading.words.iter().any(|found| same_name(&found.stem, &word.stem));
    if elsewhere(one, sentence)
        || elsewhere(other, claim)
        || abbreviates(one, sentence)
        || abbreviates(other, claim)
    {
        return None;
    }
    let reason = |claim, source| Reason::EntityDiffers { claim, source };
    let (mine, theirs) = ((claim, one.range.clone()), (sentence, other.range.clone()));
    let signal = Signal::quoting(SignalKind::Entity, Stance::Differs, mine, theirs, reason);
    // Two codes around which everything is the same are plain; other names need a sentence that runs alike.
    let codes = one.kind == WordKind::Code && other.kind == WordKind::Code;
    let common = Common::around(&signal, &Matters::of(claim, sentence));
    let plain = codes && common.words >= COMMON - 1 && common.of_claim >= ALIKE && common.of_source >= ALIKE;
    Some(if plain { signal } else { signal.only_near() })
}

/// Whether one of two names is part of the other (`SlPHR3` and `SlPHR3-OE`, `HSC` and `LT-HSCs`, `RNA` and `mRNA`), or the
/// other with a letter left out (`COVD-19`): a slip of the pen names nothing else.
fn same_name(one: &str, other: &str) -> bool {
    const TELLING: usize = 3;
    one == other
        || one.len().min(other.len()) >= TELLING && (one.contains(other) || other.contains(one))
        || lacks_a_letter(one, other)
        || lacks_a_letter(other, one)
}

/// Whether a name is a long one without one of its letters; digits tell names apart.
fn lacks_a_letter(short: &str, long: &str) -> bool {
    const LONG: usize = 6;
    long.chars().count() >= LONG
        && long.char_indices().filter(|(_, c)| c.is_alphabetic()).any(|(at, c)| {
            let (before, after) = (&long[..at], &long[at + c.len_utf8()..]);
            short.strip_prefix(before) == Some(after)
        })
}

/// A code, or a capital that does not come from the start of the sentence.
fn is_name(word: &Word, reading: &Reading) -> bool {
    let first = reading.words.first().is_some_and(|first| first.range == word.range);
    word.kind == WordKind::Code || (!first && word.surface.chars().next().is_some_and(char::is_uppercase))
}

/// Whether a name's letters are the initials of neighbouring words: `NP` for "nanoparticles" is not seen, `EPIC` is.
fn abbreviates(word: &Word, reading: &Reading) -> bool {
    let letters: String = word.folded.chars().filter(|c| c.is_alphabetic()).collect();
    let initials: String = reading.words.iter().filter_map(|word| word.folded.chars().next()).collect();
    letters.len() >= 2 && initials.contains(&letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(claim: &str, sentence: &str) -> Vec<(String, String)> {
        let (claim, sentence) = (Reading::of(claim), Reading::of(sentence));
        compare(&claim, &sentence, &Parallel::of(&claim, &sentence))
            .into_iter()
            .filter_map(|signal| match signal.reason {
                Reason::EntityDiffers { claim, source } => Some((claim, source)),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn a_name_in_anothers_place_differs() {
        assert_eq!(
            names(
                "Loss of the kinase MST1 in planarians blocks cell cycle exit.",
                "In planarians, loss of the kinase LATS2 blocks cell cycle exit."
            ),
            [("MST1".to_owned(), "LATS2".to_owned())]
        );
    }

    #[test]
    fn the_same_names_and_abbreviations_do_not() {
        let source = "In the European Prospective Investigation into Cancer cohort risk of bowel cancer fell with use.";
        assert!(names("In the EPIC cohort risk of bowel cancer fell with use.", source).is_empty());
        assert!(names("Sleep helps memory.", "Rest helps learning.").is_empty());
    }

    #[test]
    fn a_name_is_the_same_with_other_hyphens_and_endings_and_without_a_letter() {
        let source =
            "Alcohol-related liver disease was a risk factor for death from COVID-19 in this cohort.";
        assert!(names(&source.replace("COVID", "COVD"), source).is_empty());
        let source = "Loss of the channel TRPV11 in neurons blocks pain after heat.";
        assert!(!names(&source.replace("TRPV11", "TRPV12"), source).is_empty());
        let source = "Infection with SARS-CoV-2 raised the risk of death in cirrhosis.";
        assert!(names("Infection with SARS-CoV2 raised the risk of death in cirrhosis.", source).is_empty());
        let source = "Infection drove the LT-HSCs of the bone marrow into division.";
        assert!(names("Infection drove the LT-HSC of the bone marrow into division.", source).is_empty());
    }
}
