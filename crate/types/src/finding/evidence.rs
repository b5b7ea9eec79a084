//! What a source says, where, and how near that is to the claim.

use std::ops::Range;

use citelight_inference::Probabilities;
use serde::{Deserialize, Serialize};

/// What the source says, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evidence {
    /// The words of the source, unchanged.
    pub text: String,
    /// Characters of `text` (UTF-16 code units) that differ from the claim, to be set off.
    pub differing: Vec<Range<u32>>,
    /// Where it stands.
    pub place: Place,
    /// How it was scored.
    pub scores: EvidenceScores,
}

/// A place in a source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// Headings above it, outermost first; [`Place::RECORD`] or [`Place::REFERENCES`] alone for what stands in no work.
    pub section: Vec<String>,
    /// Paragraph within the section, from 1.
    pub paragraph: u32,
    /// First sentence within the paragraph, from 1.
    pub sentence: u32,
    /// Where the text came from: a URL or a file name.
    pub origin: String,
    /// How much of the work was read; none where none was.
    pub extent: Option<Extent>,
}

impl Place {
    /// Where a bibliographic record is the evidence.
    pub const RECORD: &str = "Record";
    /// Where an entry of the citing article is the evidence: the paragraph is its number.
    pub const REFERENCES: &str = "References";
}

/// Scores of one piece of evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvidenceScores {
    /// Cosine of claim and passage; none without a bi-encoder.
    pub similarity: Option<f64>,
    /// Lexical score (BM25).
    pub lexical: Option<f64>,
    /// Probabilities of the NLI model.
    pub nli: Option<Probabilities>,
}

/// How much of a work a text holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Extent {
    /// The whole work.
    FullText,
    /// Its abstract: may support, may never accuse on absence.
    Abstract,
    /// Some passages of its text: like an abstract, they may support, and never accuse on absence.
    Passages,
}
