//! What the cheap first cut costs: passages that the bi-encoder would have put among its best, had it read the whole source.
use std::collections::BTreeMap;

use citelight::finding::Extent;
use citelight::settings::Settings;
use citelight::verify::models::{Embed, ModelError};
use citelight::verify::retrieve::{cosine, first_cut};
use citelight::verify::source_text::SourceText;
use citelight_cli::article::Article;
use citelight_cli::failure::Failure;
use serde::Serialize;

use super::case::Case;
use super::pool::PoolSource;
use super::trial::CaseOutcome;
use crate::statistics::Share;

/// The best passages of the bi-encoder that the cut should keep.
const BEST: usize = 3;

/// The first cut, held against the whole bi-encoder.
#[derive(Serialize)]
pub(super) struct FirstCut {
    /// Of the bi-encoder's best passages of the whole source, those that the cut kept.
    pub(super) recall: Share,
    /// Passages that the cut kept, per claim.
    pub(super) kept: f64,
    /// Passages of a source, per claim.
    pub(super) passages: f64,
}

impl FirstCut {
    /// Over the claims that were made of the untouched sentences.
    pub(super) fn of(
        outcomes: &[CaseOutcome],
        cases: &[Case],
        pool: &[PoolSource],
        embed: &dyn Embed,
        settings: &Settings,
    ) -> Result<Self, Failure> {
        let failed =
            |error: ModelError| Failure::Model { id: embed.name().into(), reason: error.to_string() };
        let read = |texts: &[&str]| pollster::block_on(embed.embed(texts)).map_err(failed);
        let mut claims: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for outcome in outcomes.iter().filter(|outcome| !outcome.corrupted && !outcome.claim.is_empty()) {
            if let Some(case) = cases.iter().find(|case| case.id == outcome.id) {
                claims.entry(&case.source).or_default().push(&outcome.claim);
            }
        }
        let (mut wanted, mut found, mut kept, mut passages, mut count) = (0, 0, 0, 0, 0);
        for (id, claims) in &claims {
            let Some(source) = pool.iter().find(|source| source.id == *id) else { continue };
            let document = Article::read(&source.path)?.into_content().parse(id, false)?;
            let source = SourceText::from_document(&document, *id, Extent::FullText).shared_by(claims.len());
            let texts: Vec<&str> = source.passages.iter().map(|passage| passage.text.as_str()).collect();
            let vectors = read(&texts)?;
            let asked = read(claims)?;
            for (claim, vector) in claims.iter().zip(&asked) {
                let mut best: Vec<usize> = (0..vectors.len()).collect();
                let similarity = |passage: usize| cosine(vector, &vectors[passage]);
                best.sort_by(|a, b| similarity(*b).total_cmp(&similarity(*a)));
                best.truncate(BEST);
                let cut = first_cut(claim, &source, settings);
                wanted += best.len();
                found += best.iter().filter(|passage| cut.contains(passage)).count();
                kept += cut.len();
                passages += source.passages.len();
                count += 1;
            }
        }
        let per_claim = |total: usize| total as f64 / count.max(1) as f64;
        Ok(Self { recall: Share::of(found, wanted), kept: per_claim(kept), passages: per_claim(passages) })
    }
}
