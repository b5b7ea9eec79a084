//! One field of all candidates, such as their titles: which terms stand where, and how much they tell.

use std::collections::BTreeMap;

use citelight_verify::verify::lexical::{rarity, saturation};

/// One field of all candidates: where its terms stand.
#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    postings: BTreeMap<String, Vec<(usize, f64)>>,
    /// Terms of each candidate.
    pub(super) lengths: Vec<f64>,
    mean: f64,
}

impl Field {
    /// Indexes each candidate's terms.
    pub(super) fn of(texts: impl Iterator<Item = Vec<String>>) -> Self {
        let mut field = Self::default();
        for (place, terms) in texts.enumerate() {
            field.lengths.push(terms.len() as f64);
            let mut counts: BTreeMap<String, f64> = BTreeMap::new();
            for term in terms {
                *counts.entry(term).or_default() += 1.0;
            }
            for (term, count) in counts {
                field.postings.entry(term).or_default().push((place, count));
            }
        }
        field.mean = field.lengths.iter().sum::<f64>() / field.lengths.len().max(1) as f64;
        field
    }

    /// Inverse document frequency, never negative.
    pub(super) fn rarity(&self, term: &str) -> f64 {
        rarity(self.lengths.len(), self.postings.get(term).map_or(0, Vec::len))
    }

    /// BM25 of all candidates for weighted terms.
    pub(super) fn bm25(&self, query: &BTreeMap<String, f64>) -> Vec<f64> {
        let mut scores = vec![0.0; self.lengths.len()];
        for (term, weight) in query {
            let weight = weight * self.rarity(term);
            for (place, count) in self.postings.get(term).into_iter().flatten() {
                scores[*place] += weight * saturation(*count, self.lengths[*place] / self.mean.max(1.0));
            }
        }
        scores
    }

    /// Sum of the rarities of the terms that a candidate has, each once.
    pub(super) fn held<'a>(&self, terms: impl Iterator<Item = &'a String>) -> Vec<f64> {
        let mut sums = vec![0.0; self.lengths.len()];
        for term in terms {
            let rarity = self.rarity(term);
            for (place, _) in self.postings.get(term).into_iter().flatten() {
                sums[*place] += rarity;
            }
        }
        sums
    }
}
