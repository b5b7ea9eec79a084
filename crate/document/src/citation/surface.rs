//! What every style's finder hands over: stretches of text that read as citations.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

/// How a stretch of text cites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// `[3, 5]`
    Bracketed,
    /// `(3, 5)`
    Parenthesised,
    /// `³⁻⁵`
    Superscript,
    /// `(Smith, 2020)`, `Smith (2020)`
    AuthorYear,
    /// `(Smith 12)`, `Smith (12)`
    AuthorPage,
    /// `(Smith, “Short Title” 12)`: the same with the title that says which work.
    AuthorTitle,
    /// `[Knu84]`
    Label,
    /// `(doi:10.1038/nature14539)`
    Identifier,
    /// `¹`, and the note says which work.
    Note,
}

/// Which references one element of a group means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// These, in this order (several for a range of numbers).
    Known(Vec<usize>),
    /// One of these.
    OneOf(Vec<usize>),
    /// None of the list.
    Nothing,
}

/// One element of a group: a number, a range, a name with a year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Bytes of the block's text.
    pub(crate) range: Range<usize>,
    pub(crate) target: Target,
}

/// A stretch of a block's text that reads as a citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Surface {
    pub(crate) block: usize,
    pub(crate) range: Range<usize>,
    pub(crate) parts: Vec<Part>,
    pub(crate) form: Form,
    pub(crate) narrative: bool,
}

impl Surface {
    /// References that some part surely means.
    pub(crate) fn known(&self) -> impl Iterator<Item = usize> + '_ {
        self.parts
            .iter()
            .flat_map(|part| match &part.target {
                Target::Known(references) => references.as_slice(),
                _ => &[],
            })
            .copied()
    }

    /// How many references its parts point at, repeats included; a part that points at none counts as one.
    pub(crate) fn weight(&self) -> usize {
        let of = |part: &Part| match &part.target {
            Target::Known(references) | Target::OneOf(references) => references.len().max(1),
            Target::Nothing => 1,
        };
        self.parts.iter().map(of).sum()
    }

    /// [`Surface::known`] with the candidates of undecided parts.
    pub(crate) fn known_or_candidates(&self) -> impl Iterator<Item = usize> + '_ {
        let of = |part: &'_ Part| match &part.target {
            Target::Known(references) | Target::OneOf(references) => references.clone(),
            Target::Nothing => Vec::new(),
        };
        self.parts.iter().flat_map(of)
    }
}

/// Whether two stretches share a byte.
pub(crate) fn overlap(left: &Range<usize>, right: &Range<usize>) -> bool {
    left.start < right.end && right.start < left.end
}

/// One group does not cite a work twice: an undecided part gives up what other parts of its group surely mean, and as
/// many parts as have the same candidates left share them out in order.
pub(crate) fn settle_repeats(parts: &mut [Part]) {
    let known: HashSet<usize> = parts
        .iter()
        .filter_map(|part| match &part.target {
            Target::Known(references) => Some(references.as_slice()),
            _ => None,
        })
        .flatten()
        .copied()
        .collect();
    let mut open: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for (at, part) in parts.iter_mut().enumerate() {
        if let Target::OneOf(candidates) = &mut part.target {
            let left: Vec<usize> =
                candidates.iter().copied().filter(|candidate| !known.contains(candidate)).collect();
            match left.as_slice() {
                [] => {}
                [only] => {
                    part.target = Target::Known(vec![*only]);
                    continue;
                }
                _ => candidates.clone_from(&left),
            }
            open.entry(candidates.clone()).or_default().push(at);
        }
    }
    for (candidates, same) in open {
        if same.len() == candidates.len() {
            for (at, candidate) in same.into_iter().zip(candidates) {
                parts[at].target = Target::Known(vec![candidate]);
            }
        }
    }
}

/// A block as the finders see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockText<'a> {
    pub(crate) index: usize,
    pub(crate) text: &'a str,
    /// Stretches set as superscripts.
    pub(crate) superscripts: &'a [Range<usize>],
    /// Formulas: never searched.
    pub(crate) formulas: &'a [Range<usize>],
    /// Marks that lead to notes of this document: no numbers of references.
    pub(crate) note_marks: &'a [NoteMark],
    /// Which reference lists it may cite: index of its scope, where the document has several lists.
    pub(crate) scope: usize,
}

/// A mark in the text that leads to a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoteMark {
    /// Bytes of the block's text.
    pub(crate) range: Range<usize>,
    /// Index of the note's block.
    pub(crate) note: usize,
}

impl<'a> BlockText<'a> {
    /// A block that is nothing but text.
    #[cfg(test)]
    pub(crate) fn plain(text: &'a str) -> Self {
        let none: &[Range<usize>] = &[];
        Self { index: 0, text, superscripts: none, formulas: none, note_marks: &[], scope: 0 }
    }

    pub(crate) fn is_note_mark(&self, range: &Range<usize>) -> bool {
        self.note_marks.iter().any(|mark| overlap(&mark.range, range))
    }

    /// Pairs of brackets that hold no bracket of their kind and no formula, up to `longest` bytes: where the opening
    /// one stands, and what is inside.
    pub(crate) fn innermost(
        &self,
        open: char,
        close: char,
        longest: usize,
    ) -> impl Iterator<Item = (usize, &'a str)> {
        let text = self.text;
        let mut opened = None;
        text.char_indices().filter_map(move |(at, c)| {
            if c == open {
                opened = Some(at);
            } else if c == '$' {
                opened = None;
            } else if c == close
                && let Some(start) = opened.take()
                && (1..=longest).contains(&(at - start - open.len_utf8()))
            {
                return Some((start, &text[start + open.len_utf8()..at]));
            }
            None
        })
    }

    pub(crate) fn in_formula(&self, range: &Range<usize>) -> bool {
        self.formulas.iter().any(|formula| overlap(formula, range))
    }

    /// The last word before byte `at`, without punctuation.
    pub(crate) fn word_before(&self, at: usize) -> &str {
        let before = self.text[..at].trim_end();
        let before = before.trim_end_matches(['.', ',', '~']);
        let start = before
            .rfind(|c: char| c.is_whitespace() || matches!(c, '(' | '['))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        &before[start..]
    }
}
