//! Text that occurs twice.

use std::collections::HashMap;
use std::ops::Range;

use super::anomalies::{anomaly, head, is_prose};
use crate::document::{Anomaly, AnomalyKind, Document, Severity};
use crate::markup::{Block, BlockKind};
use citelight_types::text::normalise::fold;

/// Paragraphs shorter than this may occur twice.
pub(super) const LEAST_PARAGRAPH: usize = 120;

/// Sentences in a row that together are shorter than this may occur twice: formulas of courtesy, methods that repeat.
const LEAST_STRETCH: usize = 240;

/// Stretches of sentences that stand in two paragraphs. Whole paragraphs are [repaired](super::repair) before.
pub(super) fn check(document: &Document, found: &mut Vec<Anomaly>) {
    let mut seen: HashMap<String, (usize, usize)> = HashMap::new();
    for (index, block) in document.blocks.iter().enumerate() {
        // An abstract may say what the body says.
        if !is_prose(block) || block.kind == BlockKind::Abstract {
            continue;
        }
        let mut stretch: Option<Stretch> = None;
        for (number, range) in block.sentences.iter().enumerate() {
            let folded = fold(block.text.get(range.clone()).unwrap_or_default());
            if folded.len() < 25 {
                continue;
            }
            let earlier = seen.get(&folded).copied().filter(|(earlier, _)| *earlier < index);
            seen.entry(folded).or_insert((index, number));
            stretch = match (stretch, earlier) {
                (Some(open), Some(place)) if open.is_followed_by(place) => Some(open.extended(range, place)),
                (open, place) => {
                    open.into_iter().for_each(|open| open.report(block, found));
                    place.map(|place| Stretch { range: range.clone(), last: place })
                }
            };
        }
        stretch.into_iter().for_each(|open| open.report(block, found));
    }
}

/// Sentences in a row that stand elsewhere in the same order.
struct Stretch {
    /// Bytes of the block's text.
    range: Range<usize>,
    /// Block and sentence that the last one repeats.
    last: (usize, usize),
}

impl Stretch {
    /// Whether a sentence at `place` goes on from where this stretch ends.
    fn is_followed_by(&self, place: (usize, usize)) -> bool {
        let (block, sentence) = self.last;
        // Short sentences in between were not compared.
        place.0 == block && (sentence + 1..=sentence + 3).contains(&place.1) || place.0 == block + 1
    }

    fn extended(self, by: &Range<usize>, place: (usize, usize)) -> Self {
        Self { range: self.range.start..by.end, last: place }
    }

    fn report(&self, block: &Block, found: &mut Vec<Anomaly>) {
        if self.range.len() < LEAST_STRETCH {
            return;
        }
        found.push(anomaly(
            AnomalyKind::DuplicateText,
            Severity::Warning,
            head(block.text.get(self.range.clone()).unwrap_or_default()),
            "these sentences occur twice: their citations are counted twice",
        ));
    }
}
