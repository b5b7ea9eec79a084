//! How many tokens the sources have, by a real tokenizer.
use std::collections::BTreeMap;
use std::path::Path;

use citelight_cli::failure::Failure;

use super::pool::PoolSource;
use crate::tokens::TokenCounter;

/// A tokenizer, and tokens for a word of each source.
pub(super) struct Sizes {
    counter: TokenCounter,
    per_word: BTreeMap<String, f64>,
}

impl Sizes {
    /// Counts every source once.
    pub(super) fn of(tokenizer: &Path, pool: &[PoolSource]) -> Result<Self, Failure> {
        let counter = TokenCounter::read(tokenizer)?;
        let mut per_word = BTreeMap::new();
        for source in pool {
            let words = source.text.split_whitespace().count().max(1);
            per_word.insert(source.id.clone(), counter.count(&source.text)? as f64 / words as f64);
        }
        Ok(Self { counter, per_word })
    }

    /// Tokens of a text.
    pub(super) fn count(&self, text: &str) -> Result<usize, Failure> {
        self.counter.count(text)
    }

    /// Tokens for a word of a source; one where it is not in the pool, which no case cites then.
    pub(super) fn per_word(&self, source: &str) -> f64 {
        self.per_word.get(source).copied().unwrap_or(1.0)
    }
}
