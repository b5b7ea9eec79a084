//! What all encoders share: tokens, batches, the backend.

use std::cell::Cell;

use crate::backend::{Backend, Batch};
use crate::batch::groups;
use crate::entry::ModelEntry;
use crate::tokens::{Encoded, Input, Tokens};

pub(crate) struct Encoder {
    /// The model's name with that of each backend that may run it.
    names: Vec<(String, String)>,
    tokens: Tokens,
    backend: Box<dyn Backend>,
    tokens_seen: Cell<u64>,
}

/// One row of a graph's output, and the tokens it came from.
pub(crate) struct Row<'a> {
    /// Tokens of the input, padding excluded.
    pub(crate) length: usize,
    /// What the graph gave for it.
    pub(crate) values: &'a [f32],
}

impl Encoder {
    pub(crate) fn new(entry: &ModelEntry, tokens: Tokens, backend: Box<dyn Backend>) -> Self {
        let model = entry.name();
        let with = |backend: &str| (backend.to_owned(), format!("{model} ({backend})"));
        let names = backend.names().into_iter().map(with).collect();
        Self { names, tokens, backend, tokens_seen: Cell::new(0) }
    }

    /// Of the model and what runs it now.
    pub(crate) fn name(&self) -> &str {
        let current = self.backend.name();
        // A backend gives no name that it has not announced.
        self.names.iter().find(|(backend, _)| backend == current).map_or(current, |(_, name)| name)
    }

    pub(crate) fn backend(&self) -> &str {
        self.backend.name()
    }

    pub(crate) fn tokens_seen(&self) -> u64 {
        self.tokens_seen.get()
    }

    /// Runs every input and reads each row of the output with `read`; results stand in the order of the inputs.
    pub(crate) async fn run<'s, T>(
        &self,
        inputs: impl Iterator<Item = Input<'s>>,
        read: impl Fn(Row<'_>) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let encoded: Vec<Encoded> =
            inputs.map(|input| self.tokens.encode(input)).collect::<Result<_, _>>()?;
        let lengths: Vec<usize> = encoded.iter().map(|input| input.ids.len()).collect();
        let mut results: Vec<(usize, T)> = Vec::with_capacity(encoded.len());
        // A graph of fixed length takes as long for a short input as for a long one.
        let fixed = self.backend.fixed_length();
        let widths: Vec<usize> = lengths.iter().map(|length| fixed.unwrap_or(*length)).collect();
        let groups = groups(&widths, self.backend.tokens_per_run(), self.backend.pads());
        for together in groups.chunks(self.backend.runs_at_once().max(1)) {
            let batches: Vec<Batch> =
                together.iter().map(|group| Batch::of(&encoded, group, self.tokens.pad())).collect();
            let outputs = self.backend.run(&batches).await?;
            if outputs.len() != together.len() {
                return Err(format!("the backend gave {} outputs of {} runs", outputs.len(), together.len()));
            }
            for (group, output) in together.iter().zip(&outputs) {
                if output.lengths.len() != group.len() {
                    return Err(format!(
                        "the backend gave {} rows of {} inputs",
                        output.lengths.len(),
                        group.len()
                    ));
                }
                for (index, values) in group.iter().zip(output.inputs()) {
                    results.push((*index, read(Row { length: lengths[*index], values })?));
                    self.tokens_seen.set(self.tokens_seen.get() + lengths[*index] as u64);
                }
            }
        }
        results.sort_by_key(|(index, _)| *index);
        Ok(results.into_iter().map(|(_, result)| result).collect())
    }
}
