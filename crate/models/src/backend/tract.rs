//! Any graph on the CPU, through tract.

use std::sync::Arc;

use citelight_inference::LocalFuture;
use tract_onnx::prelude::*;

use super::{Backend, Batch, Output, side_by_side, threads};

/// A graph prepared by tract. One plan serves every batch size and length: its shapes are symbols.
pub struct Tract {
    plan: Arc<TypedRunnableModel>,
}

impl Tract {
    /// Prepares an ONNX graph with the inputs `input_ids`, `attention_mask` and `token_type_ids`, in this order, each
    /// `[batch, sequence]`.
    ///
    /// # Errors
    /// What tract said.
    pub fn new(onnx: &[u8]) -> Result<Self, String> {
        // `{error:#}` writes the whole chain of causes in one line.
        let plan = Self::prepare(onnx).map_err(|error| format!("{error:#}"))?;
        Ok(Self { plan })
    }

    fn prepare(mut onnx: &[u8]) -> TractResult<Arc<TypedRunnableModel>> {
        let mut model = tract_onnx::onnx().model_for_read(&mut onnx)?;
        let expected = ["input_ids", "attention_mask", "token_type_ids"];
        let inputs: Vec<String> =
            model.inputs.iter().map(|outlet| model.nodes[outlet.node].name.clone()).collect();
        if inputs != expected {
            return Err(TractError::msg(format!("its inputs are {inputs:?}, not {expected:?}")));
        }
        let (rows, width) = (model.symbols.sym("batch"), model.symbols.sym("sequence"));
        for input in 0..expected.len() {
            model.set_input_fact(input, i64::fact([rows.to_dim(), width.to_dim()]).into())?;
        }
        model.into_optimized()?.into_runnable()
    }

    fn run_now(&self, batch: &Batch) -> TractResult<Output> {
        let padded = batch.padded();
        let matrix = |values: &[i64]| -> TractResult<TValue> {
            Ok(Tensor::from_shape(&[padded.rows, padded.width], values)?.into())
        };
        let inputs = tvec![matrix(&padded.ids)?, matrix(&padded.mask)?, matrix(&padded.types)?];
        let outputs = self.plan.run(inputs)?;
        let first = outputs.first().ok_or_else(|| TractError::msg("the graph has no output"))?;
        let view = first.to_plain_array_view::<f32>()?;
        let values: Vec<f32> = view.iter().copied().collect();
        match *view.shape() {
            [rows, _] if rows == padded.rows => Ok(Output::of_rows(&values, rows, |_, row| row)),
            [rows, width, dimensions] if (rows, width) == (padded.rows, padded.width) => {
                let tokens = |index: usize| batch.lengths[index] * dimensions;
                Ok(Output::of_rows(&values, rows, |index, row| &row[..tokens(index)]))
            }
            ref shape => {
                let reason = format!("the graph gave shape {shape:?} for {} inputs", padded.rows);
                Err(TractError::msg(reason))
            }
        }
    }
}

impl Backend for Tract {
    fn name(&self) -> &str {
        "tract"
    }

    fn tokens_per_run(&self) -> usize {
        128
    }

    fn pads(&self) -> bool {
        true
    }

    fn runs_at_once(&self) -> usize {
        threads()
    }

    fn run<'a>(&'a self, batches: &'a [Batch]) -> LocalFuture<'a, Result<Vec<Output>, String>> {
        let run = |batch: &Batch| self.run_now(batch).map_err(|error| format!("{error:#}"));
        Box::pin(async move { side_by_side(batches, run) })
    }
}
