//! From an entry and the answers to a report: the sub-tests first, then what their pattern means.

use super::answers::{Answers, DoiHandle};
use super::confidence::{Ground, confidence};
use super::doubt::doubt;
use super::entry::{BibEntry, Claim, work_doi};
use super::fields::{self, Agreement, AuthorError, VenueError};
use super::form::{Day, Form, FormError};
use super::kind::is_grey;
use super::noted::{DoiStanding, Noted, noted};
use super::report::{Differing, EntryReport, ErrorType, Label, Status, SubTest, SubTests};
use super::work::{Compared, Found, find, names_record};
use super::{CheckSettings, work};
use crate::resolve::by_identifier::PRINTED_ONLY;
use crate::resolve::score::{Described, match_score};
use crate::resolve::twins::{Printed, are_one, gravest, is_doubtful, is_notice_about};
use crate::settings::Settings;
use crate::sources::{Record, WorkStatus, shown_list, shown_name};

/// Checks one entry against what the sources said. Pure: the same input gives the same report.
pub fn check_entry(entry: &BibEntry, answers: &Answers, today: Day, settings: &CheckSettings) -> EntryReport {
    let claim = Claim::of(entry);
    let form = Form::of(entry, &claim, today);
    let found = find(&claim, answers, settings.strict);
    let doi = doi_fate(&claim, &form, answers, &found);
    let verdict = match &found {
        _ if is_grey(entry, &claim) && is_unrelated(&found) => {
            let settings = CheckSettings { absence_is_error: false, ..settings.clone() };
            // Many an old book is anonymous.
            let form = form.without_unnamed();
            grey_work(no_work(&claim, None, &doi, &form, answers, &settings))
        }
        Found::Work(records) => known_work(&claim, records, &doi, &form, settings),
        Found::Near(near) => near_work(&claim, near, &doi, &form),
        Found::Nothing { nearest } => no_work(&claim, nearest.as_ref(), &doi, &form, answers, settings),
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
    if let Found::Work(records) = &found
        && matches!(verdict.label, Label::Valid | Label::Hallucinated)
        && verdict.ground != Ground::Unverified
    {
        for Noted { field, sentence } in noted(entry, &claim, records, doi.standing(), &differences) {
            differences.push(field);
            hints.push(sentence);
        }
    }
    let mut report = EntryReport {
        key: entry.key.clone(),
        status: verdict.status,
        error_type: verdict.error_type,
        label: verdict.label,
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
    report
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
fn renamed_since(claim: &Claim, found: &Found<'_>) -> Option<String> {
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

fn grey_work(mut verdict: Verdict) -> Verdict {
    if verdict.label == Label::Uncertain {
        verdict.status = Status::Unverified;
        verdict.reasons = vec![
            "No source has it, and the sources lack many books, reports, software and web pages.".to_owned(),
        ];
        verdict.subtests.title_exists = SubTest::not_applicable("The sources often lack works of this kind.");
        verdict.subtests.authors_match = SubTest::not_applicable("No record of the work was found.");
        verdict.subtests.cross_db_agreement = SubTest::not_applicable("No source has it.");
    }
    verdict
}

/// What the pattern of the sub-tests means.
struct Verdict {
    status: Status,
    error_type: Option<ErrorType>,
    label: Label,
    ground: Ground,
    subtests: SubTests,
    reasons: Vec<String>,
    /// Fields in which the work contradicts the entry.
    differences: Vec<Differing>,
}

/// What became of the entry's DOI.
#[derive(Clone, Debug, PartialEq, Eq)]
enum DoiFate {
    /// The entry has none, or nobody knows.
    Unknown(&'static str),
    /// It is the work's.
    Right,
    /// It resolves, to what nobody knows.
    Resolves,
    /// It is another work's.
    Another(String),
    /// It does not exist: neither doi.org nor any source knows it.
    Fabricated(String),
    /// What stands in the field is no DOI.
    Malformed(String),
    /// It was never one that could resolve, and libraries print such.
    Unresolvable(String),
}

impl DoiFate {
    /// What is left open about the DOI.
    fn standing(&self) -> DoiStanding {
        match self {
            Self::Malformed(_) => DoiStanding::IsNone,
            Self::Unknown(_) => DoiStanding::Unknown,
            _ => DoiStanding::Settled,
        }
    }

    fn subtest(&self) -> SubTest {
        match self {
            Self::Unknown(why) => SubTest::not_applicable(*why),
            Self::Right => SubTest::passed("The DOI is the record's."),
            Self::Resolves => SubTest::passed("doi.org knows the DOI."),
            Self::Another(why) => SubTest::passed(why.clone()),
            Self::Fabricated(why) | Self::Malformed(why) | Self::Unresolvable(why) => {
                SubTest::failed(why.clone())
            }
        }
    }
}

/// A DOI does not exist only if the indexes lack it and doi.org does too; what its form looks like says less than either.
fn doi_fate(claim: &Claim, form: &Form, answers: &Answers, found: &Found<'_>) -> DoiFate {
    let Some(doi) = claim.identifiers.doi.as_deref() else {
        let malformed = form.errors.iter().find(|error| matches!(error, FormError::MalformedDoi(_)));
        return match malformed {
            Some(error) => DoiFate::Malformed(error.sentence()),
            None => DoiFate::Unknown("The entry has no DOI."),
        };
    };
    if let Found::Work(records) = found
        && records.iter().any(|seen| names_record(claim, seen.record))
    {
        return DoiFate::Right;
    }
    if doi.starts_with(PRINTED_ONLY) && answers.handle != DoiHandle::Resolves {
        return DoiFate::Unresolvable(format!(
            "ACM's library prints DOIs like {doi} where a paper has none; they were never registered."
        ));
    }
    let carries =
        |record: &&Record| record.identifiers.doi.as_deref().is_some_and(|other| work_doi(other) == doi);
    if let Some(other) = answers.records().filter(carries).find(|record| !record.is_untitled()) {
        return DoiFate::Another(format!(
            "Identifier of another work: the DOI belongs to {} ({}).",
            titled(other),
            shown_name(&other.source)
        ));
    }
    match answers.handle {
        _ if answers.records().any(|record| carries(&record)) => DoiFate::Resolves,
        DoiHandle::Resolves => DoiFate::Resolves,
        DoiHandle::NotFound => {
            DoiFate::Fabricated(format!("Neither doi.org nor any source knows the DOI {doi}."))
        }
        DoiHandle::Unknown => DoiFate::Unknown("doi.org was not asked or did not answer."),
    }
}

/// `“Deep learning”`; `an untitled work`
fn titled(record: &Record) -> String {
    if record.is_untitled() { "an untitled work".to_owned() } else { format!("“{}”", record.title) }
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

fn printed<'a>(entry: &'a BibEntry, claim: &'a Claim) -> Printed<'a> {
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
fn best_record<'a>(printed: &Printed<'_>, records: &[Compared<'a>]) -> Option<&'a Record> {
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
struct Events {
    status: WorkStatus,
    warning: Option<String>,
    hint: Option<String>,
}

/// The gravest that any record says of the very article that was found. That another one of its title was withdrawn, a
/// duplicate for one, is told and accuses nobody.
fn events(printed: &Printed<'_>, best: &Record, found: &Found<'_>) -> Events {
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

/// The entry's title is a work's: its fields decide.
fn known_work(
    claim: &Claim,
    records: &[Compared<'_>],
    doi: &DoiFate,
    form: &Form,
    settings: &CheckSettings,
) -> Verdict {
    let authors = fields::authors(claim, records);
    let venue = fields::venue(claim, records);
    let year = fields::year(claim, records, settings.strict);
    let sources = Answers::sources_of(&records.iter().map(|seen| seen.record).collect::<Vec<_>>());
    let misspelt = records.first().filter(|seen| seen.is_misspelt());
    let renamed = records.iter().all(Compared::is_renamed).then(|| records.first()).flatten();
    let nameless = records.iter().all(|seen| !seen.describes());
    let title_exists = match records.iter().find(|seen| seen.describes()).or(records.first()) {
        Some(seen) if renamed.is_some() => {
            SubTest::failed(format!("The work now has another title: {}.", titled(seen.record)))
        }
        Some(seen) if nameless && seen.record.is_untitled() => {
            SubTest::not_applicable("The identifier's record has no title.")
        }
        Some(seen) if misspelt.is_some() => {
            SubTest::failed(format!("No source has this very title, {sources} have “{}”.", seen.record.title))
        }
        Some(seen) => SubTest::passed(format!("{sources} of the sources have “{}”.", seen.record.title)),
        None => SubTest::default(),
    };
    let mut reasons: Vec<String> = Vec::new();
    if let Some(seen) = misspelt {
        reasons.push(format!("The title is written otherwise in the sources: “{}”.", seen.record.title));
    }
    if let Some(seen) = renamed {
        let (source, title) = (shown_name(&seen.record.source), titled(seen.record));
        reasons.push(format!(
            "The title differs: the same submission, by the same authors, is now called {title} ({source})."
        ));
    }
    let mut note = |reason: &str| reasons.push(reason.to_owned());
    if let Agreement::Wrong(_, reason) | Agreement::Disputed(reason) = &authors {
        note(reason);
    }
    if let Agreement::Wrong(_, reason) | Agreement::Disputed(reason) = &venue {
        note(reason);
    }
    if let Agreement::Wrong((), reason) | Agreement::Disputed(reason) = &year {
        note(reason);
    }
    if let DoiFate::Another(reason) | DoiFate::Fabricated(reason) = doi {
        note(reason);
    }
    // Who is named by the records, or by nobody, is no placeholder.
    let unnamed = form.errors.iter().any(|error| matches!(error, FormError::Unnamed(_)));
    let placeholder = form.errors.iter().any(FormError::is_placeholder)
        && authors != Agreement::Confirmed
        && !(unnamed && authors == Agreement::Silent);
    let future = year != Agreement::Confirmed
        && form.errors.iter().any(|error| matches!(error, FormError::FutureYear(_)));
    let author_error = match &authors {
        Agreement::Wrong(error, _) => Some(*error),
        _ => None,
    };
    let venue_error = match &venue {
        Agreement::Wrong(error, _) => Some(*error),
        _ => None,
    };
    let bad_doi = matches!(doi, DoiFate::Fabricated(_) | DoiFate::Another(_));
    let wrong = [author_error.is_some(), venue_error.is_some(), year.is_wrong(), bad_doi];
    let wrong = wrong.into_iter().filter(|wrong| *wrong).count();
    let disputed = matches!(authors, Agreement::Disputed(_))
        || matches!(venue, Agreement::Disputed(_))
        || matches!(year, Agreement::Disputed(_))
        || placeholder && authors == Agreement::Silent
        || nameless && authors != Agreement::Confirmed;
    let identified = records.iter().any(|seen| seen.identified);
    let confirms = wrong == 0
        && !disputed
        && (identified
            || authors == Agreement::Confirmed
            || venue == Agreement::Confirmed && year == Agreement::Confirmed);
    let decisive = form.errors.iter().any(|error| match error {
        FormError::FutureYear(_) => future,
        FormError::Placeholder(_) => authors.is_wrong(),
        _ => error.is_decisive() && !confirms,
    });
    let has_preprint = records.iter().any(Compared::is_preprint);
    let error_type = if future {
        Some(ErrorType::FutureDate)
    } else if placeholder && authors.is_wrong() {
        Some(ErrorType::PlaceholderAuthors)
    } else if let Some(error) = author_error {
        Some(match error {
            AuthorError::Shortened => ErrorType::PartialAuthorList,
            _ if venue_error.is_some() || year.is_wrong() => ErrorType::MergedCitation,
            AuthorError::Strangers | AuthorError::SomeOthers => ErrorType::SwappedAuthors,
        })
    } else if let Some(error) = venue_error {
        Some(match error {
            VenueError::Nonexistent => ErrorType::NonexistentVenue,
            _ if year.is_wrong() || is_year_off(claim, records) => ErrorType::ArxivVersionMismatch,
            VenueError::OnlyPreprint => ErrorType::PreprintAsPublished,
            VenueError::Elsewhere if has_preprint => ErrorType::PreprintAsPublished,
            VenueError::Elsewhere => ErrorType::WrongVenue,
        })
    } else if matches!(doi, DoiFate::Fabricated(_)) {
        Some(ErrorType::FabricatedDoi)
    } else if matches!(doi, DoiFate::Another(_)) {
        Some(ErrorType::HybridFabrication)
    } else if year.is_wrong() {
        Some(ErrorType::ArxivVersionMismatch)
    } else {
        None
    };
    let status = match wrong {
        _ if decisive => Status::Hallucinated,
        0 if disputed => Status::PartialMatch,
        0 if misspelt.is_some() || renamed.is_some() => Status::TitleMismatch,
        0 => Status::Verified,
        1 if author_error.is_some() => Status::AuthorMismatch,
        1 if venue_error.is_some() => Status::VenueMismatch,
        1 if year.is_wrong() => Status::YearMismatch,
        1 if matches!(doi, DoiFate::Another(_)) => Status::IdentifierOfAnotherWork,
        _ => Status::PartialMatch,
    };
    let label = if wrong > 0 || decisive {
        Label::Hallucinated
    } else if disputed || misspelt.is_some() || renamed.is_some() {
        // A slip of the pen, or a title made up from another: honest bibliographies have so many of the first that
        // it accuses nobody. Nor does a title that the work once had.
        Label::Uncertain
    } else {
        Label::Valid
    };
    let confirmed = authors == Agreement::Confirmed
        && matches!(venue, Agreement::Confirmed)
        && year == Agreement::Confirmed;
    let ground = match label {
        Label::Hallucinated if decisive => Ground::Form,
        Label::Hallucinated if wrong > 1 => Ground::SeveralFields,
        Label::Hallucinated if author_error == Some(AuthorError::Shortened) => Ground::ShortenedAuthors,
        Label::Hallucinated if author_error.is_some() => Ground::Authors,
        Label::Hallucinated if venue_error.is_some() => Ground::Venue,
        Label::Hallucinated if year.is_wrong() => Ground::Year,
        Label::Hallucinated => Ground::Doi,
        Label::Uncertain if disputed => Ground::Disputed,
        Label::Uncertain if renamed.is_some() => Ground::Renamed,
        Label::Uncertain => Ground::Misspelt,
        Label::Valid if confirmed && sources > 1 => Ground::ConfirmedBySeveral,
        Label::Valid if confirmed => Ground::ConfirmedByOne,
        Label::Valid => Ground::PartlyConfirmed,
    };
    let venue_correct = match (&venue, claim.venue.as_deref()) {
        (Agreement::Silent, None) => SubTest::not_applicable("The entry names no venue."),
        (agreement, _) => subtest(agreement, "A record names the venue."),
    };
    if nameless && label != Label::Hallucinated {
        reasons.extend(records.first().map(|seen| of_nameless(seen.record)));
    } else if reasons.is_empty() && label == Label::Valid {
        reasons.push(format!("{sources} of the sources have the work, and no field contradicts them."));
    }
    let agree = wrong == 0 && !disputed && !decisive && misspelt.is_none() && renamed.is_none();
    let mut differences = Vec::new();
    // Where records contradict each other and nothing else is wrong, the entry may mean any of them.
    if label == Label::Hallucinated || label == Label::Uncertain && !disputed {
        for (differs, field) in [
            (author_error.is_some(), Differing::Authors),
            (title_exists.passed == Some(false) || renamed.is_some(), Differing::Title),
            (venue_error.is_some(), Differing::Venue),
            (year.is_wrong(), Differing::Year),
            (bad_doi, Differing::Doi),
        ] {
            differences.extend(differs.then_some(field));
        }
    }
    Verdict {
        differences,
        status,
        error_type,
        label,
        ground,
        subtests: SubTests {
            title_exists,
            authors_match: if placeholder {
                SubTest::failed("The entry names placeholders.")
            } else {
                subtest(&authors, "The authors are the record's.")
            },
            venue_correct,
            cross_db_agreement: if agree {
                SubTest::passed(format!("{sources} of the sources agree with the entry."))
            } else {
                SubTest::failed(reasons.join(" "))
            },
            ..SubTests::default()
        },
        reasons,
    }
}

/// What a record that does not describe the work itself leaves open.
fn of_nameless(record: &Record) -> String {
    let source = shown_name(&record.source);
    if record.is_untitled() {
        format!("The record of {source} has no title, so the title was not compared.")
    } else {
        format!("{source} has only a notice about the work or a reprint of it: {}.", titled(record))
    }
}

/// Whether no record has the entry's year, be it only one year off.
fn is_year_off(claim: &Claim, records: &[Compared<'_>]) -> bool {
    claim.year.is_some_and(|year| {
        records.iter().any(|seen| seen.record.year.is_some())
            && records.iter().all(|seen| seen.record.year != Some(year))
    })
}

fn subtest<E>(agreement: &Agreement<E>, confirmed: &str) -> SubTest {
    match agreement {
        Agreement::Confirmed => SubTest::passed(confirmed),
        Agreement::Silent => SubTest::not_applicable("No record says anything about it."),
        Agreement::Disputed(why) => SubTest::not_applicable(why.clone()),
        Agreement::Wrong(_, why) => SubTest::failed(why.clone()),
    }
}

/// No work has the entry's title, but one is near or carries its DOI.
fn near_work(claim: &Claim, near: &Compared<'_>, doi: &DoiFate, form: &Form) -> Verdict {
    let related = near.authors.is_related();
    let described = Described::by_record(near.record);
    let entry = Described {
        title: &claim.title,
        authors: crate::resolve::authors::Authors { list: &claim.authors, truncated: claim.truncated },
    };
    let score = match_score(&entry, &described, &Settings::default()).total;
    let placeholder = form.errors.iter().any(FormError::is_placeholder);
    let future = form.errors.iter().any(|error| matches!(error, FormError::FutureYear(_)));
    let similar = near.similarity() >= SIMILAR_TITLE;
    let error_type = match (related, similar) {
        _ if future => ErrorType::FutureDate,
        _ if placeholder => ErrorType::PlaceholderAuthors,
        (true, true) => ErrorType::NearMissTitle,
        (true, false) => ErrorType::ChimericTitle,
        (false, _) if near.identified => ErrorType::HybridFabrication,
        (false, _) => ErrorType::PlausibleFabrication,
    };
    let status = match (related, similar) {
        _ if near.identified => Status::IdentifierOfAnotherWork,
        _ if score < HALLUCINATED_SCORE => Status::Hallucinated,
        (true, _) => Status::TitleMismatch,
        (false, true) => Status::PartialMatch,
        (false, false) => Status::Hallucinated,
    };
    let how =
        if near.identified { "Identifier of another work: it belongs to" } else { "The nearest record is" };
    let reason = format!("{how} {} ({}).", titled(near.record), shown_name(&near.record.source));
    let ground = match (form.errors.iter().any(FormError::is_decisive), near.identified, related) {
        (true, _, _) => Ground::Form,
        (_, true, _) => Ground::IdentifierElsewhere,
        (_, false, true) => Ground::NearTitle,
        (_, false, false) => Ground::NotFound,
    };
    let mut reasons = vec![reason.clone()];
    if let DoiFate::Fabricated(why) = doi {
        reasons.push(why.clone());
    }
    let venue = fields::venue(claim, std::slice::from_ref(near));
    // Of strangers, or of a title that has little of the entry's, it is another work.
    let differences = match related && similar {
        true if venue.is_wrong() => vec![Differing::Title, Differing::Venue],
        true => vec![Differing::Title],
        // An entry without a title contradicts nothing: its identifier and its authors name the work.
        false if claim.title.is_empty() && near.identified && (related || claim.authors.is_empty()) => {
            let year = fields::year(claim, std::slice::from_ref(near), false);
            let others = [(venue.is_wrong(), Differing::Venue), (year.is_wrong(), Differing::Year)];
            let others = others.into_iter().filter_map(|(differs, field)| differs.then_some(field));
            std::iter::once(Differing::Title).chain(others).collect()
        }
        false => Vec::new(),
    };
    Verdict {
        differences,
        status,
        error_type: Some(error_type),
        label: Label::Hallucinated,
        ground,
        subtests: SubTests {
            title_exists: SubTest::failed(format!("No source has this title. {reason}")),
            authors_match: if related && !placeholder {
                SubTest::passed("The authors are those of the nearest record.")
            } else {
                SubTest::failed(format!("No source has a work of this title by these authors. {reason}"))
            },
            venue_correct: subtest(&venue, "The nearest record names the venue."),
            cross_db_agreement: SubTest::failed("No source agrees with the entry."),
            ..SubTests::default()
        },
        reasons,
    }
}

/// Title similarity from which a title is a variant of another.
const SIMILAR_TITLE: f64 = 0.6;
/// bibtex-updater's bound of `hallucinated`.
const HALLUCINATED_SCORE: f64 = 0.5;

/// No source has anything like it.
fn no_work(
    claim: &Claim,
    nearest: Option<&Compared<'_>>,
    doi: &DoiFate,
    form: &Form,
    answers: &Answers,
    settings: &CheckSettings,
) -> Verdict {
    let complete = answers.sources.iter().filter(|answer| answer.covers_everything).count();
    let all_answered = complete >= settings.ghost_sources && answers.failures.is_empty();
    let enough = all_answered && !claim.title.is_empty();
    // One slip in a DOI is no sign that there is no such work: the indexes must lack it, too.
    let fabricated = all_answered && matches!(doi, DoiFate::Fabricated(_));
    // A DOI that resolves is a trace of a work that the indexes lack.
    let traced = matches!(doi, DoiFate::Resolves);
    // Few papers are anonymous: one that no index has is more likely none.
    let unnamed = form.errors.iter().any(|error| matches!(error, FormError::Unnamed(_)));
    let decisive = form.errors.iter().any(FormError::is_decisive) || unnamed && enough && !traced;
    let error = decisive || fabricated || enough && !traced && settings.absence_is_error;
    let sources: Vec<&str> = answers.sources.iter().map(|answer| answer.source.as_str()).collect();
    let asked = shown_list(&sources);
    let reason = if answers.sources.is_empty() {
        "No source answered.".to_owned()
    } else if let Some(nearest) = nearest.filter(|nearest| nearest.similarity() >= HALLUCINATED_SCORE) {
        format!("No such work is in {asked}; the nearest title is “{}”.", nearest.record.title)
    } else {
        format!("No such work is in {asked}.")
    };
    let future = form.errors.iter().any(|error| matches!(error, FormError::FutureYear(_)));
    let placeholder = form.errors.iter().any(FormError::is_placeholder);
    let mut reasons = vec![reason.clone()];
    if traced {
        reasons.push("Its DOI resolves, so the indexes may lack it.".to_owned());
    }
    if let DoiFate::Fabricated(why) = doi {
        reasons.push(why.clone());
    }
    let error_type = error.then_some(if future {
        ErrorType::FutureDate
    } else if placeholder {
        ErrorType::PlaceholderAuthors
    } else {
        ErrorType::PlausibleFabrication
    });
    let status = match (decisive, enough) {
        (true, _) => Status::Hallucinated,
        (false, true)
            if nearest.is_some_and(|nearest| nearest.similarity() >= HALLUCINATED_SCORE) && !traced =>
        {
            Status::Hallucinated
        }
        (false, true) if !traced => Status::NotFound,
        _ => Status::Unverified,
    };
    let unknown = |why: &str| SubTest::not_applicable(why);
    let absent = |why: &str| if enough { SubTest::failed(why) } else { SubTest::not_applicable(why) };
    Verdict {
        differences: Vec::new(),
        status,
        error_type,
        label: if error { Label::Hallucinated } else { Label::Uncertain },
        ground: match (decisive, fabricated, error) {
            (true, _, _) => Ground::Form,
            (_, true, _) => Ground::Doi,
            (_, _, true) => Ground::NotFound,
            _ => Ground::Unverified,
        },
        subtests: SubTests {
            title_exists: absent(&reason),
            authors_match: absent("No source has a work of this title."),
            venue_correct: match claim.venue.as_deref() {
                Some(venue) if crate::resolve::venue::is_known_venue(venue) => {
                    SubTest::passed("The venue exists; no record of the work says more.")
                }
                Some(_) => unknown("The venue is not in the table, and no record of the work names one."),
                None => unknown("The entry names no venue."),
            },
            cross_db_agreement: absent("No source has it."),
            ..SubTests::default()
        },
        reasons,
    }
}
