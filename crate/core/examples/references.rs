//! Reads the labelled reference strings of the files given as arguments (AnyStyle or GROBID XML) and prints how well
//! each field is read, for the development part and the held-out part:
//! `cargo run --release -p citelight --example references -- [--wrong] [--train | --fields] [--without=FOLD] FILE…`
//!
//! `--without=0` leaves a quarter of the development part out of `--train` and, without `--train`, measures on that quarter
//! alone. `--wrong` shows what was read wrongly in the development part; `--train` prints the development part's labels and
//! observations instead, for `tests/tools/train_references.py`; `--fields` its fields, for `tests/tools/render_references.py`.

use std::collections::{BTreeMap, HashSet};
use std::time::Instant;

use citelight::citation::string::gold::{self, Gold, Part};
use citelight::citation::string::score::{Counts, Measure, compare};
use citelight::citation::string::{parse_reference, training_lines};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (flags, paths): (Vec<String>, Vec<String>) =
        arguments.into_iter().partition(|argument| argument.starts_with("--"));
    let has = |flag: &str| flags.iter().any(|own| own == flag);
    let without: Option<u8> =
        flags.iter().find_map(|flag| flag.strip_prefix("--without=")).and_then(|fold| fold.parse().ok());
    let mut tables: BTreeMap<(bool, String), BTreeMap<Measure, Counts>> = BTreeMap::new();
    let mut seen = HashSet::new();
    let (mut strings, mut seconds) = (BTreeMap::new(), 0.0);
    for path in &paths {
        let name = path.rsplit('/').next().unwrap_or(path).to_owned();
        for gold in gold::read(&std::fs::read_to_string(path)?)? {
            // The same string in two files counts once: the first file named wins.
            if !gold.is_usable() || !seen.insert(gold.key()) {
                continue;
            }
            let held_out = gold.part() == Part::HeldOut;
            let left_out = without == Some(gold.fold());
            if has("--fields") {
                if !held_out && !left_out {
                    println!("{}", fields(&gold));
                }
                continue;
            }
            if has("--train") {
                if !held_out && !left_out {
                    print!("{}", training_lines(&gold));
                }
                continue;
            }
            if without.is_some() && (held_out || !left_out) {
                continue;
            }
            let start = Instant::now();
            let read = parse_reference(&gold.raw);
            seconds += start.elapsed().as_secs_f64();
            for file in [name.clone(), "all".to_owned()] {
                *strings.entry((held_out, file.clone())).or_insert(0) += 1;
                let table = tables.entry((held_out, file)).or_default();
                for comparison in compare(&gold, &read) {
                    table.entry(comparison.measure).or_default().add(comparison.counts());
                }
            }
            if has("--wrong") && !held_out {
                show(&gold, &compare(&gold, &read));
            }
        }
    }
    for ((held_out, file), table) in &tables {
        let count = strings.get(&(*held_out, file.clone())).copied().unwrap_or_default();
        let part = if *held_out { "held out" } else { "development" };
        println!("{file}, {part}: {count} strings");
        let mut average = Counts::default();
        if file == "all" {
            println!(
                "  {:<12} {:>6} {:>6} {:>6} {:>7} {:>7} {:>7}",
                "field", "gold", "found", "right", "P", "R", "F1"
            );
        }
        for (measure, counts) in table {
            if measure.in_average() {
                average.add(*counts);
            }
            if file == "all" {
                row(&format!("{measure:?}"), *counts);
            }
        }
        row("average", average);
    }
    if !has("--train") && !has("--fields") {
        println!("{:.1} µs a string", seconds * 1e6 / seen.len().max(1) as f64);
    }
    Ok(())
}

/// The fields of a string as a line of JSON, the first value of each.
fn fields(gold: &Gold) -> serde_json::Value {
    let fields = gold.fields.iter().rev().filter_map(|(field, range)| {
        Some((format!("{field:?}"), serde_json::Value::from(gold.raw.get(range.clone())?)))
    });
    serde_json::Value::Object(fields.collect())
}

fn row(name: &str, counts: Counts) {
    println!(
        "  {name:<12} {:>6} {:>6} {:>6} {:>7.4} {:>7.4} {:>7.4}",
        counts.gold,
        counts.found,
        counts.right,
        counts.precision(),
        counts.recall(),
        counts.f1()
    );
}

fn show(gold: &Gold, comparisons: &[citelight::citation::string::score::Comparison]) {
    for comparison in comparisons.iter().filter(|comparison| !comparison.is_right()) {
        println!(
            "{:?}: {:?} read {:?} | {}",
            comparison.measure, comparison.gold, comparison.found, gold.raw
        );
    }
}
