//! Bibliographies on disk: which files, and what entries they hold.

use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};

use citelight::citation::Reference;
use citelight::resolve::integrity::BibEntry;
use citelight::resolve::revise::{SpannedEntry, commented, read_bibtex};

use crate::article::Article;
use citelight::text::decode::decode;

use crate::failure::{Failure, read_bytes};

/// Endings of bibliographies that are looked for in folders; other files are checked when they are named.
const ENDINGS: [&str; 2] = ["bib", "ris"];
/// How deep folders are searched.
const DEPTH: usize = 8;

/// A file and its entries in order.
pub(super) struct BibFile {
    pub(super) path: PathBuf,
    /// The whole text of a BibTeX file, if it can be written back byte for byte.
    pub(super) text: Option<String>,
    /// Where the entries of a BibTeX file stand; empty for other formats.
    pub(super) spans: Vec<SpannedEntry>,
    pub(super) entries: Vec<Listed>,
}

/// An entry as it is checked.
pub(super) struct Listed {
    pub(super) entry: BibEntry,
    /// Line of its first character, from 1; 0 if that is not known.
    pub(super) line: u32,
    pub(super) from: From,
}

/// What an entry was read from.
pub(super) enum From {
    /// The entry of that number in [`BibFile::spans`].
    Span(usize),
    /// A reference of another format, or one that cannot be edited safely.
    Reference(Box<Reference>),
}

/// Reads files, and the bibliographies in folders.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<BibFile>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut found = Vec::new();
            collect(path, DEPTH, &mut found);
            if found.is_empty() {
                return Err(Failure::Unreadable {
                    what: "the folder",
                    path: path.clone(),
                    reason: "it holds no .bib or .ris file; name the files to check".to_owned(),
                });
            }
            for path in found {
                files.push(read_file(&path)?);
            }
        } else {
            files.push(read_file(path)?);
        }
    }
    Ok(files)
}

fn collect(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let ending =
            path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        if name.starts_with('.') || name == "node_modules" || path.is_symlink() {
            continue;
        } else if path.is_dir() && depth > 0 {
            collect(&path, depth - 1, found);
        } else if path.is_file() && ENDINGS.contains(&ending.as_str()) {
            found.push(path);
        }
    }
}

fn read_file(path: &Path) -> Result<BibFile, Failure> {
    let is_bibtex = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bib"));
    if is_bibtex { read_bib(path) } else { read_other(path) }
}

fn read_bib(path: &Path) -> Result<BibFile, Failure> {
    let bytes = read_bytes("the bibliography", path)?;
    let exact = String::from_utf8(bytes.clone()).ok();
    let text = exact.clone().unwrap_or_else(|| decode(bytes));
    let mut spans = read_bibtex(&text);
    inherit(&mut spans);
    let aside = lines_of(&text, commented(&text));
    let references = match text.trim().is_empty() {
        true => Vec::new(),
        false => Article::of_text(path, text).parse(false)?.references,
    };
    let mut entries: Vec<Listed> = Vec::new();
    let mut open: Vec<Option<&SpannedEntry>> = spans.iter().map(Some).collect();
    for reference in references {
        let at = open.iter().position(|span| span.is_some_and(|span| span.entry.key == reference.id));
        let line = reference.locator.line;
        let listed = match at {
            Some(at) => {
                open[at] = None;
                Listed { entry: spans[at].entry.clone(), line, from: From::Span(at) }
            }
            // An entry in a comment is none.
            None if aside.iter().any(|lines| lines.contains(&line)) => continue,
            None => Listed::of(reference),
        };
        entries.push(listed);
    }
    // A key that is given twice names two entries here.
    let left = open.iter().enumerate().filter_map(|(at, span)| span.map(|span| (at, span)));
    let checked = left.filter(|(_, span)| !matches!(span.entry.kind.as_str(), "xdata" | "set" | "control"));
    entries.extend(checked.map(|(at, span)| Listed {
        entry: span.entry.clone(),
        line: 0,
        from: From::Span(at),
    }));
    Ok(BibFile { path: path.to_owned(), text: exact, spans, entries })
}

/// Stretches of bytes as stretches of lines, from 1.
fn lines_of(text: &str, ranges: Vec<Range<usize>>) -> Vec<RangeInclusive<u32>> {
    let line = |at: usize| {
        let before = text.as_bytes().get(..at).unwrap_or_default();
        u32::try_from(before.iter().filter(|byte| **byte == b'\n').count() + 1).unwrap_or(u32::MAX)
    };
    ranges.into_iter().map(|range| line(range.start)..=line(range.end)).collect()
}

/// Fields that an entry takes from the one it is part of (`crossref`): the whole's title is the part's venue.
fn inherit(spans: &mut [SpannedEntry]) {
    let wholes: Vec<BibEntry> = spans.iter().map(|span| span.entry.clone()).collect();
    for span in spans.iter_mut() {
        let Some(key) = span.entry.field("crossref") else { continue };
        let Some(whole) = wholes.iter().find(|whole| whole.key.eq_ignore_ascii_case(key)) else { continue };
        let venue = whole.field("booktitle").or(whole.field("title")).map(|title| ("booktitle", title));
        let others = ["year", "date", "publisher", "editor", "volume", "series", "journal"];
        let others = others.iter().filter_map(|name| Some((*name, whole.field(name)?)));
        for (name, value) in venue.into_iter().chain(others) {
            span.entry.fields.entry(name.to_owned()).or_insert_with(|| value.to_owned());
        }
    }
}

fn read_other(path: &Path) -> Result<BibFile, Failure> {
    let document = Article::read(path)?.parse(false)?;
    let entries = document.references.into_iter().map(Listed::of).collect();
    Ok(BibFile { path: path.to_owned(), text: None, spans: Vec::new(), entries })
}

impl Listed {
    fn of(reference: Reference) -> Self {
        let entry = BibEntry::of_reference(&reference);
        Self { entry, line: reference.locator.line, from: From::Reference(Box::new(reference)) }
    }
}
