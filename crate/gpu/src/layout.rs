//! Weights as the kernels read them.

use citelight_encoder::{LinearWeights, TableWeights};

/// Numbers of int8 in a word, the first in the lowest bits.
pub(crate) fn pack(values: &[i8]) -> Vec<u32> {
    let word = |four: &[i8]| {
        let mut bytes = [0; 4];
        bytes.iter_mut().zip(four).for_each(|(byte, value)| *byte = value.to_ne_bytes()[0]);
        u32::from_le_bytes(bytes)
    };
    values.chunks(4).map(word).collect()
}

/// A linear layer's weights: for each four inputs a row with one word for each output.
pub(crate) fn linear(weights: LinearWeights<'_>) -> Vec<u32> {
    let (quads, outputs) = (weights.inputs().div_ceil(4), weights.outputs());
    let mut words = vec![0; quads * outputs];
    for (output, column) in weights.columns().enumerate() {
        for (quad, word) in pack(&column).into_iter().enumerate() {
            words[quad * outputs + output] = word;
        }
    }
    words
}

/// A table as words with one scale for each row, and whether a word holds four numbers or one.
pub(crate) fn table(table: TableWeights<'_>) -> (Vec<u32>, Vec<f32>, bool) {
    match table {
        TableWeights::Floats(values) => {
            (values.iter().map(|value| value.to_bits()).collect(), vec![1.0], false)
        }
        TableWeights::Rows { values, scales } => (pack(values), scales.to_vec(), true),
    }
}

/// A table as numbers: for small ones.
pub(crate) fn floats(table: TableWeights<'_>, width: usize) -> Vec<f32> {
    match table {
        TableWeights::Floats(values) => values.to_vec(),
        TableWeights::Rows { values, scales } => {
            let rows = values.chunks(width.max(1)).zip(scales);
            rows.flat_map(|(row, scale)| row.iter().map(|value| f32::from(*value) * *scale)).collect()
        }
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use citelight_encoder::Model;

    use super::*;

    #[test]
    fn four_numbers_are_a_word() {
        assert_eq!(pack(&[1, -1, 127, -128, 2]), [0x807f_ff01, 2]);
        assert_eq!(pack(&[]), [0_u32; 0]);
    }

    #[test]
    fn a_layers_weights_stand_four_inputs_to_a_word() {
        let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/minilm/model.onnx");
        let model = Model::from_onnx(&*std::fs::read(model).unwrap()).unwrap();
        for layer in [model.weights().layers[0].widening, model.weights().layers[5].narrowing] {
            let (words, outputs) = (linear(layer), layer.outputs());
            assert_eq!(words.len(), layer.inputs() / 4 * outputs);
            for (output, column) in layer.columns().enumerate() {
                let in_words = words.iter().skip(output).step_by(outputs);
                let found: Vec<i8> =
                    in_words.flat_map(|word| word.to_le_bytes()).map(|byte| byte as i8).collect();
                assert_eq!(found, column, "output {output}");
            }
        }
    }

    #[test]
    fn tables_keep_their_numbers() {
        let rows = TableWeights::Rows { values: &[1, -2, 3, 4, 5, 6, 7, 8], scales: &[0.5, 2.0] };
        assert_eq!(table(rows), (vec![0x0403_fe01, 0x0807_0605], vec![0.5, 2.0], true));
        assert_eq!(floats(rows, 4), [0.5, -1.0, 1.5, 2.0, 10.0, 12.0, 14.0, 16.0]);
        let plain = TableWeights::Floats(&[1.5, -0.0]);
        assert_eq!(table(plain), (vec![1.5_f32.to_bits(), (-0.0_f32).to_bits()], vec![1.0], false));
        assert_eq!(floats(plain, 2), [1.5, -0.0]);
    }
}
