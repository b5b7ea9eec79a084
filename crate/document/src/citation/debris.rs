//! What broken conversions leave of author–year citations: the bare BibTeX key (`gie92`, `car94b`), or the first two
//! authors without the year (`Timmes (Woosley)`), or the inside of natbib's `\citealias` (`\al@Mead2020`). Old LaTeXML shows both where a bibliography style was unknown to it.
//!
//! Either is believed only if exactly one entry fits, and keys only if the document shows several.

use std::collections::HashMap;
use std::ops::Range;

use super::Reference;
use super::acronyms::is_acronym;
use super::surface::{BlockText, Form, Part, Surface, Target};
use citelight_types::text::normalise::fold;

/// Keys that a document must show before any of them is believed.
const FEWEST_KEYS: usize = 3;

/// Most entries that a key is compared with: letters after a year distinguish fewer.
const MOST_FITTING: usize = 100;

/// What natbib's `\citealias` leaves before the name.
const ALIAS: &str = "\\al@";

/// Citations of both kinds in all blocks, not overlapping each other.
pub(crate) fn find(blocks: &[BlockText<'_>], references: &[Reference]) -> Vec<Surface> {
    let mut by_year: HashMap<i32, Vec<(String, usize)>> = HashMap::new();
    let mut by_pair: HashMap<(String, String), Vec<usize>> = HashMap::new();
    for (index, reference) in references.iter().enumerate() {
        if let (Some(year), Some(first)) = (reference.year, reference.authors.first()) {
            let name = fold(&first.family).replace(' ', "");
            by_year.entry(year % 100).or_default().push((name, index));
        }
        // `World Health Organization [WHO]`: a body and its acronym, not two authors.
        if let [first, second, ..] = reference.authors.as_slice()
            && !is_acronym(&second.family)
        {
            by_pair.entry((fold(&first.family), fold(&second.family))).or_default().push(index);
        }
    }
    by_year.values_mut().for_each(|entries| entries.sort_unstable());
    let mut keys: Vec<Surface> = Vec::new();
    let mut pairs: Vec<Surface> = Vec::new();
    for block in blocks {
        for key in keys_in(block.text) {
            let letters = fold(key.letters);
            let entries = by_year.get(&(key.year % 100)).map(Vec::as_slice).unwrap_or_default();
            let from = entries.partition_point(|(name, _)| name.as_str() < letters.as_str());
            let mut fitting: Vec<usize> = entries[from..]
                .iter()
                .take_while(|(name, _)| name.starts_with(letters.as_str()))
                .take(MOST_FITTING)
                .map(|(_, index)| *index)
                .filter(|index| {
                    let own_year = references.get(*index).and_then(|reference| reference.year);
                    !key.whole_year || own_year == Some(key.year)
                })
                .collect();
            fitting.sort_unstable();
            let found = one(&fitting, key.suffix, references).map(|index| surface(block, key.range, index));
            // The inside of a macro is unmistakable; a word with two digits is not.
            if key.alias { pairs.extend(found) } else { keys.extend(found) }
        }
        for (start, close, second) in second_authors(block.text) {
            let second = fold(second);
            let found = first_authors(block.text, start).find_map(|first| {
                match by_pair.get(&(fold(&block.text[first..start]), second.clone()))?.as_slice() {
                    [index] => Some(surface(block, first..close, *index)),
                    _ => None,
                }
            });
            pairs.extend(found);
        }
    }
    if keys.len() < FEWEST_KEYS {
        keys.clear();
    }
    keys.append(&mut pairs);
    keys
}

/// The one that fits: alone, or by the letter after the year (given in list order where the list prints none).
fn one(fitting: &[usize], suffix: Option<char>, references: &[Reference]) -> Option<usize> {
    match (fitting, suffix) {
        ([only], _) => Some(*only),
        (several, Some(letter)) => several.iter().copied().find(|index| {
            references.get(*index).is_some_and(|reference| reference.year_suffix == Some(letter))
        }),
        _ => None,
    }
}

fn surface(block: &BlockText<'_>, range: Range<usize>, index: usize) -> Surface {
    let parts = vec![Part { range: range.clone(), target: Target::Known(vec![index]) }];
    Surface { block: block.index, range, parts, form: Form::AuthorYear, narrative: false }
}

/// What reads as a BibTeX key: letters and a year.
struct Key<'a> {
    range: Range<usize>,
    letters: &'a str,
    /// Two digits or four.
    year: i32,
    whole_year: bool,
    suffix: Option<char>,
    /// It stands in the inside of natbib's macro.
    alias: bool,
}

/// `gie92`, `car:1994b`, `\al@Mead2020`: found from their digits.
fn keys_in(text: &str) -> impl Iterator<Item = Key<'_>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let start = at;
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            if at == start {
                at += 1;
            } else if let Some(key) = key_around(text, start, at) {
                return Some(key);
            }
        }
        None
    })
}

/// The key whose year is the run of digits from `start` to `end`.
fn key_around(text: &str, start: usize, end: usize) -> Option<Key<'_>> {
    let digits = &text[start..end];
    let whole_year = digits.len() == 4;
    if !(digits.len() == 2 || whole_year && (digits.starts_with("19") || digits.starts_with("20"))) {
        return None;
    }
    let suffix = text[end..].chars().next().filter(char::is_ascii_lowercase);
    let end = end + usize::from(suffix.is_some());
    if text[end..].starts_with(is_word) {
        return None;
    }
    let before = &text[..start];
    let head = before.strip_suffix([':', '_']).unwrap_or(before);
    let letters_start =
        head.len() - head.chars().rev().take_while(|c| c.is_alphabetic()).map(char::len_utf8).sum::<usize>();
    let letters = &head[letters_start..];
    let count = letters.chars().count();
    let alias = head[..letters_start].ends_with(ALIAS);
    let plain = !before.ends_with('_')
        && !head[..letters_start].ends_with(is_word)
        && letters.bytes().all(|byte| byte.is_ascii_lowercase());
    let fits = alias && (2..=20).contains(&count) || plain && (3..=12).contains(&count);
    fits.then(|| Key {
        range: letters_start - if alias { ALIAS.len() } else { 0 }..end,
        letters,
        year: digits.parse().unwrap_or_default(),
        whole_year,
        suffix,
        alias,
    })
}

/// Names in round brackets after a space: where the space stands, where the bracket ends, and the names.
fn second_authors(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    text.match_indices('(').filter_map(|(open, _)| {
        let before = text[..open].trim_end();
        let spaced = text[before.len()..open].chars().count() == 1;
        let inside = &text[open + 1..];
        let length = inside.find(|c: char| !is_name(c) && !c.is_whitespace())?;
        let names = &inside[..length];
        let words = names.split(char::is_whitespace);
        let fits = inside[length..].starts_with(')')
            && words.clone().count() <= 2
            && words.clone().all(is_capitalised);
        (spaced && fits).then_some((before.len(), open + 1 + length + 1, names))
    })
}

/// Where a name of two words or of one that ends at `end` begins.
fn first_authors(text: &str, end: usize) -> impl Iterator<Item = usize> {
    let begin = |end: usize| {
        let length: usize = text[..end].chars().rev().take_while(|c| is_name(*c)).map(char::len_utf8).sum();
        is_capitalised(&text[end - length..end]).then_some(end - length)
    };
    let last = begin(end);
    let first = last.and_then(|start| {
        let before = text[..start].trim_end();
        (text[before.len()..start].chars().count() == 1).then(|| begin(before.len())).flatten()
    });
    first.into_iter().chain(last)
}

fn is_capitalised(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && word.chars().count() > 1
}

fn is_name(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '’' | '\'' | '-' | '‐')
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::{first_authors, keys_in, second_authors};

    #[test]
    fn keys_and_aliases() {
        let found = |text: &str| -> Vec<String> {
            keys_in(text)
                .map(|key| {
                    format!("{}|{}|{}|{:?}", &text[key.range.clone()], key.letters, key.year, key.suffix)
                })
                .collect()
        };
        assert_eq!(
            found("see gie92, car94b; cun:1994 and x92, GIE92, abc921"),
            ["gie92|gie|92|None", "car94b|car|94|Some('b')", "cun:1994|cun|1994|None"]
        );
        assert_eq!(
            found("as in \\al@Mead2020, \\al@Ábel_2019a."),
            ["\\al@Mead2020|Mead|2020|None", "\\al@Ábel_2019a|Ábel|2019|Some('a')"]
        );
    }

    #[test]
    fn first_and_second_authors() {
        let text = "by Timmes (Woosley), (Note) and lower (Woosley) or Van Dyk (O’Neil Smith).";
        let found: Vec<(Vec<&str>, &str)> = second_authors(text)
            .map(|(start, _, second)| {
                (first_authors(text, start).map(|at| &text[at..start]).collect(), second)
            })
            .filter(|(first, _): &(Vec<&str>, _)| !first.is_empty())
            .collect();
        assert_eq!(found, [(vec!["Timmes"], "Woosley"), (vec!["Van Dyk", "Dyk"], "O’Neil Smith")]);
    }
}
