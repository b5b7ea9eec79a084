//! What the flags are worth: shares by kind of error and by what was known, AUC and the curve.
use std::collections::BTreeMap;

use citelight::relevance::{Fit, Known};
use serde::Serialize;

use super::judged::Judged;
use super::read::Kind;
use crate::statistics::Share;

/// Rates of false alarms at which the curve is told.
const CURVE: [f64; 6] = [0.0, 0.002, 0.005, 0.01, 0.02, 0.05];

/// Figures of a file.
#[derive(Serialize)]
pub(super) struct Figures {
    /// Shares of flags, by what was known.
    pub(super) by_known: Vec<(Known, Vec<Row>)>,
    /// Probability that a work about something else has the greater score than a right one.
    pub(super) auc: Option<f64>,
    pub(super) curve: Vec<Point>,
}

/// Flags on one kind of citation.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) flagged: Share,
}

/// A point of the curve.
#[derive(Serialize)]
pub(super) struct Point {
    pub(super) false_alarms: f64,
    pub(super) recall: f64,
}

pub(super) fn figures(judged: &[Judged]) -> Figures {
    let mut by_known = Vec::new();
    for known in [Known::Work, Known::Article, Known::List] {
        let mut kinds: BTreeMap<&Kind, (usize, usize)> = BTreeMap::new();
        for one in judged {
            let Some(fit) = one.fit.filter(|fit| fit.known == known) else { continue };
            let (flagged, all) = kinds.entry(&one.line.kind).or_default();
            *all += 1;
            *flagged += usize::from(fit.is_about_something_else());
        }
        let row = |(kind, (flagged, all)): (&Kind, (usize, usize))| Row {
            name: kind.name().to_owned(),
            flagged: Share::of(flagged, all),
        };
        let rows: Vec<Row> = kinds.into_iter().map(row).collect();
        if !rows.is_empty() {
            by_known.push((known, rows));
        }
    }
    let scores = |kind: &Kind| -> Vec<f64> {
        let of_kind = judged.iter().filter(|one| one.line.kind == *kind);
        of_kind.filter_map(|one| one.fit.map(Fit::margin)).collect()
    };
    let (right, wrong) = (scores(&Kind::Right), scores(&Kind::Irrelevant));
    let both = !right.is_empty() && !wrong.is_empty();
    Figures {
        by_known,
        auc: both.then(|| auc(&wrong, &right)),
        curve: if both {
            CURVE.map(|share| Point { false_alarms: share, recall: recall_at(share, &wrong, &right) }).into()
        } else {
            Vec::new()
        },
    }
}

/// Share of pairs in which the wrong one has the greater score; ties count half.
pub(super) fn auc(wrong: &[f64], right: &[f64]) -> f64 {
    let mut sorted = right.to_vec();
    sorted.sort_by(f64::total_cmp);
    let below = |score: f64| {
        let less = sorted.partition_point(|other| *other < score);
        let not_more = sorted.partition_point(|other| *other <= score);
        (less + not_more) as f64 / 2.0
    };
    let sum: f64 = wrong.iter().map(|score| below(*score)).sum();
    sum / (wrong.len() * right.len()).max(1) as f64
}

/// Share of the wrong ones above the score that so many of the right ones reach at most.
pub(super) fn recall_at(false_alarms: f64, wrong: &[f64], right: &[f64]) -> f64 {
    let mut sorted = right.to_vec();
    sorted.sort_by(|one, other| other.total_cmp(one));
    let allowed = (false_alarms * sorted.len() as f64) as usize;
    let limit = sorted.get(allowed).copied().unwrap_or(f64::NEG_INFINITY);
    wrong.iter().filter(|score| **score > limit).count() as f64 / wrong.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_what_they_are_by_hand() {
        let (wrong, right) = ([3.0, 2.0, 0.0], [1.0, 0.0, 2.5, -1.0]);
        // 3 beats four, 2 beats three, 0 beats one and ties with one.
        assert!((auc(&wrong, &right) - (4.0 + 3.0 + 1.5) / 12.0).abs() < 1e-12);
        assert!((recall_at(0.0, &wrong, &right) - 1.0 / 3.0).abs() < 1e-12);
        assert!((recall_at(0.25, &wrong, &right) - 2.0 / 3.0).abs() < 1e-12);
    }
}
