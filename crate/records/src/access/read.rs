//! From a record to the text of its work.

use super::identity::{Identity, identity};
use super::{FullTextProvider, RetrievedText};
use crate::sources::{Record, shown_name};
use citelight_document::document::segmented::SegmentedText;
use citelight_document::document::{Document, Input, parse};
use citelight_document::markup::BlockKind;
use citelight_types::finding::{Extent, Step, TrailStep};
use citelight_types::identifiers::Identifiers;

/// What came of looking for a text.
#[derive(Clone, Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "a handful are held at once, and the texts themselves are on the heap"
)]
pub enum Access {
    /// It can be read.
    Readable {
        /// The text, segmented.
        text: SegmentedText,
        /// Where it was found and why it is the right one.
        step: TrailStep,
    },
    /// It cannot.
    Unreadable {
        /// Why, in one clause.
        reason: String,
        /// What was tried.
        step: TrailStep,
    },
}

/// Looks for the text of a record's work: a full text first, else an abstract, else the record's own abstract.
pub async fn read(record: &Record, libraries: &[&dyn FullTextProvider]) -> Access {
    read_as_cited(record, &Identifiers::default(), libraries).await
}

/// [`read`] for a work that is cited by further identifiers: entries often name a copy (arXiv, PubMed Central) that the
/// record of the published version does not. Whether the copy is the work is judged by the record alone.
pub async fn read_as_cited(
    record: &Record,
    cited: &Identifiers,
    libraries: &[&dyn FullTextProvider],
) -> Access {
    let named = Record {
        identifiers: Identifiers {
            arxiv: record.identifiers.arxiv.clone().or_else(|| cited.arxiv.clone()),
            pmcid: record.identifiers.pmcid.clone().or_else(|| cited.pmcid.clone()),
            ..record.identifiers.clone()
        },
        ..record.clone()
    };
    let mut refused: Vec<String> = Vec::new();
    let mut abstract_only = None;
    let mut places = Places::of(&named, libraries);
    while let Some(found) = places.next_of(record, &named, &mut refused).await {
        let text = SegmentedText::of(&found.document, found.origin.clone(), found.extent);
        if text.passages.is_empty() {
            refused.push(format!("{} has no readable paragraphs", found.origin));
            continue;
        }
        let step = found.step(text.passages.len());
        match found.extent {
            Extent::FullText => return Access::Readable { text, step },
            Extent::Abstract | Extent::Passages => {
                abstract_only = abstract_only.or(Some(Access::Readable { text, step }))
            }
        }
    }
    abstract_only.or_else(|| own_abstract(record)).unwrap_or_else(|| unreadable(record, &refused))
}

/// A whole text of a work, parsed, and where it was found.
///
/// # Errors
/// Why there is none, in one clause.
pub async fn read_document(
    record: &Record,
    libraries: &[&dyn FullTextProvider],
) -> Result<(Document, String), String> {
    let mut refused: Vec<String> = Vec::new();
    let mut places = Places::of(record, libraries);
    while let Some(found) = places.next_of(record, record, &mut refused).await {
        match found.extent {
            Extent::FullText => return Ok((found.document, found.origin)),
            Extent::Abstract | Extent::Passages => {
                refused.push(format!("{} holds {} only", found.origin, extent_word(found.extent, false)));
            }
        }
    }
    Err(nothing_read(record, &refused))
}

/// A text that is the wanted work's.
struct Found {
    document: Document,
    origin: String,
    extent: Extent,
    same: Identity,
}

impl Found {
    fn step(&self, passages: usize) -> TrailStep {
        let same = &self.same;
        let mut values = vec![("passages", passages as f64), ("words", running_words(&self.document))];
        values.extend(same.title.map(|title| ("title", title)));
        values.extend(same.authors.map(|authors| ("authors", authors)));
        values.extend(same.abstract_text.map(|share| ("abstract", share)));
        values.extend(same.references.map(|share| ("references", share)));
        let extent = extent_word(self.extent, self.document.has_gaps());
        let (origin, identity) = (&self.origin, &same.reason);
        let summary = format!("Read {extent} in {origin}: {identity}.");
        TrailStep::new(Step::Access, summary, &values)
    }
}

/// Places at which a text may be found, one after the other.
struct Places<'a> {
    left: std::vec::IntoIter<(&'a dyn FullTextProvider, usize)>,
    /// What was read last, if it was not the whole work: it may name where that is.
    page: Option<(&'a dyn FullTextProvider, RetrievedText)>,
}

impl<'a> Places<'a> {
    fn of(record: &Record, libraries: &[&'a dyn FullTextProvider]) -> Self {
        let places = libraries
            .iter()
            .flat_map(|library| (0..library.places(record)).map(move |place| (*library, place)));
        Self { left: places.collect::<Vec<_>>().into_iter(), page: None }
    }

    /// The next text that is the work's; what is not is told in `refused`. `named` may bear more identifiers than the record.
    async fn next_of(&mut self, record: &Record, named: &Record, refused: &mut Vec<String>) -> Option<Found> {
        loop {
            let (text, library) = match self.page.take() {
                Some((library, page)) => (library.linked(named, &page).await, None),
                None => {
                    let (library, place) = self.left.next()?;
                    (library.text(named, place).await, Some(library))
                }
            };
            let text = match text {
                Ok(Some(text)) => text,
                Ok(None) => continue,
                Err(error) => {
                    refused.push(error.to_string());
                    continue;
                }
            };
            let found = found(record, &text);
            let is_whole = matches!(&found, Ok(found) if found.extent == Extent::FullText);
            // One step and no further: what a page leads to leads nowhere.
            self.page = library.filter(|_| !is_whole && text.extent.is_none()).map(|library| (library, text));
            match found {
                Ok(found) => return Some(found),
                Err(reason) => refused.push(reason),
            }
        }
    }
}

/// A text, if it is the record's work.
///
/// # Errors
/// Why it is not taken for it, in one clause.
fn found(record: &Record, text: &RetrievedText) -> Result<Found, String> {
    let document = text.content.parse(&text.origin, false).map_err(|error| error.to_string())?;
    let same = identity(record, &document);
    if !same.accepted {
        return Err(format!("{} was not taken for this work: {}", text.origin, same.reason));
    }
    let extent = text.extent.unwrap_or_else(|| extent_of(&document));
    Ok(Found { document, origin: text.origin.clone(), extent, same })
}

/// Words of running text that a whole work has at least; a page with an abstract has a few hundred.
const WHOLE: f64 = 1_200.0;
/// The same for a text that ends with a list of references, as letters and short papers do.
const WHOLE_WITH_REFERENCES: f64 = 600.0;

/// How much of its work a text holds, where nobody says. A text taken for whole might be blamed for what it lacks, so a
/// short one is taken for an abstract.
fn extent_of(document: &Document) -> Extent {
    let enough = if document.references.len() < 5 { WHOLE } else { WHOLE_WITH_REFERENCES };
    if running_words(document) < enough { Extent::Abstract } else { Extent::FullText }
}

/// Words of a text without its headings.
fn running_words(document: &Document) -> f64 {
    let running = document.blocks.iter().filter(|block| !matches!(block.kind, BlockKind::Heading(_)));
    running.map(|block| block.text.split_whitespace().count()).sum::<usize>() as f64
}

/// The abstract that the record itself carries. It needs no proof of identity.
fn own_abstract(record: &Record) -> Option<Access> {
    let own = record.abstract_text.as_deref().filter(|text| !text.trim().is_empty())?;
    let content = format!("{}\n\n{own}", record.title);
    let source = shown_name(&record.source);
    let origin = format!("abstract in {source}");
    let document = parse(Input::new(&content, &origin)).ok()?;
    let text = SegmentedText::of(&document, origin.clone(), Extent::Abstract);
    if text.passages.is_empty() {
        return None;
    }
    let values = [("passages", text.passages.len() as f64), ("words", running_words(&document))];
    let step = TrailStep::new(Step::Access, format!("Read the abstract in {source}."), &values);
    Some(Access::Readable { text, step })
}

fn unreadable(record: &Record, refused: &[String]) -> Access {
    let reason = nothing_read(record, refused);
    let summary = match refused {
        [] => "No readable text was found.".to_owned(),
        refused => {
            let reason = refused.join("; ");
            format!("No text was taken: {reason}.")
        }
    };
    Access::Unreadable { reason, step: TrailStep::new(Step::Access, summary, &[]) }
}

fn nothing_read(record: &Record, refused: &[String]) -> String {
    match refused.first() {
        None => format!("no readable text of “{}” was found", record.title),
        Some(first) => first.clone(),
    }
}

fn extent_word(extent: Extent, has_gaps: bool) -> &'static str {
    match (extent, has_gaps) {
        (Extent::FullText, false) => "the full text",
        (Extent::FullText, true) => "what could be read of the full text, of which parts are missing,",
        (Extent::Abstract, _) => "the abstract",
        (Extent::Passages, _) => "passages",
    }
}
