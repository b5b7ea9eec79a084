//! The reference list by year and by the words that may name an entry: looking up a mention costs the same however long the
//! list is.

use std::collections::HashMap;

use super::body::LONGEST_ACRONYM;
use super::entry::Entry;
use super::folded::{STEM, without_article};
use super::names::Names;
use super::tokens::{is_cyrillic, is_han};
use crate::citation::acronyms::collapsed;
use crate::citation::names::PARTICLES;

/// Most entries kept under one word and year: nobody publishes more, but a forged list may have them.
const MOST_UNDER_ONE_WORD: usize = 64;

/// [`STEM`] of Russian family names, the shortest of which have four letters.
const SHORT_STEM: usize = 3;

/// What an entry may be named with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// A word of the first author's name, or what the entry begins with in its place.
    Word(String),
    /// The beginning of a word that is written with other endings.
    Stem(String),
    /// The first or the last character of a Chinese or Japanese name, which no space separates from its sentence.
    Character(char),
    /// The first or the last word of a title.
    Title(String),
}

impl Key {
    fn is_empty(&self) -> bool {
        matches!(self, Self::Word(text) | Self::Stem(text) | Self::Title(text) if text.is_empty())
    }
}

/// Entries by year (none: those without one) and by what names them.
#[derive(Debug, Default)]
pub(super) struct Index(HashMap<(Option<i32>, Key), Vec<usize>>);

impl Index {
    /// Adds an entry under each of its years.
    pub(super) fn add(&mut self, index: usize, entry: &Entry, years: &[Option<i32>]) {
        for key in keys_of(entry).into_iter().filter(|key| !key.is_empty()) {
            for year in years {
                let under = self.0.entry((*year, key.clone())).or_default();
                if under.last() != Some(&index) && under.len() < MOST_UNDER_ONE_WORD {
                    under.push(index);
                }
            }
        }
    }

    /// The entries of a year that names may mean, in the list's order.
    pub(super) fn named(&self, year: Option<i32>, names: &Names) -> Vec<usize> {
        self.all(year, keys_of_names(names))
    }

    /// The entries of a year whose first author's name one of the words may be part of.
    pub(super) fn by_words(&self, year: Option<i32>, words: &[String]) -> Vec<usize> {
        self.all(year, words.iter().cloned().map(Key::Word))
    }

    fn all(&self, year: Option<i32>, keys: impl IntoIterator<Item = Key>) -> Vec<usize> {
        let under = keys.into_iter().filter_map(|key| self.0.get(&(year, key)));
        let mut found: Vec<usize> = under.flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// All that [`score`](super::score) compares names with.
fn keys_of(entry: &Entry) -> Vec<Key> {
    let mut keys = Vec::new();
    if let Some(first) = entry.authors.first() {
        let bare = first.iter().find(|word| !PARTICLES.contains(&word.as_str()));
        if let Some(word) = bare.or_else(|| first.first()) {
            keys.push(Key::Word(word.clone()));
            keys.extend(han_keys(word));
            if word.starts_with(is_cyrillic) {
                keys.push(Key::Stem(stem(word, SHORT_STEM)));
            }
        }
        if entry.is_nameless()
            && let Some(last) = first.last()
        {
            keys.push(Key::Word(last.clone()));
            keys.push(Key::Stem(stem(last, STEM)));
            keys.extend(han_keys(last));
        }
    }
    keys.extend(entry.body.acronyms.iter().chain(&entry.derived).cloned().map(Key::Word));
    keys.extend(entry.body.names.iter().filter_map(|name| name.rsplit(' ').next()).map(key_of_word));
    keys.extend(entry.head.split(' ').take(2).filter(|word| word.len() >= 3).map(key_of_word));
    keys.extend(entry.head.split(' ').next().map(key_of_title));
    keys.extend(entry.title.split(' ').next().map(key_of_title));
    if entry.authors.is_empty() {
        keys.extend(entry.title.split(' ').next_back().map(key_of_title));
    }
    keys
}

fn keys_of_names(names: &Names) -> Vec<Key> {
    let mut keys = Vec::new();
    for word in names.words.iter().flat_map(|word| &word.folded) {
        keys.push(Key::Word(word.clone()));
        keys.extend(han_keys(word));
        if word.starts_with(is_cyrillic) {
            keys.push(Key::Stem(stem(word, SHORT_STEM)));
        }
    }
    // `U.S. EPA`: an acronym of several words.
    let words: Vec<&str> = names.words.iter().flat_map(|word| &word.folded).map(String::as_str).collect();
    keys.extend(
        (2..=words.len().min(LONGEST_ACRONYM)).map(|count| Key::Word(words[words.len() - count..].concat())),
    );
    keys.extend(names.acronym.as_deref().map(collapsed).map(Key::Word));
    // The name of an organisation ends the text before the year, or stands before its acronym.
    for word in names.folded.rsplit(' ').take(2) {
        keys.push(key_of_word(word));
        keys.extend(han_keys(word));
    }
    if let Some(last) = names.folded.rsplit(' ').next() {
        keys.push(Key::Stem(stem(last, STEM)));
        keys.push(key_of_title(last));
    }
    keys.extend(without_article(&names.title).split(' ').next().map(key_of_title));
    keys
}

fn key_of_word(word: &str) -> Key {
    Key::Word(word.to_owned())
}

fn key_of_title(word: &str) -> Key {
    Key::Title(word.to_owned())
}

fn han_keys(word: &str) -> impl Iterator<Item = Key> {
    let ends = [word.chars().next(), word.chars().next_back()];
    ends.into_iter().flatten().filter(|c| is_han(*c)).map(Key::Character)
}

fn stem(word: &str, characters: usize) -> String {
    word.chars().take(characters).collect()
}
