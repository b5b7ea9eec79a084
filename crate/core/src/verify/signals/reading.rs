//! A sentence as the signals read it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::quantity::{Quantity, quantities};
use crate::text::words::{Word, words};

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
        self.around(first, last, reach, |gap, _| gap.contains([';', ':']) || gap.contains(". "))
    }

    /// Like [`Reading::context`], but commas and conjunctions end the stretch too.
    pub fn clause(&self, first: usize, last: usize, reach: usize) -> BTreeSet<&str> {
        self.around(first, last, reach, |gap, word| {
            gap.contains([';', ':', ','])
                || gap.contains(". ")
                || matches!(word, "and" | "but" | "whereas" | "while" | "or" | "as")
        })
    }

    fn around(
        &self,
        first: usize,
        last: usize,
        reach: usize,
        ends: impl Fn(&str, &str) -> bool,
    ) -> BTreeSet<&str> {
        let gap = |one: usize, other: usize| {
            let (one, other) = (&self.words[one].range, &self.words[other].range);
            self.text.get(one.end.min(other.end)..one.start.max(other.start)).unwrap_or_default()
        };
        let near = |indices: &mut dyn Iterator<Item = usize>, from: usize| -> Vec<&str> {
            let mut previous = from;
            let mut stems = Vec::new();
            for index in indices.take(reach) {
                let word = &self.words[index];
                if previous >= self.words.len() || ends(gap(previous, index), &word.folded) {
                    break;
                }
                previous = index;
                if word.is_content() {
                    stems.push(word.stem.as_str());
                }
            }
            stems
        };
        let before = near(&mut (0..first.min(self.words.len())).rev(), first);
        let after = near(&mut (last + 1..self.words.len()), last);
        before.into_iter().chain(after).collect()
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
