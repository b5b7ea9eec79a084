//! Text to token ids.

use tokenizers::{EncodeInput, Tokenizer, TruncationParams};

use crate::error::LoadError;
use crate::manifest::ModelEntry;

/// One input of an encoder, special tokens included, never padded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Encoded {
    /// Ids of the word pieces.
    pub(crate) ids: Vec<i64>,
    /// 0 for a text or a premise, 1 for a hypothesis.
    pub(crate) types: Vec<i64>,
}

/// A tokenizer set up for one model.
pub(crate) struct Tokens {
    tokenizer: Tokenizer,
}

impl Tokens {
    /// Reads a tokenizer. Padding and truncation that its file asks for are replaced by the entry's.
    pub(crate) fn new(entry: &ModelEntry, json: &[u8]) -> Result<Self, LoadError> {
        let unreadable = |reason: String| LoadError::Tokenizer { model: entry.id.clone(), reason };
        let mut tokenizer = Tokenizer::from_bytes(json).map_err(|error| unreadable(error.to_string()))?;
        let found = tokenizer.get_vocab_size(true);
        if found != entry.vocabulary {
            let expected = entry.vocabulary;
            return Err(LoadError::TokenizerMismatch { model: entry.id.clone(), expected, found });
        }
        // The longest part of a pair loses its end first: the premise, unless the hypothesis outgrew it. This cannot
        // fail on any input, and the NLI model was trained so.
        let truncation = TruncationParams { max_length: entry.max_length, ..TruncationParams::default() };
        tokenizer.with_truncation(Some(truncation)).map_err(|error| unreadable(error.to_string()))?;
        tokenizer.with_padding(None);
        // A page that writes "[SEP]" writes text: it must not end the premise.
        tokenizer.set_encode_special_tokens(true);
        Ok(Self { tokenizer })
    }

    /// The ids of a text, or of a premise and a hypothesis.
    pub(crate) fn encode<'s>(&self, input: impl Into<EncodeInput<'s>>) -> Result<Encoded, String> {
        let encoding = self.tokenizer.encode_fast(input, true).map_err(|error| error.to_string())?;
        let wide = |ids: &[u32]| ids.iter().map(|id| i64::from(*id)).collect();
        Ok(Encoded { ids: wide(encoding.get_ids()), types: wide(encoding.get_type_ids()) })
    }
}
