//! What is fuzzed.

use std::sync::Arc;

use super::dice::Dice;
use super::seeds::Seeds;

/// An input, and what goes with it: the files that a LaTeX document includes, the tokenizer of a model.
pub(crate) type Contents = Vec<Vec<u8>>;

/// Reads an input, and looks whether what comes out holds together.
pub(crate) type Attempt = Arc<dyn Fn(&[Vec<u8>]) -> Result<(), String> + Send + Sync>;

/// A reader and inputs for it.
pub(crate) struct Target {
    /// Also the folder in tests/fuzz of inputs that once did harm: `sources/crossref`.
    pub(crate) name: String,
    pub(crate) make: Box<dyn Fn(&mut Dice) -> Contents>,
    pub(crate) attempt: Attempt,
}

impl Target {
    pub(crate) fn new(
        name: impl Into<String>,
        make: impl Fn(&mut Dice) -> Contents + 'static,
        attempt: impl Fn(&[Vec<u8>]) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), make: Box::new(make), attempt: Arc::new(attempt) }
    }

    /// A reader of bytes that stand alone.
    pub(crate) fn of_bytes(
        name: impl Into<String>,
        seeds: Seeds,
        read: impl Fn(&[u8]) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        let make = move |dice: &mut Dice| vec![seeds.mutated(dice)];
        Self::new(name, make, move |contents| contents.first().map_or(Ok(()), |bytes| read(bytes)))
    }

    /// A reader of text that stands alone: whoever reads bytes gives it nothing else.
    #[allow(dead_code, reason = "each crate takes what it needs")]
    pub(crate) fn of_text(
        name: impl Into<String>,
        seeds: Seeds,
        read: impl Fn(&str) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        Self::of_bytes(name, seeds, move |bytes| read(&String::from_utf8_lossy(bytes)))
    }
}
