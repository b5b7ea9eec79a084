//! Where a stretch of text stands in the original, exactly and re-findably.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Origin;

/// A place in the original: exact node ranges of a snapshot, and a quote to find it again by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Locator {
    /// Ranges inside runs of text nodes, in reading order.
    pub ranges: Vec<NodeRange>,
    /// W3C TextQuoteSelector.
    pub quote: TextQuote,
    /// Line in the source file, from 1; 0 if unknown.
    pub line: u32,
    /// For PDF: boxes over the words, one a line, in reading order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<PageBox>>", optional))]
    pub boxes: Vec<PageBox>,
}

/// A box on a page of a PDF, in hundredths of a point (1/72 inch), from the lower left corner of the page as it is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageBox {
    /// The page, from 0.
    pub page: u32,
    /// Left edge.
    pub x: i32,
    /// Lower edge.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

/// A stretch of one run of adjacent text nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeRange {
    /// Tag of the parent element (see [`Origin::node`](super::Origin)).
    pub node: u32,
    /// Which run of adjacent text nodes among the element's children.
    pub run: u32,
    /// First UTF-16 code unit.
    pub start: u32,
    /// One past the last UTF-16 code unit.
    pub end: u32,
}

/// W3C Web Annotation TextQuoteSelector: the words, and 32 characters around them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TextQuote {
    /// The words themselves.
    pub exact: String,
    /// What stands before them.
    pub prefix: String,
    /// What stands after them.
    pub suffix: String,
}

/// Characters of context on each side of a quote (W3C Web Annotation leaves the number open; 32 is usual).
const CONTEXT: usize = 32;

/// Ranges of one stretch that are told: a sentence full of formulas has about a hundred.
const MOST_RANGES: usize = 128;

/// Where bytes `range` of a block's text stand in the original. Offsets that fall inside a character are moved to its
/// start; text that was made here (formulas as `$…$`) is in the quote but in no range. Of a stretch of very many pieces
/// only the first are in ranges.
pub fn locator_of(block: &super::Block, range: Range<usize>) -> Locator {
    locate(&block.text, &block.origins, range)
}

/// [`locator_of`] for text that is no block: a bibliography entry.
pub(crate) fn of_flow(flow: &super::flow::Flow, range: Range<usize>) -> Locator {
    locate(&flow.text, &flow.origins, range)
}

fn locate(text: &str, origins: &[Origin], range: Range<usize>) -> Locator {
    let start = floor(text, range.start);
    let end = floor(text, range.end).max(start);
    let first = origins.partition_point(|origin| origin.start <= start).saturating_sub(1);
    let mut ranges: Vec<NodeRange> = Vec::new();
    let mut boxes: Vec<PageBox> = Vec::new();
    let mut line = 0;
    for (index, origin) in origins.iter().enumerate().skip(first) {
        if origin.start >= end || ranges.len() > MOST_RANGES {
            break;
        }
        let next = origins.get(index + 1).map_or(text.len(), |next| next.start);
        let (from, to) = (origin.start.max(start), next.min(end));
        if line == 0 {
            line = origin.line;
        }
        if from >= to {
            continue;
        }
        if let Some(area) = origin.area {
            let stretch = &text[origin.start..next];
            cover(&mut boxes, part_of(area, stretch, from - origin.start..to - origin.start));
        }
        if !origin.verbatim {
            continue;
        }
        let before = utf16(&text[origin.start..from]);
        let length = utf16(&text[from..to]);
        let piece = NodeRange {
            node: origin.node,
            run: origin.run,
            start: origin.offset + before,
            end: origin.offset + before + length,
        };
        match ranges.last_mut() {
            // Collapsed white space parts two origins of one run: one range covers both.
            Some(last) if last.node == piece.node && last.run == piece.run && last.end <= piece.start => {
                last.end = piece.end;
            }
            _ => ranges.push(piece),
        }
    }
    ranges.truncate(MOST_RANGES);
    let quote = TextQuote {
        exact: text[start..end].to_owned(),
        prefix: tail(&text[..start]).to_owned(),
        suffix: head(&text[end..]).to_owned(),
    };
    Locator { ranges, quote, line, boxes }
}

/// The box of bytes `range` of `stretch`, whose box is `area`: letters take the room that letters usually take.
fn part_of(area: PageBox, stretch: &str, range: Range<usize>) -> PageBox {
    let advance = |text: &str| text.chars().map(usual_advance).sum::<f32>();
    let whole = advance(stretch).max(f32::EPSILON);
    let before = advance(stretch.get(..range.start).unwrap_or_default()) / whole;
    let within = advance(stretch.get(range).unwrap_or_default()) / whole;
    let width = area.width as f32;
    PageBox { x: area.x + (width * before) as i32, width: (width * within) as i32, ..area }
}

/// Adds a box; one that goes on on the same line widens the last one.
fn cover(boxes: &mut Vec<PageBox>, piece: PageBox) {
    if let Some(last) = boxes.last_mut()
        && last.page == piece.page
        && piece.y < last.y.saturating_add(last.height)
        && last.y < piece.y.saturating_add(piece.height)
        && piece.x >= last.x
        && piece.x - last.x.saturating_add(last.width) <= 2 * last.height.max(piece.height)
    {
        let right = last.x.saturating_add(last.width).max(piece.x.saturating_add(piece.width));
        let top = last.y.saturating_add(last.height).max(piece.y.saturating_add(piece.height));
        last.width = right - last.x;
        last.y = last.y.min(piece.y);
        last.height = top - last.y;
        return;
    }
    boxes.push(piece);
}

fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn utf16(text: &str) -> u32 {
    text.encode_utf16().count() as u32
}

fn head(text: &str) -> &str {
    text.char_indices().nth(CONTEXT).map_or(text, |(end, _)| &text[..end])
}

fn tail(text: &str) -> &str {
    text.char_indices().rev().nth(CONTEXT - 1).map_or(text, |(start, _)| &text[start..])
}

/// The room that a letter usually takes, in ems: only proportions within an item matter.
pub(crate) fn usual_advance(c: char) -> f32 {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | ';' | ':' | '\'' | '|' | '!' | '’' | '‘' | '`' | ' ' => 0.28,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | 'I' | '/' | '“' | '”' => 0.35,
        'm' | 'w' | 'M' | 'W' | '—' | '%' | '@' => 0.85,
        c if c.is_ascii_uppercase() => 0.68,
        c if (c as u32) < 0x2e80 => 0.5,
        _ => 1.0,
    }
}
