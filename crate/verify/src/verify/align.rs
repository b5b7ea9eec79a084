//! Alignment: which sentences of the source speak of the very thing the claim speaks of.

use std::collections::BTreeSet;
use std::ops::Range;

use super::evidence_ranking::Respects;
use super::lexical::SentenceHit;
use super::models::{Embed, ModelError, Probabilities};
use super::retrieve::{Retrieved, cosine};
use super::signals::parallel::Parallel;
use super::signals::{Reading, Signal, SignalKind, Stance, compare, hedge, scope};
use super::source_text::SourceText;
use super::windows::Window;
use citelight_types::settings::Settings;
use citelight_types::sort::SmallSort;
use citelight_types::text::words::WordKind;

/// A sentence of the source next to the claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Aligned {
    /// Index of the passage.
    pub passage: usize,
    /// Index of the sentence in the passage.
    pub sentence: usize,
    /// Share of the claim's words it holds, weighted by rarity.
    pub coverage: f64,
    /// Cosine with the claim; none without a bi-encoder.
    pub similarity: Option<f64>,
    /// Both together, 0..=1.
    pub alignment: f64,
    /// How far its words and the claim's run alike, 0..=1.
    pub alike: f64,
    /// In what respects the two agree or differ.
    pub signals: Vec<Signal>,
    /// In what respects of the claim it speaks at all.
    pub respects: Respects,
    /// Codes and acronyms of the claim that it does not hold: it may speak of another gene, method or norm.
    pub missing_names: BTreeSet<String>,
    /// NLI with the sentence alone as premise, where it was asked.
    pub nli: Option<Probabilities>,
}

/// Aligned sentences, nearest first.
///
/// # Errors
/// [`ModelError`] if the bi-encoder fails.
pub async fn align(
    claim: &Reading,
    source: &SourceText,
    retrieved: &Retrieved,
    windows: &[Window],
    embed: Option<&dyn Embed>,
    settings: &Settings,
) -> Result<Vec<Aligned>, ModelError> {
    let nearest = retrieved.sentences.iter().take(settings.aligned_sentences).copied();
    let in_windows = windows.iter().flat_map(|window| {
        let coverage = |sentence| {
            let hit = retrieved
                .sentences
                .iter()
                .find(|hit| hit.passage == window.passage && hit.sentence == sentence);
            hit.map_or(0.0, |hit| hit.coverage)
        };
        (window.first..window.end)
            .map(move |sentence| SentenceHit {
                passage: window.passage,
                sentence,
                coverage: coverage(sentence),
            })
            .collect::<Vec<_>>()
    });
    let mut chosen: Vec<SentenceHit> = Vec::new();
    for hit in nearest.chain(in_windows) {
        let known = chosen.iter().any(|other| (other.passage, other.sentence) == (hit.passage, hit.sentence));
        if !known && chosen.len() / 2 < settings.aligned_sentences {
            chosen.push(hit);
        }
    }

    let texts: Vec<&str> =
        chosen.iter().map(|hit| source.passages[hit.passage].sentence(hit.sentence)).collect();
    if let (Some(embed), Some(_)) = (embed, &retrieved.claim_vector) {
        embed_missing(source, &chosen, embed).await?;
    }
    let similarity = |hit: &SentenceHit| {
        let vectors = source.sentence_vectors.borrow();
        let sentence = vectors.get(&(hit.passage, hit.sentence));
        retrieved.claim_vector.as_ref().zip(sentence).map(|(claim, sentence)| cosine(claim, sentence))
    };
    let similarities: Vec<Option<f64>> = chosen.iter().map(similarity).collect();
    let mut aligned: Vec<Aligned> = chosen
        .into_iter()
        .zip(texts)
        .zip(similarities)
        .map(|((hit, text), similarity)| {
            let reading = Reading::of(text);
            let parallel = Parallel::of(claim, &reading);
            let mut signals = compare(claim, &reading, &parallel);
            if in_later_part(source, hit.passage) {
                signals.extend(hedge::left_open(claim, &reading));
            }
            signals.extend(scope::excluded(claim, &reading));
            Aligned {
                passage: hit.passage,
                sentence: hit.sentence,
                coverage: hit.coverage,
                similarity,
                alignment: alignment(hit.coverage, similarity),
                alike: parallel.alike,
                signals,
                respects: Respects::of(claim, &reading),
                missing_names: missing_names(claim, &reading),
                nli: None,
            }
        })
        .collect();
    aligned.small_sort_by(|a, b| {
        b.alignment.total_cmp(&a.alignment).then((a.passage, a.sentence).cmp(&(b.passage, b.sentence)))
    });
    Ok(aligned)
}

/// Vectors of the sentences that no claim needed before.
async fn embed_missing(
    source: &SourceText,
    chosen: &[SentenceHit],
    embed: &dyn Embed,
) -> Result<(), ModelError> {
    let places = chosen.iter().map(|hit| (hit.passage, hit.sentence));
    let missing: Vec<(usize, usize)> =
        places.filter(|place| !source.sentence_vectors.borrow().contains_key(place)).collect();
    let texts: Vec<&str> =
        missing.iter().map(|&(passage, sentence)| source.passages[passage].sentence(sentence)).collect();
    let vectors = embed.embed(&texts).await?;
    source.sentence_vectors.borrow_mut().extend(missing.into_iter().zip(vectors));
    Ok(())
}

/// Codes of the claim that are in no code of the sentence (`SlPHR3` is in `SlPHR3-OE`).
fn missing_names(claim: &Reading, sentence: &Reading) -> BTreeSet<String> {
    let codes = |reading: &Reading| -> Vec<String> {
        let codes = reading.words.iter().filter(|word| word.kind == WordKind::Code);
        codes.map(|word| word.stem.clone()).collect()
    };
    let held = codes(sentence);
    codes(claim).into_iter().filter(|code| !held.iter().any(|other| other.contains(code.as_str()))).collect()
}

/// Whether a passage stands where a paper discusses what it found, not where it says what it sets out to find.
fn in_later_part(source: &SourceText, passage: usize) -> bool {
    5 * passage > 3 * source.passages.len()
}

/// Words and meaning in equal parts; words alone without a bi-encoder.
fn alignment(coverage: f64, similarity: Option<f64>) -> f64 {
    match similarity {
        Some(similarity) => 0.5 * coverage + 0.5 * similarity.clamp(0.0, 1.0),
        None => coverage,
    }
}

impl Aligned {
    /// The signals of one stance.
    pub fn with_stance(&self, stance: Stance) -> impl Iterator<Item = &Signal> {
        self.signals.iter().filter(move |signal| signal.stance == stance)
    }

    /// Whether it is nearly the claim itself, in words and meaning or word for word.
    pub fn is_near(&self, settings: &Settings) -> bool {
        self.alignment >= settings.align_near || self.alike >= settings.alike_near
    }

    /// Whether it confirms what a signal of another sentence denies: the same respect, the same words of the claim.
    pub fn confirms(&self, kind: SignalKind, claim: &Range<usize>) -> bool {
        self.with_stance(Stance::Agrees).any(|signal| {
            signal.kind == kind
                && (claim.is_empty() || (signal.claim.start < claim.end && claim.start < signal.claim.end))
        })
    }
}

#[cfg(test)]
impl Aligned {
    /// A sentence about which nothing is known yet but its place and how near it is to the claim.
    pub(super) fn at(sentence: usize, alignment: f64, respects: Respects) -> Self {
        Self {
            passage: 0,
            sentence,
            coverage: alignment,
            similarity: None,
            alignment,
            alike: 0.0,
            signals: Vec::new(),
            respects,
            missing_names: BTreeSet::new(),
            nli: None,
        }
    }
}
