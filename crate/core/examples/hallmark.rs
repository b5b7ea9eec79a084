//! HALLMARK in a closed world: `cargo run --release -p citelight --example hallmark -- ENTRIES.jsonl WORLD.jsonl…`
//!
//! Prints, for each world, the figures of the whole split, of its two halves (thresholds and confidences were chosen on
//! the first) and of the conservative reading, where "no record found" is UNCERTAIN. `--errors` lists what went wrong.

use std::process::ExitCode;
use std::time::Instant;

use citelight::resolve::integrity::hallmark::{
    GoldEntry, Metrics, Outcome, World, ask_all, check_all, read_entries,
};
use citelight::resolve::integrity::{CheckSettings, Day, Label};

/// The day of the benchmark's release (v1.2.2), by which a year is in the future.
const TODAY: Day = Day { year: 2026, month: 7, day: 22 };

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (flags, paths): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|argument| argument.starts_with("--"));
    let Some((entries, worlds)) = paths.split_first().filter(|(_, worlds)| !worlds.is_empty()) else {
        eprintln!("usage: hallmark [--errors] [--grounds] ENTRIES.jsonl WORLD.jsonl…");
        return ExitCode::from(2);
    };
    match report(entries, worlds, &flags) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn report(entries: &str, worlds: &[&String], flags: &[&String]) -> Result<(), Box<dyn std::error::Error>> {
    let entries = read_entries(&std::fs::read_to_string(entries)?)?;
    for path in worlds {
        let world = World::from_json_lines(&std::fs::read_to_string(path)?)?;
        let settings = CheckSettings::default();
        let start = Instant::now();
        let answers = ask_all(&entries, &world);
        let outcomes = check_all(&entries, &answers, &world, TODAY, &settings);
        let rate = entries.len() as f64 / start.elapsed().as_secs_f64();
        println!("== {path}: {} entries, {rate:.0} entries/s", entries.len());
        let half = |first: bool| -> Vec<Outcome> {
            outcomes.iter().filter(|outcome| outcome.gold.is_in_first_half() == first).cloned().collect()
        };
        line("all", &Metrics::of(&outcomes));
        line("first half", &Metrics::of(&half(true)));
        line("second half", &Metrics::of(&half(false)));
        let conservative = CheckSettings { absence_is_error: false, ..settings };
        line("conservative", &Metrics::of(&check_all(&entries, &answers, &world, TODAY, &conservative)));
        details(&Metrics::of(&outcomes));
        if flags.iter().any(|flag| *flag == "--errors") {
            errors(&outcomes);
        }
        if flags.iter().any(|flag| *flag == "--grounds") {
            grounds(&half(true));
        }
    }
    Ok(())
}

fn line(name: &str, m: &Metrics) {
    println!(
        "{name:13} n {:4}  DR {:.3}  FPR {:.3} (indexed {:.3}, unindexed {}/{})  F1 {:.3} (indexed {:.3})  TW-F1 {:.3}  \
         ECE {:.3}  AUROC {:.3}  MCC {:.3}  coverage {:.3}  precision at 2 % {:.3}, at 5 % {:.3}",
        m.entries,
        m.dr,
        m.fpr,
        m.fpr_indexed,
        m.unindexed.1,
        m.unindexed.0,
        m.f1,
        m.f1_indexed,
        m.tier_weighted_f1,
        m.ece,
        m.auroc,
        m.mcc,
        m.coverage,
        m.precision_at_2,
        m.precision_at_5
    );
}

fn details(metrics: &Metrics) {
    for (name, found) in &metrics.subtests {
        let accuracy = found.right as f64 / found.applicable.max(1) as f64;
        println!(
            "  {name:20} accuracy {accuracy:.3} of {} ({} not applicable)",
            found.applicable, found.abstained
        );
    }
    for (error_type, found) in &metrics.types {
        println!(
            "  {:24} flagged {:3}/{:3}  with original {:3}/{:3}  typed right {:3}",
            format!("{error_type:?}"),
            found.flagged,
            found.entries,
            found.flagged_with_original,
            found.with_original,
            found.typed
        );
    }
}

fn errors(outcomes: &[Outcome]) {
    for outcome in outcomes.iter().filter(|outcome| is_wrong(outcome)) {
        let GoldEntry { entry, label, error_type, .. } = &outcome.gold;
        let report = &outcome.report;
        println!(
            "  {} {label:?} {error_type:?} indexed {} → {:?} {:?} {:?}\n     {:?}\n     {}",
            entry.key,
            outcome.is_indexed,
            report.label,
            report.status,
            report.error_type,
            entry.fields,
            report.reasons.join(" ")
        );
    }
}

fn is_wrong(outcome: &Outcome) -> bool {
    (outcome.report.label == Label::Hallucinated) != (outcome.gold.label == Label::Hallucinated)
}

/// How often each confidence was right: what the table in `confidence.rs` was made from.
fn grounds(outcomes: &[Outcome]) {
    let mut table: std::collections::BTreeMap<String, (usize, usize)> = std::collections::BTreeMap::new();
    for outcome in outcomes {
        let ground = format!(
            "{:?} {:?} {:.2}",
            outcome.report.ground, outcome.report.label, outcome.report.confidence
        );
        let row = table.entry(ground).or_default();
        row.0 += usize::from(!is_wrong(outcome));
        row.1 += 1;
    }
    for (ground, (right, all)) in table {
        println!("  {ground}: {right}/{all}");
    }
}
