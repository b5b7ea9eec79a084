//! Links that lead to one of several entries, or to a place that says nothing: the words of the citation decide.

use std::ops::Range;

use super::Reference;
use super::contradiction::names_another;
use super::links::{Link, Ranges};
use super::surface::{Part, Surface, Target, overlap};

/// A link whose place fits several entries, or none that is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct AmbiguousLink<'a> {
    pub(super) block: usize,
    pub(super) range: &'a Range<usize>,
    /// The entries that it may lead to, the likeliest first.
    pub(super) candidates: &'a [usize],
    /// Text of the block.
    pub(super) text: &'a str,
}

/// The links that the words of their citations settle, or leave at the likeliest entry. Where the words mean an entry that
/// the place does not fit, the words are right: nothing is said of a link.
pub(super) fn settled(
    open: &[AmbiguousLink<'_>],
    surfaces: &[Surface],
    references: &[Reference],
) -> Vec<Link> {
    if open.is_empty() {
        return Vec::new();
    }
    let placed = Ranges::new(surfaces.iter().map(|own| (own.block, own.range.clone(), own)));
    let settle = |link: &AmbiguousLink<'_>| {
        let around = placed.over(link.block, link.range).flat_map(|surface| &surface.parts);
        let parts: Vec<&Part> = around.filter(|part| overlap(&part.range, link.range)).collect();
        let reference = by_words(link, &parts).unwrap_or_else(|| likeliest(link, references))?;
        Some(Link { block: link.block, range: link.range.clone(), reference })
    };
    open.iter().filter_map(settle).collect()
}

/// What the words say: the one candidate that they may mean, or that they mean something else. None if they say nothing.
fn by_words(link: &AmbiguousLink<'_>, parts: &[&Part]) -> Option<Option<usize>> {
    let meant = parts.iter().filter_map(|part| match &part.target {
        Target::Known(references) | Target::OneOf(references) => Some(references.as_slice()),
        Target::Nothing => None,
    });
    let meant: Vec<&[usize]> = meant.collect();
    let mut common =
        link.candidates.iter().filter(|own| meant.iter().any(|references| references.contains(own)));
    match (common.next(), common.next()) {
        (Some(only), None) => Some(Some(*only)),
        (Some(_), Some(_)) => None,
        (None, _) => (!meant.is_empty()).then_some(None),
    }
}

/// The first candidate that the link's own words do not contradict.
fn likeliest(link: &AmbiguousLink<'_>, references: &[Reference]) -> Option<usize> {
    let text = link.text.get(link.range.clone()).unwrap_or_default();
    let fits = |own: &&usize| references.get(**own).is_some_and(|entry| !names_another(text, &entry.raw));
    link.candidates.iter().find(fits).copied()
}
