//! Whether a work may still be relied on.

use serde::{Deserialize, Serialize};

use citelight_types::date::Date;
use citelight_types::finding::RetractionManner;

/// Editorial status of a work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum WorkStatus {
    /// Nothing is known against it.
    #[default]
    Current,
    /// Retracted or withdrawn.
    Retracted {
        /// Year of the notice, where known.
        year: Option<i32>,
        /// Identifier or URL of the notice.
        notice: Option<String>,
        /// When the notice appeared, as exactly as is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        date: Option<Date>,
        /// Whether it was retracted, withdrawn, or retracted and replaced; left out where it was retracted.
        #[serde(default, skip_serializing_if = "RetractionManner::is_retracted")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<RetractionManner>", optional))]
        manner: RetractionManner,
    },
    /// An expression of concern stands.
    Concern {
        /// Identifier or URL of the notice.
        notice: Option<String>,
    },
    /// Corrected.
    Corrected {
        /// Identifier or URL of the notice.
        notice: Option<String>,
    },
}

impl WorkStatus {
    /// Whether it was retracted, withdrawn, or retracted and replaced.
    pub fn is_retracted(&self) -> bool {
        matches!(self, Self::Retracted { .. })
    }

    /// Withdrawn, nobody says when.
    pub fn withdrawn() -> Self {
        Self::Retracted { year: None, notice: None, date: None, manner: RetractionManner::Withdrawn }
    }

    /// Retracted, as of a year that may be unknown.
    pub fn retracted(year: Option<i32>, notice: Option<String>) -> Self {
        Self::Retracted {
            year,
            notice,
            date: year.and_then(Date::from_year),
            manner: RetractionManner::Retracted,
        }
    }
}
