//! The fit of a reviewer, from how near each of their papers is to the submission.

use serde::{Deserialize, Serialize};

use citelight_types::sort::SmallSort;

/// Papers that are named as the nearest ones.
const NAMED: usize = 3;
/// Papers whose mean stands beside that of all: the expertise that a submission needs is often that of a few papers.
const FEW: usize = 2;

/// How near works are to a submission. No number stands alone: mean, best and the works behind them belong together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Fit {
    /// Mean of the cosines: how near the works are as a whole.
    pub mean: f64,
    /// Mean of the two greatest cosines, or the only one.
    pub mean_of_nearest: f64,
    /// The greatest cosine: how near the nearest one is.
    pub max: f64,
    /// One cosine per work, in the order they were given.
    pub cosines: Vec<f64>,
    /// Places of the nearest works, the nearest first, three at most; of equal ones the earlier is first.
    pub nearest: Vec<u32>,
}

impl Fit {
    /// The fit of these cosines; none of none.
    pub fn of(cosines: Vec<f64>) -> Option<Self> {
        let max = cosines.iter().copied().max_by(f64::total_cmp)?;
        let mean = cosines.iter().sum::<f64>() / cosines.len() as f64;
        let mut nearest: Vec<(u32, f64)> = (0u32..).zip(cosines.iter().copied()).collect();
        nearest.small_sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let few = &nearest[..nearest.len().min(FEW)];
        let mean_of_nearest = few.iter().map(|(_, cosine)| cosine).sum::<f64>() / few.len() as f64;
        let nearest = nearest.into_iter().take(NAMED).map(|(place, _)| place).collect();
        Some(Self { mean, mean_of_nearest, max, cosines, nearest })
    }
}

/// Cosine of the angle between two vectors of any length; 0 where one of them has none.
pub fn cosine(one: &[f32], other: &[f32]) -> f64 {
    let product =
        |a: &[f32], b: &[f32]| -> f64 { a.iter().zip(b).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum() };
    let lengths = (product(one, one) * product(other, other)).sqrt();
    if lengths > 0.0 { (product(one, other) / lengths).clamp(-1.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_worked_example() {
        // Cosines of (1, 0) with (1, 0), (0, 1) and (3, 4)/5: 1, 0 and 0.6; mean 1.6 / 3.
        let vectors: [&[f32]; 3] = [&[2.0, 0.0], &[0.0, 1.0], &[3.0, 4.0]];
        let cosines = vectors.iter().map(|vector| cosine(&[1.0, 0.0], vector)).collect();
        let fit = Fit::of(cosines).unwrap();
        assert!((fit.mean - 1.6 / 3.0).abs() < 1e-12 && (fit.max - 1.0).abs() < 1e-12);
        assert!((fit.mean_of_nearest - 0.8).abs() < 1e-7, "of 1 and 0.6");
        assert_eq!(Fit::of(vec![0.25]).unwrap().mean_of_nearest, 0.25);
        assert_eq!(fit.nearest, [0, 2, 1]);
        assert_eq!(Fit::of(Vec::new()), None);
        assert_eq!(cosine(&[0.0], &[1.0]), 0.0);
    }

    proptest! {
        #[test]
        fn cosines_are_symmetric_bounded_and_blind_to_length(
            one in prop::collection::vec(-10f32..10.0, 8),
            other in prop::collection::vec(-10f32..10.0, 8),
            scale in 0.1f32..10.0,
        ) {
            let value = cosine(&one, &other);
            prop_assert!((-1.0..=1.0).contains(&value));
            prop_assert!((value - cosine(&other, &one)).abs() < 1e-12);
            let longer: Vec<f32> = one.iter().map(|x| x * scale).collect();
            prop_assert!((value - cosine(&longer, &other)).abs() < 1e-5);
        }

        #[test]
        fn the_mean_never_exceeds_the_best_and_the_best_is_named(
            cosines in prop::collection::vec(-1f64..=1.0, 1..30),
        ) {
            let fit = Fit::of(cosines.clone()).unwrap();
            prop_assert!(fit.mean <= fit.mean_of_nearest + 1e-12 && fit.mean_of_nearest <= fit.max + 1e-12);
            prop_assert_eq!(fit.nearest.len(), cosines.len().min(3));
            prop_assert_eq!(cosines[fit.nearest[0] as usize], fit.max);
            let order: Vec<f64> = fit.nearest.iter().map(|place| cosines[*place as usize]).collect();
            prop_assert!(order.is_sorted_by(|a, b| a >= b));
        }
    }
}
