//! Reference strings: bars on labelled strings that nothing was trained on.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use std::collections::BTreeMap;

use citelight::citation::string::parse_reference;
use citelight_eval::references::gold::{self, Gold, Part};
use citelight_eval::references::score::{Counts, Measure, compare};

#[path = "../../document/tests/support/reference_fields.rs"]
mod reference_fields;

use reference_fields::fields_are_of_the_string;

fn fixture(name: &str) -> String {
    let path = format!("{}/../../tests/fixtures/references/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn held_out() -> Vec<Gold> {
    let files = ["grobid.xml", "anystyle.xml"];
    files.iter().flat_map(|name| gold::read(&fixture(name)).expect("the fixture is well-formed")).collect()
}

/// Least F1 by measure: the project's bar where a measure has one; a little under what is reached elsewhere.
const BARS: &[(Measure, f64)] = &[
    (Measure::FirstAuthor, 0.98),
    (Measure::Authors, 0.965),
    (Measure::Title, 0.95),
    (Measure::Year, 0.99),
    (Measure::Venue, 0.935),
    (Measure::Volume, 0.965),
    (Measure::Issue, 0.90),
    (Measure::Pages, 0.97),
    (Measure::Publisher, 0.88),
    (Measure::Doi, 0.98),
];
const AVERAGE: f64 = 0.96;

#[test]
fn fields_are_read_in_strings_never_trained_on() {
    let mut table: BTreeMap<Measure, Counts> = BTreeMap::new();
    let mut average = Counts::default();
    let all = held_out();
    assert!(all.len() > 1_400, "only {} strings", all.len());
    for gold in &all {
        assert_eq!(gold.part(), Part::HeldOut, "{}", gold.raw);
        for comparison in compare(gold, &parse_reference(&gold.raw)) {
            table.entry(comparison.measure).or_default().add(comparison.counts());
            if comparison.measure.in_average() {
                average.add(comparison.counts());
            }
        }
    }
    for (measure, least) in BARS {
        let counts = table.get(measure).copied().unwrap_or_default();
        assert!(counts.f1() >= *least, "{measure:?}: {:.4}, {counts:?}", counts.f1());
    }
    assert!(average.f1() >= AVERAGE, "average: {:.4}, {average:?}", average.f1());
}

#[test]
fn fields_of_real_strings_are_of_the_string() {
    for gold in held_out() {
        fields_are_of_the_string(&gold.raw).expect("fields are parts of their string");
    }
}
