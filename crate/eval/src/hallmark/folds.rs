//! The figures as venues would count them: what a policy lets pass is no offence, neither by the gold nor by the checks.

use citelight::export::{Level, Policy, Profile};
use citelight::resolve::integrity::Label;
use serde::Serialize;

use super::entries::EntryOutcome;
use super::metrics::{Confusion, f1, matthews, ratio};

/// The figures under one policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fold {
    /// The policy's name.
    pub policy: String,
    /// Bad entries that stay bad under it, of all bad ones.
    pub kept: (usize, usize),
    /// Entries by what they are and by what was said of them, under the policy.
    pub confusion: Confusion,
    /// Recall of what it forbids.
    pub dr: f64,
    /// Share of what it lets pass that was held up all the same.
    pub fpr: f64,
    /// Harmonic mean of precision and recall.
    pub f1: f64,
    /// Matthews correlation.
    pub mcc: f64,
}

/// The figures under each profile that folds something.
pub(super) fn folds(outcomes: &[EntryOutcome]) -> Vec<Fold> {
    Profile::ALL.into_iter().map(|profile| fold(outcomes, &Policy::of(profile))).collect()
}

fn fold(outcomes: &[EntryOutcome], policy: &Policy) -> Fold {
    let is_held_up = |level: Level| level >= Level::Warning;
    let mut confusion = Confusion::default();
    let mut bad = 0;
    for EntryOutcome { gold, report, .. } in outcomes {
        bad += usize::from(gold.label == Label::Hallucinated);
        // Bad entries without a type are bad under any policy.
        let forbidden = gold.label == Label::Hallucinated
            && gold.error_type.is_none_or(|kind| is_held_up(policy.level(kind.fact())));
        let cell = match (forbidden, is_held_up(policy.worst(&report.discrepancies))) {
            (true, true) => &mut confusion.hits,
            (true, false) => &mut confusion.misses,
            (false, true) => &mut confusion.alarms,
            (false, false) => &mut confusion.passed,
        };
        *cell += 1;
    }
    let Confusion { hits, misses, alarms, passed } = confusion;
    let share = |part: usize, rest: usize| ratio(part as f64, (part + rest) as f64);
    Fold {
        policy: policy.name.clone(),
        kept: (hits + misses, bad),
        confusion,
        dr: share(hits, misses),
        fpr: share(alarms, passed),
        f1: f1(hits as f64, alarms as f64, misses as f64),
        mcc: matthews(&confusion),
    }
}
