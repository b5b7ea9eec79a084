//! Models that other workers run (`www/shared/worker/pool.ts`, crate/web-models).

use std::borrow::Cow;

use citelight::LocalFuture;
use citelight::verify::models::{Embed, Infer, ModelError, Pair, Probabilities, Rerank};
use js_sys::{Array, Float32Array, Float64Array, Function, Promise};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::fetch::describe;

#[wasm_bindgen]
extern "C" {
    /// What the worker's script gives for a folder of models and those that were added (`OpenedModels` in www/shared/worker/open-models.ts).
    type OpenedModels;

    #[wasm_bindgen(method, getter)]
    fn embedder(this: &OpenedModels) -> Option<RemoteModel>;

    #[wasm_bindgen(method, getter)]
    fn reranker(this: &OpenedModels) -> Option<RemoteModel>;

    #[wasm_bindgen(method, getter)]
    fn inferrer(this: &OpenedModels) -> Option<RemoteModel>;

    #[wasm_bindgen(method, getter)]
    fn problems(this: &OpenedModels) -> Vec<String>;

    #[wasm_bindgen(method, getter)]
    fn workers(this: &OpenedModels) -> f64;

    /// One model.
    type RemoteModel;

    /// With what runs it now.
    #[wasm_bindgen(method, getter)]
    fn name(this: &RemoteModel) -> String;

    /// Columns of inputs, equally long, to a promise of as many numbers for each input.
    #[wasm_bindgen(method, catch)]
    fn ask(this: &RemoteModel, columns: &Array) -> Result<Promise, JsValue>;
}

/// The models that could be loaded.
#[derive(Default)]
pub(crate) struct Encoders {
    pub(crate) embed: Option<Remote>,
    pub(crate) rerank: Option<Remote>,
    pub(crate) infer: Option<Remote>,
    /// Workers that run them.
    pub(crate) workers: usize,
}

impl Encoders {
    /// Opens the models of a folder and those that were added. What could not be loaded is told as a problem; the others
    /// are there all the same.
    pub(crate) async fn open(
        folder: &str,
        added: &[String],
        open: &Function,
        problems: &mut Vec<String>,
    ) -> Self {
        let opened = async {
            let added = column(added.iter().map(String::as_str));
            let promise: Promise =
                open.call2(&JsValue::NULL, &JsValue::from_str(folder), &added)?.dyn_into()?;
            JsFuture::from(promise).await
        };
        let opened: OpenedModels = match opened.await {
            Ok(opened) => opened.unchecked_into(),
            Err(error) => {
                problems.push(format!("The models could not be loaded: {}", describe(&error)));
                return Self::default();
            }
        };
        problems.extend(opened.problems());
        Self {
            embed: opened.embedder().map(Remote),
            rerank: opened.reranker().map(Remote),
            infer: opened.inferrer().map(Remote),
            workers: opened.workers() as usize,
        }
    }
}

/// A model in other workers.
pub(crate) struct Remote(RemoteModel);

impl Remote {
    async fn ask<Numbers: JsCast>(&self, columns: &Array) -> Result<Numbers, String> {
        let promise = self.0.ask(columns).map_err(|error| describe(&error))?;
        let numbers = JsFuture::from(promise).await.map_err(|error| describe(&error))?;
        numbers.dyn_into().map_err(|_| "it answered with something else than numbers".to_owned())
    }
}

fn column<'a>(texts: impl Iterator<Item = &'a str>) -> Array {
    texts.map(JsValue::from_str).collect()
}

/// So many numbers for each of `inputs`.
fn share(numbers: u32, inputs: usize) -> Result<usize, String> {
    let numbers = numbers as usize;
    match numbers.checked_div(inputs) {
        Some(share) if share > 0 && share * inputs == numbers => Ok(share),
        _ => Err(format!("it gave {numbers} numbers for {inputs} inputs")),
    }
}

impl Embed for Remote {
    fn name(&self) -> Cow<'_, str> {
        self.0.name().into()
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> LocalFuture<'a, Result<Vec<Vec<f32>>, ModelError>> {
        let failed = |reason| ModelError::Failed { role: "bi-encoder", reason };
        Box::pin(async move {
            if texts.is_empty() {
                return Ok(Vec::new());
            }
            let columns = Array::of1(&column(texts.iter().copied()));
            let numbers: Float32Array = self.ask(&columns).await.map_err(failed)?;
            let dimensions = share(numbers.length(), texts.len()).map_err(failed)?;
            Ok(numbers.to_vec().chunks_exact(dimensions).map(<[f32]>::to_vec).collect())
        })
    }
}

impl Rerank for Remote {
    fn name(&self) -> Cow<'_, str> {
        self.0.name().into()
    }

    fn rerank<'a>(
        &'a self,
        claim: &'a str,
        passages: &'a [&'a str],
    ) -> LocalFuture<'a, Result<Vec<f32>, ModelError>> {
        let failed = |reason| ModelError::Failed { role: "cross-encoder", reason };
        Box::pin(async move {
            let claims = column(passages.iter().map(|_| claim));
            let columns = Array::of2(&claims, &column(passages.iter().copied()));
            let scores: Float32Array = self.ask(&columns).await.map_err(failed)?;
            if scores.length() as usize != passages.len() {
                return Err(failed(format!("it ranked {} of {} passages", scores.length(), passages.len())));
            }
            Ok(scores.to_vec())
        })
    }
}

impl Infer for Remote {
    fn name(&self) -> Cow<'_, str> {
        self.0.name().into()
    }

    fn infer<'a>(&'a self, pairs: &'a [Pair<'a>]) -> LocalFuture<'a, Result<Vec<Probabilities>, ModelError>> {
        let failed = |reason| ModelError::Failed { role: "nli", reason };
        Box::pin(async move {
            if pairs.is_empty() {
                return Ok(Vec::new());
            }
            let premises = column(pairs.iter().map(|pair| pair.premise));
            let hypotheses = column(pairs.iter().map(|pair| pair.hypothesis));
            let numbers: Float64Array =
                self.ask(&Array::of2(&premises, &hypotheses)).await.map_err(failed)?;
            let numbers = numbers.to_vec();
            let (rows, []) = numbers.as_chunks::<3>() else {
                return Err(failed(format!("it gave {} numbers for {} pairs", numbers.len(), pairs.len())));
            };
            if rows.len() != pairs.len() {
                return Err(failed(format!("it judged {} of {} pairs", rows.len(), pairs.len())));
            }
            let read = |[entailment, neutral, contradiction]: [f64; 3]| Probabilities {
                entailment,
                neutral,
                contradiction,
            };
            Ok(rows.iter().copied().map(read).collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_has_its_share() {
        assert_eq!(share(768, 2), Ok(384));
        assert!(share(767, 2).is_err() && share(0, 2).is_err() && share(3, 0).is_err());
    }
}
