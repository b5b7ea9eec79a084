//! A work has the entry's title: the other fields decide.

use super::{Verdict, of_form, subtest, titled};
use crate::resolve::integrity::CheckSettings;
use crate::resolve::integrity::answers::Answers;
use crate::resolve::integrity::common_names::are_commonplace;
use crate::resolve::integrity::confidence::Ground;
use crate::resolve::integrity::discrepancy::Discrepancy;
use crate::resolve::integrity::doi::DoiFate;
use crate::resolve::integrity::entry::ParsedEntry;
use crate::resolve::integrity::fields::{self, Agreement, AuthorError, VenueError};
use crate::resolve::integrity::form::{Form, FormError};
use crate::resolve::integrity::report::{BibField, ErrorType, Label, Status, SubTest, SubTests};
use crate::resolve::integrity::work::Compared;
use crate::sources::title_marks::{TitleMark, unmarked};
use crate::sources::{Record, shown_name};

/// The verdict where a work has the entry's title: the other fields decide.
pub(in crate::resolve::integrity) fn known_work(
    claim: &ParsedEntry,
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
    let objections = [authors.objection(), venue.objection(), year.objection(), doi.objection()];
    reasons.extend(objections.into_iter().flatten().map(str::to_owned));
    // Authors whom the records confirm are no placeholders; nor is a missing one about whom they say nothing.
    let unnamed = form.errors.iter().any(|error| matches!(error, FormError::Unnamed(_)));
    let placeholder = form.errors.iter().any(FormError::is_placeholder)
        && authors != Agreement::Confirmed
        && !(unnamed && authors == Agreement::Silent);
    let future = year != Agreement::Confirmed
        && form.errors.iter().any(|error| matches!(error, FormError::FutureYear(_)));
    let (author_error, venue_error) = (authors.error(), venue.error());
    let bad_doi = doi.objection().is_some();
    let wrong = [author_error.is_some(), venue_error.is_some(), year.is_wrong(), bad_doi];
    let wrong = wrong.into_iter().filter(|wrong| *wrong).count();
    let identified = records.iter().any(|seen| seen.identified);
    let disputed = authors.is_disputed()
        || venue.is_disputed()
        || year.is_disputed()
        || placeholder && authors == Agreement::Silent
        || nameless && (authors != Agreement::Confirmed || !identified);
    let confirms = wrong == 0
        && !disputed
        && (identified
            || authors == Agreement::Confirmed
            || venue == Agreement::Confirmed && year == Agreement::Confirmed);
    let decisive = form.errors.iter().any(|error| match error {
        FormError::FutureYear(_) => future,
        FormError::Placeholder(_) => authors.is_wrong(),
        // The records say where the work appeared.
        FormError::OtherMeeting { .. } => false,
        _ => error.is_decisive() && !confirms,
    });
    let has_preprint = records.iter().any(Compared::is_preprint);
    let year_off = year.is_wrong() || is_year_off(claim, records);
    let error_type = if future {
        Some(ErrorType::FutureDate)
    } else if placeholder && authors.is_wrong() {
        Some(ErrorType::PlaceholderAuthors)
    } else if let Some(error) = author_error {
        Some(match error {
            AuthorError::Shortened => ErrorType::PartialAuthorList,
            AuthorError::Strangers if are_commonplace(&claim.authors) => ErrorType::PlaceholderAuthors,
            _ if venue_error.is_some() || year.is_wrong() => ErrorType::MergedCitation,
            AuthorError::Strangers | AuthorError::SomeOthers => ErrorType::SwappedAuthors,
        })
    } else if let Some(error) = venue_error {
        Some(match error {
            VenueError::Nonexistent => ErrorType::NonexistentVenue,
            _ if year_off => ErrorType::ArxivVersionMismatch,
            // What appeared elsewhere is no preprint, whether or not there was one.
            VenueError::Elsewhere => ErrorType::WrongVenue,
            VenueError::OnlyPreprint => ErrorType::PreprintAsPublished,
        })
    } else {
        match doi {
            DoiFate::Fabricated(_) => Some(ErrorType::FabricatedDoi),
            DoiFate::Another(_) => Some(ErrorType::HybridFabrication),
            _ => year.is_wrong().then_some(ErrorType::ArxivVersionMismatch),
        }
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
        // A slip of the pen, or a title made from another work's: honest bibliographies have so many slips that this
        // accuses nobody. Nor does a title that the work once had.
        Label::Uncertain
    } else {
        Label::Valid
    };
    let confirmed =
        authors == Agreement::Confirmed && venue == Agreement::Confirmed && year == Agreement::Confirmed;
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
        reasons.extend(records.first().map(|seen| of_nameless(claim, seen.record)));
    } else if reasons.is_empty() && label == Label::Valid {
        reasons.push(format!("{sources} of the sources have the work, and no field contradicts them."));
    }
    let mut differences = Vec::new();
    // Where records contradict each other and nothing else is wrong, the entry may mean any of them.
    if label == Label::Hallucinated || label == Label::Uncertain && !disputed {
        for (differs, field) in [
            (author_error.is_some(), BibField::Author),
            (title_exists.passed == Some(false), BibField::Title),
            (venue_error.is_some(), BibField::Venue),
            (year.is_wrong(), BibField::Year),
            (bad_doi, BibField::Doi),
        ] {
            differences.extend(differs.then_some(field));
        }
    }
    let mut discrepancies =
        of_form(form, future, placeholder && authors.is_wrong()).into_iter().collect::<Vec<_>>();
    // A malformed identifier counts only where no record confirms the entry.
    discrepancies.retain(|fact| *fact != Discrepancy::MalformedIdentifier || decisive);
    let is_mixed = has_preprint && error_type == Some(ErrorType::ArxivVersionMismatch);
    let is_related = records.iter().any(|seen| seen.authors.is_related());
    for (is_so, fact) in [
        (label == Label::Uncertain && disputed, Discrepancy::Unconfirmed),
        (label == Label::Uncertain && misspelt.is_some(), Discrepancy::TitleSpelling),
        (label == Label::Uncertain && renamed.is_some(), Discrepancy::TitleRenamed),
        (is_mixed, Discrepancy::VersionsMixed),
        (year.is_wrong() && !is_mixed, Discrepancy::Year),
        (matches!(doi, DoiFate::Another(_)), Discrepancy::DoiOfAnotherWork),
        (matches!(doi, DoiFate::Fabricated(_)), Discrepancy::DoiNotFound),
    ] {
        discrepancies.extend(is_so.then_some(fact));
    }
    discrepancies.extend(venue_error.filter(|_| !is_mixed).map(|error| match error {
        VenueError::Nonexistent => Discrepancy::VenueUnknown,
        VenueError::Elsewhere => Discrepancy::Venue,
        VenueError::OnlyPreprint => Discrepancy::PreprintAsPublished,
    }));
    discrepancies.extend(author_error.map(|error| match error {
        AuthorError::Shortened => Discrepancy::AuthorsMissing,
        AuthorError::SomeOthers if is_related => Discrepancy::AuthorsInPart,
        AuthorError::SomeOthers | AuthorError::Strangers => Discrepancy::Authors,
    }));
    Verdict {
        differences,
        discrepancies,
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
            cross_db_agreement: if label == Label::Valid {
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
fn of_nameless(claim: &ParsedEntry, record: &Record) -> String {
    let source = shown_name(&record.source);
    if record.titles().next().is_none() {
        format!("The record of {source} has no title, so the title was not compared.")
    } else if record.is_untitled() {
        format!(
            "The record of {source} is called {}, which names no work, so the title was not compared.",
            titled(record)
        )
    } else if unmarked(&claim.title).0.contains(&TitleMark::About) {
        format!("{source} has only the work that the entry's notice or reprint is of: {}.", titled(record))
    } else {
        format!("{source} has only a notice about the work or a reprint of it: {}.", titled(record))
    }
}

/// Whether no record has the entry's year, even if one is only a year off.
fn is_year_off(claim: &ParsedEntry, records: &[Compared<'_>]) -> bool {
    claim.years().is_some_and(|years| {
        let known = || records.iter().filter_map(|seen| seen.record.year);
        known().next().is_some() && !known().any(|year| years.contains(&year))
    })
}
