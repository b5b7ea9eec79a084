//! The classifier of a pair: the mean vectors of both texts, u and v, with |u − v| and u · v through one hidden layer
//! (Conneau et al. 2017).

use crate::kernel::functions::tanh;
use crate::kernel::multiply::multiply;
use crate::model::scratch::Scratch;
use crate::model::sequence::Sequence;
use crate::weights::Linear;

pub(crate) struct Classifier {
    pub(crate) hidden: Linear,
    /// `outputs` rows of weights.
    pub(crate) weights: Vec<Vec<f32>>,
    /// One for each output.
    pub(crate) biases: Vec<f32>,
}

impl Classifier {
    pub(crate) fn outputs(&self) -> usize {
        self.biases.len()
    }

    /// `scratch.hidden` to `scratch.logits`.
    pub(super) fn classify(&self, sequences: &[Sequence<'_>], scratch: &mut Scratch) {
        let Scratch { hidden, rounded, wide, panel, features, logits, .. } = scratch;
        let width = self.hidden.inputs() / 4;
        features.clear();
        let mut vectors = hidden.chunks_exact(width);
        for sequence in sequences {
            let vectors = sequence.types.iter().zip(vectors.by_ref());
            pair_features(vectors, width, features);
        }
        rounded.fill(features, self.hidden.inputs());
        multiply(rounded, &self.hidden, panel, wide, tanh);
        logits.clear();
        for row in wide.chunks_exact(self.hidden.width()).take(sequences.len()) {
            let sum = |weights: &Vec<f32>| -> f64 {
                row.iter().zip(weights).map(|(value, weight)| f64::from(*value) * f64::from(*weight)).sum()
            };
            let sums =
                self.weights.iter().zip(&self.biases).map(|(weights, bias)| sum(weights) + f64::from(*bias));
            logits.extend(sums.map(|sum| sum as f32));
        }
    }
}

/// Appends u, v, |u − v| and u · v of one sequence: u is the mean over its first text, v over its second.
fn pair_features<'a>(
    vectors: impl Iterator<Item = (&'a i64, &'a [f32])>,
    width: usize,
    features: &mut Vec<f32>,
) {
    let mut sums = vec![0.0_f64; 2 * width];
    let mut counts = [0.0_f64; 2];
    for (kind, vector) in vectors {
        // What is neither 0 nor 1 the graph weighs with its number; models with such types are not recognised.
        let text = usize::from(*kind != 0);
        counts[text] += 1.0;
        let sums = &mut sums[text * width..(text + 1) * width];
        sums.iter_mut().zip(vector).for_each(|(sum, value)| *sum += f64::from(*value));
    }
    let mean = |text: usize| {
        let count = counts[text].max(1.0);
        sums[text * width..(text + 1) * width].iter().map(move |sum| (sum / count) as f32)
    };
    features.extend(mean(0).chain(mean(1)));
    features.extend(mean(0).zip(mean(1)).map(|(u, v)| (u - v).abs()));
    features.extend(mean(0).zip(mean(1)).map(|(u, v)| u * v));
}
