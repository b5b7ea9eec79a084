//! What the documents of a folder may cite: the entries of its bibliographies, kept until a file changes.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use citelight::document::Format;
use citelight::resolve::corrections::read_bibtex;
use citelight::text::decode::decode;

use super::names::{aliases, defined_keys, named_files};
use super::question::Question;
use crate::article::Article;

/// Endings of files that are read.
const ENDINGS: [&str; 11] = ["bib", "bbl", "tex", "ltx", "json", "ris", "yaml", "yml", "md", "qmd", "rmd"];
/// How deep a folder is searched, how many things in it are looked at, and how many bytes are read in all.
const DEPTH: usize = 6;
const THINGS: usize = 20_000;
const BYTES: u64 = 60_000_000;
/// Bytes of the largest file of JSON that is read.
const JSON: u64 = 5_000_000;
/// Folders of tools.
const PASSED_OVER: [&str; 4] = ["node_modules", "target", "build", "venv"];
/// How long what was seen in a folder holds.
const FRESH: Duration = Duration::from_secs(2);

/// An entry of a bibliography.
#[derive(Debug)]
pub(super) struct CitableEntry {
    pub(super) question: Arc<Question>,
    pub(super) path: PathBuf,
    /// Its line there, from 1.
    pub(super) line: u32,
    aliases: Vec<String>,
}

/// What one file holds.
#[derive(Debug, Default)]
struct Filed {
    entries: Vec<Arc<CitableEntry>>,
    /// Keys of entries that are printed there and not looked up from there: `\bibitem`.
    keys: Vec<String>,
    /// Bibliographies that it names.
    named: Vec<String>,
}

/// What the documents of a folder may cite.
#[derive(Debug, Default)]
pub(super) struct CitableEntries {
    /// By key in lower case, as BibTeX compares them.
    by_key: HashMap<String, Vec<Arc<CitableEntry>>>,
    keys: HashSet<String>,
    /// Everything was read that a document may cite, so that a key that is missing is missing.
    pub(super) is_whole: bool,
}

impl CitableEntries {
    /// The entry of a key; of several that of the file nearest to the document.
    pub(super) fn find(&self, key: &str, document: Option<&Path>) -> Option<&Arc<CitableEntry>> {
        let shared = |path: &Path| {
            let other = document.into_iter().flat_map(Path::components);
            path.components().zip(other).take_while(|(own, other)| own == other).count()
        };
        // The first of equals: `max_by_key` takes the last.
        self.by_key.get(&key.to_lowercase())?.iter().rev().max_by_key(|held| {
            (
                held.question.entry.key == key,
                shared(&held.path),
                std::cmp::Reverse(held.path.components().count()),
            )
        })
    }

    /// Whether there is an entry of this key, whoever holds it.
    pub(super) fn knows(&self, key: &str) -> bool {
        let key = key.to_lowercase();
        self.by_key.contains_key(&key) || self.keys.contains(&key)
    }
}

/// State of a file on disk, or of its text in the editor.
type Stamp = (Option<SystemTime>, u64, Option<Arc<str>>);

/// What may be cited from the folders that documents lie in.
#[derive(Default)]
pub(super) struct Library {
    files: HashMap<PathBuf, (Stamp, Arc<Filed>)>,
    cached: HashMap<PathBuf, (Instant, Arc<CitableEntries>)>,
}

impl Library {
    /// Looks at the folders again the next time.
    pub(super) fn is_outdated(&mut self) {
        self.cached.clear();
    }

    /// What the documents of a folder may cite; `open` are the texts of files as the editor has them.
    pub(super) fn citable(&mut self, root: &Path, open: &HashMap<PathBuf, Arc<str>>) -> Arc<CitableEntries> {
        let is_fresh = |kept: &&(Instant, Arc<CitableEntries>)| kept.0.elapsed() < FRESH;
        if let Some((_, citable)) = self.cached.get(root).filter(is_fresh) {
            return citable.clone();
        }
        let mut walk = Walk { paths: Vec::new(), left: THINGS, is_whole: true };
        walk.folder(root, DEPTH);
        let outside = open.keys().filter(|path| path.starts_with(root) && has_ending(path));
        let mut paths: Vec<PathBuf> = walk.paths.into_iter().chain(outside.cloned()).collect();
        paths.sort();
        paths.dedup();
        let (mut citable, mut named) =
            (CitableEntries { is_whole: walk.is_whole, ..CitableEntries::default() }, Vec::new());
        let mut left = BYTES;
        for path in &paths {
            let Some(filed) = self.filed(path, open.get(path), &mut left) else {
                citable.is_whole = false;
                continue;
            };
            for held in &filed.entries {
                for key in std::iter::once(&held.question.entry.key).chain(&held.aliases) {
                    citable.by_key.entry(key.to_lowercase()).or_default().push(held.clone());
                }
            }
            citable.keys.extend(filed.keys.iter().map(|key| key.to_lowercase()));
            named.extend(filed.named.iter().cloned());
        }
        let names: HashSet<String> = paths.iter().filter_map(|path| base(path)).collect();
        let is_there = |name: &String| {
            let base = base(Path::new(name)).unwrap_or_default();
            names.contains(&base) || names.contains(&format!("{base}.bib"))
        };
        let has_any = !citable.by_key.is_empty() || !citable.keys.is_empty();
        citable.is_whole = citable.is_whole && has_any && named.iter().all(is_there);
        let citable = Arc::new(citable);
        self.cached.insert(root.to_owned(), (Instant::now(), citable.clone()));
        citable
    }

    /// What a file holds; none where it cannot be read, or is too much.
    fn filed(&mut self, path: &Path, open: Option<&Arc<str>>, left: &mut u64) -> Option<Arc<Filed>> {
        let metadata = path.metadata().ok();
        let size =
            open.map_or_else(|| metadata.as_ref().map_or(0, |own| own.len()), |text| text.len() as u64);
        *left = left.checked_sub(size)?;
        let stamp: Stamp = (metadata.and_then(|own| own.modified().ok()), size, open.cloned());
        if let Some((_, filed)) = self.files.get(path).filter(|(seen, _)| *seen == stamp) {
            return Some(filed.clone());
        }
        let text = match open {
            Some(text) => text.to_string(),
            None => decode(std::fs::read(path).ok()?),
        };
        let filed = Arc::new(read(path, &text, size));
        self.files.insert(path.to_owned(), (stamp, filed.clone()));
        Some(filed)
    }
}

fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

fn has_ending(path: &Path) -> bool {
    ENDINGS.contains(&ending(path).as_str())
}

fn base(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_string_lossy().to_lowercase())
}

/// Reads a file for what it offers to be cited, or names.
fn read(path: &Path, text: &str, size: u64) -> Filed {
    let held = |question: Question, line: u32, aliases: Vec<String>| {
        Arc::new(CitableEntry { question: Arc::new(question), path: path.to_owned(), line, aliases })
    };
    match ending(path).as_str() {
        "bib" => {
            let spans = read_bibtex(text).into_iter().filter(|span| !span.is_auxiliary());
            let entries = spans.map(|span| {
                let aliases = aliases(span.entry.field("ids").unwrap_or_default());
                held(Question::of_entry(span.entry), span.line, aliases)
            });
            Filed { entries: entries.collect(), ..Filed::default() }
        }
        "json" | "ris" => {
            let is_list = size <= JSON && (text.contains("\"title\"") || text.contains("TY  -"));
            let document =
                is_list.then(|| Article::of_text(path, text.to_owned()).parse(false).ok()).flatten();
            let document = document.filter(|document| document.format == Format::Bibliography);
            let references = document.into_iter().flat_map(|document| document.references);
            let entries = references.map(|reference| {
                let line = reference.locator.line;
                held(Question::of_reference(reference), line, Vec::new())
            });
            Filed { entries: entries.collect(), ..Filed::default() }
        }
        "tex" | "ltx" | "bbl" => {
            Filed { keys: defined_keys(text), named: named_files(text), ..Filed::default() }
        }
        _ => Filed { named: named_files(text), ..Filed::default() },
    }
}

/// The files of a folder.
struct Walk {
    paths: Vec<PathBuf>,
    left: usize,
    is_whole: bool,
}

impl Walk {
    fn folder(&mut self, folder: &Path, depth: usize) {
        let Ok(entries) = std::fs::read_dir(folder) else {
            self.is_whole = false;
            return;
        };
        for entry in entries.filter_map(Result::ok) {
            let Some(left) = self.left.checked_sub(1) else {
                self.is_whole = false;
                return;
            };
            self.left = left;
            let name = entry.file_name().to_string_lossy().into_owned();
            let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
            if name.starts_with('.') || PASSED_OVER.contains(&name.as_str()) {
                continue;
            } else if kind.is_dir() {
                match depth.checked_sub(1) {
                    Some(depth) => self.folder(&path, depth),
                    None => self.is_whole = false,
                }
            } else if has_ending(&path) && path.is_file() {
                self.paths.push(path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn citable(files: &[(&str, &str)]) -> (tempfile::TempDir, Arc<CitableEntries>) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let citable = Library::default().citable(folder.path(), &HashMap::new());
        (folder, citable)
    }

    #[test]
    fn entries_of_all_files_are_known_by_key_and_alias() {
        let (folder, citable) = citable(&[
            ("one/refs.bib", "@misc{Weil, title={One}, ids={weir, dam}}"),
            ("two/refs.bib", "@misc{weil, title={Two}}"),
            ("list.json", r#"[{"id":"moor","type":"book","title":"Three","author":[{"family":"Moor"}]}]"#),
            ("two/old.tex", r"\bibitem[a {b}]{alder} Alder."),
        ]);
        assert!(["WEIL", "dam", "moor", "alder"].iter().all(|key| citable.knows(key)) && citable.is_whole);
        let path = folder.path().join("two/paper.tex");
        let title =
            |key: &str| citable.find(key, Some(&path)).unwrap().question.entry.field("title").unwrap();
        assert_eq!((title("weil"), title("Weil"), title("weir")), ("Two", "One", "One"));
        assert!(citable.find("alder", Some(&path)).is_none());
    }

    #[test]
    fn a_bibliography_that_is_not_there_leaves_it_open_what_is_missing() {
        for (files, is_whole) in [
            (vec![("a.bib", "@misc{a, title={A}}"), ("p.tex", r"\bibliography{a}")], true),
            (vec![("a.bib", "@misc{a, title={A}}"), ("p.tex", r"\bibliography{a, elsewhere}")], false),
            (vec![("a.bib", "@misc{a, title={A}}"), ("p.md", "---\nbibliography: ~/all.bib\n---\n")], false),
            (vec![("p.tex", r"\cite{a}")], false),
        ] {
            assert_eq!(citable(&files).1.is_whole, is_whole, "{files:?}");
        }
    }
}
