//! The figures of revision in the form of all suites.
use std::collections::BTreeMap;

use citelight::resolve::corrections::label::{ErrorMode, FieldLabel, error_mode};

use super::Report;
use super::stages::Stages;
use super::trial::{FIELD_NAMES, Labels};
use crate::args::BibtexOptions;
use crate::results::{Bar, Figure, Unit};
use crate::results::{Sheet, key, titled};
use crate::statistics::Share;

/// Least share of damaged fields that should be corrected where a record is the entry's work.
const CORRECTED: f64 = 0.90;
/// Largest share of right fields that may be made wrong; the goal is none.
const REGRESSED: f64 = 0.002;

/// The six labels, in the order of tables.
pub(super) const LABELS: [(FieldLabel, &str); 6] = [
    (FieldLabel::Correct, "correct"),
    (FieldLabel::Missing, "missing"),
    (FieldLabel::Partial, "partial"),
    (FieldLabel::Substituted, "substituted"),
    (FieldLabel::Fabricated, "fabricated"),
    (FieldLabel::NotApplicable, "not applicable"),
];

pub(super) fn mode_name(labels: &Labels) -> &'static str {
    match error_mode(labels) {
        ErrorMode::None => "none",
        ErrorMode::Wholesale => "wholesale",
        ErrorMode::Isolated => "isolated",
        ErrorMode::Mixed => "mixed",
    }
}

pub(super) fn sheet(report: &Report, options: &BibtexOptions) -> Sheet {
    let mut figures = whole(report);
    for (section, shares) in [
        ("Damaged fields", &report.by_field),
        ("Kinds of damage", &report.by_damage),
        ("Patterns of errors", &report.by_mode),
    ] {
        let figure = |(row, share): (&&str, &Share)| {
            share.figure(key([section, row, "corrected"]), [section, row, "corrected"])
        };
        figures.extend(shares.iter().filter_map(figure));
    }
    for (row, Stages { before, after }) in &report.modes {
        for (column, count) in [("before", *before), ("after", *after)] {
            let cell = ["Errors of entries", row, column];
            figures.push(Figure::new(key(["errors", row, column]), cell, count as f64, Unit::Count));
        }
    }
    figures.extend(report.patterns.figures());
    for row in FIELD_NAMES {
        let Some(Stages { before, after }) = report.labels.get(row) else { continue };
        figures.extend(labelled("before", row, before));
        figures.extend(labelled("after", row, after));
    }
    let gold = if options.entries.is_some() {
        "valid entries of HALLMARK whose paper the world knows"
    } else {
        "the records themselves, as `citelight cite` writes them"
    };
    Sheet {
        title: titled(
            "Two-stage correction of damaged entries",
            options.entries.as_ref().unwrap_or(&options.records),
        ),
        about: format!(
            "Right entries ({gold}), damaged by rule in {} ways each: fields are missing, cut, another entry's or made up; one or two \
             of them, three of one other entry (wholesale), or three at random (mixed). “Corrected” counts damaged fields that are \
             right again. In a single stage the record that is looked up takes the entry's place, without a gate and without \
             comparing fields. A field that is missing counts as wrong. Labels compare each field with the right entry; a field that it lacks is not applicable. \
             Entry types are not damaged. Where title and authors are both another \
             paper's, or authors are missing \
             under another's title, nothing identifies the work any more; changes there are counted separately. \
             Real files have other proportions of errors.",
            report.rounds
        ),
        figures,
        inputs: options.entries.iter().chain([&options.records]).cloned().collect(),
        seeds: vec![options.seed],
        ..Sheet::default()
    }
}

fn whole(report: &Report) -> Vec<Figure> {
    const FIELDS: &str = "Fields";
    let Stages { before, after } = &report.fully_correct;
    let corrected = report.corrected_with_record.figure(
        "corrected-with-record",
        [FIELDS, "damaged", "corrected, where a record is the entry's work"],
    );
    let regressed = report.regressed.figure("regressed", [FIELDS, "right", "made wrong"]);
    [
        report.corrected.figure("corrected", [FIELDS, "damaged", "corrected"]),
        corrected.map(|figure| figure.aiming_at(Bar::AtLeast(CORRECTED))),
        regressed.map(|figure| figure.aiming_at(Bar::AtMost(REGRESSED))),
        report.regressed_as_another_work.figure(
            "regressed-as-another-work",
            [FIELDS, "right, under another paper's title and authors", "made wrong"],
        ),
        Some(Figure::new(
            "added",
            [FIELDS, "not in the right entry", "added"],
            report.added as f64,
            Unit::Count,
        )),
        before.figure("fully-correct/before", ["Entries", "fully correct", "before"]),
        after.figure("fully-correct/after", ["Entries", "fully correct", "after"]),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The labels of a field that occur.
fn labelled(stage: &str, row: &str, counts: &BTreeMap<FieldLabel, usize>) -> Vec<Figure> {
    let (all, section) = (counts.values().sum::<usize>() as u64, format!("Labels {stage} the revision"));
    let counted = LABELS.into_iter().filter_map(|(label, column)| Some((column, *counts.get(&label)?)));
    counted
        .map(|(column, count)| {
            let key = key(["labels", stage, row, column]);
            Figure::new(key, [&section, row, column], count as f64, Unit::Count).of(all)
        })
        .collect()
}
