//! Text that occurs twice.

use std::collections::HashMap;
use std::ops::Range;

use super::anomalies::{anomaly, head, is_prose};
use super::citations::in_blocks;
use crate::citation::Citation;
use crate::document::{Anomaly, AnomalyKind, Document, Severity};
use crate::markup::BlockKind;
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
                    open.into_iter().for_each(|open| open.report(document, index, found));
                    place.map(|place| Stretch { range: range.clone(), last: place })
                }
            };
        }
        stretch.into_iter().for_each(|open| open.report(document, index, found));
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

    fn report(&self, document: &Document, index: usize, found: &mut Vec<Anomaly>) {
        let Some(block) = document.blocks.get(index).filter(|_| self.range.len() >= LEAST_STRETCH) else {
            return;
        };
        let inside = |citation: &Citation| {
            citation.range.start < self.range.end && self.range.start < citation.range.end
        };
        let cites = in_blocks(&document.citations, index..index + 1).iter().any(inside);
        // Legends of figures and steps of a protocol begin alike, differ, and say the same again.
        let earlier = document.blocks.get(self.last.0).map_or("", |earlier| earlier.text.as_str());
        let is_pattern = self.range.start > 0 && begin_alike(earlier, &block.text);
        found.push(anomaly(
            AnomalyKind::DuplicateText,
            if is_pattern || !cites { Severity::Info } else { Severity::Warning },
            head(block.text.get(self.range.clone()).unwrap_or_default()),
            if cites {
                "these sentences occur twice: their citations are counted twice"
            } else {
                "these sentences occur twice; they hold no citation"
            },
        ));
    }
}

/// Words in a row with which two texts must begin to follow one pattern.
const ALIKE: usize = 4;

fn begin_alike(one: &str, other: &str) -> bool {
    let pairs = one.split_whitespace().zip(other.split_whitespace()).take(ALIKE);
    pairs.filter(|(left, right)| left == right).count() == ALIKE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::citation::Mapping;
    use crate::markup::Block;

    fn severities(first: &str, second: &str, cited: Option<&str>) -> Vec<Severity> {
        let shared = "The dashed lines through the data points represent the means of all rivers that were measured in the \
                      years before. The solid line is the model that was fitted to them, with its errors drawn in grey. \
                      Crosses are the rivers of the north that never had a weir of any kind.";
        let block = |start: &str| {
            let text = format!("{start} {shared}");
            let starts: Vec<usize> =
                [0].into_iter().chain(text.match_indices(". ").map(|(at, _)| at + 2)).collect();
            let ends = starts.iter().skip(1).map(|start| start - 1).chain([text.len()]);
            let sentences = starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect();
            Block { kind: BlockKind::Paragraph, text, section: Vec::new(), sentences, origins: Vec::new() }
        };
        let blocks = vec![block(first), block(second)];
        let start = cited.map(|words| blocks[1].text.find(words).unwrap());
        let citation = |start: usize| Citation {
            id: "c0".to_owned(),
            block: 1,
            range: start..start + 4,
            sentence: 0,
            references: vec![0],
            status: Mapping::Matched,
            narrative: false,
        };
        let citations = start.map(citation).into_iter().collect();
        let document = Document { blocks, citations, ..Document::default() };
        let mut found = Vec::new();
        check(&document, &mut found);
        found.into_iter().map(|anomaly| anomaly.severity).collect()
    }

    #[test]
    fn legends_that_follow_one_pattern_are_no_alarm() {
        let legend = "The abundances measured in our samples as a function of";
        let (mass, depth) = (format!("{legend} mass, in stone."), format!("{legend} depth, in feet."));
        assert_eq!(severities(&mass, &depth, Some("solid line")), [Severity::Info]);
        let other = "Weirs of oak were built long before.";
        assert_eq!(severities(&mass, other, Some("solid line")), [Severity::Warning]);
        assert_eq!(severities(&mass, other, Some("oak")), [Severity::Info], "it cites elsewhere");
        assert_eq!(severities(&mass, other, None), [Severity::Info]);
    }
}
