//! The embedded models and the reference outputs, from the repository.
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    reason = "every test file uses some of it"
)]

use std::fs;
use std::path::{Path, PathBuf};

use citelight_models::{BiEncoder, Loaded, Manifest, ModelEntry, NliEncoder, load};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// One line of `embeddings.jsonl`.
#[derive(Deserialize)]
pub struct EmbeddingCase {
    pub text: String,
    pub ids: Vec<i64>,
    pub embedding: Vec<f32>,
}

/// One line of `logits.jsonl`.
#[derive(Deserialize)]
pub struct LogitsCase {
    pub premise: String,
    pub hypothesis: String,
    pub ids: Vec<i64>,
    pub logits: [f32; 3],
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn manifest() -> Manifest {
    Manifest::from_json(&fs::read_to_string(root().join("models/manifest.json")).unwrap()).unwrap()
}

pub fn file(path: &str) -> Vec<u8> {
    fs::read(root().join("models").join(path)).unwrap()
}

pub fn loaded(entry: &ModelEntry) -> Loaded {
    load(entry, file(&entry.graph.path), &file(&entry.tokenizer.path)).unwrap()
}

/// The same through tract, the oracle.
#[cfg(feature = "tract")]
pub fn loaded_by_tract(entry: &ModelEntry) -> Loaded {
    use bytes::Buf;
    use citelight_models::backend::{Backend, Tract};
    use citelight_models::{GraphFile, load_with};

    let tract = |mut graph: GraphFile| {
        Ok(Box::new(Tract::new(&graph.copy_to_bytes(graph.remaining()))?) as Box<dyn Backend>)
    };
    load_with(entry, file(&entry.graph.path).into(), &file(&entry.tokenizer.path), tract).unwrap()
}

pub fn bi_encoder() -> BiEncoder {
    match loaded(manifest().bi_encoder().unwrap()) {
        Loaded::BiEncoder(model) => model,
        _ => panic!("a bi-encoder was expected"),
    }
}

pub fn nli() -> NliEncoder {
    match loaded(manifest().nli().unwrap()) {
        Loaded::Nli(model) => model,
        _ => panic!("an NLI model was expected"),
    }
}

pub fn lines<T: DeserializeOwned>(path: &Path) -> Vec<T> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub fn fixture<T: DeserializeOwned>(name: &str) -> Vec<T> {
    lines(&root().join("tests/fixtures/models").join(name))
}

/// Cosine of two vectors.
pub fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot =
        |x: &[f32], y: &[f32]| -> f64 { x.iter().zip(y).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum() };
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

/// Index of the largest logit.
pub fn argmax(logits: &[f32; 3]) -> usize {
    (0..3).max_by(|a, b| logits[*a].total_cmp(&logits[*b])).unwrap()
}

/// Largest difference between two rows of logits.
pub fn difference(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}
