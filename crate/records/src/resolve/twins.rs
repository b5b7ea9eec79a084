//! Several records of one title: which of them an entry means, and what happened to it.
//!
//! A paper may stand in an index beside a duplicate of it that was withdrawn, or beside the notice of its own
//! retraction, all under one title. What happened to one of them is told of another only if both are the same by an
//! identifier.

use super::venue::{VenueMatch, compare_venues, is_preprint_server, same_venue};
use crate::sources::{Record, WorkKind, WorkStatus};
use citelight_types::identifiers::Identifiers;

/// Years by which online and printed dates of one article differ.
const ISSUE_LAG: u32 = 1;

/// What an entry prints that tells records of one title apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printed<'a> {
    pub(crate) identifiers: &'a Identifiers,
    pub(crate) venue: Option<&'a str>,
    pub(crate) year: Option<i32>,
    pub(crate) volume: Option<&'a str>,
    pub(crate) pages: Option<&'a str>,
}

/// How far a record agrees with what an entry prints; the more telling parts come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Agreement {
    /// The entry's identifier is the record's.
    pub(crate) identifier: bool,
    venue: bool,
    year: bool,
    volume_and_pages: u8,
}

impl Printed<'_> {
    /// How far a record agrees; what either does not say contradicts nothing.
    pub(crate) fn agreement(&self, record: &Record) -> Agreement {
        let both_same = |own: Option<&str>, theirs: &Option<String>| {
            let (own, theirs) = (own.and_then(first_number), theirs.as_deref().and_then(first_number));
            u8::from(own.is_some() && own == theirs)
        };
        Agreement {
            identifier: is_named(self.identifiers, record),
            venue: self.venue.is_none_or(|venue| is_of_venue(venue, record)),
            year: match (self.year, record.year) {
                (Some(own), Some(theirs)) => own.abs_diff(theirs) <= ISSUE_LAG,
                _ => true,
            },
            volume_and_pages: both_same(self.volume, &record.volume) + both_same(self.pages, &record.pages),
        }
    }

    /// Whether the entry's DOI is another than the record's, and not that of a version of it.
    pub(crate) fn names_another(&self, record: &Record) -> bool {
        let is_version = record.versions.iter().any(|version| version.identifiers.agree(self.identifiers));
        matches!((&self.identifiers.doi, &record.identifiers.doi), (Some(own), Some(theirs)) if !own.eq_ignore_ascii_case(theirs))
            && !self.identifiers.agree(&record.identifiers)
            && !is_version
    }
}

/// Whether an entry names this very record. An arXiv identifier beside a journal names the preprint of what is meant.
fn is_named(own: &Identifiers, record: &Record) -> bool {
    let published = Identifiers { arxiv: None, ..own.clone() };
    published.agree(&record.identifiers)
}

/// Whether a record can be of what the entry calls its venue. A preprint is not what was printed in a journal.
fn is_of_venue(venue: &str, record: &Record) -> bool {
    let is_preprint =
        record.kind == WorkKind::Preprint || record.venue.as_deref().is_some_and(is_preprint_server);
    same_venue(venue, record) && (!is_preprint || is_preprint_server(venue))
}

/// `123` of `123–145` and of `123-45`, `e1234` of `e1234`.
fn first_number(text: &str) -> Option<String> {
    let first = text.split(|c: char| !c.is_alphanumeric()).find(|part| !part.is_empty())?;
    Some(first.to_lowercase())
}

/// Whether one record is a notice (of a retraction, of a concern) about the other.
pub(crate) fn is_notice_about(notice: &Record, record: &Record) -> bool {
    notice.notice_for.iter().any(|about| about.agree(&record.identifiers))
}

/// Whether two records tell of the very same article: by an identifier, or by year and venue where none tells them
/// apart.
pub(crate) fn are_one(left: &Record, right: &Record) -> bool {
    let (own, theirs) = (&left.identifiers, &right.identifiers);
    if own.agree(theirs) {
        return true;
    }
    let apart = |own: &Option<String>, theirs: &Option<String>| own.is_some() && theirs.is_some();
    // An index that lists both knows why.
    let listed_twice = left.source == right.source && left.id != right.id;
    let told_apart =
        apart(&own.doi, &theirs.doi) || apart(&own.pmid, &theirs.pmid) || apart(&own.pmcid, &theirs.pmcid);
    let same_year = left.year.is_some() && left.year == right.year;
    let same_venue = matches!((&left.venue, &right.venue), (Some(own), Some(theirs)) if compare_venues(own, theirs) == VenueMatch::Same);
    !told_apart && !listed_twice && same_year && same_venue
}

/// The record that says the gravest of an article, among those that tell of the same one and are no notice about it;
/// itself if none says worse.
pub(crate) fn gravest<'a>(article: &'a Record, records: impl IntoIterator<Item = &'a Record>) -> &'a Record {
    let same =
        records.into_iter().filter(|other| are_one(article, other) && !is_notice_about(other, article));
    same.fold(
        article,
        |worst, other| {
            if gravity(&other.status) > gravity(&worst.status) { other } else { worst }
        },
    )
}

/// Whether a reader may still rely on a work of this status.
pub(crate) fn is_doubtful(status: &WorkStatus) -> bool {
    matches!(status, WorkStatus::Concern { .. } | WorkStatus::Retracted { .. })
}

/// Whether a status is graver than another. A retraction replaces a retraction: it may tell more.
pub(crate) fn is_graver(status: &WorkStatus, than: &WorkStatus) -> bool {
    gravity(status) > gravity(than) || gravity(status) == gravity(than) && status.is_retracted()
}

fn gravity(status: &WorkStatus) -> u8 {
    match status {
        WorkStatus::Current => 0,
        WorkStatus::Corrected { .. } => 1,
        WorkStatus::Concern { .. } => 2,
        WorkStatus::Retracted { .. } => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(doi: &str, year: i32, venue: &str) -> Record {
        Record {
            identifiers: Identifiers {
                doi: Some(doi.to_owned()).filter(|doi| !doi.is_empty()),
                ..Identifiers::default()
            },
            year: Some(year),
            venue: Some(venue.to_owned()),
            ..Record::default()
        }
    }

    #[test]
    fn year_and_journal_make_one_article_only_where_no_identifier_tells_two_apart() {
        let article = record("10.1016/j.ejca.2009.01.001", 2009, "European Journal of Cancer");
        let duplicate = record("10.1016/j.ejca.2009.02.009", 2009, "European Journal of Cancer");
        let unnumbered = record("", 2009, "European Journal of Cancer");
        let upper = record("10.1016/J.EJCA.2009.01.001", 2010, "Eur J Cancer");
        assert!(!are_one(&article, &duplicate));
        assert!(are_one(&article, &unnumbered) && are_one(&article, &upper));
        assert!(!are_one(&article, &record("", 2011, "European Journal of Cancer")));
        let listed =
            |id: &str| Record { id: id.to_owned(), ..record("", 2009, "European Journal of Cancer") };
        assert!(!are_one(&listed("W1"), &listed("W2")));
    }

    #[test]
    fn what_an_entry_prints_tells_records_of_one_title_apart() {
        let identifiers = Identifiers::default();
        let printed = Printed {
            identifiers: &identifiers,
            venue: Some("The Lancet"),
            year: Some(1998),
            volume: Some("351"),
            pages: Some("637–641"),
        };
        let article = Record {
            volume: Some("351".to_owned()),
            pages: Some("637-41".to_owned()),
            ..record("10.1016/s0140-6736(97)11096-0", 1998, "The Lancet")
        };
        let preprint = Record { kind: WorkKind::Preprint, ..record("", 1998, "medRxiv") };
        let reprint = record("", 2004, "The Lancet");
        assert!(printed.agreement(&article) > printed.agreement(&reprint));
        assert!(printed.agreement(&reprint) > printed.agreement(&preprint));
    }
}
