//! `citelight-eval mapping --format markdown`: the report docs/mapping.md, with one citation of each page.
use std::io::Write;
use std::path::{Path, PathBuf};

use citelight::citation::{Citation, Mapping};
use citelight::document::{Document, Input, parse};
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::output::cut;

use super::row::Row;

/// Longest citation that is taken as the example, in bytes, and longest text of a cell, in characters.
const LONGEST: usize = 90;
const CELL: usize = 130;

/// What the report says of itself and of figures below the bars.
const HEAD: &str = include_str!("report.md");

/// Writes the report of pages, in the order of `rows`; families stand at the end of them.
pub(super) fn write(rows: &[Row], paths: &[PathBuf]) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let arguments: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    writeln!(out, "{}", HEAD.replace("PAGES", &arguments.join(" ")).trim_end())?;
    writeln!(
        out,
        "\n| page | style | gold | found | F1 | links kept | a citation of it | and the entry found |"
    )?;
    writeln!(out, "| --- | --- | ---: | ---: | ---: | ---: | --- | --- |")?;
    for row in rows.iter().filter(|row| row.gold > 0) {
        let Some(style) = row.style else { continue };
        let (citation, entry) = example(&row.file)?.unwrap_or_default();
        let name = Path::new(&row.file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        writeln!(
            out,
            "| {} | {style:?} | {} | {} | {:.3}{} | {:.3} | {} | {} |",
            cell(&name),
            row.gold,
            row.found,
            row.f1,
            if row.met { "" } else { " (below)" },
            row.linked,
            cell(&citation),
            cell(&entry)
        )?;
    }
    writeln!(out, "\n| family | bar | gold | found | precision | recall | F1 | links kept |")?;
    writeln!(out, "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")?;
    for row in rows.iter().filter(|row| row.style.is_none()) {
        writeln!(
            out,
            "| {} | {:.2} | {} | {} | {:.3} | {:.3} | {:.3} | {:.3} |",
            row.family.unwrap_or_default(),
            row.bar.unwrap_or_default(),
            row.gold,
            row.found,
            row.precision,
            row.recall,
            row.f1,
            row.linked
        )?;
    }
    Ok(())
}

/// The first group of two or three works, else the first citation, as the text shows it; and its first entry.
fn example(file: &str) -> Result<Option<(String, String)>, Failure> {
    let content = read_text("the page", Path::new(file))?;
    let Ok(document) = parse(Input::new(&content, file).without_links()) else { return Ok(None) };
    Ok(chosen(&document).and_then(|citation| shown(&document, citation)))
}

fn chosen(document: &Document) -> Option<&Citation> {
    let matched = || {
        document.citations.iter().filter(|own| own.status == Mapping::Matched && !own.references.is_empty())
    };
    let short = |citation: &&Citation| {
        (2..=3).contains(&citation.references.len()) && citation.range.len() <= LONGEST
    };
    matched().find(short).or_else(|| matched().next())
}

fn shown(document: &Document, citation: &Citation) -> Option<(String, String)> {
    let block = document.blocks.get(citation.block)?;
    let surface = block.text.get(citation.range.clone())?;
    // A raised number shows little by itself: the words before it belong to the example.
    let before: Vec<&str> =
        block.text.get(..citation.range.start)?.split_whitespace().rev().take(4).collect();
    let before: Vec<&str> = before.into_iter().rev().collect();
    let entry = document.references.get(*citation.references.first()?)?;
    Some((format!("{} **{surface}**", before.join(" ")), entry.raw.clone()))
}

/// A text as a cell of a table: one line, no markup of its own.
fn cell(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    cut(&line.join(" ").replace(['|', '<', '>', '`'], " "), CELL)
}
