//! Layer normalisation (Ba, Kiros & Hinton 2016).

use crate::lanes::F32x4;
use crate::weights::Norm;

/// Normalises a row whose length is that of the norm's weights.
#[inline(always)]
pub(crate) fn normalise(row: &mut [f32], norm: &Norm) {
    let count = row.len() as f32;
    let mean = sum(row, |value| value) / count;
    let mean = F32x4::splat(mean);
    let variance = sum(row, |value| (value - mean) * (value - mean)) / count;
    let factor = F32x4::splat(1.0 / (variance + norm.epsilon).sqrt());
    let (scales, shifts) = (norm.scale.as_chunks::<4>().0, norm.shift.as_chunks::<4>().0);
    for ((four, scale), shift) in row.as_chunks_mut::<4>().0.iter_mut().zip(scales).zip(shifts) {
        let normal = (F32x4::new(*four) - mean) * factor;
        *four = (normal * F32x4::new(*scale) + F32x4::new(*shift)).to_array();
    }
}

/// The sum of a function of each number. Rows are whole multiples of eight long.
#[inline(always)]
fn sum(row: &[f32], of: impl Fn(F32x4) -> F32x4) -> f32 {
    let mut sums = [F32x4::splat(0.0); 2];
    for [a, b, c, d, e, f, g, h] in row.as_chunks::<8>().0 {
        sums[0] = sums[0] + of(F32x4::new([*a, *b, *c, *d]));
        sums[1] = sums[1] + of(F32x4::new([*e, *f, *g, *h]));
    }
    (sums[0] + sums[1]).sum()
}

/// Adds a row to another.
#[inline(always)]
pub(crate) fn add(row: &mut [f32], other: &[f32]) {
    for (four, other) in row.as_chunks_mut::<4>().0.iter_mut().zip(other.as_chunks::<4>().0) {
        *four = (F32x4::new(*four) + F32x4::new(*other)).to_array();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn rows_are_normalised(
            eights in 1_usize..30,
            seed in prop::collection::vec((-20.0_f32..20.0, -2.0_f32..2.0, -2.0_f32..2.0), 240),
        ) {
            let taken = &seed[..eights * 8];
            let mut row: Vec<f32> = taken.iter().map(|part| part.0).collect();
            let norm = Norm {
                scale: taken.iter().map(|part| part.1).collect(),
                shift: taken.iter().map(|part| part.2).collect(),
                epsilon: 1e-5,
            };
            let count = row.len() as f64;
            let mean = row.iter().map(|value| f64::from(*value)).sum::<f64>() / count;
            let variance = row.iter().map(|value| (f64::from(*value) - mean).powi(2)).sum::<f64>() / count;
            let expected: Vec<f64> = taken.iter().map(|(value, scale, shift)| {
                (f64::from(*value) - mean) / (variance + 1e-5).sqrt() * f64::from(*scale) + f64::from(*shift)
            }).collect();
            normalise(&mut row, &norm);
            for (value, expected) in row.iter().zip(&expected) {
                prop_assert!((f64::from(*value) - expected).abs() < 2e-5, "{value} for {expected}");
            }
        }
    }
}
