//! What the tools take and give.

use std::path::PathBuf;

use citelight::export::{BibSummary, Level};
use citelight::resolve::integrity::Problem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::args::CiteFormat;

/// A bibliography: a file on this computer, or its text.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(super) struct BibliographyInput {
    /// Path of a .bib, .ris, CSL-JSON or EndNote XML file, or of a document with a reference list.
    pub(super) path: Option<PathBuf>,
    /// The bibliography itself instead of a path: BibTeX entries, or references as they are printed.
    pub(super) text: Option<String>,
    /// Also treat case, hyphens, dropped subtitles, differing initials and years off by one as errors.
    #[serde(default)]
    pub(super) strict: bool,
}

/// A document: a file on this computer, or its text.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(super) struct DocumentInput {
    /// Path of an article: HTML, XML, PDF, Word (.docx), LaTeX or Markdown; or the folder or archive of a LaTeX document.
    pub(super) path: Option<PathBuf>,
    /// The article itself instead of a path: HTML, XML, LaTeX, Markdown or plain text, with its reference list.
    pub(super) text: Option<String>,
}

/// Works to cite.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CiteInput {
    /// DOIs, arXiv identifiers, PMIDs, ISBNs or titles.
    pub(super) queries: Vec<String>,
    /// How they are written; BibTeX unless said otherwise.
    #[serde(default)]
    pub(super) format: CiteFormat,
}

/// A sentence whose source is looked for.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FindInput {
    /// The sentence, preferably with its neighbours, in which [CITATION] stands where the source is cited.
    pub(super) excerpt: String,
    /// Title of the paper that the sentence is from: it is never its own source.
    pub(super) paper: Option<String>,
    /// Year of that paper: later works are never the source.
    pub(super) year: Option<i32>,
    /// How many candidates are given; five unless said otherwise.
    pub(super) top: Option<usize>,
}

/// A finding to explain.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ExplainInput {
    /// The report that `check_document` named, such as `citelight://reports/1`.
    pub(super) report: String,
    /// The finding as `check_document` named it, such as `c12/b7`; without it all are listed.
    pub(super) finding: Option<String>,
}

/// What came of a bibliography.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BibliographyResult {
    /// Counts of all entries.
    pub(super) summary: BibSummary,
    /// The entries that are not plainly right; the others are only counted.
    pub(super) entries: Vec<EntryResult>,
    /// Address of the whole report, a resource of this server.
    pub(super) report: String,
}

/// An entry and what is wrong with it, or open.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct EntryResult {
    /// Citation key; empty for a printed reference.
    pub(super) key: String,
    /// Line of its first character, from 1; 0 where it is not known.
    pub(super) line: u32,
    /// What was found, in words: "needs review, not found (confidence 0.93)", "undecided", "verified".
    pub(super) verdict: String,
    /// `not_found`: no source has such a work. `misdescribed`: a source has the work, and the entry describes it otherwise.
    pub(super) problem: Option<Problem>,
    /// How much that matters by the server's policy.
    pub(super) level: Level,
    /// Why, in sentences; the decisive one first.
    pub(super) reasons: Vec<String>,
    /// What deserves a look but decides nothing.
    pub(super) hints: Vec<String>,
    /// The work that a source knows.
    pub(super) record: Option<String>,
    /// The corrected entry, where there is something to correct it by.
    pub(super) corrected: Option<String>,
    /// Sources that failed, one sentence each: asking again may decide the entry.
    pub(super) failures: Vec<String>,
}

/// A document with its citations mapped.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct MapResult {
    /// Title of the document.
    pub(super) title: Option<String>,
    /// The reference list.
    pub(super) references: Vec<ListedReference>,
    /// Every citation in the text, in reading order.
    pub(super) citations: Vec<MappedCitation>,
    /// What looks wrong with the document.
    pub(super) anomalies: Vec<String>,
    /// Address of the whole map, a resource of this server.
    pub(super) report: String,
}

/// An entry of the reference list.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ListedReference {
    /// Its id in the document.
    pub(super) id: String,
    /// The entry as it is printed.
    pub(super) text: String,
}

/// A citation and the entries that it points at.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct MappedCitation {
    /// Its id in the document.
    pub(super) id: String,
    /// The citation as it is printed.
    pub(super) marker: String,
    /// The sentence that cites.
    pub(super) sentence: String,
    /// Ids of the entries; none where it is not clear which are meant.
    pub(super) references: Vec<String>,
}

/// What came of a document.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DocumentResult {
    /// Title of the document.
    pub(super) title: Option<String>,
    /// Counts of citations and references, a clause each.
    pub(super) summary: Vec<String>,
    /// What whoever reads the result has to know about it.
    pub(super) notices: Vec<String>,
    /// What needs attention or deserves a look; what is supported or open is only counted.
    pub(super) findings: Vec<FindingResult>,
    /// Address of the whole report, a resource of this server; with `.md` at its end as Markdown.
    pub(super) report: String,
}

/// A finding.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FindingResult {
    /// Its name, for `explain`.
    pub(super) finding: String,
    /// "Needs review", "Reference problem", "May differ" …: what kind of attention it needs.
    pub(super) class: String,
    /// The citation as it is printed.
    pub(super) marker: String,
    /// The sentence that cites.
    pub(super) sentence: String,
    /// The entry as the list prints it.
    pub(super) reference: String,
    /// Why.
    pub(super) message: String,
    /// Passages of the source.
    pub(super) evidence: Vec<PassageResult>,
}

/// A passage of a source.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PassageResult {
    /// Its words.
    pub(super) text: String,
    /// The text that it is from.
    pub(super) origin: String,
}

/// Works as they are cited.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CiteResult {
    /// One for each query, in their order.
    pub(super) works: Vec<CitedWork>,
}

/// What came of a query.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CitedWork {
    /// The query.
    pub(super) query: String,
    /// The work in the format that was asked for; none where none was found for certain.
    pub(super) citation: Option<String>,
    /// Works that may be meant: ask again by the identifier of one of them.
    pub(super) candidates: Vec<String>,
    /// Sources that failed, one sentence each.
    pub(super) failures: Vec<String>,
}

/// What a search for a source came to.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FindResult {
    /// Candidates, best first.
    pub(super) candidates: Vec<FoundWork>,
    /// Whether the first one is taken to be the source.
    pub(super) is_selected: bool,
    /// Sources that failed, one sentence each.
    pub(super) failures: Vec<String>,
}

/// A work that may be the source.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FoundWork {
    /// Authors, year, title and identifiers.
    pub(super) work: String,
    /// Beginning of its abstract.
    pub(super) summary: Option<String>,
}

/// A finding, step by step.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ExplainResult {
    /// Each step, and the conditions that decided it.
    pub(super) explanation: String,
}
