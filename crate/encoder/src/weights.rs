//! Weights, checked once and laid out for the kernels.

use crate::error::ModelError;

/// Inputs of the widest layer: with more, too few bits would be left for activations.
const MOST_INPUTS: usize = 8192;

/// A matrix of int8 weights as a file holds it: `inputs` rows of `outputs` numbers, each column with its scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix<'a> {
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    pub(crate) values: &'a [i8],
    /// One for each output, or one for all.
    pub(crate) scales: &'a [f32],
}

/// A linear layer: y = x · W + b.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    inputs: usize,
    outputs: usize,
    /// Weights in panels of eight outputs. A panel holds, for each two inputs, the two weights of each output, zero where
    /// there is no such input or output.
    panels: Vec<[i8; 16]>,
    /// Scales and biases in panels, too.
    scales: Vec<[f32; 8]>,
    biases: Vec<[f32; 8]>,
}

/// Eight outputs of a linear layer.
#[derive(Clone, Copy)]
pub(crate) struct Panel<'a> {
    /// For each two inputs, the two weights of each output.
    pub(crate) pairs: &'a [[i8; 16]],
    pub(crate) scales: &'a [f32; 8],
    pub(crate) biases: &'a [f32; 8],
}

impl Linear {
    /// Layers with the same inputs side by side, as one; each has its biases.
    pub(crate) fn new(layers: &[(Matrix<'_>, &[f32])]) -> Result<Self, ModelError> {
        let inputs = layers.first().map_or(0, |(matrix, _)| matrix.inputs);
        let (mut scales, mut biases) = (Vec::new(), Vec::new());
        for (matrix, bias) in layers {
            check_matrix(matrix, inputs)?;
            check_numbers("biases", bias, matrix.outputs)?;
            let scale = |output: usize| matrix.scales[output.min(matrix.scales.len() - 1)];
            scales.extend((0..matrix.outputs).map(scale));
            biases.extend_from_slice(bias);
        }
        let outputs = scales.len();
        let width = outputs.next_multiple_of(8);
        scales.resize(width, 0.0);
        biases.resize(width, 0.0);
        let pairs = inputs.div_ceil(2);
        let mut panels = vec![[0; 16]; width / 8 * pairs];
        let mut first = 0;
        for (matrix, _) in layers {
            for (input, row) in matrix.values.chunks_exact(matrix.outputs).enumerate() {
                for (output, weight) in (first..).zip(row) {
                    panels[output / 8 * pairs + input / 2][output % 8 * 2 + input % 2] = *weight;
                }
            }
            first += matrix.outputs;
        }
        let eights = |numbers: Vec<f32>| numbers.as_chunks::<8>().0.to_vec();
        Ok(Self { inputs, outputs, panels, scales: eights(scales), biases: eights(biases) })
    }

    /// Numbers that go in.
    pub(crate) fn inputs(&self) -> usize {
        self.inputs
    }

    /// Numbers that come out.
    pub(crate) fn outputs(&self) -> usize {
        self.outputs
    }

    /// Numbers that come out with those that fill the last panel.
    pub(crate) fn width(&self) -> usize {
        self.scales.len() * 8
    }

    /// Pairs of inputs, the last one filled up.
    pub(crate) fn pairs(&self) -> usize {
        self.inputs.div_ceil(2)
    }

    pub(crate) fn panels(&self) -> impl Iterator<Item = Panel<'_>> {
        let numbers = self.scales.iter().zip(&self.biases);
        let pairs = self.panels.chunks_exact(self.pairs().max(1));
        pairs.zip(numbers).map(|(pairs, (scales, biases))| Panel { pairs, scales, biases })
    }
}

fn check_matrix(matrix: &Matrix<'_>, inputs: usize) -> Result<(), ModelError> {
    let Matrix { outputs, values, scales, .. } = matrix;
    let fits = matrix.inputs == inputs
        && (1..=MOST_INPUTS).contains(&inputs)
        && *outputs > 0
        && inputs.checked_mul(*outputs) == Some(values.len());
    if !fits {
        let reason = format!("{} numbers for {} inputs and {outputs} outputs", values.len(), matrix.inputs);
        return Err(ModelError::Weights(reason));
    }
    let expected = if scales.len() == 1 { 1 } else { *outputs };
    check_numbers("scales", scales, expected)
}

/// As many finite numbers as expected.
pub(crate) fn check_numbers(what: &str, numbers: &[f32], expected: usize) -> Result<(), ModelError> {
    if numbers.len() != expected {
        return Err(ModelError::Weights(format!("{} {what} where {expected} are due", numbers.len())));
    }
    match numbers.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(ModelError::Weights(format!("{number} among {what}"))),
        None => Ok(()),
    }
}

/// Scale and shift of a layer normalisation.
#[derive(Clone, Debug)]
pub(crate) struct Norm {
    pub(crate) scale: Vec<f32>,
    pub(crate) shift: Vec<f32>,
    pub(crate) epsilon: f32,
}

/// A table of vectors.
#[derive(Clone, Debug)]
pub(crate) enum Table {
    /// As they are.
    Floats { width: usize, values: Vec<f32> },
    /// int8 with one scale for each row.
    Rows { width: usize, values: Vec<i8>, scales: Vec<f32> },
}

impl Table {
    pub(crate) fn floats(width: usize, values: Vec<f32>) -> Result<Self, ModelError> {
        let whole = values.len().checked_div(width).unwrap_or(0) * width;
        check_numbers("numbers of a table", &values, whole)?;
        Ok(Self::Floats { width, values })
    }

    pub(crate) fn rows(width: usize, values: Vec<i8>, scales: Vec<f32>) -> Result<Self, ModelError> {
        if width == 0 || !values.len().is_multiple_of(width) {
            return Err(ModelError::Weights(format!("{} numbers in a table of width {width}", values.len())));
        }
        check_numbers("scales of a table", &scales, values.len() / width)?;
        Ok(Self::Rows { width, values, scales })
    }

    pub(crate) fn width(&self) -> usize {
        match self {
            Self::Floats { width, .. } | Self::Rows { width, .. } => *width,
        }
    }

    /// Vectors in it.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Floats { width, values } => values.len() / (*width).max(1),
            Self::Rows { scales, .. } => scales.len(),
        }
    }

    /// Adds a vector to a row; one that is not there adds nothing.
    #[inline]
    pub(crate) fn add_to(&self, row: &mut [f32], index: usize) {
        match self {
            Self::Floats { width, values } => {
                let vector = values.chunks_exact(*width).nth(index).unwrap_or_default();
                row.iter_mut().zip(vector).for_each(|(sum, value)| *sum += value);
            }
            Self::Rows { width, values, scales } => {
                let vector = values.chunks_exact(*width).nth(index).unwrap_or_default();
                let scale = scales.get(index).copied().unwrap_or_default();
                row.iter_mut().zip(vector).for_each(|(sum, value)| *sum += f32::from(*value) * scale);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_do_not_fit_are_refused() {
        let matrix = Matrix { inputs: 3, outputs: 2, values: &[1; 6], scales: &[0.5, 0.5] };
        assert!(Linear::new(&[(matrix, &[0.0; 2])]).is_ok());
        for (broken, biases) in [
            (Matrix { values: &[1; 5], ..matrix }, &[0.0; 2][..]),
            (Matrix { scales: &[0.5; 3], ..matrix }, &[0.0; 2]),
            (Matrix { scales: &[0.5, f32::NAN], ..matrix }, &[0.0; 2]),
            (Matrix { scales: &[], ..matrix }, &[0.0; 2]),
            (Matrix { inputs: 0, values: &[], ..matrix }, &[0.0; 2]),
            (Matrix { outputs: 0, values: &[], scales: &[1.0], ..matrix }, &[]),
            (Matrix { inputs: usize::MAX, ..matrix }, &[0.0; 2]),
            (matrix, &[0.0; 3]),
            (matrix, &[0.0, f32::INFINITY]),
        ] {
            assert!(matches!(Linear::new(&[(broken, biases)]), Err(ModelError::Weights(_))), "{broken:?}");
        }
        let other = Matrix { inputs: 2, outputs: 3, ..matrix };
        assert!(Linear::new(&[(matrix, &[0.0; 2]), (other, &[0.0; 3])]).is_err());
    }

    #[test]
    fn tables_give_their_vectors() {
        let mut row = [1.0, 1.0];
        let table = Table::rows(2, vec![1, 2, 3, -4], vec![10.0, 0.5]).unwrap();
        table.add_to(&mut row, 1);
        assert_eq!(row, [2.5, -1.0]);
        table.add_to(&mut row, 2);
        assert_eq!(row, [2.5, -1.0]);
        assert!(Table::rows(2, vec![1, 2, 3], vec![1.0]).is_err());
        assert!(Table::rows(0, vec![], vec![]).is_err());
        assert!(Table::floats(2, vec![0.0; 3]).is_err());
        assert!(Table::floats(0, vec![0.0; 3]).is_err());
    }
}
