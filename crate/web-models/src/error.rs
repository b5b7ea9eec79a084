//! Errors as JavaScript sees them.

use citelight_models::LoadError;
use js_sys::Error;
use wasm_bindgen::JsValue;

/// Name of the error of a graph that this build cannot prepare: the general build may.
const UNKNOWN_GRAPH: &str = "UnknownGraph";

/// An error with what was being done, to what, and what to do next.
pub(crate) fn failed(reason: impl ToString) -> JsValue {
    Error::new(&reason.to_string()).into()
}

/// Why a model could not be loaded.
pub(crate) fn unloadable(error: &LoadError) -> JsValue {
    let told = Error::new(&error.to_string());
    if matches!(error, LoadError::Graph { .. }) {
        told.set_name(UNKNOWN_GRAPH);
    }
    told.into()
}
