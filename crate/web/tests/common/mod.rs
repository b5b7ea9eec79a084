//! A worker under test, and the server it believes to talk to.
#![cfg(target_arch = "wasm32")]
#![allow(
    dead_code,
    unreachable_pub,
    clippy::expect_used,
    clippy::panic,
    reason = "every test file uses some of it"
)]

use std::cell::RefCell;
use std::rc::Rc;

use citelight_web::Worker;
use citelight_web::messages::{FromWorker, ToWorker};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Function, Map, Uint8Array};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;

/// Where the served files seem to be.
pub const SERVER: &str = "https://citelight.test";

pub const MANIFEST: &[u8] = include_bytes!("../../../../models/manifest.json");
pub const TOKENIZER: &[u8] = include_bytes!("../../../../models/tokenizer.json");
pub const BI_ENCODER: &[u8] = include_bytes!("../../../../models/minilm/model.onnx");
pub const NLI: &[u8] = include_bytes!("../../../../models/nli-minilm/model.onnx");

/// The embedded models as a folder.
pub const MODELS: [(&str, &[u8]); 4] = [
    ("/models/manifest.json", MANIFEST),
    ("/models/tokenizer.json", TOKENIZER),
    ("/models/minilm/model.onnx", BI_ENCODER),
    ("/models/nli-minilm/model.onnx", NLI),
];

/// From now on `fetch` answers with these files, in pieces as a network does, and with 404 for everything else.
pub fn serve(files: &[(&str, &[u8])]) {
    let served = Map::new();
    for (path, bytes) in files {
        served.set(&JsValue::from_str(&format!("{SERVER}{path}")), &Uint8Array::from(*bytes).into());
    }
    let install = Function::new_with_args(
        "files",
        r#"
        self.fetch = async (request) => {
            const bytes = files.get(typeof request === "string" ? request : request.url);
            if (bytes === undefined) return new Response("", { status: 404, statusText: "Not Found" });
            const pieces = new ReadableStream({
                start(controller) {
                    for (let at = 0; at < bytes.length; at += 65536) controller.enqueue(bytes.slice(at, at + 65536));
                    controller.close();
                },
            });
            return new Response(pieces);
        };
        "#,
    );
    install.call1(&JsValue::NULL, &served).expect("fetch can be replaced");
}

/// A worker whose answers are kept.
pub struct Page {
    worker: Worker,
    heard: Rc<RefCell<Vec<JsValue>>>,
}

impl Page {
    pub fn new() -> Self {
        let heard: Rc<RefCell<Vec<JsValue>>> = Rc::default();
        let ears = Rc::clone(&heard);
        let post = Closure::<dyn FnMut(JsValue)>::new(move |message| ears.borrow_mut().push(message));
        let worker = Worker::new(post.into_js_value().into());
        Self { worker, heard }
    }

    pub fn say_raw(&self, message: JsValue) {
        self.worker.receive(message);
    }

    pub fn say(&self, message: &ToWorker) {
        self.say_raw(message.serialize(&Serializer::json_compatible()).expect("messages can be written"));
    }

    /// Every message so far, as the page would see it.
    pub fn raw(&self) -> Vec<JsValue> {
        self.heard.borrow().clone()
    }

    /// Every message so far, read back.
    pub fn heard(&self) -> Vec<FromWorker> {
        let read =
            |message: JsValue| serde_wasm_bindgen::from_value(message).expect("messages can be read back");
        self.raw().into_iter().map(read).collect()
    }

    /// Waits until a message fits, for a minute at most.
    pub async fn wait_for(&self, fits: impl Fn(&FromWorker) -> bool) -> FromWorker {
        for _ in 0..6000 {
            if let Some(found) = self.heard().into_iter().find(|message| fits(message)) {
                return found;
            }
            TimeoutFuture::new(10).await;
        }
        panic!("no such message within a minute; heard {:?}", self.heard());
    }

    /// Loads the given folders and gives names of models, records and problems.
    pub async fn load(&self, models: bool, library: bool) -> (Vec<String>, u32, Vec<String>) {
        self.say(&ToWorker::Load {
            models: models.then(|| format!("{SERVER}/models/")),
            library: library.then(|| format!("{SERVER}/library")),
        });
        match self.wait_for(|message| matches!(message, FromWorker::Ready { .. })).await {
            FromWorker::Ready { models, records, problems } => (models, records, problems),
            _ => unreachable!("the predicate asked for Ready"),
        }
    }
}
