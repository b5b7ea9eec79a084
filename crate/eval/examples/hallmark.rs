//! HALLMARK in a closed world, asked as the network is asked: what stopping early saves, and whether it changes anything.
//! `cargo run -p citelight-eval --example hallmark -- [--errors] ENTRIES.jsonl WORLD.jsonl`

use std::collections::BTreeMap;
use std::process::ExitCode;

use citelight::resolve::integrity::{CheckSettings, Day, Label};
use citelight_eval::hallmark::{
    Asked, EntryOutcome, GoldEntry, Metrics, World, ask_all, check_all, inquire_all, read_entries,
};

const TODAY: Day = Day { year: 2026, month: 7, day: 22 };

fn main() -> ExitCode {
    let paths: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--errors").collect();
    let [entries, world] = paths.as_slice() else {
        eprintln!("usage: hallmark [--errors] ENTRIES.jsonl WORLD.jsonl");
        return ExitCode::from(2);
    };
    match report(entries, world) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn report(entries: &str, world: &str) -> Result<(), Box<dyn std::error::Error>> {
    let entries = read_entries(&std::fs::read_to_string(entries)?)?;
    let world = World::from_json_lines(&std::fs::read_to_string(world)?)?;
    let settings = CheckSettings::default();
    let everyone = check_all(&entries, &ask_all(&entries, &world), &world, TODAY, &settings);
    let asked = inquire_all(&entries, &world, TODAY, &settings);
    let stopped: Vec<EntryOutcome> = everyone
        .iter()
        .zip(&asked)
        .map(|(outcome, asked)| EntryOutcome { report: asked.inquiry.report.clone(), ..outcome.clone() })
        .collect();
    for half in [None, Some(true), Some(false)] {
        let wanted = |gold: &GoldEntry| half.is_none_or(|half| gold.is_in_first_half() == half);
        for (name, outcomes) in [("everyone asked", &everyone), ("stopped early", &stopped)] {
            let outcomes: Vec<EntryOutcome> =
                outcomes.iter().filter(|outcome| wanted(&outcome.gold)).cloned().collect();
            line(name, half, &Metrics::of(&outcomes));
        }
    }
    for (error_type, found) in &Metrics::of(&everyone).types {
        println!(
            "  {:24} flagged {:3}/{:3}, with original {:3}/{:3}",
            format!("{error_type:?}"),
            found.flagged,
            found.entries,
            found.flagged_with_original,
            found.with_original
        );
    }
    requests(&entries, &asked);
    if std::env::args().any(|argument| argument == "--errors") {
        differences(&everyone, &stopped);
    }
    Ok(())
}

fn line(name: &str, half: Option<bool>, m: &Metrics) {
    let half = half.map_or("all", |first| if first { "first half" } else { "second half" });
    println!(
        "{name:15} {half:12} n {:4}  DR {:.3}  FPR indexed {:.3}  F1 {:.3}  TW-F1 {:.3}  ECE {:.3}  AUROC {:.3}",
        m.entries, m.dr, m.fpr_indexed, m.f1, m.tier_weighted_f1, m.ece, m.auroc
    );
}

fn requests(entries: &[GoldEntry], asked: &[Asked]) {
    let mut groups: BTreeMap<String, (usize, usize, usize)> = BTreeMap::new();
    for (gold, asked) in entries.iter().zip(asked) {
        let kind = gold.error_type.map_or("valid".to_owned(), |error_type| format!("{error_type:?}"));
        let kind = if gold.label == Label::Hallucinated { kind } else { "valid".to_owned() };
        for group in [kind, "all".to_owned()] {
            let (count, sum, identifiers) = groups.entry(group).or_default();
            *count += 1;
            *sum += asked.requests;
            *identifiers += asked.identifiers;
        }
    }
    for (group, (count, sum, identifiers)) in groups {
        let each = |sum: usize| sum as f64 / count as f64;
        println!(
            "  {group:24} {:.2} requests for each of {count}, {:.2} where identifiers travel together",
            each(sum),
            each(sum - identifiers)
        );
    }
}

fn differences(everyone: &[EntryOutcome], stopped: &[EntryOutcome]) {
    for (all, early) in everyone.iter().zip(stopped) {
        let (all, early) = (&all.report, &early.report);
        if (all.label, all.status, all.error_type) != (early.label, early.status, early.error_type) {
            println!(
                "  {} asked {:?}: {:?} {:?} {:?} instead of {:?} {:?} {:?}\n     {:?}\n     {:?}",
                all.key,
                early.asked,
                early.label,
                early.status,
                early.error_type,
                all.label,
                all.status,
                all.error_type,
                early.reasons,
                all.reasons
            );
        }
    }
}
