//! Maps the pages given as arguments with their links hidden and compares with the links:
//! `cargo run --release -p citelight --example mapping -- [--show] PAGE…`

use std::time::Instant;

use citelight::citation::evaluate::{Edge, compare};
use citelight::document::{Document, Input, parse};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut show = false;
    println!(
        "{:<48} {:>12} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5} {:>6} {:>6} {:>6} {:>6} {:>6}",
        "page", "style", "cites", "refs", "gold", "found", "nolnk", "ambig", "P", "R", "F1", "ms", "first"
    );
    for path in std::env::args().skip(1) {
        if path == "--show" {
            show = true;
            continue;
        }
        let content = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let mut times = Vec::new();
        let mut parsed = Ok(Document::default());
        // The first run compiles patterns; the median of the later ones is what counts.
        for _ in 0..6 {
            let start = Instant::now();
            parsed = parse(Input::new(&content, &path));
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        let first = times.remove(0);
        times.sort_by(f64::total_cmp);
        let elapsed = times[times.len() / 2];
        if let Err(error) = parsed {
            println!("{error}");
            continue;
        }
        let (document, comparison) = compare(&content, &path)?;
        let counts = comparison.counts;
        let name: String = path.chars().rev().take(48).collect::<Vec<_>>().into_iter().rev().collect();
        println!(
            "{name:<48} {:>12} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5} {:>6.3} {:>6.3} {:>6.3} {elapsed:>6.1} {first:>6.1}",
            format!("{:?}", counts.style),
            counts.citations,
            counts.references,
            counts.gold,
            counts.found,
            counts.unlinked,
            counts.ambiguous,
            counts.precision(),
            counts.recall(),
            counts.f1(),
        );
        if show {
            comparison.missed.iter().for_each(|edge| print_edge("missed", &document, edge));
            comparison.unlinked.iter().for_each(|edge| print_edge("nolink", &document, edge));
            comparison.wrong.iter().for_each(|edge| print_edge("wrong ", &document, edge));
        }
    }
    Ok(())
}

fn print_edge(what: &str, document: &Document, edge: &Edge) {
    let reference = document.references.get(edge.reference);
    let text = document.blocks.get(edge.block).map_or("", |block| block.text.as_str());
    let context = |from: usize, to: usize| text.chars().skip(from).take(to - from).collect::<String>();
    let at = text.get(..edge.range.start).map_or(0, |before| before.chars().count());
    println!(
        "  {what} [{}] -> {} | {}",
        context(at.saturating_sub(40), at + 60),
        reference.map_or("?", |reference| reference.id.as_str()),
        reference.map_or(String::new(), |reference| format!(
            "{:?} {:?}{} | {}",
            reference.authors.iter().map(|person| person.family.as_str()).take(4).collect::<Vec<_>>(),
            reference.year,
            reference.year_suffix.map(String::from).unwrap_or_default(),
            reference.raw.chars().take(90).collect::<String>()
        ))
    );
}
