//! The forward pass of BERT-family encoders whose weights are stored as int8 with one scale per output.
//!
//! [`Model::from_onnx`] reads an ONNX file and recognises such an encoder by its structure; what it does not recognise,
//! or cannot compute exactly as the file says, it refuses, and a general runtime takes over. [`Model::run`] takes any
//! number of token sequences of any lengths, back to back, without padding.
//!
//! The arithmetic of the linear layers is exact: activations are rounded to 14 bits (one scale per token), multiplied
//! with the file's own int8 weights and summed as 32-bit integers. Everything else is single precision in a fixed order.
//! So the results are the same bits in every browser and natively, and differ from the file's float arithmetic by the
//! rounding of activations alone (docs/encoder.md has the measurements).

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests compare within tolerances"))]

mod error;
mod kernel;
mod lanes;
mod model;
mod onnx;
mod view;
mod weights;

pub use error::{ModelError, RunError};
pub use model::{Bounds, Model, Outputs, Scratch, Sequence};
pub use view::{ClassifierWeights, LayerWeights, LinearWeights, NormWeights, TableWeights, Weights};
