//! The graphics processor behind the backends' trait, in a real browser, and the processor when the device is lost.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use bytes::Bytes;
use citelight_inference::LocalFuture;
use citelight_models::backend::{
    Adapters, Backend, Batch, Choice, Gpu, Int8, Output, Preferred, Tell, Timer, WebGpu,
};
use futures_util::future::pending;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

const NLI: &[u8] = include_bytes!("../../../models/nli-minilm/model.onnx");

/// A clock that only runs move: the browser may imitate the graphics processor, which would never be chosen.
#[derive(Default)]
struct Hands(Cell<f64>);

impl Timer for Hands {
    fn now(&self) -> f64 {
        self.0.get()
    }

    fn sleep(&self, _: Duration) -> LocalFuture<'_, ()> {
        Box::pin(pending())
    }
}

/// A backend whose runs take as long as they are told.
struct Takes(f64, Box<dyn Backend>, Rc<Hands>);

impl Backend for Takes {
    fn name(&self) -> &str {
        self.1.name()
    }

    fn tokens_per_run(&self) -> usize {
        self.1.tokens_per_run()
    }

    fn pads(&self) -> bool {
        self.1.pads()
    }

    fn runs_at_once(&self) -> usize {
        self.1.runs_at_once()
    }

    fn run<'a>(&'a self, batches: &'a [Batch]) -> LocalFuture<'a, Result<Vec<Output>, String>> {
        self.2.0.set(self.2.0.get() + self.0);
        self.1.run(batches)
    }
}

/// Two batches of pairs of the same 16 tokens, 128 tokens together.
fn batches() -> Vec<Batch> {
    let pair = [101, 2024, 3628, 2024, 4206, 1012, 102, 2045, 2024, 2053, 3628, 2012, 2035, 2182, 1012, 102];
    let types = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1];
    let batch = |pairs: usize| Batch {
        ids: pair.repeat(pairs),
        types: types.repeat(pairs),
        lengths: vec![pair.len(); pairs],
        pad: 0,
    };
    vec![batch(5), batch(3)]
}

#[wasm_bindgen_test]
async fn a_lost_device_hands_its_batch_to_the_processor() {
    let gpu =
        Gpu::open(Adapters::Any).await.expect("this test needs a browser whose WebGPU gives an adapter");
    let hands: Rc<Hands> = Rc::default();
    let fast = WebGpu::on(&gpu, Bytes::from_static(NLI)).await.unwrap();
    let sure = Int8::new(Bytes::from_static(NLI)).unwrap();
    let fast = Box::new(Takes(550.0, fast, Rc::clone(&hands)));
    let sure = Box::new(Takes(5000.0, Box::new(sure), Rc::clone(&hands)));
    let told: Rc<RefCell<Vec<Choice>>> = Rc::default();
    let ears = Rc::clone(&told);
    let tell: Tell = Rc::new(move |choice| ears.borrow_mut().push(choice.clone()));
    let preferred = Preferred::new(Ok(fast), sure, hands, tell);

    // Both run, agree, and the faster one is chosen; the results are the processor's.
    let (batches, compared) = (batches(), preferred.run(&batches()).await.unwrap());
    assert!(matches!(told.borrow()[..], [Choice::Fast { .. }]), "{:?}", told.borrow());
    assert_eq!((preferred.name(), preferred.tokens_per_run()), ("int8", citelight_gpu::TOKENS));
    assert_eq!(compared.iter().map(|output| output.lengths.len()).collect::<Vec<_>>(), [5, 3]);

    gpu.destroy();
    let after = preferred.run(&batches).await.unwrap();
    assert_eq!(after, compared, "the processor gives what it gave before, to the bit");
    assert!(
        matches!(&told.borrow()[1..], [Choice::Failed { reason }] if reason.contains("lost")),
        "{:?}",
        told.borrow()
    );
    assert_eq!(preferred.name(), "int8 after webgpu failed");
}
