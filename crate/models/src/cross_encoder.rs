//! The cross-encoder for ranking: a claim and its passages to a score each.

use std::borrow::Cow;

use citelight_inference::{LocalFuture, ModelError, Rerank};

use crate::encoder::Encoder;
use crate::nli_encoder::first_of;
use crate::tokens::Input;

/// A local cross-encoder for ranking. Passages are cut at the manifest's length; those of similar lengths run together.
pub struct CrossEncoder {
    encoder: Encoder,
}

impl CrossEncoder {
    pub(crate) fn new(encoder: Encoder) -> Self {
        Self { encoder }
    }

    /// Word pieces that were encoded so far, special tokens included, padding excluded.
    pub fn tokens_seen(&self) -> u64 {
        self.encoder.tokens_seen()
    }

    /// Name of the backend that runs it now.
    pub fn backend(&self) -> &str {
        self.encoder.backend()
    }

    /// How well each passage answers to the claim before it.
    ///
    /// # Errors
    /// [`ModelError::Failed`] if the graph fails.
    pub async fn scores(&self, pairs: &[(&str, &str)]) -> Result<Vec<f32>, ModelError> {
        // The claim comes first, as a query does where such models are trained (MS MARCO).
        let inputs = pairs.iter().map(|(claim, passage)| Input::Passage(claim, passage));
        let scores = self.encoder.run(inputs, |row| match row.values {
            [score] if score.is_finite() => Ok(*score),
            values => Err(format!("the graph gave {:?} where one logit was due", first_of(values))),
        });
        scores.await.map_err(|reason| ModelError::Failed { role: "cross-encoder", reason })
    }
}

impl Rerank for CrossEncoder {
    fn name(&self) -> Cow<'_, str> {
        self.encoder.name().into()
    }

    fn rerank<'a>(
        &'a self,
        claim: &'a str,
        passages: &'a [&'a str],
    ) -> LocalFuture<'a, Result<Vec<f32>, ModelError>> {
        Box::pin(async move {
            let pairs: Vec<(&str, &str)> = passages.iter().map(|passage| (claim, *passage)).collect();
            self.scores(&pairs).await
        })
    }
}
