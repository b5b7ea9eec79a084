//! Entries that no benchmark holds, made by rule from true ones, in a closed world:
//! `cargo run --release -p citelight-eval --example held_out -- [--only RULE] RECORDS.jsonl WORLD.jsonl`, both files in the
//! form of HALLMARK's closed worlds (the first holds the truth, the second what the sources say).
//!
//! Printed for each half of the papers (by a hash of their identifier; rules are tuned on the first): how many bad
//! entries of each type are flagged, how many titles changed like fabrications and how many changed as honest
//! bibliographies do, how many true entries are flagged, and how many requests an entry takes. With `--only`, the entries
//! of matching rules that went wrong, too.

use std::collections::BTreeMap;
use std::process::ExitCode;

use citelight::resolve::integrity::{Answers, CheckSettings, Day, EntryReport, ErrorType, Label};
use citelight_eval::hallmark::{GoldEntry, GoldType, World, check_all, inquire_all};

use dice::Dice;
use fabricate::{Truth, fabricate};
use titles::Change;

mod dice;
mod fabricate;
mod titles;

const TODAY: Day = Day { year: 2026, month: 7, day: 22 };

const TYPES: [ErrorType; 14] = [
    ErrorType::FabricatedDoi,
    ErrorType::NonexistentVenue,
    ErrorType::PlaceholderAuthors,
    ErrorType::FutureDate,
    ErrorType::ChimericTitle,
    ErrorType::WrongVenue,
    ErrorType::SwappedAuthors,
    ErrorType::PreprintAsPublished,
    ErrorType::HybridFabrication,
    ErrorType::MergedCitation,
    ErrorType::PartialAuthorList,
    ErrorType::NearMissTitle,
    ErrorType::PlausibleFabrication,
    ErrorType::ArxivVersionMismatch,
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (only, paths) = match arguments.as_slice() {
        [flag, only, paths @ ..] if flag == "--only" => (Some(only.as_str()), paths),
        paths => (None, paths),
    };
    let [records, world] = paths else {
        eprintln!("usage: held_out [--only RULE] RECORDS.jsonl WORLD.jsonl");
        return ExitCode::from(2);
    };
    match report(records, world, only) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// One made entry: the name of its rule, the half of its paper, and the entry.
struct Made {
    rule: String,
    half: usize,
    gold: GoldEntry,
}

fn report(records: &str, world: &str, only: Option<&str>) -> Result<(), Box<dyn std::error::Error>> {
    let world = World::from_json_lines(&std::fs::read_to_string(world)?)?;
    let truths: Vec<Truth> = std::fs::read_to_string(records)?
        .lines()
        .filter_map(|line| Truth::of(&serde_json::from_str(line).ok()?))
        .filter(|truth| world.has_title(&truth.title))
        .collect();
    let mut made = make(&truths);
    made.retain(|made| only.is_none_or(|only| made.rule.contains(only)));
    let golds: Vec<GoldEntry> = made.iter().map(|made| made.gold.clone()).collect();
    let settings = CheckSettings::default();
    let asked = inquire_all(&golds, &world, TODAY, &settings);
    // Everyone's answers, for what would be said if nobody stopped asking.
    let all: Vec<Answers> = citelight_eval::hallmark::ask_all(&golds, &world);
    let outcomes = check_all(&golds, &all, &world, TODAY, &settings);
    let mut rows: BTreeMap<&str, [Row; 2]> = BTreeMap::new();
    let mut turned = 0;
    for ((made, asked), outcome) in made.iter().zip(&asked).zip(&outcomes) {
        let report = &asked.inquiry.report;
        rows.entry(&made.rule).or_default()[made.half].count(&made.gold, report, asked.requests);
        turned += usize::from(report.label != outcome.report.label);
        let is_wrong = (report.label == Label::Hallucinated) != (made.gold.label == Label::Hallucinated);
        if only.is_some() && is_wrong {
            println!(
                "  {} {:?} {:?}\n    {:?}",
                made.rule, made.gold.entry.fields, report.label, report.reasons
            );
        }
    }
    println!("{:42} {:>32}   {:>32}", "rule", "first half", "second half");
    for (rule, [first, second]) in &rows {
        println!("{rule:42} {first:>32}   {second:>32}");
    }
    let requests: usize = asked.iter().map(|asked| asked.requests).sum();
    println!(
        "{:.2} requests an entry; {turned} of {} labels differ from what all sources together say",
        requests as f64 / asked.len().max(1) as f64,
        asked.len()
    );
    Ok(())
}

#[derive(Default)]
struct Row {
    entries: usize,
    flagged: usize,
    uncertain: usize,
    typed: usize,
    requests: usize,
}

impl Row {
    fn count(&mut self, gold: &GoldEntry, report: &EntryReport, requests: usize) {
        self.entries += 1;
        self.flagged += usize::from(report.label == Label::Hallucinated);
        self.uncertain += usize::from(report.label == Label::Uncertain);
        self.typed += usize::from(gold.error_type.is_some_and(|kind| kind.is_named_by(report)));
        self.requests += requests;
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |part: usize| part as f64 / self.entries.max(1) as f64;
        let line = format!(
            "{:.3} of {} (undecided {}, typed {:.2}, {:.2} req.)",
            share(self.flagged),
            self.entries,
            self.uncertain,
            share(self.typed),
            share(self.requests)
        );
        out.pad(&line)
    }
}

/// Every rule on every paper that it suits; of the types of fabrication, on a random half of the papers.
fn make(truths: &[Truth]) -> Vec<Made> {
    let mut made = Vec::new();
    for (at, truth) in truths.iter().enumerate() {
        let half = Dice::of(&truth.id, "half").below(2);
        let mut dice = Dice::of(&truth.id, "other");
        let other = &truths[(at + 1 + dice.below(truths.len() - 1)) % truths.len()];
        let mut add = |rule: String, truth: &Truth, error_type: Option<ErrorType>| {
            let label = if error_type.is_some() { Label::Hallucinated } else { Label::Valid };
            let (tier, generation_method, subtests) = (None, None, BTreeMap::new());
            let gold = GoldEntry {
                entry: truth.entry(),
                label,
                error_type: error_type.map(GoldType::from),
                tier,
                generation_method,
                published: None,
                source: None,
                subtests,
            };
            made.push(Made { rule, half, gold });
        };
        add("0 true entry".to_owned(), truth, None);
        if dice.below(2) == 0 {
            for error_type in TYPES {
                let mut dice = Dice::of(&truth.id, &format!("{error_type:?}"));
                if let Some(bad) = fabricate(truth, other, error_type, &mut dice) {
                    add(format!("1 fabricated: {error_type:?}"), &bad, Some(error_type));
                }
            }
        }
        for (group, changes, error_type) in [
            ("2 another title", &Change::FABRICATED[..], Some(ErrorType::NearMissTitle)),
            ("3 misspelt title", &Change::MISSPELT, None),
            ("4 honest title", &Change::HONEST, None),
        ] {
            for change in changes {
                let mut dice = Dice::of(&truth.id, &format!("{change:?}"));
                if let Some(title) = change.of(&truth.title, &other.title, &mut dice) {
                    add(format!("{group}: {change:?}"), &Truth { title, ..truth.clone() }, error_type);
                }
            }
        }
    }
    made
}
