//! What a model may do in a search, and how it is asked: CiteAgent's configurations (CiteME, sections 3 and 4).

use serde::{Deserialize, Serialize};

/// What a model may do in a search (CiteME, section 4); the third class, no commands, is [`recall`](super::recall::recall).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Commands {
    /// Search, read, select.
    #[default]
    SearchAndRead,
    /// Search and select.
    SearchOnly,
}

/// How a model is asked for the steps of a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AgentSettings {
    /// What it may do.
    pub commands: Commands,
    /// Whether the prompt shows a search from beginning to end.
    pub demonstration: bool,
    /// Sampling temperature.
    pub temperature: f64,
    /// Characters of a page of a text: the model asks for the next one.
    pub page: usize,
    /// Characters of read pages that a prompt holds at most; the oldest go first.
    pub context: usize,
}

impl Default for AgentSettings {
    /// Without chance, in pages that a small model can hold.
    fn default() -> Self {
        Self {
            commands: Commands::default(),
            demonstration: false,
            temperature: 0.0,
            page: 12_000,
            context: 24_000,
        }
    }
}

impl AgentSettings {
    /// As CiteAgent was run: temperature .95, a demonstration, a paper's whole text at once. Few papers have more
    /// characters than a page here; those have a second one.
    #[must_use]
    pub fn published() -> Self {
        Self { demonstration: true, temperature: 0.95, page: 150_000, context: 300_000, ..Self::default() }
    }
}
