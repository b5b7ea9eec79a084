//! What the checks of one entry come to.

use serde::{Deserialize, Serialize};

use super::confidence::{Ground, confidence};
use super::discrepancy::{Discrepancy, Problem};
use crate::sources::{Record, WorkStatus};
use citelight_types::finding::{IndexGap, NotCheckable};

/// The outcome of checking one entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntryReport {
    /// The entry's citation key.
    pub key: String,
    /// What the entry's metadata come to.
    pub status: Status,
    /// The kind of error, where one is found.
    pub error_type: Option<ErrorType>,
    /// HALLMARK's answer.
    pub label: Label,
    /// Why the sources cannot say whether there is such a work, where they do not have it and need not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_checkable: Option<NotCheckable>,
    /// Whether an entry that needs review describes a work wrongly, or no work that the sources have.
    #[serde(default)]
    pub problem: Option<Problem>,
    /// What was found about it, fact by fact, the weightiest last; also what decides nothing.
    #[serde(default)]
    pub discrepancies: Vec<Discrepancy>,
    /// Calibrated probability that the label is right, 0.5..=1 (see [`super::confidence`]).
    pub confidence: f64,
    /// What the label rests on.
    pub ground: Ground,
    /// The six sub-tests.
    pub subtests: SubTests,
    /// Why, in sentences for the reader; the decisive one first.
    pub reasons: Vec<String>,
    /// What deserves a look but decides nothing.
    pub hints: Vec<String>,
    /// The record that the entry was compared with.
    pub record: Option<Record>,
    /// Whether the work may still be relied on, by whichever record of the very article says the worst.
    #[serde(default)]
    pub work: WorkStatus,
    /// Fields in which the work's records contradict the entry, as the reasons and hints say; none where nothing is
    /// concluded. A correction changes these and no others.
    #[serde(skip)]
    pub differences: Vec<BibField>,
    /// Names of the sources that answered.
    pub asked: Vec<String>,
    /// What failed, one sentence each.
    pub failures: Vec<String>,
}

/// The nine fields of an entry that records are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BibField {
    /// `@article`, `@book` …
    EntryType,
    /// The authors.
    Author,
    /// The title.
    Title,
    /// The year.
    Year,
    /// Journal or proceedings.
    Venue,
    /// The volume.
    Volume,
    /// The issue.
    Number,
    /// The pages.
    Pages,
    /// The DOI.
    Doi,
}

impl EntryReport {
    /// Says that the sources cannot tell whether there is such a work, and what to do about it.
    pub(super) fn say_not_checkable(&mut self, why: NotCheckable) {
        self.not_checkable = Some(why);
        // Of a DOI that resolves, the reasons say so.
        self.reasons.retain(|_| why.gap == IndexGap::Registrar);
        self.reasons.insert(0, format!("{} {}", why.reason(), why.next_step()));
    }

    /// Takes back what was concluded, whose reasons become hints: for a doubt that reaches further than they do.
    pub(super) fn withdraw(&mut self, doubt: &str) {
        self.label = Label::Uncertain;
        self.status = Status::Unverified;
        self.error_type = None;
        self.problem = None;
        self.discrepancies.retain(|fact| fact.problem().is_none());
        self.discrepancies.insert(0, Discrepancy::Unconfirmed);
        self.ground = Ground::Unverified;
        self.confidence = confidence(Ground::Unverified);
        self.differences.clear();
        self.hints.append(&mut self.reasons);
        self.reasons.push(format!("Nothing is concluded: {doubt}."));
    }
}

/// bibtex-updater's eight statuses, one for identifiers of other works, and `unverified` where sources failed or are too few.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A record confirms every field it has.
    Verified,
    /// No source has anything like it.
    NotFound,
    /// The nearest record scores under 0.5, or the entry refutes itself.
    Hallucinated,
    /// The work has another title.
    TitleMismatch,
    /// The work has other authors.
    AuthorMismatch,
    /// The work is of another year.
    YearMismatch,
    /// The work appeared elsewhere.
    VenueMismatch,
    /// The identifier is real but belongs to another work.
    IdentifierOfAnotherWork,
    /// Several fields differ, or the sources contradict each other.
    PartialMatch,
    /// Nothing can be said.
    Unverified,
}

/// HALLMARK's labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Label {
    /// The entry describes a work as it is.
    Valid,
    /// It does not: it needs review.
    Hallucinated,
    /// It cannot be told.
    Uncertain,
}

/// HALLMARK v1.2's fourteen types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorType {
    /// The DOI does not exist.
    FabricatedDoi,
    /// No such venue is known.
    NonexistentVenue,
    /// Names that stand for nobody.
    PlaceholderAuthors,
    /// A year to come.
    FutureDate,
    /// Real authors, a title of no work of theirs.
    ChimericTitle,
    /// A real work at another venue.
    WrongVenue,
    /// A real title with other authors; `author_mismatch` in the paper.
    #[serde(alias = "author_mismatch")]
    SwappedAuthors,
    /// A preprint cited as published.
    PreprintAsPublished,
    /// A real DOI with another work's description.
    HybridFabrication,
    /// Fields of several works.
    MergedCitation,
    /// A list of authors cut without saying so.
    PartialAuthorList,
    /// A real title, slightly changed.
    NearMissTitle,
    /// Nothing of it exists.
    PlausibleFabrication,
    /// Fields of a work's preprint and of its publication mixed.
    ArxivVersionMismatch,
}

/// One sub-test: passed, failed or not applicable, and what it rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SubTest {
    /// Whether it passed; none where it does not apply.
    pub passed: Option<bool>,
    /// One sentence.
    pub evidence: String,
}

impl SubTest {
    pub(super) fn passed(evidence: impl Into<String>) -> Self {
        Self { passed: Some(true), evidence: evidence.into() }
    }

    pub(super) fn failed(evidence: impl Into<String>) -> Self {
        Self { passed: Some(false), evidence: evidence.into() }
    }

    pub(super) fn not_applicable(evidence: impl Into<String>) -> Self {
        Self { passed: None, evidence: evidence.into() }
    }
}

/// HALLMARK's six sub-tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SubTests {
    /// The DOI resolves.
    pub doi_resolves: SubTest,
    /// A work of this title exists.
    pub title_exists: SubTest,
    /// Its authors are these.
    pub authors_match: SubTest,
    /// The venue is real and right for this work.
    pub venue_correct: SubTest,
    /// The entry has the fields it needs, well-formed.
    pub fields_complete: SubTest,
    /// The sources agree with the entry and with each other.
    pub cross_db_agreement: SubTest,
}

impl SubTests {
    /// The six by HALLMARK's names.
    pub fn named(&self) -> [(&'static str, &SubTest); 6] {
        [
            ("doi_resolves", &self.doi_resolves),
            ("title_exists", &self.title_exists),
            ("authors_match", &self.authors_match),
            ("venue_correct", &self.venue_correct),
            ("fields_complete", &self.fields_complete),
            ("cross_db_agreement", &self.cross_db_agreement),
        ]
    }
}
