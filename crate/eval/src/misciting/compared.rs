//! The funnel beside its baseline: what each finds, and what the funnel spares where both decide (BibAgent, appendix E.3).
use std::collections::BTreeMap;

use citelight::finding::Verdict;
use citelight::llm::Usage;
use serde::Serialize;

use super::report::Tally;
use super::runs::Runs;
use super::trial::{CaseOutcome, Regime};
use crate::statistics::Share;

/// The figures of a baseline, and the comparison.
#[derive(Serialize)]
pub(super) struct Compared {
    pub(super) name: &'static str,
    pub(super) all: Tally,
    pub(super) untouched: Tally,
    pub(super) detection: Share,
    pub(super) false_accusations: Share,
    pub(super) runs: Runs,
    pub(super) economy: Measured,
}

/// Tokens as the endpoint counts them, over the sentences of which both say supported or miscited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Measured {
    /// Sentences that both decide.
    pub(super) decided_by_both: usize,
    /// Mean tokens of the funnel's requests.
    pub(super) funnel: f64,
    /// Mean tokens of the baseline's.
    pub(super) baseline: f64,
    /// 1 − funnel / baseline; none where no sentence is decided by both.
    pub(super) economy: Option<f64>,
    /// Whether some endpoint did not count its tokens.
    pub(super) estimated: bool,
}

impl Compared {
    /// The first run of the funnel against the first one of the baseline, and all runs of the baseline.
    pub(super) fn of(
        regime: Regime,
        funnel: &[CaseOutcome],
        baseline: &[Vec<CaseOutcome>],
        evaluations: usize,
    ) -> Option<Self> {
        let first = baseline.first()?;
        let all = Tally::of(first.iter().filter(|outcome| outcome.corrupted));
        let untouched = Tally::of(first.iter().filter(|outcome| !outcome.corrupted));
        Some(Self {
            name: match regime {
                Regime::FullText => "full text",
                Regime::AbstractOnly => "whole abstract",
                Regime::Paywall => "search",
            },
            detection: Share::of(all.detected, all.sentences),
            false_accusations: Share::of(untouched.flagged, untouched.sentences),
            all,
            untouched,
            runs: Runs::of(baseline, evaluations),
            economy: Measured::of(funnel, first),
        })
    }
}

impl Measured {
    fn of(funnel: &[CaseOutcome], baseline: &[CaseOutcome]) -> Self {
        let by_case: BTreeMap<(&str, bool), &CaseOutcome> =
            baseline.iter().map(|outcome| ((outcome.id.as_str(), outcome.corrupted), outcome)).collect();
        let both: Vec<(Usage, Usage)> = funnel
            .iter()
            .filter_map(|own| Some((own, *by_case.get(&(own.id.as_str(), own.corrupted))?)))
            .filter(|(own, other)| decides(own) && decides(other))
            .map(|(own, other)| (own.asked, other.asked))
            .collect();
        let sum = |part: fn(&(Usage, Usage)) -> u64| both.iter().map(part).sum::<u64>() as f64;
        let (own, other) = (sum(|(own, _)| own.tokens()), sum(|(_, other)| other.tokens()));
        let count = both.len().max(1) as f64;
        Self {
            decided_by_both: both.len(),
            funnel: own / count,
            baseline: other / count,
            economy: (other > 0.0).then(|| 1.0 - own / other),
            estimated: both.iter().any(|(own, other)| own.estimated || other.estimated),
        }
    }
}

fn decides(outcome: &CaseOutcome) -> bool {
    matches!(outcome.verdict, Some(Verdict::Supported | Verdict::Miscited))
}
