//! Matching references to records; ghosts, retractions, differences of metadata.

use serde::{Deserialize, Serialize};

use crate::sources::Record;
use citelight_types::finding::FieldDifference;

mod answers;
pub mod authors;
mod book_series;
mod by_identifier;
pub mod differences;
pub mod eligible;
mod fit;
pub mod integrity;
pub mod resolver;
#[cfg(test)]
mod resolver_tests;
pub mod revise;
pub mod score;
mod twins;
pub mod venue;
mod venue_table;

pub use resolver::{Outcome, query_of, resolve};

/// The outcome of matching one reference to records, with its evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Resolution {
    /// A record is the reference's.
    Resolved {
        /// The record.
        record: Box<Record>,
        /// Match score in 0..=1.
        score: f64,
        /// Fields in which reference and record differ.
        differences: Vec<FieldDifference>,
    },
    /// Several records fit about equally, or one fits only so-so.
    Ambiguous {
        /// The candidates, best first.
        candidates: Vec<Candidate>,
    },
    /// Valid queries were answered by enough healthy sources, and none knows such a work.
    Ghost {
        /// Names of the sources that answered, as they are shown.
        asked: Vec<String>,
        /// The nearest record that was seen, if any.
        nearest: Option<Box<Candidate>>,
    },
    /// Nothing can be said: sources failed, are too few or too partial, or the entry cannot be read.
    Unknown {
        /// Why, in one sentence.
        reason: String,
    },
}

impl Resolution {
    /// The record of a resolved reference.
    pub fn record(&self) -> Option<&Record> {
        match self {
            Self::Resolved { record, .. } => Some(record),
            _ => None,
        }
    }
}

/// A record that may be the reference's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candidate {
    /// The record.
    pub record: Record,
    /// Match score in 0..=1.
    pub score: f64,
}
