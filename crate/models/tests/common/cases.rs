//! Models of any kind on inputs whose reference outputs are known.
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails, an example says where it stopped"
)]

use std::fs;
use std::path::Path;

use citelight_inference::{Embed, Infer, Pair, Rerank};
use citelight_models::{Loaded, Manifest, ModelEntry, Role, load};
use futures_util::FutureExt;
use serde::Deserialize;

/// An input and what the reference runtime made of it.
#[derive(Deserialize)]
pub struct Case {
    #[serde(alias = "premise")]
    pub text: String,
    #[serde(default)]
    pub hypothesis: String,
    /// Word pieces, special tokens included, padding excluded.
    pub tokens: usize,
    pub output: Vec<f32>,
}

/// What a model made of the cases.
pub struct Outcome {
    pub name: String,
    pub outputs: Vec<Vec<f32>>,
    pub tokens: u64,
}

/// The models of a folder, each with its cases from `ID.jsonl`.
pub fn read(folder: &Path) -> Vec<(ModelEntry, Vec<Case>)> {
    let manifest = Manifest::from_json(&fs::read_to_string(folder.join("manifest.json")).unwrap()).unwrap();
    let cases = |entry: &ModelEntry| {
        let lines = fs::read_to_string(folder.join(format!("{}.jsonl", entry.id))).unwrap();
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    manifest.models.into_iter().map(|entry| (entry.clone(), cases(&entry))).collect()
}

/// Loads a model; what comes back asks it.
pub fn outcome<'a>(
    entry: &ModelEntry,
    folder: &Path,
    cases: &'a [Case],
) -> Result<Box<dyn FnOnce() -> Outcome + 'a>, String> {
    let graph = fs::read(folder.join(&entry.graph.path)).unwrap();
    let tokenizer = &fs::read(folder.join(&entry.tokenizer.path)).unwrap();
    Ok(match load(entry, graph, tokenizer).map_err(|error| error.to_string())? {
        Loaded::BiEncoder(model) => Box::new(move || {
            let before = model.tokens_seen();
            let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
            let outputs = model.embed(&texts).now_or_never().unwrap().unwrap();
            Outcome { name: model.name().into_owned(), outputs, tokens: model.tokens_seen() - before }
        }),
        Loaded::Nli(model) => Box::new(move || {
            let before = model.tokens_seen();
            let pairs: Vec<Pair<'_>> =
                cases.iter().map(|case| Pair { premise: &case.text, hypothesis: &case.hypothesis }).collect();
            let outputs = model.all_logits(&pairs).now_or_never().unwrap().unwrap();
            let name = model.name().into_owned();
            Outcome { name, outputs, tokens: model.tokens_seen() - before }
        }),
        Loaded::CrossEncoder(model) => Box::new(move || {
            let before = model.tokens_seen();
            let ask =
                |case: &Case| model.rerank(&case.text, &[&case.hypothesis]).now_or_never().unwrap().unwrap();
            let outputs = cases.iter().map(ask).collect();
            Outcome { name: model.name().into_owned(), outputs, tokens: model.tokens_seen() - before }
        }),
    })
}

/// How far outputs are from the cases': of vectors the least cosine, of logits the largest difference.
pub fn figure(entry: &ModelEntry, outputs: &[Vec<f32>], cases: &[Case]) -> f64 {
    let pairs = outputs.iter().zip(cases.iter().map(|case| &case.output));
    let difference = |found: &[f32], due: &[f32]| {
        found.iter().zip(due).map(|(found, due)| f64::from((found - due).abs())).fold(0.0, f64::max)
    };
    match entry.role {
        Role::BiEncoder { .. } => pairs.map(|(found, due)| cosine(found, due)).fold(1.0, f64::min),
        _ => pairs.map(|(found, due)| difference(found, due)).fold(0.0, f64::max),
    }
}

/// Cases whose largest output is the same.
pub fn agreeing(outputs: &[Vec<f32>], cases: &[Case]) -> usize {
    outputs.iter().zip(cases).filter(|(found, case)| argmax(found) == argmax(&case.output)).count()
}

fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot =
        |x: &[f32], y: &[f32]| -> f64 { x.iter().zip(y).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum() };
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

fn argmax(values: &[f32]) -> Option<usize> {
    (0..values.len()).max_by(|a, b| values[*a].total_cmp(&values[*b]))
}
