//! One loaded model, and which models a manifest asks for.

use citelight_inference::{Embed, Infer, Pair};
use citelight_models::{Loaded, Manifest, ModelEntry, load};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{failed, unloadable};

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
    /// What is wrong with the files; its name is `UnknownGraph` if only another build may run it.
    #[wasm_bindgen(constructor)]
    pub fn new(entry: &str, graph: Vec<u8>, tokenizer: &[u8]) -> Result<Self, JsValue> {
        let loaded = load(&entry_of(entry)?, graph, tokenizer).map_err(|error| unloadable(&error))?;
        Ok(Self { loaded })
    }

    /// Its name with its hash and what runs it, as trails show it.
    pub fn name(&self) -> String {
        match &self.loaded {
            Loaded::BiEncoder(model) => Embed::name(model).into_owned(),
            Loaded::Nli(model) => Infer::name(model).into_owned(),
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
        if premises.len() != hypotheses.len() {
            let reason = format!("{} premises came with {} hypotheses", premises.len(), hypotheses.len());
            return Err(failed(reason));
        }
        let pairs: Vec<Pair<'_>> = premises
            .iter()
            .zip(&hypotheses)
            .map(|(premise, hypothesis)| Pair { premise, hypothesis })
            .collect();
        let probabilities = model.infer(&pairs).await.map_err(failed)?;
        Ok(probabilities.iter().flat_map(|p| [p.entailment, p.neutral, p.contradiction]).collect())
    }
}

/// Reads a manifest entry (JSON).
pub(crate) fn entry_of(json: &str) -> Result<ModelEntry, JsValue> {
    serde_json::from_str(json)
        .map_err(|error| failed(format!("a model's entry could not be read: {error}; reload the page")))
}

fn other_role() -> JsValue {
    failed("a model was asked for what it is not for; this is a defect worth reporting")
}

/// A model that a manifest asks for, with its files.
#[derive(Serialize)]
struct Wanted<'a> {
    /// What [`Model::new`] takes.
    entry: String,
    id: &'a str,
    /// What it is asked for.
    role: &'static str,
    graph: &'a citelight_models::FileEntry,
    tokenizer: &'a citelight_models::FileEntry,
}

/// The models of a manifest (JSON) that are used: at most one for each role, as plain objects.
///
/// # Errors
/// If the manifest cannot be read.
#[wasm_bindgen]
pub fn wanted(manifest: &str) -> Result<JsValue, JsValue> {
    let manifest = Manifest::from_json(manifest).map_err(failed)?;
    let models = [("bi-encoder", manifest.bi_encoder()), ("nli", manifest.nli())];
    let wanted: Vec<Wanted<'_>> = models
        .into_iter()
        .filter_map(|(role, entry)| {
            let entry = entry?;
            let json = serde_json::to_string(entry).ok()?;
            Some(Wanted {
                entry: json,
                id: &entry.id,
                role,
                graph: &entry.graph,
                tokenizer: &entry.tokenizer,
            })
        })
        .collect();
    wanted.serialize(&Serializer::json_compatible()).map_err(failed)
}
