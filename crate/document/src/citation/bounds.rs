//! How much of a document's citing is followed: a few kilobytes can name millions of pairs.

use super::{Citation, Mapping};

/// Pairs of a citation and an entry that are kept of a document: more than the longest books have.
pub(crate) const MOST_PAIRS: usize = 4_000;

/// Bytes of the sentences of all citations, each counted as often as it cites: articles have about 230 a citation. Each
/// citation is judged by its whole sentence and written with it.
pub(crate) const MOST_READ: usize = 2_000_000;

/// Most entries that a citation is said to fit: nobody would look for the right one among more.
pub(crate) const MOST_CANDIDATES: usize = 20;

/// References, candidates included, that one style's finder may point at in a document before it stops: far beyond
/// [`MOST_PAIRS`], so that styles are still weighed against each other.
pub(crate) const MOST_TARGETS: usize = 500_000;

/// Drops the citations, in reading order, beyond [`MOST_PAIRS`] and [`MOST_READ`]; says how many. `read` gives the bytes of a
/// citation's sentence.
pub(crate) fn cut(citations: &mut Vec<Citation>, read: impl Fn(&Citation) -> usize) -> usize {
    let (mut pairs, mut bytes) = (0, 0);
    let kept = citations.iter().take_while(|citation| {
        pairs += citation.references.len().max(1);
        bytes += read(citation);
        pairs <= MOST_PAIRS && bytes <= MOST_READ
    });
    let kept = kept.count();
    citations.drain(kept..).len()
}

/// Whether a citation may fit more entries than are named.
pub fn fits_more(citation: &Citation) -> bool {
    matches!(&citation.status, Mapping::Ambiguous { candidates } if candidates.len() >= MOST_CANDIDATES)
}
