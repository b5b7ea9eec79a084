//! Asking about one entry: source after source, until the entry is confirmed or nobody is left.

use std::collections::BTreeSet;

use super::CheckSettings;
use super::answers::{Answers, DoiHandle};
use super::check::check_entry;
use super::confidence::Ground;
use super::entry::{BibEntry, Claim, work_doi};
use super::form::Day;
use super::report::{EntryReport, Label};
use super::work::{Found, find, names_record};
use crate::sources::doi_register::DoiRegister;
use crate::sources::{Source, SourceError};

/// What was learned about an entry, and what it comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Inquiry {
    /// What the sources said; a revision rests on the same.
    pub answers: Answers,
    /// What it comes to.
    pub report: EntryReport,
}

/// Asks the sources in their order about one entry and stops as soon as it is confirmed: a second opinion is only
/// needed before an entry is called wrong, and then everyone is asked. The register is asked about a DOI that no
/// record bears.
pub async fn inquire(
    entry: &BibEntry,
    sources: &[&dyn Source],
    register: Option<&dyn DoiRegister>,
    today: Day,
    settings: &CheckSettings,
) -> Inquiry {
    let claim = Claim::of(entry);
    let query = claim.query();
    let mut answers = Answers::default();
    for source in sources.iter().filter(|source| source.can_look_up(&query)) {
        answers.add(*source, source.look_up(query.clone()).await);
        let report = check_entry(entry, &answers, today, settings);
        if is_confirmed(&report, &claim, &answers, settings) {
            return Inquiry { answers, report };
        }
    }
    if let (Some(doi), Some(register)) = (unseen_doi(&claim, &answers, settings), register) {
        match register.is_registered(doi).await {
            Ok(true) => answers.handle = DoiHandle::Resolves,
            Ok(false) => answers.handle = DoiHandle::NotFound,
            Err(error) => answers.failures.push(error),
        }
    }
    let mut report = check_entry(entry, &answers, today, settings);
    if !answers.failures.is_empty() {
        weigh_failures(&mut report, &claim, &answers, settings);
    }
    Inquiry { report, answers }
}

/// Takes back a verdict that a source which failed might have overturned: an entry is wrong if it refutes itself, if its
/// identifier is another work's, or if two sources have the work and contradict it.
fn weigh_failures(report: &mut EntryReport, claim: &Claim, answers: &Answers, settings: &CheckSettings) {
    if report.label != Label::Hallucinated {
        return;
    }
    let stands = match report.ground {
        Ground::Form | Ground::Doi | Ground::IdentifierElsewhere => true,
        _ => match find(claim, answers, settings.strict) {
            Found::Work(seen) => {
                let same = seen.iter().filter(|seen| seen.identified || seen.authors.is_related());
                Answers::sources_of(&same.map(|seen| seen.record).collect::<Vec<_>>()) > 1
            }
            Found::Near(_) | Found::Nothing { .. } => false,
        },
    };
    if !stands {
        let failed = answers.failures.iter().map(SourceError::source_name).collect::<BTreeSet<_>>();
        let failed = failed.into_iter().collect::<Vec<_>>().join(", ");
        report.withdraw(&format!("{failed} failed and might have known better"));
    }
}

/// Whether nothing more needs asking: a record confirms every field, or two sources have the work and contradict none.
/// Under an identifier that no record bears so far, the next source may.
fn is_confirmed(report: &EntryReport, claim: &Claim, answers: &Answers, settings: &CheckSettings) -> bool {
    if report.label != Label::Valid || unseen_doi(claim, answers, settings).is_some() {
        return false;
    }
    match report.ground {
        Ground::ConfirmedBySeveral | Ground::ConfirmedByOne => true,
        _ => match find(claim, answers, settings.strict) {
            Found::Work(seen) => {
                Answers::sources_of(&seen.iter().map(|seen| seen.record).collect::<Vec<_>>()) > 1
            }
            Found::Near(_) | Found::Nothing { .. } => false,
        },
    }
}

/// The entry's DOI, if no record that was seen bears it and none of the work is named by another identifier of the
/// entry.
fn unseen_doi<'a>(claim: &'a Claim, answers: &Answers, settings: &CheckSettings) -> Option<&'a str> {
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
