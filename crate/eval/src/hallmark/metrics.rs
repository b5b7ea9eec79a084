//! HALLMARK's metrics over outcomes.
use std::collections::BTreeMap;

use citelight::finding::RetractionManner;
use citelight::resolve::integrity::{Label, Problem};
use citelight::sources::WorkStatus;

use super::entries::{EntryOutcome, GoldEntry};
use super::folds::{Fold, folds};
use super::taxonomy::GoldType;

/// Bins of the expected calibration error.
const BINS: usize = 10;

/// The figures of one run.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Metrics {
    /// Entries.
    pub entries: usize,
    /// How many of the bad and of the good ones were flagged: what the shares below are made of.
    pub confusion: Confusion,
    /// Detection rate: recall on HALLUCINATED.
    pub dr: f64,
    /// False positive rate over all valid entries.
    pub fpr: f64,
    /// The same over the valid entries whose paper some source has.
    pub fpr_indexed: f64,
    /// Valid entries whose paper no source has, and how many of them were flagged.
    pub unindexed: (usize, usize),
    /// Precision, recall and their mean; UNCERTAIN counts as VALID.
    pub precision: f64,
    /// Harmonic mean of precision and DR.
    pub f1: f64,
    /// F1 without the unindexed valid entries.
    pub f1_indexed: f64,
    /// F1 with true positives and misses weighted by tier, false positives by 1.
    pub tier_weighted_f1: f64,
    /// Expected calibration error over decided entries, 10 bins.
    pub ece: f64,
    /// Area under the ROC curve over decided entries.
    pub auroc: f64,
    /// Matthews correlation.
    pub mcc: f64,
    /// Share of entries that were decided.
    pub coverage: f64,
    /// Precision where 2 % of entries are bad, all papers being indexed somewhere.
    pub precision_at_2: f64,
    /// The same where 5 % of entries are bad.
    pub precision_at_5: f64,
    /// Precision at 2 % and at 5 % with as many papers unindexed as in the split.
    pub precision_with_unindexed: (f64, f64),
    /// Accuracy of each sub-test.
    pub subtests: BTreeMap<&'static str, SubtestAccuracy>,
    /// Recall of each type.
    pub types: BTreeMap<GoldType, TypeRecall>,
    /// Share of the bad entries that are flagged, by tier.
    pub tiers: BTreeMap<String, GroupRate>,
    /// Flagged entries by how they were made; of what is scraped, flags are false.
    pub generation_methods: BTreeMap<String, GroupRate>,
    /// Share of the bad entries that the first k strategies give away.
    pub detect_at_k: Vec<DetectAt>,
    /// The figures by policies of venues.
    pub folds: Vec<Fold>,
    /// Which of the two problems was named, by the one that the entry has.
    pub problems: BTreeMap<&'static str, ProblemNamed>,
    /// What the flagged entries of each type were called.
    pub called: BTreeMap<GoldType, BTreeMap<String, usize>>,
    /// Works that were withdrawn or retracted.
    pub withdrawn: Withdrawn,
}

/// Which of the two problems was named, of flagged entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct ProblemNamed {
    /// Flagged bad entries.
    pub flagged: usize,
    /// Called works that no source has.
    pub not_found: usize,
    /// Called works described wrongly.
    pub misdescribed: usize,
}

/// Works that were withdrawn or retracted, by the gold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Withdrawn {
    /// Their entries.
    pub entries: usize,
    /// Said to be withdrawn or retracted.
    pub said: usize,
    /// Of these, said to be withdrawn.
    pub said_withdrawn: usize,
    /// Called works that no source has.
    pub not_found: usize,
}

/// Entries by what they are and by what was said of them; UNCERTAIN counts as VALID.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Confusion {
    /// Bad entries that were flagged.
    pub hits: usize,
    /// Bad entries that were not.
    pub misses: usize,
    /// Good entries that were flagged.
    pub alarms: usize,
    /// Good entries that were not.
    pub passed: usize,
}

/// How many entries of a group were flagged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct GroupRate {
    /// Entries of the group.
    pub entries: usize,
    /// Of them, flagged.
    pub flagged: usize,
}

/// What the first k strategies of verification give away.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct DetectAt {
    /// How many strategies.
    pub k: usize,
    /// The last of them.
    pub strategy: &'static str,
    /// Share of the bad entries that at least one of them refutes, and that were flagged.
    pub detected: f64,
}

/// Strategies in the order in which they cost more, each by the sub-test that it fails.
const STRATEGIES: [(&str, &str); 5] = [
    ("identifier", "doi_resolves"),
    ("title search", "title_exists"),
    ("author search", "authors_match"),
    ("venue", "venue_correct"),
    ("cross-source", "cross_db_agreement"),
];

/// How often a sub-test agrees with the gold where both apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct SubtestAccuracy {
    /// Agreeing.
    pub right: usize,
    /// Both apply.
    pub applicable: usize,
    /// The gold applies, ours does not.
    pub abstained: usize,
}

/// How many entries of a type were flagged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct TypeRecall {
    /// Entries of the type.
    pub entries: usize,
    /// Flagged.
    pub flagged: usize,
    /// Flagged as this very type.
    pub typed: usize,
    /// Flagged as this type, or as one that records cannot tell from it.
    pub alike: usize,
    /// Entries whose title some source has.
    pub with_original: usize,
    /// Of these, flagged.
    pub flagged_with_original: usize,
}

/// Precision of a checker with these rates where a share of entries is bad; 1 where it flags nothing.
pub fn precision_at(prevalence: f64, dr: f64, fpr: f64) -> f64 {
    let (hits, alarms) = (dr * prevalence, fpr * (1.0 - prevalence));
    if hits + alarms == 0.0 { 1.0 } else { hits / (hits + alarms) }
}

pub(super) fn ratio(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 0.0 } else { part / whole }
}

/// Matthews correlation.
pub(super) fn matthews(counts: &Confusion) -> f64 {
    let Confusion { hits, misses, alarms, passed } = *counts;
    let (hits, misses, alarms, passed) = (hits as f64, misses as f64, alarms as f64, passed as f64);
    let margins = (hits + alarms) * (hits + misses) * (passed + alarms) * (passed + misses);
    ratio(hits * passed - alarms * misses, margins.sqrt())
}

pub(super) fn f1(hits: f64, alarms: f64, misses: f64) -> f64 {
    ratio(2.0 * hits, 2.0 * hits + alarms + misses)
}

impl Metrics {
    /// Computes them all.
    pub fn of(outcomes: &[EntryOutcome]) -> Self {
        let is_bad = |outcome: &EntryOutcome| outcome.gold.label == Label::Hallucinated;
        let is_flagged = |outcome: &EntryOutcome| outcome.report.label == Label::Hallucinated;
        let count = |wanted: &dyn Fn(&EntryOutcome) -> bool| {
            outcomes.iter().filter(|outcome| wanted(outcome)).count() as f64
        };
        let hits = count(&|outcome| is_bad(outcome) && is_flagged(outcome));
        let misses = count(&|outcome| is_bad(outcome) && !is_flagged(outcome));
        let alarms = count(&|outcome| !is_bad(outcome) && is_flagged(outcome));
        let passed = count(&|outcome| !is_bad(outcome) && !is_flagged(outcome));
        let indexed = count(&|outcome| !is_bad(outcome) && outcome.is_indexed);
        let alarms_indexed = count(&|outcome| !is_bad(outcome) && outcome.is_indexed && is_flagged(outcome));
        let unindexed = count(&|outcome| !is_bad(outcome) && !outcome.is_indexed);
        let decided: Vec<&EntryOutcome> =
            outcomes.iter().filter(|outcome| outcome.report.label != Label::Uncertain).collect();
        let weight = |outcome: &EntryOutcome| f64::from(outcome.gold.tier.unwrap_or(1));
        let weighted = |flagged: bool| -> f64 {
            outcomes
                .iter()
                .filter(|outcome| is_bad(outcome) && is_flagged(outcome) == flagged)
                .map(weight)
                .sum()
        };
        let (dr, fpr) = (ratio(hits, hits + misses), ratio(alarms, alarms + passed));
        let fpr_indexed = ratio(alarms_indexed, indexed);
        let confusion = Confusion {
            hits: hits as usize,
            misses: misses as usize,
            alarms: alarms as usize,
            passed: passed as usize,
        };
        Self {
            entries: outcomes.len(),
            confusion,
            dr,
            fpr,
            fpr_indexed,
            unindexed: (unindexed as usize, (alarms - alarms_indexed) as usize),
            precision: ratio(hits, hits + alarms),
            f1: f1(hits, alarms, misses),
            f1_indexed: f1(hits, alarms_indexed, misses),
            tier_weighted_f1: f1(weighted(true), alarms, weighted(false)),
            ece: ece(&decided),
            auroc: auroc(&decided),
            mcc: matthews(&confusion),
            coverage: ratio(decided.len() as f64, outcomes.len() as f64),
            precision_at_2: precision_at(0.02, dr, fpr_indexed),
            precision_at_5: precision_at(0.05, dr, fpr_indexed),
            precision_with_unindexed: (precision_at(0.02, dr, fpr), precision_at(0.05, dr, fpr)),
            subtests: subtests(outcomes),
            types: types(outcomes),
            tiers: groups(outcomes, |gold| gold.tier.map(|tier| tier.to_string())),
            generation_methods: groups(outcomes, |gold| gold.generation_method.clone()),
            detect_at_k: detect_at_k(outcomes),
            folds: folds(outcomes),
            problems: problems(outcomes),
            called: called(outcomes),
            withdrawn: withdrawn(outcomes),
        }
    }
}

fn ece(decided: &[&EntryOutcome]) -> f64 {
    let mut bins = [(0.0, 0.0, 0.0); BINS];
    for outcome in decided {
        let confidence = outcome.report.confidence;
        let bin = &mut bins[((confidence * BINS as f64) as usize).min(BINS - 1)];
        bin.0 += 1.0;
        bin.1 += confidence;
        bin.2 += f64::from(u8::from(outcome.report.label == outcome.gold.label));
    }
    bins.iter().map(|(_, confidence, right)| f64::abs(confidence - right)).sum::<f64>()
        / (decided.len() as f64).max(1.0)
}

/// Probability that a bad entry scores over a good one; ties count half.
fn auroc(decided: &[&EntryOutcome]) -> f64 {
    let score = |outcome: &EntryOutcome| match outcome.report.label {
        Label::Hallucinated => outcome.report.confidence,
        _ => 1.0 - outcome.report.confidence,
    };
    let scores = |label: Label| -> Vec<f64> {
        decided.iter().filter(|outcome| outcome.gold.label == label).map(|outcome| score(outcome)).collect()
    };
    let (bad, mut good) = (scores(Label::Hallucinated), scores(Label::Valid));
    good.sort_by(f64::total_cmp);
    let under = |score: f64| {
        let (less, upto) =
            (good.partition_point(|other| *other < score), good.partition_point(|other| *other <= score));
        (less + upto) as f64 / 2.0
    };
    ratio(bad.iter().map(|score| under(*score)).sum(), (bad.len() * good.len()) as f64)
}

fn groups(
    outcomes: &[EntryOutcome],
    group: impl Fn(&GoldEntry) -> Option<String>,
) -> BTreeMap<String, GroupRate> {
    let mut groups: BTreeMap<String, GroupRate> = BTreeMap::new();
    for outcome in outcomes {
        let Some(name) = group(&outcome.gold) else { continue };
        let rate = groups.entry(name).or_default();
        rate.entries += 1;
        rate.flagged += usize::from(outcome.report.label == Label::Hallucinated);
    }
    groups
}

fn detect_at_k(outcomes: &[EntryOutcome]) -> Vec<DetectAt> {
    let bad: Vec<&EntryOutcome> =
        outcomes.iter().filter(|outcome| outcome.gold.label == Label::Hallucinated).collect();
    let refuted = |outcome: &EntryOutcome, k: usize| {
        let named = outcome.report.subtests.named();
        let fails =
            |test: &str| named.iter().any(|(name, found)| *name == test && found.passed == Some(false));
        outcome.report.label == Label::Hallucinated && STRATEGIES.iter().take(k).any(|(_, test)| fails(test))
    };
    STRATEGIES
        .iter()
        .enumerate()
        .map(|(at, (strategy, _))| {
            let detected = bad.iter().filter(|outcome| refuted(outcome, at + 1)).count();
            DetectAt { k: at + 1, strategy, detected: ratio(detected as f64, bad.len() as f64) }
        })
        .collect()
}

fn subtests(outcomes: &[EntryOutcome]) -> BTreeMap<&'static str, SubtestAccuracy> {
    let mut accuracy: BTreeMap<&'static str, SubtestAccuracy> = BTreeMap::new();
    for outcome in outcomes {
        for (name, test) in outcome.report.subtests.named() {
            let Some(gold) = outcome.gold.subtests.get(name).copied().flatten() else { continue };
            let found = accuracy.entry(name).or_default();
            match test.passed {
                Some(passed) => {
                    found.applicable += 1;
                    found.right += usize::from(passed == gold);
                }
                None => found.abstained += 1,
            }
        }
    }
    accuracy
}

fn types(outcomes: &[EntryOutcome]) -> BTreeMap<GoldType, TypeRecall> {
    let mut recall: BTreeMap<GoldType, TypeRecall> = BTreeMap::new();
    for outcome in outcomes {
        let Some(gold) = outcome.gold.error_type else { continue };
        let flagged = usize::from(outcome.report.label == Label::Hallucinated);
        let found = recall.entry(gold).or_default();
        found.entries += 1;
        found.flagged += flagged;
        found.typed += flagged * usize::from(gold.is_named_by(&outcome.report));
        found.alike += flagged * usize::from(gold.is_alike(&outcome.report));
        found.with_original += usize::from(outcome.is_indexed);
        found.flagged_with_original += flagged * usize::from(outcome.is_indexed);
    }
    recall
}

/// By the problem that each bad entry has: whether a work stands behind it, its gold type says.
fn problems(outcomes: &[EntryOutcome]) -> BTreeMap<&'static str, ProblemNamed> {
    let mut named: BTreeMap<&'static str, ProblemNamed> = BTreeMap::new();
    for EntryOutcome { gold, report, .. } in outcomes {
        let Some(kind) = gold.error_type.filter(|_| report.label == Label::Hallucinated) else { continue };
        let group = match kind.fact().problem() {
            Some(Problem::NotFound) => "no work stands behind it",
            Some(Problem::Misdescribed) => "a work stands behind it",
            None => continue,
        };
        let found = named.entry(group).or_default();
        found.flagged += 1;
        found.not_found += usize::from(report.problem == Some(Problem::NotFound));
        found.misdescribed += usize::from(report.problem == Some(Problem::Misdescribed));
    }
    named
}

fn called(outcomes: &[EntryOutcome]) -> BTreeMap<GoldType, BTreeMap<String, usize>> {
    let mut called: BTreeMap<GoldType, BTreeMap<String, usize>> = BTreeMap::new();
    for EntryOutcome { gold, report, .. } in outcomes {
        let Some(kind) = gold.error_type.filter(|_| report.label == Label::Hallucinated) else { continue };
        let name = report.error_type.and_then(|error| serde_json::to_value(error).ok());
        let name = name.as_ref().and_then(serde_json::Value::as_str).unwrap_or("none").to_owned();
        *called.entry(kind).or_default().entry(name).or_default() += 1;
    }
    called
}

fn withdrawn(outcomes: &[EntryOutcome]) -> Withdrawn {
    let mut found = Withdrawn::default();
    for EntryOutcome { report, .. } in outcomes.iter().filter(|outcome| outcome.gold.is_withdrawn()) {
        found.entries += 1;
        found.said += usize::from(report.work.is_retracted());
        found.said_withdrawn += usize::from(matches!(
            report.work,
            WorkStatus::Retracted { manner: RetractionManner::Withdrawn, .. }
        ));
        found.not_found += usize::from(report.problem == Some(Problem::NotFound));
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::precision_at;

    #[test]
    fn base_rates_decide() {
        // Half of all flags are wrong once about one in twenty is bad (85 % detection, 5 % false positives).
        assert!((precision_at(0.0556, 0.85, 0.05) - 0.5).abs() < 0.01);
        assert!((precision_at(0.02, 0.85, 0.0) - 1.0).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn precision_grows_with_prevalence(low in 0.0..0.5f64, more in 0.0..0.5f64, dr in 0.01..1.0f64, fpr in 0.0..1.0f64) {
            prop_assert!(precision_at(low, dr, fpr) <= precision_at(low + more, dr, fpr) + 1e-12 || low == 0.0);
        }
    }
}
