//! The pool of sources: open full texts in a folder, as documents and as records.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use citelight::document::Document;
use citelight::markup::BlockKind;
use citelight::text::person::Person;
use citelight_cli::article::{Article, is_article};
use citelight_cli::failure::Failure;

use super::clause::{capitalised, content_words};
use super::figure::numbers_in;

/// Words of running text that a full text has at least.
const FULL_TEXT: usize = 600;

/// One source.
pub(crate) struct PoolSource {
    /// Path below the folder.
    pub(crate) id: String,
    pub(super) path: PathBuf,
    pub(crate) title: String,
    pub(crate) authors: Vec<Person>,
    pub(crate) year: Option<i32>,
    pub(super) sentences: Vec<SourceSentence>,
    pub(crate) abstract_text: String,
    /// The whole text, a paragraph a line.
    pub(crate) text: String,
    /// Every number that stands anywhere in the running text, captions and tables.
    pub(super) numbers: Vec<f64>,
    /// Words that mostly have a capital within a sentence: names.
    pub(super) names: BTreeSet<String>,
    /// Content words of the whole text.
    pub(super) content: BTreeSet<String>,
}

/// A sentence of a source.
pub(super) struct SourceSentence {
    pub(super) text: String,
    /// Which paragraph it stands in.
    pub(super) block: usize,
    pub(super) section: Vec<String>,
    pub(super) in_abstract: bool,
    /// It holds a citation: what it says may be another work's finding.
    pub(super) cites: bool,
    /// The citation belongs to the words of the sentence: "Smith (2020) showed".
    pub(super) narrates: bool,
    /// It stands in running text, not in a caption, table or note.
    pub(super) running: bool,
    pub(super) content: BTreeSet<String>,
}

/// Reads every full text below some folders, in the order of the paths; of texts with one title the first is taken.
/// Files that are none are skipped.
pub(crate) fn read(folders: &[PathBuf]) -> Result<Vec<PoolSource>, Failure> {
    let mut titles = BTreeSet::new();
    let mut ids = BTreeSet::new();
    let mut pool = Vec::new();
    for folder in folders {
        let mut paths = Vec::new();
        collect(folder, &mut paths).map_err(|error| Failure::Unreadable {
            what: "the folder of sources",
            path: folder.to_owned(),
            reason: error.to_string(),
        })?;
        paths.sort();
        for path in paths {
            let id = path.strip_prefix(folder).unwrap_or(&path).display().to_string().replace('\\', "/");
            let document = Article::read(&path).and_then(|article| article.parse(false));
            let source = document.ok().and_then(|document| PoolSource::of(id, path, &document));
            pool.extend(source.filter(|source| {
                titles.insert(source.title.to_lowercase()) && ids.insert(source.id.clone())
            }));
        }
    }
    if pool.is_empty() {
        let path = folders.first().cloned().unwrap_or_default();
        let reason = "no file below it is a full text with a title; give a folder of articles".to_owned();
        return Err(Failure::Unreadable { what: "the folder of sources", path, reason });
    }
    Ok(pool)
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.is_symlink() {
            collect(&path, paths)?;
        } else if is_article(&path) {
            paths.push(path);
        }
    }
    Ok(())
}

/// Words that have a capital more often than not where no sentence begins.
fn names_of(sentences: &[SourceSentence]) -> BTreeSet<String> {
    let mut balance: BTreeMap<String, i32> = BTreeMap::new();
    for sentence in sentences.iter().filter(|sentence| sentence.running) {
        let words = sentence.text.split(|c: char| c.is_whitespace() || "()[],;:".contains(c)).skip(1);
        for word in words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())) {
            let step = if word.starts_with(char::is_uppercase) { 1 } else { -1 };
            *balance.entry(capitalised(word)).or_default() += step;
        }
    }
    balance.into_iter().filter(|(_, balance)| *balance > 0).map(|(word, _)| word).collect()
}

impl PoolSource {
    fn of(id: String, path: PathBuf, document: &Document) -> Option<Self> {
        let title = document.title.as_deref().map(str::trim).filter(|title| title.len() > 15)?.to_owned();
        let readable = |kind| !matches!(kind, BlockKind::Heading(_) | BlockKind::Math);
        let mut sentences = Vec::new();
        let (mut abstract_text, mut whole) = (String::new(), String::new());
        for (index, block) in document.blocks.iter().enumerate().filter(|(_, block)| readable(block.kind)) {
            let cited: Vec<_> =
                document.citations.iter().filter(|citation| citation.block == index).collect();
            if block.kind == BlockKind::Abstract {
                abstract_text.push_str(&block.text);
                abstract_text.push('\n');
            }
            whole.push_str(&block.text);
            whole.push('\n');
            sentences.extend((0..block.sentences.len()).filter_map(|sentence| {
                let text = block.sentence(sentence)?.to_owned();
                Some(SourceSentence {
                    block: index,
                    section: block.section.clone(),
                    in_abstract: block.kind == BlockKind::Abstract,
                    cites: cited.iter().any(|citation| citation.sentence == sentence),
                    narrates: cited
                        .iter()
                        .any(|citation| citation.sentence == sentence && citation.narrative),
                    running: matches!(block.kind, BlockKind::Abstract | BlockKind::Paragraph),
                    content: content_words(&text),
                    text,
                })
            }));
        }
        if whole.split_whitespace().count() < FULL_TEXT {
            return None;
        }
        Some(Self {
            names: names_of(&sentences),
            id,
            path,
            title,
            authors: document.authors.clone(),
            year: document.year,
            sentences,
            abstract_text,
            numbers: numbers_in(&whole),
            content: content_words(&whole),
            text: whole,
        })
    }

    /// Which of its sentences this is, from 0.
    pub(super) fn place(&self, sentence: &SourceSentence) -> Option<usize> {
        self.sentences.iter().position(|one| std::ptr::eq(one, sentence))
    }

    /// Authors for its record and for its entry in a reference list. Some pages name none; two works of the same title are
    /// told apart by their authors, so a stand-in is needed there.
    pub(super) fn listed_authors(&self) -> Vec<Person> {
        if self.authors.is_empty() { vec![Person::new("Doe", "Jane")] } else { self.authors.clone() }
    }

    /// "Smith et al.", "Smith and Lee", "Smith"; none if the text names no author.
    pub(super) fn named(&self) -> Option<String> {
        let families: Vec<&str> = self.authors.iter().map(|person| person.family.trim()).collect();
        let plain = |name: &&str| {
            // Initials in the place of a name are a slip of the page.
            name.chars().any(char::is_lowercase)
                && name.chars().all(|c| c.is_alphabetic() || c == '-' || c == ' ' || c == '’')
        };
        if !families.iter().take(2).all(plain) {
            return None;
        }
        match families.as_slice() {
            [] => None,
            [one] => Some((*one).to_owned()),
            [one, other] => Some(format!("{one} and {other}")),
            [first, ..] => Some(format!("{first} et al.")),
        }
    }
}
