//! The document as surfaces and exports see it.

use std::ops::Range;

use super::event::{CitationView, DocumentView, ReferenceView};
use crate::citation::{Citation, Reference};
use crate::document::{Block, Document, Locator, NodeRange, TextQuote};

/// Characters of context on either side of a quote (W3C Web Annotation leaves it open; Hypothesis takes 32).
const CONTEXT: usize = 32;

/// The view of a whole document.
pub fn view_of(document: &Document) -> DocumentView {
    let mut before = Vec::with_capacity(document.blocks.len());
    let mut total = 0usize;
    for block in &document.blocks {
        before.push(total);
        total += block.text.len();
    }
    let citations = document.citations.iter().map(|citation| {
        let offset = before.get(citation.block).copied().unwrap_or_default() + citation.range.start;
        citation_view(document, citation, offset as f64 / total.max(1) as f64)
    });
    DocumentView {
        format: document.format,
        title: document.title.clone(),
        style: document.style,
        citations: citations.collect(),
        references: document.references.iter().map(reference_view).collect(),
        anomalies: document.anomalies.clone(),
    }
}

/// The words of a citation as the reader sees them.
pub fn surface<'a>(document: &'a Document, citation: &Citation) -> &'a str {
    let block = document.blocks.get(citation.block);
    block.and_then(|block| block.text.get(citation.range.clone())).unwrap_or_default()
}

fn citation_view(document: &Document, citation: &Citation, position: f64) -> CitationView {
    let block = document.blocks.get(citation.block);
    let sentence = block.and_then(|block| block.sentences.get(citation.sentence)).cloned();
    let place = |range: Option<Range<usize>>| match (block, range) {
        (Some(block), Some(range)) => locator(block, range),
        _ => Locator::default(),
    };
    let ids = citation.references.iter().filter_map(|index| document.references.get(*index));
    CitationView {
        id: citation.id.clone(),
        surface: surface(document, citation).to_owned(),
        sentence: block.and_then(|block| block.sentence(citation.sentence)).unwrap_or_default().to_owned(),
        references: ids.map(|reference| reference.id.clone()).collect(),
        status: citation.status.clone(),
        locator: place(Some(citation.range.clone())),
        sentence_locator: place(sentence),
        position: position.clamp(0.0, 1.0),
    }
}

fn reference_view(reference: &Reference) -> ReferenceView {
    ReferenceView {
        id: reference.id.clone(),
        number: reference.number,
        label: reference.label.clone(),
        raw: reference.raw.clone(),
        authors: reference.authors.clone(),
        year: reference.year,
        title: reference.title.clone(),
        venue: reference.venue.clone(),
        volume: reference.volume.clone(),
        issue: reference.issue.clone(),
        pages: reference.pages.clone(),
        identifiers: reference.identifiers.clone(),
        locator: reference.locator.clone(),
    }
}

/// Where bytes `range` of a block stand in the original.
fn locator(block: &Block, range: Range<usize>) -> Locator {
    let text = block.text.as_str();
    let units = |range: Range<usize>| text.get(range).map_or(0, |part| part.encode_utf16().count() as u32);
    let mut ranges: Vec<NodeRange> = Vec::new();
    let mut line = 0;
    for (index, origin) in block.origins.iter().enumerate() {
        let end = block.origins.get(index + 1).map_or(text.len(), |next| next.start);
        let (start, end) = (origin.start.max(range.start), end.min(range.end));
        if start >= end {
            continue;
        }
        let first = origin.offset + units(origin.start..start);
        let last = first + units(start..end);
        line = if line == 0 { origin.line } else { line };
        match ranges.last_mut() {
            Some(open) if open.node == origin.node && open.run == origin.run => open.end = last,
            _ => ranges.push(NodeRange { node: origin.node, run: origin.run, start: first, end: last }),
        }
    }
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let skip = before.chars().count().saturating_sub(CONTEXT);
    let quote = TextQuote {
        exact: text.get(range).unwrap_or_default().to_owned(),
        prefix: before.chars().skip(skip).collect(),
        suffix: after.chars().take(CONTEXT).collect(),
    };
    Locator { ranges, quote, line }
}
