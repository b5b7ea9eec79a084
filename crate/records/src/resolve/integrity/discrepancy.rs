//! What is wrong with an entry, fact by fact. A work that is described wrongly is not one that nobody can find: the two
//! problems are told apart, and a venue says which facts matter to it.

use serde::{Deserialize, Serialize};

use super::report::{BibField, ErrorType};

/// The two things that may be wrong with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    /// The sources have the work, and the entry describes it otherwise.
    Misdescribed,
    /// No source has a work like the entry.
    NotFound,
}

/// One fact about an entry. What weighs more comes later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Discrepancy {
    /// Whether the work is as described could not be told.
    Unconfirmed,
    /// The volume differs.
    Volume,
    /// The issue differs.
    Number,
    /// The pages differ.
    Pages,
    /// The entry's type differs: a paper in proceedings as a journal's article, or the other way round.
    EntryType,
    /// The title differs by a slip of the pen.
    TitleSpelling,
    /// The title is one that the work had before.
    TitleRenamed,
    /// Fields of the preprint and of the publication are mixed.
    VersionsMixed,
    /// A venue is given for a work of which the sources know preprints only.
    PreprintAsPublished,
    /// The year differs.
    Year,
    /// The arXiv identifier is another work's.
    ArxivIdOfAnotherWork,
    /// An identifier that cannot be one.
    MalformedIdentifier,
    /// The DOI is another work's.
    DoiOfAnotherWork,
    /// Neither doi.org nor any source knows the DOI.
    DoiNotFound,
    /// The work appeared elsewhere.
    Venue,
    /// The title differs in words.
    Title,
    /// Authors are left out, and the entry does not say so.
    AuthorsMissing,
    /// Some of the authors are others.
    AuthorsInPart,
    /// The venue is not known, and the work appeared elsewhere.
    VenueUnknown,
    /// The year is still to come.
    YearToCome,
    /// Most of the authors are others.
    Authors,
    /// Names that stand for nobody.
    PlaceholderAuthors,
    /// The journal has expressed concern about the work.
    Concern,
    /// The work was withdrawn.
    Withdrawn,
    /// The work was retracted.
    Retracted,
    /// No source has a work of this title by these authors.
    NotFound,
}

impl Discrepancy {
    /// All of them, by weight.
    pub const ALL: [Self; 26] = [
        Self::Unconfirmed,
        Self::Volume,
        Self::Number,
        Self::Pages,
        Self::EntryType,
        Self::TitleSpelling,
        Self::TitleRenamed,
        Self::VersionsMixed,
        Self::PreprintAsPublished,
        Self::Year,
        Self::ArxivIdOfAnotherWork,
        Self::MalformedIdentifier,
        Self::DoiOfAnotherWork,
        Self::DoiNotFound,
        Self::Venue,
        Self::Title,
        Self::AuthorsMissing,
        Self::AuthorsInPart,
        Self::VenueUnknown,
        Self::YearToCome,
        Self::Authors,
        Self::PlaceholderAuthors,
        Self::Concern,
        Self::Withdrawn,
        Self::Retracted,
        Self::NotFound,
    ];

    /// Which problem it is a sign of; what became of the work later is none of the entry's.
    pub fn problem(self) -> Option<Problem> {
        match self {
            Self::NotFound => Some(Problem::NotFound),
            Self::Unconfirmed | Self::Concern | Self::Withdrawn | Self::Retracted => None,
            _ => Some(Problem::Misdescribed),
        }
    }

    /// What differs, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Unconfirmed => "not confirmed",
            Self::Volume => "volume",
            Self::Number => "issue",
            Self::Pages => "pages",
            Self::EntryType => "entry type",
            Self::TitleSpelling => "spelling of the title",
            Self::TitleRenamed => "earlier title",
            Self::VersionsMixed => "preprint and publication mixed",
            Self::PreprintAsPublished => "venue of a preprint",
            Self::Year => "year",
            Self::ArxivIdOfAnotherWork => "arXiv identifier of another work",
            Self::MalformedIdentifier => "malformed identifier",
            Self::DoiOfAnotherWork => "DOI of another work",
            Self::DoiNotFound => "DOI not found",
            Self::Venue => "venue",
            Self::Title => "title",
            Self::AuthorsMissing => "authors left out",
            Self::AuthorsInPart => "some authors",
            Self::VenueUnknown => "unknown venue",
            Self::YearToCome => "year still to come",
            Self::Authors => "authors",
            Self::PlaceholderAuthors => "placeholders for authors",
            Self::Concern => "expression of concern",
            Self::Withdrawn => "withdrawn",
            Self::Retracted => "retracted",
            Self::NotFound => "not found",
        }
    }
}

impl From<ErrorType> for Discrepancy {
    /// The fact that a type of error is named after.
    fn from(error: ErrorType) -> Self {
        match error {
            ErrorType::FabricatedDoi => Self::DoiNotFound,
            ErrorType::NonexistentVenue => Self::VenueUnknown,
            ErrorType::PlaceholderAuthors => Self::PlaceholderAuthors,
            ErrorType::FutureDate => Self::YearToCome,
            ErrorType::WrongVenue => Self::Venue,
            ErrorType::SwappedAuthors | ErrorType::MergedCitation => Self::Authors,
            ErrorType::PreprintAsPublished => Self::PreprintAsPublished,
            ErrorType::PartialAuthorList => Self::AuthorsMissing,
            ErrorType::NearMissTitle => Self::Title,
            ErrorType::ArxivVersionMismatch => Self::VersionsMixed,
            // A real identifier or real authors under a title that no source has.
            ErrorType::HybridFabrication | ErrorType::ChimericTitle | ErrorType::PlausibleFabrication => {
                Self::NotFound
            }
        }
    }
}

impl Discrepancy {
    /// What a difference is that counts for nothing in the label.
    pub(super) fn noted(field: BibField) -> Option<Self> {
        match field {
            BibField::Volume => Some(Self::Volume),
            BibField::Number => Some(Self::Number),
            BibField::Pages => Some(Self::Pages),
            BibField::EntryType => Some(Self::EntryType),
            _ => None,
        }
    }
}

/// The problem that the weightiest of these facts is a sign of.
pub(super) fn problem(found: &[Discrepancy]) -> Option<Problem> {
    found.iter().filter_map(|fact| fact.problem()).max()
}
