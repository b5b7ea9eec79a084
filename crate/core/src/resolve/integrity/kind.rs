//! What kinds of works an index of papers may lack, or has in several versions.

use super::entry::{BibEntry, Claim, VENUE_FIELDS};
use super::plain::plain;
use crate::resolve::eligible::is_press;
use crate::sources::{Record, WorkKind};

/// Types of entries that indexes of papers often lack; a `misc` with an identifier is a preprint.
const GREY: [&str; 39] = [
    "artwork",
    "audio",
    "book",
    "bookinbook",
    "booklet",
    "collection",
    "dataset",
    "electronic",
    "image",
    "inbook",
    "incollection",
    "inreference",
    "jurisdiction",
    "legal",
    "legislation",
    "letter",
    "manual",
    "mastersthesis",
    "misc",
    "movie",
    "music",
    "mvbook",
    "online",
    "patent",
    "performance",
    "periodical",
    "phdthesis",
    "proceedings",
    "reference",
    "report",
    "software",
    "standard",
    "suppbook",
    "techreport",
    "thesis",
    "unpublished",
    "video",
    "webpage",
    "www",
];

/// Whether an index of papers may well lack the work, so that its absence says nothing.
pub(super) fn is_grey(entry: &BibEntry, claim: &Claim) -> bool {
    let identified = claim.identifiers.doi.is_some() || claim.identifiers.arxiv.is_some();
    let in_press = || entry.first(&VENUE_FIELDS).map(plain).is_some_and(|venue| is_press(&venue));
    !identified && (GREY.contains(&entry.kind.as_str()) || in_press())
}

/// Types whose works come in editions, or as articles later, under one title but of other years and authors.
const IN_VERSIONS: [&str; 17] = [
    "book",
    "booklet",
    "bookinbook",
    "collection",
    "inbook",
    "incollection",
    "inreference",
    "manual",
    "mastersthesis",
    "mvbook",
    "phdthesis",
    "proceedings",
    "reference",
    "report",
    "techreport",
    "thesis",
    "unpublished",
];

/// Whether the work may have other versions, editions for one, than those that the indexes have.
pub(crate) fn comes_in_versions(entry: &BibEntry) -> bool {
    IN_VERSIONS.contains(&entry.kind.as_str())
}

/// Whether the entry is of a paper in proceedings.
pub(super) fn is_of_meeting(entry: &BibEntry) -> bool {
    matches!(entry.kind.as_str(), "inproceedings" | "conference")
}

/// Whether the entry is of a book or a part of one: another edition may have another publisher, year and more authors.
pub(super) fn is_of_edition(entry: &BibEntry) -> bool {
    let parts =
        ["book", "bookinbook", "collection", "inbook", "incollection", "inreference", "mvbook", "reference"];
    parts.contains(&entry.kind.as_str())
}

/// Whether the entry is of what is titled anew with each release.
pub(crate) fn is_released(entry: &BibEntry) -> bool {
    matches!(entry.kind.as_str(), "software" | "dataset" | "softwareversion")
        || matches!(entry.kind.as_str(), "misc" | "manual" | "online" | "electronic" | "www")
            && entry.field("version").is_some()
}

/// Whether a record is of one of several releases: software or data, each with a year of its own.
pub(super) fn is_release(record: &Record) -> bool {
    let named = |name: &str| {
        let name = name.to_lowercase();
        ["software", "dataset", "computer program", "code", "model"].iter().any(|kind| name.contains(kind))
    };
    record.kind == WorkKind::Grey && record.type_name.as_deref().is_some_and(named)
}
