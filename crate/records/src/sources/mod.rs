//! Scholarly sources: what they say about a work, and how they are asked.

use serde::{Deserialize, Serialize};

use citelight_inference::LocalFuture;
use citelight_types::date::Date;
use citelight_types::finding::RetractionManner;
use citelight_types::identifiers::Identifiers;
use citelight_types::text::person::Person;

pub mod api;
pub mod api_settings;
pub mod api_source;
pub mod arxiv;
pub mod citing;
pub mod crossref;
pub mod datacite;
pub mod dblp;
pub mod doi;
pub mod doi_register;
pub mod editorial;
pub mod europe_pmc;
pub mod http;
mod json;
pub mod json_lines;
pub mod key;
pub mod links;
pub mod local;
pub mod manners;
pub mod openalex;
pub mod openreview;
mod people;
mod plain;
pub mod pubmed;
pub mod semantic_scholar;
mod shown;
pub mod standing;
pub(crate) mod title_marks;
pub mod unpaywall;
mod withdrawal;
mod work;
mod xml;
pub mod zotero;

pub use api::{Api, ApiName, ApiSettings};
pub use api_source::ApiSource;
pub use editorial::{EditorialNotice, NoticeBasis, NoticeKind};
pub use links::{CitedWork, LocationFormat, LocationVersion, OpenLocation, VersionLink, VersionRelation};
pub use shown::{shown_list, shown_name, shown_names};

/// What a scholarly source says about a work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Record {
    /// The source's own id of the work.
    pub id: String,
    /// Name of the source that said it (`local`, `crossref` …).
    pub source: String,
    /// Title, subtitle joined; empty where the source has none.
    pub title: String,
    /// Other titles that a stored version of this very work bears: an earlier one, the original, a short one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub other_titles: Vec<String>,
    /// Authors in order.
    pub authors: Vec<Person>,
    /// Year of publication.
    pub year: Option<i32>,
    /// Journal, proceedings, book.
    pub venue: Option<String>,
    /// Its abbreviation.
    pub venue_short: Option<String>,
    /// Volume.
    pub volume: Option<String>,
    /// Issue.
    pub issue: Option<String>,
    /// Pages or article number.
    pub pages: Option<String>,
    /// Identifiers, normalised.
    pub identifiers: Identifiers,
    /// Abstract as plain text.
    pub abstract_text: Option<String>,
    /// What kind of work it is.
    pub kind: WorkKind,
    /// Whether it may still be relied on, by the notices that are beyond doubt.
    pub status: WorkStatus,
    /// Publisher, institution or school.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub publisher: Option<String>,
    /// The kind of work in the source's own words: `journal-article`, `Conference and Workshop Papers` …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub type_name: Option<String>,
    /// When it first appeared, as exactly as the source knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub published: Option<Date>,
    /// The last year in which it was published, where that is later than `year`: online first, in print years after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub last_year: Option<i32>,
    /// Every notice about it, with dates; some may be mere flags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<EditorialNotice>>", optional))]
    pub notices: Vec<EditorialNotice>,
    /// Works about which this one is itself a notice: a retraction notice names the article here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Identifiers>>", optional))]
    pub notice_for: Vec<Identifiers>,
    /// Its other versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<VersionLink>>", optional))]
    pub versions: Vec<VersionLink>,
    /// Open copies, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<OpenLocation>>", optional))]
    pub locations: Vec<OpenLocation>,
    /// Its list of references, where the source gives one and it was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<CitedWork>>", optional))]
    pub references: Vec<CitedWork>,
}

/// Years that an article may wait for its issue. More lie between an old print and the day it was put online, and
/// nobody cites the years between these.
const LONGEST_WAIT: i32 = 5;

impl Record {
    /// Every title that it bears. Placeholders such as `[No title found]` are left out.
    pub fn titles(&self) -> impl Iterator<Item = &str> {
        let titles = std::iter::once(&self.title).chain(&self.other_titles);
        titles.map(String::as_str).filter(|title| !title_marks::is_no_title(title))
    }

    /// Whether it bears no title of its own: none at all, the heading of a part of an issue (“Front matter”, “Editorial”), or
    /// the name of where it appeared. Such a record contradicts no title.
    pub fn is_untitled(&self) -> bool {
        let places = || [&self.venue, &self.venue_short].into_iter().flatten();
        let is_of_place = |title: &str| places().any(|place| title_marks::is_place_of_issue(title, place));
        self.titles().all(|title| title_marks::is_heading(title) || is_of_place(title))
    }

    /// The years in which it may be said to have appeared, the first and the last: online first, then in its issue.
    pub fn years(&self) -> Option<(i32, i32)> {
        let first = self.year?;
        let issue = self.last_year.filter(|last| (first..=first.saturating_add(LONGEST_WAIT)).contains(last));
        Some((first, issue.unwrap_or(first)))
    }

    /// Whether it was published in this year, or between its first day online and its issue.
    pub fn is_of_year(&self, year: i32) -> bool {
        self.last_year == Some(year)
            || self.years().is_some_and(|(first, last)| (first..=last).contains(&year))
    }

    /// Takes what this record lacks to tell what the work is about and where it stands from another one of the same
    /// work.
    pub fn fill_from(&mut self, other: Self) {
        let own = &mut self.identifiers;
        own.doi = own.doi.take().or(other.identifiers.doi);
        own.arxiv = own.arxiv.take().or(other.identifiers.arxiv);
        own.pmid = own.pmid.take().or(other.identifiers.pmid);
        own.pmcid = own.pmcid.take().or(other.identifiers.pmcid);
        let new = other.locations.into_iter().filter(|location| !self.locations.contains(location));
        self.locations.extend(new.collect::<Vec<_>>());
        self.abstract_text = self.abstract_text.take().or(other.abstract_text);
        if self.year.is_none() {
            (self.year, self.last_year) = (other.year, other.last_year);
        }
        self.venue = self.venue.take().or(other.venue);
    }
}

/// Kinds of works, as far as verification treats them differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WorkKind {
    /// Primary research: article, proceedings paper.
    #[default]
    Research,
    /// Review, meta-analysis, survey.
    Review,
    /// Preprint.
    Preprint,
    /// Editorial, letter, comment, news.
    Editorial,
    /// Book or chapter.
    Book,
    /// Thesis, standard, software, dataset, report: works that indexes often lack.
    Grey,
}

/// Editorial status of a work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum WorkStatus {
    /// Nothing is known against it.
    #[default]
    Current,
    /// Retracted or withdrawn.
    Retracted {
        /// Year of the notice, where known.
        year: Option<i32>,
        /// Identifier or URL of the notice.
        notice: Option<String>,
        /// When the notice appeared, as exactly as is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        date: Option<Date>,
        /// Whether it was retracted, withdrawn, or retracted and replaced; left out where it was retracted.
        #[serde(default, skip_serializing_if = "RetractionManner::is_retracted")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<RetractionManner>", optional))]
        manner: RetractionManner,
    },
    /// An expression of concern stands.
    Concern {
        /// Identifier or URL of the notice.
        notice: Option<String>,
    },
    /// Corrected.
    Corrected {
        /// Identifier or URL of the notice.
        notice: Option<String>,
    },
}

impl WorkStatus {
    /// Whether it was retracted, withdrawn, or retracted and replaced.
    pub fn is_retracted(&self) -> bool {
        matches!(self, Self::Retracted { .. })
    }

    /// Withdrawn, nobody says when.
    pub fn withdrawn() -> Self {
        Self::Retracted { year: None, notice: None, date: None, manner: RetractionManner::Withdrawn }
    }

    /// Retracted, as of a year that may be unknown.
    pub fn retracted(year: Option<i32>, notice: Option<String>) -> Self {
        Self::Retracted {
            year,
            notice,
            date: year.and_then(Date::from_year),
            manner: RetractionManner::Retracted,
        }
    }
}

/// What a source is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Query<'a> {
    /// Identifiers of the wanted work; asked first.
    pub identifiers: &'a Identifiers,
    /// Title, if one was parsed.
    pub title: Option<&'a str>,
    /// Authors, first one first.
    pub authors: &'a [Person],
    /// Year of publication.
    pub year: Option<i32>,
}

impl<'a> Query<'a> {
    /// For the work of these identifiers, whatever else is known of it.
    pub fn by_identifiers(identifiers: &'a Identifiers) -> Self {
        Self { identifiers, title: None, authors: &[], year: None }
    }
}

/// Why a source gave no answer. A source that fails never makes a ghost.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// It could not be reached or answered with an error.
    #[error("{} did not answer while looking up {what}: {reason}; try again later", shown_name(source_name))]
    Unavailable {
        /// Name of the source.
        source_name: String,
        /// What was looked up.
        what: String,
        /// What happened.
        reason: String,
    },
    /// Its answer could not be read.
    #[error("the answer of {} about {what} could not be read: {reason}", shown_name(source_name))]
    Malformed {
        /// Name of the source.
        source_name: String,
        /// What was looked up.
        what: String,
        /// What was wrong with it.
        reason: String,
    },
}

impl SourceError {
    /// Name of the source that failed.
    pub fn source_name(&self) -> &str {
        let (Self::Unavailable { source_name, .. } | Self::Malformed { source_name, .. }) = self;
        source_name
    }
}

/// One scholarly source. The local store and every API answer through this.
pub trait Source {
    /// Its name, as shown to the reader and written into trails.
    fn name(&self) -> &str;

    /// Records that may be the wanted work, best first, at most ten; an empty list is a healthy "not here".
    ///
    /// # Errors
    /// [`SourceError`] if the source failed; that is never the same as "not here".
    fn look_up<'a>(&'a self, query: Query<'a>) -> LocalFuture<'a, Result<Vec<Record>, SourceError>>;

    /// Whether it can be asked this at all: one that only knows identifiers has nothing to say about a title, and its
    /// silence must not count as "not here".
    fn can_look_up(&self, _query: &Query<'_>) -> bool {
        true
    }

    /// Place in the order in which sources are asked this: lower is earlier, equal places stay as they stand.
    fn place(&self, _query: &Query<'_>) -> usize {
        0
    }

    /// Asks ahead for many works at once, so that looking them up one by one asks nothing anew. What fails is asked
    /// again then.
    fn prepare<'a>(&'a self, _queries: &'a [Query<'a>]) -> LocalFuture<'a, ()> {
        Box::pin(std::future::ready(()))
    }

    /// Titles of earlier versions of a work that this source told of, since a work may be renamed. Asked only where a title
    /// contradicts an identifier.
    ///
    /// # Errors
    /// [`SourceError`] if the source failed.
    fn other_titles<'a>(&'a self, _record: &'a Record) -> LocalFuture<'a, Result<Vec<String>, SourceError>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }

    /// Whether a healthy "not here" of this source counts towards calling a reference a ghost. A store known to be
    /// partial says no.
    fn covers_everything(&self) -> bool {
        true
    }

    /// Whether the large indexes take in what this source holds, so that after their "not here" it is only worth asking
    /// about works that it knows by an identifier of its own, or that are too new for them.
    fn is_taken_in(&self) -> bool {
        false
    }
}

/// Sources in the order in which they are best asked this.
pub fn in_order<'s>(sources: &[&'s dyn Source], query: &Query<'_>) -> Vec<&'s dyn Source> {
    let mut order = sources.to_vec();
    order.sort_by_key(|source| source.place(query));
    order
}
