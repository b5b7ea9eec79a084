//! Entries by when their papers appeared (HALLMARK, section 3.4): whoever checks from memory finds less in what is newer.

use citelight::resolve::integrity::Label;
use serde::Serialize;

use super::entries::EntryOutcome;
use super::metrics::Metrics;
use crate::statistics::Share;

/// Entries of one segment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Segment {
    pub(super) name: &'static str,
    /// Bad entries that were flagged.
    pub(super) detected: Share,
    /// Good entries that were flagged.
    pub(super) alarms: Share,
    pub(super) f1: f64,
    pub(super) mcc: f64,
}

/// The segments, and what becomes of detection from the oldest to the newest.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Segments {
    pub(super) segments: Vec<Segment>,
    /// Entries without a date.
    pub(super) undated: usize,
    /// Detection in the oldest segment less that in the newest, with its interval at 95 % (Newcombe 1998, method 10): well
    /// over 0 where a tool remembers instead of looking. None where one of them has no bad entry.
    pub(super) drop: Option<(f64, f64, f64)>,
}

const NAMES: [&str; 3] = ["before 2023", "2023 and 2024", "2025 and later"];

fn segment_of(year: i32) -> &'static str {
    match year {
        ..=2022 => NAMES[0],
        2023 | 2024 => NAMES[1],
        2025.. => NAMES[2],
    }
}

/// By the date that the gold gives; years of entries are wrong on purpose.
pub(super) fn segments(outcomes: &[EntryOutcome]) -> Segments {
    let year = |outcome: &EntryOutcome| outcome.gold.published.as_deref()?.get(..4)?.parse::<i32>().ok();
    let of = |name: &'static str| -> Option<Segment> {
        let own: Vec<EntryOutcome> =
            outcomes.iter().filter(|one| year(one).map(segment_of) == Some(name)).cloned().collect();
        let metrics = Metrics::of(&own);
        let counts = metrics.confusion;
        (!own.is_empty()).then(|| Segment {
            name,
            detected: Share::of(counts.hits, counts.hits + counts.misses),
            alarms: Share::of(counts.alarms, counts.alarms + counts.passed),
            f1: metrics.f1,
            mcc: metrics.mcc,
        })
    };
    let segments: Vec<Segment> = NAMES.into_iter().filter_map(of).collect();
    let drop = match segments.as_slice() {
        [oldest, .., newest] if oldest.detected.of > 0 && newest.detected.of > 0 => {
            Some(difference(&oldest.detected, &newest.detected))
        }
        _ => None,
    };
    let undated = outcomes.iter().filter(|one| year(one).is_none()).count();
    debug_assert!(outcomes.iter().all(|one| one.gold.label != Label::Uncertain));
    Segments { segments, undated, drop }
}

/// The difference of two shares, from Wilson's intervals of each.
fn difference(left: &Share, right: &Share) -> (f64, f64, f64) {
    let difference = left.share - right.share;
    let below = (left.share - left.lower).hypot(right.upper - right.share);
    let above = (left.upper - left.share).hypot(right.share - right.lower);
    (difference, difference - below, difference + above)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_has_newcombe_s_interval() {
        // Newcombe (1998), table II, contrast (a): 56/70 against 48/80.
        let (difference, lower, upper) = difference(&Share::of(56, 70), &Share::of(48, 80));
        assert!((difference - 0.2).abs() < 1e-9);
        assert!((lower - 0.0524).abs() < 1e-3 && (upper - 0.3339).abs() < 1e-3, "{lower} {upper}");
    }

    #[test]
    fn years_fall_into_three() {
        assert_eq!(
            [2021, 2022, 2023, 2024, 2025, 2031].map(segment_of),
            [NAMES[0], NAMES[0], NAMES[1], NAMES[1], NAMES[2], NAMES[2]]
        );
    }
}
