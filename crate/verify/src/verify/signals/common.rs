//! How far a claim and a sentence say the same around the words in which they differ.

use std::collections::BTreeSet;
use std::ops::Range;

use super::lexicon::{DOWN, UP};
use super::reading::Reading;
use super::signal::{Common, Signal};
use crate::verify::lexical::searchable;
use citelight_types::text::words::Word;

/// Words on either side of a difference that say what it is about.
const REACH: usize = 10;

/// A claim and a sentence with what each is about as a whole.
pub struct Matters<'a> {
    claim: &'a Reading,
    sentence: &'a Reading,
    mine: BTreeSet<&'a str>,
    theirs: BTreeSet<&'a str>,
}

impl<'a> Matters<'a> {
    /// Of a pair.
    pub fn of(claim: &'a Reading, sentence: &'a Reading) -> Self {
        Self { claim, sentence, mine: whole(claim), theirs: whole(sentence) }
    }
}

impl Common {
    /// Around a signal; where it rests on words of one side only, the other side is the stretch that shares most with it.
    pub fn around(signal: &Signal, matters: &Matters<'_>) -> Self {
        let Matters { claim, sentence, mine: all_mine, theirs: all_theirs } = matters;
        let mine = matter(claim, &signal.claim).unwrap_or_else(|| nearest(claim, all_theirs));
        let theirs = matter(sentence, &signal.source).unwrap_or_else(|| nearest(sentence, all_mine));
        let share = |part: &BTreeSet<&str>, whole: &BTreeSet<&str>| {
            let held = part.intersection(whole).count();
            (held, held as f64 / part.len().max(1) as f64)
        };
        let (words, of_claim) = share(&mine, all_theirs);
        let (_, of_source) = share(&theirs, all_mine);
        Self { words, of_claim, of_source }
    }
}

/// What the clause around some words is about; none where there are no such words.
fn matter<'a>(reading: &'a Reading, range: &Range<usize>) -> Option<BTreeSet<&'a str>> {
    let (first, last) = reading.words_of(range)?;
    Some(things(reading, reading.clause(first, last, REACH)))
}

/// The stretch of a text that shares most with another, as long as a clause around a difference.
fn nearest<'a>(reading: &'a Reading, other: &BTreeSet<&str>) -> BTreeSet<&'a str> {
    let stretch = |words: &'a [Word]| -> BTreeSet<&'a str> {
        let stems = words.iter().filter(|word| word.is_content()).map(|word| word.stem.as_str());
        things(reading, stems.collect())
    };
    let stretches = reading.words.windows(REACH.min(reading.words.len()).max(1)).map(stretch);
    let shared = |stretch: &BTreeSet<&str>| stretch.intersection(other).count();
    stretches.max_by_key(|stretch| (shared(stretch), usize::MAX - stretch.len())).unwrap_or_default()
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
