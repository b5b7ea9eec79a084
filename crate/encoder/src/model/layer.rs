//! One layer: attention and the feed-forward network, each added to its input and normalised.

use crate::kernel::attention::{Heads, attend};
use crate::kernel::functions::gelu;
use crate::kernel::multiply::multiply;
use crate::kernel::norm::{add, normalise};
use crate::model::scratch::Scratch;
use crate::model::sequence::Sequence;
use crate::weights::{Linear, Norm};

/// The weights of one layer (Devlin et al. 2019).
pub(crate) struct Layer {
    /// Queries, keys and values side by side.
    pub(crate) projection: Linear,
    pub(crate) output: Linear,
    pub(crate) attention_norm: Norm,
    pub(crate) widening: Linear,
    pub(crate) narrowing: Linear,
    pub(crate) norm: Norm,
}

impl Layer {
    /// `scratch.hidden` and its rounded rows to those of the next layer.
    pub(crate) fn apply(&self, sequences: &[Sequence<'_>], heads: Heads, scratch: &mut Scratch) {
        let Scratch { hidden, rounded, projected, context, wide, panel, room, .. } = scratch;
        let width = heads.width;
        multiply(rounded, &self.projection, panel, projected, |sum| sum);
        context.resize(hidden.len(), 0.0);
        let mut first = 0;
        for sequence in sequences {
            let end = first + sequence.ids.len();
            attend(
                &projected[3 * first * width..3 * end * width],
                heads,
                room,
                &mut context[first * width..end * width],
            );
            first = end;
        }
        rounded.fill(context, width);
        multiply(rounded, &self.output, panel, projected, |sum| sum);
        rounded.reset(hidden.len() / width, width);
        for (index, row) in hidden.chunks_exact_mut(width).enumerate() {
            add(row, &projected[index * width..(index + 1) * width]);
            normalise(row, &self.attention_norm);
            rounded.put(index, row);
        }
        multiply(rounded, &self.widening, panel, wide, gelu);
        rounded.reset(hidden.len() / width, self.widening.outputs());
        for (index, row) in wide.chunks_exact(self.widening.width()).take(hidden.len() / width).enumerate() {
            rounded.put(index, &row[..self.widening.outputs()]);
        }
        multiply(rounded, &self.narrowing, panel, projected, |sum| sum);
        rounded.reset(hidden.len() / width, width);
        for (index, row) in hidden.chunks_exact_mut(width).enumerate() {
            add(row, &projected[index * width..(index + 1) * width]);
            normalise(row, &self.norm);
            rounded.put(index, row);
        }
    }
}
