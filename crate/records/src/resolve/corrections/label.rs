//! Six labels for nine fields: how an entry's field compares with the work it means (clibib).

use serde::{Deserialize, Serialize};

use super::{significant_words, venue_names};
use crate::resolve::authors::family_key;
use crate::resolve::integrity::{
    AuthorMatch, BibEntry, BibField, ParsedEntry, TitleMatch, compare_authors, compare_titles,
    is_preprint_record, number_parts, work_doi,
};
use crate::resolve::venue::{VenueMatch, compare_venues, is_preprint_server};
use crate::sources::{Record, WorkKind};

/// All nine.
pub const FIELDS: [BibField; 9] = [
    BibField::EntryType,
    BibField::Author,
    BibField::Title,
    BibField::Year,
    BibField::Venue,
    BibField::Volume,
    BibField::Number,
    BibField::Pages,
    BibField::Doi,
];

/// The six labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldLabel {
    /// As in some version of the work.
    Correct,
    /// The work has it, the entry does not.
    Missing,
    /// Overlaps meaningfully.
    Partial,
    /// Clearly another work's.
    Substituted,
    /// Of no known work.
    Fabricated,
    /// The work has no such field, as far as is known.
    NotApplicable,
}

/// How the errors of an entry lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorMode {
    /// No field is wrong.
    None,
    /// Three fields or more are another work's.
    Wholesale,
    /// One or two fields are wrong or missing.
    Isolated,
    /// Anything else.
    Mixed,
}

/// Labels one field. `versions` are records of the work; `other` is a work that the entry may have been confused with:
/// only its values make a field [`FieldLabel::Substituted`].
pub fn label_field(
    field: BibField,
    entry: &BibEntry,
    versions: &[&Record],
    other: Option<&Record>,
) -> FieldLabel {
    let compared: Vec<Likeness> =
        versions.iter().filter_map(|record| likeness(field, entry, record)).collect();
    let there = is_there(field, entry);
    match (there, compared.iter().max()) {
        (_, None) => FieldLabel::NotApplicable,
        (false, Some(_)) => FieldLabel::Missing,
        (true, Some(Likeness::Same)) => FieldLabel::Correct,
        (true, Some(Likeness::Overlapping)) => FieldLabel::Partial,
        (true, Some(Likeness::Unlike)) => match other.and_then(|other| likeness(field, entry, other)) {
            Some(Likeness::Same) => FieldLabel::Substituted,
            _ => FieldLabel::Fabricated,
        },
    }
}

/// Labels one field of an entry by the entry as it should be; `other` is one that it may have been confused with, as in
/// [`label_field`].
pub fn label_against(
    field: BibField,
    entry: &BibEntry,
    right: &BibEntry,
    other: Option<&BibEntry>,
) -> FieldLabel {
    if field == BibField::EntryType {
        return label_kind(&entry.kind, &right.kind, other.map(|other| other.kind.as_str()));
    }
    let other = other.map(as_record);
    label_field(field, entry, &[&as_record(right)], other.as_ref())
}

fn label_kind(kind: &str, right: &str, other: Option<&str>) -> FieldLabel {
    match kind {
        _ if right.is_empty() => FieldLabel::NotApplicable,
        "" => FieldLabel::Missing,
        kind if kind == right => FieldLabel::Correct,
        // "Anything else" says nothing wrong.
        "misc" => FieldLabel::Partial,
        kind if Some(kind) == other => FieldLabel::Substituted,
        _ => FieldLabel::Fabricated,
    }
}

/// What an entry says, as a record of its work.
fn as_record(entry: &BibEntry) -> Record {
    let text = |names: &[&str]| entry.first(names).map(str::to_owned);
    let claim = ParsedEntry::of(entry);
    Record {
        title: claim.title,
        authors: claim.authors,
        year: claim.year,
        venue: claim.venue,
        volume: text(&["volume"]),
        issue: text(&["number", "issue"]),
        pages: text(&["pages"]),
        identifiers: claim.identifiers,
        ..Record::default()
    }
}

/// Whether a field of two entries says the same but for bibliographic noise. Fields that only one of them has differ.
pub fn is_same_field(field: &str, left: &BibEntry, right: &BibEntry) -> bool {
    let (left_claim, right_claim) = (ParsedEntry::of(left), ParsedEntry::of(right));
    match (field, left.field(field), right.field(field)) {
        (_, None, None) => true,
        (_, None, _) | (_, _, None) => false,
        ("author", ..) => {
            let found =
                compare_authors(&left_claim.authors, left_claim.truncated, &right_claim.authors, false);
            let cut = right_claim.truncated && matches!(found, AuthorMatch::Extended { .. });
            cut || matches!(found, AuthorMatch::Same { .. })
        }
        ("title", ..) => {
            matches!(
                compare_titles(&left_claim.title, &right_claim.title, false),
                TitleMatch::Same | TitleMatch::Subtitle
            )
        }
        ("doi", ..) => left_claim.identifiers.doi == right_claim.identifiers.doi,
        ("journal" | "booktitle", Some(left), Some(right)) => compare_venues(left, right) == VenueMatch::Same,
        (_, Some(left), Some(right)) => numbers(Some(left), right) == Likeness::Same,
    }
}

impl FieldLabel {
    /// Whether it is an error; a missing field is one.
    pub fn is_error(self) -> bool {
        matches!(self, Self::Missing | Self::Partial | Self::Substituted | Self::Fabricated)
    }
}

/// How the errors lie among an entry's labels (clibib, section 4.6).
pub fn error_mode(labels: &[FieldLabel]) -> ErrorMode {
    let count = |wanted: &dyn Fn(FieldLabel) -> bool| labels.iter().filter(|label| wanted(**label)).count();
    match (count(&FieldLabel::is_error), count(&|label| label == FieldLabel::Substituted)) {
        (0, _) => ErrorMode::None,
        (_, 3..) => ErrorMode::Wholesale,
        (1 | 2, _) => ErrorMode::Isolated,
        _ => ErrorMode::Mixed,
    }
}

/// How an entry's authors agree with those of the entry as it should be, by criteria that grow stricter (clibib, table 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuthorAgreement {
    /// The first author's family name is right.
    pub first: bool,
    /// All family names are, in whatever order.
    pub set: bool,
    /// All are, in their order.
    pub ordered: bool,
}

/// Compares the authors of two entries; none where the right one names nobody.
pub fn author_agreement(entry: &BibEntry, right: &BibEntry) -> Option<AuthorAgreement> {
    let names = |entry: &BibEntry| -> Vec<String> {
        ParsedEntry::of(entry).authors.iter().map(family_key).filter(|name| !name.is_empty()).collect()
    };
    let (own, right) = (names(entry), names(right));
    let first = right.first()?;
    let sorted = |names: &[String]| {
        let mut names = names.to_vec();
        names.sort_unstable();
        names
    };
    Some(AuthorAgreement {
        first: own.first() == Some(first),
        set: sorted(&own) == sorted(&right),
        ordered: own == right,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    Unlike,
    Overlapping,
    Same,
}

impl Likeness {
    fn of(same: bool, overlapping: bool) -> Self {
        match (same, overlapping) {
            (true, _) => Self::Same,
            (false, true) => Self::Overlapping,
            (false, false) => Self::Unlike,
        }
    }
}

fn is_there(field: BibField, entry: &BibEntry) -> bool {
    let claim = ParsedEntry::of(entry);
    match field {
        BibField::EntryType => !entry.kind.is_empty(),
        BibField::Author => !claim.authors.is_empty(),
        BibField::Title => !claim.title.is_empty(),
        BibField::Year => claim.year.is_some(),
        BibField::Venue => claim.venue.is_some(),
        BibField::Volume => entry.field("volume").is_some(),
        BibField::Number => entry.first(&["number", "issue"]).is_some(),
        BibField::Pages => entry.field("pages").is_some(),
        BibField::Doi => claim.identifiers.doi.is_some(),
    }
}

/// How an entry's field compares with a record's; none where the record has none.
fn likeness(field: BibField, entry: &BibEntry, record: &Record) -> Option<Likeness> {
    let claim = ParsedEntry::of(entry);
    Some(match field {
        BibField::EntryType => {
            let kinds: &[&str] = match record.kind {
                WorkKind::Book => &["book", "inbook", "incollection", "proceedings", "collection"],
                WorkKind::Preprint => &["misc", "article", "unpublished", "online", "techreport", "report"],
                _ => return None,
            };
            Likeness::of(kinds.contains(&entry.kind.as_str()), false)
        }
        BibField::Author => {
            if record.authors.is_empty() {
                return None;
            }
            let found = compare_authors(&claim.authors, claim.truncated, &record.authors, false);
            if found == AuthorMatch::Unknown && !claim.authors.is_empty() {
                return None;
            }
            let shared = matches!(found, AuthorMatch::Different { shared: 1.., .. });
            let cut = matches!(found, AuthorMatch::Shortened { .. } | AuthorMatch::Extended { .. });
            Likeness::of(matches!(found, AuthorMatch::Same { .. }), shared || cut)
        }
        BibField::Title => match compare_titles(&claim.title, &record.title, false) {
            TitleMatch::Same | TitleMatch::Subtitle => Likeness::Same,
            TitleMatch::Untitled => return None,
            TitleMatch::About | TitleMatch::Misspelt | TitleMatch::Renamed(_) | TitleMatch::Different(_) => {
                let (left, right) = (significant_words(&claim.title), significant_words(&record.title));
                let shared = left.intersection(&right).count();
                Likeness::of(false, shared * 2 >= left.len().max(1))
            }
        },
        BibField::Year => {
            let same = claim.year.is_some_and(|year| record.is_of_year(year));
            Likeness::of(same, false).filter_record(record.year.is_some())?
        }
        BibField::Venue => {
            let known: Vec<&str> = venue_names(record).collect();
            if known.is_empty() {
                return None;
            }
            let venue = claim.venue.unwrap_or_default();
            let preprint = is_preprint_server(&venue) && is_preprint_record(record);
            let same = preprint || known.iter().any(|name| compare_venues(&venue, name) == VenueMatch::Same);
            let words = significant_words(&venue);
            let overlaps = known
                .iter()
                .any(|name| words.intersection(&significant_words(name)).count() * 2 > words.len());
            Likeness::of(same, overlaps)
        }
        BibField::Volume => numbers(entry.field("volume"), record.volume.as_deref()?),
        BibField::Number => numbers(entry.first(&["number", "issue"]), record.issue.as_deref()?),
        BibField::Pages => numbers(entry.field("pages"), record.pages.as_deref()?),
        BibField::Doi => {
            let doi = work_doi(record.identifiers.doi.as_deref()?);
            let own = claim.identifiers.doi.unwrap_or_default();
            let prefix = |doi: &str| doi.split('/').next().unwrap_or_default().to_owned();
            Likeness::of(own == doi, prefix(&own) == prefix(&doi) && doi.starts_with(&own))
        }
    })
}

impl Likeness {
    fn filter_record(self, has_value: bool) -> Option<Self> {
        has_value.then_some(self)
    }
}

fn numbers(entry: Option<&str>, record: &str) -> Likeness {
    let (own, known) = (number_parts(entry.unwrap_or_default()), number_parts(record));
    Likeness::of(own == known, !own.is_empty() && own.first() == known.first())
}
