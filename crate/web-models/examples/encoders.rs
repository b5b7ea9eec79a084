//! The encoders' surface for `tests/bench/encoder.bench.ts`: both backends behind numbers, without tokenizers, and what
//! the processor allows.
//!
//! ```text
//! cargo build --release -p citelight-web --features bench --example encoders --target wasm32-unknown-unknown
//! ```
#![cfg(target_arch = "wasm32")]

use core::arch::wasm32 as w;

use citelight_models::backend::{Backend, Batch, Int8, Tract};
use futures_util::FutureExt;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// An encoder on one backend.
#[wasm_bindgen]
pub struct Encoder {
    backend: Box<dyn Backend>,
}

#[wasm_bindgen]
impl Encoder {
    /// Prepares an ONNX file for `int8` or `tract`.
    ///
    /// # Errors
    /// What the backend said.
    #[wasm_bindgen(constructor)]
    pub fn new(backend: &str, graph: Vec<u8>) -> Result<Self, JsError> {
        let prepared = match backend {
            "int8" => {
                Int8::new(bytes::Bytes::from(graph)).map(|encoder| Box::new(encoder) as Box<dyn Backend>)
            }
            "tract" => Tract::new(&graph).map(|graph| Box::new(graph) as Box<dyn Backend>),
            other => Err(format!("no backend {other}")),
        };
        prepared.map(|backend| Self { backend }).map_err(|reason| JsError::new(&reason))
    }

    /// Tokens that one run should hold.
    pub fn tokens_per_run(&self) -> usize {
        self.backend.tokens_per_run()
    }

    /// Whether a run's inputs are padded.
    pub fn pads(&self) -> bool {
        self.backend.pads()
    }

    /// The numbers of all inputs, one after the other.
    ///
    /// # Errors
    /// What the backend said.
    pub fn run(&self, ids: Vec<i64>, types: Vec<i64>, lengths: Vec<usize>) -> Result<Vec<f32>, JsError> {
        let batch = Batch { ids, types, lengths, pad: 0 };
        let outputs = self.backend.run(std::slice::from_ref(&batch)).now_or_never();
        let mut outputs =
            outputs.ok_or_else(|| JsError::new("the run waits"))?.map_err(|reason| JsError::new(&reason))?;
        Ok(outputs.pop().map(|output| output.values).unwrap_or_default())
    }
}

/// Numbers of a row in the micro-benchmarks: everything stays in the innermost cache.
const ROW: usize = 512;

/// Four rows of pairs of short integers times eight columns, again and again: the most that integer products can do.
/// `numbers` is opaque to the compiler: at least twelve rows of pairs.
#[wasm_bindgen]
pub fn integer_products(numbers: &[i32], repeats: u32) -> i32 {
    let (rows, columns) = numbers.split_at(4 * ROW / 2);
    let rows: Vec<&[i32]> = rows.chunks_exact(ROW / 2).collect();
    let [first, second, third, fourth] = rows[..] else { return 0 };
    let mut all = w::i32x4_splat(0);
    for _ in 0..repeats {
        let mut sums = [[w::i32x4_splat(0); 2]; 4];
        let rows = first.iter().zip(second).zip(third).zip(fourth);
        for ([a, b, c, d, e, f, g, h], (((first, second), third), fourth)) in
            columns.as_chunks::<8>().0.iter().zip(rows)
        {
            let columns = [w::i32x4(*a, *b, *c, *d), w::i32x4(*e, *f, *g, *h)];
            for (sums, pair) in sums.iter_mut().zip([*first, *second, *third, *fourth]) {
                for (sum, columns) in sums.iter_mut().zip(columns) {
                    *sum = w::i32x4_add(*sum, w::i32x4_dot_i16x8(columns, w::i32x4_splat(pair)));
                }
            }
        }
        for sum in sums.iter().flatten() {
            all = w::v128_xor(all, *sum);
        }
    }
    w::i32x4_extract_lane::<0>(all)
}

/// The same in single precision, with fused multiply-add where the build has it. `numbers`: at least twelve rows.
#[wasm_bindgen]
pub fn float_products(numbers: &[f32], repeats: u32) -> f32 {
    let (rows, columns) = numbers.split_at(4 * ROW);
    let rows: Vec<&[f32]> = rows.chunks_exact(ROW).collect();
    let [first, second, third, fourth] = rows[..] else { return 0.0 };
    let mut all = w::f32x4_splat(0.0);
    for _ in 0..repeats {
        let mut sums = [[w::f32x4_splat(0.0); 2]; 4];
        let rows = first.iter().zip(second).zip(third).zip(fourth);
        for ([a, b, c, d, e, f, g, h], (((first, second), third), fourth)) in
            columns.as_chunks::<8>().0.iter().zip(rows)
        {
            let columns = [w::f32x4(*a, *b, *c, *d), w::f32x4(*e, *f, *g, *h)];
            for (sums, value) in sums.iter_mut().zip([*first, *second, *third, *fourth]) {
                for (sum, columns) in sums.iter_mut().zip(columns) {
                    *sum = multiply_add(columns, w::f32x4_splat(value), *sum);
                }
            }
        }
        for sum in sums.iter().flatten() {
            all = w::f32x4_add(all, *sum);
        }
    }
    w::f32x4_extract_lane::<0>(all)
}

#[cfg(target_feature = "relaxed-simd")]
#[inline(always)]
fn multiply_add(a: w::v128, b: w::v128, sum: w::v128) -> w::v128 {
    w::f32x4_relaxed_madd(a, b, sum)
}

#[cfg(not(target_feature = "relaxed-simd"))]
#[inline(always)]
fn multiply_add(a: w::v128, b: w::v128, sum: w::v128) -> w::v128 {
    w::f32x4_add(sum, w::f32x4_mul(a, b))
}
