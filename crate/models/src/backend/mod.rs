//! Where graphs run: [`Int8`], this project's own forward pass, for the encoders that it recognises, and, with the
//! feature `tract`, tract for every other graph. [`Preferred`] holds a device beside the processor; with the feature
//! `webgpu`, in the browser, that is `WebGpu`.

use std::thread;

#[cfg(feature = "tract")]
use bytes::Buf;
use citelight_inference::LocalFuture;

use crate::graph_file::GraphFile;

pub use crate::batch::{Batch, Padded};

mod int8;
mod preferred;
#[cfg(feature = "tract")]
mod tract;
#[cfg(all(feature = "webgpu", target_arch = "wasm32"))]
mod webgpu;

pub use int8::Int8;
pub use preferred::{Choice, Preferred, Tell, Timer};
#[cfg(feature = "tract")]
pub use tract::Tract;
#[cfg(all(feature = "webgpu", target_arch = "wasm32"))]
pub use webgpu::{Adapters, Gpu, WebGpu};

/// A prepared graph on some device.
pub trait Backend {
    /// `int8`, `tract`, `webgpu` …: what gave the last results, for the trail. It may change from run to run.
    fn name(&self) -> &str;

    /// Every name that [`name`](Self::name) may give.
    fn names(&self) -> Vec<&str> {
        vec![self.name()]
    }

    /// Tokens that one run should hold: as many as the device needs to be busy, few enough that a run stays short,
    /// because nobody else has a turn meanwhile.
    fn tokens_per_run(&self) -> usize;

    /// Whether inputs are padded to the longest of a run, so that padding counts among a run's tokens.
    fn pads(&self) -> bool;

    /// Tokens of every input of a graph that takes no other number: shorter ones are padded to it.
    fn fixed_length(&self) -> Option<usize> {
        None
    }

    /// How many runs the device does side by side.
    fn runs_at_once(&self) -> usize;

    /// Runs batches, at most [`runs_at_once`](Self::runs_at_once) at a time; outputs stand in their order.
    ///
    /// # Errors
    /// What the device said of the first batch that failed.
    fn run<'a>(&'a self, batches: &'a [Batch]) -> LocalFuture<'a, Result<Vec<Output>, String>>;
}

/// What a graph gave for a batch: its first output.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// Numbers of all inputs: of an encoder the vectors of their tokens, of a classifier their logits. No padding.
    pub values: Vec<f32>,
    /// How many of them each input has.
    pub lengths: Vec<usize>,
}

impl Output {
    /// From the numbers of each input.
    pub fn of<'a>(inputs: impl Iterator<Item = &'a [f32]>) -> Self {
        let mut output = Self::default();
        for values in inputs {
            output.values.extend_from_slice(values);
            output.lengths.push(values.len());
        }
        output
    }

    /// From so many rows of equal length, of each the part that counts.
    #[cfg(any(feature = "tract", test))]
    fn of_rows<'a>(values: &'a [f32], rows: usize, part: impl Fn(usize, &'a [f32]) -> &'a [f32]) -> Self {
        let stride = values.len().checked_div(rows).unwrap_or(0).max(1);
        Self::of(values.chunks_exact(stride).enumerate().map(|(index, row)| part(index, row)))
    }

    /// The numbers of each input.
    pub fn inputs(&self) -> impl Iterator<Item = &[f32]> {
        self.lengths.iter().scan(0, |start, length| {
            let place = *start..*start + length;
            *start = place.end;
            Some(&self.values[place])
        })
    }
}

/// Prepares a graph for the CPU, on the fastest backend that takes it.
///
/// # Errors
/// What every backend of this build said.
#[cfg(feature = "tract")]
pub fn prepare(mut onnx: GraphFile) -> Result<Box<dyn Backend>, String> {
    let refused = match Int8::new(onnx.clone()) {
        Ok(encoder) => return Ok(Box::new(encoder)),
        Err(refused) => refused,
    };
    match Tract::new(&onnx.copy_to_bytes(onnx.remaining())) {
        Ok(graph) => Ok(Box::new(graph)),
        Err(reason) => Err(format!("{reason} (int8: {refused})")),
    }
}

/// Prepares a graph for the CPU.
///
/// # Errors
/// Why it is no encoder that this build can run.
#[cfg(not(feature = "tract"))]
pub fn prepare(onnx: GraphFile) -> Result<Box<dyn Backend>, String> {
    Ok(Box::new(Int8::new(onnx)?))
}

/// Runs side by side; one in a browser's worker, which cannot start threads.
fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Runs batches on as many threads as there are cores.
fn side_by_side(
    batches: &[Batch],
    run: impl Fn(&Batch) -> Result<Output, String> + Sync,
) -> Result<Vec<Output>, String> {
    let mut outputs = Vec::with_capacity(batches.len());
    for together in batches.chunks(threads()) {
        // The first on this thread, each other on one of its own.
        let Some((first, others)) = together.split_first() else { continue };
        thread::scope(|scope| {
            let started: Vec<_> = others.iter().map(|batch| scope.spawn(|| run(batch))).collect();
            outputs.push(run(first)?);
            for thread in started {
                outputs.push(thread.join().map_err(|_| "a thread of the run ended early".to_owned())??);
            }
            Ok::<(), String>(())
        })?;
    }
    Ok(outputs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_cut_to_what_counts() {
        let output = Output::of_rows(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 2, |index, row| &row[..index + 1]);
        assert_eq!(output.inputs().collect::<Vec<_>>(), [&[1.0][..], &[4.0, 5.0]]);
        assert_eq!(Output::of_rows(&[], 0, |_, row| row), Output::default());
    }

    #[test]
    fn a_failing_run_fails_all() {
        let batches = vec![Batch::default(); 5];
        assert_eq!(side_by_side(&batches, |_| Ok(Output::default())).map(|all| all.len()), Ok(5));
        assert!(side_by_side(&batches, |_| Err("no".to_owned())).is_err());
    }
}
