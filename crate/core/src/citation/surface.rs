//! What every style's finder hands over: stretches of text that read as citations.

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
    /// `[Knu84]`
    Label,
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
}

impl BlockText<'_> {
    pub(crate) fn in_formula(&self, range: &Range<usize>) -> bool {
        self.formulas.iter().any(|formula| formula.start < range.end && range.start < formula.end)
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
