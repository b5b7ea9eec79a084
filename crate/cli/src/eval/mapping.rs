//! `citelight eval mapping`: how many citations the mapper finds without the page's links, the links being the gold.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use citelight::citation::evaluate::{EdgeCounts, evaluate};
use serde::Serialize;

use crate::args::Format;
use crate::failure::{Failure, read_text};
use crate::output::{cut, json};

/// Endings of pages in a folder.
const ENDINGS: [&str; 5] = ["html", "htm", "xhtml", "xml", "nxml"];

/// Figures of one page.
#[derive(Serialize)]
struct Row {
    file: String,
    /// Why the page could not be parsed; then all counts are 0.
    problem: Option<String>,
    references: usize,
    citations: usize,
    gold: usize,
    found: usize,
    right: usize,
    ambiguous: usize,
    precision: f64,
    recall: f64,
    f1: f64,
}

pub(super) fn run(paths: &[PathBuf], format: Format) -> Result<ExitCode, Failure> {
    let mut rows = Vec::new();
    let mut total = EdgeCounts::default();
    for file in pages(paths)? {
        let content = read_text("the page", &file)?;
        let name = file.display().to_string();
        match evaluate(&content, &name) {
            Ok(counts) => {
                total.gold += counts.gold;
                total.found += counts.found;
                total.right += counts.right;
                total.ambiguous += counts.ambiguous;
                total.references += counts.references;
                total.citations += counts.citations;
                rows.push(Row::new(name, None, counts));
            }
            Err(error) => rows.push(Row::new(name, Some(error.to_string()), EdgeCounts::default())),
        }
    }
    let failed = rows.iter().any(|row| row.problem.is_some());
    rows.push(Row::new("all".to_owned(), None, total));
    match format {
        Format::Json => json(&rows)?,
        Format::Text => write(&rows)?,
    }
    Ok(ExitCode::from(if failed { 2 } else { 0 }))
}

impl Row {
    fn new(file: String, problem: Option<String>, counts: EdgeCounts) -> Self {
        Self {
            file,
            problem,
            references: counts.references,
            citations: counts.citations,
            gold: counts.gold,
            found: counts.found,
            right: counts.right,
            ambiguous: counts.ambiguous,
            precision: counts.precision(),
            recall: counts.recall(),
            f1: counts.f1(),
        }
    }
}

/// The files themselves, and every page of the folders, in order of their names.
fn pages(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut pages = Vec::new();
    for path in paths {
        if path.is_dir() {
            collect(path, &mut pages)?;
        } else {
            pages.push(path.clone());
        }
    }
    Ok(pages)
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let entries = std::fs::read_dir(folder).map_err(|error| Failure::Unreadable {
        what: "the folder",
        path: folder.to_owned(),
        reason: error.to_string(),
    })?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if path.is_dir() {
            collect(&path, pages)?;
        } else if ENDINGS.contains(&ending) {
            pages.push(path);
        }
    }
    Ok(())
}

fn write(rows: &[Row]) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "references citations  gold found right ambiguous precision recall    F1  page")?;
    for row in rows {
        writeln!(
            out,
            "{:>10} {:>9} {:>5} {:>5} {:>5} {:>9} {:>9.3} {:>6.3} {:>5.3}  {}{}",
            row.references,
            row.citations,
            row.gold,
            row.found,
            row.right,
            row.ambiguous,
            row.precision,
            row.recall,
            row.f1,
            cut(&row.file, 120),
            row.problem.as_deref().map(|problem| format!(" ! {}", cut(problem, 120))).unwrap_or_default()
        )?;
    }
    Ok(())
}
