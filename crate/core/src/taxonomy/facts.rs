//! What records say of the first two questions, without any model.

use std::sync::LazyLock;

use regex::Regex;

use super::category_of;
use super::sample::Facts;
use super::subtypes::{AttributionSubtype, ValiditySubtype};
use super::walk::Basis;
use crate::audit::finding::{Reason, Subtype};
use crate::sources::{Record, WorkKind};
use crate::verify::claim::Claim;

/// The facts of a citation: by the reasons that were found, and by the kind of its work.
pub fn facts(reasons: &[Reason], record: Option<&Record>, claim: &Claim) -> Facts {
    let mut facts = Facts::default();
    for label in reasons.iter().filter_map(category_of) {
        let basis = if label.suggested { Basis::Signals } else { Basis::Records };
        match label.subtype {
            Some(Subtype::GhostCitation) => facts.attribution = Some((AttributionSubtype::Ghost, basis)),
            Some(Subtype::AuthorMisattribution) => {
                facts.attribution = facts.attribution.or(Some((AttributionSubtype::Author, basis)));
            }
            Some(Subtype::Retracted) => facts.validity = Some((ValiditySubtype::Retracted, basis)),
            _ => {}
        }
    }
    let is_secondary = record.is_some_and(|record| record.kind == WorkKind::Review);
    if facts.validity.is_none() && is_secondary && claims_primary_evidence(&claim.sentence) {
        facts.validity = Some((ValiditySubtype::Secondary, Basis::Signals));
    }
    facts
}

/// A single study that the sentence says was made: a review makes none.
static PRIMARY: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    Regex::new(
        r"(?xi) \b (?:in|using|from|conducted|performed|ran|carried\ out) \s an? \s (?:\p{L}+[\s-]){0,4}?
        (?: (?:randomi[sz]ed|controlled|clinical|double-blind|phase\ [i1-4]+) (?:[\s,-]+\p{L}+){0,3}? \s trial
          | (?:cohort|case-control|cross-sectional|longitudinal|field|laboratory|pilot) \s (?:study|experiment|trial|survey)
          | experiment ) \b",
    )
    .unwrap()
});
/// Words by which a sentence says itself that it cites a review.
static SECONDARY: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    Regex::new(r"(?i)\b(?:review(?:s|ed)?|meta-?analys[ie]s|overviews?|surveys? of|systematic|pooled|synthes[ie]s|trials|studies)\b").unwrap()
});

fn claims_primary_evidence(sentence: &str) -> bool {
    PRIMARY.is_match(sentence) && !SECONDARY.is_match(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(kind: WorkKind, sentence: &str) -> Option<(ValiditySubtype, Basis)> {
        let record = Record { kind, ..Record::default() };
        let claim = Claim { sentence: sentence.to_owned(), ..Claim::default() };
        facts(&[], Some(&record), &claim).validity
    }

    #[test]
    fn a_review_cited_for_a_study_it_made_itself_is_a_suggestion() {
        let secondary = Some((ValiditySubtype::Secondary, Basis::Signals));
        for sentence in [
            "Lee et al. found in a randomised, double-blind trial that aspirin prevents stroke.",
            "In a large cohort study, oak outlasted pine.",
            "They conducted an experiment with forty weirs.",
        ] {
            assert_eq!(found(WorkKind::Review, sentence), secondary, "{sentence}");
            assert_eq!(found(WorkKind::Research, sentence), None, "{sentence}");
        }
        for sentence in [
            "Aspirin prevents stroke.",
            "A meta-analysis found in a randomised controlled trial setting that aspirin prevents stroke.",
            "Across randomised trials aspirin prevented stroke.",
            "In a systematic review of cohort studies, oak outlasted pine.",
        ] {
            assert_eq!(found(WorkKind::Review, sentence), None, "{sentence}");
        }
    }

    #[test]
    fn what_records_say_comes_before_what_words_suggest() {
        let gone = Reason::Retracted { year: None, notice: None };
        let ghost = Reason::NoRecord { asked: Vec::new() };
        let record = Record { kind: WorkKind::Review, ..Record::default() };
        let claim =
            Claim { sentence: "In a cohort study, oak outlasted pine.".to_owned(), ..Claim::default() };
        let found = facts(&[gone, ghost], Some(&record), &claim);
        assert_eq!(found.validity, Some((ValiditySubtype::Retracted, Basis::Records)));
        assert_eq!(found.attribution, Some((AttributionSubtype::Ghost, Basis::Records)));
    }
}
