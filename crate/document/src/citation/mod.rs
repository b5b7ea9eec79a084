//! In-text citations and the entries they point at.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use citelight_types::finding::WorkForm;
use citelight_types::identifiers::Identifiers;
use citelight_types::text::person::Person;

mod acronyms;
mod ambiguous_links;
mod author_page;
mod author_year;
mod bare;
pub mod bounds;
mod brackets;
mod buttons;
mod complete_links;
pub(crate) mod contradiction;
mod conversion_artifacts;
pub(crate) mod entries;
mod grey;
mod identified;
mod label;
pub(crate) mod links;
pub(crate) mod map;
mod marked_identifiers;
mod names;
pub(crate) mod notes;
mod numeric;
mod order;
mod organisations;
pub(crate) mod reference;
mod scope;
pub mod string;
pub(crate) mod surface;
mod taxa;
mod unresolved;
pub(crate) mod works;

pub use names::{PARTICLES, split_full_name};
pub(crate) use numeric::printed_number;
pub use organisations::is_organisation;
pub(crate) use scope::Scope;

/// One in-text citation occurrence: what the reader sees, and the references it points to.
///
/// `[3, 5]` is one citation with two references; `(Smith, 2020; Lee, 2019)` likewise. A narrative `Smith (2020)` spans
/// the names as well as the year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// Stable within the document: `c0`, `c1` … in reading order.
    pub id: String,
    /// Index of the block in [`Document::blocks`](crate::document::Document).
    pub block: usize,
    /// Bytes of the block's text that are the surface form.
    pub range: Range<usize>,
    /// Index of the sentence in the block.
    pub sentence: usize,
    /// Indices into [`Document::references`](crate::document::Document), in the order cited, without repeats.
    pub references: Vec<usize>,
    /// How the references were found.
    pub status: Mapping,
    /// `Smith (2020) showed …` rather than `(Smith, 2020)`.
    pub narrative: bool,
}

/// How a citation was mapped to references.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Mapping {
    /// By the page's own links.
    Linked,
    /// By number, or by names and year, without doubt.
    Matched,
    /// Several references fit; none was chosen. Candidates are indices into the reference list.
    Ambiguous {
        /// Indices of the references that fit.
        candidates: Vec<usize>,
    },
    /// No reference fits.
    Unmatched,
}

/// Dominant citation style of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CitationStyle {
    /// `[3]`, `(3)`.
    Numeric,
    /// `³`.
    Superscript,
    /// `(Smith, 2020)`.
    AuthorYear,
    /// `(Smith 12)`, as the MLA writes.
    AuthorPage,
    /// `[Knu84]`.
    Label,
    /// Footnotes.
    Note,
    /// No citations were found.
    #[default]
    Unknown,
}

/// One bibliography entry, parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reference {
    /// The markup's own id or key (`bib.bib3`, `ref-CR1`), else `r1`, `r2` … by position.
    pub id: String,
    /// Position in its list, from 1, or from where the list begins to count.
    pub number: u32,
    /// Which of the document's reference lists it stands in, from 0.
    pub list: u32,
    /// The label the list prints: `[3]`, `Ahmed et al. [2022]`, `[Knu84]`.
    pub label: Option<String>,
    /// The entry's text as a reader sees it, label excluded.
    pub raw: String,
    /// Authors in order; `et al.` sets [`Reference::truncated_authors`].
    pub authors: Vec<Person>,
    /// The list of authors ends in `et al.` or `and others`.
    pub truncated_authors: bool,
    /// Year of publication.
    pub year: Option<i32>,
    /// The letter after the year (`2019a`).
    pub year_suffix: Option<char>,
    /// Title of the work.
    pub title: Option<String>,
    /// Journal, proceedings or book.
    pub venue: Option<String>,
    /// Publisher, institution or school.
    pub publisher: Option<String>,
    /// Volume.
    pub volume: Option<String>,
    /// Issue.
    pub issue: Option<String>,
    /// Pages or article number.
    pub pages: Option<String>,
    /// Identifiers found in the entry's text and links.
    pub identifiers: Identifiers,
    /// Where the entry stands in the original.
    pub locator: crate::markup::Locator,
    /// Whether the fields came from markup (`true`) or from parsing the string.
    pub fields_from_markup: bool,
    /// The markup says that it is a newspaper's, a book, a thesis, a site … which an index of papers need not have.
    pub is_grey: bool,
    /// What kind of work it is, where markup or a bibliography file says so.
    pub form: Option<WorkForm>,
    /// The page, from 0, of a PDF on whose image a model read it: it may be misread.
    pub transcribed: Option<u32>,
}

impl Reference {
    /// Whether both are works of one entry, so that they share its list, number and label.
    pub(crate) fn shares_entry(&self, other: &Self) -> bool {
        self.list == other.list && self.number == other.number && self.label == other.label
    }
}
