//! Answers that come in pieces: server-sent events with a `delta` each.

use serde::Deserialize;
use serde_json::Value;

use super::wire::{Tokens, Written, text_of};
use crate::llm::Usage;
use citelight_records::sources::api::ResponseError;

/// Whether an answer came in pieces, whatever was asked for.
pub(super) fn is_stream(text: &str) -> bool {
    let start = text.trim_start();
    ["data:", "event:", ": "].iter().any(|field| start.starts_with(field))
}

/// Puts the pieces together.
///
/// # Errors
/// [`ResponseError::Malformed`] if a piece is none, or the end is missing: half an answer is no answer.
pub(super) fn read(text: &str) -> Result<Written, ResponseError> {
    #[derive(Deserialize)]
    struct Chunk {
        #[serde(default)]
        choices: Vec<Choice>,
        usage: Option<Tokens>,
        error: Option<Value>,
    }
    #[derive(Deserialize)]
    struct Choice {
        #[serde(default)]
        delta: Delta,
        finish_reason: Option<String>,
    }
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Delta {
        content: Value,
        refusal: Option<String>,
    }
    let malformed = |reason: &str| ResponseError::Malformed(format!("no whole stream, {reason}"));
    let mut written = Written::default();
    let mut ended = false;
    for line in text.lines() {
        let Some(data) = line.strip_prefix("data:") else { continue };
        let data = data.trim();
        if data == "[DONE]" {
            ended = true;
            break;
        }
        let chunk: Chunk = serde_json::from_str(data).map_err(|error| malformed(&error.to_string()))?;
        if chunk.error.is_some() {
            return Err(malformed("it ends in an error"));
        }
        if let Some(choice) = chunk.choices.into_iter().next() {
            written.text.push_str(&text_of(&choice.delta.content));
            written.text.push_str(&choice.delta.refusal.unwrap_or_default());
            ended |= choice.finish_reason.is_some();
        }
        written.usage = chunk.usage.map(Usage::from).or(written.usage);
    }
    if ended { Ok(written) } else { Err(malformed("its end is missing")) }
}
