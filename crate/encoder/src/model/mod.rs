//! An encoder, and what is computed from its last layer.

use crate::error::RunError;
use crate::kernel::attention::Heads;
use crate::weights::{Norm, Table};

mod classifier;
mod layer;
mod run;
mod scratch;
mod sequence;

pub(crate) use classifier::Classifier;
pub(crate) use layer::Layer;
pub use scratch::Scratch;
pub use sequence::{Bounds, Sequence};

/// A BERT-family encoder, ready to run.
pub struct Model {
    pub(crate) embeddings: Embeddings,
    pub(crate) layers: Vec<Layer>,
    pub(crate) heads: Heads,
    pub(crate) classifier: Option<Classifier>,
}

/// Tables whose vectors are added for each token, and their normalisation.
pub(crate) struct Embeddings {
    pub(crate) words: Table,
    pub(crate) positions: Table,
    pub(crate) types: Table,
    pub(crate) norm: Norm,
}

/// Results of a run: for each sequence its numbers.
#[derive(Debug)]
pub struct Outputs<'a> {
    values: &'a [f32],
    /// Where each sequence's numbers end.
    ends: &'a [usize],
}

impl<'a> Outputs<'a> {
    /// The numbers of each sequence, in their order: of an encoder its tokens' vectors one after the other, of a
    /// classifier the logits.
    pub fn iter(&self) -> impl Iterator<Item = &'a [f32]> {
        let (values, ends) = (self.values, self.ends);
        let starts = std::iter::once(0).chain(ends.iter().copied());
        starts.zip(ends).map(|(start, end)| &values[start..*end])
    }
}

impl Model {
    /// Numbers of a token's vector.
    pub fn width(&self) -> usize {
        self.heads.width
    }

    /// Logits of a sequence, if the model is a classifier.
    pub fn logits(&self) -> Option<usize> {
        self.classifier.as_ref().map(Classifier::outputs)
    }

    /// Runs any number of sequences of any lengths.
    ///
    /// # Errors
    /// [`RunError`] if a token is unknown or a sequence too long; nothing was computed then.
    pub fn run<'s>(
        &self,
        sequences: &[Sequence<'_>],
        scratch: &'s mut Scratch,
    ) -> Result<Outputs<'s>, RunError> {
        self.bounds().check(sequences)?;
        self.encode(sequences, scratch);
        scratch.ends.clear();
        let mut end = 0;
        for sequence in sequences {
            end += self.logits().unwrap_or(sequence.ids.len() * self.width());
            scratch.ends.push(end);
        }
        let values = match &self.classifier {
            Some(classifier) => {
                classifier.classify(sequences, scratch);
                &scratch.logits[..end]
            }
            None => &scratch.hidden[..end],
        };
        Ok(Outputs { values, ends: &scratch.ends })
    }

    pub(crate) fn bounds(&self) -> Bounds {
        let Embeddings { words, positions, types, .. } = &self.embeddings;
        Bounds { vocabulary: words.len(), positions: positions.len(), types: types.len() }
    }
}
