//! The forward pass of [`citelight_encoder`]'s models on a graphics processor, through WebGPU, in the browser.
//!
//! `Gpu::open` asks the browser for a device; `Encoder::new` gives it a model's weights, int8 as they are, and
//! `Encoder::run` takes sequences as [`citelight_encoder::Model::run`] does: back to back, nothing padded. The kernels
//! (`src/shaders`) compute in single precision and need nothing that a device does not have by default
//! (docs/webgpu.md).
//!
//! Natively only what needs no device is compiled: how weights are packed and what runs together.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests compare within tolerances"))]

mod error;

#[cfg(any(target_arch = "wasm32", test))]
mod layout;
#[cfg(any(target_arch = "wasm32", test))]
mod plan;

#[cfg(target_arch = "wasm32")]
mod device;
#[cfg(target_arch = "wasm32")]
mod encoder;
#[cfg(target_arch = "wasm32")]
mod kernel;

pub use error::GpuError;

#[cfg(target_arch = "wasm32")]
pub use device::{Adapters, Gpu};
#[cfg(target_arch = "wasm32")]
pub use encoder::{Encoder, TOKENS};
