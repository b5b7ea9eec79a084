//! What the answers say of an entry's DOI.

use super::answers::{Answers, DoiHandle};
use super::entry::{Claim, work_doi};
use super::form::{Form, FormError};
use super::noted::DoiStanding;
use super::report::SubTest;
use super::verdict::titled;
use super::work::{Found, names_record};
use crate::resolve::by_identifier::PRINTED_ONLY;
use crate::sources::{Record, shown_name};

/// What became of the entry's DOI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DoiFate {
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
    pub(super) fn standing(&self) -> DoiStanding {
        match self {
            Self::Malformed(_) => DoiStanding::IsNone,
            Self::Unknown(_) => DoiStanding::Unknown,
            _ => DoiStanding::Settled,
        }
    }

    /// Why the DOI speaks against the entry of a work that was found.
    pub(super) fn objection(&self) -> Option<&str> {
        match self {
            Self::Another(why) | Self::Fabricated(why) => Some(why),
            _ => None,
        }
    }

    pub(super) fn subtest(&self) -> SubTest {
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
pub(super) fn doi_fate(claim: &Claim, form: &Form, answers: &Answers, found: &Found<'_>) -> DoiFate {
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
