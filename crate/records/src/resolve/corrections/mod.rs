//! Two-stage revision (clibib): look a record up, then correct the entry's fields by it.
//!
//! Nothing changes unless a record passes the gate (title Jaccard ≥ 0.3) and is of the same work and of the version that
//! the entry cites. Then the fields that the check found to differ take that record's values, and missing ones are added.
//! No field comes from another record, and where the check concludes nothing, nothing changes.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::sources::Record;

mod base;
pub mod label;
mod merge;
mod propose;
mod spans;
mod usable;
mod write;

pub use label::is_same_field;
pub use propose::propose;
pub use spans::{SpannedEntry, read_bibtex};
pub use write::apply;

/// What an edit calls the type of the entry. The field of the venue takes the name that goes with it.
pub const ENTRY_TYPE: &str = "entry type";

/// The name that a field has once the entry is of that type.
pub fn renamed<'a>(field: &'a str, kind: Option<&str>) -> &'a str {
    match (field, kind) {
        ("journal", Some("inproceedings")) => "booktitle",
        ("booktitle", Some("article")) => "journal",
        _ => field,
    }
}

/// A change of one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FieldEdit {
    /// BibTeX field, lower case; `entry type` for the type of the entry.
    pub field: String,
    /// Its value before; none where it was missing.
    pub old: Option<String>,
    /// Its value after, as it is written between the delimiters of a BibTeX file.
    pub new: String,
    /// Why, in one sentence.
    pub reason: String,
}

/// What revision comes to for one entry.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Revision {
    /// The edits, in BibTeX's usual order of fields.
    pub edits: Vec<FieldEdit>,
    /// Why nothing is edited; none where something is, or where nothing needs to be.
    pub kept_because: Option<String>,
}

impl Revision {
    /// Nothing is edited.
    fn kept(why: impl Into<String>) -> Self {
        Self { edits: Vec::new(), kept_because: Some(why.into()) }
    }
}

/// Title Jaccard under which a record is not looked at (clibib, stage one).
const GATE: f64 = 0.3;
/// Title overlap from which a record with the entry's first author and year is the same work (clibib, stage two).
const OVERLAP: f64 = 0.85;
/// Title Jaccard from which a title is the work's where everything else is.
const HALF: f64 = 0.5;

/// Words that say nothing about a title.
const STOPWORDS: [&str; 24] = [
    "the", "of", "and", "for", "in", "on", "with", "to", "an", "by", "from", "at", "via", "is", "are", "as",
    "using", "into", "its", "or", "be", "can", "do", "how",
];

/// The significant words of a title: stopwords and one-letter words dropped.
fn significant_words(title: &str) -> BTreeSet<String> {
    let words = super::integrity::title_words(title).into_iter();
    words.filter(|word| word.chars().count() > 1 && !STOPWORDS.contains(&word.as_str())).collect()
}

/// Jaccard index of two titles' significant words.
pub fn title_jaccard(left: &str, right: &str) -> f64 {
    let (left, right) = (significant_words(left), significant_words(right));
    let shared = left.intersection(&right).count();
    shared as f64 / (left.len() + right.len() - shared).max(1) as f64
}

/// The names of a record's venue.
fn venue_names(record: &Record) -> impl Iterator<Item = &str> {
    let names = [record.venue.as_deref(), record.venue_short.as_deref()].into_iter().flatten();
    names.filter(|name| !name.trim().is_empty())
}

#[cfg(test)]
mod abstain_tests;
#[cfg(test)]
mod tests;
