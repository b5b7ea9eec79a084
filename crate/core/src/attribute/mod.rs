//! Finding the paper that an excerpt refers to (spec 07, CiteAgent's task, without an endpoint).
//!
//! Deterministic: the excerpt's own citation is cut out, other citations are masked, key phrases make the queries, and
//! candidates are ranked by the words and, with a bi-encoder, the meaning of title and abstract.

use std::sync::LazyLock;

use regex::Regex;

use crate::sources::Record;
use crate::text::words::words;
use crate::verify::lexical::{LexicalQuery, searchable};
use crate::verify::models::{Embed, ModelError};

/// The mark of the wanted citation in an excerpt.
pub const MARK: &str = "[CITATION]";

/// A candidate with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The record.
    pub record: Record,
    /// Mean of word coverage and cosine, or coverage alone; 0..=1.
    pub score: f64,
}

/// The excerpt without its mark and without its neighbours' citations: half of CiteAgent's errors came from those.
pub fn masked(excerpt: &str) -> String {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    static NEIGHBOURS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\[[0-9,;\s–-]+\]|\((?:[^()]*?\b(?:19|20)\d\d[a-z]?\b[^()]*)\)").unwrap()
    });
    let without = excerpt.replace(MARK, " ");
    NEIGHBOURS.replace_all(&without, " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Search queries for an excerpt, most specific first: the words around the mark, then the rarest-looking words
/// (names, codes, long words) of the whole.
pub fn queries(excerpt: &str) -> Vec<String> {
    const AROUND: usize = 8;
    const RARE: usize = 6;
    let mut queries = Vec::new();
    if let Some(at) = excerpt.find(MARK) {
        let before = masked(&excerpt[..at]);
        let tail: Vec<String> = content(&before).into_iter().rev().take(AROUND).collect();
        queries.push(tail.into_iter().rev().collect::<Vec<_>>().join(" "));
    }
    let mut rare = content(&masked(excerpt));
    rare.sort_by_key(|word| std::cmp::Reverse((word.chars().any(char::is_uppercase), word.chars().count())));
    rare.dedup();
    queries.push(rare.into_iter().take(RARE).collect::<Vec<_>>().join(" "));
    queries.retain(|query| !query.is_empty());
    queries.dedup();
    queries
}

fn content(text: &str) -> Vec<String> {
    let all = words(text);
    let stems: Vec<&str> = searchable(&all).collect();
    all.iter().filter(|word| stems.contains(&word.stem.as_str())).map(|word| word.surface.clone()).collect()
}

/// Candidates by how well title and abstract fit the excerpt, best first.
///
/// # Errors
/// [`ModelError`] if the bi-encoder fails.
pub async fn rank(
    excerpt: &str,
    candidates: Vec<Record>,
    embed: Option<&dyn Embed>,
) -> Result<Vec<Ranked>, ModelError> {
    let excerpt = masked(excerpt);
    let texts: Vec<String> = candidates
        .iter()
        .map(|record| format!("{}. {}", record.title, record.abstract_text.as_deref().unwrap_or_default()))
        .collect();
    let query = LexicalQuery::of(&excerpt);
    let mut scores: Vec<f64> = texts.iter().map(|text| query.covered_by(text)).collect();
    if let Some(embed) = embed {
        let all: Vec<&str> =
            std::iter::once(excerpt.as_str()).chain(texts.iter().map(String::as_str)).collect();
        let vectors = embed.embed(&all).await?;
        if let Some((own, others)) = vectors.split_first() {
            for (score, vector) in scores.iter_mut().zip(others) {
                let cosine: f64 = own.iter().zip(vector).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
                *score = 0.5 * *score + 0.5 * cosine.clamp(0.0, 1.0);
            }
        }
    }
    let mut ranked: Vec<Ranked> =
        candidates.into_iter().zip(scores).map(|(record, score)| Ranked { record, score }).collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.record.id.cmp(&b.record.id)));
    Ok(ranked)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXCERPT: &str =
        "Unlike BERT (Devlin et al., 2019), the Transformer of [CITATION] relies on attention alone [3].";

    #[test]
    fn neighbouring_citations_are_masked() {
        assert_eq!(masked(EXCERPT), "Unlike BERT , the Transformer of relies on attention alone .");
    }

    #[test]
    fn the_fitting_title_comes_first() {
        let record = |id: &str, title: &str| Record {
            id: id.to_owned(),
            title: title.to_owned(),
            ..Record::default()
        };
        let candidates = vec![
            record("a", "Deep residual learning for image recognition"),
            record("b", "Attention is all you need: the Transformer"),
        ];
        let ranked = futures_util::FutureExt::now_or_never(rank(EXCERPT, candidates, None));
        let first = ranked.and_then(Result::ok).and_then(|ranked| ranked.into_iter().next());
        assert_eq!(first.map(|ranked| ranked.record.id), Some("b".to_owned()));
        assert_eq!(queries(EXCERPT)[0], "Unlike BERT Transformer");
    }
}
