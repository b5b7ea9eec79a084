//! How far a claim and a sentence say the same around the words in which they differ.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Signal;
use super::lexicon::{DOWN, UP};
use super::reading::Reading;
use crate::verify::lexical::searchable;

/// Words on either side of a difference that say what it is about.
const REACH: usize = 10;

/// What the clauses around a difference have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Common {
    /// Words of the claim's clause that the sentence holds.
    pub words: usize,
    /// Their share of the claim's clause, 0..=1.
    pub of_claim: f64,
    /// Share of the sentence's clause that the claim holds, 0..=1.
    pub of_source: f64,
}

impl Common {
    /// Around a signal; where it rests on words of one side only, the other side is the whole text.
    pub fn around(signal: &Signal, claim: &Reading, sentence: &Reading) -> Self {
        let (mine, theirs) = (matter(claim, &signal.claim), matter(sentence, &signal.source));
        let (all_mine, all_theirs) = (whole(claim), whole(sentence));
        let share = |part: &BTreeSet<&str>, whole: &BTreeSet<&str>| {
            let held = part.intersection(whole).count();
            (held, held as f64 / part.len().max(1) as f64)
        };
        let (words, of_claim) = share(&mine, &all_theirs);
        let (_, of_source) = share(&theirs, &all_mine);
        Self { words, of_claim, of_source }
    }
}

/// What the clause around some words is about; all of the text where there are no such words.
fn matter<'a>(reading: &'a Reading, range: &Range<usize>) -> BTreeSet<&'a str> {
    let Some((first, last)) = reading.words_of(range) else { return whole(reading) };
    things(reading, reading.clause(first, last, REACH))
}

fn whole(reading: &Reading) -> BTreeSet<&str> {
    things(reading, reading.stems())
}

/// Without the words of direction, which are compared by themselves, and those that all papers have.
fn things<'a>(reading: &'a Reading, stems: BTreeSet<&'a str>) -> BTreeSet<&'a str> {
    let telling: BTreeSet<&str> = searchable(&reading.words).collect();
    let things = stems.into_iter().filter(|stem| telling.contains(stem));
    things.filter(|stem| !UP.contains(stem) && !DOWN.contains(stem)).collect()
}
