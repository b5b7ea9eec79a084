//! What an audit tells while it runs.

use serde::{Deserialize, Serialize};

use super::answers::AnswerCounts;
use super::counts::{CitationCounts, ReferenceCounts};
use super::finding::Finding;
use citelight_document::citation::{CitationStyle, Mapping};
use citelight_document::document::{Anomaly, Format, Severity};
use citelight_document::markup::Locator;
use citelight_records::resolve::Resolution;
use citelight_types::finding::Verdict;
use citelight_types::identifiers::Identifiers;
use citelight_types::text::person::Person;

/// One event of an audit, in the order things happen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Event {
    /// The document was parsed and its citations mapped.
    Mapped {
        /// What was found in it.
        document: DocumentView,
    },
    /// Work went on.
    Progress {
        /// What is being done.
        stage: Stage,
        /// Units done.
        done: u32,
        /// Units in all.
        total: u32,
    },
    /// A reference was resolved, or not.
    Resolved {
        /// Id of the reference.
        reference: String,
        /// What came of it.
        resolution: Resolution,
        /// Its record as an entry of BibTeX; none unless it was resolved.
        bibtex: Option<String>,
    },
    /// A citation×reference was judged. A later finding for the same pair replaces an earlier one.
    Found {
        /// The finding.
        finding: Finding,
    },
    /// A work of which no whole text was read lies open on sites that nobody allowed to be asked yet.
    OpenCopies {
        /// Ids of the references to it.
        references: Vec<String>,
        /// The sites' hosts, the best copy's first.
        hosts: Vec<String>,
    },
    /// Something the reader should know.
    Notice {
        /// The notice.
        notice: Notice,
    },
    /// The audit ended.
    Finished {
        /// Counts and coverage.
        summary: Summary,
    },
}

/// Stages of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Parsing and mapping.
    Map,
    /// Resolving references.
    Resolve,
    /// Asking for the abstracts that the records lack.
    Abstracts,
    /// Finding texts.
    Access,
    /// Checking citations.
    Verify,
}

/// Something the reader should know about a whole audit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Notice {
    /// How much it matters.
    pub severity: Severity,
    /// A stable name: `no-models`, `no-records`, `truncated` …
    pub code: NoticeCode,
    /// What happened, to what, and what to do next.
    pub message: String,
}

/// Stable names of notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NoticeCode {
    /// No models are loaded: claims cannot be checked.
    NoModels,
    /// No source of records is there: references cannot be resolved.
    NoRecords,
    /// A source of records failed.
    SourceFailed,
    /// The document is damaged or incomplete.
    Damaged,
    /// References were read, and no citation in the text was recognised: the references alone are checked.
    NoCitations,
    /// The document cites more than is checked at once.
    TooManyCitations,
    /// Pages of a PDF hold no text that can be read.
    PagesWithoutText,
    /// Pages of a PDF were read by a model off their images.
    PagesReadFromImages,
    /// From some number on each citation fits the entry before, or after, the one that it names.
    ShiftedNumbering,
    /// Many works of one author or venue are far from the article and from the sentences that cite them.
    FarWorks,
    /// The audit was cancelled.
    Cancelled,
}

/// The document as surfaces and exports see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DocumentView {
    /// Kind of markup.
    pub format: Format,
    /// Title.
    pub title: Option<String>,
    /// Dominant citation style.
    pub style: CitationStyle,
    /// Every citation in reading order.
    pub citations: Vec<CitationView>,
    /// The reference list.
    pub references: Vec<ReferenceView>,
    /// What looks wrong.
    pub anomalies: Vec<Anomaly>,
}

/// A citation as surfaces and exports see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CitationView {
    /// `c0`, `c1` …
    pub id: String,
    /// What the reader sees.
    pub surface: String,
    /// The citing sentence.
    pub sentence: String,
    /// Ids of the references it points to.
    pub references: Vec<String>,
    /// How they were found.
    pub status: Mapping,
    /// Where the surface form stands.
    pub locator: Locator,
    /// Where the citing sentence stands.
    pub sentence_locator: Locator,
    /// Position in the document's text, 0..=1: for a strip of ticks.
    pub position: f64,
    /// The page, from 1, of a PDF on whose image a model read the citing sentence: it may be misread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub read_from_image: Option<u32>,
}

/// A reference as surfaces and exports see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReferenceView {
    /// The markup's own id or key where it has one, else `r1`, `r2` …
    pub id: String,
    /// Position in the list, from 1.
    pub number: u32,
    /// The printed label.
    pub label: Option<String>,
    /// The entry as a reader sees it.
    pub raw: String,
    /// Authors in order.
    pub authors: Vec<Person>,
    /// Year.
    pub year: Option<i32>,
    /// Title.
    pub title: Option<String>,
    /// Venue.
    pub venue: Option<String>,
    /// Volume.
    pub volume: Option<String>,
    /// Issue.
    pub issue: Option<String>,
    /// Pages.
    pub pages: Option<String>,
    /// Identifiers.
    #[serde(flatten)]
    pub identifiers: Identifiers,
    /// Where the entry stands.
    pub locator: Locator,
    /// The page, from 1, of a PDF on whose image a model read it: it may be misread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub read_from_image: Option<u32>,
}

/// Counts and coverage of an audit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// Citation×reference pairs.
    pub pairs: u32,
    /// Pairs by verdict.
    pub supported: u32,
    /// Pairs that need review.
    pub miscited: u32,
    /// Pairs that were read and stay open.
    pub undecidable: u32,
    /// Pairs that could not be checked.
    pub unchecked: u32,
    /// Citations that point at no single reference.
    pub unmapped: u32,
    /// Pairs of any verdict whose work was retracted after the citing paper appeared.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u32>", optional))]
    pub retracted_since: u32,
    /// References by outcome.
    pub references_resolved: u32,
    /// References that no source knows.
    pub references_ghost: u32,
    /// References that stay open.
    pub references_open: u32,
    /// Share of pairs that were decided or read: (supported + miscited + undecidable) / pairs.
    pub coverage: f64,
    /// supported / (supported + miscited); none below half coverage or without a decided pair.
    pub integrity: Option<f64>,
    /// Whether the audit ran to its end.
    pub complete: bool,
    /// In-text citations by the most severe of their pairs: what surfaces and reports count.
    #[serde(default)]
    pub citations: CitationCounts,
    /// Entries of the reference list by how they stand to the records.
    #[serde(default)]
    pub references: ReferenceCounts,
    /// What connected models and citing papers said, which is theirs: counted apart, citation×reference pairs.
    #[serde(default, skip_serializing_if = "AnswerCounts::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<AnswerCounts>", optional))]
    pub answers: AnswerCounts,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Summary {
    /// Counts one verdict.
    pub fn count(&mut self, verdict: Verdict) {
        self.pairs += 1;
        match verdict {
            Verdict::Supported => self.supported += 1,
            Verdict::Miscited => self.miscited += 1,
            Verdict::Undecidable => self.undecidable += 1,
            Verdict::Unchecked => self.unchecked += 1,
        }
    }

    /// Works out coverage and integrity from the counts.
    pub fn close(&mut self, complete: bool) {
        self.complete = complete;
        let read = self.supported + self.miscited + self.undecidable;
        let decided = self.supported + self.miscited;
        self.coverage = if self.pairs == 0 { 0.0 } else { f64::from(read) / f64::from(self.pairs) };
        self.integrity =
            (self.coverage >= 0.5 && decided > 0).then(|| f64::from(self.supported) / f64::from(decided));
    }
}
