//! The entries of a BibTeX file as they are checked, with the places that edits are written to.

use std::collections::HashMap;
use std::ops::Range;

use crate::resolve::integrity::BibEntry;
use citelight_document::document::bibliography::{BibtexEntry, bibtex_entries, is_auxiliary};

/// An entry of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpannedEntry {
    /// The entry as it is checked: abbreviations of `@string` written out, with what it inherits (`crossref`, `xdata`).
    pub entry: BibEntry,
    /// Bytes of the fields' values, delimiters included, by field name; of a field given twice, the first.
    pub values: HashMap<String, Range<usize>>,
    /// Bytes of the fields from name to value, in order.
    pub fields: Vec<Range<usize>>,
    /// Bytes of the entry from `@` to its end.
    pub range: Range<usize>,
    /// Line of its first character, from 1.
    pub line: u32,
    /// Keys of the entries that inherited fields stand in, by field name.
    pub inherited: HashMap<String, String>,
    /// Nothing in it was skipped, so that it can be edited.
    pub is_sound: bool,
}

impl SpannedEntry {
    /// Whether it only holds fields for others, or settings.
    pub fn is_auxiliary(&self) -> bool {
        is_auxiliary(&self.entry.kind)
    }
}

/// Reads the entries of a file in order.
pub fn read_bibtex(text: &str) -> Vec<SpannedEntry> {
    let one = |read: BibtexEntry| {
        let mut entry = BibEntry { key: read.key, kind: read.kind, ..BibEntry::default() };
        let mut values = HashMap::new();
        for field in read.fields {
            values.insert(field.name.clone(), field.value);
            entry.fields.insert(field.name, field.text);
        }
        let mut inherited = HashMap::new();
        for field in read.inherited {
            inherited.insert(field.name.clone(), field.from);
            entry.fields.insert(field.name, field.text);
        }
        SpannedEntry {
            entry,
            values,
            fields: read.spans,
            range: read.range,
            line: read.line,
            inherited,
            is_sound: read.is_sound,
        }
    };
    bibtex_entries(text).entries.into_iter().map(one).collect()
}
