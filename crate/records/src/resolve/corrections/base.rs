//! The one record that an entry is corrected by.

use super::{GATE, HALF, OVERLAP, significant_words, title_jaccard, usable, venue_names};
use crate::resolve::integrity::{
    Answers, AuthorMatch, BibField, Compared, EntryReport, Found, ParsedEntry, TitleMatch, compare_authors,
    compare_titles, differ_in_number, find, is_preprint_record, work_doi,
};
use crate::resolve::venue::{VenueMatch, compare_venues, is_preprint_server};
use crate::sources::Record;
use citelight_types::identifiers::{Identifiers, is_arxiv_doi};

/// The records of one work.
type Records<'a> = Vec<&'a Record>;

/// What an entry says of the work that it means, and in which fields the check says that it is wrong.
pub(super) struct Intended<'a> {
    pub(super) claim: &'a ParsedEntry,
    pub(super) differences: &'a [BibField],
}

impl<'a> Intended<'a> {
    pub(super) fn of(claim: &'a ParsedEntry, report: &'a EntryReport) -> Self {
        Self { claim, differences: &report.differences }
    }

    pub(super) fn differs(&self, field: BibField) -> bool {
        self.differences.contains(&field)
    }

    pub(super) fn cites_preprint(&self) -> bool {
        match self.claim.venue.as_deref() {
            Some(venue) => is_preprint_server(venue),
            None => self.claim.identifiers.arxiv.is_some(),
        }
    }

    /// Whether an identifier of the entry, its DOI if it has one, is the record's.
    pub(super) fn names(&self, record: &Record) -> bool {
        match (&self.claim.identifiers.doi, &record.identifiers.doi) {
            (Some(ours), Some(theirs)) if !self.differs(BibField::Doi) => *ours == work_doi(theirs),
            _ => self.names_otherwise(record),
        }
    }

    /// Whether an identifier that is no DOI is the record's.
    fn names_otherwise(&self, record: &Record) -> bool {
        let others = Identifiers { doi: None, ..self.claim.identifiers.clone() };
        others.agree(&record.identifiers)
    }

    /// Whether a record agrees with the entry where the entry is right: then it is of the same version.
    fn agrees(&self, record: &Record) -> bool {
        let venue = self.claim.venue.as_deref().filter(|_| !self.differs(BibField::Venue));
        let same_venue = venue.is_none_or(|venue| {
            is_preprint_server(venue)
                || venue_names(record).next().is_none()
                || venue_names(record).any(|name| compare_venues(venue, name) != VenueMatch::Different)
        });
        let years = self.claim.years().filter(|_| !self.differs(BibField::Year));
        let same_year = years.is_none_or(|years| {
            self.cites_preprint()
                || self.claim.is_of_year(record)
                || record
                    .years()
                    .is_none_or(|(first, last)| *years.end() >= first - 1 && *years.start() <= last + 1)
        });
        let doi = self.claim.identifiers.doi.as_deref().filter(|_| !self.differs(BibField::Doi));
        let same_doi = doi.is_none_or(|doi| {
            is_arxiv_doi(doi)
                || self.names_otherwise(record)
                || record.identifiers.doi.as_deref().is_none_or(|other| work_doi(other) == doi)
        });
        same_venue && same_year && same_doi
    }

    /// Those of the work's records that are of the version that the entry cites.
    pub(super) fn consistent<'r>(&self, records: Records<'r>) -> Records<'r> {
        let agreeing: Records<'r> = records
            .into_iter()
            .filter(|record| usable::title(record).is_some() && self.agrees(record))
            .collect();
        let of_version: Records<'r> = agreeing
            .iter()
            .copied()
            .filter(|record| is_preprint_record(record) == self.cites_preprint())
            .collect();
        if of_version.is_empty() { agreeing } else { of_version }
    }

    /// Whether a record has a value to correct a field by.
    fn has(&self, record: &Record, field: BibField) -> bool {
        match field {
            // Another type is no mistake.
            BibField::EntryType => false,
            BibField::Author => usable::authors(record).is_some(),
            BibField::Title => usable::title(record).is_some(),
            BibField::Venue => usable::venue(record).is_some(),
            BibField::Year => record.year.is_some(),
            BibField::Volume => usable::volume(record).is_some(),
            BibField::Number => usable::issue(record).is_some(),
            BibField::Pages => usable::pages(record).is_some(),
            BibField::Doi => usable::doi(record).is_some(),
        }
    }
}

/// The record, among those that are [`Intended::consistent`]: as most sources have it, with all that is to be corrected.
pub(super) fn base<'a>(means: &Intended<'_>, records: &[&'a Record]) -> Result<&'a Record, String> {
    let votes = |record: &Record| {
        let alike: Records<'_> =
            records.iter().copied().filter(|other| are_of_one_version(record, other)).collect();
        Answers::sources_of(&alike)
    };
    let rank = |record: &Record| {
        let corrected = means.differences.iter().filter(|field| means.has(record, **field)).count();
        let authors = if means.differs(BibField::Author) { record.authors.len() } else { 0 };
        let given = [record.pages.is_some(), record.identifiers.doi.is_some(), record.year.is_some()];
        (
            means.names(record),
            corrected,
            authors,
            votes(record),
            given.iter().filter(|there| **there).count(),
            fullness(record),
            record.venue.as_deref().map_or(0, str::len),
        )
    };
    // Of equals the first.
    let best = records.iter().rev().copied().max_by_key(|record| rank(record));
    let Some(best) = best else {
        return Err("no record of the work agrees with what the entry has right".to_owned());
    };
    let is_rival = |other: &&Record| !are_of_one_version(best, other) && votes(other) >= votes(best);
    if !means.names(best) && records.iter().any(is_rival) {
        return Err("the work has several versions, and the entry may mean any of them".to_owned());
    }
    Ok(best)
}

/// Whether two records can be of one version: neither their venues nor their years rule it out.
fn are_of_one_version(left: &Record, right: &Record) -> bool {
    let elsewhere = venue_names(left).next().is_some()
        && venue_names(right).next().is_some()
        && venue_names(left)
            .all(|one| venue_names(right).all(|other| compare_venues(one, other) == VenueMatch::Different));
    let years = matches!((left.year, right.year), (Some(left), Some(right)) if left.abs_diff(right) > 1);
    !elsewhere && !years
}

/// Letters of the given names: initials have few.
fn fullness(record: &Record) -> usize {
    record.authors.iter().map(|person| person.given.chars().filter(|c| c.is_alphabetic()).count()).sum()
}

/// The records of the entry's work, or why there are none.
pub(super) fn same_work<'a>(claim: &ParsedEntry, answers: &'a Answers) -> Result<Records<'a>, String> {
    let nearest = match find(claim, answers, false) {
        Found::Work(seen) if !seen.iter().any(Compared::describes) => {
            return Err(
                "only a notice about the work, a reprint of it or a record without a title was found"
                    .to_owned(),
            );
        }
        Found::Work(seen) => {
            let seen: Vec<_> = seen.into_iter().filter(Compared::describes).collect();
            let records: Records<'_> = seen.iter().map(|seen| seen.record).collect();
            let related = seen.iter().any(|seen| seen.authors.is_related() || seen.identified);
            if related || is_corroborated(claim, &records, answers) {
                return Ok(one_work(records));
            }
            return Err("the work of this title is by others, and nothing else of the entry is that work's"
                .to_owned());
        }
        Found::Near(near) => near,
        Found::Nothing { .. } => return Err("no source has such a work".to_owned()),
    };
    let record = nearest.record;
    if claim.title.is_empty()
        && nearest.identified
        && (nearest.authors.is_related() || claim.authors.is_empty())
    {
        return Ok(one_work(versions_of(record, answers)));
    }
    if title_jaccard(&claim.title, &record.title) < GATE {
        return Err(format!("the nearest record, “{}”, has another title", record.title));
    }
    let first = match (claim.authors.first(), record.authors.first()) {
        (Some(entry), Some(record)) => {
            compare_authors(std::slice::from_ref(entry), true, std::slice::from_ref(record), false)
                .is_related()
        }
        _ => false,
    };
    let near_year =
        matches!((claim.year, record.year), (Some(left), Some(right)) if left.abs_diff(right) <= 1);
    let near_title = overlap(&claim.title, &record.title) >= OVERLAP;
    // A word of a short title weighs more than the overlap allows: then all else must be the work's.
    let all_else = matches!(nearest.authors, AuthorMatch::Same { .. })
        && claim.authors.len() > 1
        && claim.year == record.year
        && is_venue_of(claim, std::slice::from_ref(&record))
        && title_jaccard(&claim.title, &record.title) >= HALF;
    // Of two parts, or of a paper and a comment on it, the identifier may be the wrong one as well as the title.
    let is_other = differ_in_number(&claim.title, &record.title) || is_answer(&claim.title, &record.title);
    if !is_other && (all_else || first && near_year && (near_title || nearest.identified)) {
        return Ok(one_work(versions_of(record, answers)));
    }
    Err(format!("the nearest record, “{}”, may be another work", record.title))
}

/// Whether an entry whose authors are not the work's still means it: titles are copied onto other entries, too. It
/// does if it names no authors, or if venue and year are the work's and its DOI is no other work's.
fn is_corroborated(claim: &ParsedEntry, records: &Records<'_>, answers: &Answers) -> bool {
    if claim.authors.is_empty() {
        return significant_words(&claim.title).len() >= 3;
    }
    let venue = is_venue_of(claim, records);
    let year = records.iter().any(|record| claim.is_of_year(record));
    let own_doi = |record: &Record| {
        let doi = record.identifiers.doi.as_deref().map(work_doi);
        doi.is_some() && doi == claim.identifiers.doi
    };
    venue && year && !answers.records().any(own_doi)
}

/// Whether a record names the entry's venue.
pub(super) fn is_venue_of(claim: &ParsedEntry, records: &[&Record]) -> bool {
    let venue = claim.venue.as_deref().unwrap_or_default();
    let mut names = records.iter().flat_map(|record| venue_names(record));
    !venue.is_empty() && names.any(|name| compare_venues(venue, name) == VenueMatch::Same)
}

/// The records that have a record's title.
fn versions_of<'a>(record: &Record, answers: &'a Answers) -> Records<'a> {
    let same = |other: &&Record| {
        matches!(compare_titles(&record.title, &other.title, false), TitleMatch::Same | TitleMatch::Subtitle)
    };
    answers.records().filter(same).collect()
}

/// Whether one title only says of the other that it is answered: `Comment on …`, `Reply to …`.
fn is_answer(left: &str, right: &str) -> bool {
    const ANSWERS: [&str; 9] = [
        "answer",
        "comment",
        "comments",
        "discussion",
        "rejoinder",
        "reply",
        "response",
        "review",
        "remarks",
    ];
    let (left, right) = (significant_words(left), significant_words(right));
    let mut differing = left.symmetric_difference(&right).peekable();
    differing.peek().is_some() && differing.all(|word| ANSWERS.contains(&word.as_str()))
}

/// Share of the shorter title's significant words that the longer one has.
fn overlap(left: &str, right: &str) -> f64 {
    let (left, right) = (significant_words(left), significant_words(right));
    let shared = left.intersection(&right).count();
    shared as f64 / left.len().min(right.len()).max(1) as f64
}

/// The records that share authors with the fullest of them: works that only share a title are set aside.
fn one_work(records: Records<'_>) -> Records<'_> {
    let Some(lead) =
        records.iter().copied().max_by_key(|record| (!is_preprint_record(record), record.authors.len()))
    else {
        return records;
    };
    let same = |record: &&Record| {
        let compared = compare_authors(&record.authors, false, &lead.authors, false);
        compared == AuthorMatch::Unknown || compared.is_related()
    };
    records.into_iter().filter(same).collect()
}
