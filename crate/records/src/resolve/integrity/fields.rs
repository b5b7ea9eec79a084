//! The entry's fields against the records of its work: each source may be wrong or silent, together they decide.

use super::answers::Answers;
use super::entry::Claim;
use super::form::EARLY_YEAR;
use super::people::AuthorMatch;
use super::work::Compared;
use crate::resolve::authors::shown;
use crate::resolve::venue::{VenueMatch, compare_venues, is_known_venue, is_preprint_server};
use crate::sources::{Record, shown_name};

/// What all records together say about one field.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Agreement<E> {
    /// A record confirms it, none that counts contradicts.
    Confirmed,
    /// Nothing can be said.
    Silent,
    /// Records contradict each other about it.
    Disputed(String),
    /// It is wrong.
    Wrong(E, String),
}

impl<E> Agreement<E> {
    pub(super) fn is_wrong(&self) -> bool {
        matches!(self, Self::Wrong(..))
    }

    pub(super) fn is_disputed(&self) -> bool {
        matches!(self, Self::Disputed(_))
    }

    /// What is wrong.
    pub(super) fn error(&self) -> Option<E>
    where
        E: Copy,
    {
        match self {
            Self::Wrong(error, _) => Some(*error),
            _ => None,
        }
    }

    /// Why it is wrong or disputed.
    pub(super) fn objection(&self) -> Option<&str> {
        match self {
            Self::Wrong(_, why) | Self::Disputed(why) => Some(why),
            _ => None,
        }
    }
}

/// What is wrong with a list of authors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AuthorError {
    Shortened,
    /// Some of the names are the work's.
    SomeOthers,
    /// None is.
    Strangers,
}

/// Lists of this length in records are likely cut there.
const RECORD_CUT: usize = 10;

/// The authors. A source may have lost the last names of a list, so a longer list outweighs a shorter one unless more
/// sources have the shorter one.
pub(super) fn authors(claim: &Claim, work: &[Compared<'_>]) -> Agreement<AuthorError> {
    let count = |wanted: fn(AuthorMatch) -> bool| {
        let records: Vec<&Record> =
            work.iter().filter(|seen| wanted(seen.authors)).map(|seen| seen.record).collect();
        Answers::sources_of(&records)
    };
    let same = count(|found| matches!(found, AuthorMatch::Same { .. }));
    let shortened = count(|found| matches!(found, AuthorMatch::Shortened { .. }));
    let Some(fullest) = work.iter().max_by_key(|seen| seen.record.authors.len()) else {
        return Agreement::Silent;
    };
    let sentence = |what: &str| {
        format!("{what}: {} has {}.", shown_name(&fullest.record.source), shown(&fullest.record.authors))
    };
    if shortened > 0 {
        let of = fullest.record.authors.len();
        let what = format!("The entry names {} of {of} authors and does not say so", claim.authors.len());
        return match same {
            0 => Agreement::Wrong(AuthorError::Shortened, sentence(&what)),
            same if same > shortened => Agreement::Confirmed,
            _ => Agreement::Disputed(sentence(&what)),
        };
    }
    if same > 0 {
        return Agreement::Confirmed;
    }
    let extended = count(|found| matches!(found, AuthorMatch::Extended { .. }));
    if extended > 0 {
        let of = fullest.record.authors.len();
        let what = format!("The entry names {} authors, the records {of}", claim.authors.len());
        let added = claim.authors.len().saturating_sub(of);
        return if of >= RECORD_CUT || added == 1 && extended == 1 {
            Agreement::Confirmed
        } else if extended == 1 {
            Agreement::Disputed(sentence(&what))
        } else {
            Agreement::Wrong(AuthorError::SomeOthers, sentence(&what))
        };
    }
    if work.iter().any(|seen| seen.authors == AuthorMatch::Unknown) {
        return Agreement::Silent;
    }
    let strangers = work.iter().all(|seen| matches!(seen.authors, AuthorMatch::Different { shared: 0, .. }));
    let error = if strangers { AuthorError::Strangers } else { AuthorError::SomeOthers };
    Agreement::Wrong(error, sentence(&format!("The entry names {}", shown(&claim.authors))))
}

/// What is wrong with a venue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VenueError {
    /// The venue is unknown to the table and to every record.
    Nonexistent,
    /// The work appeared elsewhere.
    Elsewhere,
    /// Only preprints of the work are known.
    OnlyPreprint,
}

/// The venue. One record that names it is enough: records do not invent venues.
pub(super) fn venue(claim: &Claim, work: &[Compared<'_>]) -> Agreement<VenueError> {
    let Some(venue) = claim.venue.as_deref() else { return Agreement::Silent };
    let names = |seen: &&Compared<'_>| -> Vec<String> {
        let record = seen.record;
        [record.venue.as_deref(), record.venue_short.as_deref()]
            .into_iter()
            .flatten()
            .filter(|name| !name.trim().is_empty())
            .map(str::to_owned)
            .collect()
    };
    let published: Vec<String> =
        work.iter().filter(|seen| !seen.is_preprint()).flat_map(|seen| names(&seen)).collect();
    let has_preprint = work.iter().any(|seen| seen.is_preprint());
    if is_preprint_server(venue) {
        // The arXiv version of a published work is a version of it.
        let same_server = work.iter().filter(|seen| seen.is_preprint()).flat_map(|seen| names(&seen));
        let known: Vec<String> = same_server.collect();
        return if known.is_empty() && !has_preprint { Agreement::Silent } else { Agreement::Confirmed };
    }
    let compared: Vec<VenueMatch> = published.iter().map(|name| compare_venues(venue, name)).collect();
    if compared.contains(&VenueMatch::Same) {
        return Agreement::Confirmed;
    }
    if compared.contains(&VenueMatch::Different) {
        let known = published.first().map(String::as_str).unwrap_or_default();
        let error = if is_known_venue(venue) { VenueError::Elsewhere } else { VenueError::Nonexistent };
        return Agreement::Wrong(error, format!("The work appeared at “{known}”, not at “{venue}”."));
    }
    let published_somewhere = work.iter().any(|seen| !seen.is_preprint());
    if published_somewhere || !has_preprint {
        return Agreement::Silent;
    }
    let error = if is_known_venue(venue) { VenueError::OnlyPreprint } else { VenueError::Nonexistent };
    Agreement::Wrong(error, format!("Only preprints of the work are known, none of it at “{venue}”."))
}

/// Years by which sources and issues differ.
const ISSUE_LAG: i32 = 1;
/// Years by which a preprint may precede its publication.
const PREPRINT_LAG: i32 = 3;

/// The year: right if a version of the work is of that year, or nearly so.
pub(super) fn year(claim: &Claim, work: &[Compared<'_>], strict: bool) -> Agreement<()> {
    let Some(own) = claim.years() else { return Agreement::Silent };
    let years = || work.iter().filter_map(|seen| seen.record.years());
    let (Some(first), Some(last)) =
        (years().map(|(first, _)| first).min(), years().map(|(_, last)| last).max())
    else {
        return Agreement::Silent;
    };
    if work.iter().any(|seen| claim.is_of_year(seen.record)) {
        return Agreement::Confirmed;
    }
    let cites_preprint = claim.venue.as_deref().is_some_and(is_preprint_server)
        || claim.venue.is_none() && claim.identifiers.arxiv.is_some();
    let early = if cites_preprint { PREPRINT_LAG } else { ISSUE_LAG };
    let (early, late) = if strict { (0, 0) } else { (early, ISSUE_LAG) };
    if *own.end() >= first - early && *own.start() <= last + late {
        return Agreement::Confirmed;
    }
    let range = |first: i32, last: i32| {
        if first == last { first.to_string() } else { format!("{first}–{last}") }
    };
    let shown = range(first, last);
    // What was first printed long ago is in the indexes by its later editions.
    if *own.start() < EARLY_YEAR && *own.start() < first {
        return Agreement::Disputed(format!("The records are of {shown}, which may be later editions."));
    }
    Agreement::Wrong((), format!("The work is of {shown}, not of {}.", range(*own.start(), *own.end())))
}
