//! Marked-up text on its way to a document: trees of HTML and XML, running text with its origins, blocks, and places in the original.

use std::ops::Range;

use serde::{Deserialize, Serialize};

pub(crate) mod flow;
pub(crate) mod locator;
pub(crate) mod outline;
pub mod tree;

pub(crate) use locator::usual_advance;
pub use locator::{Locator, NodeRange, PageBox, TextQuote, locator_of};

/// One block of running text.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its text: white space collapsed, citations in the surface form the reader sees, inline math as `$…$`.
    pub text: String,
    /// Headings above it, outermost first.
    pub section: Vec<String>,
    /// Sentences as byte ranges of `text`, in order, without overlap.
    pub sentences: Vec<Range<usize>>,
    /// Where stretches of `text` came from, ordered by `start`.
    pub origins: Vec<Origin>,
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BlockKind {
    /// A heading; the level counts from 1, the document's title being level 0.
    Heading(u8),
    /// A paragraph of the abstract.
    Abstract,
    /// A paragraph of the body.
    Paragraph,
    /// An item of a list.
    ListItem,
    /// Display mathematics.
    Math,
    /// A caption of a figure or table.
    Caption,
    /// A row-by-row rendering of a table.
    Table,
    /// A footnote or endnote.
    Footnote,
}

/// Where the text from byte `start` of a block on came from, up to the next origin.
///
/// Within one origin the block's text equals the original text code unit by code unit, so a later offset is `offset`
/// plus the UTF-16 length of the text between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Byte offset in the block's text.
    pub start: usize,
    /// Tag of the parent element: the number a page-side snapshot wrote into `data-citelight`, else the
    /// element's index in document order. In LaTeX and bibliographies the file: 0 for the input itself, else one more
    /// than the companion's index.
    pub node: u32,
    /// Which run of adjacent text nodes among the element's children (comments do not part a run).
    pub run: u32,
    /// Offset in UTF-16 code units from the start of the run.
    pub offset: u32,
    /// Line in the source file, from 1; 0 if unknown.
    pub line: u32,
    /// The text stands so in the original (white space of any kind counting as equal). False for text that was made
    /// here, such as `$…$` for a formula: `node` is then the element it stands for, and a locator leaves it out.
    pub verbatim: bool,
    /// For PDF, the box of the stretch on its page; `node` is then the page from 0, `run` the item of the page's text
    /// layer, `offset` counts in that item's text.
    pub area: Option<PageBox>,
}

impl Block {
    /// The text of sentence `index`, if there is one.
    pub fn sentence(&self, index: usize) -> Option<&str> {
        self.sentences.get(index).and_then(|range| self.text.get(range.clone()))
    }

    /// Index of the sentence that holds byte `offset`.
    pub fn sentence_at(&self, offset: usize) -> Option<usize> {
        let index = self.sentences.partition_point(|range| range.end <= offset);
        self.sentences.get(index).filter(|range| range.start <= offset).map(|_| index)
    }
}
