//! Writes docs/mapping.md, what the mapper finds with links hidden and one shown citation of each page:
//! `cargo run --release -p citelight --example mapping_report -- tests/fixtures/styles tests/fixtures/pages > docs/mapping.md`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use citelight::citation::evaluate::{EdgeCounts, Family, evaluate};
use citelight::citation::{Citation, Mapping};
use citelight::document::{Document, Input, parse};

/// Longest citation and entry that are shown, in characters.
const LONGEST: usize = 90;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("# Citation mapping by style\n");
    println!(
        "Made by `cargo run --release -p citelight --example mapping_report -- tests/fixtures/styles \
         tests/fixtures/pages > docs/mapping.md`. Every page is mapped from its text alone; its own links are the \
         gold. Bars: edge F1 ≥ 0.98 numeric, ≥ 0.95 author-year and label, ≥ 0.90 notes, all links kept. Sources and \
         licences of the pages: `tests/fixtures/styles/README.md`, `tests/fixtures/pages/README.md`.\n"
    );
    let mut totals: BTreeMap<Family, EdgeCounts> = BTreeMap::new();
    println!("| page | style | gold | found | F1 | links kept | a citation of it | and the entry found |");
    println!("| --- | --- | ---: | ---: | ---: | ---: | --- | --- |");
    for folder in std::env::args().skip(1) {
        for path in pages(Path::new(&folder))? {
            let content = std::fs::read_to_string(&path)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let counts = evaluate(&content, &name)?;
            let Some(family) = Family::of(counts.style).filter(|_| counts.gold > 0) else { continue };
            totals.entry(family).or_default().add(&counts);
            let document = parse(Input::new(&content, &name).without_links())?;
            let (citation, entry) = example(&document).unwrap_or_default();
            println!(
                "| {name} | {:?} | {} | {} | {:.3}{} | {:.3} | {} | {} |",
                counts.style,
                counts.gold,
                counts.found,
                counts.f1(),
                if counts.meets_bar() { "" } else { " (below)" },
                counts.linked(),
                cell(&citation),
                cell(&entry),
            );
        }
    }
    println!("\n| family | bar | gold | found | precision | recall | F1 | links kept |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (family, counts) in totals {
        println!(
            "| {} | {:.2} | {} | {} | {:.3} | {:.3} | {:.3} | {:.3} |",
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

/// The pages of a folder, in order of their names.
fn pages(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut pages: Vec<PathBuf> = std::fs::read_dir(folder)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|own| own == "html" || own == "xml"))
        .collect();
    pages.sort();
    Ok(pages)
}

/// The first group of two or three works, else the first citation, as the text shows it; and its first entry.
fn example(document: &Document) -> Option<(String, String)> {
    let matched = || {
        document.citations.iter().filter(|own| own.status == Mapping::Matched && !own.references.is_empty())
    };
    let short = |citation: &&Citation| {
        (2..=3).contains(&citation.references.len()) && citation.range.len() <= LONGEST
    };
    let citation = matched().find(short).or_else(|| matched().next())?;
    let block = document.blocks.get(citation.block)?;
    let surface = block.text.get(citation.range.clone())?;
    // A raised number shows little by itself: the words before it belong to the example.
    let before: Vec<&str> = block.text[..citation.range.start].split_whitespace().rev().take(4).collect();
    let before: Vec<&str> = before.into_iter().rev().collect();
    let entry = document.references.get(*citation.references.first()?)?;
    Some((format!("{} **{surface}**", before.join(" ")), entry.raw.clone()))
}

/// A text as a cell of a table: one line, no markup of its own.
fn cell(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    let line = line.join(" ").replace(['|', '<', '>', '`'], " ");
    match line.char_indices().nth(LONGEST + 40) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}
