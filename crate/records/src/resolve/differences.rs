//! Field by field: where a reference and its record differ beyond bibliographic noise.

use super::authors::{family_key, family_keys, share_in_text, shown};
use super::venue::{is_preprint_server, same_venue};
use crate::sources::title_marks::unmarked;
use crate::sources::{Record, WorkKind};
use citelight_document::citation::Reference;
use citelight_types::finding::{Field, FieldDifference};
use citelight_types::identifiers::is_arxiv_doi;
use citelight_types::text::normalise::fold;
use citelight_types::text::titles::title_similarity;

/// Titles this alike differ in hyphens, mathematics and typing only.
const SAME_TITLE: f64 = 0.95;
/// Years by which a printed issue may follow the article's first appearance.
const ISSUE_LAG: i32 = 1;
/// Years by which a preprint may precede its publication.
const PREPRINT_LAG: i32 = 3;

/// The fields in which the two differ. Fields that either lacks do not differ, nor do those of an entry that may be misread.
pub fn differences(reference: &Reference, record: &Record) -> Vec<FieldDifference> {
    if reference.transcribed.is_some() {
        return Vec::new();
    }
    [
        authors(reference, record),
        title(reference, record),
        year(reference, record),
        venue(reference, record),
        doi(reference, record),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn differs(field: Field, reference: impl Into<String>, record: impl Into<String>) -> Option<FieldDifference> {
    Some(FieldDifference { field, reference: reference.into(), record: record.into() })
}

/// A cut list ("et al.") is no difference. Where the fields were parsed from a string, only the entry's own words
/// count: a parser may have cut the list wrongly, so the authors differ only if the record's first author stands
/// nowhere in the entry. Where markup gave the names, a stranger or a silently shortened list differs too.
fn authors(reference: &Reference, record: &Record) -> Option<FieldDifference> {
    let known = family_keys(&record.authors);
    let named = family_keys(&reference.authors);
    let first = record.authors.first().map(family_key).filter(|key| !key.is_empty())?;
    if named.is_empty() {
        return None;
    }
    let absent = !named.contains(&first) && share_in_text(std::slice::from_ref(&first), &reference.raw) < 1.0;
    let given = |key: &str| {
        record.authors.iter().any(|person| fold(&person.given).split(' ').any(|word| word == key))
    };
    let stranger = || named.iter().any(|key| !known.contains(key) && !given(key));
    let shortened = !reference.truncated_authors && named.len() < known.len();
    if absent || (reference.fields_from_markup && (stranger() || shortened)) {
        return differs(Field::Authors, shown(&reference.authors), shown(&record.authors));
    }
    None
}

fn title(reference: &Reference, record: &Record) -> Option<FieldDifference> {
    let title = reference.title.as_deref()?;
    let own = unmarked(title).1;
    let is_same = |theirs: &str| {
        let (left, right) = (fold(own), fold(theirs));
        // A missing subtitle is noise.
        left.is_empty()
            || left.starts_with(&right)
            || right.starts_with(&left)
            || title_similarity(own, theirs) >= SAME_TITLE
    };
    if record.is_untitled() || record.titles().any(|theirs| is_same(unmarked(theirs).1)) {
        return None;
    }
    differs(Field::Title, title, &record.title)
}

fn year(reference: &Reference, record: &Record) -> Option<FieldDifference> {
    let (left, right) = (reference.year?, record.year?);
    let preprint = record.kind == WorkKind::Preprint
        || reference.identifiers.arxiv.is_some()
        || reference.venue.as_deref().is_some_and(is_preprint_server);
    let lag = if preprint { PREPRINT_LAG } else { ISSUE_LAG };
    let last = record.years().map_or(right, |(_, last)| last);
    if (right - lag..=last + lag).contains(&left) || record.is_of_year(left) {
        return None;
    }
    differs(Field::Year, left.to_string(), right.to_string())
}

fn venue(reference: &Reference, record: &Record) -> Option<FieldDifference> {
    let venue = reference.venue.as_deref().filter(|venue| !venue.trim().is_empty())?;
    if same_venue(venue, record) {
        return None;
    }
    differs(
        Field::Venue,
        venue,
        record.venue.as_deref().or(record.venue_short.as_deref()).unwrap_or_default(),
    )
}

fn doi(reference: &Reference, record: &Record) -> Option<FieldDifference> {
    let (left, right) = (reference.identifiers.doi.as_deref()?, record.identifiers.doi.as_deref()?);
    // The DOI of the arXiv version names the same work as the publisher's.
    if left.eq_ignore_ascii_case(right) || is_arxiv_doi(left) || is_arxiv_doi(right) {
        return None;
    }
    differs(Field::Doi, left, right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_types::text::person::Person;

    fn record() -> Record {
        Record {
            title: "Deep residual learning for image recognition".to_owned(),
            authors: ["He", "Zhang", "Ren", "Sun"].map(|family| Person::new(family, "X.")).to_vec(),
            year: Some(2016),
            venue: Some("Conference on Computer Vision and Pattern Recognition".to_owned()),
            venue_short: Some("CVPR".to_owned()),
            ..Record::default()
        }
    }

    fn reference() -> Reference {
        Reference {
            title: Some("Deep Residual Learning for Image Recognition.".to_owned()),
            authors: vec![Person::new("He", "K.")],
            truncated_authors: true,
            year: Some(2015),
            venue: Some("CVPR".to_owned()),
            ..Reference::default()
        }
    }

    #[test]
    fn noise_is_no_difference() {
        assert_eq!(differences(&reference(), &record()), Vec::new());
    }

    #[test]
    fn the_year_of_the_issue_is_no_difference() {
        let record = Record { year: Some(2012), last_year: Some(2015), ..record() };
        assert_eq!(differences(&reference(), &record), Vec::new());
        let late = Reference { year: Some(2018), ..reference() };
        assert_eq!(differences(&late, &record).len(), 1);
        let misreadable = Reference { transcribed: Some(0), ..late };
        assert_eq!(differences(&misreadable, &record), Vec::new(), "a model may have misread the year");
    }

    #[test]
    fn each_wrong_field_is_named() {
        let wrong = Reference {
            title: Some("Shallow networks for speech".to_owned()),
            authors: vec![Person::new("Miller", "K.")],
            year: Some(2011),
            venue: Some("Nature Medicine".to_owned()),
            ..reference()
        };
        let fields: Vec<Field> =
            differences(&wrong, &record()).into_iter().map(|found| found.field).collect();
        assert_eq!(fields, [Field::Authors, Field::Title, Field::Year, Field::Venue]);
    }
}
