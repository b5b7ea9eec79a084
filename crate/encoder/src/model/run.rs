//! From tokens to the vectors of the last layer.

use crate::kernel::norm::normalise;
use crate::model::{Embeddings, Model, Scratch, Sequence};

impl Model {
    /// Leaves the tokens' vectors in `scratch.hidden`, sequence after sequence.
    pub(super) fn encode(&self, sequences: &[Sequence<'_>], scratch: &mut Scratch) {
        let width = self.heads.width;
        let tokens: usize = sequences.iter().map(|sequence| sequence.ids.len()).sum();
        scratch.hidden.clear();
        scratch.hidden.resize(tokens * width, 0.0);
        scratch.rounded.reset(tokens, width);
        let mut rows = scratch.hidden.chunks_exact_mut(width).enumerate();
        for sequence in sequences {
            let tokens = sequence.ids.iter().zip(sequence.types);
            for ((position, (id, kind)), (index, row)) in tokens.enumerate().zip(rows.by_ref()) {
                self.embeddings.embed(*id, *kind, position, row);
                scratch.rounded.put(index, row);
            }
        }
        for layer in &self.layers {
            layer.apply(sequences, self.heads, scratch);
        }
    }
}

impl Embeddings {
    fn embed(&self, id: i64, kind: i64, position: usize, row: &mut [f32]) {
        // Ids were checked against the tables; one outside would add nothing.
        let index = |id: i64| usize::try_from(id).unwrap_or(usize::MAX);
        self.words.add_to(row, index(id));
        self.types.add_to(row, index(kind));
        self.positions.add_to(row, position);
        normalise(row, &self.norm);
    }
}
