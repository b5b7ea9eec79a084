//! What the pattern of the sub-tests means, by what was found: the work, a work that is near, or none.

mod known_work;
mod near_work;
mod no_work;

use super::confidence::Ground;
use super::discrepancy::Discrepancy;
use super::fields::Agreement;
use super::form::{Form, FormError};
use super::report::{BibField, ErrorType, Label, Status, SubTest, SubTests};
use crate::sources::Record;

pub(super) use known_work::known_work;
pub(super) use near_work::near_work;
pub(super) use no_work::{grey_work, no_work};

/// What the pattern of the sub-tests means.
pub(super) struct Verdict {
    pub(super) status: Status,
    pub(super) error_type: Option<ErrorType>,
    pub(super) label: Label,
    pub(super) ground: Ground,
    pub(super) subtests: SubTests,
    pub(super) reasons: Vec<String>,
    /// Fields in which the work contradicts the entry.
    pub(super) differences: Vec<BibField>,
    /// What was found, fact by fact.
    pub(super) discrepancies: Vec<Discrepancy>,
}

/// bibtex-updater's bound of `hallucinated`.
const HALLUCINATED_SCORE: f64 = 0.5;

/// What the entry's own form says against it, where no record says better.
fn of_form(form: &Form, future: bool, placeholder: bool) -> Vec<Discrepancy> {
    let malformed =
        form.errors.iter().any(|error| error.is_decisive() && matches!(error, FormError::MalformedArxiv(_)));
    [
        (malformed, Discrepancy::MalformedIdentifier),
        (future, Discrepancy::YearToCome),
        (placeholder, Discrepancy::PlaceholderAuthors),
    ]
    .into_iter()
    .filter_map(|(is_so, fact)| is_so.then_some(fact))
    .collect()
}

/// `“Deep learning”`; `an untitled work`
pub(super) fn titled(record: &Record) -> String {
    match record.titles().next() {
        Some(_) => format!("“{}”", record.title),
        None => "an untitled work".to_owned(),
    }
}

fn subtest<E>(agreement: &Agreement<E>, confirmed: &str) -> SubTest {
    match agreement {
        Agreement::Confirmed => SubTest::passed(confirmed),
        Agreement::Silent => SubTest::not_applicable("No record says anything about it."),
        Agreement::Disputed(why) => SubTest::not_applicable(why.clone()),
        Agreement::Wrong(_, why) => SubTest::failed(why.clone()),
    }
}
