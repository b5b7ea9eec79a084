//! What a model is given: sequences of tokens, and what they may hold.

use crate::error::RunError;

/// Tokens of one input, special ones included.
#[derive(Clone, Copy, Debug)]
pub struct Sequence<'a> {
    /// Ids in the vocabulary.
    pub ids: &'a [i64],
    /// Token types: 0, or 1 for the second text of a pair. As many as there are ids.
    pub types: &'a [i64],
}

/// What sequences may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Token ids are below it.
    pub vocabulary: usize,
    /// Tokens of the longest sequence.
    pub positions: usize,
    /// Token types are below it.
    pub types: usize,
}

impl Bounds {
    /// Checks sequences before they are run.
    ///
    /// # Errors
    /// [`RunError`] for the first sequence that the model cannot take.
    pub fn check(self, sequences: &[Sequence<'_>]) -> Result<(), RunError> {
        let Self { vocabulary, positions, types } = self;
        for (index, Sequence { ids, types: given }) in sequences.iter().enumerate() {
            if ids.len() != given.len() {
                return Err(RunError::Uneven { sequence: index, tokens: ids.len(), types: given.len() });
            }
            if ids.len() > positions {
                return Err(RunError::TooLong { sequence: index, length: ids.len(), positions });
            }
            let unknown = |id: &&i64, rows: usize| usize::try_from(**id).map_or(true, |id| id >= rows);
            if let Some(token) = ids.iter().find(|id| unknown(id, vocabulary)) {
                return Err(RunError::UnknownToken { sequence: index, token: *token, vocabulary });
            }
            if let Some(kind) = given.iter().find(|kind| unknown(kind, types)) {
                return Err(RunError::UnknownType { sequence: index, token_type: *kind, types });
            }
        }
        Ok(())
    }
}
