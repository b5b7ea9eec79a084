//! Citations by author and page, as the MLA writes: `(Smith 12)`, `Smith (12)`, `(Knuth, TeX 7)`, `“Short Title” (5)`;
//! and by author and title: `(Smith, “Short Title”)`.
//!
//! Without years a name in brackets is weak evidence: these are believed only where the document cites so throughout.

use std::collections::HashSet;
use std::ops::Range;

use super::brackets::{self, Bracket};
use super::surface::{BlockText, Form, Part, Surface, Target, settle_repeats};
use super::works::{FoldedWord, Works, folded_words};

/// Longest inside of a group, in bytes.
const LONGEST: usize = 600;

/// Words of a title that stands behind a name, looked at.
const TITLE: usize = 16;

/// Words that may stand before a work.
const SIGNALS: &[&str] =
    &["see", "also", "but", "cf", "qtd", "quoted", "in", "eg", "e", "g", "compare", "and", "passim"];

/// Words of pinpoints.
const PINPOINTS: &[&str] = &[
    "p", "pp", "page", "pages", "ch", "chap", "chs", "sec", "secs", "section", "par", "pars", "para", "vol",
    "vols", "no", "line", "lines", "act", "sc", "bk", "book", "canto", "pt", "fig", "n", "nn", "and",
    "passim", "ff", "f", "ed", "pref", "introd",
];

/// All citations of a block that stand in brackets, or end in one.
pub(crate) fn find(block: BlockText<'_>, works: &Works) -> Vec<Surface> {
    let mut found = Vec::new();
    let mut end = 0;
    for bracket in brackets::pairs(block.text) {
        if bracket.inside.len() > LONGEST || bracket.range.start < end || block.in_formula(&bracket.range) {
            continue;
        }
        let surface = group(block, &bracket, works).or_else(|| after_name(block, &bracket, works, end));
        if let Some(surface) = surface {
            end = surface.range.end;
            found.push(surface);
        }
    }
    found
}

/// `(Smith 12; Jones, Short Title)`: every element is a work and nothing else.
fn group(block: BlockText<'_>, bracket: &Bracket, works: &Works) -> Option<Surface> {
    let mut parts = Vec::new();
    let mut at = bracket.inside.start;
    let mut form = Form::AuthorPage;
    for piece in block.text[bracket.inside.clone()].split_inclusive([';', '；']) {
        let words = folded_words(block.text, at..at + piece.len());
        let (target, own) = element(&words, works)?;
        if own == Form::AuthorTitle {
            form = own;
        }
        parts.push(Part { range: at..at + piece.len(), target });
        at += piece.len();
    }
    settle_repeats(&mut parts);
    let range = bracket.range.clone();
    Some(Surface { block: block.index, range, parts, form, narrative: false })
}

/// What one element of a group names and by what, if nothing but signals, names, a title and a pinpoint stand in it.
fn element(words: &[FoldedWord], works: &Works) -> Option<(Target, Form)> {
    let start = words.iter().position(|word| !SIGNALS.contains(&word.folded.as_str()))?;
    let words = &words[start..];
    if let [hit] = works.find(words).as_slice()
        && hit.words.start <= 2
        && are_pinpoints(&words[hit.words.end..])
    {
        return Some((hit.target.clone(), Form::AuthorTitle));
    }
    let (candidates, end) = works.by_names(words)?;
    if are_pinpoints(&words[end..]) {
        return Some((one_of(candidates), Form::AuthorPage));
    }
    // The title of the set or series stands for a volume of it.
    let pinpoints = words.iter().rev().take_while(|word| are_pinpoints(std::slice::from_ref(word))).count();
    let title = words.get(end..words.len() - pinpoints).filter(|title| title.len() >= 2)?;
    let holding = works.holding(&candidates, title);
    (!holding.is_empty()).then(|| (one_of(holding), Form::AuthorTitle))
}

/// `Smith (12)`, `Smith (“Short Title” 12)`: a pinpoint alone or a title, and a name right before it or in the sentence.
fn after_name(block: BlockText<'_>, bracket: &Bracket, works: &Works, left: usize) -> Option<Surface> {
    let inside = folded_words(block.text, bracket.inside.clone());
    let paged = are_pinpoints(&inside) && inside.iter().any(is_number);
    // Titles in italics show no marks.
    let titled =
        inside.iter().take(3).any(|word| word.quoted) || inside.first().is_some_and(|word| word.capital);
    if !paged && !titled {
        return None;
    }
    let mut from = left.max(bracket.range.start.saturating_sub(160));
    while !block.text.is_char_boundary(from) {
        from += 1;
    }
    let before = folded_words(block.text, from..bracket.range.start);
    let named = (0..before.len()).rev().filter(|at| before[*at].capital).find_map(|at| {
        let (works, length) = works.by_names(&before[at..before.len().min(at + 8)])?;
        Some((works, at..at + length))
    });
    let (candidates, names) = named?;
    let start = before.get(names.start)?.range.start;
    let (target, form) = if titled {
        let signals = inside.iter().take_while(|word| SIGNALS.contains(&word.folded.as_str())).count();
        let words: Vec<FoldedWord> = before[names].iter().chain(&inside[signals..]).cloned().collect();
        element(&words, works).filter(|(_, form)| *form == Form::AuthorTitle)?
    } else {
        (one_of(candidates), Form::AuthorPage)
    };
    let range = start..bracket.range.end;
    let parts = vec![Part { range: range.clone(), target }];
    Some(Surface { block: block.index, range, parts, form, narrative: true })
}

/// Works that are named in the text outside of brackets, where the document cites by author and page or title: author
/// and title, or the author of a single work that no citation of the block names. `taken` is ordered.
pub(crate) fn bare_names(block: BlockText<'_>, works: &Works, taken: &[Surface]) -> Vec<Surface> {
    let words = folded_words(block.text, 0..block.text.len());
    let first = taken.partition_point(|own| own.block < block.index);
    let taken: Vec<&Surface> = taken[first..].iter().take_while(|own| own.block == block.index).collect();
    let mut cited: HashSet<usize> = taken.iter().flat_map(|own| own.known()).collect();
    let free = |range: &Range<usize>| {
        let at = taken.partition_point(|own| own.range.end <= range.start);
        !taken.get(at).is_some_and(|own| super::surface::overlap(&own.range, range))
    };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let step = word.capital.then(|| works.by_names(&words[at..words.len().min(at + 12)])).flatten();
        let Some((candidates, length)) = step else {
            at += 1;
            continue;
        };
        let range = word.range.start..words[at + length - 1].range.end;
        // `Smith, “Short Title”`: the title says which work of several.
        let title = words.get(at + length).is_some_and(|next| next.quoted) && free(&range);
        if title
            && let Some(hit) = works.find(element_from(block.text, &words[at..], length + TITLE)).first()
            && hit.words.start == 0
            && hit.by_title
            && matches!(hit.target, Target::Known(_))
        {
            let end = at + hit.words.end.max(length);
            let range = word.range.start..words.get(end - 1).map_or(range.end, |last| last.range.end);
            let parts = vec![Part { range: range.clone(), target: hit.target.clone() }];
            found.push(Surface {
                block: block.index,
                range,
                parts,
                form: Form::AuthorTitle,
                narrative: true,
            });
            at = end;
            continue;
        }
        if free(&range)
            && let [only] = candidates.as_slice()
            && !is_part_of_name(&words, at, at + length)
            && cited.insert(*only)
        {
            let parts = vec![Part { range: range.clone(), target: Target::Known(vec![*only]) }];
            found.push(Surface { block: block.index, range, parts, form: Form::AuthorPage, narrative: true });
        }
        at += length.max(1);
    }
    found
}

/// The first words, up to a semicolon, at most so many.
fn element_from<'w>(text: &str, words: &'w [FoldedWord], most: usize) -> &'w [FoldedWord] {
    let ends = |pair: &[FoldedWord]| match pair {
        [left, right] => text[left.range.end..right.range.start].contains(';'),
        _ => false,
    };
    let words = &words[..words.len().min(most)];
    let end = words.windows(2).position(ends).map_or(words.len(), |last| last + 1);
    &words[..end]
}

/// `Smith College`, `the Smith`: the name goes on, or is no person's.
fn is_part_of_name(words: &[FoldedWord], start: usize, end: usize) -> bool {
    let next = words.get(end);
    let previous = start.checked_sub(1).and_then(|at| words.get(at));
    let adjacent = |left: Option<&FoldedWord>, right: Option<&FoldedWord>| {
        left.zip(right).is_some_and(|(left, right)| right.range.start - left.range.end <= 1)
    };
    adjacent(words.get(end.saturating_sub(1)), next) && next.is_some_and(|word| word.capital)
        || previous.is_some_and(|word| matches!(word.folded.as_str(), "the" | "a" | "an"))
}

fn one_of(candidates: Vec<usize>) -> Target {
    match candidates.as_slice() {
        [_] => Target::Known(candidates),
        _ => Target::OneOf(candidates),
    }
}

fn are_pinpoints(words: &[FoldedWord]) -> bool {
    words.iter().all(|word| is_number(word) || PINPOINTS.contains(&word.folded.as_str()))
}

fn is_number(word: &FoldedWord) -> bool {
    let digits = word.folded.chars().filter(char::is_ascii_digit).count();
    digits > 0 && digits + 2 >= word.folded.chars().count()
        || !word.folded.is_empty() && word.folded.chars().all(|c| matches!(c, 'i' | 'v' | 'x' | 'l' | 'c'))
}
