//! An encoder, and what is computed from its last layer.

use bytes::Bytes;

use crate::error::{ModelError, RunError};
use crate::kernel::attention::{Heads, Room};
use crate::kernel::multiply::Rounded;
use crate::kernel::products::Pairs;
use crate::onnx;
use crate::weights::Table;

pub(crate) use classifier::Classifier;
pub(crate) use layer::Layer;

mod classifier;
mod layer;
mod run;

use crate::weights::Norm;

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

/// Tokens of one input, special ones included.
#[derive(Clone, Copy, Debug)]
pub struct Sequence<'a> {
    /// Ids in the vocabulary.
    pub ids: &'a [i64],
    /// Token types: 0, or 1 for the second text of a pair. As many as there are ids.
    pub types: &'a [i64],
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

/// Room that runs need; kept between them, it is not asked for again.
#[derive(Debug, Default)]
pub struct Scratch {
    hidden: Vec<f32>,
    rounded: Rounded,
    projected: Vec<f32>,
    context: Vec<f32>,
    wide: Vec<f32>,
    panel: Vec<Pairs>,
    room: Room,
    features: Vec<f32>,
    logits: Vec<f32>,
    ends: Vec<usize>,
}

impl Model {
    /// Reads an ONNX file.
    ///
    /// # Errors
    /// [`ModelError`] if the bytes are damaged, or another graph than a BERT-family encoder with int8 weights.
    pub fn from_onnx(file: Bytes) -> Result<Self, ModelError> {
        onnx::read(file)
    }

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

/// What sequences may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Token ids are below it.
    pub vocabulary: usize,
    /// Tokens of the longest sequence.
    pub positions: usize,
    /// Token types are below it.
    pub types: usize,
}

impl Bounds {
    /// Checks sequences before they are run.
    ///
    /// # Errors
    /// [`RunError`] for the first sequence that the model cannot take.
    pub fn check(self, sequences: &[Sequence<'_>]) -> Result<(), RunError> {
        let Self { vocabulary, positions, types } = self;
        for (index, Sequence { ids, types: given }) in sequences.iter().enumerate() {
            if ids.len() != given.len() {
                return Err(RunError::Uneven { sequence: index, tokens: ids.len(), types: given.len() });
            }
            if ids.len() > positions {
                return Err(RunError::TooLong { sequence: index, length: ids.len(), positions });
            }
            let unknown = |id: &&i64, rows: usize| usize::try_from(**id).map_or(true, |id| id >= rows);
            if let Some(token) = ids.iter().find(|id| unknown(id, vocabulary)) {
                return Err(RunError::UnknownToken { sequence: index, token: *token, vocabulary });
            }
            if let Some(kind) = given.iter().find(|kind| unknown(kind, types)) {
                return Err(RunError::UnknownType { sequence: index, token_type: *kind, types });
            }
        }
        Ok(())
    }
}
