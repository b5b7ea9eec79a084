//! Findings: the result for one citation and one of its references.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::access::Extent;
use crate::committee::Bundle;
use crate::resolve::FieldDifference;
use crate::sources::{Date, RetractionManner};
use crate::verify::models::Probabilities;

pub use super::trail::{Check, Relation, Step, TrailStep};

/// The result for one citation×reference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// Id of the citation.
    pub citation: String,
    /// Id of the reference.
    pub reference: String,
    /// What was found.
    pub verdict: Verdict,
    /// Only with [`Verdict::Miscited`].
    pub category: Option<CategoryLabel>,
    /// P(the verdict is right) in 0..=1; none for unchecked.
    pub confidence: Option<f64>,
    /// What the citing sentence attributes to the reference.
    pub claim: String,
    /// Why the work is cited.
    pub function: CitingFunction,
    /// Why this verdict, the deciding reason first. Never empty.
    pub reasons: Vec<Reason>,
    /// The reasons as one short English text.
    pub message: String,
    /// What the source says, most telling first.
    pub evidence: Vec<Evidence>,
    /// The ordered steps that led here.
    pub trail: Vec<TrailStep>,
    /// Who was heard about a work that could not be read, and how they voted; none if no committee was convened.
    pub committee: Option<Box<Bundle>>,
}

impl Finding {
    /// Whether the cited work was retracted after the citing paper appeared.
    pub fn is_retracted_since(&self) -> bool {
        self.reasons.iter().any(|reason| matches!(reason, Reason::RetractedSince { .. }))
    }
}

/// What was found about one citation×reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The source says so.
    Supported,
    /// The source says otherwise, or cannot be relied on, or does not exist. Shown as "needs review".
    Miscited,
    /// It was read, and the evidence does not decide.
    Undecidable,
    /// It could not be read or checked.
    Unchecked,
}

/// The five categories in their precedence: the first that fails is the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// Could a reader find the right work and author from this reference?
    AttributionTraceability,
    /// Is the source disqualified as evidence?
    CitationValidity,
    /// Read in context, does it say this?
    ContentMisrepresentation,
    /// Is a valid result applied outside its population, setting, task?
    ScopeExtrapolation,
    /// Is the strength or kind of evidence as claimed?
    EvidenceCharacterization,
}

/// A category with its subtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CategoryLabel {
    /// The category.
    pub category: Category,
    /// The subtype, where one is evident.
    pub subtype: Option<Subtype>,
    /// Decided by signals alone, not by rules on records or an endpoint.
    pub suggested: bool,
}

/// Subtypes of the categories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Subtype {
    /// No such work.
    GhostCitation,
    /// Another author than the sentence names.
    AuthorMisattribution,
    /// Retracted or obsolete.
    Retracted,
    /// A secondary source cited as primary.
    SecondarySource,
    /// About something else.
    Irrelevant,
    /// Says the opposite or another value.
    Contradictory,
    /// Quoted selectively.
    SelectiveQuotation,
    /// Qualifiers left out.
    OmittedQualifiers,
    /// Two findings made one.
    ConflatedFindings,
    /// Wider than the source's population or setting.
    Overgeneralisation,
    /// A method applied where it was not tested.
    MethodologicalMisapplication,
    /// Data used outside their scope.
    DataScopeMisuse,
    /// An association presented as a cause.
    CorrelationAsCausation,
    /// A statistic or metric distorted.
    StatisticalDistortion,
}

/// Why a work is cited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CitingFunction {
    /// Context, motivation.
    #[default]
    Background,
    /// A method, tool or dataset that is used.
    Method,
    /// A finding of the source is stated.
    Result,
    /// The own work is compared with it.
    Comparison,
    /// Named in passing ("see e.g. \[7\]", a list of related work): judged on existence and topic only.
    Perfunctory,
}

/// Why a verdict was given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Reason {
    /// The source says it, in these or like words.
    SourceSaysSo,
    /// A number, unit or percentage differs.
    NumberDiffers {
        /// In the claim.
        claim: String,
        /// In the source.
        source: String,
    },
    /// More against less, increase against decrease.
    DirectionDiffers {
        /// In the claim.
        claim: String,
        /// In the source.
        source: String,
    },
    /// One says it, the other denies it.
    NegationDiffers {
        /// In the claim, empty if plain.
        claim: String,
        /// In the source, empty if plain.
        source: String,
    },
    /// A hedge or qualifier of the source was dropped.
    HedgeDropped {
        /// The source's words.
        source: String,
    },
    /// The claim is about a wider or another population or setting.
    ScopeDiffers {
        /// In the claim.
        claim: String,
        /// In the source.
        source: String,
    },
    /// A causal verb over an associational source.
    CausalUpgrade {
        /// In the claim.
        claim: String,
        /// In the source.
        source: String,
    },
    /// A named thing is another one in the source.
    EntityDiffers {
        /// In the claim.
        claim: String,
        /// In the source.
        source: String,
    },
    /// The sentence names another author than the record.
    AuthorDiffers {
        /// In the sentence.
        claim: String,
        /// In the record.
        record: String,
    },
    /// No source knows such a work.
    NoRecord {
        /// Names of the sources that were asked, as they are shown.
        asked: Vec<String>,
    },
    /// The record differs from the reference in these fields.
    MetadataDiffers {
        /// The fields.
        differences: Vec<FieldDifference>,
    },
    /// The work was retracted: before the citing paper appeared, where that is known.
    Retracted {
        /// Year of the notice.
        year: Option<i32>,
        /// Its identifier.
        notice: Option<String>,
        /// When the notice appeared, as exactly as is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        date: Option<Date>,
        /// When the citing paper appeared.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        citing: Option<Date>,
        /// Whether it was retracted or withdrawn.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<RetractionManner>", optional))]
        manner: RetractionManner,
    },
    /// The work was retracted after the citing paper appeared: no fault of its authors.
    RetractedSince {
        /// When the notice appeared.
        date: Date,
        /// When the citing paper appeared.
        citing: Date,
        /// Identifier of the notice.
        notice: Option<String>,
        /// Whether it was retracted or withdrawn.
        manner: RetractionManner,
    },
    /// The work was retracted; whether before or after the citing paper appeared is not known.
    RetractedUndated {
        /// When the notice appeared, where known.
        date: Option<Date>,
        /// When the citing paper appeared, where known.
        citing: Option<Date>,
        /// Identifier of the notice.
        notice: Option<String>,
        /// Whether it was retracted or withdrawn.
        manner: RetractionManner,
    },
    /// The work was retracted and replaced by a corrected version under the same identifier.
    RetractedAndReplaced {
        /// When the notice appeared, where known.
        date: Option<Date>,
        /// Identifier of the notice.
        notice: Option<String>,
    },
    /// The entry's identifier is real but belongs to another work.
    IdentifierOfAnotherWork {
        /// The identifier.
        identifier: String,
        /// Title of the work that bears it.
        title: String,
    },
    /// The source was read and neither says nor denies it.
    NotFoundInSource,
    /// The whole source lacks the claim's words, and another source of the reference list holds them.
    AnotherSubject {
        /// Words of the claim that the source never uses.
        missing: Vec<String>,
        /// The other source, named for the reader.
        elsewhere: String,
    },
    /// The evidence points both ways or is weak.
    EvidenceWeak,
    /// The configured endpoint finds the claim in the passages shown.
    ModelFindsSupport {
        /// Which model.
        model: String,
    },
    /// The configured endpoint finds that the passages shown say otherwise.
    ModelFindsContradiction {
        /// Which model.
        model: String,
        /// Its own words, at most 40.
        rationale: String,
    },
    /// Only the abstract could be read.
    AbstractOnly,
    /// Named in passing; it exists and is on the topic.
    Perfunctory,
    /// The source could not be read; papers that cite it say of it what the sentence says.
    WitnessesSaySo {
        /// How many were heard.
        witnesses: u32,
        /// What they say.
        statement: String,
    },
    /// The source could not be read; papers that cite it say otherwise.
    WitnessesSayOtherwise {
        /// How many were heard.
        witnesses: u32,
        /// What they say.
        statement: String,
    },
    /// The source could not be read, and papers that cite it do not decide.
    WitnessesUndecided {
        /// How many were heard.
        witnesses: u32,
        /// Why, in clauses.
        reason: String,
    },
    /// The text of the source could not be had.
    NoText {
        /// Why, in one sentence.
        reason: String,
    },
    /// The reference could not be resolved.
    NotResolved {
        /// Why, in one sentence.
        reason: String,
    },
    /// The citation could not be mapped to one reference.
    NotMapped {
        /// Why, in one sentence.
        reason: String,
    },
    /// The citation fits several entries of the reference list; an endpoint chose this one.
    EntryChosen {
        /// How many it fits.
        entries: u32,
    },
    /// A model is missing.
    NoModel {
        /// Which, and what to do.
        reason: String,
    },
}

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
    /// Headings above it, outermost first.
    pub section: Vec<String>,
    /// Paragraph within the section, from 1.
    pub paragraph: u32,
    /// First sentence within the paragraph, from 1.
    pub sentence: u32,
    /// Where the text came from: a URL or a file name.
    pub origin: String,
    /// Whole text or abstract.
    pub extent: Option<Extent>,
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
