//! The document as surfaces and exports see it.

use std::ops::Range;

use super::event::{CitationView, DocumentView, ReferenceView};
use citelight_document::citation::{Citation, Reference};
use citelight_document::document::Document;
use citelight_document::markup::{Locator, locator_of};

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
        (Some(block), Some(range)) => locator_of(block, range),
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
        read_from_image: document.transcribed_citation(citation).map(|page| page.page + 1),
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
        read_from_image: reference.transcribed.map(|page| page + 1),
    }
}
