//! What an endpoint may take: a budget is reserved before a request and settled after it, so that it is never passed.

use std::cell::Cell;

use serde::{Deserialize, Serialize};

use super::{CompleteError, Usage};

/// Limits that the user sets; none: no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Limits {
    /// Requests that are sent, retries included.
    pub requests: Option<u32>,
    /// Tokens read and written.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub tokens: Option<u64>,
    /// Cost, in the currency of the prices.
    pub cost: Option<f64>,
}

/// A budget and what was taken of it. Shared by everything that asks one endpoint.
#[derive(Debug, Default)]
pub struct Budget {
    limits: Cell<Limits>,
    taken: Cell<Taken>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Taken {
    requests: u32,
    tokens: u64,
    cost: f64,
}

/// The most that a request can take: spent unless it is settled or released.
#[derive(Debug)]
pub struct Reservation {
    tokens: u64,
    cost: f64,
}

impl Budget {
    /// A budget of which nothing is taken.
    pub fn new(limits: Limits) -> Self {
        Self { limits: Cell::new(limits), taken: Cell::default() }
    }

    /// Other limits from now on; what was taken stays taken.
    pub fn set_limits(&self, limits: Limits) {
        self.limits.set(limits);
    }

    /// Takes the most that a request can cost.
    ///
    /// # Errors
    /// [`CompleteError::BudgetSpent`] if that passes a limit: the request must not be sent.
    pub fn reserve(&self, tokens: u64, cost: f64) -> Result<Reservation, CompleteError> {
        let taken = self.taken.get();
        let after = Taken {
            requests: taken.requests.saturating_add(1),
            tokens: taken.tokens.saturating_add(tokens),
            cost: taken.cost + cost,
        };
        let spent = |limit: String| Err(CompleteError::BudgetSpent { limit });
        match self.limits.get() {
            Limits { requests: Some(most), .. } if after.requests > most => spent(format!("{most} requests")),
            Limits { tokens: Some(most), .. } if after.tokens > most => spent(format!("{most} tokens")),
            Limits { cost: Some(most), .. } if after.cost > most => spent(format!("{most} (cost)")),
            _ => {
                self.taken.set(after);
                Ok(Reservation { tokens, cost })
            }
        }
    }

    /// What a request took in the end, in the place of what was reserved for it.
    pub fn settle(&self, reservation: Reservation, usage: Usage) {
        self.replace(&reservation, usage.tokens(), usage.cost.unwrap_or_default());
    }

    /// A request that the endpoint refused took nothing but a request.
    pub fn release(&self, reservation: Reservation) {
        self.replace(&reservation, 0, 0.0);
    }

    fn replace(&self, reservation: &Reservation, tokens: u64, cost: f64) {
        let taken = self.taken.get();
        self.taken.set(Taken {
            tokens: taken.tokens.saturating_sub(reservation.tokens).saturating_add(tokens),
            cost: (taken.cost - reservation.cost).max(0.0) + cost,
            ..taken
        });
    }

    /// Requests that were sent.
    pub fn requests(&self) -> u32 {
        self.taken.get().requests
    }

    /// Tokens that were taken, those of requests under way at the most they can take.
    pub fn tokens(&self) -> u64 {
        self.taken.get().tokens
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn usage(tokens: u32) -> Usage {
        Usage { requests: 1, input_tokens: tokens, ..Usage::default() }
    }

    #[test]
    fn what_is_reserved_counts_until_it_is_settled() {
        let budget = Budget::new(Limits { tokens: Some(100), ..Limits::default() });
        let first = budget.reserve(80, 0.0).expect("it fits");
        assert_eq!(
            budget.reserve(30, 0.0).unwrap_err(),
            CompleteError::BudgetSpent { limit: "100 tokens".to_owned() }
        );
        budget.settle(first, usage(50));
        assert_eq!(budget.tokens(), 50);
        let second = budget.reserve(30, 0.0).expect("it fits now");
        budget.release(second);
        assert_eq!((budget.tokens(), budget.requests()), (50, 2));
    }

    #[test]
    fn other_limits_forget_nothing_that_was_taken() {
        let budget = Budget::new(Limits { requests: Some(1), ..Limits::default() });
        assert!(budget.reserve(1, 0.0).is_ok() && budget.reserve(1, 0.0).is_err());
        budget.set_limits(Limits { requests: Some(2), ..Limits::default() });
        assert!(budget.reserve(1, 0.0).is_ok() && budget.reserve(1, 0.0).is_err());
        assert_eq!(budget.requests(), 2);
    }

    proptest! {
        #[test]
        fn no_order_of_requests_passes_a_limit(
            requests in proptest::collection::vec((1u64..40, 0u8..3, 1u32..40), 0..60),
            most in 1u64..400,
            sent in 1u32..40,
        ) {
            let budget = Budget::new(Limits { tokens: Some(most), requests: Some(sent), cost: None });
            let mut open = Vec::new();
            for (tokens, end, used) in requests {
                if let Ok(reservation) = budget.reserve(tokens, 0.0) {
                    open.push((reservation, end, used.min(u32::try_from(tokens).unwrap_or(0))));
                }
                if open.len() > 3 {
                    let (reservation, end, used) = open.remove(0);
                    match end {
                        0 => budget.settle(reservation, usage(used)),
                        1 => budget.release(reservation),
                        _ => {} // never settled: it stays spent
                    }
                }
                prop_assert!(budget.tokens() <= most && budget.requests() <= sent);
            }
        }
    }
}
