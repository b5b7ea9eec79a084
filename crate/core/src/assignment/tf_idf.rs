//! The baseline: cosine of texts by their words, each weighted by how often it stands in the text and how few texts have it.
//!
//! w(t, d) = tf(t, d) · (ln((1 + n) / (1 + df(t))) + 1), the smoothed form, over the submission and all works it is compared with.

use std::collections::{BTreeMap, BTreeSet};

use citelight_types::text::words::words;
use citelight_verify::verify::lexical::searchable;

type Weights = BTreeMap<String, f64>;

/// Cosine of a text with each of the others, 0..=1.
pub fn cosines(text: &str, others: &[String]) -> Vec<f64> {
    let own = counts(text);
    let counted: Vec<Weights> = others.iter().map(|other| counts(other)).collect();
    let mut frequency: BTreeMap<&str, u32> = BTreeMap::new();
    for one in std::iter::once(&own).chain(&counted) {
        let stems: BTreeSet<&str> = one.keys().map(String::as_str).collect();
        for stem in stems {
            *frequency.entry(stem).or_default() += 1;
        }
    }
    let texts = 1.0 + others.len() as f64;
    let rarity = |stem: &str| {
        let df = f64::from(frequency.get(stem).copied().unwrap_or_default());
        libm::log((1.0 + texts) / (1.0 + df)) + 1.0
    };
    let weighted = |counts: &Weights| -> Weights {
        counts.iter().map(|(stem, count)| (stem.clone(), count * rarity(stem))).collect()
    };
    let own = weighted(&own);
    counted.iter().map(|counts| cosine(&own, &weighted(counts))).collect()
}

fn counts(text: &str) -> Weights {
    let mut counts = Weights::new();
    for stem in searchable(&words(text)) {
        *counts.entry(stem.to_owned()).or_default() += 1.0;
    }
    counts
}

fn cosine(one: &Weights, other: &Weights) -> f64 {
    let length = |weights: &Weights| weights.values().map(|weight| weight * weight).sum::<f64>().sqrt();
    let lengths = length(one) * length(other);
    let product: f64 = one.iter().filter_map(|(stem, weight)| Some(weight * other.get(stem)?)).sum();
    if lengths > 0.0 { (product / lengths).clamp(0.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_worked_example() {
        // Of three texts "graph" stands in two: idf ln(4/3) + 1; "kernel" and "protein" in one: ln(4/2) + 1.
        let others = ["graph protein".to_owned(), "protein".to_owned()];
        let found = cosines("graph kernel", &others);
        let (common, rare) = (libm::log(4.0 / 3.0) + 1.0, libm::log(2.0) + 1.0);
        // Of "protein", in two texts, too.
        let own = (common * common + rare * rare).sqrt();
        let other = (common * common + common * common).sqrt();
        assert!((found[0] - common * common / (own * other)).abs() < 1e-12);
        assert_eq!(found[1], 0.0);
    }

    #[test]
    fn the_same_text_is_nearest_and_an_empty_one_is_far() {
        let text = "Message passing on sparse graphs";
        let found = cosines(text, &[text.to_owned(), String::new(), "the of and".to_owned()]);
        assert!((found[0] - 1.0).abs() < 1e-12);
        assert_eq!(&found[1..], [0.0, 0.0]);
    }

    proptest! {
        #[test]
        fn cosines_are_shares(text in ".{0,80}", others in prop::collection::vec(".{0,80}", 0..6)) {
            let found = cosines(&text, &others);
            prop_assert_eq!(found.len(), others.len());
            prop_assert!(found.iter().all(|value| (0.0..=1.0).contains(value)));
        }
    }
}
