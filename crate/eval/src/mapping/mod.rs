//! `citelight-eval mapping`: how many citations the mapper finds without the page's links, the links being the gold.

pub mod edges;
mod report;
mod row;
mod sheet;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use citelight_cli::failure::{Failure, read_text};
use citelight_cli::output::{cut, json};

use crate::args::MappingFormat;
use crate::mapping::edges::{EdgeCounts, Family, evaluate};
use crate::results;
use row::Row;

/// Endings of pages in a folder.
const ENDINGS: [&str; 5] = ["html", "htm", "xhtml", "xml", "nxml"];

pub(super) fn run(
    paths: &[PathBuf],
    format: MappingFormat,
    kept: Option<&Path>,
) -> Result<ExitCode, Failure> {
    let mut rows = Vec::new();
    let mut totals: BTreeMap<Family, EdgeCounts> = BTreeMap::new();
    for file in pages(paths)? {
        let content = read_text("the page", &file)?;
        let name = file.display().to_string();
        match evaluate(&content, &name) {
            Ok(counts) => {
                if let Some(family) = Family::of(counts.style).filter(|_| counts.gold > 0) {
                    totals.entry(family).or_default().add(&counts);
                }
                rows.push(Row::new(name, None, counts));
            }
            Err(error) => rows.push(Row::new(name, Some(error.to_string()), EdgeCounts::default())),
        }
    }
    // Every fixture must meet its bar, not the family as a whole.
    let failed = rows.iter().any(|row| row.problem.is_some() || !row.met);
    results::keep(kept, || sheet::sheet(&rows, &totals, paths))?;
    rows.extend(totals.iter().map(|(family, counts)| Row::total(*family, counts)));
    match format {
        MappingFormat::Json => json(&rows)?,
        MappingFormat::Text => write(&rows)?,
        MappingFormat::Markdown => report::write(&rows, paths)?,
    }
    Ok(ExitCode::from(if failed { 2 } else { 0 }))
}

/// The files themselves, and every page of the folders, in order of their names.
pub(super) fn pages(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
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
    writeln!(
        out,
        "{:<12} references citations  gold found right ambiguous precision recall    F1   bar linked  page",
        "style"
    )?;
    for row in rows {
        let style = row.style.map_or(row.family.unwrap_or_default().to_owned(), |style| format!("{style:?}"));
        let bar = row.bar.map_or_else(|| "-".to_owned(), |bar| format!("{bar:.2}"));
        writeln!(
            out,
            "{style:<12} {:>10} {:>9} {:>5} {:>5} {:>5} {:>9} {:>9.3} {:>6.3} {:>5.3} {bar:>5} {:>6.3}  {}{}{}",
            row.references,
            row.citations,
            row.gold,
            row.found,
            row.right,
            row.ambiguous,
            row.precision,
            row.recall,
            row.f1,
            row.linked,
            cut(&row.file, 120),
            if row.met { "" } else { " ! below its bar" },
            row.problem.as_deref().map(|problem| format!(" ! {}", cut(problem, 120))).unwrap_or_default()
        )?;
    }
    Ok(())
}
