//! From a whole source to the few passages that may speak of the claim.
//!
//! Embedding every paragraph of every source would take a tab minutes, so an exact lexical cut comes first and the
//! bi-encoder reads only what it leaves. A cross-encoder ranks the best of those where one is installed; there is none
//! among the embedded models, so ranks are fused instead.

use super::Models;
use super::lexical::{LexicalQuery, SentenceHit};
use super::models::{Embed, ModelError, Rerank};
use super::source_text::SourceText;
use citelight_types::finding::{Step, TrailStep};
use citelight_types::settings::Settings;
use citelight_types::sort::SmallSort;

/// A passage with the scores that ranked it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedPassage {
    /// Index in the source.
    pub passage: usize,
    /// BM25 of the claim.
    pub lexical: f64,
    /// Cosine of claim and passage; none without a bi-encoder.
    pub similarity: Option<f64>,
    /// Reciprocal rank fusion over all rankings.
    pub fused: f64,
}

/// What retrieval hands on.
#[derive(Clone, Debug)]
pub struct Retrieved {
    /// The best passages, best first: at most N of K.
    pub passages: Vec<RankedPassage>,
    /// Sentences of the whole source by how much of the claim's words they hold, best first.
    pub sentences: Vec<SentenceHit>,
    /// Vector of the claim, if there is a bi-encoder.
    pub claim_vector: Option<Vec<f32>>,
    /// What was done.
    pub trail: TrailStep,
}

/// Share of the last kept passage's score down to which further passages count as close.
const CLOSE: f64 = 0.8;

/// Ranks the passages of a source for a claim.
///
/// # Errors
/// [`ModelError`] if the bi-encoder fails.
pub async fn retrieve(
    claim: &str,
    source: &SourceText,
    models: Models<'_>,
    settings: &Settings,
) -> Result<Retrieved, ModelError> {
    let Models { embed, rerank, .. } = models;
    let query = LexicalQuery::of(claim);
    let lexical = source.index.bm25(&query);
    let sentences = source.index.coverage(&query);
    let cut = cheap_cut(&lexical, &sentences, source.claims, settings);

    let claim_vector = match embed {
        Some(embed) => embed.embed(&[claim]).await?.into_iter().next(),
        None => None,
    };
    if let (Some(embed), Some(_)) = (embed, &claim_vector) {
        embed_missing(source, &cut, embed).await?;
    }
    let similarity = |passage: usize| {
        let vectors = source.vectors.borrow();
        claim_vector.as_ref().zip(vectors.get(&passage)).map(|(claim, vector)| cosine(claim, vector))
    };

    let mut ranked: Vec<RankedPassage> = cut
        .iter()
        .map(|&passage| RankedPassage {
            passage,
            lexical: lexical[passage],
            similarity: similarity(passage),
            fused: 0.0,
        })
        .collect();
    if claim_vector.is_some() {
        ranked.small_sort_by(|a, b| b.similarity.unwrap_or(0.0).total_cmp(&a.similarity.unwrap_or(0.0)));
        ranked.truncate(settings.retrieve_k.max(settings.rerank_n));
    }
    let best_sentence = |ranked: &RankedPassage| {
        sentences.iter().find(|hit| hit.passage == ranked.passage).map_or(0.0, |hit| hit.coverage)
    };
    fuse(&mut ranked, settings.fusion_constant, |passage| passage.lexical);
    fuse(&mut ranked, settings.fusion_constant, best_sentence);
    if claim_vector.is_some() {
        fuse(&mut ranked, settings.fusion_constant, |passage| passage.similarity.unwrap_or(0.0));
    }
    ranked.small_sort_by(|a, b| b.fused.total_cmp(&a.fused).then(a.passage.cmp(&b.passage)));
    if let Some(rerank) = rerank {
        order_by_reading(claim, &mut ranked, source, rerank).await?;
    }
    let compared = ranked.len();
    ranked.truncate(settings.rerank_n);

    let rankings = match (rerank, embed) {
        (Some(rerank), _) => {
            let model = rerank.name();
            format!("ranked by {model}")
        }
        (None, Some(embed)) => {
            let model = embed.name();
            format!("word ranks and {model} fused, no cross-encoder")
        }
        (None, None) => "word ranks only: no bi-encoder is loaded".to_owned(),
    };
    let (kept, all) = (ranked.len(), source.passages.len());
    let trail = TrailStep::new(
        Step::Retrieve,
        format!("{kept} of {all} passages kept ({rankings})"),
        &[
            ("passages", all as f64),
            ("words", source.words() as f64),
            ("cut", cut.len() as f64),
            ("compared", compared as f64),
            ("best_bm25", ranked.iter().map(|passage| passage.lexical).fold(0.0, f64::max)),
            ("best_cosine", ranked.iter().filter_map(|passage| passage.similarity).fold(0.0, f64::max)),
        ],
    );
    Ok(Retrieved { passages: ranked, sentences, claim_vector, trail })
}

/// Orders passages as a cross-encoder ranks them; where it says the same of two, the one that ranked higher stays first.
async fn order_by_reading(
    claim: &str,
    ranked: &mut Vec<RankedPassage>,
    source: &SourceText,
    rerank: &dyn Rerank,
) -> Result<(), ModelError> {
    let texts: Vec<&str> =
        ranked.iter().map(|ranked| source.passages[ranked.passage].text.as_str()).collect();
    let scores = rerank.rerank(claim, &texts).await?;
    if scores.len() != ranked.len() || scores.iter().any(|score| !score.is_finite()) {
        let reason = format!("it gave {} usable scores for {} passages", scores.len(), ranked.len());
        return Err(ModelError::Failed { role: "cross-encoder", reason });
    }
    let mut scored: Vec<(f32, RankedPassage)> = scores.into_iter().zip(ranked.drain(..)).collect();
    scored.small_sort_by(|(one, _), (other, _)| other.total_cmp(one));
    ranked.extend(scored.into_iter().map(|(_, passage)| passage));
    Ok(())
}

/// The passages that the cheap cut leaves to the bi-encoder.
pub fn first_cut(claim: &str, source: &SourceText, settings: &Settings) -> Vec<usize> {
    let query = LexicalQuery::of(claim);
    cheap_cut(&source.index.bm25(&query), &source.index.coverage(&query), source.claims, settings)
}

/// The passages with the highest BM25, and those that hold the sentences with the highest coverage.
fn cheap_cut(lexical: &[f64], sentences: &[SentenceHit], claims: usize, settings: &Settings) -> Vec<usize> {
    let wider = settings.cut_paragraphs.saturating_mul(claims.min(settings.cut_shared).saturating_sub(1));
    let (least, most) =
        (settings.cut_paragraphs.saturating_add(wider), settings.cut_paragraphs_max.saturating_add(wider));
    let mut order: Vec<usize> = (0..lexical.len()).collect();
    order.small_sort_by(|&a, &b| lexical[b].total_cmp(&lexical[a]).then(a.cmp(&b)));
    let close = order.get(least.saturating_sub(1)).map_or(0.0, |&last| CLOSE * lexical[last]);
    let kept = order
        .iter()
        .take(most)
        .enumerate()
        .take_while(|(rank, passage)| *rank < least || (lexical[**passage] >= close && close > 0.0))
        .count();
    let mut cut = order[..kept].to_vec();
    for hit in sentences.iter().take(settings.rerank_n) {
        if !cut.contains(&hit.passage) {
            cut.push(hit.passage);
        }
    }
    cut
}

async fn embed_missing(source: &SourceText, cut: &[usize], embed: &dyn Embed) -> Result<(), ModelError> {
    let missing: Vec<usize> =
        cut.iter().copied().filter(|passage| !source.vectors.borrow().contains_key(passage)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let texts: Vec<&str> = missing.iter().map(|&passage| source.passages[passage].text.as_str()).collect();
    let vectors = embed.embed(&texts).await?;
    source.vectors.borrow_mut().extend(missing.into_iter().zip(vectors));
    Ok(())
}

/// Adds the reciprocal ranks by one score (Cormack, Clarke & Büttcher 2009); equal scores share the better rank.
fn fuse(ranked: &mut [RankedPassage], constant: f64, score: impl Fn(&RankedPassage) -> f64) {
    let scores: Vec<f64> = ranked.iter().map(score).collect();
    for (passage, own) in ranked.iter_mut().zip(&scores) {
        let rank = 1 + scores.iter().filter(|other| *other > own).count();
        passage.fused += 1.0 / (constant + rank as f64);
    }
}

/// Cosine of two unit vectors.
pub fn cosine(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use citelight_document::document::{Input, parse};
    use citelight_inference::LocalFuture;
    use citelight_types::finding::Extent;

    /// A cross-encoder that scores each passage by itself.
    struct Scoring<F>(&'static str, F);

    impl<F: Fn(&str) -> f32> Rerank for Scoring<F> {
        fn name(&self) -> std::borrow::Cow<'_, str> {
            self.0.into()
        }

        fn rerank<'a>(
            &'a self,
            _: &'a str,
            passages: &'a [&'a str],
        ) -> LocalFuture<'a, Result<Vec<f32>, ModelError>> {
            Box::pin(std::future::ready(Ok(passages.iter().map(|passage| (self.1)(passage)).collect())))
        }
    }

    /// Prefers the passage that ends with a word.
    fn ending(word: &'static str) -> Scoring<impl Fn(&str) -> f32> {
        Scoring("ending@0", move |passage: &str| {
            f32::from(u8::from(passage.trim_end_matches('.').ends_with(word)))
        })
    }

    fn source() -> SourceText {
        let text = "<html><body><article><p>Oak weirs outlast pine weirs in rivers.</p><p>Pine weirs in rivers rot.</p>\
                    <p>Weirs of oak were built in Wessex.</p><p>Nothing of the kind.</p></article></body></html>";
        let document = parse(Input::new(text, "weirs.html")).unwrap();
        SourceText::from_document(&document, "weirs.html", Extent::FullText)
    }

    fn first(rerank: Option<&dyn Rerank>) -> Result<(usize, String), ModelError> {
        let models = Models { rerank, ..Models::default() };
        let source = source();
        let claim = "Oak weirs outlast pine weirs.";
        let found = retrieve(claim, &source, models, &Settings::default()).now_or_never().unwrap()?;
        Ok((found.passages[0].passage, found.trail.summary))
    }

    #[test]
    fn the_more_claims_share_a_source_the_more_of_it_is_read() {
        let (source, settings) = (
            source(),
            Settings { cut_paragraphs: 1, cut_paragraphs_max: 1, rerank_n: 0, ..Settings::default() },
        );
        let kept = |claims| {
            first_cut("Oak weirs outlast pine weirs.", &source.clone().shared_by(claims), &settings).len()
        };
        assert_eq!([kept(0), kept(1), kept(2), kept(9)], [1, 1, 2, 4]);
    }

    #[test]
    fn a_cross_encoder_has_the_last_word_where_there_is_one() {
        assert_eq!(first(None).unwrap().0, 0);
        let (passage, summary) = first(Some(&ending("Wessex"))).unwrap();
        assert_eq!(passage, 2);
        assert!(summary.contains("ranked by ending@0"), "{summary}");
        assert_eq!(first(Some(&ending("nowhere"))).unwrap().0, 0, "equal scores leave the order");
    }

    #[test]
    fn scores_that_cannot_be_ranked_are_an_error() {
        let broken = Scoring("broken@0", |_: &str| f32::NAN);
        assert!(matches!(first(Some(&broken)), Err(ModelError::Failed { role: "cross-encoder", .. })));
    }
}
