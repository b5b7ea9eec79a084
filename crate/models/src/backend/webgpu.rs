//! BERT-family encoders with int8 weights on the graphics processor, through this project's own kernels.

use bytes::Buf;
use citelight_encoder::{Model, Sequence};
use citelight_gpu::{Encoder, TOKENS};
use citelight_inference::LocalFuture;

use super::{Backend, Batch, Output};

pub use citelight_gpu::{Adapters, Gpu};

/// An encoder on a graphics device.
pub struct WebGpu {
    encoder: Encoder,
}

impl WebGpu {
    /// Prepares an ONNX file on a device, or says why not: for [`Preferred::new`](super::Preferred::new).
    ///
    /// # Errors
    /// Why the device does not take the model.
    pub async fn on(gpu: &Gpu, onnx: impl Buf) -> Result<Box<dyn Backend>, String> {
        let model = Model::from_onnx(onnx).map_err(|error| error.to_string())?;
        let encoder = Encoder::new(gpu, &model).await.map_err(|error| error.to_string())?;
        Ok(Box::new(Self { encoder }))
    }
}

impl Backend for WebGpu {
    fn name(&self) -> &str {
        "webgpu"
    }

    fn tokens_per_run(&self) -> usize {
        TOKENS
    }

    fn pads(&self) -> bool {
        false
    }

    /// The device computes one while another is read back.
    fn runs_at_once(&self) -> usize {
        2
    }

    fn run<'a>(&'a self, batches: &'a [Batch]) -> LocalFuture<'a, Result<Vec<Output>, String>> {
        Box::pin(async move {
            let inputs = batches.iter().flat_map(Batch::inputs);
            let sequences: Vec<Sequence<'_>> = inputs.map(|(ids, types)| Sequence { ids, types }).collect();
            let outputs = self.encoder.run(&sequences).await.map_err(|error| error.to_string())?;
            let mut rest = outputs.iter();
            let of = |batch: &Batch| Output::of(rest.by_ref().take(batch.lengths.len()).map(Vec::as_slice));
            Ok(batches.iter().map(of).collect())
        })
    }
}
