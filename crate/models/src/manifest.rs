//! The manifest: which models there are, and what their files must be.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::LoadError;

/// The version of the manifest that this crate reads.
pub const SCHEMA: u32 = 1;

/// The models of one folder (`models/manifest.json`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the format; see [`SCHEMA`].
    pub schema: u32,
    /// The models, at most one per role is used: the first.
    pub models: Vec<ModelEntry>,
}

/// One model: its files and how it wants to be fed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelEntry {
    /// Its name, as trails show it.
    pub id: String,
    /// What it is for, with what only that role needs.
    #[serde(flatten)]
    pub role: Role,
    /// Word pieces it takes at most, special tokens included.
    pub max_length: usize,
    /// The ONNX graph.
    pub graph: FileEntry,
    /// The tokenizer, in the format of the `tokenizers` library.
    pub tokenizer: FileEntry,
    /// Entries of the tokenizer's vocabulary: rows of the graph's word embeddings.
    pub vocabulary: usize,
    /// SPDX expression.
    pub licence: String,
    /// Path of the model card within the folder.
    pub card: Option<String>,
}

/// What a model is for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "role")]
pub enum Role {
    /// Texts to unit vectors. The graph's output is `[batch, sequence, dimensions]`.
    BiEncoder {
        /// Length of a vector.
        dimensions: usize,
        /// How token vectors become one.
        pooling: Pooling,
    },
    /// Premise and hypothesis to three logits. The graph's output is `[batch, 3]`.
    Nli {
        /// What the logits stand for, in their order.
        labels: [Label; 3],
        /// Logits are divided by it before the softmax; 1 leaves them as they are (Guo et al. 2017).
        temperature: f64,
    },
}

/// How token vectors become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pooling {
    /// Mean over the tokens that are not padding, then scaled to length one.
    Mean,
}

/// A relation between premise and hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// The premise contradicts the hypothesis.
    Contradiction,
    /// The premise entails the hypothesis.
    Entailment,
    /// Neither.
    Neutral,
}

/// One file of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Path within the models' folder.
    pub path: String,
    /// Its size.
    pub bytes: usize,
    /// SHA-256 of its content in lower-case hexadecimal.
    pub sha256: String,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// [`LoadError::Manifest`] if it is not JSON of this schema or an entry contradicts itself.
    pub fn from_json(json: &str) -> Result<Self, LoadError> {
        let manifest: Self =
            serde_json::from_str(json).map_err(|error| LoadError::Manifest { reason: error.to_string() })?;
        if manifest.schema != SCHEMA {
            let reason = format!("its schema is {}, this version reads {SCHEMA}", manifest.schema);
            return Err(LoadError::Manifest { reason });
        }
        manifest.models.iter().try_for_each(ModelEntry::check)?;
        Ok(manifest)
    }

    /// The model that embeds, if there is one.
    pub fn bi_encoder(&self) -> Option<&ModelEntry> {
        self.models.iter().find(|entry| matches!(entry.role, Role::BiEncoder { .. }))
    }

    /// The model that infers, if there is one.
    pub fn nli(&self) -> Option<&ModelEntry> {
        self.models.iter().find(|entry| matches!(entry.role, Role::Nli { .. }))
    }
}

impl ModelEntry {
    /// Id and the first eight digits of the graph's hash: `all-MiniLM-L6-v2@3225c34d`.
    pub fn name(&self) -> String {
        let prefix: String = self.graph.sha256.chars().take(8).collect();
        format!("{}@{prefix}", self.id)
    }

    fn check(&self) -> Result<(), LoadError> {
        let refuse = |reason: &str| {
            Err(LoadError::Manifest { reason: format!("in the entry of {}, {reason}", self.id) })
        };
        // Two special tokens around a text, three around a pair, and something between them.
        if !(8..=8192).contains(&self.max_length) {
            return refuse("max_length is outside 8 to 8192");
        }
        if ![&self.graph, &self.tokenizer].iter().all(|file| file.stays_in_its_folder()) {
            return refuse("the path of a file leads out of the folder of models");
        }
        let Role::Nli { labels, temperature } = &self.role else { return Ok(()) };
        if !(temperature.is_finite() && *temperature > 0.0) {
            return refuse("temperature is not above zero");
        }
        if labels[0] == labels[1] || labels[1] == labels[2] || labels[0] == labels[2] {
            return refuse("a label stands twice");
        }
        Ok(())
    }
}

impl FileEntry {
    /// Whether the path, as a file's or a URL's, ends in the folder where it begins.
    fn stays_in_its_folder(&self) -> bool {
        !self.path.contains([':', '\\', '?', '#', '%'])
            && self.path.split('/').all(|part| !matches!(part, "" | "." | ".."))
    }

    /// Whether these bytes are the file.
    ///
    /// # Errors
    /// [`LoadError::WrongSize`] for a truncated file, [`LoadError::WrongHash`] for another content.
    pub fn verify(&self, bytes: &[u8]) -> Result<(), LoadError> {
        let file = || self.path.clone();
        if bytes.len() != self.bytes {
            return Err(LoadError::WrongSize { file: file(), expected: self.bytes, found: bytes.len() });
        }
        let found = hexadecimal(&Sha256::digest(bytes));
        if found != self.sha256 {
            return Err(LoadError::WrongHash { file: file(), expected: self.sha256.clone(), found });
        }
        Ok(())
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
