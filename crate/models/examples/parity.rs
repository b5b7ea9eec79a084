//! Prints how far the encoders are from reference outputs, and how fast they are.
//!
//! ```text
//! cargo run --release -p citelight-models --example parity [EMBEDDINGS.jsonl LOGITS.jsonl]
//! ```
//! Each on the backend that is chosen for it, then on tract.
//! Without arguments it reads tests/fixtures/models (ONNX Runtime, optimisation off). References recorded with ONNX
//! Runtime's extended optimisations are those of quantised activations and differ more.
#![allow(clippy::unwrap_used, reason = "an example that cannot go on says where it stopped")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::PathBuf;
use std::time::Instant;

use citelight_inference::{Embed, Infer, Pair, Rerank};
use citelight_models::{BiEncoder, Loaded, NliEncoder};
use common::{EmbeddingCase, LogitsCase, argmax, cosine, difference};
use futures_util::FutureExt;

fn main() {
    let fixtures = common::root().join("tests/fixtures/models");
    let mut given = std::env::args().skip(1).map(PathBuf::from);
    let embeddings = given.next().unwrap_or_else(|| fixtures.join("embeddings.jsonl"));
    let logits = given.next().unwrap_or_else(|| fixtures.join("logits.jsonl"));
    let manifest = common::manifest();
    for entry in [manifest.bi_encoder(), manifest.nli()].into_iter().flatten() {
        for loaded in [common::loaded(entry), common::loaded_by_tract(entry)] {
            match loaded {
                Loaded::BiEncoder(model) => compare_embeddings(&model, &common::lines(&embeddings)),
                Loaded::Nli(model) => compare_logits(&model, &common::lines(&logits)),
                Loaded::CrossEncoder(model) => println!("{}: there is no reference for it", model.name()),
            }
        }
    }
}

fn compare_embeddings(model: &BiEncoder, cases: &[EmbeddingCase]) {
    let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    let (start, before) = (Instant::now(), model.tokens_seen());
    let vectors = model.embed(&texts).now_or_never().unwrap().unwrap();
    let speed = (model.tokens_seen() - before) as f64 / start.elapsed().as_secs_f64();
    let cosines = vectors.iter().zip(cases).map(|(vector, case)| cosine(vector, &case.embedding));
    let least = cosines.fold(1.0, f64::min);
    let (name, backend) = (model.name(), model.backend());
    println!("{name} on {backend}: {} texts, least cosine {least:.9}, {speed:.0} tokens/s", cases.len());
}

fn compare_logits(model: &NliEncoder, cases: &[LogitsCase]) {
    let pairs: Vec<Pair<'_>> =
        cases.iter().map(|case| Pair { premise: &case.premise, hypothesis: &case.hypothesis }).collect();
    let (start, before) = (Instant::now(), model.tokens_seen());
    let logits = model.logits(&pairs).now_or_never().unwrap().unwrap();
    let speed = (model.tokens_seen() - before) as f64 / start.elapsed().as_secs_f64();
    let largest = logits.iter().zip(cases).map(|(a, case)| difference(a, &case.logits)).fold(0.0, f32::max);
    let agree = logits.iter().zip(cases).filter(|(a, case)| argmax(a) == argmax(&case.logits)).count();
    let (name, backend) = (model.name(), model.backend());
    println!(
        "{name} on {backend}: {} pairs, largest difference {largest:.6}, same argmax {agree}, {speed:.0} tokens/s",
        cases.len()
    );
}
