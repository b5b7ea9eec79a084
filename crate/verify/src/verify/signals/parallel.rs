//! A claim and a sentence side by side: which words both have, in the same order.

use std::ops::Range;

use super::reading::Reading;

/// Words in common that two texts must have to run alike.
const COMMON: usize = 4;

/// Two texts side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Parallel {
    /// Content words of the claim.
    pub(super) mine: Vec<usize>,
    /// Content words of the sentence.
    pub(super) theirs: Vec<usize>,
    /// Which of them are the same, as places in both lists, in order.
    pub(super) pairs: Vec<(usize, usize)>,
    /// How far the texts run alike, 0..=1: the share of the claim's content words that the sentence has in the same order,
    /// or that of the stretch of the sentence in which they stand if it is smaller. Of few words in common nothing follows: 0.
    pub alike: f64,
}

impl Parallel {
    /// Lays two texts side by side.
    pub fn of(claim: &Reading, sentence: &Reading) -> Self {
        let (mine, theirs) = (content(claim), content(sentence));
        let pairs = common_subsequence(claim, &mine, sentence, &theirs);
        let alike = alike(sentence, mine.len(), &theirs, &pairs);
        Self { mine, theirs, pairs, alike }
    }

    /// What stands before, between and after the words that both have: words of the claim, and of the sentence.
    pub(super) fn gaps(&self, claim: &Reading, sentence: &Reading) -> Vec<(Range<usize>, Range<usize>)> {
        let at = |&(mine, theirs): &(usize, usize)| (self.mine[mine], self.theirs[theirs]);
        let common: Vec<(usize, usize)> = self.pairs.iter().map(at).collect();
        let starts =
            std::iter::once((0, 0)).chain(common.iter().map(|&(mine, theirs)| (mine + 1, theirs + 1)));
        let ends = common.iter().copied().chain([(claim.words.len(), sentence.words.len())]);
        starts.zip(ends).map(|((mine, theirs), (end, their_end))| (mine..end, theirs..their_end)).collect()
    }
}

/// What stands in brackets counts on neither side: a claim seldom repeats it.
fn alike(sentence: &Reading, claimed: usize, theirs: &[usize], pairs: &[(usize, usize)]) -> f64 {
    let (Some((_, first)), Some((_, last))) = (pairs.first(), pairs.last()) else { return 0.0 };
    if pairs.len() < COMMON {
        return 0.0;
    }
    let stretch = theirs[*first..=*last].iter().filter(|index| !is_bracketed(sentence, **index)).count();
    let shared = pairs.iter().filter(|(_, there)| !is_bracketed(sentence, theirs[*there])).count();
    let share = |of: usize, whole: usize| of as f64 / whole.max(1) as f64;
    share(pairs.len(), claimed).min(share(shared, stretch))
}

fn is_bracketed(reading: &Reading, word: usize) -> bool {
    let before = &reading.text[..reading.words[word].range.start];
    before.rfind(['(', '[']).is_some_and(|open| before.rfind([')', ']']).is_none_or(|close| close < open))
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
    use proptest::prelude::*;

    use super::*;

    fn parallel(claim: &str, sentence: &str) -> Parallel {
        Parallel::of(&Reading::of(claim), &Reading::of(sentence))
    }

    #[test]
    fn what_is_in_brackets_or_around_the_stretch_takes_nothing_away() {
        let claim = "Transcripts were elevated in the brain of females exposed to the high dose.";
        let sentence = "As expected, transcripts (but no others, Figure 3A) were elevated in the brain of females \
                        (p = 0.002) exposed to the high dose, while controls stayed calm.";
        assert!((parallel(claim, sentence).alike - 1.0).abs() < 1e-9);
        let crowded = "Transcripts rose while enzymes sank and hormones were elevated in the brain.";
        assert!(parallel("Transcripts were elevated in the brain.", crowded).alike < 0.7);
    }

    #[test]
    fn gaps_hold_what_one_text_has_in_the_others_place() {
        let (claim, sentence) = (
            Reading::of("Sleep never helped old mice much."),
            Reading::of("So sleep clearly helped the mice."),
        );
        let words = |reading: &Reading, range: &Range<usize>| -> Vec<String> {
            reading.words[range.clone()].iter().map(|word| word.folded.clone()).collect()
        };
        let gaps = Parallel::of(&claim, &sentence).gaps(&claim, &sentence);
        let told: Vec<_> =
            gaps.iter().map(|(mine, theirs)| (words(&claim, mine), words(&sentence, theirs))).collect();
        let strings = |list: &[&str]| -> Vec<String> { list.iter().map(|word| (*word).to_owned()).collect() };
        assert_eq!(told[1], (strings(&["never"]), strings(&["clearly"])));
        assert_eq!(told[2], (strings(&["old"]), strings(&["the"])));
    }

    proptest! {
        #[test]
        fn a_text_runs_alike_with_itself_and_no_share_is_above_one(one in "[a-z ().]{0,80}", other in "[a-z ().]{0,80}") {
            let (one, other) = (Reading::of(&one), Reading::of(&other));
            let alike = Parallel::of(&one, &other).alike;
            prop_assert!((0.0..=1.0).contains(&alike));
            let own = Parallel::of(&one, &one);
            prop_assert_eq!(own.pairs.len(), own.mine.len());
        }
    }
}
