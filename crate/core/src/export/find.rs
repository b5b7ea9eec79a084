//! Sources found for excerpts: output of `citelight find --format json`.

use serde::{Deserialize, Serialize};

use crate::attribute::Attribution;

/// Version of [`FindExport`].
pub const FIND_SCHEMA: &str = "citelight/find/1";

/// Sources found for excerpts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindExport {
    /// `citelight/find/1`.
    pub schema: String,
    /// One for each excerpt, in their order.
    pub excerpts: Vec<FoundSource>,
}

/// One excerpt and what was found for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundSource {
    /// The excerpt as it was searched for: neighbours' citations are masked.
    pub excerpt: String,
    /// What the search came to.
    #[serde(flatten)]
    pub found: Attribution,
}

impl FindExport {
    /// The export of searches.
    pub fn new(excerpts: Vec<FoundSource>) -> Self {
        Self { schema: FIND_SCHEMA.to_owned(), excerpts }
    }
}
