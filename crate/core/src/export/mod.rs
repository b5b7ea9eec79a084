//! What the command line and the surfaces write to files: versioned JSON.

use serde::{Deserialize, Serialize};

mod bib;
mod find;

pub use bib::{BIB_SCHEMA, BibExport, BibSummary, CheckedEntry, Fix, SubTestEvidence, SubTestOutcomes};
pub use find::{FIND_SCHEMA, FindExport, FoundSource};

use crate::audit::Report;
use crate::audit::event::{CitationView, DocumentView, Notice, ReferenceView, Summary};
use crate::audit::finding::Finding;
use crate::citation::CitationStyle;
use crate::document::{Anomaly, Format};
use crate::resolve::Resolution;

/// Version of [`MapExport`].
pub const MAP_SCHEMA: &str = "citelight/map/1";
/// Version of [`CheckExport`].
pub const CHECK_SCHEMA: &str = "citelight/check/1";

/// A document with its citations mapped: output of `citelight map --format json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MapExport {
    /// `citelight/map/1`.
    pub schema: String,
    /// Kind of markup.
    pub format: Format,
    /// Title of the document.
    pub title: Option<String>,
    /// Dominant citation style.
    pub style: CitationStyle,
    /// The reference list.
    pub references: Vec<ReferenceView>,
    /// Every in-text citation in reading order.
    pub citations: Vec<CitationView>,
    /// What looks wrong with the document.
    pub anomalies: Vec<Anomaly>,
}

impl MapExport {
    /// The export of a mapped document.
    pub fn new(document: DocumentView) -> Self {
        Self {
            schema: MAP_SCHEMA.to_owned(),
            format: document.format,
            title: document.title,
            style: document.style,
            references: document.references,
            citations: document.citations,
            anomalies: document.anomalies,
        }
    }
}

/// A whole audit: output of `citelight check --format json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckExport {
    /// The mapped document; its `schema` is `citelight/check/1`.
    #[serde(flatten)]
    pub map: MapExport,
    /// What the references resolved to, in the order of the list.
    pub resolutions: Vec<ReferenceResolution>,
    /// Findings in reading order. `reference` is empty where a citation points at no single reference.
    pub findings: Vec<Finding>,
    /// What the reader should know about the audit.
    pub notices: Vec<Notice>,
    /// Counts and coverage.
    pub summary: Summary,
    /// Names of the models that ran, with hash prefixes.
    pub models: Vec<String>,
}

/// What one reference resolved to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReferenceResolution {
    /// Id of the reference.
    pub reference: String,
    /// The resolution.
    pub resolution: Resolution,
}

impl CheckExport {
    /// The export of a report.
    pub fn new(report: Report, models: Vec<String>) -> Self {
        let ids = report.document.references.iter().map(|reference| reference.id.clone());
        let resolutions = ids
            .zip(report.resolutions)
            .filter_map(|(reference, resolution)| {
                resolution.map(|resolution| ReferenceResolution { reference, resolution })
            })
            .collect();
        Self {
            map: MapExport { schema: CHECK_SCHEMA.to_owned(), ..MapExport::new(report.document) },
            resolutions,
            findings: report.findings,
            notices: report.notices,
            summary: report.summary,
            models,
        }
    }
}
