//! A cited work's text, ready to be searched.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use super::abbreviations::Abbreviations;
use super::lexical::LexicalIndex;
use super::signals::Reading;
use super::signals::quantity::Quantity;
use citelight_document::document::Document;
use citelight_document::document::segmented::{CitedEntry, Passage, SegmentedText};
use citelight_types::finding::Extent;

/// A source that is ready to be searched.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// Where its text came from, to be shown.
    pub origin: String,
    /// Whole text or abstract.
    pub extent: Extent,
    /// Whether stretches of the text are known to be missing: what it does not say may stand there.
    pub has_gaps: bool,
    /// Its passages in reading order.
    pub passages: Vec<Passage>,
    /// Its reference list, as far as its passages cite it.
    pub references: Vec<CitedEntry>,
    /// Claims that are put to it, at least one.
    pub claims: usize,
    /// Words of every sentence and passage, for exact search.
    pub(crate) index: LexicalIndex,
    /// Vectors of passages, by index, as far as they were needed. One audit runs with one model, so the passage alone
    /// is the key.
    pub(crate) vectors: RefCell<BTreeMap<usize, Vec<f32>>>,
    /// The same of single sentences, by passage and sentence.
    pub(crate) sentence_vectors: RefCell<BTreeMap<(usize, usize), Vec<f32>>>,
    /// Every quantity in it, once one was asked for.
    quantities: OnceCell<Vec<Quantity>>,
}

impl SourceText {
    /// A text with the indexes that a search of it needs.
    pub fn new(text: SegmentedText) -> Self {
        let SegmentedText { origin, extent, has_gaps, passages, references } = text;
        let texts = passages.iter().map(|passage| passage.text.as_str());
        let index = LexicalIndex::of(&passages, &Abbreviations::of(texts));
        Self {
            origin,
            extent,
            has_gaps,
            passages,
            references,
            claims: 1,
            index,
            vectors: RefCell::default(),
            sentence_vectors: RefCell::default(),
            quantities: OnceCell::new(),
        }
    }

    /// A parsed document as a source.
    pub fn from_document(document: &Document, origin: impl Into<String>, extent: Extent) -> Self {
        Self::new(SegmentedText::of(document, origin, extent))
    }

    /// The same source, for so many claims: they share what is embedded of it.
    pub fn shared_by(self, claims: usize) -> Self {
        Self { claims: claims.max(1), ..self }
    }

    /// Every quantity in it.
    pub fn quantities(&self) -> &[Quantity] {
        self.quantities.get_or_init(|| {
            let texts = self.passages.iter().map(|passage| passage.text.as_str());
            texts.flat_map(|text| Reading::of(text).quantities).collect()
        })
    }

    /// How many words it has: how much was read.
    pub fn words(&self) -> usize {
        self.passages.iter().map(|passage| passage.text.split_whitespace().count()).sum()
    }

    /// Whether there is anything to read.
    pub fn is_empty(&self) -> bool {
        self.passages.is_empty()
    }
}
