//! What happened to a work after it appeared: retractions, concerns, corrections, with their dates.

use serde::{Deserialize, Serialize};

use super::work_status::WorkStatus;
use citelight_types::date::Date;
use citelight_types::finding::RetractionManner;
use citelight_types::sort::SmallSort;

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
    /// Retracted or removed by authors, editors or publisher.
    Retraction,
    /// Withdrawn: a preprint by its authors or its server, an article before it appeared in an issue.
    Withdrawal,
    /// Retracted, and replaced by a corrected version under the same identifier.
    Replacement,
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

    /// What the work's title says.
    pub fn by_title(kind: NoticeKind) -> Self {
        Self { basis: NoticeBasis::Title, ..Self::registered(kind, None, None) }
    }

    /// A yes or no without a notice.
    pub fn flag(kind: NoticeKind) -> Self {
        Self { basis: NoticeBasis::Flag, ..Self::registered(kind, None, None) }
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
        of_kind.small_sort_by_key(|notice| (notice.basis != NoticeBasis::Registered, notice.date));
        of_kind.into_iter().find(stands)
    };
    let gone = [NoticeKind::Retraction, NoticeKind::Withdrawal, NoticeKind::Replacement];
    let mut gone = gone.into_iter().filter_map(|kind| Some((kind, first(kind)?))).collect::<Vec<_>>();
    gone.small_sort_by_key(|(_, notice)| notice.basis != NoticeBasis::Registered);
    if let Some((kind, notice)) = gone.first() {
        // A version that came with the retraction or after it, under the same identifier, stands in its place.
        let is_newer = |version: &EditorialNotice| version.date.is_some() && version.date >= notice.date;
        let is_replaced = gone.iter().any(|(kind, _)| *kind == NoticeKind::Replacement)
            || sure().filter(|notice| notice.kind == NoticeKind::NewVersion).any(is_newer);
        let manner = match kind {
            _ if is_replaced => RetractionManner::Replaced,
            NoticeKind::Withdrawal => RetractionManner::Withdrawn,
            _ => RetractionManner::Retracted,
        };
        return WorkStatus::Retracted {
            year: notice.date.map(|date| date.year),
            notice: notice.notice.clone(),
            date: notice.date,
            manner,
        };
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
            WorkStatus::Retracted {
                year: Some(2010),
                notice: Some("10.1/2010-02-06".to_owned()),
                date: "2010-02-06".parse().ok(),
                manner: RetractionManner::Retracted,
            }
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
    fn withdrawn_and_replaced_are_told_apart_from_retracted() {
        let manner = |notices: &[EditorialNotice]| match status_of(notices) {
            WorkStatus::Retracted { manner, .. } => Some(manner),
            _ => None,
        };
        let of = |kind| notice(kind, "2015-03");
        assert_eq!(manner(&[of(NoticeKind::Withdrawal)]), Some(RetractionManner::Withdrawn));
        assert_eq!(manner(&[of(NoticeKind::Replacement)]), Some(RetractionManner::Replaced));
        let both = [of(NoticeKind::Retraction), of(NoticeKind::Replacement)];
        assert_eq!(manner(&both), Some(RetractionManner::Replaced));
        // The registered notice tells how; a mark in the title only that.
        let marked = EditorialNotice { basis: NoticeBasis::Title, ..of(NoticeKind::Retraction) };
        assert_eq!(manner(&[marked, of(NoticeKind::Withdrawal)]), Some(RetractionManner::Withdrawn));
        for kind in [
            NoticeKind::Concern,
            NoticeKind::Correction,
            NoticeKind::PartialRetraction,
            NoticeKind::NewVersion,
        ] {
            assert_eq!(manner(&[of(kind)]), None, "{kind:?} is no retraction");
        }
    }

    #[test]
    fn a_bare_flag_changes_nothing() {
        let flag = EditorialNotice { basis: NoticeBasis::Flag, ..notice(NoticeKind::Retraction, "2020") };
        assert_eq!(status_of(&[flag]), WorkStatus::Current);
    }
}
