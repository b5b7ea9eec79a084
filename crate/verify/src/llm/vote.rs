//! Self-consistency: several samples, one majority (BibAgent: M = 5, share < 0.6 is undecidable).

use std::collections::BTreeMap;

/// A vote that may end before every sample is in.
#[derive(Clone, Debug, PartialEq)]
pub struct Vote<T> {
    planned: usize,
    void: usize,
    counts: BTreeMap<T, usize>,
}

/// Where a vote stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing<T> {
    /// More samples can change the outcome.
    Open,
    /// The majority and its share of the planned samples.
    Decided(T, f64),
    /// No label can reach the needed share.
    Undecided,
}

impl<T: Ord + Clone> Vote<T> {
    /// A vote of `planned` samples.
    pub fn new(planned: usize) -> Self {
        Self { planned, void: 0, counts: BTreeMap::new() }
    }

    /// Counts a sample; `None` is a void one.
    pub fn count(&mut self, label: Option<T>) {
        match label {
            Some(label) => *self.counts.entry(label).or_default() += 1,
            None => self.void += 1,
        }
    }

    /// How many more samples any decision takes at least.
    pub fn needed_at_least(&self, needed: f64) -> usize {
        let cast = self.void + self.counts.values().sum::<usize>();
        let leading = self.counts.values().copied().max().unwrap_or(0);
        let majority = (1..=self.planned).find(|count| *count as f64 / self.planned.max(1) as f64 >= needed);
        let missing = majority.unwrap_or(self.planned).saturating_sub(leading);
        missing.min(self.planned.saturating_sub(cast))
    }

    /// Where the vote stands, if a majority of `needed` share of all planned samples decides.
    pub fn standing(&self, needed: f64) -> Standing<T> {
        let cast = self.void + self.counts.values().sum::<usize>();
        let left = self.planned.saturating_sub(cast);
        let share = |count: usize| count as f64 / self.planned.max(1) as f64;
        let leader = self.counts.iter().max_by_key(|(_, count)| **count);
        let runner_up =
            |leader: &T| self.counts.iter().filter(|(label, _)| *label != leader).map(|(_, c)| *c).max();
        match leader {
            Some((label, count))
                if share(*count) >= needed && *count > runner_up(label).unwrap_or(0) + left =>
            {
                Standing::Decided(label.clone(), share(*count))
            }
            leader if share(leader.map_or(0, |(_, count)| *count) + left) < needed => Standing::Undecided,
            _ if left == 0 => Standing::Undecided,
            _ => Standing::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(labels: &[Option<u8>]) -> Standing<u8> {
        let mut vote = Vote::new(5);
        labels.iter().for_each(|label| vote.count(*label));
        vote.standing(0.6)
    }

    #[test]
    fn three_of_five_decide_without_asking_further() {
        assert_eq!(after(&[Some(1), Some(1)]), Standing::Open);
        assert_eq!(after(&[Some(1), Some(1), Some(1)]), Standing::Decided(1, 0.6));
    }

    #[test]
    fn void_samples_count_against_the_majority() {
        assert_eq!(after(&[None, None, None]), Standing::Undecided);
        assert_eq!(after(&[Some(1), Some(2), Some(1), Some(2)]), Standing::Open);
        assert_eq!(after(&[Some(1), Some(2), Some(1), Some(2), None]), Standing::Undecided);
    }

    proptest::proptest! {
        #[test]
        fn a_decision_never_changes_with_more_samples(labels in proptest::collection::vec(proptest::option::of(0u8..3), 5)) {
            let mut decided = None;
            let mut vote = Vote::new(5);
            for label in labels {
                vote.count(label);
                if let Standing::Decided(label, _) = vote.standing(0.6) {
                    proptest::prop_assert!(decided.is_none_or(|before| before == label));
                    decided = Some(label);
                }
            }
        }
    }
}
