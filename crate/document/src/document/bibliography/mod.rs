//! Bibliography files: BibTeX and BibLaTeX, RIS, CSL-JSON, EndNote XML. Each becomes [`Work`]s, and those references.

use super::{Anomaly, Document, Format};
use crate::citation::Reference;

mod bibtex;
mod csl_json;
mod endnote;
mod field;
mod names;
mod ris;
mod work;

pub use bibtex::{Entry as BibtexEntry, File as BibtexFile, entries as bibtex_entries};
pub use field::{doi_of_field, verbatim, without_comments};
pub use names::person as person_of_bibtex;
pub use work::{Span, Work, is_auxiliary};

/// A format of bibliography files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Bibtex,
    Ris,
    CslJson,
    EndnoteXml,
}

/// The format of a content, if it is a bibliography and nothing else.
pub(crate) fn recognise(content: &str) -> Option<Kind> {
    let content = content.trim_start_matches('\u{feff}').trim_start();
    if ris::recognise(content) {
        Some(Kind::Ris)
    } else if csl_json::recognise(content) {
        Some(Kind::CslJson)
    } else if endnote::recognise(content) {
        Some(Kind::EndnoteXml)
    } else if bibtex::recognise(content) {
        Some(Kind::Bibtex)
    } else {
        None
    }
}

/// The works of a bibliography file; `file` is its number in [`Origin::node`](crate::markup::Origin).
pub(crate) fn works(content: &str, file: u32) -> (Vec<Work>, Vec<Anomaly>) {
    let kind = recognise(content).unwrap_or(Kind::Bibtex);
    match kind {
        Kind::Bibtex => bibtex::read(content, file),
        Kind::Ris => (ris::read(content, file), Vec::new()),
        Kind::CslJson => csl_json::read(content, file),
        Kind::EndnoteXml => endnote::read(content, file),
    }
}

/// A bibliography as a document: references, and no text.
pub(crate) fn document(content: &str) -> Document {
    let (works, anomalies) = works(content, 0);
    let references = works
        .iter()
        .filter(|work| !work.is_auxiliary())
        .enumerate()
        .map(|(index, work)| reference(work, index as u32 + 1))
        .collect();
    Document { format: Format::Bibliography, references, anomalies, ..Document::default() }
}

/// The reference of a work.
pub(crate) fn reference(work: &Work, number: u32) -> Reference {
    let mut reference = Reference { id: work.key.clone(), number, ..Reference::default() };
    work.fill(&mut reference);
    reference.raw = work.line();
    reference.locator = work.span.locator();
    reference
}
