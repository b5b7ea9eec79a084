//! What is parsed: a text with the files that belong to it; and why it may be no document.

/// What is to be parsed.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The markup or text itself.
    pub content: &'a str,
    /// Where it came from (URL or file name): decides nothing, helps adapters and messages.
    pub origin: &'a str,
    /// Ignore links between citations and references (for measuring the mapper).
    pub hide_links: bool,
    /// Files that belong to it: what LaTeX includes, bibliographies.
    pub companions: &'a [Companion<'a>],
}

/// A file that an input refers to or is to be read with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Companion<'a> {
    /// Its path, relative to the input's folder: `sections/intro.tex`, `references.bib`.
    pub name: &'a str,
    /// What it holds.
    pub content: &'a str,
}

impl<'a> Input<'a> {
    /// An input that stands alone, its links to be used.
    pub const fn new(content: &'a str, origin: &'a str) -> Self {
        Self { content, origin, hide_links: false, companions: &[] }
    }

    /// The same, its links to be ignored.
    pub const fn without_links(self) -> Self {
        Self { hide_links: true, ..self }
    }

    /// The same, to be read with these files.
    pub const fn with(self, companions: &'a [Companion<'a>]) -> Self {
        Self { companions, ..self }
    }
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
