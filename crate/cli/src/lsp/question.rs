//! What is looked up, and what came of it.

use citelight::citation::Reference;
use citelight::export::CheckedEntry;
use citelight::resolve::corrections::FieldEdit;
use citelight::resolve::integrity::BibEntry;

/// An entry, known by all that it says: the same words need to be looked up once.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) id: String,
    pub(super) entry: BibEntry,
    /// The printed reference that it was read from.
    pub(super) reference: Option<Reference>,
}

impl Question {
    /// About an entry of a bibliography file.
    pub(super) fn of_entry(entry: BibEntry) -> Self {
        Self { id: id(&entry, ""), entry, reference: None }
    }

    /// About a printed reference.
    pub(super) fn of_reference(reference: Reference) -> Self {
        let entry = BibEntry::of_reference(&reference);
        Self { id: id(&entry, &reference.raw), entry, reference: Some(reference) }
    }
}

fn id(entry: &BibEntry, raw: &str) -> String {
    let fields = entry.fields.iter().map(|(name, value)| format!("\0{name}\0{value}"));
    format!("{}\0{}\0{raw}{}", entry.key, entry.kind, fields.collect::<String>())
}

/// What came of it.
#[derive(Debug)]
pub(super) struct Answer {
    /// The entry, judged by the policy.
    pub(super) entry: CheckedEntry,
    /// The edits that its record proposes.
    pub(super) edits: Vec<FieldEdit>,
}
