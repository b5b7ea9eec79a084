//! An article on disk, with the files that belong to it: what LaTeX includes, bibliographies. Word documents and archives hold theirs.

use std::path::{Path, PathBuf};

use citelight::document::files::{NamedFile, Opened, open};
use citelight::document::pdf::PdfText;
use citelight::document::{Content, Document};
use citelight::text::decode::decode;

use crate::failure::{Failure, read_bytes};

/// Endings of articles that stand alone.
const ALONE: [&str; 11] = ["html", "htm", "xhtml", "xml", "nxml", "pdf", "docx", "txt", "zip", "tgz", "gz"];
/// Endings of articles that are read together with other files of their folder.
const TOGETHER: [&str; 7] = ["tex", "ltx", "latex", "md", "markdown", "qmd", "rmd"];
/// Those of LaTeX.
const LATEX: [&str; 3] = ["tex", "ltx", "latex"];
/// Endings of the files that may belong to one.
const COMPANIONS: [&str; 8] = ["tex", "ltx", "bib", "bbl", "ris", "json", "xml", "sty"];
/// How deep folders are searched, how many files are read, and how many bytes in all: enough for a thesis, too few to
/// read a home folder by mistake.
const DEPTH: usize = 3;
const FILES: usize = 300;
const BYTES: u64 = 30_000_000;
/// How a note begins that `--format jats` wrote.
pub(crate) const OWN_NOTE: &str = "<note content-type=\"citelight\">";
/// Bytes in which it shows that a file is no text.
const HEAD: usize = 4_096;

/// The files of an article as they lie on disk: its own, and those it may refer to.
pub(crate) struct ArticleFiles {
    path: PathBuf,
    bytes: Vec<u8>,
    companions: Vec<(String, String)>,
}

impl ArticleFiles {
    /// Reads them; of a folder the main LaTeX file in it.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let path = if path.is_dir() { main_file(path)? } else { path.to_owned() };
        let bytes = read_bytes("the article", &path)?;
        let is_alone = is_binary(&bytes) || !has_ending(&path, &TOGETHER);
        let companions = if is_alone { Vec::new() } else { companions_of(&path) };
        Ok(Self { path, bytes, companions })
    }

    /// Everything that they hold, file by file.
    #[cfg(feature = "models")]
    pub(crate) fn contents(&self) -> impl Iterator<Item = &[u8]> {
        let companions = self.companions.iter().flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()]);
        std::iter::once(&self.bytes[..]).chain(companions)
    }

    /// The article's own file, as it lies there.
    #[cfg(feature = "models")]
    pub(crate) fn original(&self) -> &[u8] {
        &self.bytes
    }

    /// What they say.
    pub(crate) fn open(self) -> Result<Article, Failure> {
        let Self { path, bytes, companions } = self;
        let unreadable =
            |reason: String| Failure::Unreadable { what: "the article", path: path.clone(), reason };
        let mut pdf = None;
        let content = if companions.is_empty() && is_binary(&bytes) {
            let name = path.display().to_string();
            match open(vec![NamedFile { name, bytes }]).map_err(unreadable)? {
                Opened::Pdf(file) => {
                    let content = Content::Pdf(read_pdf(&file).map_err(unreadable)?);
                    pdf = Some(file);
                    content
                }
                Opened::Content(content) => content,
            }
        } else {
            Content::Text { text: without_own_notes(decode(bytes)), companions }
        };
        Ok(Article { origin: path.display().to_string(), content, pdf })
    }
}

/// The text without the notes that `--format jats` wrote into it: they are no part of its entries.
fn without_own_notes(text: String) -> String {
    if !text.contains(OWN_NOTE) {
        return text;
    }
    let mut parts = text.split(OWN_NOTE);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |bare, part| bare + part.split_once("</note>").map_or(part, |(_, rest)| rest))
}

#[cfg(feature = "pdf")]
fn read_pdf(bytes: &[u8]) -> Result<PdfText, String> {
    citelight_pdf::extract(bytes).map_err(|error| error.to_string())
}

#[cfg(not(feature = "pdf"))]
fn read_pdf(_: &[u8]) -> Result<PdfText, String> {
    Err("this build of citelight reads no PDF files; build it with the feature `pdf`".to_owned())
}

/// Whether a file is no text: a PDF, a Word document, an archive, or what has to be refused in words.
fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(b"%PDF-")
        || bytes.starts_with(b"{\\rtf")
        || bytes.iter().take(HEAD).any(|byte| *byte == 0)
        || bytes.starts_with(b"PK\x03\x04")
        || bytes.starts_with(&[0x1f, 0x8b])
}

/// An article whose files were opened.
pub struct Article {
    origin: String,
    content: Content,
    /// The file itself, if it is a PDF: its pages can be drawn.
    #[cfg_attr(not(feature = "scans"), allow(dead_code, reason = "only what draws pages reads it"))]
    pdf: Option<Vec<u8>>,
}

impl Article {
    /// Reads an article; of a folder the main LaTeX file in it.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        ArticleFiles::read(path)?.open()
    }

    /// A text that was read already and stands alone.
    pub fn of_text(path: &Path, content: String) -> Self {
        Self { origin: path.display().to_string(), content: Content::alone(content), pdf: None }
    }

    /// What was read.
    pub fn into_content(self) -> Content {
        self.content
    }

    /// Its text layer and its file, if it is a PDF.
    #[cfg(feature = "scans")]
    pub(crate) fn as_pdf(&self) -> Option<(&PdfText, &[u8])> {
        match (&self.content, &self.pdf) {
            (Content::Pdf(text), Some(file)) => Some((text, file)),
            _ => None,
        }
    }

    /// Its name in messages.
    #[cfg(feature = "scans")]
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// The article as a document; with `hide_links` its links from citations to references are ignored.
    pub fn parse(&self, hide_links: bool) -> Result<Document, Failure> {
        Ok(self.content.parse(&self.origin, hide_links)?)
    }
}

/// Whether a file's name says that it holds an article.
pub fn is_article(path: &Path) -> bool {
    has_ending(path, &ALONE) || has_ending(path, &TOGETHER)
}

/// Whether a file's name says that it holds LaTeX.
pub(crate) fn is_latex(path: &Path) -> bool {
    has_ending(path, &LATEX)
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    endings.contains(&ending.as_str())
}

/// The file of a folder in which a LaTeX document begins.
fn main_file(folder: &Path) -> Result<PathBuf, Failure> {
    let unreadable =
        |reason: String| Failure::Unreadable { what: "the article in", path: folder.to_owned(), reason };
    let entries = std::fs::read_dir(folder).map_err(|error| unreadable(error.to_string()))?;
    let mut mains: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| is_latex(path))
        .filter(|path| std::fs::read(path).is_ok_and(|bytes| decode(bytes).contains("\\begin{document}")))
        .collect();
    mains.sort();
    match mains.as_slice() {
        [main] => Ok(main.clone()),
        [] => Err(unreadable("no file in it has \\begin{document}; give the article's file".to_owned())),
        several => {
            let names: Vec<String> = several.iter().map(|path| path.display().to_string()).collect();
            Err(unreadable(format!("several files have \\begin{{document}}; give one: {}", names.join(", "))))
        }
    }
}

/// Files below the article's folder that it may refer to, by their paths from there.
fn companions_of(article: &Path) -> Vec<(String, String)> {
    let folder = article.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut paths = Vec::new();
    collect(folder, DEPTH, &mut paths);
    let mut left = BYTES;
    let mut companions = Vec::new();
    for path in paths.into_iter().filter(|path| path.as_path() != article).take(FILES) {
        let size = path.metadata().map_or(0, |metadata| metadata.len());
        let Some(rest) = left.checked_sub(size) else { continue };
        let (Ok(bytes), Ok(name)) = (std::fs::read(&path), path.strip_prefix(folder)) else { continue };
        left = rest;
        companions.push((name.to_string_lossy().replace('\\', "/"), decode(bytes)));
    }
    companions
}

fn collect(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    entries.sort();
    for path in entries {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !path.is_symlink() && depth > 0 && !hidden {
            collect(&path, depth - 1, paths);
        } else if path.is_file() && has_ending(&path, &COMPANIONS) {
            paths.push(path);
        }
    }
}
