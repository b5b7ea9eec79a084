//! Another name in the same place: the two texts run alike but for a named thing.

use super::common::Common;
use super::reading::Reading;
use super::{Signal, SignalKind, Stance};
use crate::audit::finding::Reason;
use crate::text::words::{Word, WordKind};

/// Words in common that two texts must have for a lone difference to tell.
const COMMON: usize = 4;
/// Share of the words around two codes that both texts have from which they stand for each other.
const ALIKE: f64 = 0.9;
/// Words between two common ones within which a name may stand in another's place.
const LONGEST_GAP: usize = 2;

/// Names of the claim in whose place the sentence has another name.
pub fn compare(claim: &Reading, sentence: &Reading) -> Vec<Signal> {
    let Parallel { mine, theirs, pairs } = Parallel::of(claim, sentence);
    if pairs.len() < COMMON {
        return Vec::new();
    }
    let mut signals = Vec::new();
    for (here, there) in gaps(&mine, &theirs, &pairs) {
        if here.len().max(there.len()) <= LONGEST_GAP {
            let (one, other) = (lone_name(here, claim), lone_name(there, sentence));
            signals.extend(one.zip(other).and_then(|(one, other)| replaced(one, other, claim, sentence)));
        }
    }
    // "Loss of MYB28 …" against "the loss of GRAS47 …": codes right after the same word.
    for &(at_mine, at_theirs) in &pairs {
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

/// Two texts side by side.
pub(super) struct Parallel {
    /// Content words of the claim.
    pub(super) mine: Vec<usize>,
    /// Content words of the sentence.
    pub(super) theirs: Vec<usize>,
    /// Which of them are the same, as places in both lists, in order.
    pub(super) pairs: Vec<(usize, usize)>,
}

impl Parallel {
    pub(super) fn of(claim: &Reading, sentence: &Reading) -> Self {
        let (mine, theirs) = (content(claim), content(sentence));
        let pairs = common_subsequence(claim, &mine, sentence, &theirs);
        Self { mine, theirs, pairs }
    }
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
    let common = Common::around(&signal, claim, sentence);
    let plain = codes && common.words >= COMMON - 1 && common.of_claim >= ALIKE && common.of_source >= ALIKE;
    Some(if plain { signal } else { signal.only_near() })
}

/// Whether one of two names is part of the other: `SlPHR3` and `SlPHR3-OE`, `HSC` and `LT-HSCs`, `RNA` and `mRNA`.
fn same_name(one: &str, other: &str) -> bool {
    const TELLING: usize = 3;
    one == other || one.len().min(other.len()) >= TELLING && (one.contains(other) || other.contains(one))
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

fn content(reading: &Reading) -> Vec<usize> {
    (0..reading.words.len()).filter(|index| reading.words[*index].is_content()).collect()
}

/// The longest common subsequence of the stems, as pairs of positions in the two lists.
fn common_subsequence(
    claim: &Reading,
    mine: &[usize],
    sentence: &Reading,
    theirs: &[usize],
) -> Vec<(usize, usize)> {
    let same = |i: usize, j: usize| claim.words[mine[i]].stem == sentence.words[theirs[j]].stem;
    let width = theirs.len() + 1;
    let mut length = vec![0u32; (mine.len() + 1) * width];
    for i in (0..mine.len()).rev() {
        for j in (0..theirs.len()).rev() {
            length[i * width + j] = if same(i, j) {
                length[(i + 1) * width + j + 1] + 1
            } else {
                length[(i + 1) * width + j].max(length[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < mine.len() && j < theirs.len() {
        if same(i, j) {
            pairs.push((i, j));
            i += 1;
            j += 1;
        } else if length[(i + 1) * width + j] >= length[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(claim: &str, sentence: &str) -> Vec<(String, String)> {
        compare(&Reading::of(claim), &Reading::of(sentence))
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
    fn a_name_is_the_same_with_other_hyphens_and_endings() {
        let source = "Infection with SARS-CoV-2 raised the risk of death in cirrhosis.";
        assert!(names("Infection with SARS-CoV2 raised the risk of death in cirrhosis.", source).is_empty());
        let source = "Infection drove the LT-HSCs of the bone marrow into division.";
        assert!(names("Infection drove the LT-HSC of the bone marrow into division.", source).is_empty());
    }
}
