//! Why a command could not be run: what was being done, to what, and what to do next.

use std::path::{Path, PathBuf};

use citelight::access::index::IndexError;
use citelight::document::ParseError;
use citelight::sources::local::StoreError;
use citelight::text::decode::decode;

/// Why a command could not be run.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what its parts are")]
pub enum Failure {
    #[error("{what} {} could not be read: {reason}", path.display())]
    Unreadable { what: &'static str, path: PathBuf, reason: String },
    #[error("{} could not be written: {reason}", path.display())]
    Unwritable { path: PathBuf, reason: String },
    #[error("{what} {} is malformed: {reason}", path.display())]
    Malformed { what: &'static str, path: PathBuf, reason: String },
    #[error(transparent)]
    Parse(#[from] ParseError),
    #[error(transparent)]
    Records(#[from] StoreError),
    #[error(transparent)]
    LocalIndex(#[from] citelight_network::index::IndexError),
    #[error("{0}")]
    Offline(&'static str),
    #[error("in {}: {source}", folder.display())]
    Index { folder: PathBuf, source: IndexError },
    #[error("the models in {} cannot be used: {reason}", folder.display())]
    Models { folder: PathBuf, reason: String },
    #[error("the model {id} cannot be used: {reason}")]
    Model { id: String, reason: String },
    #[error("the model {id} was not added: {reason}")]
    NotAdded { id: String, reason: String },
    #[error("the model {id} was not removed: {reason}")]
    NotRemoved { id: String, reason: String },
    #[error("the sources cannot be asked: {reason}")]
    Network { reason: String },
    #[error("“{excerpt}”: {reason}")]
    Excerpt { excerpt: String, reason: String },
    #[error("the candidates could not be ranked: {reason}")]
    Ranking { reason: String },
    #[error("the simulation cannot be run: {reason}")]
    Simulation { reason: String },
    #[error("{0}")]
    Server(String),
    #[error("the output could not be written: {0}")]
    Output(#[from] std::io::Error),
    #[error("the output could not be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// Reads a file.
pub fn read_bytes(what: &'static str, path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file; check the path".to_owned(),
            std::io::ErrorKind::IsADirectory => "it is a folder; give a file in it".to_owned(),
            _ => error.to_string(),
        };
        Failure::Unreadable { what, path: path.to_owned(), reason }
    })
}

/// Reads a text file.
pub fn read_text(what: &'static str, path: &Path) -> Result<String, Failure> {
    read_bytes(what, path).map(decode)
}
