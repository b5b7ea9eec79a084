//! A line with what comes of it.
use citelight::relevance::{Fit, Vectors, Views};

use super::read::Line;

/// A citation that was judged.
pub(super) struct Judged {
    pub(super) line: Line,
    pub(super) views: Views,
    /// None where the bi-encoder does not read a text.
    pub(super) fit: Option<Fit>,
}

impl Judged {
    /// Judges a line whose texts are embedded.
    pub(super) fn of(line: Line, vectors: &Vectors) -> Self {
        let views = Views::of(line.statement(), line.work(), line.article(), &[], vectors);
        let readable = line.is_readable();
        let fit = Fit::of(&views).filter(|_| readable);
        Self { line, views, fit }
    }
}
