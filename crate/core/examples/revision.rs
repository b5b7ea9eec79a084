//! Two-stage revision on damaged copies of real entries:
//! `cargo run --release -p citelight --example revision -- [--errors] ENTRIES.jsonl WORLD.jsonl…`
//!
//! The valid entries of the split whose paper some source has are written to a BibTeX file, one or two of their fields are
//! damaged (missing, partial, substituted by another entry's, fabricated), the file is revised, and each field is
//! compared with what it was.

use std::collections::BTreeMap;
use std::process::ExitCode;

use citelight::resolve::integrity::hallmark::{GoldEntry, World, ask_all, read_entries};
use citelight::resolve::integrity::{BibEntry, Label};
use citelight::resolve::revise::{FieldEdit, Revision, apply, is_same_field, propose, read_bibtex};

const FIELDS: [&str; 5] = ["author", "title", "year", "venue", "doi"];
const DAMAGES: [&str; 4] = ["missing", "partial", "substituted", "fabricated"];

fn main() -> ExitCode {
    let paths: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--errors").collect();
    let Some((entries, worlds)) = paths.split_first().filter(|(_, worlds)| !worlds.is_empty()) else {
        eprintln!("usage: revision ENTRIES.jsonl WORLD.jsonl…");
        return ExitCode::from(2);
    };
    match report(entries, worlds) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// One damaged field: index of the entry, name of the field in the file, its kind, what was done.
struct Damage {
    entry: usize,
    field: String,
    kind: &'static str,
    how: &'static str,
}

#[derive(Default)]
struct Tally {
    damaged: usize,
    corrected: usize,
    /// Of entries whose revision found a record of the same work.
    damaged_with_record: usize,
    corrected_with_record: usize,
}

fn report(entries: &str, worlds: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let all = read_entries(&std::fs::read_to_string(entries)?)?;
    for path in worlds {
        let world = World::from_json_lines(&std::fs::read_to_string(path)?)?;
        let right: Vec<GoldEntry> = all
            .iter()
            .filter(|gold| {
                gold.label == Label::Valid && world.has_title(gold.entry.field("title").unwrap_or_default())
            })
            // Values with a brace too many cannot stand in a file.
            .filter(|gold| {
                read_bibtex(&bibtex(&gold.entry)).first().is_some_and(|read| read.entry == gold.entry)
            })
            .cloned()
            .collect();
        let mut tallies: BTreeMap<(&str, &str), Tally> = BTreeMap::new();
        let (mut untouched, mut regressed, mut rounds_untouched) = (0, 0, Vec::new());
        for round in 0..4 {
            let (damaged, damages) = damage(&right, round);
            let file: String = damaged.iter().map(bibtex).collect();
            let spans = read_bibtex(&file);
            if spans.len() != right.len() {
                let lost = damaged.iter().find(|entry| !spans.iter().any(|span| span.entry.key == entry.key));
                return Err(format!("the damaged file lost {lost:?}").into());
            }
            let golds: Vec<GoldEntry> = right
                .iter()
                .zip(&spans)
                .map(|(gold, span)| GoldEntry { entry: span.entry.clone(), ..gold.clone() })
                .collect();
            let revisions: Vec<Revision> = golds
                .iter()
                .zip(ask_all(&golds, &world))
                .map(|(gold, answers)| propose(&gold.entry, &answers))
                .collect();
            let edits: Vec<Vec<FieldEdit>> =
                revisions.iter().map(|revision| revision.edits.clone()).collect();
            let fixed = read_bibtex(&apply(&file, &spans, &edits));
            for found in &damages {
                let corrected =
                    is_same_field(&found.field, &fixed[found.entry].entry, &right[found.entry].entry);
                let with_record = revisions[found.entry].kept_because.is_none();
                if std::env::args().any(|argument| argument == "--errors") && with_record && !corrected {
                    println!(
                        "  {} {} {:?} {:?} → {:?}",
                        found.kind,
                        found.how,
                        right[found.entry].entry.fields,
                        golds[found.entry].entry.fields.get(&found.field),
                        fixed[found.entry].entry.fields.get(&found.field)
                    );
                }
                let alone = damages.iter().filter(|other| other.entry == found.entry).count() == 1;
                let count = if alone { "one field" } else { "two fields" };
                let with_title = if found.kind == "title" { "title" } else { "others" };
                for key in [(found.kind, found.how), ("all", "all"), (with_title, count)] {
                    let tally = tallies.entry(key).or_default();
                    tally.damaged += 1;
                    tally.corrected += usize::from(corrected);
                    tally.damaged_with_record += usize::from(with_record);
                    tally.corrected_with_record += usize::from(with_record && corrected);
                }
            }
            for (at, gold) in right.iter().enumerate() {
                for field in gold.entry.fields.keys() {
                    if damages.iter().any(|found| found.entry == at && found.field == *field) {
                        continue;
                    }
                    untouched += 1;
                    if !is_same_field(field, &fixed[at].entry, &gold.entry) {
                        regressed += 1;
                        rounds_untouched.push(format!(
                            "{field}: {:?} became {:?}",
                            gold.entry.field(field),
                            fixed[at].entry.field(field)
                        ));
                    }
                }
            }
        }
        println!("== {path}: {} entries, 4 rounds", right.len());
        for ((kind, how), tally) in &tallies {
            println!(
                "  {kind:7} {how:12} corrected {:4}/{:4} = {:.3}; where a record passed the gate {:4}/{:4} = {:.3}",
                tally.corrected,
                tally.damaged,
                tally.corrected as f64 / tally.damaged as f64,
                tally.corrected_with_record,
                tally.damaged_with_record,
                tally.corrected_with_record as f64 / tally.damaged_with_record.max(1) as f64
            );
        }
        println!(
            "  regressions {regressed}/{untouched} = {:.4}",
            f64::from(regressed) / f64::from(untouched)
        );
        for line in rounds_untouched.iter().take(10) {
            println!("    {line}");
        }
    }
    Ok(())
}

/// Copies with one or two damaged fields each, chosen by the entry's key and the round.
fn damage(right: &[GoldEntry], round: usize) -> (Vec<BibEntry>, Vec<Damage>) {
    let mut damages = Vec::new();
    let damaged = right
        .iter()
        .enumerate()
        .map(|(at, gold)| {
            let mut entry = gold.entry.clone();
            let seed = seed(&entry.key, round);
            let other = &right[(at + 1 + seed % (right.len() - 1)) % right.len()].entry;
            let first = seed % FIELDS.len();
            let second = (first + 1 + seed / 7 % (FIELDS.len() - 1)) % FIELDS.len();
            let chosen = if seed.is_multiple_of(2) { vec![first] } else { vec![first, second] };
            for (turn, kind) in chosen.into_iter().map(|index| FIELDS[index]).enumerate() {
                let how = DAMAGES[(seed / 31 + turn) % DAMAGES.len()];
                let field = field_of(kind, &gold.entry);
                let Some(old) = gold.entry.field(&field) else { continue };
                let new = match how {
                    "missing" => None,
                    "partial" => partial(kind, old),
                    "substituted" => other.field(&field_of(kind, other)).map(str::to_owned),
                    _ => Some(fabricated(kind, seed)),
                };
                let balanced = |value: &str| value.matches('{').count() == value.matches('}').count();
                match new.filter(|value| balanced(value)) {
                    None if how == "missing" => entry.fields.remove(&field),
                    None => continue,
                    Some(new) => entry.fields.insert(field.clone(), new),
                };
                if entry.field(&field).is_some() && is_same_field(&field, &entry, &gold.entry) {
                    continue; // Another entry's value may be the same venue or year.
                }
                damages.push(Damage { entry: at, field, kind, how });
            }
            entry
        })
        .collect();
    (damaged, damages)
}

fn seed(key: &str, round: usize) -> usize {
    let bytes = key.bytes().chain([round as u8]);
    bytes.fold(5381_usize, |hash, byte| hash.wrapping_mul(33).wrapping_add(usize::from(byte))) >> 3
}

fn field_of(kind: &str, entry: &BibEntry) -> String {
    match kind {
        "venue" if entry.field("journal").is_some() => "journal".to_owned(),
        "venue" => "booktitle".to_owned(),
        kind => kind.to_owned(),
    }
}

/// A part of the value, where a part of it makes sense.
fn partial(kind: &str, old: &str) -> Option<String> {
    let words: Vec<&str> = old.split_whitespace().collect();
    match kind {
        "author" => {
            let names: Vec<&str> = old.split(" and ").collect();
            (names.len() > 1).then(|| names[..names.len().div_ceil(2)].join(" and "))
        }
        "title" => (words.len() > 7).then(|| {
            let mut words = words;
            let middle = words.len() / 2;
            words[middle] = "improved";
            words.join(" ")
        }),
        "doi" => old.get(..old.len().saturating_sub(3)).map(str::to_owned),
        _ => None,
    }
}

fn fabricated(kind: &str, seed: usize) -> String {
    match kind {
        "author" => "Maria Gonzalez and Liam O'Connor and Wei Tanaka".to_owned(),
        "title" => format!("Towards Trustworthy Agents for Marine Logistics {}", seed % 97),
        "year" => (1990 + seed % 20).to_string(),
        "venue" => "Journal of Advanced Computational Insights".to_owned(),
        _ => format!("10.4242/jaci.{}", seed % 9973),
    }
}

fn bibtex(entry: &BibEntry) -> String {
    let fields: String =
        entry.fields.iter().map(|(name, value)| format!(",\n  {name} = {{{value}}}")).collect();
    format!("@{}{{{}{fields}\n}}\n\n", entry.kind, entry.key)
}
