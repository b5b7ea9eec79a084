//! Whose turn it is: none of those who ask keeps the others waiting.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::store::WaitingOwner;

/// How long an owner's works that ask the model wait when a budget is set aside; an end of another's may come before.
const WAIT: Duration = Duration::from_millis(300);

/// The turns of one replica.
pub(super) struct Turns {
    /// Works of one owner at once.
    most: usize,
    /// Counts turns.
    turn: u64,
    /// The last turn of each owner.
    last: HashMap<String, u64>,
    /// One for each owner, held once more by each of the owner's works here.
    here: HashMap<String, Arc<()>>,
    /// Owners whose works wait for a budget, and until when nobody looks.
    waiting: HashMap<String, Instant>,
}

impl Turns {
    /// With so many places for so many owners: at least a quarter of the places is left to the others, unless there is only one.
    pub(super) fn new(places: usize, owners: usize) -> Self {
        let most = if owners > 1 { (places - places.div_ceil(4)).max(1) } else { places };
        Self { most, turn: 0, last: HashMap::new(), here: HashMap::new(), waiting: HashMap::new() }
    }

    /// Whose turn it is of those of whom works wait: the least served. Who holds their most here is left out.
    pub(super) fn next_of(&mut self, waiting: &[WaitingOwner]) -> Option<String> {
        self.waiting.retain(|_, until| *until > Instant::now());
        let may = |owner: &&WaitingOwner| {
            self.here.get(&owner.name).map_or(0, |held| Arc::strong_count(held) - 1) < self.most
        };
        let next = waiting.iter().filter(may);
        let next =
            next.min_by_key(|owner| (owner.running, self.last.get(&owner.name).copied().unwrap_or_default()));
        next.map(|owner| owner.name.clone())
    }

    /// An owner's turn was taken.
    pub(super) fn took(&mut self, owner: &str) {
        self.turn += 1;
        self.last.insert(owner.to_owned(), self.turn);
    }

    /// Counts a work of an owner's as long as it is held.
    pub(super) fn counts(&mut self, owner: &str) -> Arc<()> {
        self.here.entry(owner.to_owned()).or_default().clone()
    }

    /// An owner's works wait for a budget.
    pub(super) fn wait(&mut self, owner: &str) {
        self.waiting.insert(owner.to_owned(), Instant::now() + WAIT);
    }

    /// Whether they do.
    pub(super) fn waits(&self, owner: &str) -> bool {
        self.waiting.contains_key(owner)
    }

    /// How long until one of those that wait may be looked at.
    pub(super) fn next(&self) -> Option<Duration> {
        let next = self.waiting.values().min()?;
        Some(next.saturating_duration_since(Instant::now()).max(Duration::from_millis(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whose turns come, one after the other, of owners with so many works that run.
    fn order(turns: &mut Turns, running: &[(&str, i64)]) -> Vec<String> {
        let owner = |(name, running): &(&str, i64)| WaitingOwner {
            name: (*name).to_owned(),
            waiting: 1,
            running: *running,
        };
        let mut waiting: Vec<WaitingOwner> = running.iter().map(owner).collect();
        let mut order = Vec::new();
        while let Some(name) = turns.next_of(&waiting) {
            waiting.retain(|owner| owner.name != name);
            order.push(name);
        }
        order
    }

    #[test]
    fn the_least_served_is_next() {
        let mut turns = Turns::new(8, 3);
        assert_eq!(
            order(&mut turns, &[("flood", 4), ("small", 0), ("other", 1)]),
            ["small", "other", "flood"]
        );
        turns.took("a");
        turns.took("b");
        assert_eq!(order(&mut turns, &[("b", 1), ("a", 1), ("c", 1)]), ["c", "a", "b"], "in turn");
    }

    #[test]
    fn nobody_holds_all_places_while_others_may_ask() {
        let mut turns = Turns::new(4, 2);
        let mut held: Vec<Arc<()>> = (0..3).map(|_| turns.counts("flood")).collect();
        assert_eq!(order(&mut turns, &[("flood", 3), ("small", 0)]), ["small"]);
        held.pop();
        assert_eq!(order(&mut turns, &[("flood", 2)]), ["flood"]);
        for places in 2..20 {
            let most = Turns::new(places, 2).most;
            assert!(most >= 1 && 4 * most <= 3 * places, "{most} of {places}");
        }
        let mut alone = Turns::new(1, 1);
        assert_eq!(order(&mut alone, &[("all", 0)]), ["all"]);
    }

    #[test]
    fn who_waits_for_a_budget_is_looked_at_again() {
        let mut turns = Turns::new(4, 2);
        assert_eq!(turns.next(), None);
        turns.wait("a");
        assert!(turns.waits("a") && !turns.waits("b"));
        assert!(turns.next().unwrap() <= WAIT);
    }
}
