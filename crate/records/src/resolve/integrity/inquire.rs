//! Asking about one entry: source after source, until the entry is confirmed or nobody is left.

use std::collections::BTreeSet;

use super::CheckSettings;
use super::answers::{Answers, DoiHandle};
use super::check::check_entry;
use super::confidence::Ground;
use super::entry::{BibEntry, ParsedEntry};
use super::form::Day;
use super::report::{EntryReport, Label};
use super::settled::{is_confirmed, is_confirmed_but_for_the_doi, is_refuted, names_any, unseen_doi};
use super::work::{Compared, Found, find, names_record};
use crate::resolve::duplicates::is_graver;
use crate::resolve::venue::is_preprint_server;
use crate::resolve::work_form::form_of_entry;
use crate::sources::doi_register::{DoiRegister, add_notices};
use crate::sources::{ApiName, Query, Source, SourceError, shown_list};
use citelight_types::finding::WorkForm;
use citelight_types::identifiers::Identifiers;

/// What was learned about an entry, and what it comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Inquiry {
    /// What the sources said; a revision rests on the same.
    pub answers: Answers,
    /// What it comes to.
    pub report: EntryReport,
}

/// Asks the sources in their order about one entry and stops as soon as it is confirmed, or as two of them refute it
/// beyond repair. The register is asked about a DOI that no record bears; a source that the large indexes take in, only
/// about what those cannot know.
pub async fn inquire(
    entry: &BibEntry,
    sources: &[&dyn Source],
    register: Option<&dyn DoiRegister>,
    today: Day,
    settings: &CheckSettings,
) -> Inquiry {
    let mut inquiry = ask_sources(entry, sources, register, today, settings).await;
    let is_found = inquiry.report.subtests.title_exists.passed != Some(false);
    if let (Some(record), Some(register), true) = (&mut inquiry.report.record, register, is_found) {
        let failure = add_notices(record, register).await;
        if is_graver(&record.status, &inquiry.report.work) {
            inquiry.report.work = record.status.clone();
        }
        // What is known to be retracted may have been reinstated since.
        let unknown = if inquiry.report.work.is_retracted() {
            "Not every register could be asked whether the work is still retracted"
        } else {
            "It is not known whether the work was retracted"
        };
        let unasked = failure.map(|failure| format!("{unknown}: {failure}."));
        inquiry.report.hints.extend(unasked);
    }
    inquiry
}

async fn ask_sources(
    entry: &BibEntry,
    sources: &[&dyn Source],
    register: Option<&dyn DoiRegister>,
    today: Day,
    settings: &CheckSettings,
) -> Inquiry {
    let claim = ParsedEntry::of(entry);
    let query = claim.query();
    let form = form_of_entry(entry);
    let mut asking = Asking { claim: &claim, form, register, settings, answers: Answers::default() };
    let able = |source: &&&dyn Source| source.can_look_up(&query) && source.holds(form);
    for source in sources.iter().filter(able) {
        if !asking.is_worth_asking(*source, &query).await {
            continue;
        }
        let answer = source.look_up(query.clone()).await;
        asking.answers.add(*source, answer);
        let mut report = check_entry(entry, &asking.answers, today, settings);
        if is_confirmed_but_for_the_doi(&report, &claim, &asking.answers, settings) {
            asking.ask_register().await;
            report = check_entry(entry, &asking.answers, today, settings);
        }
        if is_confirmed(&report, &claim, &asking.answers, settings) {
            return Inquiry { answers: asking.answers, report };
        }
        if is_refuted(&report, &claim, &asking.answers, settings) {
            break;
        }
    }
    asking.ask_register().await;
    let mut answers = asking.answers;
    let mut report = check_entry(entry, &answers, today, settings);
    if is_titled_otherwise(&claim, &answers, settings)
        && ask_other_titles(&claim, &mut answers, sources).await
    {
        report = check_entry(entry, &answers, today, settings);
    }
    if names_its_preprint(&report, &claim, &answers, settings)
        && ask_by_title(&claim, &mut answers, sources).await
    {
        report = check_entry(entry, &answers, today, settings);
    }
    if !answers.failures.is_empty() {
        weigh_failures(&mut report, &claim, &answers, settings);
    }
    Inquiry { report, answers }
}

/// Whether the entry's identifier leads to a record of another title, and no record has the entry's own. An earlier version
/// may.
fn is_titled_otherwise(claim: &ParsedEntry, answers: &Answers, settings: &CheckSettings) -> bool {
    match find(claim, answers, settings.strict) {
        Found::Work(seen) => seen.iter().all(Compared::is_renamed),
        Found::Near(near) => near.identified,
        Found::Nothing { .. } => false,
    }
}

/// Whether an entry of a published paper is only found as the preprint that its identifier names: whoever was asked by that
/// identifier was not asked for the paper.
fn names_its_preprint(
    report: &EntryReport,
    claim: &ParsedEntry,
    answers: &Answers,
    settings: &CheckSettings,
) -> bool {
    report.label == Label::Hallucinated
        && matches!(report.ground, Ground::Venue | Ground::SeveralFields)
        && matches!(find(claim, answers, settings.strict), Found::Work(seen)
            if seen.iter().all(Compared::is_preprint) && seen.iter().any(|seen| seen.identified))
}

/// Asks those that answered by the entry's identifier for its title. Returns whether they know more.
async fn ask_by_title(claim: &ParsedEntry, answers: &mut Answers, sources: &[&dyn Source]) -> bool {
    let none = Identifiers::default();
    let query = Query { identifiers: &none, ..claim.query() };
    let mut knows_more = false;
    let mut failures = Vec::new();
    for answer in &mut answers.sources {
        let source = sources.iter().find(|source| source.name() == answer.source);
        let Some(source) = source.filter(|source| source.can_look_up(&query)) else { continue };
        if !answer.records.iter().any(|record| names_record(claim, record)) {
            continue;
        }
        match source.look_up(query.clone()).await {
            Ok(records) => {
                let new = records.into_iter().filter(|record| !answer.records.contains(record));
                let new: Vec<_> = new.collect();
                knows_more |= !new.is_empty();
                answer.records.extend(new);
            }
            Err(error) => failures.push(error),
        }
    }
    answers.failures.extend(failures);
    knows_more
}

/// Asks each source for the titles of earlier versions of the works that the entry's identifiers name. Returns whether
/// there are any.
async fn ask_other_titles(claim: &ParsedEntry, answers: &mut Answers, sources: &[&dyn Source]) -> bool {
    let mut has_any = false;
    let mut failures = Vec::new();
    for answer in &mut answers.sources {
        let source = sources.iter().find(|source| source.name() == answer.source);
        for record in answer.records.iter_mut().filter(|record| names_record(claim, record)) {
            let Some(source) = source else { continue };
            match source.other_titles(record).await {
                Ok(titles) => {
                    has_any |= !titles.is_empty();
                    record.other_titles.extend(titles);
                }
                Err(error) => failures.push(error),
            }
        }
    }
    answers.failures.extend(failures);
    has_any
}

/// Whether works of this kind are registered with a source rather than with those who take it in: DataCite has every field of
/// data, software, theses and reports.
fn is_kept_by(source: &dyn Source, form: Option<WorkForm>) -> bool {
    use WorkForm::{Dataset, Report, Software, Thesis};
    source.name() == ApiName::DataCite.as_str() && matches!(form, Some(Dataset | Software | Thesis | Report))
}

/// An inquiry under way.
struct Asking<'a> {
    claim: &'a ParsedEntry,
    /// What kind of work it is, where that is known.
    form: Option<WorkForm>,
    register: Option<&'a dyn DoiRegister>,
    settings: &'a CheckSettings,
    answers: Answers,
}

impl Asking<'_> {
    /// Whether a source may know what those before it do not. What the large indexes take in is only asked for by an
    /// identifier that they do not know, for preprints, which they get late, and where they are too few.
    async fn is_worth_asking(&mut self, source: &dyn Source, query: &Query<'_>) -> bool {
        let large = self.answers.sources.iter().filter(|answer| answer.covers_everything).count();
        let cites_preprint = self.claim.venue.as_deref().is_some_and(is_preprint_server);
        if !source.is_taken_in()
            || is_kept_by(source, self.form)
            || large < self.settings.ghost_sources
            || !self.answers.failures.is_empty()
            || cites_preprint
        {
            return true;
        }
        let by_identifier = source.can_look_up(&Query { title: None, ..query.clone() });
        if !by_identifier || names_any(self.claim, &self.answers) {
            return false;
        }
        // Nobody knows a DOI that does not exist.
        self.ask_register().await;
        self.answers.handle != DoiHandle::NotFound
    }

    /// Asks the register, once, about a DOI that no record bears.
    async fn ask_register(&mut self) {
        if self.answers.handle != DoiHandle::Unknown {
            return;
        }
        let (Some(doi), Some(register)) =
            (unseen_doi(self.claim, &self.answers, self.settings), self.register.take())
        else {
            return;
        };
        if !register.knows_dois() {
            return;
        }
        match register.is_registered(doi).await {
            Ok(true) => self.answers.handle = DoiHandle::Resolves,
            Ok(false) => self.answers.handle = DoiHandle::NotFound,
            Err(error) => self.answers.failures.push(error),
        }
    }
}

/// Takes back a verdict that a source which failed might have overturned: an entry is wrong if it refutes itself, if its
/// identifier is another work's, or if two sources have the work and contradict it.
fn weigh_failures(
    report: &mut EntryReport,
    claim: &ParsedEntry,
    answers: &Answers,
    settings: &CheckSettings,
) {
    if report.label != Label::Hallucinated {
        return;
    }
    let stands = match (report.ground, find(claim, answers, settings.strict)) {
        (Ground::Form | Ground::Doi, _) => true,
        // By the entry's authors, it may be the work under an earlier title, which who failed may have.
        (Ground::IdentifierElsewhere, Found::Near(near)) => !near.authors.is_related(),
        (Ground::IdentifierElsewhere, _) => true,
        // Who failed may have the published version.
        (Ground::Venue, Found::Work(seen)) if seen.iter().all(Compared::is_preprint) => false,
        (_, Found::Work(seen)) => {
            let same = seen.iter().filter(|seen| seen.identified || seen.authors.is_related());
            Answers::sources_of(&same.map(|seen| seen.record).collect::<Vec<_>>()) > 1
        }
        (_, Found::Near(_) | Found::Nothing { .. }) => false,
    };
    if !stands {
        let failed = answers.failures.iter().map(SourceError::source_name).collect::<BTreeSet<_>>();
        let failed = shown_list(&failed.into_iter().collect::<Vec<_>>());
        report.withdraw(&format!("{failed} failed and might have known better"));
    }
}
