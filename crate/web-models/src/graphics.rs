//! The graphics processor beside the processor.

use std::pin::pin;
use std::rc::Rc;
use std::time::Duration;

use citelight_inference::LocalFuture;
use citelight_models::backend::{Adapters, Backend, Gpu, Int8, Preferred, Timer, WebGpu};
use citelight_models::load_with;
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::Date;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::unloadable;
use crate::model::{Model, ModelFile, entry_of};

/// How long a browser may take to give a device: models wait for it, and the processor does without.
const PATIENCE: Duration = Duration::from_secs(5);

/// A graphics device of this machine.
#[wasm_bindgen]
pub struct Graphics {
    gpu: Gpu,
}

#[wasm_bindgen]
impl Graphics {
    /// Opens one; undefined where there is none, or only an imitation, or the browser does not answer.
    pub async fn open() -> Option<Graphics> {
        let opened = pin!(Gpu::open(Adapters::Hardware));
        match select(opened, Clock.sleep(PATIENCE)).await {
            Either::Left((gpu, _)) => gpu.ok().map(|gpu| Self { gpu }),
            Either::Right(_) => None,
        }
    }

    /// As the constructor of [`Model`], on whichever of device and processor is faster (docs/webgpu.md). A model that
    /// the device does not take runs on the processor.
    ///
    /// # Errors
    /// As the constructor of [`Model`].
    pub async fn load(&self, entry: &str, graph: ModelFile, tokenizer: &[u8]) -> Result<Model, JsValue> {
        let (entry, ModelFile(graph)) = (entry_of(entry)?, graph);
        // The device is given no file that is not the entry's.
        entry.graph.verify_pieces(graph.pieces()).map_err(|error| unloadable(&error))?;
        let fast = WebGpu::on(&self.gpu, graph.clone()).await;
        let prepare = |graph| {
            let sure = Box::new(Int8::new(graph)?);
            // The name of the model in the trail says what was chosen.
            let preferred = Preferred::new(fast, sure, Rc::new(Clock), Rc::new(|_| ()));
            Ok(Box::new(preferred) as Box<dyn Backend>)
        };
        let loaded = load_with(&entry, graph, tokenizer, prepare).map_err(|error| unloadable(&error))?;
        Ok(Model { loaded })
    }
}

struct Clock;

impl Timer for Clock {
    fn now(&self) -> f64 {
        Date::now()
    }

    fn sleep(&self, duration: Duration) -> LocalFuture<'_, ()> {
        let milliseconds = u32::try_from(duration.as_millis()).unwrap_or(u32::MAX / 2);
        Box::pin(TimeoutFuture::new(milliseconds))
    }
}
