//! Text to token ids.

use tokenizers::{Encoding, PostProcessor, Tokenizer, TruncationDirection};

use crate::entry::ModelEntry;
use crate::error::LoadError;
use crate::sheltered::sheltered;

/// Names of the padding token where the tokenizer's file does not ask for padding: BERT's and DeBERTa's, RoBERTa's.
const PADDING: [&str; 2] = ["[PAD]", "<pad>"];

/// What an encoder reads at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input<'a> {
    /// A text; its end is cut if it is too long.
    Text(&'a str),
    /// Premise and hypothesis; the premise's end is cut.
    Premise(&'a str, &'a str),
    /// Query and passage; the passage's end is cut.
    Passage(&'a str, &'a str),
}

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
    max_length: usize,
    pad: i64,
}

impl Tokens {
    /// Reads a tokenizer. Padding and truncation that its file asks for are replaced by the entry's.
    pub(crate) fn new(entry: &ModelEntry, json: &[u8]) -> Result<Self, LoadError> {
        let unreadable = |reason: String| LoadError::Tokenizer { model: entry.id.clone(), reason };
        let read = sheltered(|| Tokenizer::from_bytes(json)).map_err(unreadable)?;
        let mut tokenizer = read.map_err(|error| unreadable(error.to_string()))?;
        let found = tokenizer.get_vocab_size(true);
        if let Some(expected) = entry.vocabulary.filter(|expected| *expected != found) {
            return Err(LoadError::TokenizerMismatch { model: entry.id.clone(), expected, found });
        }
        let pad = tokenizer.get_padding().map(|padding| padding.pad_id);
        let named = || PADDING.iter().find_map(|name| tokenizer.token_to_id(name));
        let pad = i64::from(pad.or_else(named).unwrap_or(0));
        // What is cut depends on the input, so it is cut here.
        tokenizer.with_truncation(None).map_err(|error| unreadable(error.to_string()))?;
        tokenizer.with_padding(None);
        // A page that writes "[SEP]" writes text: it must not end the premise.
        tokenizer.set_encode_special_tokens(true);
        Ok(Self { tokenizer, max_length: entry.max_length, pad })
    }

    /// Id of the padding token.
    pub(crate) fn pad(&self) -> i64 {
        self.pad
    }

    /// The ids of an input, at most as many as the model takes.
    pub(crate) fn encode(&self, input: Input<'_>) -> Result<Encoded, String> {
        let (first, second) = match input {
            Input::Text(text) => (self.pieces(text)?, None),
            Input::Premise(first, second) | Input::Passage(first, second) => {
                (self.pieces(first)?, Some(self.pieces(second)?))
            }
        };
        let room = self.max_length.saturating_sub(self.specials(second.is_some()));
        let lengths = (first.len(), second.as_ref().map_or(0, Encoding::len));
        let (kept, kept_second) = match input {
            Input::Text(_) => (room, 0),
            Input::Premise(..) => cut(lengths.0, lengths.1, room),
            Input::Passage(..) => {
                let (passage, query) = cut(lengths.1, lengths.0, room);
                (query, passage)
            }
        };
        let first = cut_to(first, kept);
        let second = second.map(|second| cut_to(second, kept_second));
        let encoding = self.tokenizer.post_process(first, second, true).map_err(|error| error.to_string())?;
        let wide = |ids: &[u32]| ids.iter().map(|id| i64::from(*id)).collect();
        Ok(Encoded { ids: wide(encoding.get_ids()), types: wide(encoding.get_type_ids()) })
    }

    /// The word pieces of a text, without special tokens.
    fn pieces(&self, text: &str) -> Result<Encoding, String> {
        self.tokenizer.encode_fast(text, false).map_err(|error| error.to_string())
    }

    /// Special tokens that are put around a text or a pair.
    fn specials(&self, is_pair: bool) -> usize {
        self.tokenizer.get_post_processor().map_or(0, |processor| processor.added_tokens(is_pair))
    }
}

/// How much of two texts fits: the one that may be cut, and the one that is wanted whole. Only a text that takes more than
/// three quarters of the room by itself is cut although it is wanted whole.
fn cut(may_be_cut: usize, wanted: usize, room: usize) -> (usize, usize) {
    let wanted = wanted.min((room - room / 4).max(room.saturating_sub(may_be_cut)));
    (may_be_cut.min(room - wanted), wanted)
}

/// The first pieces of a text.
fn cut_to(mut encoding: Encoding, length: usize) -> Encoding {
    if length < encoding.len() {
        encoding.truncate(length, 0, TruncationDirection::Right);
        // What was cut off is kept otherwise, and special tokens put around it.
        encoding.take_overflowing();
    }
    encoding
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_kept_fits_and_only_the_premise_is_cut_unless_the_hypothesis_leaves_it_no_quarter(
            premise in 0_usize..600,
            hypothesis in 0_usize..600,
            room in 4_usize..512,
        ) {
            let (kept, kept_hypothesis) = cut(premise, hypothesis, room);
            prop_assert!(kept + kept_hypothesis <= room);
            prop_assert!(kept <= premise && kept_hypothesis <= hypothesis);
            if premise + hypothesis <= room {
                prop_assert_eq!((kept, kept_hypothesis), (premise, hypothesis));
            } else {
                prop_assert_eq!(kept + kept_hypothesis, room, "no room is wasted");
            }
            if hypothesis <= room - room / 4 {
                prop_assert_eq!(kept_hypothesis, hypothesis);
            } else {
                prop_assert!(kept >= premise.min(room / 4));
            }
        }
    }
}
