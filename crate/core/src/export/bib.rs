//! Checked bibliographies: output of `citelight bib --format json`.

use serde::{Deserialize, Serialize};

use super::policy::{Level, Policy};
use citelight_records::resolve::corrections::FieldEdit;
use citelight_records::resolve::integrity::{
    Discrepancy, EntryReport, ErrorType, Label, Problem, Status, SubTests,
};
use citelight_records::sources::{Record, WorkStatus};
use citelight_types::finding::{NotCheckable, RetractionManner};

/// Version of [`BibExport`].
pub const BIB_SCHEMA: &str = "citelight/bib/1";

/// Checked bibliographies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BibExport {
    /// `citelight/bib/1`.
    pub schema: String,
    /// The entries of all files, in their order.
    pub entries: Vec<CheckedEntry>,
    /// Counts.
    pub summary: BibSummary,
    /// The policy by which the levels are given.
    #[serde(default)]
    pub policy: String,
}

/// One entry and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedEntry {
    /// Citation key.
    pub key: String,
    /// The file it stands in.
    pub file: String,
    /// Line of its first character, from 1; 0 where it is not known.
    pub line: u32,
    /// What its metadata come to.
    pub status: Status,
    /// The kind of error, where one is found.
    #[serde(rename = "type")]
    pub error_type: Option<ErrorType>,
    /// `HALLUCINATED` is HALLMARK's word for an entry that does not describe a work as it is: it needs review.
    pub label: Label,
    /// Whether an entry that needs review describes a work wrongly, or no work that the sources have.
    #[serde(default)]
    pub problem: Option<Problem>,
    /// What kind of work it is and why the sources cannot tell whether there is such a work, if they cannot. Then the first
    /// reason says so, and what to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_checkable: Option<NotCheckable>,
    /// What was found about it, fact by fact, the weightiest last, each with its level by the policy.
    #[serde(default)]
    pub discrepancies: Vec<Judged>,
    /// The level of the gravest of them.
    #[serde(default)]
    pub level: Level,
    /// Calibrated probability that the label is right, 0.5..=1.
    pub confidence: f64,
    /// The six sub-tests.
    pub subtests: SubTestOutcomes,
    /// What the sub-tests rest on, one sentence each.
    pub evidence: SubTestEvidence,
    /// Why, in sentences; the decisive one first.
    pub reasons: Vec<String>,
    /// What deserves a look but decides nothing.
    pub hints: Vec<String>,
    /// The record that the entry was compared with.
    pub record: Option<Record>,
    /// Whether the work may still be relied on.
    pub work: WorkStatus,
    /// How the entry is to be corrected; none where there is nothing to correct, or nothing to correct it by.
    pub fix: Option<Fix>,
    /// Sources that answered.
    pub asked: Vec<String>,
    /// What failed, one sentence each.
    pub failures: Vec<String>,
}

/// A fact about an entry and how much it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judged {
    /// The fact.
    pub kind: Discrepancy,
    /// Its level by the policy.
    pub level: Level,
}

/// Passed (true), failed (false), not applicable (null).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SubTestOutcomes {
    /// The DOI resolves.
    pub doi_resolves: Option<bool>,
    /// A work of this title exists.
    pub title_exists: Option<bool>,
    /// Its authors are these.
    pub authors_match: Option<bool>,
    /// The venue is real and right for this work.
    pub venue_correct: Option<bool>,
    /// The entry has the fields it needs, well-formed.
    pub fields_complete: Option<bool>,
    /// The sources agree with the entry and with each other.
    pub cross_db_agreement: Option<bool>,
}

/// What each sub-test rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SubTestEvidence {
    /// About the DOI.
    pub doi_resolves: String,
    /// About the title.
    pub title_exists: String,
    /// About the authors.
    pub authors_match: String,
    /// About the venue.
    pub venue_correct: String,
    /// About the fields.
    pub fields_complete: String,
    /// About agreement.
    pub cross_db_agreement: String,
}

/// A correction of one entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fix {
    /// Its edits, field by field.
    pub edits: Vec<FieldEdit>,
    /// The corrected entry in BibTeX, laid out as the file has it; none for other formats.
    pub bibtex: Option<String>,
}

/// How many entries came to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BibSummary {
    /// Entries.
    pub entries: usize,
    /// Right as they stand.
    pub valid: usize,
    /// Needing review: label `HALLUCINATED`.
    pub needs_review: usize,
    /// Of these, works that no source has.
    #[serde(default)]
    pub not_found: usize,
    /// Of these, works that are described wrongly.
    #[serde(default)]
    pub misdescribed: usize,
    /// Entries by their level: errors.
    #[serde(default)]
    pub errors: usize,
    /// Warnings.
    #[serde(default)]
    pub warnings: usize,
    /// Notes.
    #[serde(default)]
    pub notes: usize,
    /// Not decided: no source knows enough.
    pub uncertain: usize,
    /// Of the undecided, those for which a source failed.
    pub unchecked: usize,
    /// Of the undecided, works that no source has and none could be expected to have.
    #[serde(default)]
    pub not_checkable: usize,
    /// Works that were retracted.
    pub retracted: usize,
    /// Entries with a correction.
    pub fixable: usize,
}

impl BibExport {
    /// The export of checked entries, judged by this policy.
    pub fn new(entries: Vec<CheckedEntry>, policy: &Policy) -> Self {
        let count =
            |wanted: &dyn Fn(&CheckedEntry) -> bool| entries.iter().filter(|entry| wanted(entry)).count();
        let summary = BibSummary {
            entries: entries.len(),
            valid: count(&|entry| entry.label == Label::Valid),
            needs_review: count(&|entry| entry.label == Label::Hallucinated),
            not_found: count(&|entry| entry.problem == Some(Problem::NotFound)),
            misdescribed: count(&|entry| entry.problem == Some(Problem::Misdescribed)),
            errors: count(&|entry| entry.level == Level::Error),
            warnings: count(&|entry| entry.level == Level::Warning),
            notes: count(&|entry| entry.level == Level::Note),
            uncertain: count(&|entry| entry.label == Label::Uncertain),
            unchecked: count(&CheckedEntry::is_unchecked),
            not_checkable: count(&|entry| entry.not_checkable.is_some()),
            retracted: count(&CheckedEntry::is_retracted),
            fixable: count(&|entry| entry.fix.is_some()),
        };
        Self { schema: BIB_SCHEMA.to_owned(), entries, summary, policy: policy.name.clone() }
    }
}

impl CheckedEntry {
    /// The export of a report, judged by a policy.
    pub fn new(report: EntryReport, file: String, line: u32, fix: Option<Fix>, policy: &Policy) -> Self {
        let judged = |kind: &Discrepancy| Judged { kind: *kind, level: policy.level(*kind) };
        Self {
            problem: report.problem,
            not_checkable: report.not_checkable,
            level: policy.worst(&report.discrepancies),
            discrepancies: report.discrepancies.iter().map(judged).collect(),
            key: report.key,
            file,
            line,
            status: report.status,
            error_type: report.error_type,
            label: report.label,
            confidence: report.confidence,
            subtests: SubTestOutcomes::of(&report.subtests),
            evidence: SubTestEvidence::of(report.subtests),
            reasons: report.reasons,
            hints: report.hints,
            record: report.record,
            work: report.work,
            fix,
            asked: report.asked,
            failures: report.failures,
        }
    }

    /// Whether nothing could be said because a source failed, or because none was there.
    pub fn is_unchecked(&self) -> bool {
        self.label == Label::Uncertain && (!self.failures.is_empty() || self.asked.is_empty())
    }

    /// Whether a reader is to see it: what a policy accepts is told with the correct entries.
    pub fn deserves_a_look(&self) -> bool {
        self.level > Level::None || self.is_unchecked() || self.work.is_retracted()
    }

    /// Whether the work was retracted or withdrawn. What was retracted and replaced under one identifier can be cited.
    pub fn is_retracted(&self) -> bool {
        matches!(&self.work, WorkStatus::Retracted { manner, .. } if *manner != RetractionManner::Replaced)
    }

    /// Whether somebody should look at it, by the policy: the check does not pass.
    pub fn needs_review(&self) -> bool {
        self.level >= Level::Warning
    }

    /// Whether its identifier leads to another work.
    pub fn names_another_work(&self) -> bool {
        let is_elsewhere = |kind: Discrepancy| {
            matches!(kind, Discrepancy::DoiOfAnotherWork | Discrepancy::ArxivIdOfAnotherWork)
        };
        self.discrepancies.iter().any(|judged| is_elsewhere(judged.kind))
    }

    /// The gravest fact; of several as grave the weightiest.
    pub fn gravest(&self) -> Option<Judged> {
        self.discrepancies.iter().copied().max_by_key(|judged| (judged.level, judged.kind))
    }
}

impl SubTestOutcomes {
    fn of(tests: &SubTests) -> Self {
        Self {
            doi_resolves: tests.doi_resolves.passed,
            title_exists: tests.title_exists.passed,
            authors_match: tests.authors_match.passed,
            venue_correct: tests.venue_correct.passed,
            fields_complete: tests.fields_complete.passed,
            cross_db_agreement: tests.cross_db_agreement.passed,
        }
    }
}

impl SubTestEvidence {
    fn of(tests: SubTests) -> Self {
        Self {
            doi_resolves: tests.doi_resolves.evidence,
            title_exists: tests.title_exists.evidence,
            authors_match: tests.authors_match.evidence,
            venue_correct: tests.venue_correct.evidence,
            fields_complete: tests.fields_complete.evidence,
            cross_db_agreement: tests.cross_db_agreement.evidence,
        }
    }
}
