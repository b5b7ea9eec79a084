//! Tokenizers and encoders behind the traits of [`citelight_inference`].
//!
//! A model is described by one entry of a [`Manifest`]: its files with their SHA-256, its tokenizer's limits, the
//! order of its labels. [`load`] checks the bytes against the entry and gives a [`BiEncoder`], an [`NliEncoder`] or a
//! [`CrossEncoder`]; where the bytes come from (a folder, the network, the browser's storage) is the caller's business. [`OptionalModel`]s are those that a user may fetch.

mod batch;
mod bi_encoder;
mod catalogue;
mod cross_encoder;
mod encoder;
mod entry;
mod error;
mod graph_file;
mod load;
mod manifest;
mod nli_encoder;
mod sheltered;
mod tokens;

pub mod backend;

pub use bi_encoder::BiEncoder;
pub use catalogue::{HUB, HubPlace, OptionalModel};
pub use cross_encoder::CrossEncoder;
pub use entry::{FileEntry, Label, ModelEntry, Pooling, Role};
pub use error::LoadError;
pub use graph_file::GraphFile;
pub use load::{Loaded, load, load_with};
pub use manifest::{Manifest, SCHEMA};
pub use nli_encoder::NliEncoder;
