//! The benchmark's types: the fourteen of release 1.2, and the paper's thirteen, of which the release lacks two.

use citelight::resolve::integrity::{Discrepancy, EntryReport, ErrorType};
use serde::{Deserialize, Serialize};

/// What is wrong with an entry, by its gold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GoldType {
    /// A type of the release.
    Released(ErrorType),
    /// A type of the paper alone.
    Paper(PaperType),
}

/// Types that only the paper has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaperType {
    /// A work that was retracted.
    RetractedPaper,
    /// What an earlier version claimed. An entry shows it by mixing versions, if at all.
    VersionConfusion,
}

impl GoldType {
    /// The fact that it is named after, by which a policy gives it a level.
    pub fn fact(self) -> Discrepancy {
        match self {
            Self::Released(error) => error.into(),
            Self::Paper(PaperType::RetractedPaper) => Discrepancy::Retracted,
            Self::Paper(PaperType::VersionConfusion) => Discrepancy::VersionsMixed,
        }
    }

    /// Whether a report names this very type.
    pub fn is_named_by(self, report: &EntryReport) -> bool {
        match self {
            Self::Released(error) => report.error_type == Some(error),
            Self::Paper(PaperType::RetractedPaper) => report.work.is_retracted(),
            Self::Paper(PaperType::VersionConfusion) => {
                report.error_type == Some(ErrorType::ArxivVersionMismatch)
            }
        }
    }

    /// Whether a report names this type, or the one that records cannot tell from it: the release made its preprints cited as
    /// published from papers that did appear, elsewhere, so that they differ from papers at a wrong venue by nothing.
    pub fn is_alike(self, report: &EntryReport) -> bool {
        let is_of_venue = |error| matches!(error, ErrorType::WrongVenue | ErrorType::PreprintAsPublished);
        self.is_named_by(report)
            || matches!(self, Self::Released(error) if is_of_venue(error))
                && report.error_type.is_some_and(is_of_venue)
    }
}

impl From<ErrorType> for GoldType {
    fn from(error: ErrorType) -> Self {
        Self::Released(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The taxonomy of the paper (HALLMARK, section 3).
    const OF_PAPER: [&str; 13] = [
        "fabricated_doi",
        "nonexistent_venue",
        "placeholder_authors",
        "future_date",
        "chimeric_title",
        "wrong_venue",
        "author_mismatch",
        "preprint_as_published",
        "hybrid_fabrication",
        "near_miss_title",
        "plausible_fabrication",
        "retracted_paper",
        "version_confusion",
    ];

    #[test]
    fn each_type_of_the_paper_is_read_by_its_name_there() {
        let read = OF_PAPER.map(|name| serde_json::from_value::<GoldType>(name.into()).unwrap());
        let alone = read.iter().filter(|kind| matches!(kind, GoldType::Paper(_)));
        assert_eq!(alone.count(), 2);
        assert!(read.contains(&ErrorType::SwappedAuthors.into()), "the release calls author_mismatch so");
        assert_eq!(serde_json::to_value(read[11]).unwrap(), "retracted_paper");
    }
}
