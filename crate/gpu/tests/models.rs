//! The embedded models on a device, in a real browser, against the same models on the processor. The browser's adapter
//! may be a slow imitation of a graphics processor, so inputs are short; www/gpu-parity compares all of them.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use bytes::Bytes;
use citelight_encoder::{Model, RunError, Scratch, Sequence};
use citelight_gpu::{Adapters, Encoder, Gpu, GpuError};
use futures_util::future::join;
use serde::Deserialize;
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

const BI_ENCODER: &[u8] = include_bytes!("../../../models/minilm/model.onnx");
const NLI: &[u8] = include_bytes!("../../../models/nli-minilm/model.onnx");
const TEXTS: &str = include_str!("../../../tests/fixtures/models/embeddings.jsonl");
const PAIRS: &str = include_str!("../../../tests/fixtures/models/logits.jsonl");

#[derive(Deserialize)]
struct Case {
    ids: Vec<i64>,
}

/// Ids and types of an input.
type Input = (Vec<i64>, Vec<i64>);

/// The shortest inputs of a fixture that have at least so many tokens.
fn shortest(fixture: &str, count: usize, least: usize) -> Vec<Input> {
    let mut cases: Vec<Vec<i64>> =
        fixture.lines().map(|line| serde_json::from_str::<Case>(line).unwrap().ids).collect();
    cases.retain(|ids| ids.len() >= least);
    cases.sort_by_key(Vec::len);
    cases.truncate(count);
    assert_eq!(cases.len(), count);
    cases.into_iter().map(|ids| (ids.clone(), types(&ids))).collect()
}

/// 1 after the first separator, if there is a second one.
fn types(ids: &[i64]) -> Vec<i64> {
    let end = 1 + ids.iter().position(|id| *id == 102).unwrap();
    (0..ids.len()).map(|index| i64::from(index >= end)).collect()
}

fn sequences(inputs: &[Input]) -> Vec<Sequence<'_>> {
    inputs.iter().map(|(ids, types)| Sequence { ids, types }).collect()
}

async fn gpu() -> Gpu {
    // A browser without an adapter would pass every test: it must have one (Chromium: --enable-unsafe-webgpu).
    Gpu::open(Adapters::Any).await.expect("these tests need a browser whose WebGPU gives an adapter")
}

fn model(onnx: &'static [u8]) -> Model {
    Model::from_onnx(Bytes::from_static(onnx)).unwrap()
}

fn on_processor(model: &Model, inputs: &[Input]) -> Vec<Vec<f32>> {
    let mut scratch = Scratch::default();
    model.run(&sequences(inputs), &mut scratch).unwrap().iter().map(<[f32]>::to_vec).collect()
}

fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot =
        |x: &[f32], y: &[f32]| -> f64 { x.iter().zip(y).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum() };
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

fn largest(logits: &[f32]) -> usize {
    (0..logits.len()).max_by(|a, b| logits[*a].total_cmp(&logits[*b])).unwrap()
}

#[wasm_bindgen_test]
async fn pairs_have_the_processors_logits() {
    let (gpu, model, inputs) = (gpu().await, model(NLI), shortest(PAIRS, 2, 1));
    let encoder = Encoder::new(&gpu, &model).await.unwrap();
    let start = js_sys::Date::now();
    let found = encoder.run(&sequences(&inputs)).await.unwrap();
    let tokens: usize = inputs.iter().map(|(ids, _)| ids.len()).sum();
    console_log!("{}: {tokens} tokens in {:.0} ms", gpu.name(), js_sys::Date::now() - start);
    let expected = on_processor(&model, &inputs);
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        console_log!("{found:?} for {expected:?}");
        assert_eq!((found.len(), largest(found)), (3, largest(expected)));
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 2e-2), "{found:?} for {expected:?}");
    }
}

#[wasm_bindgen_test]
async fn texts_have_the_processors_vectors_however_they_are_submitted() {
    let (gpu, model, inputs) = (gpu().await, model(BI_ENCODER), shortest(TEXTS, 2, 5));
    let encoder = Encoder::new(&gpu, &model).await.unwrap();
    let together = encoder.run(&sequences(&inputs)).await.unwrap();
    let expected = on_processor(&model, &inputs);
    assert_eq!(together.len(), expected.len());
    for (found, expected) in together.iter().zip(&expected) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.chunks_exact(model.width()).zip(expected.chunks_exact(model.width())) {
            assert!(cosine(found, expected) >= 0.999, "{}", cosine(found, expected));
        }
    }
    drop(encoder);
    // One sequence for each submission, and two runs that take turns.
    let encoder = Encoder::with_tokens(&gpu, &model, 1).await.unwrap();
    let (first, second) = (sequences(&inputs), sequences(&inputs[1..]));
    let (alone, again) = join(encoder.run(&first), encoder.run(&second)).await;
    assert_eq!(alone.unwrap(), together);
    assert_eq!(again.unwrap(), together[1..]);
}

#[wasm_bindgen_test]
async fn a_lost_device_is_an_error_that_says_so() {
    let (gpu, model, inputs) = (gpu().await, model(BI_ENCODER), shortest(TEXTS, 1, 1));
    let encoder = Encoder::new(&gpu, &model).await.unwrap();
    let inputs = sequences(&inputs);
    // Lost while a run is under way, and before one.
    let (run, ()) = join(encoder.run(&inputs), async { gpu.destroy() }).await;
    assert!(matches!(run, Err(GpuError::Lost(_))), "{run:?}");
    let after = encoder.run(&inputs).await;
    assert!(matches!(after, Err(GpuError::Lost(_))), "{after:?}");
    assert!(after.unwrap_err().to_string().contains("go on with the processor"));
    let made = Encoder::new(&gpu, &model).await.map(drop);
    assert!(matches!(made, Err(GpuError::Lost(_))), "{made:?}");
}

#[wasm_bindgen_test]
async fn what_no_processor_would_run_is_told_apart() {
    let (gpu, model) = (gpu().await, model(NLI));
    let encoder = Encoder::new(&gpu, &model).await.unwrap();
    let run = encoder.run(&[Sequence { ids: &[101, 99_999_999, 102], types: &[0, 0, 0] }]).await;
    assert!(
        matches!(run, Err(GpuError::Sequences(RunError::UnknownToken { token: 99_999_999, .. }))),
        "{run:?}"
    );
    assert_eq!(encoder.run(&[]).await, Ok(Vec::new()));
}

#[wasm_bindgen_test]
async fn an_imitation_is_taken_only_if_asked_for() {
    // On a machine with a graphics processor both give a device; without one the second says why there is none.
    assert!(Gpu::open(Adapters::Any).await.is_ok());
    match Gpu::open(Adapters::Hardware).await {
        Ok(gpu) => console_log!("a graphics processor: {}", gpu.name()),
        Err(error) => assert!(matches!(error, GpuError::Software(_)), "{error}"),
    }
}
