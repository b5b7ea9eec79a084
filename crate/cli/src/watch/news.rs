//! What became of a work since the findings about its citation were published.

use citelight::date::Date;
use citelight::identifiers::Identifiers;
use citelight::resolve::integrity::Day;
use citelight::sources::api::ApiName;
use citelight::sources::doi_register::DoiRegister;
use citelight::sources::editorial::NoticeBasis;
use citelight::sources::{EditorialNotice, NoticeKind, Query, Record, Source};
use citelight::text::hexadecimal;
use citelight_network::index::{IndexRegister, LocalIndex};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::findings::Watched;
use crate::network::Network;

/// Version of [`News`].
const SCHEMA: &str = "citelight/news/1";
/// Digits of an id.
const ID: usize = 32;

/// One notice about a work that a published article cites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct News {
    /// `citelight/news/1`.
    pub(super) schema: String,
    /// The same for the same findings, entry and kind of notice, however often it is found.
    pub(super) id: String,
    /// File of the findings.
    pub(super) findings: String,
    /// The article's address or file name.
    pub(super) article: Option<String>,
    /// Its title.
    pub(super) title: Option<String>,
    /// The entry of the reference list.
    pub(super) reference: String,
    /// As it is printed.
    pub(super) entry: String,
    /// The citations of it.
    pub(super) citations: Vec<String>,
    /// Title of the work.
    pub(super) work: String,
    /// Its identifiers.
    pub(super) identifiers: Identifiers,
    /// What happened to it.
    pub(super) kind: NoticeKind,
    /// When.
    pub(super) date: Option<Date>,
    /// DOI or address of the notice.
    pub(super) notice: Option<String>,
    /// The day on which it was found.
    pub(super) found: String,
}

impl News {
    /// What a notice says that the findings do not; none if it is no news, or nothing that shakes a citation.
    pub(super) fn of(watched: &Watched, notice: &EditorialNotice, today: Day) -> Option<Self> {
        if notice.basis == NoticeBasis::Flag
            || !shakes(notice.kind)
            || was_known(&watched.record, notice.kind)
        {
            return None;
        }
        let Watched { findings, origin, title, reference, entry, citations, record } = watched;
        let kind = serde_json::to_string(&notice.kind).unwrap_or_default();
        // By its kind alone: a source that names the notice a week later tells nothing new.
        let key = [findings.as_str(), reference.as_str(), &name_of(record), &kind].join("\n");
        let id: String = hexadecimal(Sha256::digest(key)).chars().take(ID).collect();
        Some(Self {
            schema: SCHEMA.to_owned(),
            id,
            findings: findings.clone(),
            article: origin.clone(),
            title: title.clone(),
            reference: reference.clone(),
            entry: entry.clone(),
            citations: citations.clone(),
            work: record.title.clone(),
            identifiers: record.identifiers.clone(),
            kind: notice.kind,
            date: notice.date,
            notice: notice.notice.clone(),
            found: format!("{:04}-{:02}-{:02}", today.year, today.month, today.day),
        })
    }

    /// For people.
    pub(super) fn sentence(&self) -> String {
        let what = match self.kind {
            NoticeKind::Retraction => "was retracted",
            NoticeKind::Withdrawal => "was withdrawn",
            NoticeKind::Replacement => "was retracted and replaced",
            NoticeKind::PartialRetraction => "was retracted in part",
            NoticeKind::Concern => "is under an expression of concern",
            NoticeKind::Reinstatement => "was reinstated",
            NoticeKind::Correction => "was corrected",
            NoticeKind::NewVersion => "has a newer version",
        };
        let date = self.date.map(|date| format!(" on {date}")).unwrap_or_default();
        let notice = self.notice.as_ref().map(|notice| format!(" (notice: {notice})")).unwrap_or_default();
        format!("{}, {}: “{}” {what}{date}{notice}", self.findings, self.reference, self.work)
    }
}

/// Whether a citation may no longer stand as it does, or stands again.
fn shakes(kind: NoticeKind) -> bool {
    !matches!(kind, NoticeKind::Correction | NoticeKind::NewVersion)
}

/// Whether the findings say so already.
fn was_known(record: &Record, kind: NoticeKind) -> bool {
    use citelight::sources::WorkStatus;
    let is_gone = matches!(kind, NoticeKind::Retraction | NoticeKind::Withdrawal | NoticeKind::Replacement);
    record.notices.iter().any(|known| known.kind == kind && known.basis != NoticeBasis::Flag)
        || is_gone && record.status.is_retracted()
        || kind == NoticeKind::Concern && matches!(record.status, WorkStatus::Concern { .. })
}

fn name_of(record: &Record) -> String {
    let Identifiers { doi, arxiv, pmid, .. } = &record.identifiers;
    doi.clone().or_else(|| arxiv.clone()).or_else(|| pmid.clone()).unwrap_or_else(|| record.title.clone())
}

/// Every notice about a work: those of the register, those of the source that knows it by its identifier, those of the index;
/// and why somebody could not be asked.
pub(super) async fn notices_about(
    record: &Record,
    network: &Network,
    index: Option<&LocalIndex>,
) -> (Vec<EditorialNotice>, Option<String>) {
    let (mut notices, mut failure) = (Vec::new(), None);
    if let Some(doi) = record.identifiers.doi.as_deref() {
        let register = network.register();
        let told = match index {
            Some(index) => IndexRegister::new(index, Some(register)).notices(doi).await,
            None => register.notices(doi).await,
        };
        notices.extend(told.notices);
        failure = told.failure.map(|error| error.to_string());
    }
    let query = Query::by_identifiers(&record.identifiers);
    // Whoever registered the work says what became of it: arXiv of its own, Crossref of DOIs.
    let registrar = match record.identifiers.arxiv {
        Some(_) => ApiName::Arxiv,
        None => ApiName::Crossref,
    };
    let source = network.sources().find(|source| source.name() == registrar.as_str());
    let asked = source.filter(|source: &&dyn Source| source.can_look_up(&query));
    if let Some(source) = asked {
        match source.look_up(query).await {
            Ok(found) => {
                let same = found.into_iter().filter(|found| found.identifiers.agree(&record.identifiers));
                notices.extend(same.flat_map(|found| found.notices));
            }
            Err(error) => failure = failure.or(Some(error.to_string())),
        }
    }
    (notices, failure)
}
