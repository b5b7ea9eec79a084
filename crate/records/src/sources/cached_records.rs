//! The answer to a question as it is cached.

use serde::{Deserialize, Serialize};

use super::record::Record;

/// The answer to one question, as it is cached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CachedRecords {
    /// Milliseconds since 1970 until which it needs no asking.
    pub(super) fresh: u64,
    /// With which the source can say that nothing changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) etag: Option<String>,
    /// The records; none is a cached "not here".
    pub(super) records: Vec<Record>,
}
