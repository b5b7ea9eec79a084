//! Levels of factors in tables of regressions, which cite nothing: `Depression [1] | 0.92`.

use std::collections::HashSet;

use crate::citation::surface::{BlockText, Surface};

/// Fewest cells that are no accident; a list as long as this may well be cited in tables alone.
const FEWEST: usize = 6;
/// Most levels of a factor.
const MOST_LEVELS: usize = 4;

/// The numbers in brackets; none where all that a document with hardly any `references` has stand in cells behind a label, before a cell
/// with a number, and are the same few behind many labels.
pub(crate) fn without_levels(
    texts: &[BlockText<'_>],
    bracketed: Vec<Surface>,
    references: usize,
) -> Vec<Surface> {
    if bracketed.len() < FEWEST || references >= FEWEST {
        return bracketed;
    }
    let levels: Option<HashSet<(&str, u32)>> =
        bracketed.iter().map(|surface| level(texts, surface)).collect();
    let Some(levels) = levels else { return bracketed };
    let numbers: HashSet<u32> = levels.iter().map(|(_, number)| *number).collect();
    if numbers.len() <= MOST_LEVELS && levels.len() >= 2 * numbers.len() { Vec::new() } else { bracketed }
}

/// The label and the number of a cell that holds nothing else.
fn level<'a>(texts: &[BlockText<'a>], surface: &Surface) -> Option<(&'a str, u32)> {
    let at = texts.binary_search_by_key(&surface.block, |text| text.index).ok()?;
    let text = texts.get(at)?.text;
    let number = text.get(surface.range.clone())?.trim_matches(['[', ']']).parse().ok()?;
    let next = text.get(surface.range.end..)?.strip_prefix(" | ")?;
    let has_number =
        next.trim_start_matches(['-', '–', '−', '<', ' ']).starts_with(|c: char| c.is_ascii_digit());
    let label = text.get(..surface.range.start)?.rsplit(['\n', '|']).next()?.trim();
    (has_number && label.chars().any(char::is_alphabetic)).then_some((label, number))
}
