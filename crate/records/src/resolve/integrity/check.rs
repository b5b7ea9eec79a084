//! From an entry and the answers to a report: the sub-tests first, then what their pattern means.

use super::CheckSettings;
use super::answers::{Answers, SourceAnswer};
use super::best_record::{best_record, events, printed};
use super::confidence::{Ground, confidence};
use super::discrepancy::{Discrepancy, Problem, problem};
use super::doi::{DoiFate, doi_fate};
use super::doubt::doubt;
use super::entry::{BibEntry, ParsedEntry};
use super::form::{Day, Form, FormError};
use super::noted::{Noted, noted};
use super::people::{AuthorMatch, compare_authors};
use super::report::{EntryReport, Label, SubTest, SubTests};
use super::verdict::{grey_work, known_work, near_work, no_work, titled};
use super::work::{Compared, Found, find};
use crate::resolve::work_form::{form_of_entry, why_not_checkable};
use crate::sources::{ApiName, Record, WorkStatus, shown_name};
use citelight_types::finding::{IndexGap, NotCheckable, RetractionManner, WorkForm};

const PARTIAL: &str = "nobody was asked who holds everything, and others may have the work";

/// Checks one entry against what the sources said. Pure: the same input gives the same report.
pub fn check_entry(entry: &BibEntry, answers: &Answers, today: Day, settings: &CheckSettings) -> EntryReport {
    let claim = ParsedEntry::of(entry);
    let form = Form::of(entry, &claim, today);
    let found = find(&claim, answers, settings.strict);
    let doi = doi_fate(&claim, &form, answers, &found);
    let silent = answers.sources.iter().filter(|answer| may_say_no(entry, &claim, answer)).count();
    let gap = why_not_checkable(entry, &claim);
    let verdict = match &found {
        _ if gap.is_some() && is_unrelated(&found) => {
            let settings = CheckSettings { absence_is_error: false, ..settings.clone() };
            // Many an old book is anonymous.
            let form = form.without_unnamed();
            grey_work(no_work(&claim, None, &doi, &form, (answers, silent), &settings))
        }
        Found::Work(records) => known_work(&claim, records, &doi, &form, settings),
        Found::Near(near) => near_work(&claim, near, &doi, &form),
        Found::Nothing { nearest } => {
            no_work(&claim, nearest.as_ref(), &doi, &form, (answers, silent), settings)
        }
    };
    let printed = printed(entry, &claim);
    let record = match &found {
        _ if verdict.ground == Ground::Unverified => None,
        Found::Work(records) => best_record(&printed, records).cloned(),
        Found::Near(near) => Some(near.record.clone()),
        Found::Nothing { .. } => None,
    };
    let events = record.as_ref().map(|record| events(&printed, record, &found)).unwrap_or_default();
    let mut reasons = verdict.reasons;
    // A record that names Jane Doe knows better than her name.
    let authors_match = verdict.subtests.authors_match.passed == Some(true);
    reasons.extend(
        form.errors
            .iter()
            .filter(|error| !(authors_match && error.is_placeholder()))
            .map(FormError::sentence)
            .filter(|reason| !reasons.contains(reason))
            .collect::<Vec<_>>(),
    );
    reasons.extend(events.warning);
    let fields_complete = completeness(&form);
    let mut hints = form.hints;
    hints.extend(events.hint);
    hints.extend(renamed_since(&claim, &found));
    let mut differences = verdict.differences;
    let mut discrepancies = verdict.discrepancies;
    if let Found::Work(records) = &found
        && matches!(verdict.label, Label::Valid | Label::Hallucinated)
        && verdict.ground != Ground::Unverified
    {
        for Noted { field, sentence } in noted(entry, &claim, records, doi.standing(), &differences) {
            differences.push(field);
            discrepancies.extend(Discrepancy::noted(field));
            hints.push(sentence);
        }
    }
    if let Some(sentence) = arxiv_elsewhere(&claim, answers, &found) {
        discrepancies.push(Discrepancy::ArxivIdOfAnotherWork);
        hints.push(sentence);
    }
    discrepancies.extend(of_status(&events.status));
    discrepancies.sort_unstable();
    discrepancies.dedup();
    let mut report = EntryReport {
        key: entry.key.clone(),
        not_checkable: None,
        status: verdict.status,
        error_type: verdict.error_type,
        label: verdict.label,
        problem: problem(&discrepancies).filter(|_| verdict.label == Label::Hallucinated),
        discrepancies,
        confidence: confidence(verdict.ground),
        ground: verdict.ground,
        subtests: SubTests { doi_resolves: doi.subtest(), fields_complete, ..verdict.subtests },
        reasons,
        hints,
        work: events.status,
        record,
        differences,
        asked: answers.sources.iter().map(|answer| answer.source.clone()).collect(),
        failures: answers.failures.iter().map(ToString::to_string).collect(),
    };
    if let Some(doubt) = doubt(entry, &claim, answers, &found, &report, today, settings) {
        report.withdraw(doubt);
    }
    let gap = gap.filter(|_| is_unrelated(&found)).or_else(|| registrar(entry, &doi, &found));
    if let Some(gap) = gap.filter(|_| is_silent(&report, answers, settings)) {
        report.say_not_checkable(gap);
    }
    // Who holds a part cannot say that there is no such work, nor that a title is wrong that is like one it has.
    let is_in_doubt = match report.problem {
        Some(Problem::NotFound) => report.ground != Ground::Form,
        _ => report.ground == Ground::NearTitle,
    };
    if is_in_doubt && answers.sources.iter().all(|answer| !answer.covers_everything) {
        report.withdraw(PARTIAL);
    }
    report
}

/// Whether enough sources answered, nothing that they have is concluded from, and none failed.
fn is_silent(report: &EntryReport, answers: &Answers, settings: &CheckSettings) -> bool {
    let whole = answers.sources.iter().filter(|answer| answer.covers_everything).count();
    report.label == Label::Uncertain && whole >= settings.ghost_sources && answers.failures.is_empty()
}

/// That an entry's DOI is registered and yet no index has it.
fn registrar(entry: &BibEntry, doi: &DoiFate, found: &Found<'_>) -> Option<NotCheckable> {
    let is_traced = matches!(doi, DoiFate::Resolves) && is_unrelated(found);
    let form = form_of_entry(entry).unwrap_or(WorkForm::Other);
    is_traced.then_some(NotCheckable { form, gap: IndexGap::Registrar })
}

/// Whether a source's "not here" counts. Crossref holds what has a DOI, and journals without DOIs are many: of an article
/// that gives none its silence says nothing.
fn may_say_no(entry: &BibEntry, claim: &ParsedEntry, answer: &SourceAnswer) -> bool {
    let holds_dois_only = answer.source == ApiName::Crossref.as_str();
    let may_have_none = entry.kind == "article" && claim.identifiers.doi.is_none();
    answer.covers_everything && !(holds_dois_only && may_have_none)
}

/// That the arXiv identifier leads to another work than the one that was found. It is for the authors to correct: the work
/// is not in doubt.
fn arxiv_elsewhere(claim: &ParsedEntry, answers: &Answers, found: &Found<'_>) -> Option<String> {
    let Found::Work(seen) = found else { return None };
    let id = claim.identifiers.arxiv.as_deref()?;
    let bears = |record: &Record| record.identifiers.arxiv.as_deref() == Some(id);
    if seen.iter().any(|seen| bears(seen.record)) {
        return None;
    }
    // A preprint may have had another title; it had the same authors.
    let is_other = |record: &&Record| {
        let authors = compare_authors(&claim.authors, claim.truncated, &record.authors, false);
        bears(record) && !record.is_untitled() && matches!(authors, AuthorMatch::Different { shared: 0, .. })
    };
    let other = answers.records().find(is_other)?;
    let source = shown_name(&other.source);
    Some(format!("Identifier of another work: arXiv:{id} belongs to {} ({source}).", titled(other)))
}

/// What became of the work. What was retracted and replaced under one identifier can be cited.
fn of_status(status: &WorkStatus) -> Option<Discrepancy> {
    match status {
        WorkStatus::Retracted { manner: RetractionManner::Retracted, .. } => Some(Discrepancy::Retracted),
        WorkStatus::Retracted { manner: RetractionManner::Withdrawn, .. } => Some(Discrepancy::Withdrawn),
        WorkStatus::Concern { .. } => Some(Discrepancy::Concern),
        WorkStatus::Retracted { manner: RetractionManner::Replaced, .. }
        | WorkStatus::Corrected { .. }
        | WorkStatus::Current => None,
    }
}

/// Whether nothing that was found is by the entry's authors: a book shares its title with many papers.
fn is_unrelated(found: &Found<'_>) -> bool {
    let unrelated = |seen: &Compared<'_>| !seen.identified && !seen.authors.is_related();
    match found {
        Found::Work(seen) => seen.iter().all(unrelated),
        Found::Near(near) => unrelated(near),
        Found::Nothing { .. } => true,
    }
}

/// A hint that the entry has an earlier title of the work, or another one that is registered for it.
fn renamed_since(claim: &ParsedEntry, found: &Found<'_>) -> Option<String> {
    let Found::Work(seen) = found else { return None };
    let bears = |seen: &&Compared<'_>| seen.describes() && !seen.is_renamed() && !seen.is_titled_now(claim);
    if seen.iter().any(|seen| seen.is_titled_now(claim)) {
        return None;
    }
    let record = seen.iter().find(bears)?.record;
    let source = shown_name(&record.source);
    Some(format!(
        "The work is now called {} ({source}); the entry has an earlier or other title of it.",
        titled(record)
    ))
}

fn completeness(form: &Form) -> SubTest {
    let errors: Vec<String> =
        form.errors.iter().filter(|error| error.is_incomplete()).map(FormError::sentence).collect();
    if errors.is_empty() {
        SubTest::passed("The entry has the fields it needs.")
    } else {
        SubTest::failed(errors.join(" "))
    }
}
