//! The benchmark's types: the paper's thirteen and the fourteen of release 1.2, by one name each.

use citelight::resolve::integrity::{Discrepancy, EntryReport, ErrorType};
use serde::{Deserialize, Serialize};

/// What is wrong with an entry, by its gold. Eleven are in the paper and in the release, where one has another name; two are
/// the paper's alone, three the release's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoldType {
    /// The DOI does not exist.
    FabricatedDoi,
    /// No such venue is known.
    NonexistentVenue,
    /// Names that stand for nobody.
    PlaceholderAuthors,
    /// A year to come.
    FutureDate,
    /// Real authors, a title of no work of theirs.
    ChimericTitle,
    /// A real work at another venue.
    WrongVenue,
    /// A real title with other authors; the paper's `author_mismatch`.
    #[serde(alias = "author_mismatch")]
    SwappedAuthors,
    /// A preprint cited as published.
    PreprintAsPublished,
    /// A real DOI with another work's description.
    HybridFabrication,
    /// Fields of several works; in the release only.
    MergedCitation,
    /// A list of authors cut without saying so; in the release only.
    PartialAuthorList,
    /// A real title, slightly changed.
    NearMissTitle,
    /// Nothing of it exists.
    PlausibleFabrication,
    /// Fields of a work's preprint and of its publication mixed; in the release only.
    ArxivVersionMismatch,
    /// A work that was retracted; in the paper only.
    RetractedPaper,
    /// What an earlier version claimed; in the paper only. An entry shows it by mixing versions, if at all.
    VersionConfusion,
}

impl GoldType {
    /// Its name in the paper, if it is there.
    pub fn in_paper(self) -> Option<&'static str> {
        Some(match self {
            Self::FabricatedDoi => "fabricated_doi",
            Self::NonexistentVenue => "nonexistent_venue",
            Self::PlaceholderAuthors => "placeholder_authors",
            Self::FutureDate => "future_date",
            Self::ChimericTitle => "chimeric_title",
            Self::WrongVenue => "wrong_venue",
            Self::SwappedAuthors => "author_mismatch",
            Self::PreprintAsPublished => "preprint_as_published",
            Self::HybridFabrication => "hybrid_fabrication",
            Self::NearMissTitle => "near_miss_title",
            Self::PlausibleFabrication => "plausible_fabrication",
            Self::RetractedPaper => "retracted_paper",
            Self::VersionConfusion => "version_confusion",
            Self::MergedCitation | Self::PartialAuthorList | Self::ArxivVersionMismatch => return None,
        })
    }

    /// What the release calls it, if it is there.
    pub fn in_release(self) -> Option<ErrorType> {
        Some(match self {
            Self::FabricatedDoi => ErrorType::FabricatedDoi,
            Self::NonexistentVenue => ErrorType::NonexistentVenue,
            Self::PlaceholderAuthors => ErrorType::PlaceholderAuthors,
            Self::FutureDate => ErrorType::FutureDate,
            Self::ChimericTitle => ErrorType::ChimericTitle,
            Self::WrongVenue => ErrorType::WrongVenue,
            Self::SwappedAuthors => ErrorType::SwappedAuthors,
            Self::PreprintAsPublished => ErrorType::PreprintAsPublished,
            Self::HybridFabrication => ErrorType::HybridFabrication,
            Self::MergedCitation => ErrorType::MergedCitation,
            Self::PartialAuthorList => ErrorType::PartialAuthorList,
            Self::NearMissTitle => ErrorType::NearMissTitle,
            Self::PlausibleFabrication => ErrorType::PlausibleFabrication,
            Self::ArxivVersionMismatch => ErrorType::ArxivVersionMismatch,
            Self::RetractedPaper | Self::VersionConfusion => return None,
        })
    }

    /// The fact that it is named after, by which a policy gives it a level.
    pub fn fact(self) -> Discrepancy {
        match (self, self.in_release()) {
            (Self::RetractedPaper, _) => Discrepancy::Retracted,
            (_, Some(error)) => error.into(),
            (_, None) => Discrepancy::VersionsMixed,
        }
    }

    /// Whether a report names this very type.
    pub fn is_named_by(self, report: &EntryReport) -> bool {
        match self {
            Self::RetractedPaper => report.work.is_retracted(),
            Self::VersionConfusion => report.error_type == Some(ErrorType::ArxivVersionMismatch),
            _ => report.error_type.is_some() && report.error_type == self.in_release(),
        }
    }
}

impl GoldType {
    /// Whether a report names this type, or the one that records cannot tell from it: the release made its preprints cited as
    /// published from papers that did appear, elsewhere, so that they differ from papers at a wrong venue by nothing.
    pub fn is_alike(self, report: &EntryReport) -> bool {
        let venues = [Some(ErrorType::WrongVenue), Some(ErrorType::PreprintAsPublished)];
        self.is_named_by(report)
            || matches!(self, Self::WrongVenue | Self::PreprintAsPublished)
                && venues.contains(&report.error_type)
    }
}

impl From<ErrorType> for GoldType {
    fn from(error: ErrorType) -> Self {
        match error {
            ErrorType::FabricatedDoi => Self::FabricatedDoi,
            ErrorType::NonexistentVenue => Self::NonexistentVenue,
            ErrorType::PlaceholderAuthors => Self::PlaceholderAuthors,
            ErrorType::FutureDate => Self::FutureDate,
            ErrorType::ChimericTitle => Self::ChimericTitle,
            ErrorType::WrongVenue => Self::WrongVenue,
            ErrorType::SwappedAuthors => Self::SwappedAuthors,
            ErrorType::PreprintAsPublished => Self::PreprintAsPublished,
            ErrorType::HybridFabrication => Self::HybridFabrication,
            ErrorType::MergedCitation => Self::MergedCitation,
            ErrorType::PartialAuthorList => Self::PartialAuthorList,
            ErrorType::NearMissTitle => Self::NearMissTitle,
            ErrorType::PlausibleFabrication => Self::PlausibleFabrication,
            ErrorType::ArxivVersionMismatch => Self::ArxivVersionMismatch,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_has_thirteen_and_each_is_read_by_its_name_there() {
        use GoldType as T;
        let all = [
            T::FabricatedDoi,
            T::NonexistentVenue,
            T::PlaceholderAuthors,
            T::FutureDate,
            T::ChimericTitle,
            T::WrongVenue,
            T::SwappedAuthors,
            T::PreprintAsPublished,
            T::HybridFabrication,
            T::MergedCitation,
            T::PartialAuthorList,
            T::NearMissTitle,
            T::PlausibleFabrication,
            T::ArxivVersionMismatch,
            T::RetractedPaper,
            T::VersionConfusion,
        ];
        assert_eq!(all.iter().filter(|kind| kind.in_paper().is_some()).count(), 13);
        let released: Vec<ErrorType> = all.iter().filter_map(|kind| kind.in_release()).collect();
        assert_eq!(released.len(), 14);
        assert!(released.iter().all(|error| T::from(*error).in_release() == Some(*error)));
        for (kind, name) in all.iter().filter_map(|kind| Some((*kind, kind.in_paper()?))) {
            assert_eq!(serde_json::from_value::<T>(name.into()).unwrap(), kind);
        }
    }
}
