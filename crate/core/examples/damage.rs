//! Injects damage into the files given as arguments and prints how much of it the verifier sees and places:
//! `cargo run --release -p citelight --example damage -- [--show] FILE…`

#[path = "../tests/support/damage.rs"]
mod damage;

use citelight::citation::CitationStyle;
use citelight::document::{Input, parse};
use damage::{ALL, Dice, Page, alarms, inject, judge, sound};

/// Injections of each kind into each file.
const TRIALS: usize = 12;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut show = false;
    let mut totals = [[0_usize; 4]; 4];
    let (mut files, mut alarmed) = (0, 0);
    for path in std::env::args().skip(1) {
        if path == "--show" {
            show = true;
            continue;
        }
        let content = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let Ok(document) = parse(Input::new(&content, &path)) else { continue };
        if document.style == CitationStyle::Unknown || document.references.len() < 8 {
            continue;
        }
        let page = Page::of(&document);
        let sound = sound(&page);
        let false_alarms = alarms(&sound);
        files += 1;
        alarmed += usize::from(!false_alarms.is_empty());
        println!("{path}: {:?}, {} alarms undamaged", document.style, false_alarms.len());
        if show {
            for alarm in &false_alarms {
                println!("    {:?} [{}]", alarm.kind, alarm.place);
            }
        }
        for (index, damage) in ALL.into_iter().enumerate() {
            let mut row = [0; 4];
            for trial in 0..TRIALS {
                let mut dice = Dice::new((trial * 7 + index + 1) as u64);
                let Some(damaged) = inject(&page, damage, &mut dice) else { continue };
                let outcome = judge(&sound, &damaged, damage);
                row[0] += 1;
                row[1] += usize::from(outcome.detected);
                row[2] += usize::from(outcome.placed);
                row[3] += usize::from(outcome.repaired);
                if show && !outcome.placed {
                    println!("    {damage:?} detected: {} at {:?}", outcome.detected, damaged.seams);
                }
            }
            println!(
                "  {damage:?}: {} detected, {} placed, {} repaired of {}",
                row[1], row[2], row[3], row[0]
            );
            for (total, own) in totals[index].iter_mut().zip(row) {
                *total += own;
            }
        }
    }
    println!("{files} files, {alarmed} with alarms undamaged");
    for (damage, [all, detected, placed, repaired]) in ALL.into_iter().zip(totals) {
        let share = |part: usize| part as f64 / all.max(1) as f64;
        println!(
            "{damage:?}: detected {:.3}, placed {:.3}, repaired {:.3} of {all}",
            share(detected),
            share(placed),
            share(repaired)
        );
    }
    Ok(())
}
