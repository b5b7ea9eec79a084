//! Figures of attribution: top-k accuracy and mean reciprocal rank, with intervals by bootstrap over papers.
use std::collections::BTreeMap;

use serde::Serialize;

/// Resamples of a bootstrap.
const RESAMPLES: usize = 2_000;
/// Where its random numbers begin: the same cases give the same interval.
const SEED: u64 = 0x5eed;

/// Where the right candidate stood, by paper: excerpts of one paper are not independent.
#[derive(Clone, Debug, Default)]
pub struct Ranks {
    by_paper: BTreeMap<String, Vec<Option<f64>>>,
}

/// A figure with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The figure itself.
    pub value: f64,
    /// 2.5 % of the resamples are below this.
    pub low: f64,
    /// 2.5 % are above this.
    pub high: f64,
}

/// The figures of one method.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Excerpts.
    pub excerpts: usize,
    /// Share with the right candidate first.
    pub top1: Interval,
    /// Among the first five.
    pub top5: Interval,
    /// Among the first ten.
    pub top10: Interval,
    /// Mean reciprocal rank; 0 where it was not found.
    pub mrr: Interval,
}

/// Rank of one score among all, from 1; ties stand in the middle of their places, so that a method which cannot tell
/// candidates apart gains nothing by their order.
pub fn rank_of(scores: &[f64], right: usize) -> Option<f64> {
    let own = *scores.get(right)?;
    let better = scores.iter().filter(|score| **score > own).count();
    let equal = scores.iter().filter(|score| **score == own).count();
    Some(1.0 + better as f64 + (equal.saturating_sub(1)) as f64 / 2.0)
}

impl Ranks {
    /// Adds a case; none where the right candidate was not found at all.
    pub fn add(&mut self, paper: &str, rank: Option<f64>) {
        self.by_paper.entry(paper.to_owned()).or_default().push(rank);
    }

    /// How many cases there are.
    pub fn len(&self) -> usize {
        self.by_paper.values().map(Vec::len).sum()
    }

    /// How many papers they are from.
    pub fn papers(&self) -> usize {
        self.by_paper.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_paper.is_empty()
    }

    /// The figures.
    pub fn figures(&self) -> Figures {
        Figures {
            excerpts: self.len(),
            top1: self.interval(|rank| within(1.0, rank)),
            top5: self.interval(|rank| within(5.0, rank)),
            top10: self.interval(|rank| within(10.0, rank)),
            mrr: self.interval(|rank| rank.map_or(0.0, |rank| 1.0 / rank)),
        }
    }

    fn interval(&self, gain: impl Fn(Option<f64>) -> f64) -> Interval {
        let papers = self.by_paper.values();
        interval(papers.map(|ranks| ranks.iter().map(|rank| gain(*rank)).collect()).collect())
    }

    /// How much more often this method has the right candidate first than another one on the same cases.
    pub fn lead_over(&self, other: &Self) -> Interval {
        let papers = self.by_paper.iter().map(|(paper, ranks)| {
            let others = other.by_paper.get(paper).map(Vec::as_slice).unwrap_or_default();
            ranks.iter().zip(others).map(|(own, other)| within(1.0, *own) - within(1.0, *other)).collect()
        });
        interval(papers.collect())
    }
}

/// 1 for a rank that is not above `most`, else 0.
fn within(most: f64, rank: Option<f64>) -> f64 {
    f64::from(u8::from(rank.is_some_and(|rank| rank <= most)))
}

/// The mean over all cases, with its interval by resampling papers.
fn interval(papers: Vec<Vec<f64>>) -> Interval {
    ratio(papers.iter().map(|gains| (gains.iter().sum(), gains.len() as f64)).collect())
}

/// One sum over another, with its interval by resampling what both are sums of: papers, or people.
pub(crate) fn ratio(sums: Vec<(f64, f64)>) -> Interval {
    let mean = |chosen: &mut dyn Iterator<Item = (f64, f64)>| {
        let (sum, count) = chosen.fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1));
        if count > 0.0 { sum / count } else { 0.0 }
    };
    let value = mean(&mut sums.iter().copied());
    let mut state = SEED;
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            mean(&mut (0..sums.len()).filter_map(|_| {
                state = next(state);
                sums.get((state >> 33) as usize % sums.len().max(1)).copied()
            }))
        })
        .collect();
    means.sort_by(f64::total_cmp);
    let at = |share: f64| means.get((share * RESAMPLES as f64) as usize).copied().unwrap_or(value);
    Interval { value, low: at(0.025), high: at(0.975) }
}

/// Knuth's linear congruential generator (MMIX); its high bits are used.
fn next(state: u64) -> u64 {
    state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_count_as_they_are_defined() {
        let mut ranks = Ranks::default();
        for (paper, rank) in [("a", Some(1.0)), ("a", Some(4.0)), ("b", Some(8.0)), ("b", None)] {
            ranks.add(paper, rank);
        }
        let figures = ranks.figures();
        assert_eq!(figures.excerpts, 4);
        assert_eq!((figures.top1.value, figures.top5.value, figures.top10.value), (0.25, 0.5, 0.75));
        assert!((figures.mrr.value - (1.0 + 0.25 + 0.125) / 4.0).abs() < 1e-12);
        assert!(figures.top1.low <= 0.25 && figures.top1.high >= 0.25);
        assert_eq!(ranks.lead_over(&ranks), Interval { value: 0.0, low: 0.0, high: 0.0 });
    }

    #[test]
    fn ties_stand_in_the_middle() {
        assert_eq!(rank_of(&[3.0, 1.0, 2.0], 2), Some(2.0));
        assert_eq!(rank_of(&[1.0; 5], 0), Some(3.0));
        assert_eq!(rank_of(&[], 0), None);
    }

    proptest::proptest! {
        #[test]
        fn intervals_hold_their_value(ranks in proptest::collection::vec((0u8..5, 1u8..40), 1..60)) {
            let mut all = Ranks::default();
            for (paper, rank) in ranks {
                all.add(&paper.to_string(), Some(f64::from(rank)));
            }
            let figures = all.figures();
            for interval in [figures.top1, figures.top5, figures.top10, figures.mrr] {
                proptest::prop_assert!((0.0..=1.0).contains(&interval.low));
                proptest::prop_assert!(interval.low <= interval.high && interval.high <= 1.0);
            }
            proptest::prop_assert!(figures.top1.value <= figures.top5.value);
            proptest::prop_assert!(figures.top5.value <= figures.top10.value);
        }
    }
}
