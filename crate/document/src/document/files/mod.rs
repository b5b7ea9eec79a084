//! From files as they lie on disk, were dropped on a page or are served, to what can be parsed: Word documents, archives, text with
//! what belongs to it.

mod unpack;
pub(crate) mod zip;

pub use unpack::unpack;

use std::collections::{HashMap, HashSet};

use self::unpack::{MOST_FILES, MOST_TEXT};
use self::zip::Zip;
use super::{Content, word};
use citelight_types::text::decode::decode;

/// Endings of the text files that a document is made of.
const TEXTS: [&str; 19] = [
    "tex", "ltx", "latex", "bib", "bbl", "sty", "cls", "txt", "md", "markdown", "qmd", "rmd", "html", "htm",
    "xhtml", "xml", "nxml", "ris", "json",
];
/// Endings of documents that stand alone in an archive.
const BINARIES: [&str; 2] = ["docx", "pdf"];
/// Names that authors give to the file in which a paper begins.
const USUAL_NAMES: [&str; 7] = ["main", "ms", "paper", "article", "manuscript", "root", "arxiv"];
/// What a file of Microsoft's older programs begins with.
const OLD_OFFICE: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/// A file by its name, which may have folders: `sections/intro.tex`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// What files hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    /// Text, alone or with companions. A Word document is a page of HTML.
    Content(Content),
    /// A PDF, whose text layer others read.
    Pdf(Vec<u8>),
}

/// Opens the files of one document: a file, an archive, or a text with its companions.
///
/// # Errors
/// Why there is nothing in them to parse, and what to do.
pub fn open(mut files: Vec<NamedFile>) -> Result<Opened, String> {
    if files.len() == 1
        && let Some(file) = files.pop()
    {
        return open_one(file.bytes);
    }
    let (texts, others): (Vec<NamedFile>, Vec<NamedFile>) =
        files.into_iter().take(MOST_FILES).partition(|file| is_text(&file.name) && !is_packed(&file.bytes));
    let alone = others.into_iter().find(|file| is_packed(&file.bytes));
    let mut left = MOST_TEXT;
    let texts = texts.into_iter().filter(|file| match left.checked_sub(file.bytes.len()) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    });
    let texts: Vec<(String, String)> = texts.map(|file| (file.name, decode(file.bytes))).collect();
    match alone {
        // Beside a Word document or a PDF a bibliography or a note is no article.
        Some(file) if !texts.iter().any(|(name, text)| rank(name, text) >= ARTICLE) => open_one(file.bytes),
        _ => chosen(texts).map(Opened::Content),
    }
}

fn open_one(bytes: Vec<u8>) -> Result<Opened, String> {
    if bytes.starts_with(b"%PDF-") {
        Ok(Opened::Pdf(bytes))
    } else if bytes.starts_with(zip::MARK) {
        zipped(&bytes)
    } else if bytes.starts_with(OLD_OFFICE) {
        Err(old_office(&bytes).to_owned())
    } else if bytes.starts_with(b"{\\rtf") {
        Err("it is Rich Text; save it as .docx".to_owned())
    } else {
        unpack(bytes)
    }
}

/// What a compound file of Office is, and what to do with it. Office also puts documents with a password into one, under this name.
fn old_office(bytes: &[u8]) -> &'static str {
    let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    if bytes.windows(name.len()).any(|own| own == name) {
        "it is protected by a password; save it without one"
    } else {
        "it is in the format of Word 2003 and older; save it as .docx"
    }
}

/// What a ZIP archive holds: a Word document, or files of which one is the article.
fn zipped(bytes: &[u8]) -> Result<Opened, String> {
    let mut archive = Zip::open(bytes)?;
    if word::is_word(&mut archive) {
        return word::page(bytes).map(|page| Opened::Content(Content::alone(page)));
    }
    let names = archive.names();
    if names.iter().any(|name| name == "mimetype" || name == "[Content_Types].xml") {
        return Err("it is a document of another kind than Word's; save it as .docx or PDF".to_owned());
    }
    let has =
        |name: &str, endings: &[&str]| ending(name).is_some_and(|ending| endings.contains(&ending.as_str()));
    // What a Mac packs along.
    let named = names.iter().filter(|name| !name.starts_with("__MACOSX/"));
    let (mut texts, mut left) = (Vec::new(), MOST_TEXT);
    for name in named.clone().filter(|name| is_text(name)).take(MOST_FILES) {
        let Some(bytes) = archive.read(name)? else { continue };
        let Some(rest) = left.checked_sub(bytes.len()) else { continue };
        left = rest;
        texts.push((name.clone(), decode(bytes)));
    }
    if !texts.iter().any(|(name, text)| rank(name, text) >= ARTICLE) {
        for name in named.filter(|name| has(name, &BINARIES)) {
            let Some(bytes) = archive.read(name)? else { continue };
            if bytes.starts_with(b"%PDF-") {
                return Ok(Opened::Pdf(bytes));
            }
            // Word documents alone: an archive in an archive is not followed further.
            return match Zip::open(&bytes).map(|mut inner| word::is_word(&mut inner)) {
                Ok(true) => word::page(&bytes).map(|page| Opened::Content(Content::alone(page))),
                _ => continue,
            };
        }
    }
    chosen(texts).map(Opened::Content)
}

fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(b"%PDF-") || bytes.starts_with(zip::MARK) || bytes.starts_with(&[0x1f, 0x8b])
}

fn ending(name: &str) -> Option<String> {
    name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase())
}

/// Whether a name is that of a text which a document may be made of.
fn is_text(name: &str) -> bool {
    ending(name).is_some_and(|ending| TEXTS.contains(&ending.as_str()))
}

/// Files that one includes and that are looked at.
const MOST_PARTS: usize = 100;

/// From which [`rank`] on a text is an article.
const ARTICLE: u8 = 3;

/// How likely a text is the article among its companions.
fn rank(name: &str, text: &str) -> u8 {
    match ending(name).unwrap_or_default().as_str() {
        "tex" | "ltx" | "latex" if begins_latex(text) => 5,
        "md" | "markdown" | "qmd" | "rmd" if !is_readme(name) => 4,
        "html" | "htm" | "xhtml" | "xml" | "nxml" => ARTICLE,
        // A chapter; what cites nothing is a note to the reader.
        "tex" | "ltx" | "latex" if text.contains("\\cite") => 2,
        "txt" if !is_readme(name) => 2,
        "bib" | "ris" => 1,
        _ => 0,
    }
}

fn is_readme(name: &str) -> bool {
    stem(name).contains("readme") || stem(name).contains("license")
}

fn stem(name: &str) -> String {
    let base = name.rsplit('/').next().unwrap_or(name);
    base.rsplit_once('.').map_or(base, |(stem, _)| stem).to_ascii_lowercase()
}

fn begins_latex(text: &str) -> bool {
    // Plain TeX and fragments of a class of one's own have no class here.
    text.contains("\\begin{document}")
        && (text.contains("\\documentclass") || text.contains("\\documentstyle"))
}

/// The article among texts, the others as its companions. Where several may be it (a supplement, a cover letter), the usual names go
/// first, then the largest with what it includes.
fn chosen(mut files: Vec<(String, String)>) -> Result<Content, String> {
    let is_usual = |name: &str| USUAL_NAMES.contains(&stem(name).as_str());
    let sizes = sizes(&files);
    let order = |index: &usize| {
        let (name, text) = &files[*index];
        (rank(name, text), is_usual(name), sizes[*index])
    };
    let main = (0..files.len()).filter(|index| order(index).0 > 0).max_by_key(order);
    let main = main.ok_or_else(|| "no file in it begins a document".to_owned())?;
    let (name, text) = files.swap_remove(main);
    let folder = name.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
    let companions = files
        .into_iter()
        .map(|(name, text)| (name.strip_prefix(&folder).map(str::to_owned).unwrap_or(name), text))
        .collect();
    Ok(Content::Text { text, companions })
}

/// Bytes of each text and of the parts that it includes, a file of parts alone being short itself: `\\include{chapters/first}`.
fn sizes(files: &[(String, String)]) -> Vec<usize> {
    let by_stem: HashMap<String, usize> =
        files.iter().enumerate().map(|(index, (name, _))| (stem(name), index)).collect();
    let includes = |text: &str| -> HashSet<usize> {
        let parts = text.split("\\in").skip(1).filter_map(|rest| {
            let rest = rest.strip_prefix("put").or_else(|| rest.strip_prefix("clude"))?;
            let name = rest.strip_prefix('{')?.split('}').next()?.trim();
            by_stem.get(&stem(name)).or_else(|| by_stem.get(&stem(&format!("{name}.tex")))).copied()
        });
        parts.take(MOST_PARTS).collect()
    };
    let all_parts: Vec<HashSet<usize>> = files.iter().map(|(_, text)| includes(text)).collect();
    let size = |index: usize| files.get(index).map_or(0, |(_, text)| text.len());
    let sizes = all_parts.iter().enumerate().map(|(own, parts)| {
        let below = parts.iter().filter_map(|part| all_parts.get(*part)).flatten().copied();
        let all: HashSet<usize> = parts.iter().copied().chain(below).chain([own]).collect();
        all.into_iter().map(size).sum()
    });
    sizes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn main_of(files: &[(&str, &str)]) -> Result<(String, Vec<String>), String> {
        let named = |(name, text): &(&str, &str)| NamedFile {
            name: (*name).to_owned(),
            bytes: text.as_bytes().to_vec(),
        };
        match open(files.iter().map(named).collect())? {
            Opened::Content(Content::Text { text, companions }) => {
                Ok((text, companions.into_iter().map(|(name, _)| name).collect()))
            }
            opened => Err(format!("{opened:?}")),
        }
    }

    #[test]
    fn what_no_program_but_office_reads_is_named_with_what_to_do() {
        let opened = |rest: &str| {
            let name = rest.encode_utf16().flat_map(u16::to_le_bytes);
            let bytes = OLD_OFFICE.iter().copied().chain([0; 100]).chain(name).collect();
            open(vec![NamedFile { name: "a.docx".to_owned(), bytes }]).map(|_| ())
        };
        let told = |why: &str| Err(why.to_owned());
        assert_eq!(
            opened("WordDocument"),
            told("it is in the format of Word 2003 and older; save it as .docx")
        );
        assert_eq!(opened("EncryptedPackage"), told("it is protected by a password; save it without one"));
    }

    const PAPER: &str = "\\documentclass{article}\\begin{document}Sleep \\cite{a}.\\end{document}";

    #[test]
    fn of_several_files_the_article_is_chosen() {
        let bib = "@book{a, title = {A}}";
        let names = |files: &[(&str, &str)]| main_of(files).map(|(text, _)| text);
        let supplement = format!("{PAPER} and more of it");
        assert_eq!(
            main_of(&[("p/refs.bib", bib), ("p/main.tex", PAPER), ("p/s/supplement.tex", &supplement)]),
            Ok((PAPER.to_owned(), vec!["refs.bib".to_owned(), "s/supplement.tex".to_owned()]))
        );
        assert_eq!(
            names(&[("refs.bib", bib), ("chapter.tex", "Sleep \\cite{a}.")]).as_deref(),
            Ok("Sleep \\cite{a}.")
        );
        assert_eq!(
            names(&[("README.md", "# Read me"), ("paper.md", "Sleep [@a].")]).as_deref(),
            Ok("Sleep [@a].")
        );
        assert_eq!(
            names(&[("one.bib", bib), ("two.bib", "@book{b, title = {Another}}")]).as_deref(),
            Ok("@book{b, title = {Another}}")
        );
        let notes = format!("{PAPER} % and more than the thesis itself holds");
        let thesis = "\\documentclass{book}\\begin{document}\\include{ch/one}\\end{document}";
        let chapter = format!("Long. \\input{{two}} {}", "Sleep is long. ".repeat(20));
        for files in [
            [("thesis.tex", thesis), ("notes/ffi.tex", &notes), ("ch/one.tex", &chapter)],
            [("notes/ffi.tex", &notes), ("ch/one.tex", &chapter), ("thesis.tex", thesis)],
        ] {
            assert_eq!(names(&files).as_deref(), Ok(thesis));
        }
        assert!(names(&[("a.png", "x"), ("b.png", "y")]).is_err());
        assert!(open(Vec::new()).is_err());
    }

    #[test]
    fn a_pdf_beside_its_bibliography_is_the_article() {
        let file =
            |name: &str, text: &str| NamedFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() };
        let files = || vec![file("refs.bib", "@book{a, title = {A}}"), file("paper.pdf", "%PDF-1.7 …")];
        assert_eq!(open(files()), Ok(Opened::Pdf("%PDF-1.7 …".into())));
        let mut more = files();
        more.push(file("paper.tex", PAPER));
        assert!(matches!(open(more), Ok(Opened::Content(_))));
    }
}
