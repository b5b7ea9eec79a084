//! What the retraction of a cited work means for those who cite it: nothing against them, if it came later.

use citelight_document::document::{Appearance, Document};
use citelight_records::sources::{Record, WorkStatus};
use citelight_types::date::Date;
use citelight_types::finding::{Reason, RetractionManner};
use citelight_types::text::normalise::fold;
use citelight_verify::claim::Claim;

/// What the reader is told of the retraction of a cited work; none if the work stands, or if the sentence speaks of the
/// retraction itself.
///
/// Only [`Reason::Retracted`] speaks against the citation: the work had been retracted when the citing paper appeared.
pub fn retraction_reason(document: &Document, claim: &Claim, record: &Record) -> Option<Reason> {
    let WorkStatus::Retracted { year, notice, date, manner } = &record.status else { return None };
    let speaks_of_it = fold(&claim.sentence).split(' ').any(|word| {
        ["retract", "withdraw", "fraud", "misconduct", "fabricat"].iter().any(|stem| word.starts_with(stem))
    });
    if speaks_of_it {
        return None;
    }
    let (year, notice, manner) = (*year, notice.clone(), *manner);
    let date = date.or_else(|| year.and_then(Date::from_year));
    // What stands under the identifier now can be relied on.
    if manner == RetractionManner::Replaced {
        return Some(Reason::RetractedAndReplaced { date, notice });
    }
    let appeared = document.appearance();
    let citing = appeared.map(|appeared| appeared.date);
    Some(match (order(date, appeared), date, citing) {
        (Order::Before, ..) => Reason::Retracted { year, notice, date, citing, manner },
        (Order::Since, Some(date), Some(citing)) => Reason::RetractedSince { date, citing, notice, manner },
        _ => Reason::RetractedUndated { date, citing, notice, manner },
    })
}

/// Which came first, a retraction or the citing paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// The work had been retracted when the paper appeared.
    Before,
    /// The work was retracted later.
    Since,
    /// Nobody can tell.
    Unknown,
}

/// A date that only hints at when the paper appeared accuses nobody: the paper may be older, but hardly younger, than the
/// file that bears it.
fn order(retracted: Option<Date>, citing: Option<Appearance>) -> Order {
    let (Some(retracted), Some(citing)) = (retracted, citing) else { return Order::Unknown };
    match retracted.precedes(citing.date) {
        Some(true) if !citing.is_hint => Order::Before,
        Some(false) => Order::Since,
        _ => Order::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(retracted: Option<&str>, published: Option<&str>, manner: RetractionManner) -> Reason {
        let date: Option<Date> = retracted.and_then(|date| date.parse().ok());
        let status = WorkStatus::Retracted { year: date.map(|date| date.year), notice: None, date, manner };
        let document =
            Document { published: published.and_then(|date| date.parse().ok()), ..Document::default() };
        let record = Record { status, ..Record::default() };
        retraction_reason(&document, &Claim::default(), &record).unwrap()
    }

    #[test]
    fn a_retraction_speaks_only_against_those_who_came_after_it() {
        for (retracted, published) in [
            ("2010", "2012"),
            ("2010-02-06", "2010-03"),
            ("2010-02", "2010-03-01"),
            ("2010-02-05", "2010-02-06"),
            ("2010", "2011-01-01"),
        ] {
            let reason = told(Some(retracted), Some(published), RetractionManner::Retracted);
            assert!(matches!(reason, Reason::Retracted { .. }), "{retracted} {published}: {reason:?}");
        }
        for (retracted, published) in [
            ("2012", "2010"),
            ("2010-03", "2010-02-06"),
            ("2010-03-01", "2010-02"),
            ("2010-02-06", "2010-02-05"),
            ("2011-01-01", "2010"),
        ] {
            for manner in [RetractionManner::Retracted, RetractionManner::Withdrawn] {
                let reason = told(Some(retracted), Some(published), manner);
                assert!(
                    matches!(reason, Reason::RetractedSince { .. }),
                    "{retracted} {published}: {reason:?}"
                );
            }
        }
    }

    #[test]
    fn what_came_first_is_not_told_where_nobody_knows() {
        for (retracted, published) in [
            (None, Some("2012")),
            (Some("2010"), None),
            (None, None),
            (Some("2010"), Some("2010")),
            (Some("2010"), Some("2010-05-01")),
            (Some("2010-05"), Some("2010-05-07")),
            (Some("2010-05-07"), Some("2010-05-07")),
        ] {
            let reason = told(retracted, published, RetractionManner::Retracted);
            assert!(
                matches!(reason, Reason::RetractedUndated { .. }),
                "{retracted:?} {published:?}: {reason:?}"
            );
        }
        // The day of a file accuses nobody; but what was retracted after it, was retracted since.
        let hint = |date: &str| Some(Appearance { date: date.parse().unwrap(), is_hint: true });
        assert_eq!(order("2010".parse().ok(), hint("2012-01-01")), Order::Unknown);
        assert_eq!(order("2013".parse().ok(), hint("2012-01-01")), Order::Since);
    }

    #[test]
    fn what_was_replaced_can_be_cited() {
        let reason = told(Some("2010"), Some("2012"), RetractionManner::Replaced);
        assert!(matches!(reason, Reason::RetractedAndReplaced { .. }), "{reason:?}");
    }

    #[test]
    fn a_sentence_about_the_retraction_is_told_nothing() {
        let record = Record { status: WorkStatus::retracted(Some(2010), None), ..Record::default() };
        let claim = Claim { sentence: "The study was later retracted [3].".to_owned(), ..Claim::default() };
        assert_eq!(retraction_reason(&Document::default(), &claim, &record), None);
    }
}
