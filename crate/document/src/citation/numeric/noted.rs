//! Raised numbers that are marks of footnotes in documents that cite in brackets.

use std::collections::HashSet;

use crate::citation::surface::{BlockText, Surface, Target};

/// Fewest citations in brackets that say how a document cites.
const FEWEST: usize = 2;

/// The raised numbers without those that have a note of their own, in a document most of whose other numbers are in brackets.
/// `numbered` are the numbers that blocks known as notes begin with.
pub(crate) fn without_note_marks(
    texts: &[BlockText<'_>],
    raised: Vec<Surface>,
    bracketed: &[Surface],
    numbered: HashSet<u32>,
) -> Vec<Surface> {
    let means_entries = |surface: &&Surface| surface.known().next().is_some();
    let in_brackets = bracketed.iter().filter(means_entries).count();
    if in_brackets < FEWEST || raised.is_empty() {
        return raised;
    }
    let alone: Vec<Option<Alone>> = raised.iter().map(|surface| lone(texts, surface)).collect();
    let numbers = |begins_note: bool| {
        let those = alone.iter().flatten().filter(move |own| own.begins_note == begins_note);
        those.map(|own| own.number)
    };
    let mut notes = numbered;
    notes.extend(numbers(true));
    let noted: HashSet<u32> = numbers(false).filter(|number| notes.contains(number)).collect();
    let is_noted = |own: &Option<Alone>| own.is_some_and(|own| noted.contains(&own.number));
    let others = alone.iter().filter(|own| !is_noted(own)).count();
    if noted.is_empty() || others >= in_brackets {
        return raised;
    }
    raised.into_iter().zip(alone).filter(|(_, own)| !is_noted(own)).map(|(surface, _)| surface).collect()
}

/// A raised number by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Alone {
    number: u32,
    /// It stands before the words of a note; a mark stands right behind a word.
    begins_note: bool,
}

fn lone(texts: &[BlockText<'_>], surface: &Surface) -> Option<Alone> {
    let at = texts.binary_search_by_key(&surface.block, |text| text.index).ok()?;
    let text = texts.get(at)?.text;
    let shown = text.get(surface.range.clone())?;
    let digits: String = shown.trim().chars().map(super::superscript::from_superscript).collect();
    let number = digits.parse().ok()?;
    let is_one = matches!(surface.parts.as_slice(), [part] if !matches!(&part.target, Target::Known(all) if all.len() > 1));
    let before = text.get(..surface.range.start)?.chars().next_back();
    let after = text.get(surface.range.end..)?.trim_start().chars().next();
    let begins_note = (before.is_none_or(char::is_whitespace) || shown.starts_with(char::is_whitespace))
        && after.is_some_and(|c| c.is_alphabetic() || "“‘\"«„".contains(c));
    is_one.then_some(Alone { number, begins_note })
}
