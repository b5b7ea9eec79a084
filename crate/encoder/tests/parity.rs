//! The embedded models against ONNX Runtime (graph optimisation off), on tests/fixtures/models.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};

use citelight_encoder::{Model, Scratch, Sequence};
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize)]
struct EmbeddingCase {
    ids: Vec<i64>,
    embedding: Vec<f32>,
}

#[derive(Deserialize)]
struct LogitsCase {
    ids: Vec<i64>,
    logits: [f32; 3],
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn model(name: &str) -> Model {
    Model::from_onnx(bytes::Bytes::from(
        std::fs::read(root().join("models").join(name).join("model.onnx")).unwrap(),
    ))
    .unwrap()
}

fn fixture<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let text = std::fs::read_to_string(root().join("tests/fixtures/models").join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// 1 after the first separator.
fn pair_types(ids: &[i64]) -> Vec<i64> {
    let premise = 1 + ids.iter().position(|id| *id == 102).unwrap();
    (0..ids.len()).map(|index| i64::from(index >= premise)).collect()
}

fn mean(vectors: &[f32], width: usize) -> Vec<f64> {
    let column =
        |column: usize| vectors.iter().skip(column).step_by(width).map(|value| f64::from(*value)).sum();
    (0..width).map(column).collect()
}

fn cosine(a: &[f64], b: &[f32]) -> f64 {
    let b: Vec<f64> = b.iter().map(|value| f64::from(*value)).collect();
    let dot = |x: &[f64], y: &[f64]| -> f64 { x.iter().zip(y).map(|(x, y)| x * y).sum() };
    dot(a, &b) / (dot(a, a) * dot(&b, &b)).sqrt()
}

#[test]
fn embeddings_equal_the_reference() {
    let (model, cases) = (model("minilm"), fixture::<EmbeddingCase>("embeddings.jsonl"));
    assert!(cases.len() >= 60 && model.logits().is_none());
    let types: Vec<Vec<i64>> = cases.iter().map(|case| vec![0; case.ids.len()]).collect();
    let sequences: Vec<Sequence<'_>> =
        cases.iter().zip(&types).map(|(case, types)| Sequence { ids: &case.ids, types }).collect();
    let mut scratch = Scratch::default();
    let outputs = model.run(&sequences, &mut scratch).unwrap();
    let cosines: Vec<f64> = outputs
        .iter()
        .zip(&cases)
        .map(|(out, case)| cosine(&mean(out, model.width()), &case.embedding))
        .collect();
    let least = cosines.iter().copied().fold(1.0, f64::min);
    println!("{} texts, least cosine 1 - {:.3e}", cosines.len(), 1.0 - least);
    assert_eq!(cosines.len(), cases.len());
    assert!(least >= 0.999_99, "least cosine {least}");
}

#[test]
fn logits_equal_the_reference() {
    let (model, cases) = (model("nli-minilm"), fixture::<LogitsCase>("logits.jsonl"));
    assert!(cases.len() >= 200 && model.logits() == Some(3));
    let types: Vec<Vec<i64>> = cases.iter().map(|case| pair_types(&case.ids)).collect();
    let sequences: Vec<Sequence<'_>> =
        cases.iter().zip(&types).map(|(case, types)| Sequence { ids: &case.ids, types }).collect();
    let mut scratch = Scratch::default();
    let outputs = model.run(&sequences, &mut scratch).unwrap();
    let largest = |logits: &[f32]| (0..3).max_by(|a, b| logits[*a].total_cmp(&logits[*b])).unwrap();
    let mut difference = 0.0_f32;
    for (out, case) in outputs.iter().zip(&cases) {
        difference = out.iter().zip(case.logits).map(|(a, b)| (a - b).abs()).fold(difference, f32::max);
        assert_eq!(largest(out), largest(&case.logits));
    }
    println!("{} pairs, largest difference of a logit {difference:.6}", cases.len());
    assert_eq!(outputs.iter().count(), cases.len());
    assert!(difference <= 1e-2, "logits differ by {difference}");
}

#[test]
fn what_runs_together_does_not_matter() {
    let (model, cases) = (model("nli-minilm"), fixture::<LogitsCase>("logits.jsonl"));
    let types: Vec<Vec<i64>> = cases.iter().map(|case| pair_types(&case.ids)).collect();
    let sequences: Vec<Sequence<'_>> =
        cases.iter().zip(&types).take(9).map(|(case, types)| Sequence { ids: &case.ids, types }).collect();
    let mut scratch = Scratch::default();
    let together: Vec<Vec<f32>> =
        model.run(&sequences, &mut scratch).unwrap().iter().map(<[f32]>::to_vec).collect();
    for (sequence, together) in sequences.iter().zip(&together) {
        let alone = model.run(std::slice::from_ref(sequence), &mut scratch).unwrap();
        assert_eq!(alone.iter().next().unwrap(), together);
    }
}
