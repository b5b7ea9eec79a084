//! The wasm-bindgen surface of Citelight: the core, fetch and a clock behind one [`Worker`], which asks models that
//! workers of their own run (crate/web-models).
//!
//! It runs in a dedicated worker. The page says [`messages::ToWorker`], the worker answers with
//! [`messages::FromWorker`]; both are plain objects.

pub mod messages;

mod audits;
mod carried;
mod clock;
mod documents;
mod endpoints;
mod fetch;
mod host;
mod library;
mod models;
mod network;
mod opening;
mod page_images;
mod pdf;
mod post;
mod worker;

pub use worker::Worker;

#[cfg(all(test, not(target_arch = "wasm32")))]
mod generated;

use wasm_bindgen::prelude::wasm_bindgen;

/// Runs when the module is instantiated: a panic, which is a defect, says where it happened.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}
