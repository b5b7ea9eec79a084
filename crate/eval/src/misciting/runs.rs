//! Several runs over the same cases: a miscitation counts as found if one of them finds it (BibAgent's Acc-pass@3).
use std::collections::BTreeMap;

use citelight::LocalFuture;
use citelight::llm::{Complete, CompleteError, Completion, Request};
use serde::Serialize;

use super::trial::CaseOutcome;
use crate::statistics::Share;

/// Samples between one run and the next: more than any step takes.
const APART: u32 = 1_000;

/// A model whose samples are others in each run.
pub(super) struct Reseeded<'a> {
    pub(super) inner: &'a dyn Complete,
    /// From 0.
    pub(super) run: u32,
}

impl Complete for Reseeded<'_> {
    fn complete<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Completion, CompleteError>> {
        Box::pin(async move {
            let sample = request.sample + APART * self.run;
            self.inner.complete(&Request { sample, ..request.clone() }).await
        })
    }

    fn model(&self) -> &str {
        self.inner.model()
    }
}

/// What the runs come to. An abstention is wrong.
#[derive(Debug, Serialize)]
pub(super) struct Runs {
    pub(super) runs: usize,
    /// Miscitations that are right in at least one run: flagged, with the gold category and what shows it.
    pub(super) passed: Share,
    /// Mean over the runs of the share that is right.
    pub(super) mean: f64,
}

impl Runs {
    /// Over the outcomes of each run.
    pub(super) fn of(runs: &[Vec<CaseOutcome>]) -> Self {
        let mut right: BTreeMap<&str, usize> = BTreeMap::new();
        for outcome in runs.iter().flatten().filter(|outcome| outcome.corrupted) {
            *right.entry(&outcome.id).or_default() += usize::from(outcome.is_right());
        }
        let passed = right.values().filter(|times| **times > 0).count();
        let times: usize = right.values().sum();
        let of = (right.len() * runs.len()).max(1);
        Self { runs: runs.len(), passed: Share::of(passed, right.len()), mean: times as f64 / of as f64 }
    }
}
