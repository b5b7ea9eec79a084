//! What happened to a work after it appeared: retractions, concerns, corrections, with their dates.

use serde::{Deserialize, Serialize};

use super::{Date, WorkStatus};

/// One notice about a work, as a source reports it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EditorialNotice {
    /// What it says.
    pub kind: NoticeKind,
    /// When it appeared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub date: Option<Date>,
    /// DOI, PMID or URL of the notice itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub notice: Option<String>,
    /// The words that say so, where the source gives words and no notice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub words: Option<String>,
    /// How the source knows.
    pub basis: NoticeBasis,
}

/// What a notice says about its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NoticeKind {
    /// Retracted, removed, or withdrawn by authors, editors or publisher.
    Retraction,
    /// Parts of it were retracted.
    PartialRetraction,
    /// An expression of concern.
    Concern,
    /// Corrected: erratum, corrigendum, addendum.
    Correction,
    /// A newer version stands in its place.
    NewVersion,
    /// A retraction or concern was taken back.
    Reinstatement,
}

/// How a source knows of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NoticeBasis {
    /// The notice is registered and named.
    Registered,
    /// The work's title or comment says so.
    Title,
    /// A yes or no without a notice: such flags were wrong before (OpenAlex), so a second source must say it too.
    Flag,
}

impl EditorialNotice {
    /// A registered notice.
    pub fn registered(kind: NoticeKind, date: Option<Date>, notice: Option<String>) -> Self {
        Self { kind, date, notice, words: None, basis: NoticeBasis::Registered }
    }
}

/// The status that follows from notices. Flags alone change nothing; a reinstatement that is not older than a
/// retraction or concern takes it back.
pub fn status_of(notices: &[EditorialNotice]) -> WorkStatus {
    let sure = || notices.iter().filter(|notice| notice.basis != NoticeBasis::Flag);
    let reinstated =
        sure().filter(|notice| notice.kind == NoticeKind::Reinstatement).map(|notice| notice.date);
    let reinstated = reinstated.max();
    let stands = |notice: &&EditorialNotice| match reinstated {
        None => true,
        Some(date) => notice.date > date,
    };
    let first = |kind: NoticeKind| {
        let mut of_kind: Vec<&EditorialNotice> = sure().filter(|notice| notice.kind == kind).collect();
        // A notice that is named tells more than a title; the oldest of them is when the reader could know.
        of_kind.sort_by_key(|notice| (notice.basis != NoticeBasis::Registered, notice.date));
        of_kind.into_iter().find(stands)
    };
    if let Some(retraction) = first(NoticeKind::Retraction) {
        let year = retraction.date.map(|date| date.year);
        return WorkStatus::Retracted { year, notice: retraction.notice.clone() };
    }
    if let Some(concern) = first(NoticeKind::Concern) {
        return WorkStatus::Concern { notice: concern.notice.clone() };
    }
    let corrected = first(NoticeKind::PartialRetraction).or_else(|| first(NoticeKind::Correction));
    match corrected {
        Some(correction) => WorkStatus::Corrected { notice: correction.notice.clone() },
        None => WorkStatus::Current,
    }
}

/// What publishers put before the title of a work they retracted, in lower case.
const TITLE_MARKS: [(&str, NoticeKind); 12] = [
    ("retracted article", NoticeKind::Retraction),
    ("retracted chapter", NoticeKind::Retraction),
    ("retracted paper", NoticeKind::Retraction),
    ("retracted", NoticeKind::Retraction),
    ("withdrawn article", NoticeKind::Retraction),
    ("withdrawn", NoticeKind::Retraction),
    ("article withdrawn", NoticeKind::Retraction),
    ("removed", NoticeKind::Retraction),
    ("temporary removal", NoticeKind::Concern),
    ("expression of concern", NoticeKind::Concern),
    ("editorial expression of concern", NoticeKind::Concern),
    ("article retracted", NoticeKind::Retraction),
];

/// Takes a mark such as `RETRACTED:`, `[Retracted]` or `WITHDRAWN –` off the start of a title. A mark is set off from
/// the title by brackets or a colon or dash; "Retracted science and the retraction index" has none.
pub(super) fn split_mark(title: &str) -> (Option<NoticeKind>, &str) {
    let title = title.trim();
    let (head, rest) = match title.strip_prefix(['[', '(']) {
        Some(inner) => match inner.split_once([']', ')']) {
            Some((head, rest)) => (head, rest),
            None => return (None, title),
        },
        None => match title.split_once([':', '–', '—']) {
            Some((head, rest)) => (head, rest),
            None => return (None, title),
        },
    };
    let head = head.trim().to_lowercase();
    let rest = rest.trim_start_matches([':', '–', '—', '-', ' ']).trim();
    let mark = TITLE_MARKS.iter().find(|(mark, _)| *mark == head).filter(|_| !rest.is_empty());
    mark.map_or((None, title), |(_, kind)| (Some(*kind), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notice(kind: NoticeKind, date: &str) -> EditorialNotice {
        EditorialNotice::registered(kind, date.parse().ok(), Some(format!("10.1/{date}")))
    }

    #[test]
    fn the_gravest_notice_that_stands_is_the_status() {
        let correction = notice(NoticeKind::Correction, "2004-03-06");
        let retraction = notice(NoticeKind::Retraction, "2010-02-06");
        let status = status_of(&[correction.clone(), retraction.clone()]);
        assert_eq!(
            status,
            WorkStatus::Retracted { year: Some(2010), notice: Some("10.1/2010-02-06".to_owned()) }
        );
        let reinstated = notice(NoticeKind::Reinstatement, "2011");
        assert_eq!(
            status_of(&[retraction.clone(), reinstated.clone(), correction.clone()]),
            WorkStatus::Current,
            "a reinstatement takes back what came before it, also older corrections"
        );
        let again = notice(NoticeKind::Retraction, "2012");
        assert!(matches!(
            status_of(&[retraction, reinstated, again]),
            WorkStatus::Retracted { year: Some(2012), .. }
        ));
        assert_eq!(status_of(&[]), WorkStatus::Current);
    }

    #[test]
    fn a_bare_flag_changes_nothing() {
        let flag = EditorialNotice { basis: NoticeBasis::Flag, ..notice(NoticeKind::Retraction, "2020") };
        assert_eq!(status_of(&[flag]), WorkStatus::Current);
    }

    #[test]
    fn marks_are_taken_off_titles_and_words_are_left() {
        for (title, mark, rest) in [
            ("RETRACTED: Ileal hyperplasia", Some(NoticeKind::Retraction), "Ileal hyperplasia"),
            ("[Retracted] Motor noise", Some(NoticeKind::Retraction), "Motor noise"),
            ("RETRACTED ARTICLE: A: B", Some(NoticeKind::Retraction), "A: B"),
            ("Expression of Concern: Sleep", Some(NoticeKind::Concern), "Sleep"),
            (
                "Retracted science and the retraction index",
                None,
                "Retracted science and the retraction index",
            ),
            ("Retraction: why it matters", None, "Retraction: why it matters"),
            ("RETRACTED:", None, "RETRACTED:"),
        ] {
            assert_eq!(split_mark(title), (mark, rest));
        }
    }
}
