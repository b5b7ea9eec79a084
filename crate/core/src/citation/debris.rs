//! What broken conversions leave of author–year citations: the bare BibTeX key (`gie92`, `car94b`), or the first two
//! authors without the year (`Timmes (Woosley)`), or the inside of natbib's `\citealias` (`\al@Mead2020`). Old LaTeXML shows both where a bibliography style was unknown to it.
//!
//! Either is believed only if exactly one entry fits, and keys only if the document shows several.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::Reference;
use super::surface::{BlockText, Form, Part, Surface, Target};
use crate::text::normalise::fold;

/// Keys that a document must show before any of them is believed.
const FEWEST_KEYS: usize = 3;

static KEY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:\\al@(?P<alias>\p{L}{2,20})[:_]?|\b(?P<letters>[a-z]{3,12}):?)(?P<year>\d{2}|(?:19|20)\d{2})(?P<suffix>[a-z])?\b").ok()
});
static PAIR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?P<first>\p{Lu}[\p{L}’'\-‐]+(?:\s\p{Lu}[\p{L}’'\-‐]+)?)\s\((?P<second>\p{Lu}[\p{L}’'\-‐]+(?:\s\p{Lu}[\p{L}’'\-‐]+)?)\)").ok()
});

/// Citations of both kinds in all blocks, not overlapping each other.
pub(crate) fn find(blocks: &[BlockText<'_>], references: &[Reference]) -> Vec<Surface> {
    let mut by_year: HashMap<i32, Vec<usize>> = HashMap::new();
    let mut by_pair: HashMap<(String, String), Vec<usize>> = HashMap::new();
    for (index, reference) in references.iter().enumerate() {
        if let Some(year) = reference.year {
            by_year.entry(year % 100).or_default().push(index);
        }
        if let [first, second, ..] = reference.authors.as_slice() {
            by_pair.entry((fold(&first.family), fold(&second.family))).or_default().push(index);
        }
    }
    let surname = |index: usize| {
        references
            .get(index)
            .and_then(|reference| reference.authors.first())
            .map(|person| fold(&person.family))
    };
    let mut keys: Vec<Surface> = Vec::new();
    let mut pairs: Vec<Surface> = Vec::new();
    for block in blocks {
        for found in KEY.as_ref().into_iter().flat_map(|regex| regex.captures_iter(block.text)) {
            let alias = found.name("alias");
            let letters = alias.or_else(|| found.name("letters"));
            let (Some(whole), Some(letters), Some(year)) = (found.get(0), letters, found.name("year")) else {
                continue;
            };
            let letters = fold(letters.as_str());
            let whole_year = (year.len() == 4).then(|| year.as_str().parse::<i32>().ok()).flatten();
            let year = year.as_str().parse::<i32>().unwrap_or_default() % 100;
            let suffix = found.name("suffix").and_then(|letter| letter.as_str().chars().next());
            let fitting: Vec<usize> = by_year
                .get(&year)
                .into_iter()
                .flatten()
                .copied()
                .filter(|index| {
                    let own_year = references.get(*index).and_then(|reference| reference.year);
                    (whole_year.is_none() || own_year == whole_year)
                        && surname(*index)
                            .is_some_and(|name| name.replace(' ', "").starts_with(letters.as_str()))
                })
                .collect();
            let key = one(&fitting, suffix, references).map(|index| surface(block, whole.range(), index));
            // The inside of a macro is unmistakable; a word with two digits is not.
            if alias.is_some() { pairs.extend(key) } else { keys.extend(key) }
        }
        for found in PAIR.as_ref().into_iter().flat_map(|regex| regex.captures_iter(block.text)) {
            let (Some(whole), Some(first), Some(second)) =
                (found.get(0), found.name("first"), found.name("second"))
            else {
                continue;
            };
            let key = (fold(first.as_str()), fold(second.as_str()));
            if let Some([index]) = by_pair.get(&key).map(Vec::as_slice) {
                pairs.push(surface(block, whole.range(), *index));
            }
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

fn surface(block: &BlockText<'_>, range: std::ops::Range<usize>, index: usize) -> Surface {
    let parts = vec![Part { range: range.clone(), target: Target::Known(vec![index]) }];
    Surface { block: block.index, range, parts, form: Form::AuthorYear, narrative: false }
}
