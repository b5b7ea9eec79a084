//! Measuring attribution: excerpts made from documents, one pool of candidates for all of them.
use std::collections::{BTreeSet, HashMap};

use citelight::attribute::Excerpt;
use citelight::citation::{Mapping, Reference};
use citelight::claim::masking::{NEIGHBOUR, unmarked};
use citelight::document::Document;
use citelight::markup::BlockKind;
use citelight::sources::Record;
use citelight::text::normalise::fold;
use sha2::{Digest, Sha256};

/// Which half of the papers an excerpt is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Half {
    /// Weights were made from these.
    Tuning,
    /// Nothing was made from these.
    HeldOut,
}

/// One question of the benchmark.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Title of the paper, folded.
    pub paper: String,
    /// Its half.
    pub half: Half,
    /// The excerpt.
    pub excerpt: Excerpt,
    /// Index of the right candidate in the pool.
    pub gold: usize,
}

/// The candidates of all cases, each work once; and the cases.
#[derive(Clone, Debug, Default)]
pub struct Benchmark {
    /// The candidates.
    pub pool: Vec<Record>,
    /// The cases.
    pub cases: Vec<Case>,
    /// Papers that cases were made from, by folded title.
    pub papers: BTreeSet<String>,
    by_title: HashMap<String, usize>,
}

/// Words that a sentence must have besides its citations to ask anything.
const LEAST_WORDS: usize = 5;

impl Benchmark {
    /// Adds a candidate; one whose title is there already is that work, and gives it what it lacks.
    pub fn add_record(&mut self, record: Record) -> Option<usize> {
        let title = fold(&record.title);
        if title.split(' ').count() < 2 {
            return None;
        }
        let place = *self.by_title.entry(title).or_insert(self.pool.len());
        match self.pool.get_mut(place) {
            None => self.pool.push(record),
            Some(known) => known.fill_from(record),
        }
        Some(place)
    }

    /// Keeps at most so many cases of each paper, taken evenly over it. The pool stays.
    pub fn thin(&mut self, most: usize) {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for case in &self.cases {
            *counts.entry(case.paper.clone()).or_default() += 1;
        }
        let mut seen: HashMap<String, usize> = HashMap::new();
        self.cases.retain(|case| {
            let total = counts.get(&case.paper).copied().unwrap_or_default();
            let place = seen.entry(case.paper.clone()).or_default();
            *place += 1;
            // The n-th of `total` is kept where n · most / total passes a whole number.
            *place * most / total > (*place - 1) * most / total || most >= total
        });
    }

    /// Adds the references of a paper to the pool and its citations of a single work, found by the page's own links, to
    /// the cases. A paper that is there already (the same article in another format) adds nothing. Returns how many
    /// cases were added.
    pub fn add_document(&mut self, document: &Document) -> usize {
        let paper = fold(document.title.as_deref().unwrap_or_default());
        if paper.is_empty() || !self.papers.insert(paper.clone()) {
            return 0;
        }
        let places: Vec<Option<usize>> = document
            .references
            .iter()
            .map(|reference| record_of(reference).and_then(|record| self.add_record(record)))
            .collect();
        let half = half_of(&paper);
        let before = self.cases.len();
        for (index, citation) in document.citations.iter().enumerate() {
            let running = document.blocks.get(citation.block).is_some_and(|block| {
                matches!(block.kind, BlockKind::Paragraph | BlockKind::Abstract | BlockKind::ListItem)
            });
            let ([reference], Mapping::Linked, true) =
                (citation.references.as_slice(), &citation.status, running)
            else {
                continue;
            };
            let Some(gold) = places.get(*reference).copied().flatten() else { continue };
            let Some(mut excerpt) = Excerpt::of_citation(document, index) else { continue };
            if let Some(reference) = document.references.get(*reference) {
                hide_names(&mut excerpt, reference);
            }
            let words = unmarked(&excerpt.sentence).split_whitespace().count();
            if words >= LEAST_WORDS {
                self.cases.push(Case { paper: paper.clone(), half, excerpt, gold });
            }
        }
        self.cases.len() - before
    }
}

/// A reference as a record, if its title is known.
fn record_of(reference: &Reference) -> Option<Record> {
    Some(Record {
        id: reference.id.clone(),
        source: "reference-list".to_owned(),
        title: reference.title.clone().filter(|title| !title.trim().is_empty())?,
        authors: reference.authors.clone(),
        year: reference.year,
        venue: reference.venue.clone(),
        identifiers: reference.identifiers.clone(),
        ..Record::default()
    })
}

/// Papers are dealt by their titles, whatever their order and number.
fn half_of(paper: &str) -> Half {
    let first = Sha256::digest(paper.as_bytes()).first().copied().unwrap_or_default();
    if first.is_multiple_of(2) { Half::Tuning } else { Half::HeldOut }
}

/// Masks the names of the wanted work's authors wherever they still stand: they would be a matter of memory.
fn hide_names(excerpt: &mut Excerpt, reference: &Reference) {
    let names: BTreeSet<String> = reference.authors.iter().map(|author| fold(&author.family)).collect();
    for part in [&mut excerpt.before, &mut excerpt.sentence, &mut excerpt.after] {
        let shown: Vec<&str> = part
            .split(' ')
            .map(|word| {
                let bare = fold(word.trim_end_matches("'s").trim_end_matches("’s"));
                let is_name = word.starts_with(char::is_uppercase) && names.contains(&bare);
                if is_name { NEIGHBOUR } else { word }
            })
            .collect();
        *part = shown.join(" ");
    }
}
