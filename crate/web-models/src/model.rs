//! One loaded model, and which models a manifest asks for.

use citelight_inference::{Embed, Infer, Pair, Rerank};
use citelight_models::{GraphFile, Label, Loaded, Manifest, ModelEntry, Role, load};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{failed, unloadable};

/// A file that is handed over in pieces, so that the page need not hold a whole copy beside this one.
#[wasm_bindgen]
#[derive(Default)]
pub struct ModelFile(pub(crate) GraphFile);

#[wasm_bindgen]
impl ModelFile {
    /// A file of which nothing has come yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds what comes next.
    pub fn append(&mut self, piece: Vec<u8>) {
        self.0.push(piece);
    }
}

/// A model that is ready to be asked.
#[wasm_bindgen]
pub struct Model {
    pub(crate) loaded: Loaded,
}

#[wasm_bindgen]
impl Model {
    /// Loads the model of one manifest entry (JSON) from its files' bytes.
    ///
    /// # Errors
    /// What is wrong with the files, its name is `UnknownGraph` if only another build may run it; or why an audit may not
    /// work with such a model.
    #[wasm_bindgen(constructor)]
    pub fn new(entry: &str, graph: ModelFile, tokenizer: &[u8]) -> Result<Self, JsValue> {
        let loaded = load(&entry_of(entry)?, graph.0, tokenizer).map_err(|error| unloadable(&error))?;
        Ok(Self { loaded })
    }

    /// Its name with its hash and what runs it, as trails show it.
    pub fn name(&self) -> String {
        match &self.loaded {
            Loaded::BiEncoder(model) => Embed::name(model).into_owned(),
            Loaded::Nli(model) => Infer::name(model).into_owned(),
            Loaded::CrossEncoder(model) => Rerank::name(model).into_owned(),
        }
    }

    /// The vectors of texts, one after the other.
    ///
    /// # Errors
    /// If it is no bi-encoder, or fails.
    pub async fn embed(&self, texts: Vec<String>) -> Result<Vec<f32>, JsValue> {
        let Loaded::BiEncoder(model) = &self.loaded else { return Err(other_role()) };
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let vectors = model.embed(&texts).await.map_err(failed)?;
        Ok(vectors.concat())
    }

    /// Probabilities of entailment, neutral and contradiction for each premise with its hypothesis, one after the
    /// other.
    ///
    /// # Errors
    /// If it is no NLI model, there are not as many hypotheses as premises, or it fails.
    pub async fn infer(&self, premises: Vec<String>, hypotheses: Vec<String>) -> Result<Vec<f64>, JsValue> {
        let Loaded::Nli(model) = &self.loaded else { return Err(other_role()) };
        let pairs = paired(&premises, &hypotheses)?;
        let pairs: Vec<Pair<'_>> =
            pairs.into_iter().map(|(premise, hypothesis)| Pair { premise, hypothesis }).collect();
        let probabilities = model.infer(&pairs).await.map_err(failed)?;
        Ok(probabilities.iter().flat_map(|p| [p.entailment, p.neutral, p.contradiction]).collect())
    }

    /// How well each passage answers to its claim.
    ///
    /// # Errors
    /// If it does not rank, there are not as many passages as claims, or it fails.
    pub async fn rerank(&self, claims: Vec<String>, passages: Vec<String>) -> Result<Vec<f32>, JsValue> {
        let Loaded::CrossEncoder(model) = &self.loaded else { return Err(other_role()) };
        model.scores(&paired(&claims, &passages)?).await.map_err(failed)
    }
}

/// Two columns of inputs, row by row.
fn paired<'a>(first: &'a [String], second: &'a [String]) -> Result<Vec<(&'a str, &'a str)>, JsValue> {
    if first.len() != second.len() {
        return Err(failed(format!("{} texts came with {} others", first.len(), second.len())));
    }
    Ok(first.iter().map(String::as_str).zip(second.iter().map(String::as_str)).collect())
}

/// Reads the manifest entry (JSON) of a model that an audit may work with.
pub(crate) fn entry_of(json: &str) -> Result<ModelEntry, JsValue> {
    let entry = ModelEntry::from_json(json).map_err(|error| unloadable(&error))?;
    match &entry.role {
        // Nothing in such a model could object to an accusation.
        Role::Nli { labels, .. } if !labels.contains(&Label::Entailment) => Err(failed(format!(
            "{} does not know entailment, so it cannot judge claims; choose an NLI model that has it among its labels",
            entry.id
        ))),
        _ => Ok(entry),
    }
}

fn other_role() -> JsValue {
    failed("a model was asked for what it is not for; this is a defect worth reporting")
}

/// The entries of a manifest (JSON) that are used, at most one for each role, as plain objects (`ModelEntry` of
/// TypeScript).
///
/// # Errors
/// If the manifest cannot be read.
#[wasm_bindgen]
pub fn wanted(manifest: &str) -> Result<JsValue, JsValue> {
    let manifest = Manifest::from_json(manifest).map_err(failed)?;
    let wanted = [manifest.bi_encoder(), manifest.cross_encoder(), manifest.nli()];
    let wanted: Vec<&ModelEntry> = wanted.into_iter().flatten().collect();
    wanted.serialize(&Serializer::json_compatible()).map_err(failed)
}
