//! The wasm-bindgen surface of Citelight.

pub mod messages;

#[cfg(all(test, not(target_arch = "wasm32")))]
mod generated;
