//! Where the records of a work differ from an entry without counting against it: volume, issue, pages, a year one off, and a
//! DOI that nobody knows, and the type of the entry. These become hints, and only where two sources agree or the DOI field holds no DOI.

use std::collections::{BTreeMap, BTreeSet};

use super::answers::Answers;
use super::entry::{BibEntry, ParsedEntry, work_doi};
use super::kind::{comes_in_versions, is_released};
use super::report::BibField;
use super::work::{Compared, names_record};
use crate::resolve::venue::{VenueMatch, compare_venues, is_preprint_server};
use crate::sources::{ApiName, Record};
use citelight_types::identifiers::is_arxiv_doi;

/// A difference and the hint that states it.
pub(super) struct Noted {
    pub(super) field: BibField,
    pub(super) sentence: String,
}

/// What is known of the entry's DOI beside the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DoiStanding {
    /// It is the work's, another's or none that exists, or doi.org knows it.
    Settled,
    /// Nobody was asked.
    Unknown,
    /// What stands in the field is no DOI.
    IsNone,
}

/// Sources that must say the same.
const ENOUGH: usize = 2;

/// The differences of an entry from the records of its work. `wrong` are those that speak against it.
pub(super) fn noted(
    entry: &BibEntry,
    claim: &ParsedEntry,
    seen: &[Compared<'_>],
    doi: DoiStanding,
    wrong: &[BibField],
) -> Vec<Noted> {
    // A preprint has no numbers, and editions and releases have their own.
    let cites_preprint = claim.venue.as_deref().is_some_and(is_preprint_server);
    if cites_preprint || comes_in_versions(entry) || is_released(entry) {
        return Vec::new();
    }
    let is_version = |record: &Record| {
        let mut names = [record.venue.as_deref(), record.venue_short.as_deref()].into_iter().flatten();
        let venue = claim.venue.as_deref().filter(|_| !wrong.contains(&BibField::Venue));
        venue.is_none_or(|venue| names.any(|name| compare_venues(venue, name) == VenueMatch::Same))
    };
    let records: Vec<&Record> = seen
        .iter()
        .filter(|seen| !seen.is_preprint() && (seen.identified || seen.authors.is_related()))
        .map(|seen| seen.record)
        .filter(|record| is_version(record))
        .collect();
    let numbers = [
        number(BibField::Volume, "volume", entry, &records, |record| record.volume.as_deref()),
        number(BibField::Number, "number", entry, &records, |record| record.issue.as_deref()),
        number(BibField::Pages, "pages", entry, &records, |record| record.pages.as_deref()),
    ];
    let year = other_year(entry, claim, seen, &records).filter(|_| !wrong.contains(&BibField::Year));
    year.into_iter()
        .chain(other_type(entry, claim, &records))
        .chain(numbers.into_iter().flatten())
        .chain(other_doi(entry, claim, &records, doi))
        .collect()
}

/// A year that no record has, where all that have one agree: it is near enough to be no error.
fn other_year(
    entry: &BibEntry,
    claim: &ParsedEntry,
    seen: &[Compared<'_>],
    records: &[&Record],
) -> Option<Noted> {
    let own = entry.first(&["year", "date"])?;
    let is_plain = own.len() == 4 && own.bytes().all(|byte| byte.is_ascii_digit());
    let year = claim.year.filter(|_| is_plain)?;
    let dated: Vec<&Record> = records.iter().copied().filter(|record| record.year.is_some()).collect();
    let known = dated.first()?.year?;
    if seen.iter().any(|seen| seen.record.is_of_year(year))
        || dated.iter().any(|record| record.year != Some(known))
    {
        return None;
    }
    (Answers::sources_of(&dated) >= ENOUGH).then(|| Noted {
        field: BibField::Year,
        sentence: format!("The sources give the year {known}, the entry {own}."),
    })
}

fn number(
    field: BibField,
    name: &str,
    entry: &BibEntry,
    records: &[&Record],
    of: fn(&Record) -> Option<&str>,
) -> Option<Noted> {
    let own = entry.field(name)?;
    let own_parts = number_parts(own);
    let given = records.iter().filter_map(|record| {
        let value = of(record)?;
        Some((record.source.as_str(), number_parts(value), value.to_owned()))
    });
    let given: Vec<(&str, Vec<String>, String)> = given.filter(|(_, parts, _)| !parts.is_empty()).collect();
    if given.iter().any(|(_, parts, _)| *parts == own_parts) {
        return None;
    }
    let known = most_given(given.into_iter())?;
    Some(Noted { field, sentence: format!("The sources give the {name} {known}, the entry {own}.") })
}

/// How BibTeX calls what a record is of, where its source says clearly that it appeared in proceedings or in a journal.
pub(crate) fn entry_type_of(record: &Record) -> Option<&'static str> {
    // Semantic Scholar calls most papers of meetings articles.
    if record.source == ApiName::SemanticScholar.as_str() {
        return None;
    }
    let name = record.type_name.as_deref()?.to_lowercase();
    match (name.contains("proceedings") || name.contains("conference"), name.contains("journal")) {
        (true, false) => Some("inproceedings"),
        (false, true) => Some("article"),
        _ => None,
    }
}

/// The name of the venue's field in an entry of that type.
fn venue_field_of(kind: &str) -> &'static str {
    if kind == "article" { "journal" } else { "booktitle" }
}

/// Another type than the sources give the work; only where the venue's field can take the name that goes with it.
fn other_type(entry: &BibEntry, claim: &ParsedEntry, records: &[&Record]) -> Option<Noted> {
    let own = match entry.kind.as_str() {
        "article" => "article",
        "inproceedings" | "conference" => "inproceedings",
        _ => return None,
    };
    let known = if own == "article" { "inproceedings" } else { "article" };
    let is_plain = entry.field(venue_field_of(own)).is_some()
        && ["crossref", "xdata", venue_field_of(known)].iter().all(|name| entry.field(name).is_none());
    let told: Vec<&Record> =
        records.iter().copied().filter(|record| entry_type_of(record).is_some()).collect();
    let agree = told.iter().all(|record| entry_type_of(record) == Some(known));
    // Whoever has the entry's own DOI knows what was registered.
    let is_sure =
        Answers::sources_of(&told) >= ENOUGH || told.iter().any(|record| names_record(claim, record));
    (is_plain && agree && is_sure).then(|| Noted {
        field: BibField::EntryType,
        sentence: format!("The sources have the work as @{known}, the entry is @{}.", entry.kind),
    })
}

/// A DOI that nobody was asked about and no record has, where two sources give the work another.
fn other_doi(entry: &BibEntry, claim: &ParsedEntry, records: &[&Record], doi: DoiStanding) -> Option<Noted> {
    let own = entry.field("doi")?;
    let is_arxiv = claim.identifiers.doi.as_deref().is_some_and(is_arxiv_doi);
    let has_it = |record: &&Record| {
        let theirs = record.identifiers.doi.as_deref().map(work_doi);
        theirs.is_some() && theirs == claim.identifiers.doi
    };
    if doi == DoiStanding::Settled || is_arxiv || records.iter().any(has_it) {
        return None;
    }
    let given = records.iter().filter_map(|record| {
        let doi = work_doi(record.identifiers.doi.as_deref()?);
        Some((record.source.as_str(), vec![doi.clone()], doi))
    });
    let known = match doi {
        DoiStanding::IsNone => given.map(|(_, _, doi)| doi).next()?,
        _ => most_given(given)?,
    };
    let sentence = format!("The sources give the DOI {known}, the entry {own}, which no source knows.");
    Some(Noted { field: BibField::Doi, sentence })
}

/// The value that most sources give, if two do and no other has as many.
fn most_given<'a>(given: impl Iterator<Item = (&'a str, Vec<String>, String)>) -> Option<String> {
    let mut by_value: BTreeMap<Vec<String>, (BTreeSet<&str>, String)> = BTreeMap::new();
    for (source, key, value) in given {
        by_value.entry(key).or_insert_with(|| (BTreeSet::new(), value)).0.insert(source);
    }
    let most = by_value.values().map(|(sources, _)| sources.len()).max().filter(|most| *most >= ENOUGH)?;
    let mut best = by_value.into_values().filter(|(sources, _)| sources.len() == most);
    let (_, value) = best.next()?;
    best.next().is_none().then_some(value)
}

/// The parts of a volume, an issue or pages, whatever the dashes: `101–12` are the pages 101 and 112.
pub(crate) fn number_parts(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let mut parts: Vec<String> = parts.map(str::to_lowercase).collect();
    if let [first, last] = parts.as_mut_slice() {
        let are_digits = [&*first, &*last].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        if are_digits && last.len() < first.len() {
            let kept = first.len() - last.len();
            *last = format!("{}{last}", first.get(..kept).unwrap_or_default());
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_whatever_the_dashes() {
        assert_eq!(number_parts("101--112"), number_parts("101–12"));
        assert_eq!(number_parts("S1"), ["s1"]);
        assert_ne!(number_parts("e101"), number_parts("101"));
        assert!(number_parts(" -- ").is_empty());
    }

    #[test]
    fn what_most_say_is_said_by_two_and_by_no_other_as_many() {
        let given = |values: &[(&'static str, &str)]| {
            most_given(
                values
                    .iter()
                    .map(|(source, value)| (*source, vec![(*value).to_owned()], (*value).to_owned())),
            )
        };
        assert_eq!(given(&[("a", "1"), ("b", "1"), ("c", "2")]).as_deref(), Some("1"));
        assert_eq!(given(&[("a", "1"), ("a", "1")]), None);
        assert_eq!(given(&[("a", "1"), ("b", "1"), ("c", "2"), ("d", "2")]), None);
        assert_eq!(given(&[("a", "1")]), None);
    }
}
