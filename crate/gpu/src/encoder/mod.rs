//! An encoder on a device.

use std::cell::RefCell;
use std::collections::VecDeque;

use citelight_encoder::{Bounds, Model, Sequence};
use wgpu::{Buffer, BufferUsages, CommandEncoderDescriptor};

use crate::device::{Gpu, Refusal};
use crate::error::GpuError;
use crate::kernel::{Counts, Step};
use crate::plan::{Plan, submissions};

mod build;

/// Tokens that run together at most: enough to keep a device busy, few enough for the display to have its turn soon.
/// A layer is a submission of its own; a device that is no faster than a processor (some 70 Gflop/s; slower ones are
/// not chosen) computes one for 1024 tokens (3.6 Gflop) in 50 ms.
pub const TOKENS: usize = 1024;

/// Sequences that run together at most.
const SEQUENCES: usize = 256;

/// Submissions that the device has before it at once: it computes one while another is read back.
const AHEAD: usize = 2;

/// An encoder whose weights are on the device.
pub struct Encoder {
    gpu: Gpu,
    bounds: Bounds,
    width: usize,
    logits: Option<usize>,
    /// Tokens of one submission, if no sequence is longer.
    tokens: usize,
    /// What one submission each computes.
    stages: Vec<Vec<Step>>,
    inputs: Inputs,
    output: Buffer,
    /// Buffers for reading back that are not in use.
    spare: RefCell<Vec<Buffer>>,
    /// Everything that takes the device's memory.
    buffers: Vec<Buffer>,
}

/// What is written before each submission.
struct Inputs {
    tokens: Buffer,
    sequences: Buffer,
    queries: Buffer,
    counts: Buffer,
}

/// A submission on its way.
struct Pending {
    refusal: Refusal,
    results: Buffer,
    /// Numbers of each sequence.
    lengths: Vec<usize>,
}

impl Encoder {
    /// Gives a device a model's weights and compiles the kernels for it.
    ///
    /// # Errors
    /// [`GpuError`] if the device cannot hold the model or the kernels do not know its shape.
    pub async fn new(gpu: &Gpu, model: &Model) -> Result<Self, GpuError> {
        Self::with_tokens(gpu, model, TOKENS).await
    }

    /// The same with so many tokens in one submission at most, instead of [`TOKENS`].
    ///
    /// # Errors
    /// As [`Encoder::new`].
    pub async fn with_tokens(gpu: &Gpu, model: &Model, tokens: usize) -> Result<Self, GpuError> {
        gpu.check()?;
        let (encoder, refusal) = gpu.watch(|| build::encoder(gpu, &model.weights(), tokens));
        refusal.await?;
        encoder
    }

    /// Runs any number of sequences of any lengths. For each sequence its numbers: of an encoder its tokens' vectors one
    /// after the other, of a classifier the logits.
    ///
    /// # Errors
    /// [`GpuError`] if the device failed; it may work again later only if it was not lost.
    pub async fn run(&self, sequences: &[Sequence<'_>]) -> Result<Vec<Vec<f32>>, GpuError> {
        self.bounds.check(sequences)?;
        let lengths: Vec<usize> = sequences.iter().map(|sequence| sequence.ids.len()).collect();
        let mut outputs = Vec::with_capacity(sequences.len());
        let mut pending = VecDeque::new();
        for range in submissions(&lengths, self.tokens, SEQUENCES) {
            self.gpu.check()?;
            pending.push_back(self.submit(&sequences[range])?);
            if pending.len() >= AHEAD
                && let Some(first) = pending.pop_front()
            {
                outputs.extend(self.finish(first).await?);
            }
        }
        for next in pending {
            outputs.extend(self.finish(next).await?);
        }
        Ok(outputs)
    }

    /// Writes inputs and submits the kernels. Nothing here waits, so runs that take turns cannot mix: the device does what
    /// it was given in order.
    fn submit(&self, sequences: &[Sequence<'_>]) -> Result<Pending, GpuError> {
        let plan = Plan::new(sequences);
        let lengths: Vec<usize> =
            sequences.iter().map(|sequence| self.logits.unwrap_or(sequence.ids.len() * self.width)).collect();
        let counts =
            Counts { tokens: plan.tokens.len(), sequences: plan.sequences.len(), queries: plan.tiles.len() };
        let numbers: usize = lengths.iter().sum();
        let (results, refusal) = self.gpu.watch(|| {
            let results = self.room_for_results()?;
            let inputs = &self.inputs;
            for (buffer, content) in [
                (&inputs.tokens, &plan.tokens[..]),
                (&inputs.sequences, &plan.sequences),
                (&inputs.queries, &plan.tiles),
                (&inputs.counts, &[counts.numbers()]),
            ] {
                self.gpu.queue.write_buffer(buffer, 0, bytemuck::cast_slice(content));
            }
            for (index, stage) in self.stages.iter().enumerate() {
                let label = CommandEncoderDescriptor { label: Some("citelight") };
                let mut commands = self.gpu.device.create_command_encoder(&label);
                {
                    let mut pass = commands.begin_compute_pass(&Default::default());
                    stage.iter().for_each(|step| step.put(&mut pass, counts));
                }
                if index + 1 == self.stages.len() && numbers > 0 {
                    commands.copy_buffer_to_buffer(&self.output, 0, &results, 0, numbers as u64 * 4);
                }
                self.gpu.queue.submit([commands.finish()]);
            }
            Ok::<_, GpuError>(results)
        });
        Ok(Pending { refusal, results: results?, lengths })
    }

    async fn finish(&self, pending: Pending) -> Result<Vec<Vec<f32>>, GpuError> {
        let Pending { refusal, results, lengths } = pending;
        refusal.await?;
        let values = self.gpu.read(&results, lengths.iter().sum()).await?;
        self.spare.borrow_mut().push(results);
        let mut rest = &values[..];
        let take = |length: usize| {
            let (taken, left) = rest.split_at(length);
            rest = left;
            taken.to_vec()
        };
        Ok(lengths.into_iter().map(take).collect())
    }

    fn room_for_results(&self) -> Result<Buffer, GpuError> {
        let spare = self.spare.borrow_mut().pop();
        let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        spare.map_or_else(|| self.gpu.buffer("results", self.output.size() as usize, usage), Ok)
    }
}

/// The browser would free the device's memory at some later time; it is wanted at once when the processor takes over.
impl Drop for Encoder {
    fn drop(&mut self) {
        self.buffers.iter().chain(self.spare.borrow().iter()).for_each(Buffer::destroy);
    }
}
