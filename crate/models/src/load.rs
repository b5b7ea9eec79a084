//! Bytes to a model that is ready to be asked.

use futures_util::FutureExt;

use citelight_inference::Pair;

use crate::backend::{Backend, prepare};
use crate::bi_encoder::BiEncoder;
use crate::cross_encoder::CrossEncoder;
use crate::encoder::Encoder;
use crate::entry::{ModelEntry, Role};
use crate::error::LoadError;
use crate::graph_file::GraphFile;
use crate::nli_encoder::NliEncoder;
use crate::tokens::Tokens;

/// A loaded model, by role.
pub enum Loaded {
    /// It embeds.
    BiEncoder(BiEncoder),
    /// It infers.
    Nli(NliEncoder),
    /// It ranks passages.
    CrossEncoder(CrossEncoder),
}

/// Checks a model's files against its entry, prepares it for the CPU and runs it once on a short input, so that a
/// graph that does not do what its entry says is found here and not in the middle of an audit. The graph's bytes are
/// given back as it is prepared.
///
/// # Errors
/// [`LoadError`] if a file is not the one that the entry names, or the model cannot be prepared.
pub fn load(entry: &ModelEntry, graph: impl Into<GraphFile>, tokenizer: &[u8]) -> Result<Loaded, LoadError> {
    load_with(entry, graph.into(), tokenizer, prepare)
}

/// The same on a backend of the caller's choice: for comparing backends.
///
/// # Errors
/// As [`load`].
pub fn load_with(
    entry: &ModelEntry,
    graph: GraphFile,
    tokenizer: &[u8],
    prepare: impl FnOnce(GraphFile) -> Result<Box<dyn Backend>, String>,
) -> Result<Loaded, LoadError> {
    let encoder = encoder(entry, graph, tokenizer, prepare)?;
    let loaded = match &entry.role {
        Role::BiEncoder { dimensions, pooling } => {
            Loaded::BiEncoder(BiEncoder::new(encoder, *dimensions, *pooling))
        }
        Role::Nli { labels, temperature } => {
            Loaded::Nli(NliEncoder::new(encoder, labels.clone(), *temperature))
        }
        Role::CrossEncoder => Loaded::CrossEncoder(CrossEncoder::new(encoder)),
    };
    try_out(&loaded).map_err(|reason| unprepared(entry, reason))?;
    Ok(loaded)
}

/// Checked files to tokens and a prepared graph.
fn encoder(
    entry: &ModelEntry,
    graph: GraphFile,
    tokenizer: &[u8],
    prepare: impl FnOnce(GraphFile) -> Result<Box<dyn Backend>, String>,
) -> Result<Encoder, LoadError> {
    entry.graph.verify_pieces(graph.pieces())?;
    entry.tokenizer.verify(tokenizer)?;
    let tokens = Tokens::new(entry, tokenizer)?;
    let backend = prepare(graph).map_err(|reason| unprepared(entry, reason))?;
    match backend.fixed_length() {
        Some(fixed) if fixed < entry.max_length => Err(unprepared(
            entry,
            format!("its graph takes {fixed} word pieces, its manifest entry says {}", entry.max_length),
        )),
        _ => Ok(Encoder::new(entry, tokens, backend)),
    }
}

fn unprepared(entry: &ModelEntry, reason: impl Into<String>) -> LoadError {
    LoadError::Graph { model: entry.id.clone(), reason: reason.into() }
}

/// Backends of the CPU never wait, so the futures of a first run are ready at once.
const NOT_READY: &str = "its first run did not end";

fn try_out(loaded: &Loaded) -> Result<(), String> {
    match loaded {
        Loaded::BiEncoder(model) => {
            let vectors = model.vectors(&["a"]).now_or_never().ok_or(NOT_READY)?;
            vectors.map(drop)
        }
        Loaded::Nli(model) => {
            let pair = [Pair { premise: "a", hypothesis: "a" }];
            let logits = model.all_logits(&pair).now_or_never().ok_or(NOT_READY)?;
            logits.map(drop).map_err(|error| error.to_string())
        }
        Loaded::CrossEncoder(model) => {
            let scores = model.scores(&[("a", "a")]).now_or_never().ok_or(NOT_READY)?;
            scores.map(drop).map_err(|error| error.to_string())
        }
    }
}
