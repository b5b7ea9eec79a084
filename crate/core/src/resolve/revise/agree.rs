//! What the records of one work say together, field by field.

use std::collections::BTreeMap;

use super::Records;
use crate::resolve::integrity::{is_preprint_record, work_doi};
use crate::resolve::venue::{VenueMatch, compare_venues, is_preprint_server};
use crate::sources::Record;
use crate::text::person::Person;

/// The value that most records give; of equally many, the one given first.
fn most<T: Ord + Clone>(values: impl Iterator<Item = T>) -> Option<(T, usize)> {
    let mut counts: BTreeMap<T, (usize, usize)> = BTreeMap::new();
    for (at, value) in values.enumerate() {
        let count = counts.entry(value).or_insert((0, at));
        count.0 += 1;
    }
    counts
        .into_iter()
        .max_by(|left, right| left.1.0.cmp(&right.1.0).then(right.1.1.cmp(&left.1.1)))
        .map(|(value, (count, _))| (value, count))
}

/// Published versions, or all where there are none.
fn published<'a>(records: &Records<'a>) -> Records<'a> {
    let published: Records<'a> =
        records.iter().copied().filter(|record| !is_preprint_record(record)).collect();
    if published.is_empty() { records.clone() } else { published }
}

/// The year, and how many records give it.
pub(super) fn year(records: &Records<'_>) -> Option<(i32, usize)> {
    most(published(records).iter().filter_map(|record| record.year))
}

/// The longest title: records drop subtitles, they do not add any.
pub(super) fn title<'a>(records: &Records<'a>) -> Option<&'a str> {
    published(records).iter().map(|record| record.title.as_str()).max_by_key(|title| title.chars().count())
}

/// The longest list of authors, of these the one with the fullest names.
pub(super) fn authors<'a>(records: &Records<'a>) -> Option<&'a [Person]> {
    published(records)
        .iter()
        .map(|record| record.authors.as_slice())
        .filter(|authors| !authors.is_empty())
        .max_by_key(|authors| (authors.len(), fullness(authors)))
}

/// Letters of the given names: initials have few.
fn fullness(authors: &[Person]) -> usize {
    authors.iter().map(|person| person.given.chars().filter(|c| c.is_alphabetic()).count()).sum()
}

/// The venue by the name that says most, of those that most records mean.
pub(super) fn venue(records: &Records<'_>) -> Option<String> {
    let names: Vec<&str> = published(records)
        .iter()
        .filter_map(|record| {
            record.venue.as_deref().filter(|name| !name.trim().is_empty()).or(record.venue_short.as_deref())
        })
        .filter(|name| !name.trim().is_empty() && !is_preprint_server(name))
        .collect();
    let votes =
        |name: &str| names.iter().filter(|other| compare_venues(name, other) == VenueMatch::Same).count();
    names.iter().max_by_key(|name| (votes(name), name.chars().count())).map(|name| (*name).to_owned())
}

/// The DOI that most records give.
pub(super) fn doi(records: &Records<'_>) -> Option<String> {
    most(published(records).iter().filter_map(|record| record.identifiers.doi.as_deref()).map(work_doi))
        .map(|(doi, _)| doi)
}

/// Volume, issue or pages that most records give.
pub(super) fn numbers(records: &Records<'_>, field: fn(&Record) -> Option<&str>) -> Option<String> {
    let values = published(records).into_iter().filter_map(field).filter(|value| !value.trim().is_empty());
    most(values.map(str::to_owned)).map(|(value, _)| value)
}
