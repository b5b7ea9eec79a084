//! All figures of a run.

use serde::Serialize;

use super::apis::Apis;
use super::baselines::Baseline;
use super::metrics::Metrics;
use super::peers::Peer;
use super::ranking::Ranking;
use super::segments::Segments;

/// What differs from the rows of the others.
pub(super) const CLOSED_WORLD: &str = "Other tools asked the live indexes; here the sources are files of records, so the \
    figures measure the checks, not the indexes. The others' rows come from HALLMARK's release, on the whole split \
    that they name.";

/// All figures of a run.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    pub(super) schema: &'static str,
    /// The file of entries.
    pub(super) file: String,
    /// The file of records.
    pub(super) records: String,
    /// Each source says something of its own; else all say the same, and nothing is missing.
    #[serde(skip)]
    pub(super) is_noisy: bool,
    pub(super) entries_per_second: f64,
    #[serde(flatten)]
    pub(super) metrics: Metrics,
    /// "No record anywhere" read as undecided, not as an error.
    pub(super) conservative: Metrics,
    /// Confidences and thresholds were chosen on dev_public's half of this name.
    pub(super) first_half: Metrics,
    pub(super) second_half: Metrics,
    pub(super) peers: &'a [Peer],
    pub(super) peers_note: &'static str,
    /// A ranking for each table of other tools' scores.
    pub(super) rankings: Vec<Ranking>,
    /// By when the papers appeared.
    pub(super) temporal: Segments,
    /// The paper's simple baselines in the same world.
    pub(super) baselines: Vec<Baseline>,
    /// Entries that took longer than the limit, and were therefore called valid.
    pub(super) timed_out: usize,
    /// Which source found what.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) apis: Option<Apis>,
}
