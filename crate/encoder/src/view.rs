//! The prepared weights as other hardware reads them to run the same model.

use crate::model::{Bounds, Classifier, Layer, Model};
use crate::weights::{Linear, Norm, Table};

/// A model's weights, borrowed.
#[derive(Clone, Debug)]
pub struct Weights<'a> {
    /// Numbers of a token's vector.
    pub width: usize,
    /// Numbers of an attention head, a multiple of eight that divides `width`.
    pub head: usize,
    /// What attention's scores are multiplied with.
    pub factor: f32,
    /// What sequences may hold.
    pub bounds: Bounds,
    /// Vectors of words.
    pub words: TableWeights<'a>,
    /// Vectors of positions.
    pub positions: TableWeights<'a>,
    /// Vectors of token types.
    pub types: TableWeights<'a>,
    /// Normalises the sum of the three.
    pub norm: NormWeights<'a>,
    /// Layers, the first one first.
    pub layers: Vec<LayerWeights<'a>>,
    /// What makes logits of the last layer, if the model is a classifier of pairs.
    pub classifier: Option<ClassifierWeights<'a>>,
}

/// A table of vectors, row after row.
#[derive(Clone, Copy, Debug)]
pub enum TableWeights<'a> {
    /// As they are.
    Floats(&'a [f32]),
    /// int8 with one scale for each row.
    Rows {
        /// The numbers.
        values: &'a [i8],
        /// One for each row.
        scales: &'a [f32],
    },
}

/// A layer normalisation.
#[derive(Clone, Copy, Debug)]
pub struct NormWeights<'a> {
    /// One for each number of a vector.
    pub scale: &'a [f32],
    /// One for each number of a vector.
    pub shift: &'a [f32],
    /// What is added to the variance.
    pub epsilon: f32,
}

/// One layer: norm(ffn(y) + y), y = norm(attention(x) + x).
#[derive(Clone, Copy, Debug)]
pub struct LayerWeights<'a> {
    /// To queries, keys and values side by side.
    pub projection: LinearWeights<'a>,
    /// After attention.
    pub output: LinearWeights<'a>,
    /// After attention is added to its input.
    pub attention_norm: NormWeights<'a>,
    /// Into the feed-forward network; exact GELU follows.
    pub widening: LinearWeights<'a>,
    /// Out of it.
    pub narrowing: LinearWeights<'a>,
    /// After the network is added to its input.
    pub norm: NormWeights<'a>,
}

/// The classifier of a pair: tanh(hidden(u, v, |u − v|, u · v)) · weights + biases, u and v the means over both texts.
#[derive(Clone, Copy, Debug)]
pub struct ClassifierWeights<'a> {
    /// The hidden layer; a hyperbolic tangent follows.
    pub hidden: LinearWeights<'a>,
    /// For each logit one weight for each output of the hidden layer.
    pub weights: &'a [Vec<f32>],
    /// One for each logit.
    pub biases: &'a [f32],
}

/// A linear layer: y = x · W + b, W in int8 with one scale for each output.
#[derive(Clone, Copy, Debug)]
pub struct LinearWeights<'a>(&'a Linear);

impl<'a> LinearWeights<'a> {
    /// Numbers that go in.
    pub fn inputs(self) -> usize {
        self.0.inputs()
    }

    /// Numbers that come out.
    pub fn outputs(self) -> usize {
        self.0.outputs()
    }

    /// For each output, in order: its scale, its bias.
    pub fn scales_and_biases(self) -> impl Iterator<Item = (f32, f32)> + 'a {
        let eights = self.0.panels().map(|panel| (panel.scales, panel.biases));
        let all = eights.flat_map(|(scales, biases)| scales.iter().copied().zip(biases.iter().copied()));
        all.take(self.0.outputs())
    }

    /// For each output, in order: its weights, one for each input.
    pub fn columns(self) -> impl Iterator<Item = Vec<i8>> + 'a {
        let column = |pairs: &[[i8; 16]], place: usize| {
            let two = |pair: &[i8; 16]| [pair[2 * place], pair[2 * place + 1]];
            pairs.iter().flat_map(two).take(self.0.inputs()).collect()
        };
        let all = self.0.panels().flat_map(move |panel| (0..8).map(move |place| column(panel.pairs, place)));
        all.take(self.0.outputs())
    }
}

impl Model {
    /// The weights, for running the model elsewhere.
    pub fn weights(&self) -> Weights<'_> {
        Weights {
            width: self.heads.width,
            head: self.heads.head,
            factor: self.heads.factor,
            bounds: self.bounds(),
            words: (&self.embeddings.words).into(),
            positions: (&self.embeddings.positions).into(),
            types: (&self.embeddings.types).into(),
            norm: (&self.embeddings.norm).into(),
            layers: self.layers.iter().map(LayerWeights::from).collect(),
            classifier: self.classifier.as_ref().map(ClassifierWeights::from),
        }
    }
}

impl<'a> From<&'a Table> for TableWeights<'a> {
    fn from(table: &'a Table) -> Self {
        match table {
            Table::Floats { values, .. } => Self::Floats(values),
            Table::Rows { values, scales, .. } => Self::Rows { values, scales },
        }
    }
}

impl<'a> From<&'a Norm> for NormWeights<'a> {
    fn from(Norm { scale, shift, epsilon }: &'a Norm) -> Self {
        Self { scale, shift, epsilon: *epsilon }
    }
}

impl<'a> From<&'a Layer> for LayerWeights<'a> {
    fn from(layer: &'a Layer) -> Self {
        Self {
            projection: LinearWeights(&layer.projection),
            output: LinearWeights(&layer.output),
            attention_norm: (&layer.attention_norm).into(),
            widening: LinearWeights(&layer.widening),
            narrowing: LinearWeights(&layer.narrowing),
            norm: (&layer.norm).into(),
        }
    }
}

impl<'a> From<&'a Classifier> for ClassifierWeights<'a> {
    fn from(Classifier { hidden, weights, biases }: &'a Classifier) -> Self {
        Self { hidden: LinearWeights(hidden), weights, biases }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::weights::Matrix;

    proptest! {
        #[test]
        fn weights_come_back_as_the_file_has_them(
            inputs in 1_usize..20, outputs in 1_usize..20, seed in any::<u8>(),
        ) {
            let values: Vec<i8> = (0..inputs * outputs).map(|index| (index as u8).wrapping_mul(37).wrapping_add(seed) as i8).collect();
            let scales: Vec<f32> = (0..outputs).map(|output| output as f32 + 0.5).collect();
            let biases: Vec<f32> = scales.iter().map(|scale| -scale).collect();
            let matrix = Matrix { inputs, outputs, values: &values, scales: &scales };
            let linear = Linear::new(&[(matrix, &biases)]).unwrap();
            let view = LinearWeights(&linear);
            let columns: Vec<Vec<i8>> = view.columns().collect();
            prop_assert_eq!((view.inputs(), view.outputs(), columns.len()), (inputs, outputs, outputs));
            for (output, column) in columns.iter().enumerate() {
                let expected: Vec<i8> = values.iter().copied().skip(output).step_by(outputs).collect();
                prop_assert_eq!(column, &expected);
            }
            let expected: Vec<(f32, f32)> = scales.into_iter().zip(biases).collect();
            prop_assert_eq!(view.scales_and_biases().collect::<Vec<_>>(), expected);
        }
    }
}
