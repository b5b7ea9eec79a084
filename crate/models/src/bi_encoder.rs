//! The bi-encoder: texts to unit vectors.

use std::borrow::Cow;

use citelight_inference::LocalFuture;
use citelight_inference::{Embed, ModelError};

use crate::encoder::{Encoder, Row};
use crate::entry::Pooling;
use crate::tokens::Input;

/// A local bi-encoder. Texts are cut at the manifest's length; inputs of similar lengths run together, at most
/// [`tokens_per_run`](crate::backend::Backend::tokens_per_run) tokens at a time.
pub struct BiEncoder {
    encoder: Encoder,
    dimensions: usize,
    pooling: Pooling,
}

impl BiEncoder {
    pub(crate) fn new(encoder: Encoder, dimensions: usize, pooling: Pooling) -> Self {
        Self { encoder, dimensions, pooling }
    }

    /// Word pieces that were encoded so far, special tokens included, padding excluded.
    pub fn tokens_seen(&self) -> u64 {
        self.encoder.tokens_seen()
    }

    /// Name of the backend that runs it now.
    pub fn backend(&self) -> &str {
        self.encoder.backend()
    }

    pub(crate) async fn vectors(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, String> {
        let inputs = texts.iter().map(|text| Input::Text(text));
        self.encoder.run(inputs, |row| pooled(&row, self.dimensions, self.pooling)).await
    }
}

impl Embed for BiEncoder {
    fn name(&self) -> Cow<'_, str> {
        self.encoder.name().into()
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> LocalFuture<'a, Result<Vec<Vec<f32>>, ModelError>> {
        let failed = |reason| ModelError::Failed { role: "bi-encoder", reason };
        Box::pin(async move { self.vectors(texts).await.map_err(failed) })
    }
}

/// Mean of the token vectors, padding left out, or the first of them, scaled to length one (Reimers & Gurevych 2019).
fn pooled(row: &Row<'_>, dimensions: usize, pooling: Pooling) -> Result<Vec<f32>, String> {
    if row.values.len() < row.length * dimensions || !row.values.len().is_multiple_of(dimensions) {
        return Err(format!(
            "the graph gave {} numbers for {} tokens of {dimensions} dimensions",
            row.values.len(),
            row.length
        ));
    }
    let counted = match pooling {
        Pooling::Mean => row.length,
        Pooling::First => 1,
    };
    let mut sums = vec![0.0_f64; dimensions];
    for token in row.values.chunks_exact(dimensions).take(counted) {
        sums.iter_mut().zip(token).for_each(|(sum, value)| *sum += f64::from(*value));
    }
    let norm = sums.iter().map(|sum| sum * sum).sum::<f64>().sqrt();
    if !norm.is_finite() || norm == 0.0 {
        return Err(format!("the graph gave a vector of length {norm}"));
    }
    Ok(sums.iter().map(|sum| (sum / norm) as f32).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_is_left_out_of_the_mean() {
        let row = Row { length: 2, values: &[1.0, 0.0, 0.0, 1.0, 9.0, 9.0] };
        let vector = pooled(&row, 2, Pooling::Mean).expect("two tokens pool");
        assert!(vector.iter().all(|value| (value - 0.5_f32.sqrt()).abs() < 1e-6), "{vector:?}");
        assert_eq!(pooled(&row, 2, Pooling::First), Ok(vec![1.0, 0.0]));
    }

    #[test]
    fn a_vector_without_direction_is_an_error() {
        assert!(pooled(&Row { length: 1, values: &[0.0, 0.0] }, 2, Pooling::Mean).is_err());
        assert!(pooled(&Row { length: 1, values: &[f32::NAN, 0.0] }, 2, Pooling::Mean).is_err());
        assert!(pooled(&Row { length: 2, values: &[1.0, 0.0] }, 2, Pooling::Mean).is_err());
    }
}
