//! BibTeX and BibLaTeX files.
//!
//! Own code, since existing parsers give up on the whole file for one broken entry or undefined abbreviation, keep no byte
//! ranges to edit (`biblatex` resolves values as it reads, `serde_bibtex` and `nom-bibtex` stop at the first error), expand
//! `@string` without bound, and recurse into braces. Here an entry that does not end is cut where the next one begins,
//! abbreviations nobody defined stay as they are, expansion has a budget, and nothing recurses without bound.

use super::field::verbatim;
use super::names;
use super::work::{Span, Work};
use crate::document::Anomaly;
use crate::document::latex::text_of;
use reader::LONGEST_VALUE;

mod inherit;
mod reader;

pub use reader::{Entry, File};

/// Whether a content, white space at its start removed, is BibTeX.
pub(super) fn recognise(content: &str) -> bool {
    let mut lines = content.lines().map(str::trim_start).filter(|line| !line.is_empty());
    let is_entry = |line: &str| {
        let Some(rest) = line.strip_prefix('@') else { return false };
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let after = rest[end..].trim_start();
        end > 0 && after.starts_with(['{', '('])
    };
    // Comments may stand before the first entry.
    let first = lines.find(|line| !line.starts_with('%'));
    match first {
        Some(line) if is_entry(line) => true,
        Some(line) if !line.starts_with(['\\', '<', '{', '[', '#']) => {
            lines.take(200).filter(|line| is_entry(line)).count() >= 1
                && content.contains('=')
                && !content.contains("\\begin{document}")
                && content.lines().filter(|line| is_entry(line.trim_start())).count() * 60
                    > content.lines().count()
        }
        _ => false,
    }
}

/// The entries of a file as they stand in it, with what they inherit.
pub fn entries(content: &str) -> File {
    let mut file = reader::read(content);
    inherit::inherit(&mut file.entries, content.len());
    file
}

/// The works of a file, in its order; of a key that is given twice, the first.
pub(super) fn read(content: &str, file: u32) -> (Vec<Work>, Vec<Anomaly>) {
    let File { entries, anomalies } = entries(content);
    let mut seen = std::collections::HashSet::new();
    let works = entries
        .into_iter()
        .filter(|entry| seen.insert(entry.key.clone()))
        .map(|entry| work(entry, file))
        .collect();
    (works, anomalies)
}

/// Fields whose value is no TeX text.
const VERBATIM: &[&str] = &["url", "doi", "eprint", "file", "pdf", "verba", "verbb", "verbc"];

fn work(entry: Entry, file: u32) -> Work {
    let span =
        Span { file, line: entry.line, start: entry.units.start, end: entry.units.end, head: entry.head };
    let mut work = Work { key: entry.key, kind: entry.kind, span, ..Work::default() };
    let own = entry.fields.into_iter().map(|field| (field.name, field.text));
    let inherited = entry.inherited.into_iter().map(|field| (field.name, field.text));
    for (name, value) in own.chain(inherited) {
        match name.as_str() {
            "author" => {
                let (people, truncated) = names::people(&value);
                work.truncated |= truncated;
                work.authors = people;
            }
            "editor" => {
                let (people, truncated) = names::people(&value);
                work.truncated |= truncated && work.authors.is_empty();
                work.editors = people;
            }
            "ids" => work.aliases.extend(value.split(',').map(|key| key.trim().to_owned())),
            "abstract" | "file" | "annote" | "keywords" | "bdsk-url-1" | "bdsk-url-2" | "owner"
            | "timestamp" => {}
            name if VERBATIM.contains(&name) => work.set(name, verbatim(&value)),
            name => {
                let text = if value.len() > LONGEST_VALUE { String::new() } else { text_of(&value) };
                work.set(name, text);
            }
        }
    }
    work
}

#[cfg(test)]
mod tests;
