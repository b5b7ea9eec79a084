//! When no further answer can change what an entry comes to.

use std::collections::BTreeMap;

use super::CheckSettings;
use super::answers::{Answers, DoiHandle};
use super::confidence::Ground;
use super::entry::{Claim, work_doi};
use super::fields::{self, Agreement, AuthorError};
use super::report::{EntryReport, ErrorType, Label};
use super::work::{Compared, Found, find, names_record};
use crate::resolve::by_identifier::PRINTED_ONLY;
use crate::sources::Record;

/// Sources that must say the same before nobody else is asked.
const ENOUGH: usize = 2;
/// Words of a title that hardly two works share: under a shorter one, strangers may be the authors of another work.
pub(super) const TELLING_TITLE: usize = 4;

/// Whether nothing more needs asking: a record confirms every field, or two sources have the work and contradict none.
/// Under an identifier that no record bears so far, the next source may.
pub(super) fn is_confirmed(
    report: &EntryReport,
    claim: &Claim,
    answers: &Answers,
    settings: &CheckSettings,
) -> bool {
    report.label == Label::Valid
        && unseen_doi(claim, answers, settings).is_none()
        && is_known(report, claim, answers, settings)
}

/// Whether all that is missing is somebody who bears the DOI, and two sources that might have did not.
pub(super) fn is_confirmed_but_for_the_doi(
    report: &EntryReport,
    claim: &Claim,
    answers: &Answers,
    settings: &CheckSettings,
) -> bool {
    report.label == Label::Valid
        && answers.sources.iter().filter(|answer| answer.covers_everything).count() >= ENOUGH
        && unseen_doi(claim, answers, settings).is_some()
        && is_known(report, claim, answers, settings)
}

fn is_known(report: &EntryReport, claim: &Claim, answers: &Answers, settings: &CheckSettings) -> bool {
    match report.ground {
        Ground::ConfirmedBySeveral | Ground::ConfirmedByOne => true,
        _ => match find(claim, answers, settings.strict) {
            Found::Work(seen) => sources_of(seen.iter().map(|seen| seen.record)) >= ENOUGH,
            Found::Near(_) | Found::Nothing { .. } => false,
        },
    }
}

/// Whether an entry is wrong whatever the sources that were not asked yet would say: its year or its DOI refutes
/// it, its DOI is another work's by two sources, or two sources contradict its authors in the same way.
///
/// Not so a venue, a year or a title that two sources have otherwise: a third may know the version that the entry
/// means. Nor what nobody has: a third may have it.
pub(super) fn is_refuted(
    report: &EntryReport,
    claim: &Claim,
    answers: &Answers,
    settings: &CheckSettings,
) -> bool {
    if report.label != Label::Hallucinated {
        return false;
    }
    let found = find(claim, answers, settings.strict);
    let elsewhere = sources_of(answers.records().filter(|record| is_elsewhere(claim, record, &found)));
    match &found {
        Found::Nothing { .. } => false,
        Found::Near(_) => elsewhere >= ENOUGH,
        Found::Work(seen) => {
            report.error_type == Some(ErrorType::FutureDate)
                || is_unregistered(claim, report, answers)
                || elsewhere >= ENOUGH
                || have_other_authors(claim, seen)
        }
    }
}

/// Whether doi.org was asked about the entry's DOI and does not know it, nor any record.
fn is_unregistered(claim: &Claim, report: &EntryReport, answers: &Answers) -> bool {
    answers.handle == DoiHandle::NotFound
        && report.subtests.doi_resolves.passed == Some(false)
        && claim.identifiers.doi.as_deref().is_some_and(|doi| !doi.starts_with(PRINTED_ONLY))
}

/// Whether a record bears the entry's identifier and is not of the work that has its title.
fn is_elsewhere(claim: &Claim, record: &Record, found: &Found<'_>) -> bool {
    let is_the_work = match found {
        Found::Work(seen) => seen.iter().any(|seen| std::ptr::eq(seen.record, record)),
        Found::Near(_) | Found::Nothing { .. } => false,
    };
    !is_the_work && names_record(claim, record)
}

/// Whether two sources, each by itself, say the same against the authors, and none is for them.
fn have_other_authors(claim: &Claim, seen: &[Compared<'_>]) -> bool {
    let mut by_source: BTreeMap<&str, Vec<Compared<'_>>> = BTreeMap::new();
    for seen in seen {
        by_source.entry(seen.record.source.as_str()).or_default().push(*seen);
    }
    let mut errors = Vec::new();
    for work in by_source.values() {
        match fields::authors(claim, work) {
            Agreement::Wrong(error, _) => errors.push(error),
            Agreement::Silent => {}
            Agreement::Confirmed | Agreement::Disputed(_) => return false,
        }
    }
    let words = claim.title.split_whitespace().count();
    errors.len() >= ENOUGH
        && errors.windows(2).all(|pair| pair[0] == pair[1])
        && (errors[0] != AuthorError::Strangers || words >= TELLING_TITLE)
}

fn sources_of<'a>(records: impl Iterator<Item = &'a Record>) -> usize {
    Answers::sources_of(&records.collect::<Vec<_>>())
}

/// Whether a record bears an identifier of the entry.
pub(super) fn names_any(claim: &Claim, answers: &Answers) -> bool {
    answers.records().any(|record| names_record(claim, record))
}

/// The entry's DOI, if no record that was seen bears it and none of the work is named by another identifier of the
/// entry.
pub(super) fn unseen_doi<'a>(
    claim: &'a Claim,
    answers: &Answers,
    settings: &CheckSettings,
) -> Option<&'a str> {
    let doi = claim.identifiers.doi.as_deref()?;
    let is_borne = answers
        .records()
        .any(|record| record.identifiers.doi.as_deref().map(work_doi).as_deref() == Some(doi));
    let is_named = match find(claim, answers, settings.strict) {
        Found::Work(seen) => seen.iter().any(|seen| names_record(claim, seen.record)),
        Found::Near(_) | Found::Nothing { .. } => false,
    };
    (!is_borne && !is_named).then_some(doi)
}
