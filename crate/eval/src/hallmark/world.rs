//! A closed world: stores that answer as four sources would, and the DOIs that resolve.
use std::collections::{BTreeMap, HashSet};

use citelight::identifiers::is_arxiv_doi;
use citelight::resolve::integrity::{
    BibEntry, DoiHandle, plain_text as plain, title_key as key, title_words as words, work_doi,
};
use citelight::sources::local::{Coverage, LocalStore};
use serde_json::Value;

/// A line that is not of a world, or not of the benchmark.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} could not be read: {reason}; give one JSON object a line in HALLMARK's form")]
pub struct WorldError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Words by which a near miss differs from its original (HALLMARK, table 3).
const NEAR: usize = 2;

/// Sources in memory and the DOIs that resolve.
#[derive(Clone, Debug, Default)]
pub struct World {
    stores: Vec<LocalStore>,
    registered: HashSet<String>,
    titles: HashSet<String>,
    /// The same titles, word by word.
    words: HashSet<Vec<String>>,
    is_noisy: bool,
}

impl World {
    /// Reads a world in either form: a record a line with the names of its `sources` (`records.jsonl`), or a paper a
    /// line with what each source says of it (`world.jsonl`).
    ///
    /// # Errors
    /// The first line that is of neither form.
    pub fn from_json_lines(lines: &str) -> Result<Self, WorldError> {
        let mut by_source: BTreeMap<String, String> = BTreeMap::new();
        let mut world = Self::default();
        for (at, line) in lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let problem = |reason: String| WorldError { line: at + 1, reason };
            let value: Value = serde_json::from_str(line).map_err(|error| problem(error.to_string()))?;
            let doi = value.get("registered_doi").or_else(|| value.get("doi")).and_then(Value::as_str);
            world.registered.extend(doi.map(work_doi));
            let said: Vec<(String, Value)> = match value.get("sources") {
                Some(Value::Object(sources)) => {
                    world.is_noisy = true;
                    let id = value.get("id").cloned().unwrap_or_default();
                    let with_id = |(source, record): (&String, &Value)| {
                        let Value::Object(record) = record else {
                            return Err(problem(format!("what {source} says is no record")));
                        };
                        let mut record = record.clone();
                        record.insert("id".to_owned(), id.clone());
                        Ok((source.clone(), Value::Object(record)))
                    };
                    sources.iter().map(with_id).collect::<Result<_, _>>()?
                }
                Some(Value::Array(names)) => names
                    .iter()
                    .filter_map(Value::as_str)
                    .map(|name| (name.to_owned(), value.clone()))
                    .collect(),
                _ => return Err(problem("it has no sources".to_owned())),
            };
            for (source, record) in said {
                world.remember(&record);
                let lines = by_source.entry(source).or_default();
                lines.push_str(&record.to_string());
                lines.push('\n');
            }
        }
        for (source, lines) in by_source {
            let store = LocalStore::from_json_lines(source, &lines)
                .map_err(|error| WorldError { line: 0, reason: error.to_string() })?;
            world.stores.push(store.with_coverage(Coverage::Everything));
        }
        Ok(world)
    }

    fn remember(&mut self, record: &Value) {
        let title = record.get("title").and_then(Value::as_str).unwrap_or_default();
        self.titles.insert(key(title));
        self.words.insert(words(title));
        let doi = record.get("doi").and_then(Value::as_str);
        self.registered.extend(doi.map(work_doi));
    }

    /// The sources.
    pub fn sources(&self) -> &[LocalStore] {
        &self.stores
    }

    /// Whether each source says something of its own, with the gaps and errors of real indexes.
    pub fn is_noisy(&self) -> bool {
        self.is_noisy
    }

    /// Whether a source has a record of this title, or of its part before the subtitle.
    pub fn has_title(&self, title: &str) -> bool {
        let text = plain(title);
        let head = text.split(':').next().unwrap_or_default();
        self.titles.contains(&key(title)) || head.len() < text.len() && self.titles.contains(&key(head))
    }

    /// Whether a source has a title that differs from this one in one or two words: what HALLMARK's near misses are
    /// made from.
    pub fn has_title_near(&self, title: &str) -> bool {
        let title = words(title);
        let lacks =
            |left: &[String], right: &[String]| left.iter().filter(|word| !right.contains(word)).count();
        self.words.iter().any(|known| {
            let (missing, added) = (lacks(known, &title), lacks(&title, known));
            missing.max(added) <= NEAR && known.len().min(title.len()) > 2 * NEAR
        })
    }

    /// What doi.org would say. arXiv's DOIs beyond the world's papers are unknown, not absent: the world holds no
    /// register of arXiv.
    pub fn handle(&self, entry: &BibEntry) -> DoiHandle {
        match entry.identifiers().doi {
            Some(doi) if self.registered.contains(&doi) => DoiHandle::Resolves,
            Some(doi) if is_arxiv_doi(&doi) => DoiHandle::Unknown,
            Some(_) => DoiHandle::NotFound,
            None => DoiHandle::Unknown,
        }
    }
}
