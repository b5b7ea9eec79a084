//! What a file or an answer holds, ready to be parsed.

use serde::{Deserialize, Serialize};

use super::parse::parse;
use super::pdf::{PdfText, parse_pdf};
use super::{Companion, Document, Input, ParseError};

/// What is to be parsed, whatever it was read from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum Content {
    /// Markup or plain text, with the files that belong to it: what LaTeX includes, bibliographies.
    Text {
        /// The main file.
        text: String,
        /// The others, by their paths from the main file's folder.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<(String, String)>>", optional))]
        companions: Vec<(String, String)>,
    },
    /// The text layer of a PDF.
    Pdf(PdfText),
}

impl Content {
    /// A text that stands alone.
    pub fn alone(text: impl Into<String>) -> Self {
        Self::Text { text: text.into(), companions: Vec::new() }
    }

    /// The content as a document; `origin` (URL or file name) is named in messages. With `hide_links` links from citations
    /// to references are ignored.
    ///
    /// # Errors
    /// [`ParseError`] if there is nothing to parse or it cannot be read at all.
    pub fn parse(&self, origin: &str, hide_links: bool) -> Result<Document, ParseError> {
        match self {
            Self::Pdf(text) => parse_pdf(text, origin, hide_links),
            Self::Text { text, companions } => {
                let companions: Vec<Companion<'_>> =
                    companions.iter().map(|(name, content)| Companion { name, content }).collect();
                parse(Input { hide_links, ..Input::new(text, origin).with(&companions) })
            }
        }
    }
}
