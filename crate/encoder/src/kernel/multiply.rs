//! Rows of short integers times a linear layer's weights.

use crate::kernel::products::{Pairs, TOGETHER, four_by_eight, split};
use crate::kernel::rounding::{levels, round_row};
use crate::lanes::{F32x4, I16x8};
use crate::weights::Linear;

/// Rows rounded to short integers, each with its step. Their number is filled up to a multiple of [`TOGETHER`].
#[derive(Debug, Default)]
pub(crate) struct Rounded {
    /// Pairs of neighbouring numbers, row after row.
    pairs: Vec<i32>,
    steps: Vec<f32>,
    width: usize,
}

impl Rounded {
    /// Makes room for rows of `inputs` numbers each.
    pub(crate) fn reset(&mut self, rows: usize, inputs: usize) {
        let filled = rows.next_multiple_of(TOGETHER);
        self.width = inputs.div_ceil(2);
        self.pairs.resize(filled * self.width, 0);
        self.steps.resize(filled, 0.0);
        self.pairs[rows * self.width..].fill(0);
        self.steps[rows..].fill(0.0);
    }

    /// Rounds one row.
    #[inline(always)]
    pub(crate) fn put(&mut self, index: usize, row: &[f32]) {
        let pairs = &mut self.pairs[index * self.width..(index + 1) * self.width];
        self.steps[index] = round_row(row, levels(row.len()), pairs);
    }

    /// Rounds rows of equal length.
    pub(crate) fn fill(&mut self, values: &[f32], inputs: usize) {
        self.reset(values.len() / inputs.max(1), inputs);
        for (index, row) in values.chunks_exact(inputs.max(1)).enumerate() {
            self.put(index, row);
        }
    }
}

/// `finish(rows · weights + biases)` into `out`: rows of [`Linear::width`] numbers, as many as [`Rounded`] was filled up to.
pub(crate) fn multiply(
    rows: &Rounded,
    linear: &Linear,
    panel: &mut Vec<Pairs>,
    out: &mut Vec<f32>,
    finish: impl Fn(F32x4) -> F32x4,
) {
    let (width, pairs) = (linear.width(), linear.pairs());
    debug_assert_eq!(pairs, rows.width);
    out.resize(rows.steps.len() * width, 0.0);
    panel.resize(pairs, [[0; 4]; 2]);
    for (index, weights) in linear.panels().enumerate() {
        for (wide, narrow) in panel.iter_mut().zip(weights.pairs) {
            *wide = I16x8::widen(*narrow).map(I16x8::to_array);
        }
        let scales = halves(weights.scales);
        let biases = halves(weights.biases);
        let fours = rows.pairs.chunks_exact(TOGETHER * pairs).zip(rows.steps.as_chunks::<TOGETHER>().0);
        for ((four, steps), out) in fours.zip(out.chunks_exact_mut(TOGETHER * width)) {
            let sums = four_by_eight(split(four), panel);
            for ((sums, step), out) in sums.iter().zip(steps).zip(out.chunks_exact_mut(width)) {
                let step = F32x4::splat(*step);
                let eight = &mut out.as_chunks_mut::<8>().0[index].as_chunks_mut::<4>().0;
                eight[0] = finish(sums[0].to_f32() * (step * scales[0]) + biases[0]).to_array();
                eight[1] = finish(sums[1].to_f32() * (step * scales[1]) + biases[1]).to_array();
            }
        }
    }
}

#[inline(always)]
fn halves([a, b, c, d, e, f, g, h]: &[f32; 8]) -> [F32x4; 2] {
    [F32x4::new([*a, *b, *c, *d]), F32x4::new([*e, *f, *g, *h])]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::weights::Matrix;

    /// The product in double precision, and how far each output may be from it: half a step for each input.
    fn naive(values: &[f32], matrix: &Matrix<'_>, biases: &[f32]) -> Vec<(f64, f64)> {
        let outputs = |row: &[f32]| -> Vec<(f64, f64)> {
            let step =
                row.iter().fold(0.0, |most: f32, value| most.max(value.abs())) / levels(row.len()) as f32;
            (0..matrix.outputs)
                .map(|output| {
                    let weight = |input: usize| {
                        f64::from(matrix.values[input * matrix.outputs + output])
                            * f64::from(matrix.scales[output % matrix.scales.len()])
                    };
                    let sum = row
                        .iter()
                        .enumerate()
                        .map(|(input, value)| f64::from(*value) * weight(input))
                        .sum::<f64>();
                    let most = (0..row.len()).map(|input| weight(input).abs()).sum::<f64>();
                    (sum + f64::from(biases[output]), 0.51 * f64::from(step) * most + 1e-4)
                })
                .collect()
        };
        values.chunks_exact(matrix.inputs).flat_map(outputs).collect()
    }

    fn check(rows: usize, inputs: usize, outputs: usize, seed: u64) -> Result<(), TestCaseError> {
        let mut state = seed | 1;
        let mut draw = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as i32
        };
        let values: Vec<f32> = (0..rows * inputs).map(|_| draw() as f32 / 1e9).collect();
        let weights: Vec<i8> = (0..inputs * outputs).map(|_| draw() as i8).collect();
        let scales: Vec<f32> = (0..outputs).map(|_| draw() as f32 / 1e12).collect();
        let biases: Vec<f32> = (0..outputs).map(|_| draw() as f32 / 1e9).collect();
        let matrix = Matrix { inputs, outputs, values: &weights, scales: &scales };
        let linear = Linear::new(&[(matrix, &biases)]).unwrap();
        let (mut rounded, mut out) = (Rounded::default(), Vec::new());
        rounded.fill(&values, inputs);
        multiply(&rounded, &linear, &mut Vec::new(), &mut out, |sum| sum);
        prop_assert_eq!(out.len(), rows.next_multiple_of(TOGETHER) * outputs.next_multiple_of(8));
        let expected = naive(&values, &matrix, &biases);
        for (row, expected) in out.chunks_exact(linear.width()).zip(expected.chunks_exact(outputs)) {
            for (value, (expected, tolerance)) in row.iter().zip(expected) {
                prop_assert!(
                    (f64::from(*value) - expected).abs() <= *tolerance,
                    "{value} for {expected} ± {tolerance}"
                );
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn products_are_those_of_double_precision(
            rows in 0_usize..14, inputs in 1_usize..70, outputs in 1_usize..40, seed in any::<u64>(),
        ) {
            check(rows, inputs, outputs, seed)?;
        }
    }

    #[test]
    fn real_shapes() {
        for (rows, inputs, outputs) in [(1, 384, 1152), (512, 384, 64), (7, 1536, 384), (3, 3072, 16)] {
            check(rows, inputs, outputs, 7).unwrap();
        }
    }

    #[test]
    fn the_largest_sums_do_not_overflow() {
        let inputs = 1536;
        let weights = vec![-128_i8; inputs];
        let matrix = Matrix { inputs, outputs: 1, values: &weights, scales: &[1.0] };
        let linear = Linear::new(&[(matrix, &[0.0])]).unwrap();
        let (mut rounded, mut out) = (Rounded::default(), Vec::new());
        rounded.fill(&vec![2.0; inputs], inputs);
        multiply(&rounded, &linear, &mut Vec::new(), &mut out, |sum| sum);
        assert_eq!(out[0], -128.0 * 2.0 * 1536.0);
    }

    #[test]
    fn layers_side_by_side_are_one() {
        let (left, right) = ([1_i8, 2, 3, 4, 5, 6], [7_i8, 8]);
        let matrix = |outputs, values| Matrix { inputs: 2, outputs, values, scales: &[1.0] };
        let linear =
            Linear::new(&[(matrix(3, &left), &[0.0, 0.0, 100.0]), (matrix(1, &right), &[1000.0])]).unwrap();
        assert_eq!((linear.inputs(), linear.outputs(), linear.width()), (2, 4, 8));
        let (mut rounded, mut out) = (Rounded::default(), Vec::new());
        rounded.fill(&[1.0, -1.0], 2);
        multiply(&rounded, &linear, &mut Vec::new(), &mut out, |sum| sum);
        assert_eq!(out[..5], [-3.0, -3.0, 97.0, 999.0, 0.0]);
    }
}
