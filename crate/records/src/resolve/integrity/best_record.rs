//! Which record stands for the work that was found, and what became of the work.

use super::entry::{BibEntry, Claim};
use super::work::{self, Compared, Found};
use crate::resolve::twins::{Printed, are_one, gravest, is_doubtful, is_notice_about};
use crate::sources::{Record, WorkStatus, shown_name};

pub(super) fn printed<'a>(entry: &'a BibEntry, claim: &'a Claim) -> Printed<'a> {
    Printed {
        identifiers: &claim.identifiers,
        venue: claim.venue.as_deref(),
        year: claim.year,
        volume: entry.field("volume"),
        pages: entry.first(&["pages", "eid"]),
    }
}

/// The record that stands for the work: the one that the entry names, a published version before a preprint, what agrees
/// best with what the entry prints, a current one before a withdrawn one, the fullest first.
pub(super) fn best_record<'a>(printed: &Printed<'_>, records: &[Compared<'a>]) -> Option<&'a Record> {
    let all = || records.iter().map(|seen| seen.record);
    let fullness = |record: &Record| {
        let there = [
            record.venue.is_some(),
            record.year.is_some(),
            record.identifiers.doi.is_some(),
            record.pages.is_some(),
        ];
        there.into_iter().filter(|there| *there).count()
    };
    all().max_by_key(|record| {
        let agreement = printed.agreement(record);
        (
            agreement.identifier,
            !all().any(|other| is_notice_about(record, other)),
            !work::is_preprint(record),
            agreement,
            !is_doubtful(&gravest(record, all()).status),
            fullness(record),
            record.authors.len(),
            record.title.len(),
        )
    })
}

/// What happened to the work that an entry means, and what a reader should know of others of its title.
#[derive(Default)]
pub(super) struct Events {
    pub(super) status: WorkStatus,
    pub(super) warning: Option<String>,
    pub(super) hint: Option<String>,
}

/// The gravest that any record says of the very article that was found. That another one of its title was withdrawn, a
/// duplicate for one, is told and accuses nobody.
pub(super) fn events(printed: &Printed<'_>, best: &Record, found: &Found<'_>) -> Events {
    let Found::Work(seen) = found else { return Events::default() };
    let all = || seen.iter().map(|seen| seen.record);
    let worst = gravest(best, all());
    if is_doubtful(&worst.status) && printed.names_another(best) {
        let warning = format!("{}, and the entry gives another DOI.", withdrawn(worst));
        return Events { warning: Some(warning), ..Events::default() };
    }
    let status = worst.status.clone();
    let other = all().find(|other| is_doubtful(&other.status) && !are_one(best, other));
    let Some(other) = other.filter(|_| !is_doubtful(&status)) else {
        return Events { status, ..Events::default() };
    };
    // Only an entry that names an identifier says which of the two it means.
    if printed.agreement(best).identifier {
        let hint = format!("{}, which is not the one that the entry names.", withdrawn(other));
        Events { status, hint: Some(hint), warning: None }
    } else {
        let warning = format!("{}; another one, which the entry may mean, stands.", withdrawn(other));
        Events { status, warning: Some(warning), hint: None }
    }
}

/// “Crossref has a work of this title that was retracted or withdrawn (https://doi.org/10.1016/…)”
fn withdrawn(record: &Record) -> String {
    let what = match record.status {
        WorkStatus::Retracted { .. } => "that was retracted or withdrawn",
        _ => "under an expression of concern",
    };
    let place = record.identifiers.doi.as_ref().map(|doi| format!(" (https://doi.org/{doi})"));
    format!("{} has a work of this title {what}{}", shown_name(&record.source), place.unwrap_or_default())
}
