//! The wasm-bindgen surface of Citelight's models: what each model worker runs (`www/shared/worker/model-worker.ts`). The
//! core runs in another worker and asks through `www/shared/worker/pool.ts`.
//!
//! There are two builds: one for the encoders that Citelight computes itself, and, with the feature `general`, one for
//! any other ONNX graph, which is several times as large and fetched only for a model that needs it.

mod error;
#[cfg(target_arch = "wasm32")]
mod graphics;
mod model;

#[cfg(target_arch = "wasm32")]
pub use graphics::Graphics;
pub use model::{Model, ModelFile, wanted};

use wasm_bindgen::prelude::wasm_bindgen;

/// Runs when the module is instantiated: a panic, which is a defect, says where it happened.
// tract registers its kernels in static constructors. Nothing here calls `__wasm_call_ctors`, so the linker puts the
// call into every exported function, this one first; the constructors are idempotent (see the crate `inventory`).
#[wasm_bindgen(start)]
fn start_models() {
    console_error_panic_hook::set_once();
}
