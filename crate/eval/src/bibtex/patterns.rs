//! How the errors of entries lie: which fields are wrong together, how far the authors agree, what is newer, and what a
//! single stage makes of them (clibib, sections 3.3, 4.3, 4.6 and 5.4).

use std::collections::BTreeMap;

use citelight::resolve::corrections::label::{AuthorAgreement, FieldLabel};
use serde::Serialize;

use super::stages::Stages;
use super::trial::{FIELD_NAMES, Labels, Trial, Trials};
use crate::results::{Figure, key};
use crate::statistics::Share;

/// From this year on a work is recent: it appeared after what models remember.
const RECENT: i32 = 2025;

/// Everything about how errors lie.
#[derive(Default, Serialize)]
pub(super) struct Patterns {
    /// Share of the entries with the first field wrong in which the second is wrong, too, before the revision and after it.
    pub(super) together: Stages<BTreeMap<&'static str, BTreeMap<&'static str, Share>>>,
    /// Entries whose authors are right, by three criteria.
    pub(super) authors: BTreeMap<&'static str, Stages<Share>>,
    /// Entries without an error, by when their works appeared.
    pub(super) tiers: BTreeMap<&'static str, Stages<Share>>,
    /// The same lookup in a single stage: damaged fields that are right again.
    pub(super) single_corrected: Share,
    /// Right fields that it made wrong.
    pub(super) single_regressed: Share,
    /// Entries without an error after it.
    pub(super) single_fully_correct: Share,
}

type Criterion = (&'static str, fn(&AuthorAgreement) -> bool);

const CRITERIA: [Criterion; 3] = [
    ("first author's family name", |found| found.first),
    ("all family names, as a set", |found| found.set),
    ("all family names, in order", |found| found.ordered),
];

impl Patterns {
    pub(super) fn of(trials: &Trials) -> Self {
        let all = trials.all.as_slice();
        let both = |of: &dyn Fn(fn(&Trial) -> &Labels) -> Share| Stages {
            before: of(|trial| &trial.labels.before),
            after: of(|trial| &trial.labels.after),
        };
        let mut tiers: BTreeMap<&'static str, Vec<&Trial>> = BTreeMap::new();
        for trial in all {
            let Some(year) = trial.year else { continue };
            let tier = if year >= RECENT { "2025 and later" } else { "before 2025" };
            tiers.entry(tier).or_default().push(trial);
        }
        let tier = |(name, own): (&'static str, Vec<&Trial>)| {
            let right = |labels: fn(&Trial) -> &Labels| {
                Share::of(own.iter().filter(|trial| is_right(labels(trial))).count(), own.len())
            };
            (name, both(&right))
        };
        let known: Vec<&Stages<AuthorAgreement>> =
            all.iter().filter_map(|trial| trial.authors.as_ref()).collect();
        let authors = CRITERIA.map(|(name, holds)| {
            let share = |of: fn(&Stages<AuthorAgreement>) -> &AuthorAgreement| {
                Share::of(known.iter().filter(|stages| holds(of(stages))).count(), known.len())
            };
            (name, Stages { before: share(|stages| &stages.before), after: share(|stages| &stages.after) })
        });
        let sum = |of: fn(&Trial) -> (usize, usize)| {
            let (part, whole) = all.iter().map(of).fold((0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
            Share::of(part, whole)
        };
        Self {
            together: Stages {
                before: together(all, |trial| &trial.labels.before),
                after: together(all, |trial| &trial.labels.after),
            },
            authors: authors.into(),
            tiers: tiers.into_iter().map(tier).collect(),
            single_corrected: sum(|trial| trial.single.corrected),
            single_regressed: sum(|trial| trial.single.regressed),
            single_fully_correct: Share::of(
                all.iter().filter(|trial| is_right(&trial.single.labels)).count(),
                all.len(),
            ),
        }
    }

    /// Lines for people.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("in a single stage, corrected {}", self.single_corrected),
            format!("  right fields made wrong {}", self.single_regressed),
            format!("  fully correct entries {}", self.single_fully_correct),
        ];
        let stages = |name: &str, Stages { before, after }: &Stages<Share>| {
            format!("  {name:28} before {before}, after {after}")
        };
        lines.push("authors".to_owned());
        lines.extend(self.authors.iter().map(|(name, own)| stages(name, own)));
        lines.push("fully correct entries by when the work appeared".to_owned());
        lines.extend(self.tiers.iter().map(|(name, own)| stages(name, own)));
        lines.push("before the revision, where the row is wrong the column is wrong, too".to_owned());
        let head: String = FIELD_NAMES.iter().map(|name| format!("{name:>11}")).collect();
        lines.push(format!("{:12}{head}", ""));
        for (row, columns) in &self.together.before {
            let cell = |name: &&str| {
                columns.get(*name).map_or_else(|| "–".to_owned(), |own| format!("{:.2}", own.share))
            };
            let cells: String = FIELD_NAMES.iter().map(|name| format!("{:>11}", cell(name))).collect();
            lines.push(format!("{row:12}{cells}"));
        }
        lines
    }

    pub(super) fn figures(&self) -> Vec<Figure> {
        let mut figures = Vec::new();
        let section = "A single stage: the record in the entry's place";
        for (column, share) in [
            ("damaged fields corrected", &self.single_corrected),
            ("right fields made wrong", &self.single_regressed),
            ("entries fully correct", &self.single_fully_correct),
        ] {
            figures.extend(share.figure(key(["single-stage", column]), [section, "all", column]));
        }
        for (section, part, rows) in [
            ("Authors, by criteria that grow stricter", "authors", &self.authors),
            ("Fully correct entries by when the work appeared", "tiers", &self.tiers),
        ] {
            for (row, Stages { before, after }) in rows {
                for (column, share) in [("before", before), ("after", after)] {
                    figures.extend(share.figure(key([part, row, column]), [section, row, column]));
                }
            }
        }
        for (stage, matrix) in [("before", &self.together.before), ("after", &self.together.after)] {
            let section =
                format!("Fields wrong together, {stage} the revision (of entries whose row is wrong)");
            for (row, columns) in matrix {
                for (column, share) in columns {
                    figures
                        .extend(share.figure(key(["together", stage, row, column]), [&section, row, column]));
                }
            }
        }
        figures
    }
}

fn is_right(labels: &Labels) -> bool {
    labels.iter().all(|label| matches!(label, FieldLabel::Correct | FieldLabel::NotApplicable))
}

/// P(the second is wrong | the first is), where the first ever is and the second applies.
fn together(
    all: &[Trial],
    labels: fn(&Trial) -> &Labels,
) -> BTreeMap<&'static str, BTreeMap<&'static str, Share>> {
    let mut matrix: BTreeMap<&'static str, BTreeMap<&'static str, Share>> = BTreeMap::new();
    for (first, row) in FIELD_NAMES.into_iter().enumerate() {
        let wrong: Vec<&Labels> = all.iter().map(labels).filter(|own| own[first].is_error()).collect();
        for (second, column) in FIELD_NAMES.into_iter().enumerate().filter(|(second, _)| *second != first) {
            let applies: Vec<&&Labels> =
                wrong.iter().filter(|own| own[second] != FieldLabel::NotApplicable).collect();
            if !applies.is_empty() {
                let both = applies.iter().filter(|own| own[second].is_error()).count();
                matrix.entry(row).or_default().insert(column, Share::of(both, applies.len()));
            }
        }
    }
    matrix
}
