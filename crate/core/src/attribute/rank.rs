//! Which candidate an excerpt speaks of: words, phrases, meaning and years, weighed together.

use std::collections::{BTreeMap, BTreeSet};

use super::excerpt::Excerpt;
use super::features::{AGE, COUNT, Features, MEANING, NO_AGE, SAME_YEAR, WEIGHTS, WEIGHTS_WITHOUT_MODEL};
use super::field::Field;
use super::session::Session;
use citelight_records::sources::Record;
use citelight_types::sort::SmallSort;
use citelight_types::text::words::words;
use citelight_verify::claim::masking::{MARK, NEIGHBOUR, unmarked};
use citelight_verify::verify::lexical::{LexicalQuery, rarity, searchable};
use citelight_verify::verify::models::{Embed, ModelError};
use citelight_verify::verify::retrieve::cosine;

/// How fast words count less the farther they stand from the mark: by word (tuned on the tuning half).
const DECAY: f64 = 0.06;
/// What words after the mark count of those before it.
const AFTER: f64 = 0.6;
/// Letters in which words of one family agree: alcohol, alcoholism.
const PREFIX: usize = 5;
/// Words of a title's name before its colon: `BERT: …`, `Tree of thoughts: …`.
const NAME_WORDS: usize = 3;
/// Last words before the mark among which a name counts double.
const AT_MARK: usize = 3;
/// Characters of an abstract that are compared.
const ABSTRACT: usize = 1_200;
/// Rarity of a title's words below which it is taken for so rare: short titles are covered by chance.
const LEAST_TITLE: f64 = 8.0;

/// A candidate with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// Its id in the session.
    pub id: String,
    /// Higher is better; comparable within one excerpt.
    pub score: f64,
}

/// Candidates, ready to be compared with excerpts.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// Titles and abstracts, with the sentences in which works are cited.
    whole: Field,
    titles: Field,
    /// First letters of the words of titles.
    prefixes: Field,
    years: Vec<Option<i32>>,
    /// Rarity of all words of each title together.
    title_weight: Vec<f64>,
    /// Names before the colon of titles.
    names: Vec<Vec<String>>,
}

impl Index {
    /// Indexes candidates, each with the sentences in which it is known to be cited.
    pub fn of<'a>(candidates: impl Iterator<Item = (&'a Record, &'a [String])>) -> Self {
        let mut titles = Vec::new();
        let mut wholes = Vec::new();
        let mut years = Vec::new();
        let mut names = Vec::new();
        for (record, contexts) in candidates {
            let title = stems(&record.title);
            let mut whole = title.clone();
            whole.extend(stems(record.abstract_text.as_deref().unwrap_or_default()));
            contexts.iter().for_each(|context| whole.extend(stems(context)));
            titles.push(title);
            wholes.push(whole);
            years.push(record.year);
            names.push(name_of(&record.title));
        }
        let prefixes = Field::of(titles.iter().map(|title| prefixes(title).into_iter().collect()));
        let distinct: Vec<BTreeSet<String>> =
            titles.iter().map(|title| title.iter().cloned().collect()).collect();
        let titles = Field::of(titles.into_iter());
        let title_weight = distinct
            .iter()
            .map(|title| title.iter().map(|stem| titles.rarity(stem)).sum::<f64>().max(LEAST_TITLE))
            .collect();
        Self { whole: Field::of(wholes.into_iter()), titles, prefixes, years, title_weight, names }
    }

    /// BM25 of every candidate's title and abstract, all words of the query counting the same: the baseline.
    pub fn bm25(&self, query: &LexicalQuery) -> Vec<f64> {
        self.whole.bm25(&query.stems().map(|stem| (stem.clone(), 1.0)).collect())
    }

    /// Rarity of the names of works that stand among words; double at the mark.
    fn named(&self, segment: &[String]) -> Vec<f64> {
        let words: BTreeSet<&String> = segment.iter().collect();
        let near = &segment[segment.len().saturating_sub(AT_MARK)..];
        let rarity = |name: &Vec<String>| -> f64 {
            let Some(last) = name.last().filter(|_| name.iter().all(|stem| words.contains(stem))) else {
                return 0.0;
            };
            let sum: f64 = name.iter().map(|stem| self.titles.rarity(stem)).sum();
            if near.contains(last) { 2.0 * sum } else { sum }
        };
        self.names.iter().map(rarity).collect()
    }

    /// The features of every candidate for an excerpt, without those of meaning.
    pub fn features(&self, excerpt: &Excerpt) -> Vec<Features> {
        let total = self.years.len();
        let scale = rarity(total, 0).max(1.0);
        let sentence = stems(&unmarked(&excerpt.sentence));
        let context = stems(&excerpt.plain());
        let segment = segment(excerpt);
        let flat = |stems: &[String]| stems.iter().map(|stem| (stem.clone(), 1.0)).collect();
        let in_context: BTreeSet<String> = context.iter().cloned().collect();
        let per_title = |sums: Vec<f64>| -> Vec<f64> {
            sums.iter().zip(&self.title_weight).map(|(sum, whole)| scale * sum / whole).collect()
        };
        let per_length = |sums: Vec<f64>| -> Vec<f64> {
            sums.iter()
                .zip(&self.prefixes.lengths)
                .map(|(sum, length)| sum / length.max(3.0).sqrt())
                .collect()
        };
        // In the order of `features::NAMES`.
        let columns = [
            self.whole.bm25(&flat(&sentence)),
            self.titles.bm25(&nearness(excerpt)),
            self.titles.bm25(&flat(&sentence)),
            per_title(self.titles.held(in_context.iter())),
            per_length(self.prefixes.held(prefixes(&context).iter())),
            self.whole.bm25(&flat(&segment)),
            self.named(&segment),
        ];
        let mut rows = vec![[0.0; COUNT]; total];
        for (position, column) in columns.iter().enumerate() {
            for (row, value) in rows.iter_mut().zip(column) {
                row[position] = value / scale;
            }
        }
        for (row, year) in rows.iter_mut().zip(&self.years) {
            match (year, excerpt.paper.year) {
                (Some(own), Some(paper)) => {
                    let age = paper.saturating_sub(*own).clamp(0, 80);
                    row[AGE] = libm::log1p(f64::from(age));
                    row[SAME_YEAR] = f64::from(u8::from(age == 0));
                }
                _ => row[NO_AGE] = 1.0,
            }
        }
        rows
    }
}

/// The words that the mark belongs to: those after the neighbouring citation before it; where there are none, those after
/// the mark, or those before that neighbour.
fn segment(excerpt: &Excerpt) -> Vec<String> {
    let (before, after) = excerpt.sentence.split_once(MARK).unwrap_or((&excerpt.sentence, ""));
    let mut parts = before.rsplit(NEIGHBOUR);
    let nearest = stems(parts.next().unwrap_or_default());
    if nearest.len() >= 2 {
        return nearest;
    }
    if stems(&unmarked(before)).len() < 2 {
        return stems(after.split(NEIGHBOUR).next().unwrap_or_default());
    }
    parts.next().map_or(nearest, stems)
}

/// Vectors of candidates.
#[derive(Clone, Debug, Default)]
pub struct Vectors {
    titles: Vec<Vec<f32>>,
    /// Titles with abstracts; titles alone where there is none.
    wholes: Vec<Vec<f32>>,
}

impl Vectors {
    /// Embeds candidates.
    ///
    /// # Errors
    /// [`ModelError`] if the bi-encoder fails.
    pub async fn of(records: &[&Record], embed: &dyn Embed) -> Result<Self, ModelError> {
        let titles: Vec<&str> = records.iter().map(|record| record.title.as_str()).collect();
        let titles = embed.embed(&titles).await?;
        let mut wholes = titles.clone();
        let with_abstract: Vec<(usize, String)> = records
            .iter()
            .enumerate()
            .filter_map(|(place, record)| {
                let text: String = record.abstract_text.as_deref()?.chars().take(ABSTRACT).collect();
                Some((place, format!("{}. {text}", record.title)))
            })
            .collect();
        let texts: Vec<&str> = with_abstract.iter().map(|(_, text)| text.as_str()).collect();
        let vectors = if texts.is_empty() { Vec::new() } else { embed.embed(&texts).await? };
        for ((place, _), vector) in with_abstract.iter().zip(vectors) {
            if let Some(whole) = wholes.get_mut(*place) {
                *whole = vector;
            }
        }
        Ok(Self { titles, wholes })
    }

    /// Adds the features of meaning to the rows of an excerpt.
    ///
    /// # Errors
    /// [`ModelError`] if the bi-encoder fails.
    pub async fn add(
        &self,
        excerpt: &Excerpt,
        embed: &dyn Embed,
        rows: &mut [Features],
    ) -> Result<(), ModelError> {
        let sentence = excerpt.plain_sentence();
        let vectors = embed.embed(&[sentence.as_str()]).await?;
        let [sentence] = vectors.as_slice() else { return Ok(()) };
        for ((row, title), whole) in rows.iter_mut().zip(&self.titles).zip(&self.wholes) {
            row[MEANING] = cosine(title, sentence);
            row[MEANING + 1] = cosine(whole, sentence);
        }
        Ok(())
    }
}

/// The stems of the name that a title gives its work before a colon; empty if it gives none.
fn name_of(title: &str) -> Vec<String> {
    let name = title.split_once(':').map(|(name, _)| stems(name)).unwrap_or_default();
    if name.len() > NAME_WORDS { Vec::new() } else { name }
}

/// The score of a candidate's features.
pub fn score(features: &Features, with_model: bool) -> f64 {
    let weights = if with_model { &WEIGHTS } else { &WEIGHTS_WITHOUT_MODEL };
    features.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}

/// The candidates of a session, best first; ties in the order they were found.
///
/// # Errors
/// [`ModelError`] if the bi-encoder fails.
pub async fn rank(session: &Session, embed: Option<&dyn Embed>) -> Result<Vec<Ranked>, ModelError> {
    let candidates = session.candidates();
    let index =
        Index::of(candidates.iter().map(|candidate| (&candidate.record, candidate.contexts.as_slice())));
    let mut rows = index.features(session.excerpt());
    if let Some(embed) = embed {
        let records: Vec<&Record> = candidates.iter().map(|candidate| &candidate.record).collect();
        Vectors::of(&records, embed).await?.add(session.excerpt(), embed, &mut rows).await?;
    }
    let scored = candidates.iter().zip(&rows);
    let mut ranked: Vec<Ranked> = scored
        .map(|(candidate, row)| Ranked { id: candidate.id.clone(), score: score(row, embed.is_some()) })
        .collect();
    ranked.small_sort_by(|left, right| right.score.total_cmp(&left.score));
    Ok(ranked)
}

fn stems(text: &str) -> Vec<String> {
    searchable(&words(text)).map(str::to_owned).collect()
}

fn prefixes(stems: &[String]) -> BTreeSet<String> {
    stems
        .iter()
        .filter(|stem| stem.chars().count() >= PREFIX)
        .map(|stem| stem.chars().take(PREFIX).collect())
        .collect()
}

/// The words of the sentence, each weighed by how near it stands to the mark.
fn nearness(excerpt: &Excerpt) -> BTreeMap<String, f64> {
    let (before, after) = excerpt.sentence.split_once(MARK).unwrap_or((&excerpt.sentence, ""));
    let (before, after) = (stems(&unmarked(before)), stems(&unmarked(after)));
    let mut query: BTreeMap<String, f64> = BTreeMap::new();
    let mut add = |stem: &String, weight: f64| {
        let known = query.entry(stem.clone()).or_default();
        *known = known.max(weight);
    };
    for (distance, stem) in before.iter().rev().enumerate() {
        add(stem, libm::exp(-DECAY * distance as f64));
    }
    // A narrative citation comes before what is said of it.
    let most = if before.len() < 3 { 1.0 } else { AFTER };
    for (distance, stem) in after.iter().enumerate() {
        add(stem, most * libm::exp(-DECAY * distance as f64));
    }
    query
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute::excerpt::CitingPaper;
    use crate::attribute::features::NAMES;

    fn record(title: &str, year: i32) -> Record {
        Record { title: title.to_owned(), year: Some(year), ..Record::default() }
    }

    fn excerpt(text: &str) -> Excerpt {
        Excerpt::parse(text, CitingPaper { year: Some(2020), ..CitingPaper::default() }).unwrap()
    }

    fn best(text: &str, titles: &[&str]) -> usize {
        let records: Vec<Record> = titles.iter().map(|title| record(title, 2010)).collect();
        let index = Index::of(records.iter().map(|record| (record, &[][..])));
        let rows = index.features(&excerpt(text));
        let scores: Vec<f64> = rows.iter().map(|row| score(row, false)).collect();
        (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap()
    }

    const TITLES: [&str; 4] = [
        "Oak weirs in cold rivers",
        "LADDER: sparse steps for dams",
        "Dams and their sediments",
        "Forty years of sediments",
    ];

    #[test]
    fn the_fitting_title_comes_first() {
        assert_eq!(best("Those of oak last longest in cold rivers [CITATION].", &TITLES), 0);
        assert_eq!(best("Many build upon the Ladder [CITATION] in water.", &TITLES), 1);
    }

    #[test]
    fn segments_end_at_neighbours() {
        let of = |text: &str| segment(&excerpt(text));
        assert_eq!(of("Weirs of oak [3] and dams of stone [CITATION] hold."), ["dam", "stone"]);
        assert_eq!(of("[CITATION] built dams of stone, not [3] weirs."), ["built", "dam", "stone"]);
        assert_eq!(of("Dams of stone [3], [CITATION] hold."), ["dam", "stone"]);
    }

    proptest::proptest! {
        #[test]
        fn features_are_finite_and_do_not_hang_on_the_order(
            titles in proptest::collection::vec("[a-dA-D: ]{1,20}", 1..8),
            text in "[a-dA-D ]{1,30}",
        ) {
            let Ok(excerpt) = Excerpt::parse(&format!("{text} [CITATION]."), CitingPaper::default()) else {
                return Ok(());
            };
            let records: Vec<Record> = titles.iter().map(|title| record(title, 2010)).collect();
            let rows = |records: Vec<&Record>| {
                Index::of(records.into_iter().map(|record| (record, &[][..]))).features(&excerpt)
            };
            let ahead = rows(records.iter().collect());
            let mut back = rows(records.iter().rev().collect());
            back.reverse();
            for (one, other) in ahead.iter().zip(&back) {
                for (place, name) in NAMES.iter().enumerate() {
                    proptest::prop_assert!(one[place].is_finite(), "{}", name);
                    proptest::prop_assert!((one[place] - other[place]).abs() < 1e-9, "{}", name);
                }
            }
        }
    }
}
