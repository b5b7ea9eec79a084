//! What records say of the first two questions, without any model.

use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use super::category_of;
use super::sample::Facts;
use super::subtypes::{AttributionSubtype, ValiditySubtype};
use super::walk::Basis;
use crate::claim::Claim;
use citelight_records::sources::{Record, WorkKind};
use citelight_types::finding::{Reason, Subtype};

/// What records say of a citation, as it goes to a server: the first two questions, which no text answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RecordFacts {
    /// How the reference fails to lead to its work; null if it leads there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribution: Option<AttributionFact>,
    /// How the work is disqualified as evidence; null if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validity: Option<ValidityFact>,
}

/// A reference that does not lead to its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AttributionFact {
    /// In which way.
    pub subtype: AttributionSubtype,
    /// What it was seen from: records, or signals, which only suggest it.
    pub basis: Basis,
}

/// A work that is no evidence for this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ValidityFact {
    /// In which way.
    pub subtype: ValiditySubtype,
    /// What it was seen from: records, or signals, which only suggest it.
    pub basis: Basis,
}

impl RecordFacts {
    /// Whether records say nothing against the citation.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Looks whether they are facts at all.
    ///
    /// # Errors
    /// What is wrong, naming the field.
    pub fn check(&self) -> Result<(), String> {
        let bases = [self.attribution.map(|fact| fact.basis), self.validity.map(|fact| fact.basis)];
        match bases.into_iter().flatten().any(|basis| basis == Basis::Endpoint) {
            true => Err("facts: the basis is records or signals; a model's answer is no fact".to_owned()),
            false => Ok(()),
        }
    }
}

impl From<RecordFacts> for Facts {
    fn from(facts: RecordFacts) -> Self {
        Self {
            attribution: facts.attribution.map(|fact| (fact.subtype, fact.basis)),
            validity: facts.validity.map(|fact| (fact.subtype, fact.basis)),
            irrelevance: None,
        }
    }
}

/// The facts of a citation: by the reasons that were found, and by the kind of its work.
pub fn facts(reasons: &[Reason], record: Option<&Record>, claim: &Claim) -> RecordFacts {
    let attribution = |subtype, basis| Some(AttributionFact { subtype, basis });
    let validity = |subtype, basis| Some(ValidityFact { subtype, basis });
    let mut facts = RecordFacts::default();
    for label in reasons.iter().filter_map(category_of) {
        let basis = if label.suggested { Basis::Signals } else { Basis::Records };
        match label.subtype {
            Some(Subtype::GhostCitation) => facts.attribution = attribution(AttributionSubtype::Ghost, basis),
            Some(Subtype::AuthorMisattribution) => {
                facts.attribution = facts.attribution.or(attribution(AttributionSubtype::Author, basis));
            }
            Some(Subtype::Retracted) => facts.validity = validity(ValiditySubtype::Retracted, basis),
            _ => {}
        }
    }
    let is_secondary = record.is_some_and(|record| record.kind == WorkKind::Review);
    if facts.validity.is_none() && is_secondary && claims_primary_evidence(&claim.sentence) {
        facts.validity = validity(ValiditySubtype::Secondary, Basis::Signals);
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
    use citelight_types::finding::RetractionManner;

    fn found(kind: WorkKind, sentence: &str) -> Option<(ValiditySubtype, Basis)> {
        let record = Record { kind, ..Record::default() };
        let claim = Claim { sentence: sentence.to_owned(), ..Claim::default() };
        Facts::from(facts(&[], Some(&record), &claim)).validity
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
        let manner = RetractionManner::Retracted;
        let gone = Reason::Retracted { year: None, notice: None, date: None, citing: None, manner };
        let ghost = Reason::NoRecord { asked: Vec::new() };
        let record = Record { kind: WorkKind::Review, ..Record::default() };
        let claim =
            Claim { sentence: "In a cohort study, oak outlasted pine.".to_owned(), ..Claim::default() };
        let found = Facts::from(facts(&[gone, ghost], Some(&record), &claim));
        assert_eq!(found.validity, Some((ValiditySubtype::Retracted, Basis::Records)));
        assert_eq!(found.attribution, Some((AttributionSubtype::Ghost, Basis::Records)));
    }

    #[test]
    fn facts_travel_and_a_model_s_answer_is_none() {
        let json = r#"{"validity":{"subtype":"secondary-source","basis":"signals"}}"#;
        let facts: RecordFacts = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&facts).unwrap(), json);
        assert_eq!((facts.check(), facts.is_empty()), (Ok(()), false));
        let answered: RecordFacts = serde_json::from_str(&json.replace("signals", "endpoint")).unwrap();
        assert!(answered.check().unwrap_err().contains("facts"));
        assert!(serde_json::from_str::<RecordFacts>(r#"{"irrelevance": {"topic": 0}}"#).is_err());
    }
}
