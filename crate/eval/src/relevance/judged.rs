//! A line with what comes of it.
use citelight::relevance::{Fit, Vectors, Views};
use citelight::verify::models::Embed;
use citelight_cli::failure::Failure;

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

/// Embeds texts that have no vector yet.
pub(crate) fn embed_texts(
    texts: impl IntoIterator<Item = String>,
    vectors: &mut Vectors,
    embed: &dyn Embed,
) -> Result<(), Failure> {
    pollster::block_on(vectors.add(texts, embed))
        .map_err(|error| Failure::Models { folder: "models".into(), reason: error.to_string() })
}
