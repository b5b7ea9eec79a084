//! Finding readable text of a source, and making sure it is that source's.

use std::collections::BTreeSet;

use crate::sources::Record;
use citelight_document::document::Content;
use citelight_document::document::pdf::PdfText;
use citelight_inference::LocalFuture;
use citelight_types::finding::Extent;

mod abstracts;
mod copies;
pub mod identity;
pub mod index;
pub mod open;
mod passages;
mod places;
pub mod read;

pub use open::OpenTexts;
pub use passages::{PassageSearch, SnippetSearch};
pub use read::{Access, read, read_as_cited, read_document};

/// Text of a cited work, as a host application found it.
#[derive(Clone, Debug, PartialEq)]
pub struct RetrievedText {
    /// What the file or answer holds.
    pub content: Content,
    /// Where it came from, to be shown: a URL or a file name.
    pub origin: String,
    /// The whole work, or its abstract only; none where only reading it tells: pages of open copies are either.
    pub extent: Option<Extent>,
}

/// Whose open copies may be asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CopyHosts {
    /// Everybody's: whoever carries requests keeps them out of private networks.
    #[default]
    Any,
    /// Those of these hosts, encrypted: in a browser the reader is asked about each.
    Named(BTreeSet<String>),
}

/// Why a text could not be had although one is thought to exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text of “{work}” could not be read from {origin}: {reason}")]
pub struct TextError {
    /// Title of the work.
    pub work: String,
    /// Where it was looked for.
    pub origin: String,
    /// What happened.
    pub reason: String,
}

/// Where texts of sources come from: a folder, a bundled library, the open web.
pub trait FullTextProvider {
    /// Adds the abstract of its work to a record that lacks one, where somebody knows it. Asked for many records at the same
    /// time, so that they share requests.
    fn add_abstract<'a>(&'a self, _record: &'a mut Record) -> LocalFuture<'a, ()> {
        Box::pin(std::future::ready(()))
    }

    /// Adds to records what is known of where their works lie open, for many of them at once.
    fn prepare<'a>(&'a self, _records: Vec<&'a mut Record>) -> LocalFuture<'a, ()> {
        Box::pin(std::future::ready(()))
    }

    /// Whether its texts must be fetched from elsewhere, which takes time.
    fn is_remote(&self) -> bool {
        false
    }

    /// How many places there are to look for a record's text, the best first.
    fn places(&self, _record: &Record) -> usize {
        1
    }

    /// Hosts that hold open copies of a record's work and that nobody allowed to be asked yet, the best copy's first.
    fn withheld(&self, _record: &Record) -> Vec<String> {
        Vec::new()
    }

    /// The text of a record's work at one of its places; `None` is a healthy "not here".
    ///
    /// # Errors
    /// [`TextError`] if a text is there but could not be read.
    fn text<'a>(
        &'a self,
        record: &'a Record,
        place: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>>;

    /// The whole text that a page names, which was found at a place of a record's work and does not hold it itself: pages of
    /// repositories lead to a file. `None` if it names none.
    ///
    /// # Errors
    /// [`TextError`] if one is named but could not be read.
    fn linked<'a>(
        &'a self,
        _record: &'a Record,
        _page: &'a RetrievedText,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        Box::pin(std::future::ready(Ok(None)))
    }
}

/// Reads the text layer of PDF files: natively a library, in a browser pdf.js.
pub trait ReadPdf {
    /// The text layer of a file.
    ///
    /// # Errors
    /// Why it could not be read, in one clause.
    fn read_pdf(&self, file: Vec<u8>) -> LocalFuture<'_, Result<PdfText, String>>;
}
