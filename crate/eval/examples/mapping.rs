//! Maps the pages given as arguments with their links hidden and compares with the links:
//! `cargo run --release -p citelight-eval --example mapping -- [--show] [--once] PAGE…`
//!
//! `--once` takes no times. A folder is a LaTeX source: its main file is read with all that lies beside it. A `.tex` file is read so, too.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use citelight::document::{Companion, Document, Input, parse};
use citelight_eval::mapping::edges::{Edge, EdgeCounts, Family, compare_input};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut show = false;
    let mut runs = 6;
    let mut totals: BTreeMap<Family, EdgeCounts> = BTreeMap::new();
    println!(
        "{:<48} {:>12} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6}",
        "page",
        "style",
        "cites",
        "refs",
        "gold",
        "found",
        "nolnk",
        "ambig",
        "P",
        "R",
        "F1",
        "linked",
        "ms",
        "first"
    );
    for path in std::env::args().skip(1) {
        if path == "--show" {
            show = true;
            continue;
        }
        if path == "--once" {
            runs = 2;
            continue;
        }
        let Source { main: path, companions } = source(Path::new(&path))?;
        let content = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let companions: Vec<Companion<'_>> =
            companions.iter().map(|(name, content)| Companion { name, content }).collect();
        let input = Input::new(&content, &path).with(&companions);
        let mut times = Vec::new();
        let mut parsed = Ok(Document::default());
        // The first run compiles patterns; the median of the later ones is what counts.
        for _ in 0..runs {
            let start = Instant::now();
            parsed = parse(input);
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        let first = times.remove(0);
        times.sort_by(f64::total_cmp);
        let elapsed = times[times.len() / 2];
        if let Err(error) = parsed {
            println!("{error}");
            continue;
        }
        let (document, comparison) = compare_input(input)?;
        let counts = comparison.counts;
        let name: String = path.chars().rev().take(48).collect::<Vec<_>>().into_iter().rev().collect();
        println!(
            "{name:<48} {:>12} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5} {:>6.3} {:>6.3} {:>6.3} {:>6.3} {elapsed:>6.1} {first:>6.1}{}",
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
            counts.linked(),
            if counts.meets_bar() { "" } else { " below its bar" },
        );
        if let Some(family) = Family::of(counts.style).filter(|_| counts.gold > 0) {
            totals.entry(family).or_default().add(&counts);
        }
        if show {
            comparison.missed.iter().for_each(|edge| print_edge("missed", &document, edge));
            comparison.unlinked.iter().for_each(|edge| print_edge("nolink", &document, edge));
            comparison.wrong.iter().for_each(|edge| print_edge("wrong ", &document, edge));
        }
    }
    for (family, counts) in totals {
        println!(
            "{:<12} bar {:.2}: gold {} found {} precision {:.3} recall {:.3} F1 {:.3} linked {:.3}",
            family.name(),
            family.bar(),
            counts.gold,
            counts.found,
            counts.precision(),
            counts.recall(),
            counts.f1(),
            counts.linked()
        );
    }
    Ok(())
}

/// A main file and the texts beside it.
struct Source {
    main: String,
    companions: Vec<(String, String)>,
}

/// Files that LaTeX sources are made of.
const TEXTS: &[&str] = &["tex", "bbl", "bib", "sty", "ltx", "dtx"];

fn source(path: &Path) -> std::io::Result<Source> {
    let extension =
        |path: &Path| path.extension().and_then(|own| own.to_str()).unwrap_or_default().to_owned();
    let shown = |path: &Path| path.to_string_lossy().into_owned();
    if !path.is_dir() && !matches!(extension(path).as_str(), "tex" | "ltx") {
        return Ok(Source { main: shown(path), companions: Vec::new() });
    }
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(Path::new(".")) };
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next)? {
            let entry = entry?.path();
            if entry.is_dir() {
                folders.push(entry);
            } else if TEXTS.contains(&extension(&entry).as_str()) {
                let content = String::from_utf8_lossy(&std::fs::read(&entry)?).into_owned();
                files.push((entry, content));
            }
        }
    }
    files.sort();
    let is_main = |(own, content): &&(std::path::PathBuf, String)| {
        if path.is_dir() {
            content.contains("\\documentclass") && extension(own) != "dtx"
        } else {
            own == path
        }
    };
    let main = files.iter().find(is_main).or(files.first()).map(|(own, _)| own.clone()).unwrap_or_default();
    let companions = files
        .iter()
        .filter(|(own, _)| *own != main)
        .map(|(own, content)| {
            (own.strip_prefix(folder).unwrap_or(own).to_string_lossy().into_owned(), content.clone())
        })
        .collect();
    Ok(Source { main: shown(&main), companions })
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
