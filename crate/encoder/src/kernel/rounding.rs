//! Rows of numbers to rows of short integers, one scale for each row.

use crate::lanes::{F32x4, I16x8};

/// The largest magnitude of an activation: 14 bits with the sign.
const MOST: usize = 8191;

/// The largest sum of products that a 32-bit integer holds.
const LARGEST_SUM: usize = i32::MAX as usize;

/// The largest magnitude that activations may have for sums of `inputs` products with int8 weights not to overflow.
pub(crate) fn levels(inputs: usize) -> usize {
    (LARGEST_SUM / (128 * inputs.max(1))).min(MOST)
}

/// A row is zero if nothing in it is larger: its scale would be no normal number.
const NOTHING: f32 = 1e-30;

/// Largest magnitude in a row.
#[inline(always)]
pub(crate) fn magnitude(row: &[f32]) -> f32 {
    let (fours, rest) = row.as_chunks::<4>();
    let most = fours.iter().fold(F32x4::splat(0.0), |most, four| most.max(F32x4::new(*four).abs()));
    rest.iter().fold(most.largest(), |most, value| most.max(value.abs()))
}

/// How a row becomes integers.
#[derive(Clone, Copy)]
pub(crate) struct Rounding {
    factor: f32,
    /// One step of the integers in the row's unit.
    pub(crate) step: f32,
}

impl Rounding {
    /// The rounding under which `magnitude` becomes `levels`.
    #[inline(always)]
    pub(crate) fn new(magnitude: f32, levels: f32) -> Self {
        if magnitude > NOTHING {
            Self { factor: levels / magnitude, step: magnitude / levels }
        } else {
            Self { factor: 0.0, step: 0.0 }
        }
    }

    /// The rounding that multiplies with `factor`; its results must be below 2²².
    #[inline(always)]
    pub(crate) fn by(factor: f32) -> Self {
        Self { factor, step: 1.0 / factor }
    }

    /// Eight numbers.
    #[inline(always)]
    pub(crate) fn eight(self, [a, b, c, d, e, f, g, h]: [f32; 8]) -> I16x8 {
        let factor = F32x4::splat(self.factor);
        let low = (F32x4::new([a, b, c, d]) * factor).round();
        let high = (F32x4::new([e, f, g, h]) * factor).round();
        low.narrow(high)
    }
}

/// Rounds a row into pairs, zeros after its end, and gives the step.
#[inline(always)]
pub(crate) fn round_row(row: &[f32], levels: usize, pairs: &mut [i32]) -> f32 {
    let rounding = Rounding::new(magnitude(row), levels as f32);
    round_with(rounding, row, pairs);
    rounding.step
}

/// Rounds a row into pairs, zeros after its end.
#[inline(always)]
pub(crate) fn round_with(rounding: Rounding, row: &[f32], pairs: &mut [i32]) {
    let (eights, rest) = row.as_chunks::<8>();
    let (whole, tail) = pairs.split_at_mut((eights.len() * 4).min(pairs.len()));
    for (eight, pairs) in eights.iter().zip(whole.as_chunks_mut::<4>().0) {
        *pairs = rounding.eight(*eight).to_array();
    }
    let mut last = [0.0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let last = rounding.eight(last).to_array();
    for (index, place) in tail.iter_mut().enumerate() {
        *place = last.get(index).copied().unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sums_cannot_overflow() {
        for inputs in 1..10_000 {
            let most = i64::try_from(levels(inputs) * 128 * inputs).unwrap();
            assert!(most <= i64::from(i32::MAX), "{inputs}");
        }
        assert_eq!((levels(384), levels(1536), levels(3072)), (8191, 8191, 5461));
    }

    proptest! {
        #[test]
        fn a_row_comes_back_to_half_a_step(row in prop::collection::vec(-50.0_f32..50.0, 0..70), wider in 0_usize..9) {
            let mut pairs = vec![-1; row.len().div_ceil(2) + wider];
            let step = round_row(&row, 8191, &mut pairs);
            let back: Vec<i16> = pairs.iter().flat_map(|pair| [*pair as i16, (*pair >> 16) as i16]).collect();
            for (value, integer) in row.iter().zip(&back) {
                prop_assert!((value - f32::from(*integer) * step).abs() <= step * 0.51);
                prop_assert!(integer.unsigned_abs() <= 8191);
            }
            prop_assert!(back[row.len()..].iter().all(|integer| *integer == 0));
        }
    }

    #[test]
    fn a_row_of_nothing_has_no_scale() {
        let mut pairs = [7; 3];
        assert_eq!(round_row(&[0.0, -0.0, 1e-38, 0.0, 0.0], 8191, &mut pairs), 0.0);
        assert_eq!(pairs, [0; 3]);
    }
}
