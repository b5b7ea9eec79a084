//! ONNX files: reading them, and recognising an encoder in their graph.

use std::cell::RefCell;
use std::mem;

use bytes::{Buf, Bytes};
use prost::Message;

use crate::error::ModelError;
use crate::kernel::attention::Heads;
use crate::model::{Embeddings, Model};

mod attention;
mod classifier;
mod embeddings;
mod graph;
mod layer;
mod proto;
mod tensor;

#[cfg(test)]
mod tests;

use graph::Graph;

/// Layers of the deepest encoder that is read.
const MOST_LAYERS: usize = 64;

/// Positions of the longest sequences that are read: attention's sums are proven for them.
const MOST_POSITIONS: usize = 8192;

impl Model {
    /// Reads an ONNX file. Weights that come in pieces of their own are given back as soon as they are laid out.
    ///
    /// # Errors
    /// [`ModelError`] if the bytes are damaged, or another graph than a BERT-family encoder with int8 weights.
    pub fn from_onnx(file: impl Buf) -> Result<Self, ModelError> {
        let file = proto::Model::decode(file).map_err(|error| ModelError::Unreadable(error.to_string()))?;
        let mut graph = file.graph.ok_or_else(|| ModelError::Unreadable("it holds no graph".to_owned()))?;
        let data: Vec<RefCell<Bytes>> =
            graph.initializer.iter_mut().map(|tensor| mem::take(&mut tensor.raw_data).into()).collect();
        model(&Graph::new(&graph, &data)?)
    }
}

/// From the output back to the inputs: an optional classifier, layers, embeddings.
fn model(graph: &Graph<'_>) -> Result<Model, ModelError> {
    let (classifier, last) = match classifier::find(graph, graph.output())? {
        Some((classifier, hidden)) => (Some(classifier), hidden),
        None => (None, graph.output()),
    };
    let mut layers = Vec::new();
    let mut heads: Option<Heads> = None;
    let mut value = last;
    while !embeddings::are(graph, value) {
        let found = layer::read(graph, value)?;
        if heads.is_some_and(|heads| heads != found.heads) || layers.len() == MOST_LAYERS {
            return Err(ModelError::Unrecognised("its layers differ, or are too many".to_owned()));
        }
        heads = Some(found.heads);
        layers.push(found.layer);
        value = found.input;
    }
    layers.reverse();
    let heads = heads.ok_or_else(|| ModelError::Unrecognised("it has no layer".to_owned()))?;
    let embeddings = embeddings::read(graph, value)?;
    check(&embeddings, heads, classifier.as_ref().map(|classifier| classifier.hidden.inputs()))?;
    Ok(Model { embeddings, layers, heads, classifier })
}

fn check(embeddings: &Embeddings, heads: Heads, features: Option<usize>) -> Result<(), ModelError> {
    let width = heads.width;
    let tables = [&embeddings.words, &embeddings.positions, &embeddings.types];
    if tables.iter().any(|table| table.width() != width || table.len() == 0)
        || embeddings.norm.scale.len() != width
    {
        return Err(ModelError::Weights(format!("the embeddings are not {width} wide")));
    }
    if embeddings.positions.len() > MOST_POSITIONS {
        return Err(ModelError::Weights(format!("more than {MOST_POSITIONS} positions")));
    }
    if features.is_some_and(|features| features != 4 * width || embeddings.types.len() != 2) {
        return Err(ModelError::Weights("the classifier does not fit the encoder".to_owned()));
    }
    Ok(())
}
