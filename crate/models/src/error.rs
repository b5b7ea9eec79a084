//! Why a model could not be loaded.

/// Why a model could not be loaded: what was being done, to what, what to do next.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The manifest is not what this version reads.
    #[error(
        "the model manifest could not be read: {reason}; put the manifest of this version beside the models"
    )]
    Manifest {
        /// What is wrong with it.
        reason: String,
    },
    /// A file is shorter or longer than its entry says.
    #[error(
        "the model file {file} has {found} bytes where its manifest entry says {expected}: it was probably not \
         transferred whole; fetch it again"
    )]
    WrongSize {
        /// Path within the models' folder.
        file: String,
        /// Bytes according to the manifest.
        expected: usize,
        /// Bytes that came.
        found: usize,
    },
    /// A file's content is not the one its entry names. It is never used.
    #[error(
        "the model file {file} is refused: its SHA-256 is {found}, its manifest entry says {expected}; it was changed \
         or damaged, fetch it again from where the manifest came from"
    )]
    WrongHash {
        /// Path within the models' folder.
        file: String,
        /// SHA-256 according to the manifest, in hexadecimal.
        expected: String,
        /// SHA-256 of the bytes that came, in hexadecimal.
        found: String,
    },
    /// The tokenizer cannot be read.
    #[error("the tokenizer of the model {model} could not be read: {reason}; fetch the model's files again")]
    Tokenizer {
        /// Id of the model.
        model: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The tokenizer is another model's.
    #[error(
        "the tokenizer of the model {model} knows {found} words where the model knows {expected}: it belongs to \
         another model; correct the manifest entry"
    )]
    TokenizerMismatch {
        /// Id of the model.
        model: String,
        /// Entries of the vocabulary according to the manifest.
        expected: usize,
        /// Entries of the tokenizer's vocabulary.
        found: usize,
    },
    /// The graph cannot be prepared, or does not do what its entry says.
    #[error(
        "the model {model} could not be prepared: {reason}; it may be of a kind that this version cannot run"
    )]
    Graph {
        /// Id of the model.
        model: String,
        /// What went wrong.
        reason: String,
    },
}
