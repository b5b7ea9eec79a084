//! What every check writes with: an anomaly, a list of them that is summed up where it is long, and the words that lead a
//! reader to the place.

use crate::document::{Anomaly, AnomalyKind, Severity};
use crate::markup::{Block, BlockKind};

/// Anomalies of one kind that are listed one by one; more are summed up.
pub(super) const MOST_LISTED: usize = 20;

pub(super) fn anomaly(
    kind: AnomalyKind,
    severity: Severity,
    place: impl Into<String>,
    hint: impl Into<String>,
) -> Anomaly {
    Anomaly { kind, severity, place: place.into(), hint: hint.into() }
}

/// Lists places one by one, and sums up what is too many.
pub(super) fn list(
    found: &mut Vec<Anomaly>,
    kind: AnomalyKind,
    severity: Severity,
    places: Vec<String>,
    hint: &str,
) {
    let more = places.len().saturating_sub(MOST_LISTED);
    found.extend(places.into_iter().take(MOST_LISTED).map(|place| anomaly(kind, severity, place, hint)));
    if more > 0 {
        found.push(anomaly(kind, severity, format!("{more} more"), hint));
    }
}

/// Whether a block is running text that may cite.
pub(super) fn is_prose(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Paragraph | BlockKind::Abstract | BlockKind::ListItem)
}

/// The beginning of a text, long enough to find it again.
pub(super) fn head(text: &str) -> String {
    text.chars().take(80).collect()
}

/// The end of a text, long enough to find it again.
pub(super) fn tail(text: &str) -> String {
    let skip = text.chars().count().saturating_sub(80);
    text.chars().skip(skip).collect()
}
