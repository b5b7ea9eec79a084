//! No work has the entry's title, but one is near or carries its DOI.

use super::{HALLUCINATED_SCORE, Verdict, of_form, subtest, titled};
use crate::resolve::authors::Authors;
use crate::resolve::integrity::confidence::Ground;
use crate::resolve::integrity::discrepancy::Discrepancy;
use crate::resolve::integrity::doi::DoiFate;
use crate::resolve::integrity::entry::{ParsedEntry, work_doi};
use crate::resolve::integrity::fields;
use crate::resolve::integrity::form::{Form, FormError};
use crate::resolve::integrity::report::{BibField, ErrorType, Label, Status, SubTest, SubTests};
use crate::resolve::integrity::work::Compared;
use crate::resolve::score::{Described, match_score};
use crate::sources::shown_name;
use citelight_types::identifiers::{Identifiers, is_arxiv_doi};
use citelight_types::settings::Settings;

/// Title similarity from which a title is a variant of another.
const SIMILAR_TITLE: f64 = 0.6;

/// No work has the entry's title, but one is near or carries its DOI.
pub(in crate::resolve::integrity) fn near_work(
    claim: &ParsedEntry,
    near: &Compared<'_>,
    doi: &DoiFate,
    form: &Form,
) -> Verdict {
    let related = near.authors.is_related();
    let described = Described::by_record(near.record);
    let entry = Described {
        title: &claim.title,
        authors: Authors { list: &claim.authors, truncated: claim.truncated },
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
        true if venue.is_wrong() => vec![BibField::Title, BibField::Venue],
        true => vec![BibField::Title],
        // An entry without a title contradicts nothing: its identifier and its authors name the work.
        false if claim.title.is_empty() && near.identified && (related || claim.authors.is_empty()) => {
            let year = fields::year(claim, std::slice::from_ref(near), false);
            let others = [(venue.is_wrong(), BibField::Venue), (year.is_wrong(), BibField::Year)];
            let others = others.into_iter().filter_map(|(differs, field)| differs.then_some(field));
            std::iter::once(BibField::Title).chain(others).collect()
        }
        false => Vec::new(),
    };
    // An entry of nearly the title, or one that leaves the title out, describes the work wrongly.
    let means_it = related && similar || claim.title.is_empty() && near.identified;
    let mut discrepancies = of_form(form, future, placeholder);
    let by_doi = names_by_doi(claim, near);
    for (is_so, fact) in [
        (means_it && venue.is_wrong(), Discrepancy::Venue),
        (means_it, Discrepancy::Title),
        (!means_it && near.identified && !by_doi, Discrepancy::ArxivIdOfAnotherWork),
        (!means_it && near.identified && by_doi, Discrepancy::DoiOfAnotherWork),
        (matches!(doi, DoiFate::Fabricated(_)), Discrepancy::DoiNotFound),
        (!means_it, Discrepancy::NotFound),
    ] {
        discrepancies.extend(is_so.then_some(fact));
    }
    Verdict {
        differences,
        discrepancies,
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

/// Whether the DOI names the record, not only its arXiv identifier.
fn names_by_doi(claim: &ParsedEntry, near: &Compared<'_>) -> bool {
    let doi = |ids: &Identifiers| ids.doi.as_deref().map(work_doi).filter(|doi| !is_arxiv_doi(doi));
    let own = doi(&claim.identifiers);
    own.is_some() && own == doi(&near.record.identifiers)
        || claim.identifiers.arxiv.is_none() && claim.identifiers.doi.is_some()
}
