//! What www/gpu-parity asks: a model on the device and on the processor, behind numbers, without tokenizers.
//! `./build.sh gpu-parity` builds it.
#![cfg(target_arch = "wasm32")]

use citelight_encoder::{Model, Scratch, Sequence};
use citelight_gpu::{Adapters, Encoder, Gpu};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// One model on both.
#[wasm_bindgen]
pub struct Both {
    gpu: Gpu,
    encoder: Encoder,
    model: Model,
    scratch: Scratch,
}

#[wasm_bindgen]
impl Both {
    /// Opens a device, an imitated one only if asked for, and prepares an ONNX file for it and for the processor.
    ///
    /// # Errors
    /// Why there is no device, or why the model cannot be prepared.
    pub async fn open(onnx: Vec<u8>, imitation: bool) -> Result<Self, JsError> {
        let adapters = if imitation { Adapters::Any } else { Adapters::Hardware };
        let gpu = Gpu::open(adapters).await?;
        let model = Model::from_onnx(bytes::Bytes::from(onnx))?;
        let encoder = Encoder::new(&gpu, &model).await?;
        Ok(Self { gpu, encoder, model, scratch: Scratch::default() })
    }

    /// What the browser tells of the adapter.
    pub fn adapter(&self) -> String {
        self.gpu.name().to_owned()
    }

    /// The numbers of all inputs, one after the other, from the device.
    ///
    /// # Errors
    /// What the device said.
    pub async fn on_device(
        &self,
        ids: Vec<i64>,
        types: Vec<i64>,
        lengths: Vec<usize>,
    ) -> Result<Vec<f32>, JsError> {
        Ok(self.encoder.run(&sequences(&ids, &types, &lengths)?).await?.concat())
    }

    /// The same from the processor.
    ///
    /// # Errors
    /// What is wrong with the inputs.
    pub fn on_processor(
        &mut self,
        ids: Vec<i64>,
        types: Vec<i64>,
        lengths: Vec<usize>,
    ) -> Result<Vec<f32>, JsError> {
        let sequences = sequences(&ids, &types, &lengths)?;
        Ok(self.model.run(&sequences, &mut self.scratch)?.iter().flatten().copied().collect())
    }
}

fn sequences<'a>(ids: &'a [i64], types: &'a [i64], lengths: &[usize]) -> Result<Vec<Sequence<'a>>, JsError> {
    let mut start = 0;
    let mut cut = |length: &usize| {
        let place = start..start + length;
        start = place.end;
        Some(Sequence { ids: ids.get(place.clone())?, types: types.get(place)? })
    };
    let cut: Option<Vec<Sequence<'a>>> = lengths.iter().map(&mut cut).collect();
    cut.ok_or_else(|| JsError::new("fewer tokens than the lengths say"))
}
