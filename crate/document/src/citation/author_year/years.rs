//! The reference list by year, with what scoring needs to know of each entry.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::body::Body;
use super::entry::Entry;
use super::folded::{without_article, words};
use super::index::Index;
use super::mention::years as year_mentions;
use super::names::Names;
use super::tokens::is_han;
use crate::citation::Reference;
use crate::citation::acronyms::{collapsed, definitions};
use citelight_types::text::normalise::fold;

/// Characters of an entry's beginning that are kept for comparison.
const HEAD: usize = 220;

/// Words of names that are compared with the list's.
const MOST_WORDS: usize = 14;

/// Years of an entry that may be the work's.
const MOST_YEARS: usize = 3;

/// The reference list, by year.
#[derive(Debug)]
pub(crate) struct Years {
    entries: Vec<Entry>,
    index: Index,
    /// Letters after the years of entries.
    letters: BTreeSet<char>,
    /// Folded names of first authors and bodies.
    names: HashSet<String>,
    /// Entries by the acronyms of their bodies.
    by_acronym: HashMap<String, Vec<usize>>,
}

impl Years {
    /// `texts` are the document's, which may define acronyms.
    pub(crate) fn new<'a>(references: &[Reference], texts: impl Iterator<Item = &'a str>) -> Self {
        let definitions = definitions(texts);
        let mut by_name = Index::default();
        let mut entries = Vec::new();
        for (index, reference) in references.iter().enumerate() {
            // Years that the entry prints, where the grammar did not find which of them is the work's.
            let mentions =
                if reference.year.is_none() { year_mentions(&reference.raw, &[]) } else { Vec::new() };
            let printed: BTreeSet<i32> =
                mentions.iter().filter_map(|mention| mention.year).take(MOST_YEARS).collect();
            let letter = mentions.iter().find_map(|mention| mention.letters.first().copied());
            let own: Vec<Option<i32>> = match reference.year {
                Some(year) => vec![Some(year)],
                None => printed.into_iter().map(Some).chain([None]).collect(),
            };
            let entry = Entry {
                authors: reference.authors.iter().map(|person| words(&person.family)).collect(),
                initials: reference.authors.iter().map(|person| fold(&person.given).chars().next()).collect(),
                truncated: reference.truncated_authors,
                suffix: reference.year_suffix.or(letter),
                undated: reference.year.is_none(),
                head: without_article(&fold(&reference.raw.chars().take(HEAD).collect::<String>()))
                    .to_owned(),
                title: reference
                    .title
                    .as_deref()
                    .map(|title| without_article(&fold(title)).to_owned())
                    .unwrap_or_default(),
                derived: Body::derived(reference),
                body: Body::of(reference, &definitions),
            };
            by_name.add(index, &entry, &own);
            entries.push(entry);
        }
        let letters = entries.iter().filter_map(|entry| entry.suffix).collect();
        let mut names = HashSet::new();
        let mut by_acronym: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, entry) in entries.iter().enumerate() {
            names.extend(entry.authors.first().map(|first| first.join(" ")));
            names.extend(entry.body.names.iter().chain(&entry.body.acronyms).cloned());
            for acronym in &entry.body.acronyms {
                by_acronym.entry(acronym.clone()).or_default().push(index);
            }
        }
        Self { entries, index: by_name, letters, names, by_acronym }
    }

    /// Whether names begin with an entry's first author, or are its body's.
    pub(super) fn know(&self, names: &str) -> bool {
        let folded = fold(names);
        let ends = |at: usize| {
            let rest = folded.get(at..).unwrap_or_default().trim_start();
            rest.is_empty() || ["et ", "and ", "und ", "y ", "e "].iter().any(|and| rest.starts_with(and))
        };
        let ends_of_words =
            folded.match_indices(' ').map(|(at, _)| at).take(MOST_WORDS).chain([folded.len()]);
        ends_of_words.filter(|at| ends(*at)).any(|at| self.names.contains(&folded[..at]))
            || self.names.contains(&collapsed(names))
    }

    /// Entries whose body bears an acronym.
    pub(super) fn of_acronym(&self, acronym: &str) -> &[usize] {
        self.by_acronym.get(&collapsed(acronym)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Where the names of an entry's authors begin: what stands before them in the sentence, parted by a comma
    /// (`In Boston, Smith`) or not at all (`研究表明王建国`), is none of them.
    pub(super) fn start_of_names(&self, index: usize, names: &Names, text: &str) -> usize {
        let start = names.range.start;
        let Some(author) = self.entry(index).and_then(|entry| entry.authors.first()) else { return start };
        let run_on = author.first().filter(|author| author.chars().all(is_han)).and_then(|author| {
            names.words.iter().find_map(|word| {
                let before = text.get(word.range.clone())?.strip_suffix(author.as_str())?;
                Some(word.range.start + before.len())
            })
        });
        if let Some(run_on) = run_on {
            return run_on;
        }
        let Some(last) = author.last() else { return start };
        let Some(named) = names.words.iter().position(|word| word.folded.contains(last)) else {
            return start;
        };
        let first = names.words[..=named].iter().rposition(|word| word.joined).unwrap_or(0);
        if first == 0 { start } else { names.words[first].range.start }
    }

    /// Whether letters may stand after a year: late ones only where an entry has them (`the 1990s`).
    pub(super) fn may_be_letters(&self, letters: &[char]) -> bool {
        letters.iter().all(|letter| *letter <= 'k')
            || letters.iter().any(|letter| self.letters.contains(letter))
    }

    pub(super) fn entry(&self, index: usize) -> Option<&Entry> {
        self.entries.get(index)
    }

    /// Entries of a year, or of those without one, that names may mean.
    pub(super) fn named(&self, year: Option<i32>, names: &Names) -> Vec<usize> {
        self.index.named(year, names)
    }

    /// Entries of a year, or of those without one, whose first author one of the words may name.
    pub(super) fn by_words(&self, year: Option<i32>, words: &[String]) -> Vec<usize> {
        self.index.by_words(year, words)
    }
}
