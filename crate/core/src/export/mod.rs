//! What the command line and the surfaces write to files: versioned JSON.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

mod bib;
mod check_policy;
mod find;
mod policy;
pub mod report;

pub use bib::{
    BIB_SCHEMA, BibExport, BibSummary, CheckedEntry, Fix, Judged, SubTestEvidence, SubTestOutcomes,
};
pub use check_policy::{JudgedReference, PolicyOutcome};
pub use find::{FIND_SCHEMA, FindExport, FoundSource};
pub use policy::{Level, POLICY_SCHEMA, Policy, PolicyError, PolicyFile, Profile};
pub use report::ReportFormat;

use crate::audit::Report;
use crate::audit::answers::AnswerCounts;
use crate::audit::counts::{CitationClass, CitationCounts, ReferenceCounts, classes_of};
use crate::audit::event::{CitationView, DocumentView, Notice, ReferenceView, Summary};
use crate::audit::finding::Finding;
use citelight_document::citation::CitationStyle;
use citelight_document::document::{Anomaly, Format};
use citelight_records::resolve::Resolution;

/// Version of [`MapExport`].
pub const MAP_SCHEMA: &str = "citelight/map/1";
/// Version of [`CheckExport`].
pub const CHECK_SCHEMA: &str = "citelight/check/1";

/// A document with its citations mapped: output of `citelight map --format json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
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
    /// What a policy makes of it, where one was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub policy: Option<PolicyOutcome>,
    /// URL or file name of the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub origin: Option<String>,
    /// Findings that a reader dismissed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Dismissal>>", optional))]
    pub dismissed: Vec<Dismissal>,
    /// What a reader answered of open claims.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Answered>>", optional))]
    pub answers: Vec<Answered>,
}

/// What a reader who looked at the source said of one finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answered {
    /// Id of the citation.
    pub citation: String,
    /// Id of the reference.
    pub reference: String,
    /// What the reader said.
    pub answer: ReaderAnswer,
}

/// A reader's answer to whether the source says what the sentence says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReaderAnswer {
    /// It does.
    Supported,
    /// It does not.
    NotSupported,
    /// The reader left it open.
    Skipped,
}

impl ReaderAnswer {
    /// The answer as it is told.
    pub fn words(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::NotSupported => "not supported",
            Self::Skipped => "left open",
        }
    }
}

/// A finding that a reader dismissed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dismissal {
    /// Id of the citation.
    pub citation: String,
    /// Id of the reference.
    pub reference: String,
    /// Why.
    pub reason: DismissReason,
}

/// Why a reader dismisses a finding. The reason is optional: one click says no more than that it is no problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DismissReason {
    /// The source does say so.
    SourceAgrees,
    /// The sentence claims something else.
    ClaimMisread,
    /// It was compared with another work than the one that is meant.
    WrongSource,
    /// It does not matter.
    NotWorth,
    /// No reason was given.
    NotAProblem,
}

impl DismissReason {
    /// The reason as it is told.
    pub fn words(self) -> &'static str {
        match self {
            Self::SourceAgrees => "the source does say this",
            Self::ClaimMisread => "the sentence was misread",
            Self::WrongSource => "this is not the cited source",
            Self::NotWorth => "not worth reviewing",
            Self::NotAProblem => "not a problem",
        }
    }
}

/// What one reference resolved to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
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
            policy: None,
            origin: None,
            dismissed: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// The class of each citation, in reading order, less what the reader dismissed.
    pub fn citation_classes(&self) -> Vec<CitationClass> {
        let dismissed: HashSet<(&str, &str)> =
            self.dismissed.iter().map(|one| (one.citation.as_str(), one.reference.as_str())).collect();
        classes_of(&self.map.citations, &self.findings, &dismissed, |finding| self.class_of(finding))
    }

    /// The class of one finding, by the policy if one was chosen.
    pub fn class_of(&self, finding: &Finding) -> CitationClass {
        self.policy.as_ref().map_or_else(|| CitationClass::of(finding), |policy| policy.class_of(finding))
    }

    /// Citations by class, from the findings themselves: a file may have been dismissed from since it was summed up.
    pub fn citation_counts(&self) -> CitationCounts {
        CitationCounts::of(self.citation_classes())
    }

    /// What connected models and citing papers said.
    pub fn answer_counts(&self) -> AnswerCounts {
        AnswerCounts::of(&self.findings)
    }

    /// Entries of the reference list by how they stand to the records.
    pub fn reference_counts(&self) -> ReferenceCounts {
        let known: HashMap<&str, &Resolution> =
            self.resolutions.iter().map(|one| (one.reference.as_str(), &one.resolution)).collect();
        ReferenceCounts::of(self.map.references.iter().map(|entry| known.get(entry.id.as_str()).copied()))
    }

    /// The same, with what a policy makes of it: citations are counted by it. Entries are counted by what was found.
    #[must_use]
    pub fn by_policy(mut self, policy: &Policy) -> Self {
        self.policy = Some(policy.judge(&self));
        self.summary.citations = self.citation_counts();
        self
    }

    /// The same, of a document with this URL or file name.
    #[must_use]
    pub fn with_origin(self, origin: impl Into<String>) -> Self {
        Self { origin: Some(origin.into()), ..self }
    }
}
