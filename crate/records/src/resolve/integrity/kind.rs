//! What kinds of works an index of papers may lack, or has in several versions.

use std::sync::LazyLock;

use regex::Regex;

use super::entry::{BibEntry, VENUE_FIELDS};
use super::plain::plain;
use crate::resolve::work_form::form_of_entry;
use crate::sources::title_marks::{TitleMark, unmarked};
use crate::sources::{Record, WorkKind};
use citelight_types::finding::WorkForm;

/// Types whose works come in editions, or as articles later, under one title but of other years and authors.
const IN_VERSIONS: [&str; 19] = [
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
    "patent",
    "phdthesis",
    "proceedings",
    "reference",
    "report",
    "standard",
    "techreport",
    "thesis",
    "unpublished",
];

/// Fields that only an entry of one version among several has.
const VERSION_FIELDS: [&str; 8] =
    ["edition", "origdate", "origyear", "origtitle", "reprinttitle", "school", "translator", "version"];
/// Fields in which people write what kind of version they mean.
const REMARKS: [&str; 7] = ["note", "howpublished", "addendum", "type", "annote", "comment", "pubstate"];

/// Whether the work may have other versions, editions for one, than those that the indexes have: by the type of the entry,
/// by its fields, or by what it says of itself or of its venue.
pub(crate) fn comes_in_versions(entry: &BibEntry) -> bool {
    let says = |name: &&str, pattern: &Pattern| {
        entry.field(name).map(plain).is_some_and(|said| is_match(pattern, &said))
    };
    let has_edition = || {
        let title = entry.field("title").map(plain).unwrap_or_default();
        unmarked(&title).0.contains(&TitleMark::Edition)
    };
    IN_VERSIONS.contains(&entry.kind.as_str())
        || VERSION_FIELDS.iter().any(|name| entry.field(name).is_some())
        || REMARKS.iter().any(|name| says(name, &VERSION))
        || VENUE_FIELDS
            .iter()
            .any(|name| says(name, &REPORT) || says(name, &REVISED) || says(name, &INSTITUTION))
        || has_edition()
        || is_no_paper(entry)
}

/// Whether the entry is of another kind of work than a paper, and has no identifier by which it would be found.
fn is_no_paper(entry: &BibEntry) -> bool {
    let identifiers = entry.identifiers();
    let is_identified = identifiers.doi.is_some() || identifiers.arxiv.is_some();
    !is_identified && form_of_entry(entry).is_some_and(|form| form != WorkForm::Paper)
}

/// A pattern; none only if it is malformed, which the tests rule out.
type Pattern = LazyLock<Option<Regex>>;

fn is_match(pattern: &Pattern, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// Theses and reports, which are often printed as articles later.
const REPORTS: &str = r"\b(?:(?:ph\.? ?d\.?|m\.? ?sc\.?|master(?:'|’)?s|doctoral|diploma|bachelor(?:'|’)?s|habilitation) (?:thesis|dissertation)|dissertation|habilitationsschrift|diplomarbeit|(?:tech(?:nical|\.)?|research|internal|project) (?:report|rep\.|memo(?:randum)?)|(?:working|discussion|white) paper)";

static REPORT: Pattern = LazyLock::new(|| Regex::new(&format!("(?i){REPORTS}")).ok());

/// What entries say of a version that is not the one most indexes have.
static VERSION: Pattern = LazyLock::new(|| {
    let others = [
        r"\bthesis\b",
        r"\b(?:reprint|reissue|facsimile|unpublished\b|manuscript\b)",
        r"\b(?:translated|translation of|english translation)\b",
        r"\b(?:first|originally|previously) (?:published|appeared)\b",
        r"\b(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|revised|new|international) ed(?:ition|n|\.)",
        r"\b(?:version |v)\d",
        r"\b(?:übersetz|nachdruck|neudruck|neuauflage|auflage\b|traduction\b|réimpression)",
    ];
    Regex::new(&format!("(?i){REPORTS}|{}", others.join("|"))).ok()
});

/// Universities, where theses and reports appear.
static INSTITUTION: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:the )?(?:univ\.|universit(?:y|ies|é|à|ät|at|eit|etet|as|atea)|universidade?|università)(?: (?:of|de|di|du|do|zu|at|the|la))*(?: [\p{Lu}][\p{L}.'’-]*){1,2}(?:, [\p{L} .,]+)?$")
        .ok()
});

/// Venues whose articles are revised under their title, each time of another year and by more authors.
static REVISED: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:cochrane database|living reviews?|encyclop(?:a?e|æ)dia|scholarpedia|statpearls|genereviews|wikipedia)\b")
        .ok()
});

/// Whether the entry is of a paper in proceedings.
pub(super) fn is_of_meeting(entry: &BibEntry) -> bool {
    matches!(entry.kind.as_str(), "inproceedings" | "conference")
}

/// Whether the entry is of what is titled anew with each release.
pub(crate) fn is_released(entry: &BibEntry) -> bool {
    let kinds = ["misc", "manual", "online", "electronic", "www", "webpage"];
    let says = |name: &&str| entry.field(name).map(plain).is_some_and(|said| is_match(&RELEASED, &said));
    matches!(entry.kind.as_str(), "software" | "dataset" | "softwareversion")
        || kinds.contains(&entry.kind.as_str())
            && (entry.field("version").is_some() || RELEASE_FIELDS.iter().any(says))
}

/// Fields that say that a work is software or data, or name where such are kept.
const RELEASE_FIELDS: [&str; 5] = ["howpublished", "publisher", "note", "type", "organization"];

static RELEASED: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:software|computer program(?:me)?|source code|data ?sets?|r package|python package|zenodo|figshare|dryad|github|gitlab|dataverse|hugging ?face|pypi|cran)\b")
        .ok()
});

/// Whether a record is of one of several releases: software or data, each with a year of its own.
pub(super) fn is_release(record: &Record) -> bool {
    let named = |name: &str| {
        let name = name.to_lowercase();
        ["software", "dataset", "computer program", "code", "model"].iter().any(|kind| name.contains(kind))
    };
    record.kind == WorkKind::Grey && record.type_name.as_deref().is_some_and(named)
}
