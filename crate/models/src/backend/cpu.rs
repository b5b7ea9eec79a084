//! The CPU, through tract.

use std::sync::Arc;
use std::thread;

use citelight::LocalFuture;
use tract_onnx::prelude::*;

use super::{Backend, Batch, Output};

/// A graph prepared by tract. One plan serves every batch size and length: its shapes are symbols.
pub struct Cpu {
    plan: Arc<TypedRunnableModel>,
    /// Runs side by side; one in a browser's worker, which cannot start threads.
    threads: usize,
}

impl Cpu {
    /// Prepares an ONNX graph with the inputs `input_ids`, `attention_mask` and `token_type_ids`, in this order, each
    /// `[batch, sequence]`.
    ///
    /// # Errors
    /// What tract said.
    pub fn new(onnx: &[u8]) -> Result<Self, String> {
        // `{error:#}` writes the whole chain of causes in one line.
        let plan = Self::prepare(onnx).map_err(|error| format!("{error:#}"))?;
        Ok(Self { plan, threads: thread::available_parallelism().map_or(1, usize::from) })
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

    fn run_one(&self, batch: &Batch) -> Result<Output, String> {
        self.run_now(batch).map_err(|error| format!("{error:#}"))
    }

    /// The first batch on this thread, each other on one of its own.
    fn run_together(&self, batches: &[Batch]) -> Result<Vec<Output>, String> {
        let Some((first, others)) = batches.split_first() else { return Ok(Vec::new()) };
        thread::scope(|scope| {
            let started: Vec<_> =
                others.iter().map(|batch| scope.spawn(move || self.run_one(batch))).collect();
            let mut outputs = vec![self.run_one(first)?];
            for thread in started {
                outputs.push(thread.join().map_err(|_| "a thread of the run ended early".to_owned())??);
            }
            Ok(outputs)
        })
    }

    fn run_now(&self, batch: &Batch) -> TractResult<Output> {
        let matrix = |values: &[i64]| -> TractResult<TValue> {
            Ok(Tensor::from_shape(&[batch.rows, batch.width], values)?.into())
        };
        let inputs = tvec![matrix(&batch.ids)?, matrix(&batch.mask)?, matrix(&batch.types)?];
        let outputs = self.plan.run(inputs)?;
        let first = outputs.first().ok_or_else(|| TractError::msg("the graph has no output"))?;
        let view = first.to_plain_array_view::<f32>()?;
        Ok(Output { shape: view.shape().to_vec(), values: view.iter().copied().collect() })
    }
}

impl Backend for Cpu {
    fn name(&self) -> &'static str {
        "cpu"
    }

    fn tokens_per_run(&self) -> usize {
        128
    }

    fn runs_at_once(&self) -> usize {
        self.threads
    }

    fn run<'a>(&'a self, batches: &'a [Batch]) -> LocalFuture<'a, Result<Vec<Output>, String>> {
        Box::pin(async move {
            let mut outputs = Vec::with_capacity(batches.len());
            for together in batches.chunks(self.threads) {
                outputs.extend(self.run_together(together)?);
            }
            Ok(outputs)
        })
    }
}
