//! Several runs over the same cases: a miscitation counts as found if one of them finds it (BibAgent's Acc-pass@3), and the
//! figure is the mean of several such evaluations (appendix E.2).
use std::cell::RefCell;
use std::collections::BTreeMap;

use citelight::LocalFuture;
use citelight::llm::{Complete, CompleteError, Completion, Request, Usage};
use serde::Serialize;

use super::trial::CaseOutcome;
use crate::statistics::Share;

/// Samples between one run and the next: more than any step takes.
const APART: u32 = 1_000;

/// A model whose samples are others in each run. It counts what each claim takes.
pub(super) struct Reseeded<'a> {
    inner: &'a dyn Complete,
    /// From 0.
    run: u32,
    by_claim: RefCell<BTreeMap<String, Usage>>,
}

impl<'a> Reseeded<'a> {
    pub(super) fn of(inner: &'a dyn Complete, run: u32) -> Self {
        Self { inner, run, by_claim: RefCell::default() }
    }

    /// What requests about a claim took.
    pub(super) fn spent_on(&self, claim: &str) -> Usage {
        let claim = citelight::llm::prompt::contained(claim);
        self.by_claim.borrow().get(&claim).copied().unwrap_or_default()
    }
}

impl Complete for Reseeded<'_> {
    fn complete<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Completion, CompleteError>> {
        Box::pin(async move {
            let sample = request.sample + APART * self.run;
            let completion = self.inner.complete(&Request { sample, ..request.clone() }).await?;
            if let Some(claim) = claim_of(&request.user) {
                let mut spent = self.by_claim.borrow_mut();
                let known = spent.entry(claim.to_owned()).or_default();
                *known += completion.usage;
            }
            Ok(completion)
        })
    }

    fn model(&self) -> &str {
        self.inner.model()
    }
}

/// The claim that a request is about, as it is delimited.
fn claim_of(user: &str) -> Option<&str> {
    Some(user.split_once("<claim>")?.1.split_once("</claim>")?.0)
}

/// What the runs come to. An abstention is wrong.
#[derive(Debug, Serialize)]
pub(super) struct Runs {
    pub(super) runs: usize,
    /// For each evaluation, miscitations that are right in at least one of its runs: flagged, with the gold category and what
    /// shows it.
    pub(super) evaluations: Vec<Share>,
    /// Acc-pass: the mean of the evaluations.
    pub(super) passed: f64,
    /// Mean over all runs of the share that is right.
    pub(super) mean: f64,
}

impl Runs {
    /// Over the outcomes of each run, those of one evaluation after those of the other.
    pub(super) fn of(runs: &[Vec<CaseOutcome>], evaluations: usize) -> Self {
        let in_one = (runs.len() / evaluations.max(1)).max(1);
        let shares: Vec<Share> = runs.chunks(in_one).map(passed).collect();
        let (times, of) = runs
            .iter()
            .flatten()
            .filter(|outcome| outcome.corrupted)
            .fold((0, 0), |(times, of), outcome| (times + usize::from(outcome.is_right()), of + 1));
        let sum: f64 = shares.iter().map(|share| share.share).sum();
        Self {
            runs: in_one,
            passed: sum / shares.len().max(1) as f64,
            evaluations: shares,
            mean: times as f64 / of.max(1) as f64,
        }
    }

    /// The share with its interval; of several evaluations the mean has none.
    pub(super) fn share(&self) -> Option<Share> {
        match self.evaluations.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }
}

/// Of one evaluation.
fn passed(runs: &[Vec<CaseOutcome>]) -> Share {
    let mut right: BTreeMap<&str, bool> = BTreeMap::new();
    for outcome in runs.iter().flatten().filter(|outcome| outcome.corrupted) {
        *right.entry(&outcome.id).or_default() |= outcome.is_right();
    }
    Share::of(right.values().filter(|right| **right).count(), right.len())
}
