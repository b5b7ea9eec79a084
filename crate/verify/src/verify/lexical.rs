//! Exact, instant search: BM25 over passages, weighted word coverage over sentences.
//!
//! Own code, not a crate: the signals need the same words and the same inverse document frequencies, and ties must
//! fall the same way on every run.

use std::collections::{BTreeMap, BTreeSet};

use super::abbreviations::Abbreviations;
use citelight_document::document::segmented::Passage;
use citelight_types::sort::SmallSort;
use citelight_types::text::words::{Word, words};

/// BM25's term saturation (Robertson & Zaragoza 2009).
const K1: f64 = 1.2;
/// BM25's length normalisation (Robertson & Zaragoza 2009).
const B: f64 = 0.75;

/// Words of a source, by sentence and by passage.
#[derive(Clone, Debug, Default)]
pub struct LexicalIndex {
    sentences: Vec<SentenceWords>,
    passages: Vec<PassageWords>,
    /// In how many sentences a stem occurs.
    sentence_frequency: BTreeMap<String, u32>,
    /// In how many passages a stem occurs.
    passage_frequency: BTreeMap<String, u32>,
    mean_length: f64,
}

#[derive(Clone, Debug)]
struct SentenceWords {
    passage: usize,
    sentence: usize,
    stems: BTreeSet<String>,
}

#[derive(Clone, Debug, Default)]
struct PassageWords {
    counts: BTreeMap<String, u32>,
    length: u32,
}

/// A sentence of a source and how much of a claim's words it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SentenceHit {
    /// Index of the passage.
    pub passage: usize,
    /// Index of the sentence in the passage.
    pub sentence: usize,
    /// Share of the claim's words, weighted by rarity, that occur in the sentence: 0..=1.
    pub coverage: f64,
}

/// What a claim is searched by: its content words and numbers, once each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LexicalQuery {
    stems: BTreeSet<String>,
}

impl LexicalQuery {
    /// The query of a text.
    pub fn of(text: &str) -> Self {
        Self { stems: searchable(&words(text)).map(str::to_owned).collect() }
    }

    /// Its words, as stems.
    pub fn stems(&self) -> impl Iterator<Item = &String> {
        self.stems.iter()
    }

    /// Share of the query's words that a lone text holds, each counting the same: 0..=1.
    pub fn covered_by(&self, text: &str) -> f64 {
        let words = words(text);
        let held: BTreeSet<&str> = searchable(&words).collect();
        let covered = self.stems.iter().filter(|stem| held.contains(stem.as_str())).count();
        covered as f64 / self.stems.len().max(1) as f64
    }
}

/// Stems that carry a claim's matter. Words about research itself ("study", "reported") are in every paper.
pub fn searchable(words: &[Word]) -> impl Iterator<Item = &str> {
    words
        .iter()
        .filter(|word| word.is_content() && !SCAFFOLD.contains(&word.stem.as_str()))
        .map(|word| word.stem.as_str())
}

/// Stems of the words with which papers speak of papers.
const SCAFFOLD: &[&str] = &[
    "studi",
    "paper",
    "author",
    "report",
    "result",
    "show",
    "shown",
    "find",
    "found",
    "demonstr",
    "previous",
    "recent",
    "work",
    "research",
    "suggest",
    "conclud",
    "observ",
    "describ",
    "evid",
    "investig",
    "literatur",
    "et",
    "al",
    "data",
    "analysi",
    "eg",
    "ie",
    "indic",
    "reveal",
    "use",
    "overal",
    "one",
    "two",
    "sampl",
];

impl LexicalIndex {
    /// Indexes the passages of a source; an abbreviation counts as the words it stands for, too.
    pub fn of(passages: &[Passage], abbreviations: &Abbreviations) -> Self {
        let mut index = Self::default();
        for (number, passage) in passages.iter().enumerate() {
            let mut of_passage = PassageWords::default();
            for sentence in 0..passage.sentences.len() {
                let words = words(passage.sentence(sentence));
                let meant = searchable(&words).flat_map(|stem| abbreviations.long_form(stem));
                let stems: BTreeSet<String> =
                    searchable(&words).map(str::to_owned).chain(meant.cloned()).collect();
                for stem in searchable(&words) {
                    *of_passage.counts.entry(stem.to_owned()).or_default() += 1;
                    of_passage.length += 1;
                }
                for stem in &stems {
                    *index.sentence_frequency.entry(stem.clone()).or_default() += 1;
                }
                index.sentences.push(SentenceWords { passage: number, sentence, stems });
            }
            for stem in of_passage.counts.keys() {
                *index.passage_frequency.entry(stem.clone()).or_default() += 1;
            }
            index.passages.push(of_passage);
        }
        let total: u32 = index.passages.iter().map(|passage| passage.length).sum();
        index.mean_length = f64::from(total) / index.passages.len().max(1) as f64;
        index
    }

    /// BM25 of every passage, in their order.
    pub fn bm25(&self, query: &LexicalQuery) -> Vec<f64> {
        self.passages
            .iter()
            .map(|passage| {
                let length = f64::from(passage.length) / self.mean_length.max(1.0);
                query
                    .stems
                    .iter()
                    .filter_map(|stem| passage.counts.get(stem).map(|count| (stem, f64::from(*count))))
                    .map(|(stem, count)| {
                        let rarity = rarity(self.passages.len(), held_by(&self.passage_frequency, stem));
                        rarity * saturation(count, length)
                    })
                    .sum()
            })
            .collect()
    }

    /// Coverage of the query by every sentence that shares a word with it, best first; ties in reading order.
    pub fn coverage(&self, query: &LexicalQuery) -> Vec<SentenceHit> {
        let whole: f64 = query.stems.iter().map(|stem| self.weight(stem)).sum();
        if whole <= 0.0 {
            return Vec::new();
        }
        let mut hits: Vec<SentenceHit> = self
            .sentences
            .iter()
            .filter_map(|words| {
                let held: f64 = query
                    .stems
                    .iter()
                    .filter(|stem| words.stems.contains(*stem))
                    .map(|stem| self.weight(stem))
                    .sum();
                (held > 0.0).then_some(SentenceHit {
                    passage: words.passage,
                    sentence: words.sentence,
                    coverage: held / whole,
                })
            })
            .collect();
        hits.small_sort_by(|left, right| right.coverage.total_cmp(&left.coverage));
        hits
    }

    /// Every stem that occurs anywhere in the source.
    pub fn stems(&self) -> impl Iterator<Item = &String> {
        self.sentence_frequency.keys()
    }

    /// Whether a stem occurs anywhere in the source.
    pub fn holds(&self, stem: &str) -> bool {
        self.sentence_frequency.contains_key(stem)
    }

    /// How much a stem tells within this source: inverse sentence frequency.
    fn weight(&self, stem: &str) -> f64 {
        rarity(self.sentences.len(), held_by(&self.sentence_frequency, stem))
    }
}

fn held_by(frequency: &BTreeMap<String, u32>, stem: &str) -> usize {
    frequency.get(stem).map_or(0, |count| *count as usize)
}

/// BM25's inverse document frequency of a term that `with` of `total` texts hold; never negative.
pub fn rarity(total: usize, with: usize) -> f64 {
    libm::log(1.0 + (total as f64 - with as f64 + 0.5) / (with as f64 + 0.5))
}

/// What BM25 makes of a term that stands `count` times in a text whose length is `length` times the mean.
pub fn saturation(count: f64, length: f64) -> f64 {
    count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length))
}
