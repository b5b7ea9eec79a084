//! Prints how far the encoders are from reference outputs, and how fast they are.
//!
//! ```text
//! cargo run --release -p citelight-models --example parity [EMBEDDINGS.jsonl LOGITS.jsonl]
//! ```
//! Without arguments it reads tests/fixtures/models (ONNX Runtime, optimisation off). References recorded with ONNX
//! Runtime's extended optimisations are those of quantised activations and differ more.
#![allow(clippy::unwrap_used, reason = "an example that cannot go on says where it stopped")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::PathBuf;
use std::time::Instant;

use citelight::verify::models::{Embed, Pair};
use common::{EmbeddingCase, LogitsCase, argmax, cosine, difference};
use futures_util::FutureExt;

fn main() {
    let fixtures = common::root().join("tests/fixtures/models");
    let mut given = std::env::args().skip(1).map(PathBuf::from);
    let embeddings = given.next().unwrap_or_else(|| fixtures.join("embeddings.jsonl"));
    let logits = given.next().unwrap_or_else(|| fixtures.join("logits.jsonl"));
    compare_embeddings(&common::lines(&embeddings));
    compare_logits(&common::lines(&logits));
}

fn compare_embeddings(cases: &[EmbeddingCase]) {
    let model = common::bi_encoder();
    let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    let (start, before) = (Instant::now(), model.tokens_seen());
    let vectors = model.embed(&texts).now_or_never().unwrap().unwrap();
    let speed = (model.tokens_seen() - before) as f64 / start.elapsed().as_secs_f64();
    let cosines = vectors.iter().zip(cases).map(|(vector, case)| cosine(vector, &case.embedding));
    let least = cosines.fold(1.0, f64::min);
    println!("{}: {} texts, least cosine {least:.9}, {speed:.0} tokens/s", model.name(), cases.len());
}

fn compare_logits(cases: &[LogitsCase]) {
    let model = common::nli();
    let pairs: Vec<Pair<'_>> =
        cases.iter().map(|case| Pair { premise: &case.premise, hypothesis: &case.hypothesis }).collect();
    let (start, before) = (Instant::now(), model.tokens_seen());
    let logits = model.logits(&pairs).now_or_never().unwrap().unwrap();
    let speed = (model.tokens_seen() - before) as f64 / start.elapsed().as_secs_f64();
    let largest = logits.iter().zip(cases).map(|(a, case)| difference(a, &case.logits)).fold(0.0, f32::max);
    let agree = logits.iter().zip(cases).filter(|(a, case)| argmax(a) == argmax(&case.logits)).count();
    println!(
        "nli: {} pairs, largest difference {largest:.6}, same argmax {agree}, {speed:.0} tokens/s",
        cases.len()
    );
}
