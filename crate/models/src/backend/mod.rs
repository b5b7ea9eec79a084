//! Where graphs run. The CPU today; WebGPU goes behind the same trait.

use citelight::LocalFuture;

pub use crate::batch::Batch;

mod cpu;

pub use cpu::Cpu;

/// A prepared graph on some device.
pub trait Backend {
    /// `cpu`, `webgpu` …: the trail says which ran.
    fn name(&self) -> &'static str;

    /// Tokens, padding included, that one run should hold: as many as the device needs to be busy, few enough that a
    /// run stays short, because nobody else has a turn meanwhile.
    fn tokens_per_run(&self) -> usize;

    /// How many runs the device does side by side.
    fn runs_at_once(&self) -> usize;

    /// Runs batches, at most [`runs_at_once`](Self::runs_at_once) at a time; outputs stand in their order.
    ///
    /// # Errors
    /// What the device said of the first batch that failed.
    fn run<'a>(&'a self, batches: &'a [Batch]) -> LocalFuture<'a, Result<Vec<Output>, String>>;
}

/// What a graph gave: its first output.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Its shape; the first number is the batch's rows.
    pub shape: Vec<usize>,
    /// Its numbers, row after row.
    pub values: Vec<f32>,
}
