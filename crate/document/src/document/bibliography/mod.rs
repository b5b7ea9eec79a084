//! Bibliography files: BibTeX and BibLaTeX, RIS, CSL-JSON, EndNote XML. Each becomes [`Work`]s, and those references. COinS do so for
//! entries of pages.

use super::{Anomaly, Document, Format};
use crate::citation::Reference;

mod bibtex;
pub(crate) mod coins;
mod csl_json;
mod endnote;
mod field;
mod names;
mod ris;
mod work;

pub(crate) use csl_json::work as csl_work;
pub(crate) use endnote::work as endnote_work;

pub use bibtex::{Entry as BibtexEntry, File as BibtexFile, entries as bibtex_entries};
pub use field::{doi_of_field, verbatim, without_comments};
pub use names::person as person_of_bibtex;
pub use work::{Span, Work, is_auxiliary};

/// A format of bibliography files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BibliographyFormat {
    Bibtex,
    Ris,
    CslJson,
    EndnoteXml,
}

/// The format of a content, if it is a bibliography and nothing else.
pub(crate) fn recognise(content: &str) -> Option<BibliographyFormat> {
    let content = content.trim_start_matches('\u{feff}').trim_start();
    if ris::recognise(content) {
        Some(BibliographyFormat::Ris)
    } else if csl_json::recognise(content) {
        Some(BibliographyFormat::CslJson)
    } else if endnote::recognise(content) {
        Some(BibliographyFormat::EndnoteXml)
    } else if bibtex::recognise(content) {
        Some(BibliographyFormat::Bibtex)
    } else {
        None
    }
}

/// The works of a bibliography file; `file` is its number in [`Origin::node`](crate::markup::Origin).
pub(crate) fn works(content: &str, file: u32) -> (Vec<Work>, Vec<Anomaly>) {
    let kind = recognise(content).unwrap_or(BibliographyFormat::Bibtex);
    match kind {
        BibliographyFormat::Bibtex => bibtex::read(content, file),
        BibliographyFormat::Ris => (ris::read(content, file), Vec::new()),
        BibliographyFormat::CslJson => csl_json::read(content, file),
        BibliographyFormat::EndnoteXml => endnote::read(content, file),
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
