//! A sentence as the signals read it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::quantity::{Quantity, quantities};
use citelight_types::text::words::{Word, words};

/// A text with its words and quantities.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The text itself.
    pub text: String,
    /// Its words in order.
    pub words: Vec<Word>,
    /// Its quantities in order.
    pub quantities: Vec<Quantity>,
}

impl Reading {
    /// Reads a text.
    pub fn of(text: &str) -> Self {
        let words = words(text);
        let quantities = quantities(text, &words);
        Self { text: text.to_owned(), words, quantities }
    }

    /// The words of a range of bytes, as written.
    pub fn slice(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Bytes from word `first` to word `last`, both included.
    pub fn span(&self, first: usize, last: usize) -> Range<usize> {
        match (self.words.get(first), self.words.get(last)) {
            (Some(first), Some(last)) => first.range.start..last.range.end,
            _ => 0..0,
        }
    }

    /// Index of the first word that starts at or after byte `offset`.
    pub fn word_at(&self, offset: usize) -> usize {
        self.words.partition_point(|word| word.range.start < offset)
    }

    /// Stems of the content words at most `reach` words away from the stretch `first..=last`, itself left out.
    /// A stretch ends at a semicolon or full stop.
    pub fn context(&self, first: usize, last: usize, reach: usize) -> BTreeSet<&str> {
        self.stems_beside(first, last, self.around(first, last, reach, |gap, _| ends_statement(gap)))
    }

    /// Like [`Reading::context`], but commas and conjunctions end the stretch too.
    pub fn clause(&self, first: usize, last: usize, reach: usize) -> BTreeSet<&str> {
        self.stems_beside(first, last, self.clause_around(first, last, reach))
    }

    /// The words of the clause in which the stretch `first..=last` stands, at most `reach` on either side.
    pub fn clause_around(&self, first: usize, last: usize, reach: usize) -> Range<usize> {
        self.around(first, last, reach, |gap, word| {
            ends_statement(gap)
                || gap.contains(',')
                || matches!(word, "and" | "but" | "whereas" | "while" | "or" | "as")
        })
    }

    /// First and last word of a stretch of bytes; none if no word begins in it.
    pub fn words_of(&self, range: &Range<usize>) -> Option<(usize, usize)> {
        let first = self.word_at(range.start);
        let end = self.word_at(range.end);
        (first < end).then(|| (first, end - 1))
    }

    fn stems_beside(&self, first: usize, last: usize, around: Range<usize>) -> BTreeSet<&str> {
        let beside = around.filter(|index| !(first..=last).contains(index));
        beside
            .map(|index| &self.words[index])
            .filter(|word| word.is_content())
            .map(|word| word.stem.as_str())
            .collect()
    }

    fn around(
        &self,
        first: usize,
        last: usize,
        reach: usize,
        ends: impl Fn(&str, &str) -> bool,
    ) -> Range<usize> {
        let gap = |one: usize, other: usize| {
            let (one, other) = (&self.words[one].range, &self.words[other].range);
            self.text.get(one.end.min(other.end)..one.start.max(other.start)).unwrap_or_default()
        };
        let near = |indices: &mut dyn Iterator<Item = usize>, from: usize| -> usize {
            let mut previous = from;
            for index in indices.take(reach) {
                let ended =
                    previous >= self.words.len() || ends(gap(previous, index), &self.words[index].folded);
                if ended {
                    break;
                }
                previous = index;
            }
            previous
        };
        let start = near(&mut (0..first.min(self.words.len())).rev(), first);
        let end = near(&mut (last + 1..self.words.len()), last);
        start..(end + 1).min(self.words.len())
    }

    /// The stems of the content words right before and right after some bytes: the place where they stand.
    pub fn place(&self, range: &Range<usize>) -> (Option<&str>, Option<&str>) {
        let content = |word: &&Word| word.is_content();
        let first = self.word_at(range.start);
        let end = self.word_at(range.end).max(first);
        let before = self.words[..first].iter().rev().find(content);
        let after = self.words[end..].iter().find(content);
        (before.map(|word| word.stem.as_str()), after.map(|word| word.stem.as_str()))
    }

    /// Whether some bytes stand in the same place of another text: between the same words.
    pub fn same_place(&self, range: &Range<usize>, other: &Self, there: &Range<usize>) -> bool {
        let (mine, theirs) = (self.place(range), other.place(there));
        mine == theirs && (mine.0.is_some() || mine.1.is_some())
    }

    /// Whether a hyphen joins a word to a neighbour.
    pub fn is_joined(&self, index: usize) -> bool {
        const HYPHENS: [char; 3] = ['-', '‐', '‑'];
        self.words.get(index).is_some_and(|word| {
            self.text[..word.range.start].ends_with(HYPHENS)
                || self.text[word.range.end..].starts_with(HYPHENS)
        })
    }

    /// The same text as far as word `end`.
    pub fn up_to(&self, end: usize) -> Self {
        Self {
            text: self.text.clone(),
            words: self.words[..end.min(self.words.len())].to_vec(),
            quantities: Vec::new(),
        }
    }

    /// Stems of all content words.
    pub fn stems(&self) -> BTreeSet<&str> {
        self.words.iter().filter(|word| word.is_content()).map(|word| word.stem.as_str()).collect()
    }
}

/// Whether what stands between two words ends a statement.
fn ends_statement(gap: &str) -> bool {
    gap.contains([';', ':']) || gap.contains(". ")
}
