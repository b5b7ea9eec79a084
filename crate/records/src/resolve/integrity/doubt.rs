//! When records contradict an entry and yet say nothing against it: they may be of another version, or the indexes lack the
//! one that the entry means.

use super::CheckSettings;
use super::answers::Answers;
use super::confidence::Ground;
use super::entry::{BibEntry, Claim, two_or_one, work_doi};
use super::form::Day;
use super::kind::{comes_in_versions, is_of_meeting, is_release, is_released};
use super::people::{AuthorMatch, compare_authors};
use super::report::{EntryReport, ErrorType, Label};
use super::settled::TELLING_TITLE;
use super::title::{TitleMatch, are_of_two_languages};
use super::work::{Compared, Found};
use crate::resolve::venue::is_workshop;
use crate::sources::{Record, WorkKind};

const LATE: &str = "only preprints of the work are known, and the indexes have many papers of workshops and the newest ones late or never";
const NEWEST: &str = "no source has it, but the indexes have the newest papers of meetings late";
const VERSIONS: &str =
    "works of this kind have several editions or versions, and the entry may mean another one";
const RELEASES: &str = "the record is of software, data or a report, whose releases are titled otherwise";
const UNTITLED: &str = "the identifier's record has no title to compare";
const NOTICE: &str = "only a notice about the work or a reprint of it was found";
const HIDDEN: &str =
    "the forum does not show who the authors are, so its paper may be the same one under a new title";
const LANGUAGES: &str = "the record may have the title in another language";
const ONE_OR_TWO: &str =
    "the comma between the authors' names can part two authors, or one's family name and given names";
const NAMESAKES: &str =
    "works of other authors have this short title, and the entry may mean one that no source has";

/// Why a verdict against an entry is not to be concluded from what was found; none where it stands.
pub(super) fn doubt(
    entry: &BibEntry,
    claim: &Claim,
    answers: &Answers,
    found: &Found<'_>,
    report: &EntryReport,
    today: Day,
    settings: &CheckSettings,
) -> Option<&'static str> {
    if report.label != Label::Hallucinated {
        return None;
    }
    match found {
        Found::Work(seen) => of_work(entry, claim, answers, seen, report, (today, settings.indexing_lag)),
        Found::Near(near) => of_near(entry, claim, near, report.ground),
        Found::Nothing { .. } => of_none(entry, claim, report.ground, (today, settings.indexing_lag)),
    }
}

/// Where records have the title.
fn of_work(
    entry: &BibEntry,
    claim: &Claim,
    answers: &Answers,
    seen: &[Compared<'_>],
    report: &EntryReport,
    (today, indexing_lag): (Day, Option<u8>),
) -> Option<&'static str> {
    let authors = entry.field("author").and_then(two_or_one);
    let are_two = |seen: &Compared<'_>| {
        let two = authors.as_ref().map(|two| compare_authors(two, false, &seen.record.authors, false));
        matches!(two, Some(AuthorMatch::Same { .. }))
    };
    if report.ground == Ground::Form {
        return None;
    }
    if seen.iter().all(|seen| seen.title == TitleMatch::Untitled) {
        return Some(UNTITLED);
    }
    if seen.iter().all(|seen| !seen.describes()) {
        return Some(NOTICE);
    }
    let is_of_release = |seen: &Compared<'_>| is_released(entry) || is_release(seen.record);
    let are_theirs = || seen.iter().any(|seen| seen.authors.is_related() || seen.identified);
    match report.ground {
        Ground::Authors | Ground::ShortenedAuthors if seen.iter().any(are_two) => Some(ONE_OR_TWO),
        Ground::Year | Ground::Venue | Ground::ShortenedAuthors | Ground::SeveralFields | Ground::Authors
            if are_theirs() && seen.iter().all(is_of_release) =>
        {
            Some(RELEASES)
        }
        // Another edition may have another publisher, and a thesis or a report was printed elsewhere later.
        Ground::Venue | Ground::SeveralFields if comes_in_versions(entry) && are_theirs() => Some(VERSIONS),
        Ground::Venue if seen.iter().all(Compared::is_preprint) => {
            let may_lack =
                is_new(claim, today, indexing_lag?) || claim.venue.as_deref().is_some_and(is_workshop);
            may_lack.then_some(LATE)
        }
        Ground::Year | Ground::ShortenedAuthors => comes_in_versions(entry).then_some(VERSIONS),
        Ground::Doi if report.error_type == Some(ErrorType::HybridFabrication) => {
            let bearers: Vec<&Record> = answers.records().filter(|record| bears_doi(claim, record)).collect();
            if is_released(entry) || bearers.iter().any(|bearer| bearer.kind == WorkKind::Grey) {
                return Some(RELEASES);
            }
            bearers.iter().any(|bearer| is_translated(claim, bearer)).then_some(LANGUAGES)
        }
        Ground::Authors | Ground::SeveralFields => {
            let are_strangers = |seen: &Compared<'_>| {
                !seen.identified && matches!(seen.authors, AuthorMatch::Different { shared: 0, .. })
            };
            let is_short = claim.title.split_whitespace().count() < TELLING_TITLE;
            (is_short && seen.iter().all(are_strangers)).then_some(NAMESAKES)
        }
        _ => None,
    }
}

/// Where no record has the title.
fn of_near(entry: &BibEntry, claim: &Claim, near: &Compared<'_>, ground: Ground) -> Option<&'static str> {
    match ground {
        Ground::IdentifierElsewhere if near.title == TitleMatch::Untitled => Some(UNTITLED),
        Ground::IdentifierElsewhere
            if near.record.identifiers.forum().is_some() && near.authors == AuthorMatch::Unknown =>
        {
            Some(HIDDEN)
        }
        Ground::IdentifierElsewhere if is_released(entry) || near.record.kind == WorkKind::Grey => {
            Some(RELEASES)
        }
        Ground::IdentifierElsewhere if comes_in_versions(entry) && near.authors.is_related() => {
            Some(VERSIONS)
        }
        Ground::IdentifierElsewhere => is_translated(claim, near.record).then_some(LANGUAGES),
        Ground::NearTitle => comes_in_versions(entry).then_some(VERSIONS),
        _ => None,
    }
}

/// Where no record is near: journals register a paper as they publish it, meetings some time after.
fn of_none(
    entry: &BibEntry,
    claim: &Claim,
    ground: Ground,
    (today, indexing_lag): (Day, Option<u8>),
) -> Option<&'static str> {
    let is_absent = ground == Ground::NotFound && is_of_meeting(entry) && claim.identifiers.doi.is_none();
    (is_absent && is_new(claim, today, indexing_lag?)).then_some(NEWEST)
}

/// Whether the entry is so new that the indexes may not have it yet.
fn is_new(claim: &Claim, today: Day, indexing_lag: u8) -> bool {
    let newest = today.year - i32::from(today.month <= indexing_lag);
    claim.year.is_some_and(|year| year >= newest)
}

fn bears_doi(claim: &Claim, record: &Record) -> bool {
    let (ours, theirs) = (claim.identifiers.doi.as_deref(), record.identifiers.doi.as_deref());
    ours.is_some_and(|ours| theirs.is_some_and(|theirs| work_doi(theirs) == ours))
}

/// Whether a record is in another language and, as far as can be told, by the entry's authors.
fn is_translated(claim: &Claim, record: &Record) -> bool {
    let authors = compare_authors(&claim.authors, claim.truncated, &record.authors, false);
    // The names may be in another script, too.
    are_of_two_languages(&claim.title, &record.title)
        && (authors.is_related() || authors == AuthorMatch::Unknown)
}
