//! Parsing to the document: the citing paper (or a source), normalised.
//!
//! Every format becomes one tree (`tree::Tree`) and then one [`Document`]; later steps never see the format again.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::citation::{Citation, CitationStyle, Reference};
use crate::markup::Block;
use citelight_types::date::Date;
use citelight_types::text::person::Person;

mod anchors;
mod appearance;
mod assemble;
mod author_lists;
pub mod bibliography;
pub mod cited_keys;
mod content;
mod distill;
pub mod files;
mod fill;
mod footnotes;
mod front_back_matter;
mod full_text_links;
pub(crate) mod html;
mod input;
mod jats;
pub(crate) mod latex;
mod latexml;
mod link_targets;
pub(crate) mod lists;
mod markdown;
mod metadata;
mod metadata_references;
mod note_markup;
#[cfg(test)]
mod origins_tests;
mod page_links;
mod page_metadata;
mod paragraph_numbers;
pub mod parse;
pub mod pdf;
mod printed_list;
mod render;
mod render_html;
pub mod segmented;
pub mod sentences;
mod tei;
mod text;
pub mod verifier;
mod word;

pub use appearance::Appearance;
pub use content::Content;
pub use full_text_links::{FullTextFormat, full_text_links};
pub use input::{Companion, Input, ParseError};
pub use page_links::{PageLink, page_links};
pub use page_metadata::PageMetadata;
pub use parse::parse;
pub use render::render_markdown;
pub use render_html::render_html;

/// The citing paper, normalised. Sources are parsed to the same type (their citations are not used).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// What kind of markup it came from.
    pub format: Format,
    /// Title as the page states it.
    pub title: Option<String>,
    /// Authors in order, where the page's metadata names them.
    pub authors: Vec<Person>,
    /// Year of publication, where stated.
    pub year: Option<i32>,
    /// When it was published, as exactly as it states itself; of several dates the first.
    pub published: Option<Date>,
    /// A date of the manuscript or the file, which only hints at when it appeared.
    pub dated: Option<Date>,
    /// Identifiers of the document itself.
    pub identifiers: citelight_types::identifiers::Identifiers,
    /// The text in reading order, reference list excluded.
    pub blocks: Vec<Block>,
    /// The reference list, in its order.
    pub references: Vec<Reference>,
    /// Every in-text citation, in reading order: by block, then by place.
    pub citations: Vec<Citation>,
    /// Marks of notes that are no citations themselves, by block and bytes of its text, in reading order.
    pub note_marks: Vec<(usize, Range<usize>)>,
    /// The dominant citation style, decided over the whole document.
    pub style: CitationStyle,
    /// What looks wrong with the extraction (gaps, duplicates, cut lists), never silently dropped.
    pub anomalies: Vec<Anomaly>,
    /// Pages whose words a model read off their images.
    pub transcribed: Vec<TranscribedPage>,
}

/// A page of a document whose words a model read off its image: they may be misread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscribedPage {
    /// The page, from 0.
    pub page: u32,
    /// The model.
    pub by: String,
}

/// Kinds of markup that [`parse()`] reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// LaTeXML's HTML: arXiv HTML, ar5iv and older.
    Latexml,
    /// Any other article page.
    #[default]
    Html,
    /// JATS or NLM XML.
    Jats,
    /// TEI XML, as GROBID writes it.
    Tei,
    /// LaTeX source with its bibliography.
    Latex,
    /// Markdown with pandoc's citations.
    Markdown,
    /// The text layer of a PDF.
    Pdf,
    /// A bibliography alone: BibTeX, RIS, CSL-JSON, EndNote XML.
    Bibliography,
    /// A Word document.
    Docx,
    /// Plain text, paragraphs parted by empty lines.
    Text,
}

/// Something that looks wrong with the extraction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Anomaly {
    /// What kind of thing.
    pub kind: AnomalyKind,
    /// How much it may mislead later steps.
    pub severity: Severity,
    /// Where: a heading, a reference's label, a citation's surface.
    pub place: String,
    /// What was seen and what the reader can do, in one sentence.
    pub hint: String,
}

/// Kinds of [`Anomaly`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum AnomalyKind {
    /// No body text was found: a landing page, a paywall, a bot wall.
    NoBody,
    /// No reference list was found.
    NoReferences,
    /// The page ends where an article would not (open elements, a list cut in the middle).
    Truncated,
    /// Heading levels jump by more than one downward.
    HeadingJump,
    /// Numbers of equations, figures or references have a gap.
    NumberGap,
    /// A paragraph occurs twice.
    DuplicateText,
    /// A sentence breaks off at the border of a paragraph, or goes on from nothing.
    BrokenSentence,
    /// Numbers or sentences show that stretches of text stand in each other's place.
    OutOfOrder,
    /// A citation points at no reference of the list.
    UnmatchedCitation,
    /// References were read, and no citation in the text was recognised.
    NoCitations,
    /// More citations, or more entries that one fits, than are followed.
    TooManyCitations,
    /// A reference is never cited.
    UncitedReference,
    /// A citation's link leads to an entry that has neither the year nor a name that the citation gives.
    ContradictoryLink,
    /// Artifacts of a conversion in the text.
    ConverterError,
    /// A file that the source includes was not given.
    MissingFile,
    /// Pages hold hardly any text that can be read: scans, pictures, or damaged. Their numbers are the place.
    PageWithoutText,
    /// Pages without text were read by a model off their images: their words may be misread.
    PageReadFromImage,
    /// The layout of a page or of the reference list is in doubt: text may be cut, run together or in another order.
    DoubtfulLayout,
}

impl Document {
    /// The citations that stand at least in part in a stretch of a block.
    pub fn citations_within(&self, block: usize, range: &Range<usize>) -> &[Citation] {
        let from = self.citations.partition_point(|one| (one.block, one.range.end) <= (block, range.start));
        let to = self.citations.partition_point(|one| (one.block, one.range.start) < (block, range.end));
        self.citations.get(from..to).unwrap_or_default()
    }

    /// Marks of notes that lie in a stretch of a block's text.
    pub fn note_marks_within(
        &self,
        block: usize,
        range: &Range<usize>,
    ) -> impl Iterator<Item = &Range<usize>> {
        let from = self.note_marks.partition_point(|(of, mark)| (*of, mark.start) < (block, range.start));
        let marks = self.note_marks.get(from..).unwrap_or_default().iter();
        marks.take_while(move |(of, mark)| *of == block && mark.end <= range.end).map(|(_, mark)| mark)
    }

    /// Whether stretches of its running text are known to be missing: the file ends too early, a part of it was not given, or a page
    /// could not be read.
    pub fn has_gaps(&self) -> bool {
        self.anomalies.iter().any(|anomaly| match anomaly.kind {
            AnomalyKind::NoBody
            | AnomalyKind::Truncated
            | AnomalyKind::PageWithoutText
            | AnomalyKind::PageReadFromImage => true,
            AnomalyKind::MissingFile => anomaly.severity != Severity::Info,
            _ => false,
        })
    }
}

/// How much an anomaly or a notice matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Part of the result may be wrong.
    Warning,
    /// The result cannot be trusted.
    Error,
}
