//! Years whose author is named earlier in the sentence: `as Glashow had argued (1961)`.

use super::folded::words;
use super::mention::YearMention;
use super::names::{NO_NAMES, zone};
use super::tokens::{TokenKind, tokens};
use super::years::Years;
use crate::citation::surface::Target;

/// The entry of the year whose first author the sentence names; several are candidates.
pub(super) fn target(text: &str, left: usize, mention: &YearMention, years: &Years) -> Option<Target> {
    let opened = text[..mention.range.start].trim_end().ends_with(['(', '[']);
    let closed = text[mention.range.end..].trim_start().starts_with([')', ']', ',', ':', ';']);
    if !opened || !closed {
        return None;
    }
    let from = zone(text, left, mention.range.start);
    let sentence = &text[from];
    let sentence = &sentence[last_stop(sentence)..];
    let named: Vec<String> = tokens(sentence)
        .iter()
        .filter(|token| token.kind == TokenKind::Word)
        .map(|token| &sentence[token.range.clone()])
        .filter(|word| word.starts_with(char::is_uppercase))
        .flat_map(|word| words(word.trim_end_matches("’s").trim_end_matches("'s")))
        .filter(|word| word.len() > 2 && !NO_NAMES.contains(&word.as_str()))
        .collect();
    let fitting: Vec<usize> = years
        .by_words(mention.year, &named)
        .into_iter()
        .filter(|index| {
            let Some(entry) = years.entry(*index) else { return false };
            let lettered =
                mention.letters.is_empty() || entry.suffix.is_none_or(|own| mention.letters.contains(&own));
            let first = entry.authors.first();
            lettered
                && first.is_some_and(|name| !name.is_empty() && name.iter().all(|word| named.contains(word)))
        })
        .collect();
    match fitting.as_slice() {
        [] => None,
        [only] => Some(Target::Known(vec![*only])),
        _ => Some(Target::OneOf(fitting)),
    }
}

/// Where the last sentence of a text begins: after a stop, white space and a capital, not after an initial.
fn last_stop(text: &str) -> usize {
    let mut start = 0;
    for (at, _) in text.match_indices(". ") {
        let word = text[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        if word.chars().count() > 2 && text[at + 2..].starts_with(char::is_uppercase) {
            start = at + 2;
        }
    }
    start
}
