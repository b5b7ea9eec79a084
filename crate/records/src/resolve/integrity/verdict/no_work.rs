//! No source has anything like the entry.

use super::{HALLUCINATED_SCORE, Verdict, of_form};
use crate::resolve::integrity::CheckSettings;
use crate::resolve::integrity::answers::Answers;
use crate::resolve::integrity::confidence::Ground;
use crate::resolve::integrity::discrepancy::Discrepancy;
use crate::resolve::integrity::doi::DoiFate;
use crate::resolve::integrity::entry::ParsedEntry;
use crate::resolve::integrity::form::{Form, FormError};
use crate::resolve::integrity::report::{ErrorType, Label, Status, SubTest, SubTests};
use crate::resolve::integrity::work::Compared;
use crate::resolve::venue::is_known_venue;
use crate::sources::shown_list;

/// No source has anything like it. `silent` is how many of those answered whose silence counts.
pub(in crate::resolve::integrity) fn no_work(
    claim: &ParsedEntry,
    nearest: Option<&Compared<'_>>,
    doi: &DoiFate,
    form: &Form,
    (answers, silent): (&Answers, usize),
    settings: &CheckSettings,
) -> Verdict {
    let all_answered = silent >= settings.ghost_sources && answers.failures.is_empty();
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
    let other_meeting = form.errors.iter().find(|error| matches!(error, FormError::OtherMeeting { .. }));
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
    } else if other_meeting.is_some() && (traced || !enough) {
        ErrorType::WrongVenue
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
    let mut discrepancies = if error { of_form(form, future, placeholder) } else { Vec::new() };
    // Fewer sources than that cannot say that there is no such work.
    for (is_so, fact) in [
        (fabricated, Discrepancy::DoiNotFound),
        (other_meeting.is_some(), Discrepancy::Venue),
        (error && enough && !traced, Discrepancy::NotFound),
        (!error, Discrepancy::Unconfirmed),
    ] {
        discrepancies.extend(is_so.then_some(fact));
    }
    let unknown = |why: &str| SubTest::not_applicable(why);
    let absent = |why: &str| if enough { SubTest::failed(why) } else { SubTest::not_applicable(why) };
    Verdict {
        differences: Vec::new(),
        discrepancies,
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
            venue_correct: match (other_meeting, claim.venue.as_deref()) {
                (Some(error), _) => SubTest::failed(error.sentence()),
                (None, Some(venue)) if is_known_venue(venue) => {
                    SubTest::passed("The venue exists; no record of the work says more.")
                }
                (None, Some(_)) => {
                    unknown("The venue is not in the table, and no record of the work names one.")
                }
                (None, None) => unknown("The entry names no venue."),
            },
            cross_db_agreement: absent("No source has it."),
            ..SubTests::default()
        },
        reasons,
    }
}

pub(in crate::resolve::integrity) fn grey_work(mut verdict: Verdict) -> Verdict {
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
