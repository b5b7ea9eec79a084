//! The Plackett-Luce model (Luce 1959, Plackett 1975), estimated by iterative Luce spectral ranking (Maystre and
//! Grossglauser 2015) as HALLMARK does it.
//!
//! Of two items the model lets one win with its share of both worths. The worths are found as the stationary
//! distribution of a Markov chain that goes from losers to winners, and whose rates hang on the worths themselves.

/// Added to the rate of every step. It stands for comparisons that nobody made: without it an item that never lost would
/// be worth everything.
const ALPHA: f64 = 0.01;
/// The worths are found when a round moves them by less than this altogether.
const TOLERANCE: f64 = 1e-10;
/// Rounds after which it is given up.
const ROUNDS: usize = 1000;

/// The worths did not settle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the worths of {items} items did not settle in {ROUNDS} rounds; leave out the items with the fewest comparisons"
)]
pub struct Unsettled {
    /// How many items there were.
    pub items: usize,
}

/// The worth of each item; together 1. `wins[a][b]` says how often `a` beat `b`; what is on the diagonal does not count.
///
/// # Errors
/// Worths that do not settle.
pub(super) fn worths(wins: &[Vec<f64>]) -> Result<Vec<f64>, Unsettled> {
    let items = wins.len();
    let mut worths = vec![1.0 / items.max(1) as f64; items];
    for _ in 0..ROUNDS {
        let next = stationary(rates(wins, &worths));
        let moved: f64 = next.iter().zip(&worths).map(|(new, old)| f64::abs(new - old)).sum();
        worths = next;
        if moved < TOLERANCE {
            return Ok(worths);
        }
    }
    Err(Unsettled { items })
}

/// Rates of the chain, from row to column. As in HALLMARK the worths that they are divided by have a mean of 1, which
/// settles how much `ALPHA` weighs.
fn rates(wins: &[Vec<f64>], worths: &[f64]) -> Vec<Vec<f64>> {
    let items = worths.len();
    let rate = |loser: usize, winner: usize| {
        ALPHA + wins[winner][loser] / (items as f64 * (worths[winner] + worths[loser]))
    };
    (0..items).map(|loser| (0..items).map(|winner| rate(loser, winner)).collect()).collect()
}

/// The stationary distribution of a chain all of whose rates are above 0 (Grassmann, Taksar and Heyman 1985, which
/// subtracts nothing and so loses no digits). The diagonal does not count.
fn stationary(mut rates: Vec<Vec<f64>>) -> Vec<f64> {
    let items = rates.len();
    for last in (1..items).rev() {
        let leaving: f64 = rates[last][..last].iter().sum();
        for from in 0..last {
            rates[from][last] /= leaving;
            for to in 0..last {
                rates[from][to] += rates[from][last] * rates[last][to];
            }
        }
    }
    let mut shares: Vec<f64> = Vec::with_capacity(items);
    for item in 0..items {
        let arriving = shares.iter().zip(&rates).map(|(share, row)| share * row[item]).sum();
        shares.push(if item == 0 { 1.0 } else { arriving });
    }
    let all: f64 = shares.iter().sum();
    shares.iter().map(|share| share / all).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn near(found: &[f64], wanted: &[f64], tolerance: f64) {
        assert_eq!(found.len(), wanted.len());
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((found - wanted).abs() < tolerance, "{found} instead of {wanted}");
        }
    }

    #[test]
    fn two_items_are_worth_their_wins() {
        // With a mean worth of 1 the two worths add up to 2, so the rates are 0.01 + 3/2 and 0.01 + 1/2: 1.51 to 0.51.
        let found = worths(&[vec![0.0, 3.0], vec![1.0, 0.0]]).unwrap();
        near(&found, &[1.51 / 2.02, 0.51 / 2.02], 1e-9);
    }

    #[test]
    fn three_items_whose_wins_follow_the_model_have_its_worths() {
        // Worths 4 : 2 : 1, thirty thousand comparisons a pair, each won by its share: 2/3, 4/5 and 2/3 of them.
        let wins = [vec![0.0, 20e3, 24e3], vec![10e3, 0.0, 20e3], vec![6e3, 10e3, 0.0]];
        near(&worths(&wins).unwrap(), &[4.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0], 1e-5);
    }

    #[test]
    fn a_pair_that_never_met_is_compared_through_a_third() {
        // 4 : 2 : 1 again; the first and the last never met.
        let wins = [vec![0.0, 20e3, 0.0], vec![10e3, 0.0, 20e3], vec![0.0, 10e3, 0.0]];
        near(&worths(&wins).unwrap(), &[4.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0], 1e-5);
    }

    #[test]
    fn each_beating_the_next_all_are_worth_the_same() {
        let wins = [vec![0.0, 5.0, 0.0], vec![0.0, 0.0, 5.0], vec![5.0, 0.0, 0.0]];
        near(&worths(&wins).unwrap(), &[1.0 / 3.0; 3], 1e-9);
    }

    #[test]
    fn few_items_are_no_problem() {
        assert_eq!(worths(&[]), Ok(vec![]));
        assert_eq!(worths(&[vec![0.0]]), Ok(vec![1.0]));
    }

    /// Up to nine items and how often each beat each.
    fn tables() -> impl Strategy<Value = Vec<Vec<f64>>> {
        (1..9usize).prop_flat_map(|items| {
            let row = prop::collection::vec((0..200u32).prop_map(f64::from), items);
            prop::collection::vec(row, items)
        })
    }

    proptest! {
        #[test]
        fn worths_add_up_to_one_and_are_those_of_the_items_whatever_their_order(wins in tables()) {
            let found = worths(&wins).unwrap();
            prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(found.iter().all(|worth| *worth > 0.0));
            let turned: Vec<Vec<f64>> = wins.iter().rev().map(|row| row.iter().rev().copied().collect()).collect();
            let turned = worths(&turned).unwrap();
            for (one, other) in found.iter().zip(turned.iter().rev()) {
                prop_assert!((one - other).abs() < 1e-7);
            }
        }
    }
}
