//! The wasm-bindgen surface of Citelight.

pub mod messages;
