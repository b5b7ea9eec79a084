//! Scaled dot-product attention within one sequence (Vaswani et al. 2017), head by head, in short integers.

use crate::kernel::functions::exponential;
use crate::kernel::products::{Pairs, TOGETHER, four_by_eight, split};
use crate::kernel::rounding::{Rounding, magnitude, round_with};
use crate::lanes::{F32x4, I16x8, I32x4};

/// Values are rounded to this magnitude, queries and keys to it or less.
const LEVELS: f32 = 8191.0;

/// The magnitude to which queries and keys are rounded, so that the products of a head's numbers fit 32 bits.
fn query_levels(head: usize) -> f32 {
    (i32::MAX as f32 / head as f32).sqrt().floor().min(LEVELS)
}

/// The weights of one query are rounded so that their sum is at most this (with half a unit for each of 8192 keys still
/// within 32 bits after multiplication with values), and none is larger than a short integer.
const TOTAL: f32 = 255_000.0;
const LARGEST_WEIGHT: f32 = 32_767.0;

/// Where queries, keys and values stand: rows of `3 · width` numbers, heads of `head` numbers side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Heads {
    /// Numbers of a token.
    pub(crate) width: usize,
    /// Numbers of a head, a multiple of eight.
    pub(crate) head: usize,
    /// What scores are multiplied with.
    pub(crate) factor: f32,
}

/// Room for one head.
#[derive(Debug, Default)]
pub(crate) struct Room {
    queries: Vec<i32>,
    query_steps: Vec<f32>,
    /// Panels of eight keys.
    keys: Vec<Pairs>,
    key_steps: Vec<f32>,
    /// Panels of eight numbers of a head; a pair is two neighbouring tokens.
    values: Vec<Pairs>,
    /// Of four queries, for each key.
    scores: Vec<f32>,
    weights: Vec<i32>,
}

/// Attends within one sequence: `projected` holds its queries, keys and values, `out` takes rows of `width` numbers.
pub(crate) fn attend(projected: &[f32], heads: Heads, room: &mut Room, out: &mut [f32]) {
    let Heads { width, head, .. } = heads;
    let length = out.len() / width.max(1);
    for start in (0..width).step_by(head) {
        let part = |row: usize, which: usize| {
            let first = (3 * row + which) * width + start;
            &projected[first..first + head]
        };
        room.reset(length, head);
        room.put_queries(length, head, |row| part(row, 0));
        room.put_keys(length, head, |row| part(row, 1));
        let step = room.put_values(length, head, |row| part(row, 2));
        for first in (0..length).step_by(TOGETHER) {
            let rows = first..length.min(first + TOGETHER);
            room.score(first, length, head, heads.factor);
            let scales = room.weigh(rows.len(), length, step);
            let pairs = length.div_ceil(2);
            for (panel, values) in room.values.chunks_exact(pairs).enumerate() {
                let sums = four_by_eight(split(&room.weights), values);
                for ((row, sums), scale) in rows.clone().zip(sums).zip(scales) {
                    let scale = F32x4::splat(scale);
                    let place = row * width + start + 8 * panel;
                    let fours = out[place..place + 8].as_chunks_mut::<4>().0;
                    fours[0] = (sums[0].to_f32() * scale).to_array();
                    fours[1] = (sums[1].to_f32() * scale).to_array();
                }
            }
        }
    }
}

impl Room {
    fn reset(&mut self, length: usize, head: usize) {
        let (queries, keys) = (length.next_multiple_of(TOGETHER), length.next_multiple_of(8));
        self.queries.resize(queries * head / 2, 0);
        self.query_steps.resize(queries, 0.0);
        self.keys.resize(keys / 8 * (head / 2), [[0; 4]; 2]);
        self.key_steps.resize(keys, 0.0);
        self.values.resize(head / 8 * length.div_ceil(2), [[0; 4]; 2]);
        self.scores.resize(TOGETHER * keys, 0.0);
        self.weights.resize(TOGETHER * length.div_ceil(2), 0);
        // Rows and columns that fill up must hold numbers, which ones does not matter: their results are not read.
    }

    #[inline(always)]
    fn put_queries<'a>(&mut self, length: usize, head: usize, query: impl Fn(usize) -> &'a [f32]) {
        for (row, (pairs, step)) in
            self.queries.chunks_exact_mut(head / 2).zip(&mut self.query_steps).enumerate().take(length)
        {
            let rounding = Rounding::new(magnitude(query(row)), query_levels(head));
            round_with(rounding, query(row), pairs);
            *step = rounding.step;
        }
    }

    #[inline(always)]
    fn put_keys<'a>(&mut self, length: usize, head: usize, key: impl Fn(usize) -> &'a [f32]) {
        let panels = self.keys.chunks_exact_mut(head / 2).zip(self.key_steps.as_chunks_mut::<8>().0);
        for (index, (panel, steps)) in panels.enumerate() {
            for (column, step) in steps.iter_mut().enumerate() {
                let row = 8 * index + column;
                if row >= length {
                    break;
                }
                let rounding = Rounding::new(magnitude(key(row)), query_levels(head));
                *step = rounding.step;
                for (eight, places) in key(row).as_chunks::<8>().0.iter().zip(panel.as_chunks_mut::<4>().0) {
                    for (pair, place) in rounding.eight(*eight).to_array().iter().zip(places) {
                        place[column / 4][column % 4] = *pair;
                    }
                }
            }
        }
    }

    /// Gives the step of the values, one for the head.
    #[inline(always)]
    fn put_values<'a>(&mut self, length: usize, head: usize, value: impl Fn(usize) -> &'a [f32]) -> f32 {
        let most = (0..length).map(|row| magnitude(value(row))).fold(0.0, f32::max);
        let rounding = Rounding::new(most, LEVELS);
        let pairs = length.div_ceil(2);
        for pair in 0..pairs {
            let even = value(2 * pair).as_chunks::<8>().0;
            // An odd sequence's last token has no partner.
            let odd = if 2 * pair + 1 < length { value(2 * pair + 1).as_chunks::<8>().0 } else { &[] };
            for panel in 0..head / 8 {
                let even = rounding.eight(even[panel]);
                let odd = rounding.eight(odd.get(panel).copied().unwrap_or_default());
                self.values[panel * pairs + pair] = even.zip(odd).map(I16x8::to_array);
            }
        }
        rounding.step
    }

    /// The scores of four queries with every key.
    #[inline(always)]
    fn score(&mut self, first: usize, length: usize, head: usize, factor: f32) {
        let keys = length.next_multiple_of(8);
        let queries = split(&self.queries[first * head / 2..(first + TOGETHER) * head / 2]);
        let steps = &self.query_steps[first..first + TOGETHER];
        let panels = self.keys.chunks_exact(head / 2).zip(self.key_steps.as_chunks::<8>().0);
        for (panel, (columns, key_steps)) in panels.enumerate() {
            let sums = four_by_eight(queries, columns);
            let [a, b, c, d, e, f, g, h] = *key_steps;
            let key_steps = [F32x4::new([a, b, c, d]), F32x4::new([e, f, g, h])];
            for ((sums, step), scores) in sums.iter().zip(steps).zip(self.scores.chunks_exact_mut(keys)) {
                let step = F32x4::splat(step * factor);
                let fours = scores.as_chunks_mut::<8>().0[panel].as_chunks_mut::<4>().0;
                fours[0] = (sums[0].to_f32() * (step * key_steps[0])).to_array();
                fours[1] = (sums[1].to_f32() * (step * key_steps[1])).to_array();
            }
        }
    }

    /// Scores to rounded weights (softmax); gives for each query what sums of products with values are multiplied with.
    #[inline(always)]
    fn weigh(&mut self, queries: usize, length: usize, value_step: f32) -> [f32; TOGETHER] {
        let (keys, pairs) = (length.next_multiple_of(8), length.div_ceil(2));
        let mut scales = [0.0; TOGETHER];
        let rows = self.scores.chunks_exact_mut(keys).zip(self.weights.chunks_exact_mut(pairs));
        for ((scores, weights), scale) in rows.zip(&mut scales).take(queries) {
            scores[length..].fill(f32::NEG_INFINITY);
            let fours = scores.as_chunks_mut::<4>().0;
            let first = F32x4::splat(f32::NEG_INFINITY);
            let largest = fours.iter().fold(first, |most, four| most.max(F32x4::new(*four))).largest();
            let largest = F32x4::splat(largest);
            let mut sums = F32x4::splat(0.0);
            for four in fours {
                let weight = exponential(F32x4::new(*four) - largest);
                sums = sums + weight;
                *four = weight.to_array();
            }
            let sum = sums.sum();
            let factor = (TOTAL / sum).min(LARGEST_WEIGHT);
            round_with(Rounding::by(factor), &scores[..length], weights);
            // Divided by their own sum, rounded weights are still a mean.
            *scale = value_step / total(weights) as f32;
        }
        scales
    }
}

/// The sum of both halves of each pair.
#[inline(always)]
fn total(pairs: &[i32]) -> i32 {
    let one = I16x8::splat(1 << 16 | 1);
    let (fours, rest) = pairs.as_chunks::<4>();
    let sums = fours.iter().fold(I32x4::splat(0), |sums, four| sums + I16x8::new(*four).dot(one));
    let last = rest.iter().map(|pair| (pair & 0xffff) + (pair >> 16)).sum::<i32>();
    sums.to_array().iter().sum::<i32>() + last
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Attention in double precision.
    fn naive(projected: &[f32], heads: Heads, length: usize) -> Vec<f64> {
        let Heads { width, head, factor } = heads;
        let number = |row: usize, which: usize, column: usize| {
            f64::from(projected[(3 * row + which) * width + column])
        };
        let mut out = vec![0.0; length * width];
        for row in 0..length {
            for column in 0..width {
                let start = column / head * head;
                let score = |other: usize| -> f64 {
                    let products = (start..start + head).map(|at| number(row, 0, at) * number(other, 1, at));
                    products.sum::<f64>() * f64::from(factor)
                };
                let scores: Vec<f64> = (0..length).map(score).collect();
                let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let weights: Vec<f64> = scores.iter().map(|score| (score - largest).exp()).collect();
                let sum: f64 = weights.iter().sum();
                let context = (0..length).map(|other| weights[other] / sum * number(other, 2, column));
                out[row * width + column] = context.sum();
            }
        }
        out
    }

    fn draws(count: usize, seed: u64, size: f32) -> Vec<f32> {
        let mut state = seed | 1;
        let draw = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as i32 as f32 / i32::MAX as f32 * size
        };
        std::iter::repeat_with(draw).take(count).collect()
    }

    fn check(length: usize, heads: Heads, seed: u64, size: f32) -> Result<(), TestCaseError> {
        let projected = draws(length * 3 * heads.width, seed, size);
        let mut room = Room::default();
        // What another sequence left behind must not matter.
        attend(&draws(11 * 3 * heads.width, 3, 50.0), heads, &mut room, &mut vec![0.0; 11 * heads.width]);
        let mut out = vec![f32::NAN; length * heads.width];
        attend(&projected, heads, &mut room, &mut out);
        for (value, expected) in out.iter().zip(naive(&projected, heads, length)) {
            prop_assert!(
                (f64::from(*value) - expected).abs() < 1e-3 * f64::from(size),
                "{value} for {expected}"
            );
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn attention_is_that_of_double_precision(
            length in 0_usize..40, count in 1_usize..4, eights in 1_usize..9, seed in any::<u64>(), size in 0.1_f32..2.0,
        ) {
            let head = 8 * eights;
            check(length, Heads { width: count * head, head, factor: 1.0 / (head as f32).sqrt() }, seed, size)?;
        }
    }

    #[test]
    fn long_sequences_and_wide_heads() {
        check(512, Heads { width: 32, head: 32, factor: 0.2 }, 5, 4.0).unwrap();
        check(33, Heads { width: 128, head: 128, factor: 0.09 }, 5, 4.0).unwrap();
        // All tokens alike: the weights' sum is as large as it can be.
        let heads = Heads { width: 8, head: 8, factor: 1.0 };
        let mut out = vec![0.0; 512 * 8];
        attend(&vec![3.0; 512 * 24], heads, &mut Room::default(), &mut out);
        assert!(out.iter().all(|value| (value - 3.0).abs() < 1e-4), "{:?}", &out[..8]);
    }
}
