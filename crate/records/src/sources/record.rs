//! What a scholarly source says about a work.

use serde::{Deserialize, Serialize};

use super::editorial::EditorialNotice;
use super::links::{CitedWork, OpenLocation, VersionLink};
use super::title_marks;
use super::work_status::WorkStatus;
use citelight_types::date::Date;
use citelight_types::identifiers::Identifiers;
use citelight_types::text::person::Person;

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
    /// Number of its latest version, where its server counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub version: Option<u32>,
    /// When that version appeared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub updated: Option<Date>,
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
