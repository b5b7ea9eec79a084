//! Why a file is no model for this crate, and why a run was refused.

/// Why a file cannot be run here. A general runtime may still be able to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The bytes are no ONNX file, or not a whole one.
    #[error("the file is not a readable ONNX model: {0}")]
    Unreadable(String),
    /// The graph is another than a BERT-family encoder's.
    #[error("the graph is not recognised as a BERT-family encoder: {0}")]
    Unrecognised(String),
    /// The graph is recognised, but its numbers do not fit together.
    #[error("the weights do not fit together: {0}")]
    Weights(String),
}

/// Why a run was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// A token that the model does not know.
    #[error("the token {token} of sequence {sequence} is not in the model's vocabulary of {vocabulary}")]
    UnknownToken {
        /// Which sequence.
        sequence: usize,
        /// The token's id.
        token: i64,
        /// Rows of the model's table.
        vocabulary: usize,
    },
    /// A token type that the model does not know.
    #[error("the token type {token_type} of sequence {sequence} is not one of the model's {types}")]
    UnknownType {
        /// Which sequence.
        sequence: usize,
        /// The type.
        token_type: i64,
        /// Rows of the model's table.
        types: usize,
    },
    /// A sequence longer than the model has positions.
    #[error("sequence {sequence} has {length} tokens; the model has positions for {positions}")]
    TooLong {
        /// Which sequence.
        sequence: usize,
        /// Its tokens.
        length: usize,
        /// Rows of the model's table of positions.
        positions: usize,
    },
    /// A sequence whose tokens and token types are not equally many.
    #[error("sequence {sequence} has {tokens} tokens and {types} token types")]
    Uneven {
        /// Which sequence.
        sequence: usize,
        /// Its tokens.
        tokens: usize,
        /// Its token types.
        types: usize,
    },
}
