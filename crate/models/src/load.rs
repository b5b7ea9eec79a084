//! Bytes to a model that is ready to be asked.

use bytes::Bytes;
use futures_util::FutureExt;

use citelight_inference::Pair;

use crate::backend::{Backend, prepare};
use crate::bi_encoder::BiEncoder;
use crate::encoder::Encoder;
use crate::error::LoadError;
use crate::manifest::{ModelEntry, Role};
use crate::nli_encoder::NliEncoder;
use crate::tokens::Tokens;

/// A loaded model, by role.
pub enum Loaded {
    /// It embeds.
    BiEncoder(BiEncoder),
    /// It infers.
    Nli(NliEncoder),
}

/// Checks a model's files against its entry, prepares it for the CPU and runs it once on a short input, so that a
/// graph that does not do what its entry says is found here and not in the middle of an audit. The graph's bytes are
/// not copied, and given back when it is prepared.
///
/// # Errors
/// [`LoadError`] if a file is not the one that the entry names, or the model cannot be prepared.
pub fn load(entry: &ModelEntry, graph: impl Into<Bytes>, tokenizer: &[u8]) -> Result<Loaded, LoadError> {
    load_with(entry, graph.into(), tokenizer, prepare)
}

/// The same on a backend of the caller's choice: for comparing backends.
///
/// # Errors
/// As [`load`].
pub fn load_with(
    entry: &ModelEntry,
    graph: Bytes,
    tokenizer: &[u8],
    prepare: impl FnOnce(Bytes) -> Result<Box<dyn Backend>, String>,
) -> Result<Loaded, LoadError> {
    entry.graph.verify(&graph)?;
    entry.tokenizer.verify(tokenizer)?;
    let tokens = Tokens::new(entry, tokenizer)?;
    let unprepared = |reason| LoadError::Graph { model: entry.id.clone(), reason };
    let backend = prepare(graph).map_err(unprepared)?;
    let encoder = Encoder::new(entry, tokens, backend);
    let loaded = match entry.role {
        Role::BiEncoder { dimensions, .. } => Loaded::BiEncoder(BiEncoder::new(encoder, dimensions)),
        Role::Nli { labels, temperature } => Loaded::Nli(NliEncoder::new(encoder, labels, temperature)),
    };
    try_out(&loaded).map_err(unprepared)?;
    Ok(loaded)
}

fn try_out(loaded: &Loaded) -> Result<(), String> {
    // Backends of the CPU never wait and no pause is set yet, so the futures are ready at once.
    const NOT_READY: &str = "its first run did not end";
    match loaded {
        Loaded::BiEncoder(model) => {
            let vectors = model.vectors(&["a"]).now_or_never().ok_or(NOT_READY)?;
            vectors.map(drop)
        }
        Loaded::Nli(model) => {
            let pair = [Pair { premise: "a", hypothesis: "a" }];
            let logits = model.logits(&pair).now_or_never().ok_or(NOT_READY)?;
            logits.map(drop).map_err(|error| error.to_string())
        }
    }
}
