//! The text around an anomaly whose cause the checks cannot tell: what somebody would look at who is asked about it.

use std::ops::Range;

use crate::document::{Anomaly, AnomalyKind, Document, Severity};

/// Characters that are shown before and after a place.
const AROUND: usize = 400;
/// Blocks between the two ends of a place that are shown, too.
const MOST_BETWEEN: usize = 3;
/// Characters from which words stand for a place; shorter ones must be a whole block (a heading).
const LEAST: usize = 12;

/// Words of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Spot {
    block: usize,
    range: Range<usize>,
}

/// The paragraphs around an anomaly, cut to what is near, in reading order. Empty where the anomaly is explained, harmless,
/// or names no words of the text.
pub fn paragraphs_at(document: &Document, anomaly: &Anomaly) -> Vec<String> {
    let is_open = matches!(
        anomaly.kind,
        AnomalyKind::BrokenSentence
            | AnomalyKind::DuplicateText
            | AnomalyKind::OutOfOrder
            | AnomalyKind::NumberGap
    );
    if !is_open || anomaly.severity != Severity::Warning {
        return Vec::new();
    }
    let shown = match anomaly.place.split_once(" | ") {
        Some((end, start)) => between(document, end, start),
        None => around(document, &anomaly.place),
    };
    shown.into_iter().filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

/// What stands at the two ends of a place and, if it is little, between them.
fn between<'d>(document: &'d Document, end: &str, start: &str) -> Vec<&'d str> {
    let Some(first) = spots(document, end, 0).next() else { return Vec::new() };
    let second = spots(document, start, first.block)
        .find(|spot| spot.block > first.block || spot.range.start >= first.range.end);
    let Some(second) = second else { return vec![near(document, &first)] };
    if second.block == first.block {
        let whole = Spot { block: first.block, range: first.range.start..second.range.end };
        if whole.range.len() <= 4 * AROUND {
            return vec![near(document, &whole)];
        }
    }
    let inner = first.block + 1..second.block;
    let inner = if inner.len() <= MOST_BETWEEN { inner } else { 0..0 };
    let mut shown = vec![near(document, &first)];
    shown.extend(inner.map(|block| near(document, &Spot { block, range: 0..0 })));
    shown.push(near(document, &second));
    shown
}

/// What stands at a place, wherever it does; around the only one, the neighbouring blocks.
fn around<'d>(document: &'d Document, place: &str) -> Vec<&'d str> {
    let found: Vec<Spot> = spots(document, place, 0).take(2).collect();
    let [only] = found.as_slice() else {
        return found.iter().map(|spot| near(document, spot)).collect();
    };
    let before = only.block.checked_sub(1).and_then(|block| {
        let length = document.blocks.get(block)?.text.len();
        Some(near(document, &Spot { block, range: length..length }))
    });
    let after = Spot { block: only.block + 1, range: 0..0 };
    before.into_iter().chain([near(document, only), near(document, &after)]).collect()
}

/// Where words stand, from a block on.
fn spots<'d>(document: &'d Document, words: &'d str, from: usize) -> impl Iterator<Item = Spot> + 'd {
    let says_enough = words.chars().count() >= LEAST;
    document.blocks.iter().enumerate().skip(from).filter_map(move |(block, own)| {
        let start = if says_enough { own.text.rfind(words)? } else { (own.text == words).then_some(0)? };
        Some(Spot { block, range: start..start + words.len() })
    })
}

/// The text of a block near some of its words.
fn near<'d>(document: &'d Document, spot: &Spot) -> &'d str {
    let text = document.blocks.get(spot.block).map_or("", |block| block.text.as_str());
    let (Some(before), Some(after)) = (text.get(..spot.range.start), text.get(spot.range.end..)) else {
        return "";
    };
    let start = before.char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
    let end = after.char_indices().nth(AROUND).map_or(text.len(), |(at, _)| spot.range.end + at);
    text.get(start..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markup::{Block, BlockKind};

    fn block(kind: BlockKind, text: &str) -> Block {
        let (sentences, origins) = (Vec::new(), Vec::new());
        Block { kind, text: text.to_owned(), section: Vec::new(), sentences, origins }
    }

    fn document() -> Document {
        let long = format!("{}the yield was measured by the", "Filler before it all. ".repeat(60));
        Document {
            blocks: vec![
                block(BlockKind::Paragraph, &long),
                block(BlockKind::Caption, "Fig. 1. Forty weirs."),
                block(BlockKind::Paragraph, "Soil held more lime than was expected of it."),
                block(BlockKind::Heading(1), "5 Results"),
                block(BlockKind::Paragraph, "Soil held more lime than was expected of it."),
            ],
            ..Document::default()
        }
    }

    fn at(kind: AnomalyKind, severity: Severity, place: &str) -> Vec<String> {
        let (place, hint) = (place.to_owned(), String::new());
        paragraphs_at(&document(), &Anomaly { kind, severity, place, hint })
    }

    #[test]
    fn a_seam_is_shown_with_what_stands_between() {
        let seam = "the yield was measured by the | Soil held more lime";
        let shown = at(AnomalyKind::BrokenSentence, Severity::Warning, seam);
        assert_eq!(shown.len(), 3);
        assert!(shown[0].ends_with("measured by the") && shown[0].len() < AROUND + 40);
        assert_eq!(shown[1], "Fig. 1. Forty weirs.");
        assert!(shown[2].starts_with("Soil held"));
    }

    #[test]
    fn what_stands_twice_is_shown_twice_and_a_heading_with_its_neighbours() {
        let twice = at(AnomalyKind::DuplicateText, Severity::Warning, "Soil held more lime");
        assert_eq!(twice.len(), 2);
        let heading = at(AnomalyKind::NumberGap, Severity::Warning, "5 Results");
        assert_eq!(heading.len(), 3);
        assert_eq!(heading[1], "5 Results");
    }

    #[test]
    fn what_is_explained_harmless_or_nowhere_is_not_shown() {
        assert!(at(AnomalyKind::BrokenSentence, Severity::Info, "Soil held more lime").is_empty());
        assert!(at(AnomalyKind::Truncated, Severity::Warning, "Soil held more lime").is_empty());
        assert!(at(AnomalyKind::NumberGap, Severity::Warning, "Figure 3").is_empty());
        assert!(at(AnomalyKind::NumberGap, Severity::Warning, "").is_empty());
    }

    proptest::proptest! {
        #[test]
        fn no_place_panics(place in "[a-zé |.]{0,30}", texts in proptest::collection::vec("[a-zé |.]{0,60}", 0..5)) {
            let blocks = texts.iter().map(|text| block(BlockKind::Paragraph, text)).collect();
            let document = Document { blocks, ..Document::default() };
            let (kind, severity, hint) = (AnomalyKind::OutOfOrder, Severity::Warning, String::new());
            paragraphs_at(&document, &Anomaly { kind, severity, place, hint });
        }
    }
}
