//! Reading records from JSON Lines: one work a line, as in the HALLMARK record file.
//!
//! A first line that has `coverage` and no `title` describes the file itself:
//! `{"store": "crossref snapshot", "coverage": "everything"}`.

use serde::Deserialize;

use super::editorial::{EditorialNotice, status_of};
use super::title_marks::split_fate;
use super::withdrawal::withdrawn_by_abstract;
use super::{Record, WorkKind, WorkStatus};
use citelight_types::date::Date;
use citelight_types::finding::RetractionManner;
use citelight_types::identifiers::{Identifiers, field};
use citelight_types::text::person::Person;

/// A line that holds no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of {store} holds no record: {reason}; correct or delete the line")]
pub struct LineProblem {
    /// Name of the store.
    pub store: String,
    /// Line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// How much of the literature a store claims to hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coverage {
    /// A selection: what is missing from it may well exist.
    #[default]
    Partial,
    /// Everything an index of its kind would hold: a work that is missing counts towards a ghost.
    Everything,
}

/// What one line says.
pub(super) enum Line {
    /// A work.
    Record(Box<Record>),
    /// The file describes itself.
    Header(Coverage),
}

/// Reads one line.
pub(super) fn read_line(text: &str, number: usize, source: &str) -> Result<Line, String> {
    let raw: RawLine = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let title = raw.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    if let (None, Some(coverage)) = (title, raw.coverage) {
        return Ok(Line::Header(coverage));
    }
    // Some records have no title; only an identifier leads to them.
    if title.is_none() && raw.identifiers() == Identifiers::default() {
        return Err("it has neither title nor identifier".to_owned());
    }
    let title = title.unwrap_or_default();
    let title = match raw.subtitle.as_deref().map(str::trim) {
        Some(subtitle) if !subtitle.is_empty() => format!("{title}: {subtitle}"),
        _ => title.to_owned(),
    };
    let mut status = raw.work_status()?;
    let mut notices = Vec::new();
    if raw.status.is_none() && raw.retracted.is_none() {
        // As in the answers of the sources: a mark before the title, or what stands in the abstract's place.
        notices.extend(split_fate(&title).0.map(EditorialNotice::by_title));
        notices.extend(withdrawn_by_abstract(raw.abstract_text.as_deref()));
        status = status_of(&notices);
    }
    let kind = raw.work_kind();
    let identifiers = raw.identifiers();
    Ok(Line::Record(Box::new(Record {
        id: raw.id.map_or_else(|| format!("line-{number}"), Scalar::into_text),
        source: source.to_owned(),
        title,
        other_titles: raw.other_titles,
        authors: raw.authors.into_iter().map(RawAuthor::into_person).collect(),
        year: raw.year.map(|year| year.into_year()).transpose()?,
        venue: raw.venue,
        venue_short: raw.venue_short,
        volume: raw.volume.map(Scalar::into_text),
        issue: raw.issue.map(Scalar::into_text),
        pages: raw.pages.map(Scalar::into_text),
        identifiers,
        abstract_text: raw.abstract_text,
        publisher: raw.publisher,
        type_name: raw.type_name,
        version: raw.version.and_then(|version| u32::try_from(version.as_u64()?).ok()),
        kind,
        status,
        notices,
        ..Record::default()
    })))
}

/// The fields as files write them.
#[derive(Deserialize)]
struct RawLine {
    id: Option<Scalar>,
    title: Option<String>,
    subtitle: Option<String>,
    #[serde(default)]
    other_titles: Vec<String>,
    #[serde(default)]
    authors: Vec<RawAuthor>,
    year: Option<Scalar>,
    venue: Option<String>,
    venue_short: Option<String>,
    publisher: Option<String>,
    volume: Option<Scalar>,
    #[serde(alias = "number")]
    issue: Option<Scalar>,
    pages: Option<Scalar>,
    doi: Option<String>,
    arxiv: Option<String>,
    pmid: Option<Scalar>,
    pmcid: Option<String>,
    isbn: Option<String>,
    url: Option<String>,
    identifiers: Option<Identifiers>,
    #[serde(rename = "abstract", alias = "abstract_text")]
    abstract_text: Option<String>,
    /// Crossref's name of the kind of work: `journal-article`, `posted-content` …
    #[serde(rename = "type")]
    type_name: Option<String>,
    kind: Option<WorkKind>,
    /// Number of the latest version of a preprint. Files have other things under this name: those say nothing.
    version: Option<serde_json::Value>,
    status: Option<RawStatus>,
    retracted: Option<RawRetraction>,
    coverage: Option<Coverage>,
}

/// A value that files write as a string or as a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Scalar {
    Text(String),
    Number(i64),
}

impl Scalar {
    fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => number.to_string(),
        }
    }

    fn into_year(self) -> Result<i32, String> {
        let text = self.into_text();
        text.trim().parse().map_err(|_| format!("its year “{text}” is no number"))
    }
}

/// An author as an object or as `Family, Given`.
#[derive(Deserialize)]
#[serde(untagged)]
enum RawAuthor {
    Fields {
        family: String,
        #[serde(default)]
        given: Option<String>,
    },
    Name(String),
}

impl RawAuthor {
    fn into_person(self) -> Person {
        match self {
            Self::Fields { family, given } => Person::new(family, given.unwrap_or_default()),
            Self::Name(name) => match name.split_once(',') {
                Some((family, given)) => Person::new(family.trim(), given.trim()),
                None => match name.trim().rsplit_once(' ') {
                    Some((given, family)) => Person::new(family, given),
                    None => Person::new(name.trim(), ""),
                },
            },
        }
    }
}

/// A status as a word or as [`WorkStatus`] itself.
#[derive(Deserialize)]
#[serde(untagged)]
enum RawStatus {
    Word(String),
    Full(WorkStatus),
}

/// A retraction as a yes or no, or with its year and notice.
#[derive(Deserialize)]
#[serde(untagged)]
enum RawRetraction {
    Flag(bool),
    Notice {
        year: Option<i32>,
        notice: Option<String>,
        date: Option<Date>,
        #[serde(default)]
        manner: RetractionManner,
    },
}

impl RawLine {
    fn work_status(&self) -> Result<WorkStatus, String> {
        match &self.retracted {
            Some(RawRetraction::Flag(true)) => return Ok(WorkStatus::retracted(None, None)),
            Some(RawRetraction::Notice { year, notice, date, manner }) => {
                let date = date.or_else(|| year.and_then(Date::from_year));
                return Ok(WorkStatus::Retracted {
                    year: date.map(|date| date.year),
                    notice: notice.clone(),
                    date,
                    manner: *manner,
                });
            }
            Some(RawRetraction::Flag(false)) | None => {}
        }
        match &self.status {
            None => Ok(WorkStatus::Current),
            Some(RawStatus::Full(status)) => Ok(status.clone()),
            Some(RawStatus::Word(word)) => match word.to_lowercase().as_str() {
                "current" | "" => Ok(WorkStatus::Current),
                "retracted" => Ok(WorkStatus::retracted(None, None)),
                "withdrawn" => Ok(WorkStatus::withdrawn()),
                "concern" | "expression-of-concern" => Ok(WorkStatus::Concern { notice: None }),
                "corrected" => Ok(WorkStatus::Corrected { notice: None }),
                _ => Err(format!("its status “{word}” is none of current, retracted, concern, corrected")),
            },
        }
    }

    fn work_kind(&self) -> WorkKind {
        self.kind.unwrap_or_else(|| match self.type_name.as_deref().unwrap_or_default() {
            "posted-content" | "preprint" => WorkKind::Preprint,
            "review" | "review-article" => WorkKind::Review,
            "editorial" | "letter" | "peer-review" => WorkKind::Editorial,
            "book" | "book-chapter" | "monograph" | "edited-book" | "reference-book" => WorkKind::Book,
            "dissertation" | "report" | "standard" | "dataset" | "software" => WorkKind::Grey,
            _ => WorkKind::Research,
        })
    }

    fn identifiers(&self) -> Identifiers {
        let given = self.identifiers.clone().unwrap_or_default();
        Identifiers {
            doi: given.doi.or(self.doi.clone()).map(|doi| normal_doi(&doi)),
            arxiv: given.arxiv.or(self.arxiv.clone()).map(|id| field::normal_arxiv(&id)),
            pmid: given.pmid.or_else(|| match &self.pmid {
                Some(Scalar::Text(text)) => Some(text.clone()),
                Some(Scalar::Number(number)) => Some(number.to_string()),
                None => None,
            }),
            pmcid: given.pmcid.or(self.pmcid.clone()),
            isbn: given.isbn.or(self.isbn.clone()),
            url: given.url.or(self.url.clone()),
        }
    }
}

/// A DOI without resolver, in lower case.
pub(super) fn normal_doi(doi: &str) -> String {
    let lower = doi.trim().to_lowercase();
    lower.find("10.").and_then(|start| lower.get(start..)).unwrap_or(&lower).to_owned()
}
