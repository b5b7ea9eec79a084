//! What a record says of a reference and of its work, beside its text.

use serde::{Deserialize, Serialize};

/// A field in which a reference and its record differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FieldDifference {
    /// Which field.
    pub field: Field,
    /// What the reference says.
    pub reference: String,
    /// What the record says.
    pub record: String,
}

/// Fields of a reference that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// The authors' family names.
    Authors,
    /// The title.
    Title,
    /// The year.
    Year,
    /// The venue.
    Venue,
    /// The DOI.
    Doi,
}

/// What appeared about a work that stands, after it had appeared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Update {
    /// A correction: erratum, corrigendum, addendum.
    Corrected,
    /// A notice that takes back a part of it.
    PartlyRetracted,
    /// A newer version, which stands in its place.
    NewVersion,
}

/// How a work was taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RetractionManner {
    /// Retracted or removed.
    #[default]
    Retracted,
    /// Withdrawn: a preprint, or an article before it appeared in an issue.
    Withdrawn,
    /// Retracted, and replaced by a corrected version under the same identifier.
    Replaced,
}

impl RetractionManner {
    /// What was done to the work: `retracted`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Retracted => "retracted",
            Self::Withdrawn => "withdrawn",
            Self::Replaced => "retracted and replaced",
        }
    }

    /// Whether it is the plain manner, which older files leave out.
    pub fn is_retracted(&self) -> bool {
        *self == Self::Retracted
    }
}
