//! What comes of matching one reference to records.

use serde::{Deserialize, Serialize};

use crate::sources::{Record, SourceError};
use citelight_types::finding::{FieldDifference, NotCheckable, TrailStep};

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
    /// Several records fit about equally, or one fits only in part.
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
        /// Why no index could be expected to have it, if that is the reason.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        not_checkable: Option<NotCheckable>,
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

/// What came of one reference, with what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct ResolverOutcome {
    /// The resolution.
    pub resolution: Resolution,
    /// Who was asked and what was compared.
    pub step: TrailStep,
    /// Sources that failed.
    pub failures: Vec<SourceError>,
}
