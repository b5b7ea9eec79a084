//! One model of a manifest: its files, what they must be, and how it wants to be fed.

use std::io::{self, Read};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::LoadError;

/// One model: its files and how it wants to be fed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ModelEntry {
    /// Its name, as trails show it.
    pub id: String,
    /// What it is for, with what only that role needs.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(flatten))]
    pub role: Role,
    /// Word pieces it takes at most, special tokens included.
    pub max_length: usize,
    /// The ONNX graph.
    pub graph: FileEntry,
    /// The tokenizer, in the format of the `tokenizers` library.
    pub tokenizer: FileEntry,
    /// Entries of the tokenizer's vocabulary, where they are known: a tokenizer of another size is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub vocabulary: Option<usize>,
    /// SPDX expression.
    pub licence: String,
    /// Path of the model card within the folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub card: Option<String>,
}

/// What a model is for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "role")]
pub enum Role {
    /// Texts to unit vectors. The graph's output is `[batch, sequence, dimensions]`.
    BiEncoder {
        /// Length of a vector.
        dimensions: usize,
        /// How token vectors become one.
        pooling: Pooling,
    },
    /// Premise and hypothesis to logits. The graph's output is `[batch, labels]`.
    Nli {
        /// What the logits stand for, in their order: the three relations; or one of entailment and contradiction, alone
        /// or beside [`Label::Other`].
        labels: Vec<Label>,
        /// Logits are divided by it before the softmax; 1 leaves them as they are (Guo et al. 2017).
        temperature: f64,
    },
    /// Claim and passage to one logit, greater where the passage answers to the claim. The graph's output is
    /// `[batch, 1]` or `[batch]`.
    CrossEncoder,
}

/// How token vectors become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Pooling {
    /// Mean over the tokens that are not padding, then scaled to length one.
    Mean,
    /// The first token's vector, scaled to length one.
    First,
}

/// A relation between premise and hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// The premise contradicts the hypothesis.
    Contradiction,
    /// The premise entails the hypothesis.
    Entailment,
    /// Neither.
    Neutral,
    /// Whatever a model of one relation does not tell apart. It counts as neutral, and the relation that the model does
    /// not know is never found.
    Other,
}

/// One file of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FileEntry {
    /// Path within the models' folder.
    pub path: String,
    /// Its size.
    pub bytes: usize,
    /// SHA-256 of its content in lower-case hexadecimal.
    pub sha256: String,
}

impl Role {
    /// Its name, as manifests write it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::BiEncoder { .. } => "bi-encoder",
            Self::Nli { .. } => "nli",
            Self::CrossEncoder => "cross-encoder",
        }
    }
}

impl ModelEntry {
    /// Reads the entry of one model.
    ///
    /// # Errors
    /// [`LoadError::Manifest`] if it is none or contradicts itself.
    pub fn from_json(json: &str) -> Result<Self, LoadError> {
        let entry: Self =
            serde_json::from_str(json).map_err(|error| LoadError::Manifest { reason: error.to_string() })?;
        entry.check()?;
        Ok(entry)
    }

    /// Id and the first eight digits of the graph's hash: `all-MiniLM-L6-v2@3225c34d`.
    pub fn name(&self) -> String {
        let prefix: String = self.graph.sha256.chars().take(8).collect();
        format!("{}@{prefix}", self.id)
    }

    /// Its files, with all their bytes.
    pub fn files(&self) -> [&FileEntry; 2] {
        [&self.graph, &self.tokenizer]
    }

    pub(crate) fn check(&self) -> Result<(), LoadError> {
        // Two special tokens around a text, three around a pair, and something between them.
        if !(8..=8192).contains(&self.max_length) {
            return Err(self.refused("max_length is outside 8 to 8192"));
        }
        if !self.files().iter().all(|file| file.stays_in_its_folder()) {
            return Err(self.refused("the path of a file leads out of the folder of models"));
        }
        let Role::Nli { labels, temperature } = &self.role else { return Ok(()) };
        if !(temperature.is_finite() && *temperature > 0.0) {
            return Err(self.refused("temperature is not above zero"));
        }
        if (1..labels.len()).any(|place| labels[..place].contains(&labels[place])) {
            return Err(self.refused("a label stands twice"));
        }
        let has = |label| labels.contains(&label);
        match labels.len() {
            3 if !has(Label::Other) => Ok(()),
            // A model that must choose between the two calls whatever is not entailed a contradiction: it would accuse.
            2 if has(Label::Other) && !has(Label::Neutral) => Ok(()),
            1 if !has(Label::Other) && !has(Label::Neutral) => Ok(()),
            _ => Err(self.refused(
                "the labels are neither the three relations nor one of entailment and contradiction, alone or beside \
                 other",
            )),
        }
    }

    pub(crate) fn refused(&self, reason: &str) -> LoadError {
        LoadError::Manifest { reason: format!("in the entry of {}, {reason}", self.id) }
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
        self.verify_pieces(std::iter::once(bytes))
    }

    /// The same for a file in pieces.
    ///
    /// # Errors
    /// As [`verify`](Self::verify).
    pub fn verify_pieces<'a>(&self, pieces: impl Iterator<Item = &'a [u8]>) -> Result<(), LoadError> {
        let (mut hash, mut found) = (Sha256::new(), 0);
        for piece in pieces {
            hash.update(piece);
            found += piece.len();
        }
        if found != self.bytes {
            return Err(LoadError::WrongSize { file: self.path.clone(), expected: self.bytes, found });
        }
        self.compare(&hash.finalize())
    }

    /// The same for a file that is too large to be held whole.
    ///
    /// # Errors
    /// The outer one if it cannot be read; the inner one as [`verify`](Self::verify).
    pub fn verify_stream(&self, mut content: impl Read) -> io::Result<Result<(), LoadError>> {
        let (mut hash, mut found) = (Sha256::new(), 0);
        let mut block = vec![0; 1 << 16];
        loop {
            let read = content.read(&mut block)?;
            if read == 0 {
                break;
            }
            hash.update(&block[..read]);
            found += read;
        }
        if found != self.bytes {
            let (file, expected) = (self.path.clone(), self.bytes);
            return Ok(Err(LoadError::WrongSize { file, expected, found }));
        }
        Ok(self.compare(&hash.finalize()))
    }

    fn compare(&self, digest: &[u8]) -> Result<(), LoadError> {
        let found = hex::encode(digest);
        if found == self.sha256 {
            return Ok(());
        }
        let (file, expected) = (self.path.clone(), self.sha256.clone());
        Err(LoadError::WrongHash { file, expected, found })
    }
}
