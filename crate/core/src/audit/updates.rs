//! What appeared about a cited work that stands: a correction, a newer version. It is told and accuses nobody.

use std::sync::LazyLock;

use regex::Regex;

use citelight_document::citation::Reference;
use citelight_records::sources::{EditorialNotice, NoticeKind, Record, VersionRelation, WorkStatus};
use citelight_types::finding::{Reason, Update};
use citelight_types::identifiers::Identifiers;
use citelight_types::text::normalise::fold;
use citelight_verify::claim::Claim;

/// What the reader is told; none if nothing appeared, if the work was retracted, which is told by itself, or if the sentence
/// speaks of the correction.
pub(super) fn update_reason(reference: &Reference, claim: &Claim, record: &Record) -> Option<Reason> {
    if record.status.is_retracted() || speaks_of_it(&claim.sentence) {
        return None;
    }
    corrected(record).or_else(|| newer(record)).or_else(|| newer_on_arxiv(reference, record))
}

fn speaks_of_it(sentence: &str) -> bool {
    fold(sentence).split(' ').any(|word| {
        ["erratum", "errata", "corrigend", "correction"].iter().any(|stem| word.starts_with(stem))
    })
}

/// A correction or a partial retraction that the status rests on: flags without a notice are none.
fn corrected(record: &Record) -> Option<Reason> {
    let WorkStatus::Corrected { notice } = &record.status else { return None };
    let is_it = |own: &&EditorialNotice| {
        own.notice == *notice && matches!(own.kind, NoticeKind::PartialRetraction | NoticeKind::Correction)
    };
    let found = record.notices.iter().find(is_it);
    let update = match found.map(|notice| notice.kind) {
        Some(NoticeKind::PartialRetraction) => Update::PartlyRetracted,
        _ => Update::Corrected,
    };
    Some(Reason::Updated { update, date: found.and_then(|notice| notice.date), notice: notice.clone() })
}

/// A newer version under an identifier of its own.
fn newer(record: &Record) -> Option<Reason> {
    let noticed = record.notices.iter().filter(|notice| notice.kind == NoticeKind::NewVersion);
    // The same identifier leads to the newer version: whoever cites it cites that one.
    let other = |notice: &&EditorialNotice| {
        let own = record.identifiers.doi.as_deref();
        notice.notice.as_deref().is_some_and(|theirs| own.is_none_or(|own| !own.eq_ignore_ascii_case(theirs)))
    };
    if let Some(notice) = noticed.filter(other).max_by_key(|notice| notice.date) {
        let (date, notice) = (notice.date, notice.notice.clone());
        return Some(Reason::Updated { update: Update::NewVersion, date, notice });
    }
    let link = record.versions.iter().find(|link| link.relation == VersionRelation::Newer)?;
    let notice = Some(shown(&link.identifiers)?);
    Some(Reason::Updated { update: Update::NewVersion, date: None, notice })
}

fn shown(identifiers: &Identifiers) -> Option<String> {
    let arxiv = identifiers.arxiv.as_ref().map(|arxiv| format!("arXiv:{arxiv}"));
    identifiers.doi.clone().or(arxiv)
}

/// A version of a preprint as an entry names it: `arXiv:1706.03762v2`, `arxiv.org/abs/hep-th/9901001v3`.
static VERSION: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    Regex::new(r"(?i)(?P<id>\d{4}\.\d{4,5}|[a-z\-]+(?:\.[a-z]{2})?/\d{7})v(?P<version>[1-9]\d?)\b").unwrap()
});

/// An entry that names a version of a preprint of which arXiv has a later one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OlderVersion {
    arxiv: String,
    cited: u32,
    latest: u32,
}

impl OlderVersion {
    /// None if the entry names no version, or the latest one.
    pub(super) fn named_by(reference: &Reference, record: &Record) -> Option<Self> {
        let latest = record.version?;
        let arxiv = record.identifiers.arxiv.clone()?;
        let named =
            VERSION.captures_iter(&reference.raw).find(|found| found["id"].eq_ignore_ascii_case(&arxiv))?;
        let cited: u32 = named["version"].parse().ok()?;
        (cited < latest).then_some(Self { arxiv, cited, latest })
    }

    /// arXiv's name of the cited version.
    pub(super) fn cited(&self) -> String {
        format!("{}v{}", self.arxiv, self.cited)
    }

    /// arXiv's name of the latest version.
    pub(super) fn latest(&self) -> String {
        format!("{}v{}", self.arxiv, self.latest)
    }
}

fn newer_on_arxiv(reference: &Reference, record: &Record) -> Option<Reason> {
    let older = OlderVersion::named_by(reference, record)?;
    let notice = Some(format!("arXiv:{}", older.latest()));
    Some(Reason::Updated { update: Update::NewVersion, date: record.updated, notice })
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_records::sources::VersionLink;

    fn told(raw: &str, record: &Record) -> Option<Reason> {
        let reference = Reference { raw: raw.to_owned(), ..Reference::default() };
        update_reason(&reference, &Claim::default(), record)
    }

    fn notice(kind: NoticeKind, id: &str) -> EditorialNotice {
        EditorialNotice::registered(kind, "2012-03".parse().ok(), Some(id.to_owned()))
    }

    fn with(notices: Vec<EditorialNotice>) -> Record {
        let status = citelight_records::sources::editorial::status_of(&notices);
        let doi = Some("10.1/work".to_owned());
        Record {
            status,
            notices,
            identifiers: Identifiers { doi, ..Identifiers::default() },
            ..Record::default()
        }
    }

    fn kind(reason: Option<Reason>) -> Option<Update> {
        match reason {
            Some(Reason::Updated { update, .. }) => Some(update),
            _ => None,
        }
    }

    #[test]
    fn corrections_and_newer_versions_are_told_and_retractions_are_not_told_twice() {
        let corrected = with(vec![notice(NoticeKind::Correction, "10.1/erratum")]);
        let Some(Reason::Updated { update: Update::Corrected, date: Some(_), notice: Some(id) }) =
            told("Lee. Weirs.", &corrected)
        else {
            panic!("a correction has its date and its notice");
        };
        assert_eq!(id, "10.1/erratum");
        let partly = with(vec![notice(NoticeKind::PartialRetraction, "10.1/p")]);
        assert_eq!(kind(told("", &partly)), Some(Update::PartlyRetracted));
        let newer = with(vec![notice(NoticeKind::NewVersion, "10.1/work.pub2")]);
        assert_eq!(kind(told("", &newer)), Some(Update::NewVersion));
        let same = with(vec![notice(NoticeKind::NewVersion, "10.1/WORK")]);
        assert_eq!(told("", &same), None, "the identifier leads to the newer version");
        let retracted =
            with(vec![notice(NoticeKind::Correction, "10.1/e"), notice(NoticeKind::Retraction, "10.1/r")]);
        assert_eq!(told("", &retracted), None);
        assert_eq!(told("", &with(Vec::new())), None);
        let versions = vec![VersionLink {
            relation: VersionRelation::Newer,
            identifiers: Identifiers { arxiv: Some("2101.00001".to_owned()), ..Identifiers::default() },
        }];
        assert_eq!(kind(told("", &Record { versions, ..Record::default() })), Some(Update::NewVersion));
    }

    #[test]
    fn a_sentence_about_the_correction_needs_no_note() {
        let corrected = with(vec![notice(NoticeKind::Correction, "10.1/erratum")]);
        let claim = Claim { sentence: "The erratum [3] changes the table.".to_owned(), ..Claim::default() };
        assert_eq!(update_reason(&Reference::default(), &claim, &corrected), None);
    }

    #[test]
    fn only_an_entry_that_names_an_older_version_is_behind_arxiv() {
        let identifiers = Identifiers { arxiv: Some("1706.03762".to_owned()), ..Identifiers::default() };
        let record = Record { version: Some(7), identifiers, ..Record::default() };
        assert_eq!(kind(told("Vaswani. arXiv:1706.03762v2, 2017.", &record)), Some(Update::NewVersion));
        for raw in ["Vaswani. arXiv:1706.03762, 2017.", "arXiv:1706.03762v7", "arXiv:1706.03763v1", ""] {
            assert_eq!(told(raw, &record), None, "{raw}");
        }
    }
}
