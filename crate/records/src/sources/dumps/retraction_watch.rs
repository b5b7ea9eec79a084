//! A row of the Retraction Watch Database as Crossref publishes it (<https://gitlab.com/crossref/retraction-watch-data>).

use serde::Deserialize;

use super::RETRACTION_WATCH;
use crate::sources::editorial::status_of;
use crate::sources::people;
use crate::sources::plain::{plain, some_plain};
use crate::sources::{EditorialNotice, NoticeKind, Record, WorkKind};
use citelight_types::date::Date;
use citelight_types::identifiers::{Identifiers, field};

/// The columns that are read.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct RetractionWatchRow {
    /// Title of the work.
    pub title: String,
    /// Its journal.
    pub journal: String,
    /// Its publisher.
    pub publisher: String,
    /// Its authors, semicolons between them.
    pub author: String,
    /// `Research Article;Preprint`.
    pub article_type: String,
    /// When the notice appeared: `7/12/2023 0:00`.
    pub retraction_date: String,
    /// DOI of the notice.
    #[serde(rename = "RetractionDOI")]
    pub retraction_doi: String,
    /// Its PMID.
    #[serde(rename = "RetractionPubMedID")]
    pub retraction_pmid: String,
    /// When the work appeared.
    pub original_paper_date: String,
    /// DOI of the work.
    #[serde(rename = "OriginalPaperDOI")]
    pub original_paper_doi: String,
    /// Its PMID.
    #[serde(rename = "OriginalPaperPubMedID")]
    pub original_paper_pmid: String,
    /// `Retraction`, `Expression of concern`, `Correction`, `Reinstatement`.
    pub retraction_nature: String,
    /// `+Duplication of Article;+Retract and Replace;`
    pub reason: String,
}

impl RetractionWatchRow {
    /// The work, with what the row says of it; none without a title or a nature that is known.
    pub fn record(&self) -> Option<Record> {
        let notice = self.notice()?;
        let identifiers = self.identifiers();
        let title = plain(&self.title);
        if title.is_empty() {
            return None;
        }
        let published = date(&self.original_paper_date);
        let is_preprint = self.article_type.split(';').any(|kind| kind.trim() == "Preprint");
        let named = |name: &&str| !name.trim().is_empty() && !is_unknown(name);
        Some(Record {
            id: identifiers.doi.clone().or_else(|| identifiers.pmid.clone()).unwrap_or_else(|| title.clone()),
            source: RETRACTION_WATCH.to_owned(),
            title,
            authors: self.author.split(';').filter(named).filter_map(people::full_name).collect(),
            year: published.map(|date| date.year),
            published,
            venue: some_plain(Some(&self.journal)),
            publisher: some_plain(Some(&self.publisher)),
            kind: if is_preprint { WorkKind::Preprint } else { WorkKind::Research },
            identifiers,
            status: status_of(std::slice::from_ref(&notice)),
            notices: vec![notice],
            ..Record::default()
        })
    }

    /// What it says of the work.
    pub fn notice(&self) -> Option<EditorialNotice> {
        let kind = match self.retraction_nature.trim().to_ascii_lowercase().as_str() {
            "retraction" if self.reason.to_ascii_lowercase().contains("retract and replace") => {
                NoticeKind::Replacement
            }
            "retraction" => NoticeKind::Retraction,
            "expression of concern" => NoticeKind::Concern,
            "correction" => NoticeKind::Correction,
            "reinstatement" => NoticeKind::Reinstatement,
            _ => return None,
        };
        let named = field::normal(&self.retraction_doi).or_else(|| pmid(&self.retraction_pmid));
        Some(EditorialNotice::registered(kind, date(&self.retraction_date), named))
    }

    /// When the notice appeared.
    pub fn noticed(&self) -> Option<Date> {
        date(&self.retraction_date)
    }

    fn identifiers(&self) -> Identifiers {
        let mut identifiers = Identifiers::default();
        field::set_doi(&mut identifiers, &self.original_paper_doi);
        identifiers.pmid = pmid(&self.original_paper_pmid);
        identifiers
    }
}

/// `36035816.0` and `36035816` are a PMID, `0` is none.
fn pmid(text: &str) -> Option<String> {
    let whole = text.trim().strip_suffix(".0").unwrap_or(text.trim());
    field::pmid(whole).filter(|pmid| pmid.bytes().any(|digit| digit != b'0'))
}

/// `7/12/2023 0:00`, month first; `2023-07-12`.
fn date(text: &str) -> Option<Date> {
    let day = text.split_whitespace().next()?;
    let parts: Vec<i64> = day.split('/').filter_map(|part| part.parse().ok()).collect();
    match parts.as_slice() {
        [month, day, year] => Date::from_parts(*year, Some(*month), Some(*day)),
        _ => Date::from_text(day),
    }
}

fn is_unknown(name: &str) -> bool {
    matches!(
        name.trim().to_ascii_lowercase().as_str(),
        "unknown" | "unavailable" | "none" | "author not available"
    )
}
