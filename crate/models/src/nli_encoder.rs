//! The NLI encoder: premise and hypothesis to three probabilities.

use std::borrow::Cow;

use citelight_inference::LocalFuture;
use citelight_inference::{Infer, ModelError, Pair, Probabilities};

use crate::encoder::Encoder;
use crate::entry::Label;
use crate::tokens::Input;

/// A local cross-encoder for natural language inference. Premises are cut at the manifest's length; pairs of similar
/// lengths run together.
pub struct NliEncoder {
    encoder: Encoder,
    labels: Vec<Label>,
    temperature: f64,
}

impl NliEncoder {
    pub(crate) fn new(encoder: Encoder, labels: Vec<Label>, temperature: f64) -> Self {
        Self { encoder, labels, temperature }
    }

    /// Whether the model tells this relation from the others. What a model that does not know entailment takes for a
    /// contradiction must accuse nobody: nothing in it could object.
    pub fn knows(&self, label: Label) -> bool {
        self.labels.contains(&label)
    }

    /// Word pieces that were encoded so far, special tokens included, padding excluded.
    pub fn tokens_seen(&self) -> u64 {
        self.encoder.tokens_seen()
    }

    /// Name of the backend that runs it now.
    pub fn backend(&self) -> &str {
        self.encoder.backend()
    }

    /// The graph's own logits for each pair, in the order of the manifest's three labels: for comparing backends.
    ///
    /// # Errors
    /// [`ModelError::Failed`] if the graph fails or has other labels.
    pub async fn logits(&self, pairs: &[Pair<'_>]) -> Result<Vec<[f32; 3]>, ModelError> {
        let rows = self.all_logits(pairs).await?;
        let three =
            |row: Vec<f32>| <[f32; 3]>::try_from(row).map_err(|row| failed(format!("{} labels", row.len())));
        rows.into_iter().map(three).collect()
    }

    /// The graph's own logits for each pair, as many as the manifest has labels, in their order.
    ///
    /// # Errors
    /// [`ModelError::Failed`] if the graph fails.
    pub async fn all_logits(&self, pairs: &[Pair<'_>]) -> Result<Vec<Vec<f32>>, ModelError> {
        let inputs = pairs.iter().map(|pair| Input::Premise(pair.premise, pair.hypothesis));
        let due = self.labels.len();
        let logits = self.encoder.run(inputs, |row| {
            if row.values.len() == due && row.values.iter().all(|logit| logit.is_finite()) {
                return Ok(row.values.to_vec());
            }
            Err(format!("the graph gave {:?} where logits of {due} labels were due", first_of(row.values)))
        });
        logits.await.map_err(failed)
    }
}

fn failed(reason: String) -> ModelError {
    ModelError::Failed { role: "nli", reason }
}

/// So much of a row as an error message can hold.
pub(crate) fn first_of(values: &[f32]) -> &[f32] {
    &values[..values.len().min(8)]
}

impl Infer for NliEncoder {
    fn name(&self) -> Cow<'_, str> {
        self.encoder.name().into()
    }

    fn infer<'a>(&'a self, pairs: &'a [Pair<'a>]) -> LocalFuture<'a, Result<Vec<Probabilities>, ModelError>> {
        Box::pin(async move {
            let logits = self.all_logits(pairs).await?;
            Ok(logits.iter().map(|row| probabilities(row, &self.labels, self.temperature)).collect())
        })
    }
}

/// Softmax of the logits divided by the temperature, of a single logit its sigmoid: that is the softmax beside a zero. What
/// a model of one relation does not tell apart is neutral.
fn probabilities(logits: &[f32], labels: &[Label], temperature: f64) -> Probabilities {
    let beside = (logits.len() == 1).then_some((Label::Other, 0.0));
    let scaled: Vec<(Label, f64)> = labels
        .iter()
        .zip(logits)
        .map(|(label, logit)| (*label, f64::from(*logit) / temperature))
        .chain(beside)
        .collect();
    let largest = scaled.iter().map(|(_, logit)| *logit).fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = scaled.iter().map(|(_, logit)| libm::exp(logit - largest)).sum();
    let mut probabilities = Probabilities::default();
    for (label, logit) in scaled {
        let place = match label {
            Label::Contradiction => &mut probabilities.contradiction,
            Label::Entailment => &mut probabilities.entailment,
            Label::Neutral | Label::Other => &mut probabilities.neutral,
        };
        *place = libm::exp(logit - largest) / total;
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
            let (cold, warm) = (probabilities(&logits, &LABELS, 1.0), probabilities(&logits, &LABELS, temperature));
            for p in [cold, warm] {
                prop_assert!((p.contradiction + p.entailment + p.neutral - 1.0).abs() < 1e-9);
            }
            let largest = |p: Probabilities| p.contradiction.max(p.entailment).max(p.neutral);
            prop_assert!(largest(warm) <= largest(cold) + 1e-12);
        }
    }

    #[test]
    fn the_manifest_says_which_logit_is_which() {
        let p = probabilities(&[0.0, 5.0, 1.0], &LABELS, 1.0);
        assert!(p.entailment > p.neutral && p.neutral > p.contradiction);
        let p =
            probabilities(&[0.0, 5.0, 1.0], &[Label::Neutral, Label::Contradiction, Label::Entailment], 1.0);
        assert!(p.contradiction > p.entailment && p.entailment > p.neutral);
    }

    #[test]
    fn a_model_of_one_relation_finds_no_other() {
        let of_two = probabilities(&[0.0, 2.0], &[Label::Other, Label::Contradiction], 1.0);
        let of_one = probabilities(&[2.0], &[Label::Contradiction], 1.0);
        for p in [of_two, of_one] {
            assert!((p.contradiction - 0.880_797).abs() < 1e-6, "{p:?}");
            assert!((p.neutral - 0.119_203).abs() < 1e-6, "{p:?}");
            assert_eq!(p.entailment, 0.0);
        }
        let p = probabilities(&[3.0, 0.0], &[Label::Entailment, Label::Other], 1.5);
        assert!(p.entailment > 0.88 && p.contradiction == 0.0, "{p:?}");
    }
}
