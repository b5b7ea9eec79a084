//! BERT-family encoders with int8 weights on the CPU, through this project's own forward pass.

use std::sync::{Mutex, PoisonError};

use bytes::Buf;
use citelight_encoder::{Model, Scratch, Sequence};
use citelight_inference::LocalFuture;

use super::{Backend, Batch, Output, side_by_side, threads};

/// An encoder prepared by [`citelight_encoder`].
pub struct Int8 {
    model: Model,
    /// Room that runs have left behind; as many as ever ran at once.
    rooms: Mutex<Vec<Scratch>>,
}

impl Int8 {
    /// Prepares an ONNX file.
    ///
    /// # Errors
    /// Why it is no encoder that can run here; another backend may still take it.
    pub fn new(onnx: impl Buf) -> Result<Self, String> {
        let model = Model::from_onnx(onnx).map_err(|error| error.to_string())?;
        Ok(Self { model, rooms: Mutex::default() })
    }

    fn run_now(&self, batch: &Batch) -> Result<Output, String> {
        let sequences: Vec<Sequence<'_>> =
            batch.inputs().map(|(ids, types)| Sequence { ids, types }).collect();
        let mut room = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        let outputs = self.model.run(&sequences, &mut room).map(|outputs| Output::of(outputs.iter()));
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).push(room);
        outputs.map_err(|error| error.to_string())
    }
}

impl Backend for Int8 {
    fn name(&self) -> &str {
        "int8"
    }

    fn tokens_per_run(&self) -> usize {
        256
    }

    fn pads(&self) -> bool {
        false
    }

    fn runs_at_once(&self) -> usize {
        threads()
    }

    fn run<'a>(&'a self, batches: &'a [Batch]) -> LocalFuture<'a, Result<Vec<Output>, String>> {
        Box::pin(async move { side_by_side(batches, |batch| self.run_now(batch)) })
    }
}
