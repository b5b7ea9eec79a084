//! The NLI encoder: premise and hypothesis to three probabilities.

use std::borrow::Cow;

use citelight_inference::LocalFuture;
use citelight_inference::{Infer, ModelError, Pair, Probabilities};

use crate::encoder::{Encoder, Pause};
use crate::manifest::Label;

/// A local cross-encoder for natural language inference. Premises are cut at the manifest's length; pairs of similar
/// lengths run together, and between two runs others have a turn if a pause was given.
pub struct NliEncoder {
    encoder: Encoder,
    labels: [Label; 3],
    temperature: f64,
}

impl NliEncoder {
    pub(crate) fn new(encoder: Encoder, labels: [Label; 3], temperature: f64) -> Self {
        Self { encoder, labels, temperature }
    }

    /// Gives others a turn between two runs.
    #[must_use]
    pub fn with_pause(mut self, pause: Pause) -> Self {
        self.encoder.set_pause(pause);
        self
    }

    /// Word pieces that were encoded so far, special tokens included, padding excluded.
    pub fn tokens_seen(&self) -> u64 {
        self.encoder.tokens_seen()
    }

    /// Name of the backend that runs it now.
    pub fn backend(&self) -> &str {
        self.encoder.backend()
    }

    /// The graph's own logits for each pair, in the order of the manifest's labels: for comparing backends.
    ///
    /// # Errors
    /// [`ModelError::Failed`] if the graph fails.
    pub async fn logits(&self, pairs: &[Pair<'_>]) -> Result<Vec<[f32; 3]>, ModelError> {
        let inputs = pairs.iter().map(|pair| (pair.premise, pair.hypothesis));
        let logits = self.encoder.run(inputs, |row| match *row.values {
            [first, second, third] if row.values.iter().all(|logit| logit.is_finite()) => {
                Ok([first, second, third])
            }
            _ => Err(format!("the graph gave {:?} where three logits were due", row.values)),
        });
        logits.await.map_err(|reason| ModelError::Failed { role: "nli", reason })
    }
}

impl Infer for NliEncoder {
    fn name(&self) -> Cow<'_, str> {
        self.encoder.name().into()
    }

    fn infer<'a>(&'a self, pairs: &'a [Pair<'a>]) -> LocalFuture<'a, Result<Vec<Probabilities>, ModelError>> {
        Box::pin(async move {
            let logits = self.logits(pairs).await?;
            Ok(logits.iter().map(|row| probabilities(row, self.labels, self.temperature)).collect())
        })
    }
}

/// Softmax of the logits divided by the temperature.
fn probabilities(logits: &[f32; 3], labels: [Label; 3], temperature: f64) -> Probabilities {
    let scaled = logits.map(|logit| f64::from(logit) / temperature);
    let largest = scaled.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights = scaled.map(|logit| (logit - largest).exp());
    let total: f64 = weights.iter().sum();
    let mut probabilities = Probabilities::default();
    for (label, weight) in labels.iter().zip(weights) {
        let place = match label {
            Label::Contradiction => &mut probabilities.contradiction,
            Label::Entailment => &mut probabilities.entailment,
            Label::Neutral => &mut probabilities.neutral,
        };
        *place = weight / total;
    }
    probabilities
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LABELS: [Label; 3] = [Label::Contradiction, Label::Entailment, Label::Neutral];

    proptest! {
        #[test]
        fn probabilities_sum_to_one_and_flatten_with_temperature(
            logits in prop::array::uniform3(-30.0_f32..30.0),
            temperature in 1.0_f64..4.0,
        ) {
            let (cold, warm) = (probabilities(&logits, LABELS, 1.0), probabilities(&logits, LABELS, temperature));
            for p in [cold, warm] {
                prop_assert!((p.contradiction + p.entailment + p.neutral - 1.0).abs() < 1e-9);
            }
            let largest = |p: Probabilities| p.contradiction.max(p.entailment).max(p.neutral);
            prop_assert!(largest(warm) <= largest(cold) + 1e-12);
        }
    }

    #[test]
    fn the_manifest_says_which_logit_is_which() {
        let p = probabilities(&[0.0, 5.0, 1.0], LABELS, 1.0);
        assert!(p.entailment > p.neutral && p.neutral > p.contradiction);
        let p =
            probabilities(&[0.0, 5.0, 1.0], [Label::Neutral, Label::Contradiction, Label::Entailment], 1.0);
        assert!(p.contradiction > p.entailment && p.entailment > p.neutral);
    }
}
