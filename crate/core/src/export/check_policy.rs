//! What a policy makes of a checked document: the facts about each entry of its list, with levels, and the gravest level of all.

use citelight_types::sort::SmallSort;
use std::cmp::Reverse;
use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::CheckExport;
use super::bib::Judged;
use super::policy::{Level, Policy};
use crate::audit::counts::CitationClass;
use crate::audit::finding::Finding;
use citelight_records::resolve::Resolution;
use citelight_records::resolve::integrity::Discrepancy;
use citelight_records::sources::{Record, WorkKind, WorkStatus};
use citelight_types::finding::{Field, FieldDifference, RetractionManner};
use citelight_types::text::normalise::fold;

/// What a policy makes of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PolicyOutcome {
    /// The policy's name.
    pub policy: String,
    /// Entries about which there is a fact that the policy gives a level, in the order of the list.
    pub references: Vec<JudgedReference>,
    /// Citations of which a source seems to say otherwise. No policy waives that: each is for somebody to look at.
    pub contradicted: u32,
    /// The gravest level.
    pub level: Level,
}

/// An entry of the list and the facts about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedReference {
    /// Id of the reference.
    pub reference: String,
    /// The facts, the weightiest last.
    pub discrepancies: Vec<Judged>,
    /// The level of the gravest.
    pub level: Level,
}

impl PolicyOutcome {
    /// The level of an entry.
    pub fn level_of(&self, reference: &str) -> Level {
        self.references.iter().find(|one| one.reference == reference).map_or(Level::None, |one| one.level)
    }

    /// How many entries have a level.
    pub fn count(&self, level: Level) -> u32 {
        self.references.iter().filter(|one| one.level == level).count() as u32
    }

    /// The entries, the gravest first.
    pub fn by_gravity(&self) -> Vec<&JudgedReference> {
        let mut references: Vec<&JudgedReference> = self.references.iter().collect();
        references.small_sort_by_key(|one| Reverse(one.level));
        references
    }

    /// The class of a finding: an error in its entry is a problem, and what is a note or nothing is none. What the source
    /// says stays, whatever the policy.
    pub fn class_of(&self, finding: &Finding) -> CitationClass {
        let class = CitationClass::of(finding);
        match self.level_of(&finding.reference) {
            Level::Error => class.min(CitationClass::Reference),
            Level::Note | Level::None if class.is_of_the_work() => CitationClass::of_words(finding),
            _ => class,
        }
    }

    /// The level of the entry of a finding where it says something of the finding: an error or a warning, or that what was
    /// found of the work is no problem.
    pub fn level_for(&self, finding: &Finding) -> Option<Level> {
        let level = self.level_of(&finding.reference);
        (level >= Level::Warning || CitationClass::of(finding).is_of_the_work()).then_some(level)
    }
}

impl JudgedReference {
    /// The facts with a level, the weightiest first.
    pub fn told(&self) -> impl Iterator<Item = &Judged> {
        self.discrepancies.iter().rev().filter(|fact| fact.level > Level::None)
    }
}

impl Policy {
    /// Judges a check. What the reader dismissed counts for nothing.
    pub fn judge(&self, export: &CheckExport) -> PolicyOutcome {
        let classes = classes_by_reference(export);
        let references: Vec<JudgedReference> = export
            .resolutions
            .iter()
            .filter_map(|one| {
                let classes = classes.get(one.reference.as_str()).map(Vec::as_slice).unwrap_or_default();
                self.of_reference(&one.reference, &one.resolution, classes)
            })
            .collect();
        let contradicted = export.citation_counts().review;
        let of_claims = if contradicted > 0 { Level::Warning } else { Level::None };
        let level = references.iter().map(|one| one.level).max().unwrap_or_default().max(of_claims);
        PolicyOutcome { policy: self.name.clone(), references, contradicted, level }
    }

    fn of_reference(
        &self,
        reference: &str,
        resolution: &Resolution,
        classes: &[CitationClass],
    ) -> Option<JudgedReference> {
        if !classes.is_empty() && classes.iter().all(|class| *class == CitationClass::Dismissed) {
            return None;
        }
        // Nobody could know of a retraction that came later: that is told and held against nobody.
        let is_later = classes.contains(&CitationClass::RetractedSince);
        let level = |fact: Discrepancy| match fact {
            Discrepancy::Retracted | Discrepancy::Withdrawn if is_later => self.level(fact).min(Level::Note),
            _ => self.level(fact),
        };
        let mut facts = facts(resolution);
        facts.sort_unstable();
        facts.dedup();
        let discrepancies: Vec<Judged> =
            facts.into_iter().map(|kind| Judged { kind, level: level(kind) }).collect();
        let level = discrepancies.iter().map(|judged| judged.level).max().unwrap_or_default();
        (level > Level::None).then(|| JudgedReference {
            reference: reference.to_owned(),
            discrepancies,
            level,
        })
    }
}

/// The classes of the findings about each reference.
fn classes_by_reference(export: &CheckExport) -> HashMap<&str, Vec<CitationClass>> {
    let is_dismissed = |citation: &str, reference: &str| {
        export.dismissed.iter().any(|one| one.citation == citation && one.reference == reference)
    };
    let mut classes: HashMap<&str, Vec<CitationClass>> = HashMap::new();
    for finding in &export.findings {
        let class = if is_dismissed(&finding.citation, &finding.reference) {
            CitationClass::Dismissed
        } else {
            CitationClass::of(finding)
        };
        classes.entry(finding.reference.as_str()).or_default().push(class);
    }
    classes
}

/// What is known of an entry, in the words of policies.
fn facts(resolution: &Resolution) -> Vec<Discrepancy> {
    match resolution {
        Resolution::Ghost { .. } => vec![Discrepancy::NotFound],
        Resolution::Ambiguous { .. } | Resolution::Unknown { .. } => vec![Discrepancy::Unconfirmed],
        Resolution::Resolved { record, differences, .. } => {
            let status = match record.status {
                WorkStatus::Retracted { manner: RetractionManner::Retracted, .. } => {
                    Some(Discrepancy::Retracted)
                }
                WorkStatus::Retracted { manner: RetractionManner::Withdrawn, .. } => {
                    Some(Discrepancy::Withdrawn)
                }
                WorkStatus::Concern { .. } => Some(Discrepancy::Concern),
                _ => None,
            };
            differences.iter().map(|difference| fact(difference, record)).chain(status).collect()
        }
    }
}

fn fact(difference: &FieldDifference, record: &Record) -> Discrepancy {
    match difference.field {
        Field::Title => Discrepancy::Title,
        Field::Year => Discrepancy::Year,
        Field::Doi => Discrepancy::DoiOfAnotherWork,
        Field::Venue if record.kind == WorkKind::Preprint => Discrepancy::PreprintAsPublished,
        Field::Venue => Discrepancy::Venue,
        Field::Authors => {
            let named = fold(&difference.reference);
            let named: Vec<&str> = named.split(' ').collect();
            let is_named = |family: &str| fold(family).split(' ').any(|word| named.contains(&word));
            let shares = record.authors.iter().any(|person| is_named(&person.family));
            if shares { Discrepancy::AuthorsInPart } else { Discrepancy::Authors }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::{DismissReason, Dismissal, Profile, ReferenceResolution};
    use citelight_types::text::person::Person;

    const SAMPLE: &str = include_str!("../../../../tests/fixtures/findings/sample.json");

    fn resolved(record: Record, differing: &[(Field, &str)]) -> Resolution {
        let differences = differing.iter().map(|(field, reference)| FieldDifference {
            field: *field,
            reference: (*reference).to_owned(),
            record: String::new(),
        });
        Resolution::Resolved { record: Box::new(record), score: 1.0, differences: differences.collect() }
    }

    fn work() -> Record {
        Record { authors: vec![Person::new("Weil", "Ida"), Person::new("Moor", "Tom")], ..Record::default() }
    }

    fn export(resolutions: Vec<Resolution>) -> CheckExport {
        let mut export: CheckExport = serde_json::from_str(SAMPLE).unwrap();
        export.findings.clear();
        let numbered = resolutions.into_iter().enumerate();
        export.resolutions = numbered
            .map(|(index, resolution)| ReferenceResolution { reference: format!("r{index}"), resolution })
            .collect();
        export
    }

    fn judged(profile: Profile, resolution: Resolution) -> Vec<(Discrepancy, Level)> {
        let outcome = Policy::of(profile).judge(&export(vec![resolution]));
        let facts = outcome.references.into_iter().flat_map(|one| one.discrepancies);
        facts.map(|judged| (judged.kind, judged.level)).collect()
    }

    #[test]
    fn each_difference_has_the_level_of_the_policy() {
        let ghost = || Resolution::Ghost { asked: Vec::new(), nearest: None };
        assert_eq!(judged(Profile::Neurips2026, ghost()), [(Discrepancy::NotFound, Level::Error)]);
        assert_eq!(judged(Profile::Default, ghost()), [(Discrepancy::NotFound, Level::Warning)]);
        let venue = || resolved(work(), &[(Field::Venue, "ICML")]);
        assert_eq!(judged(Profile::Neurips2026, venue()), [(Discrepancy::Venue, Level::Note)]);
        assert_eq!(judged(Profile::Strict, venue()), [(Discrepancy::Venue, Level::Error)]);
        let preprint = Record { kind: WorkKind::Preprint, ..work() };
        assert_eq!(judged(Profile::Neurips2026, resolved(preprint, &[(Field::Venue, "ICML")])), []);
        for (names, fact, level) in [
            ("Someone, Nobody", Discrepancy::Authors, Level::Error),
            ("Weil, Nobody", Discrepancy::AuthorsInPart, Level::Note),
        ] {
            let authors = resolved(work(), &[(Field::Authors, names)]);
            assert_eq!(judged(Profile::Neurips2026, authors), [(fact, level)]);
        }
        assert_eq!(judged(Profile::Lenient, resolved(work(), &[])), []);
    }

    /// What `www/shared/audit/policy.test.ts` judges, too.
    #[test]
    fn the_panel_s_cases_are_judged_as_in_the_panel() {
        const CASES: &str = include_str!("../../../../tests/fixtures/findings/policies.json");
        let cases: Vec<serde_json::Value> = serde_json::from_str(CASES).unwrap();
        assert!(cases.len() >= 10);
        for case in cases {
            let name = case["name"].as_str().unwrap();
            let resolution = match case["kind"].as_str().unwrap() {
                "ghost" => Resolution::Ghost { asked: Vec::new(), nearest: None },
                "unknown" => Resolution::Unknown { reason: String::new(), not_checkable: None },
                _ => {
                    let mut record = serde_json::to_value(Record::default()).unwrap();
                    for (key, value) in case["work"].as_object().unwrap() {
                        record[key] = value.clone();
                    }
                    let differences =
                        case.get("differences").cloned().unwrap_or_else(|| serde_json::json!([]));
                    Resolution::Resolved {
                        record: serde_json::from_value(record).unwrap(),
                        score: 1.0,
                        differences: serde_json::from_value(differences).unwrap(),
                    }
                }
            };
            let mut own = facts(&resolution);
            own.sort_unstable();
            let mut expected: Vec<Discrepancy> = serde_json::from_value(case["facts"].clone()).unwrap();
            expected.sort_unstable();
            assert_eq!(own, expected, "{name}");
            let since = case["retracted_since"].as_bool().unwrap_or_default();
            let classes: &[CitationClass] = if since { &[CitationClass::RetractedSince] } else { &[] };
            for profile in Profile::ALL {
                let judged = Policy::of(profile).of_reference("r", &resolution, classes);
                let level = judged.map_or(Level::None, |judged| judged.level);
                assert_eq!(level.name(), case["levels"][profile.name()], "{name}, {}", profile.name());
            }
        }
    }

    /// `UPDATE_TYPES=1` writes the panel's table.
    #[test]
    fn the_panel_has_the_profiles_levels() {
        let levels = |profile: Profile| {
            let policy = Policy::of(profile);
            let named = |fact: Discrepancy| {
                let name = serde_json::to_value(fact).unwrap().as_str().unwrap().to_owned();
                (name, serde_json::Value::from(policy.level(fact).name()))
            };
            serde_json::Value::Object(Discrepancy::ALL.into_iter().map(named).collect())
        };
        let table: serde_json::Map<String, serde_json::Value> =
            Profile::ALL.into_iter().map(|profile| (profile.name().to_owned(), levels(profile))).collect();
        let text = format!("{}\n", serde_json::to_string_pretty(&table).unwrap());
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/shared/audit/policy-levels.json");
        if std::env::var_os("UPDATE_TYPES").is_some() {
            std::fs::write(path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), text, "UPDATE_TYPES=1 writes it anew");
    }

    #[test]
    fn the_gravest_level_is_the_check_s_and_what_was_dismissed_counts_for_nothing() {
        let unknown = Resolution::Unknown { reason: String::new(), not_checkable: None };
        let ghost = Resolution::Ghost { asked: Vec::new(), nearest: None };
        let policy = Policy::of(Profile::Neurips2026);
        let outcome = policy.judge(&export(vec![unknown, ghost]));
        assert_eq!((outcome.level, outcome.references.len()), (Level::Error, 2));
        assert_eq!(outcome.policy, "neurips-2026");
        let mut sample: CheckExport = serde_json::from_str(SAMPLE).unwrap();
        let before = policy.judge(&sample);
        sample.dismissed = sample
            .findings
            .iter()
            .map(|finding| Dismissal {
                citation: finding.citation.clone(),
                reference: finding.reference.clone(),
                reason: DismissReason::NotAProblem,
            })
            .collect();
        let after = policy.judge(&sample);
        assert!(after.level <= before.level && after.contradicted == 0);
        let cited = |reference: &str| sample.findings.iter().any(|finding| finding.reference == reference);
        assert!(after.references.iter().all(|one| !cited(&one.reference)));
    }
}
