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
use citelight_web_models::{Model, ModelFile};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Float32Array, Float64Array, Function, Map, Object, Promise, Reflect, Uint8Array};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_futures::future_to_promise;

/// Where the served files seem to be.
pub const SERVER: &str = "https://citelight.test";

const MANIFEST: &str = include_str!("../../../../models/manifest.json");
const TOKENIZER: &[u8] = include_bytes!("../../../../models/tokenizer.json");
const BI_ENCODER: &[u8] = include_bytes!("../../../../models/minilm/model.onnx");
const NLI: &[u8] = include_bytes!("../../../../models/nli-minilm/model.onnx");

fn file(bytes: &[u8]) -> ModelFile {
    let mut file = ModelFile::new();
    file.append(bytes.to_vec());
    file
}

/// What the worker's script does with a folder of models, without workers: the embedded ones, in this very thread. Any
/// other folder than [`SERVER`]'s is refused. Whatever was added ranks by length.
fn open_models() -> Function {
    let open = Closure::<dyn FnMut(String, Array) -> Promise>::new(|folder: String, added: Array| {
        future_to_promise(async move {
            if folder != format!("{SERVER}/models") {
                return Err(js_sys::Error::new(&format!("{folder} is not there")).into());
            }
            let manifest: serde_json::Value = serde_json::from_str(MANIFEST).expect("the manifest is JSON");
            let entry = |place: usize| manifest["models"][place].to_string();
            let opened = Object::new();
            set(&opened, "embedder", &remote(Model::new(&entry(0), file(BI_ENCODER), TOKENIZER)?));
            set(&opened, "inferrer", &remote(Model::new(&entry(1), file(NLI), TOKENIZER)?));
            if let Some(name) = added.get(0).as_string() {
                set(&opened, "reranker", &ranks_by_length(&name));
            }
            set(&opened, "problems", &Array::of1(&"a third model is missing".into()));
            set(&opened, "workers", &2.into());
            Ok(opened.into())
        })
    });
    open.into_js_value().into()
}

fn set(object: &Object, name: &str, value: &JsValue) {
    Reflect::set(object, &name.into(), value).expect("a plain object takes any property");
}

fn ranks_by_length(name: &str) -> JsValue {
    let object = Object::new();
    set(&object, "name", &name.into());
    let ask = Closure::<dyn FnMut(Array) -> Promise>::new(|columns: Array| {
        let passages = Array::from(&columns.get(1));
        let lengths = passages.iter().map(|text| text.as_string().map_or(0.0, |text| text.len() as f32));
        let lengths: Vec<f32> = lengths.collect();
        future_to_promise(async move { Ok(Float32Array::from(&lengths[..]).into()) })
    });
    set(&object, "ask", &ask.into_js_value());
    object.into()
}

fn remote(model: Model) -> JsValue {
    let object = Object::new();
    set(&object, "name", &model.name().into());
    let model = Rc::new(model);
    let ask = Closure::<dyn FnMut(Array) -> Promise>::new(move |columns: Array| {
        let model = Rc::clone(&model);
        let column = |place: u32| -> Vec<String> {
            Array::from(&columns.get(place)).iter().filter_map(|text| text.as_string()).collect()
        };
        let pairs = columns.length() == 2;
        let (first, second) = (column(0), if pairs { column(1) } else { Vec::new() });
        future_to_promise(async move {
            if pairs {
                Ok(Float64Array::from(&model.infer(first, second).await?[..]).into())
            } else {
                Ok(Float32Array::from(&model.embed(first).await?[..]).into())
            }
        })
    });
    set(&object, "ask", &ask.into_js_value());
    object.into()
}

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
        Self::carrying(Function::new_no_args("throw Error('nobody carries')"))
    }

    /// A page that carries requests of endpoints.
    pub fn carrying(carry: Function) -> Self {
        Self::drawing(carry, Function::new_no_args("throw Error('nobody draws pages')"))
    }

    /// A page that draws pages of a PDF, too.
    pub fn drawing(carry: Function, draw: Function) -> Self {
        let heard: Rc<RefCell<Vec<JsValue>>> = Rc::default();
        let ears = Rc::clone(&heard);
        let post = Closure::<dyn FnMut(JsValue)>::new(move |message| ears.borrow_mut().push(message));
        let no_pdfs = Function::new_no_args("throw Error('nobody reads PDFs')");
        let worker = Worker::new(post.into_js_value().into(), open_models(), carry, no_pdfs, draw);
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
            models: models.then(|| format!("{SERVER}/models")),
            added: Vec::new(),
            library: library.then(|| format!("{SERVER}/library")),
        });
        match self.wait_for(|message| matches!(message, FromWorker::Ready { .. })).await {
            FromWorker::Ready { models, records, problems } => (models, records, problems),
            _ => unreachable!("the predicate asked for Ready"),
        }
    }
}
