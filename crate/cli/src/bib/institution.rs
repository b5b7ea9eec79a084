//! What the index knows of the institution of a thesis or a report: no index of papers has the work itself.

use citelight::resolve::integrity::{BibEntry, EntryReport, Label, plain_text};

use super::sources::Sources;

/// Fields that name an institution.
const FIELDS: [&str; 3] = ["school", "institution", "organization"];

/// Says which institution an entry names whose work nobody has, if ROR's data in the index know exactly one of that name.
pub(super) fn note(entry: &BibEntry, sources: &Sources, report: &mut EntryReport) {
    let (Some(index), Label::Uncertain) = (sources.index(), report.label) else { return };
    let Some(named) = FIELDS.iter().find_map(|field| entry.field(field)) else { return };
    if let Ok(Some(found)) = index.organization(&plain_text(named)) {
        report.hints.push(format!(
            "The institution is {} ({}), says ROR; whether the work exists is not known.",
            found.name, found.id
        ));
    }
}
