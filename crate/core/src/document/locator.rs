//! Where a stretch of text stands in the original, exactly and re-findably.

use serde::{Deserialize, Serialize};

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
