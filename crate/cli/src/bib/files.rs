//! Bibliographies on disk: which files, and what entries they hold.

use std::path::{Path, PathBuf};

use citelight::citation::Reference;
use citelight::resolve::corrections::{SpannedEntry, read_bibtex};
use citelight::resolve::integrity::BibEntry;

use crate::article::Article;
use citelight::text::decode::decode;

use crate::failure::{Failure, read_bytes};

/// Endings of bibliographies that are looked for in folders; other files are checked when they are named.
const ENDINGS: [&str; 2] = ["bib", "ris"];
/// How deep folders are searched.
const DEPTH: usize = 8;

/// A file and its entries in order.
pub(crate) struct BibFile {
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
    /// A reference of another format.
    Reference(Box<Reference>),
}

/// Reads files, and the bibliographies in folders.
///
/// # Errors
/// A file that cannot be read, a folder without bibliographies, or text in which no entry is recognised: a check of nothing must not
/// pass.
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
    if files.iter().any(|file| !file.entries.is_empty()) {
        return Ok(files);
    }
    match files.iter().find(|file| file.spans.is_empty() && !says_nothing(&file.path)) {
        Some(file) => Err(Failure::Unreadable {
            what: "the bibliography",
            path: file.path.clone(),
            reason: "no entry was recognised in it; save it as BibTeX, RIS or CSL-JSON".to_owned(),
        }),
        None => Ok(files),
    }
}

/// Whether a file is empty, or holds only comments and definitions of BibTeX.
fn says_nothing(path: &Path) -> bool {
    let text = std::fs::read(path).map(decode).unwrap_or_default().to_ascii_lowercase();
    let is_comment = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('%');
    ["@comment", "@preamble", "@string"].iter().any(|begins| text.contains(begins))
        || text.lines().all(is_comment)
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

/// Reads one file, whatever its ending.
pub(crate) fn read_file(path: &Path) -> Result<BibFile, Failure> {
    let is_bibtex = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bib"));
    if is_bibtex { read_bib(path) } else { read_other(path) }
}

fn read_bib(path: &Path) -> Result<BibFile, Failure> {
    let bytes = read_bytes("the bibliography", path)?;
    let exact = String::from_utf8(bytes.clone()).ok();
    let text = exact.clone().unwrap_or_else(|| decode(bytes));
    of_bibtex(path, text, exact)
}

/// A bibliography that came as text: BibTeX, or another format.
#[cfg(feature = "mcp")]
pub(crate) fn of_text(text: String) -> Result<BibFile, Failure> {
    of_bibtex(Path::new("text"), text.clone(), Some(text))
}

fn of_bibtex(path: &Path, text: String, exact: Option<String>) -> Result<BibFile, Failure> {
    let spans = read_bibtex(&text);
    if spans.is_empty() && !text.trim().is_empty() {
        // Another format with this ending, such as a printed list.
        let references = Article::of_text(path, text).parse(false)?.references;
        let entries = references.into_iter().map(Listed::of).collect();
        return Ok(BibFile { path: path.to_owned(), text: exact, spans, entries });
    }
    let entries = spans
        .iter()
        .enumerate()
        .filter(|(_, span)| !span.is_auxiliary())
        .map(|(at, span)| Listed { entry: span.entry.clone(), line: span.line, from: From::Span(at) })
        .collect();
    Ok(BibFile { path: path.to_owned(), text: exact, spans, entries })
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

/// The name of a file, as it was given.
pub(super) fn name(file: &BibFile) -> String {
    file.path.display().to_string()
}
