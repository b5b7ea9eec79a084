//! Messages to the page.

use std::rc::Rc;

use js_sys::Function;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

use crate::messages::FromWorker;

/// Sends messages to the page. Clones send to the same page.
#[derive(Clone)]
pub(crate) struct Post(Rc<Function>);

impl Post {
    pub(crate) fn new(function: Function) -> Self {
        Self(Rc::new(function))
    }

    /// Sends one message. A page that throws while it is told something is not the worker's concern.
    pub(crate) fn send(&self, message: &FromWorker) {
        let _ = self.0.call1(&JsValue::NULL, &to_js(message));
    }
}

/// A message as a plain object: maps are objects, `None` is null, numbers are numbers, as the declarations in
/// `www/shared/generated` say.
fn to_js(message: &FromWorker) -> JsValue {
    message.serialize(&Serializer::json_compatible()).unwrap_or_else(|error| {
        // Only a number beyond 2^53 or a failing allocation could end here; the page is told instead of left waiting.
        let failed = format!(
            "a message of the worker could not be written: {error}; this is a defect worth reporting"
        );
        FromWorker::Failed { audit: None, message: failed }
            .serialize(&Serializer::json_compatible())
            .unwrap_or(JsValue::NULL)
    })
}
