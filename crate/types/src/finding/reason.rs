//! Why a verdict was given.

use serde::{Deserialize, Serialize};

use super::{FieldDifference, NotCheckable, RetractionManner, Update};
use crate::date::Date;

/// Why a verdict was given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Reason {
    /// The source says it, in these or like words.
    SourceSaysSo,
    /// A passage says something like it; that is not right often enough to be called support.
    SimilarPassage,
    /// Of tested statements with such a passage so many were right: how much a [`Reason::SimilarPassage`] is worth.
    TestedSupport {
        /// Statements that were accurate.
        right: u32,
        /// Statements that were tested.
        of: u32,
    },
    /// Of tested statements with such a difference so many were wrong: how much a difference is worth that is no verdict.
    TestedDifference {
        /// Statements that were not accurate.
        right: u32,
        /// Statements that were tested.
        of: u32,
    },
    /// A number, unit or percentage differs.
    NumberDiffers {
        /// In the claim.
        claim: String,
        /// In the source.
        source: String,
    },
    /// A number of the sentence stands nowhere in the source, of which the whole text was read.
    NumberMissing {
        /// The number with its unit, as the sentence writes it.
        claim: String,
    },
    /// What the sentence quotes stands in the source, word for word.
    QuotationFound {
        /// The quotation.
        quote: String,
    },
    /// The source has other words in what the sentence quotes.
    QuotationAltered {
        /// Words of the quotation.
        claim: String,
        /// Words of the source.
        source: String,
    },
    /// What the sentence quotes stands nowhere in the source, of which the whole text was read.
    QuotationMissing {
        /// The quotation.
        quote: String,
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
    /// No index that was asked has it, and none could be expected to.
    NotCheckable {
        /// What it is, and why the indexes cannot tell.
        why: NotCheckable,
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
    /// The work was corrected, or a newer version of it appeared. What the sentence takes from it may have changed; nothing is
    /// said against the citation.
    Updated {
        /// What appeared.
        update: Update,
        /// When, where known.
        date: Option<Date>,
        /// Identifier of the notice or of the newer version.
        notice: Option<String>,
    },
    /// A number that the sentence takes from the cited version of the work reads otherwise in its latest one.
    ChangedSince {
        /// In the sentence and in the cited version.
        claim: String,
        /// In the latest version.
        latest: String,
        /// The latest version: `arXiv:2101.00001v3`.
        version: String,
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
    /// A hint, and no verdict: by title and abstract the work fits neither the sentence nor the article.
    SeemsAboutSomethingElse {
        /// Title of the work.
        title: String,
        /// The sentence of its abstract that is nearest to the claim.
        nearest: String,
        /// The entry of the same list that fits the sentence better, where there is one.
        better: Option<BetterEntry>,
        /// Whether it fits nothing in the article: none of its sentences, not the article, and no other work of the list.
        #[serde(default, skip_serializing_if = "is_false")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        alone: bool,
        /// How many works are cited at once where the fewest are, if it is cited only in a crowd.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        crowd: Option<u32>,
    },
    /// A hint, and no verdict: the sentence writes a name beside the number that its entry does not have.
    NameBesideDiffers {
        /// As the sentence writes it: `Smith (2015)`.
        sentence: String,
        /// Authors and year of the entry.
        entry: String,
    },
    /// A hint, and no verdict: the sentence writes a year beside the number that is not its entry's.
    YearBesideDiffers {
        /// In the sentence.
        sentence: String,
        /// In the entry.
        entry: String,
    },
    /// The evidence points both ways or is weak.
    EvidenceWeak,
    /// The configured endpoint finds the claim in the passages shown.
    ModelFindsSupport {
        /// Which model.
        model: String,
        /// How it voted, where it was asked several times.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        votes: Option<Votes>,
    },
    /// The configured endpoint finds that the passages shown say otherwise.
    ModelFindsContradiction {
        /// Which model.
        model: String,
        /// Its own words, at most 40.
        rationale: String,
        /// How it voted, where it was asked several times.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        votes: Option<Votes>,
    },
    /// The configured endpoint was asked and does not decide it.
    ModelUndecided {
        /// Which model.
        model: String,
    },
    /// The source says so only with a citation of its own: it is not the first to say it.
    SecondHand {
        /// What it cites there, at most three.
        first: Vec<FirstSource>,
        /// Numbers and hedges that the sentence has otherwise than the source.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<ChangedWords>>", optional))]
        changed: Vec<ChangedWords>,
    },
    /// Only the abstract could be read.
    AbstractOnly,
    /// Only some passages of the source were available.
    PassagesOnly,
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
    /// Nobody was asked about the reference: no source of records may be, or is there. Looking references up is the next step.
    NotLookedUp,
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
    /// The sentence, or the entry of the reference list, was read by a model off the image of a page: it may be misread.
    ReadFromImage {
        /// The page, from 1.
        page: u32,
        /// The model.
        by: String,
    },
    /// A model is missing.
    NoModel {
        /// Which, and what to do.
        reason: String,
    },
}

/// How a model that was asked several times voted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Votes {
    /// For the answer that is shown.
    pub shown: u32,
    /// In all that count.
    pub of: u32,
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// A work from which a source has what it says, as the source's own reference list names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FirstSource {
    /// The entry, as the source prints it.
    pub entry: String,
    /// The work's DOI, where the entry gives one.
    pub doi: Option<String>,
}

/// Words that changed between a source and the sentence that cites it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangedWords {
    /// In the sentence; empty where it left a hedge out.
    pub sentence: String,
    /// In the source.
    pub source: String,
}

/// An entry of the reference list that fits a citing sentence better than the cited one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BetterEntry {
    /// Its id.
    pub reference: String,
    /// Its number in the list.
    pub number: u32,
    /// Title of its work.
    pub title: String,
}
