//! Tokens of a text, as a tokenizer's file cuts it.
use std::path::{Path, PathBuf};

use citelight_cli::failure::Failure;
use tokenizers::Tokenizer;

/// A tokenizer that only counts.
pub(crate) struct TokenCounter {
    tokenizer: Tokenizer,
    path: PathBuf,
}

impl TokenCounter {
    /// Reads a tokenizer in the form of the `tokenizers` package (`tokenizer.json`).
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let malformed = |error: tokenizers::Error| Failure::Malformed {
            what: "the tokenizer",
            path: path.to_owned(),
            reason: error.to_string(),
        };
        let mut tokenizer = Tokenizer::from_file(path).map_err(malformed)?;
        // A file may ask for what its model reads at most: here whole papers are counted.
        tokenizer.with_truncation(None).map_err(malformed)?;
        tokenizer.with_padding(None);
        Ok(Self { tokenizer, path: path.to_owned() })
    }

    /// Tokens of a text, without the special ones of a model's input.
    pub(crate) fn count(&self, text: &str) -> Result<usize, Failure> {
        let encoded = self.tokenizer.encode_fast(text, false).map_err(|error| Failure::Malformed {
            what: "the tokenizer",
            path: self.path.clone(),
            reason: error.to_string(),
        })?;
        Ok(encoded.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_counted_whole() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/tokenizer.json");
        let counter = TokenCounter::read(&path).unwrap();
        assert_eq!(
            counter.count("Weirs hold rivers.").unwrap(),
            counter.count("Weirs hold rivers").unwrap() + 1
        );
        let one = counter.count("rivers ").unwrap();
        assert_eq!(counter.count(&"rivers ".repeat(5_000)).unwrap(), 5_000 * one);
    }
}
