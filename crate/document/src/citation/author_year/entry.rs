//! What scoring needs to know of one entry of the reference list.

use std::collections::BTreeSet;

use super::body::Body;

/// What scoring needs to know of one entry.
#[derive(Debug)]
pub(super) struct Entry {
    /// Folded family names, each as its words.
    pub(super) authors: Vec<Vec<String>>,
    /// Folded initials of the given names.
    pub(super) initials: Vec<Option<char>>,
    pub(super) truncated: bool,
    pub(super) suffix: Option<char>,
    /// The year of the work is not known; years that the entry prints stand for it.
    pub(super) undated: bool,
    /// Folded beginning of the raw text, for entries whose authors could not be told apart or that have none.
    pub(super) head: String,
    /// Folded title, without its article; empty if it is not known.
    pub(super) title: String,
    /// The body that signs the work, if one does.
    pub(super) body: Body,
    /// Acronyms that the letters of an organisation's name make.
    pub(super) derived: BTreeSet<String>,
}

impl Entry {
    /// Whether the first author has no given name: an organisation, a single name, or the title in the author's place.
    pub(super) fn is_nameless(&self) -> bool {
        self.initials.first().is_none_or(Option::is_none)
    }
}
