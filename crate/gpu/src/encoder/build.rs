//! Weights to the device, and the steps of a run.

use std::cell::RefCell;

use bytemuck::cast_slice;
use citelight_encoder::{ClassifierWeights, LayerWeights, LinearWeights, NormWeights, Weights};
use wgpu::{Buffer, BufferUsages};

use super::{Encoder, Inputs, SEQUENCES};
use crate::device::Gpu;
use crate::error::GpuError;
use crate::kernel::{Activation, Count, Kernel, Step, attention, embed, linear, logits, pair, residual};
use crate::layout;
use crate::plan::QUERIES;

/// An encoder from a model's weights.
pub(super) fn encoder(gpu: &Gpu, weights: &Weights<'_>, tokens: usize) -> Result<Encoder, GpuError> {
    if !weights.head.is_multiple_of(4) {
        return Err(GpuError::Unsupported(format!("heads of {} numbers", weights.head)));
    }
    if weights.layers.is_empty() {
        return Err(GpuError::Unsupported("encoders without layers".to_owned()));
    }
    // A sequence longer than a submission should be is one all the same.
    let room = tokens.max(weights.bounds.positions);
    let mut builder = Builder { gpu, buffers: Vec::new() };
    let inputs = Inputs {
        tokens: builder.room("tokens", room * 16)?,
        sequences: builder.room("sequences", SEQUENCES * 16)?,
        queries: builder.room("queries", (room / QUERIES + SEQUENCES) * 16)?,
        counts: builder.keep(gpu.buffer("counts", 16, BufferUsages::UNIFORM | BufferUsages::COPY_DST)?),
    };
    let rooms = Rooms::new(&mut builder, weights, room)?;
    let mut stages = builder.layers(weights, &inputs, &rooms)?;
    let output = match &weights.classifier {
        Some(classifier) => {
            let (stage, output) = builder.classifier(*classifier, weights.width, &inputs, &rooms)?;
            stages.push(stage);
            output
        }
        None => rooms.hidden,
    };
    Ok(Encoder {
        gpu: gpu.clone(),
        bounds: weights.bounds,
        width: weights.width,
        logits: weights.classifier.map(|classifier| classifier.biases.len()),
        tokens,
        stages,
        inputs,
        output,
        spare: RefCell::default(),
        buffers: builder.buffers,
    })
}

/// Where a run's numbers are, token after token.
struct Rooms {
    hidden: Buffer,
    /// Queries, keys and values.
    projected: Buffer,
    context: Buffer,
    /// What is added to `hidden`.
    change: Buffer,
    /// Within the feed-forward network.
    wide: Buffer,
}

impl Rooms {
    fn new(builder: &mut Builder<'_>, weights: &Weights<'_>, tokens: usize) -> Result<Self, GpuError> {
        let row = tokens * weights.width * 4;
        let widest = weights.layers.iter().map(|layer| layer.widening.outputs()).max().unwrap_or(0);
        Ok(Self {
            hidden: builder.room("hidden state", row)?,
            projected: builder.room("queries, keys and values", 3 * row)?,
            context: builder.room("context", row)?,
            change: builder.room("change", row)?,
            wide: builder.room("feed-forward network", tokens * widest * 4)?,
        })
    }
}

struct Builder<'a> {
    gpu: &'a Gpu,
    buffers: Vec<Buffer>,
}

impl Builder<'_> {
    fn keep(&mut self, buffer: Buffer) -> Buffer {
        self.buffers.push(buffer.clone());
        buffer
    }

    fn room(&mut self, label: &'static str, bytes: usize) -> Result<Buffer, GpuError> {
        let buffer = self.gpu.room(label, bytes)?;
        Ok(self.keep(buffer))
    }

    fn content(&mut self, label: &'static str, bytes: &[u8]) -> Result<Buffer, GpuError> {
        let buffer = self.gpu.content(label, bytes)?;
        Ok(self.keep(buffer))
    }

    fn norm(&mut self, norm: NormWeights<'_>) -> Result<Buffer, GpuError> {
        let pairs: Vec<[f32; 2]> =
            norm.scale.iter().zip(norm.shift).map(|(scale, shift)| [*scale, *shift]).collect();
        self.content("normalisation", cast_slice(&pairs))
    }

    /// The embeddings with the first layer, then one layer for each stage.
    fn layers(
        &mut self,
        weights: &Weights<'_>,
        inputs: &Inputs,
        rooms: &Rooms,
    ) -> Result<Vec<Vec<Step>>, GpuError> {
        let embeddings = self.embeddings(weights, inputs, rooms)?;
        let mut kernels = Kernels::default();
        let mut stages = Vec::with_capacity(weights.layers.len() + 1);
        for layer in &weights.layers {
            stages.push(self.layer(layer, weights, inputs, rooms, &mut kernels)?);
        }
        if let Some(first) = stages.first_mut() {
            first.insert(0, embeddings);
        }
        Ok(stages)
    }

    fn embeddings(
        &mut self,
        weights: &Weights<'_>,
        inputs: &Inputs,
        rooms: &Rooms,
    ) -> Result<Step, GpuError> {
        let (words, scales, packed) = layout::table(weights.words);
        let words = self.content("words", cast_slice(&words))?;
        let scales = self.content("scales of words", cast_slice(&scales))?;
        let types = layout::floats(weights.types, weights.width);
        let types = self.content("token types", cast_slice(&types))?;
        let positions = layout::floats(weights.positions, weights.width);
        let positions = self.content("positions", cast_slice(&positions))?;
        let norm = self.norm(weights.norm)?;
        let kernel = embed(self.gpu, weights.width, weights.norm.epsilon, packed);
        let buffers = [&inputs.tokens, &words, &scales, &types, &positions, &norm, &rooms.hidden];
        Ok(kernel.on(self.gpu, &buffers))
    }

    fn layer(
        &mut self,
        layer: &LayerWeights<'_>,
        weights: &Weights<'_>,
        inputs: &Inputs,
        rooms: &Rooms,
        kernels: &mut Kernels,
    ) -> Result<Vec<Step>, GpuError> {
        let (gpu, width) = (self.gpu, weights.width);
        let Rooms { hidden, projected, context, change, wide } = rooms;
        let tokens = Count::Tokens;
        let (attention_norm, norm) = (self.norm(layer.attention_norm)?, self.norm(layer.norm)?);
        let attend = kernels
            .attention
            .get_or_insert_with(|| attention(gpu, width, weights.head, weights.factor))
            .clone();
        let mut layer_of = |builder: &mut Self, weights, activation, from: &Buffer, to: &Buffer| {
            builder.linear(weights, tokens, activation, kernels, &inputs.counts, from, to)
        };
        let project = layer_of(self, layer.projection, Activation::None, hidden, projected)?;
        let put_out = layer_of(self, layer.output, Activation::None, context, change)?;
        let widen = layer_of(self, layer.widening, Activation::Gelu, hidden, wide)?;
        let narrow = layer_of(self, layer.narrowing, Activation::None, wide, change)?;
        let add = kernels.residual(gpu, width, layer.attention_norm.epsilon);
        let add_last = kernels.residual(gpu, width, layer.norm.epsilon);
        Ok(vec![
            project,
            attend.on(gpu, &[&inputs.queries, projected, context]),
            put_out,
            add.on(gpu, &[change, &attention_norm, hidden]),
            widen,
            narrow,
            add_last.on(gpu, &[change, &norm, hidden]),
        ])
    }

    #[allow(clippy::too_many_arguments, reason = "what a linear layer is made of")]
    fn linear(
        &mut self,
        weights: LinearWeights<'_>,
        rows: Count,
        activation: Activation,
        kernels: &mut Kernels,
        counts: &Buffer,
        from: &Buffer,
        to: &Buffer,
    ) -> Result<Step, GpuError> {
        if !weights.inputs().is_multiple_of(4) {
            return Err(GpuError::Unsupported(format!("a linear layer of {} inputs", weights.inputs())));
        }
        let words = self.content("weights", cast_slice(&layout::linear(weights)))?;
        let scales: Vec<[f32; 2]> = weights.scales_and_biases().map(|(scale, bias)| [scale, bias]).collect();
        let scales = self.content("scales and biases", cast_slice(&scales))?;
        let kernel = kernels.linear(self.gpu, weights.inputs(), weights.outputs(), rows, activation);
        Ok(kernel.on(self.gpu, &[counts, from, &words, &scales, to]))
    }

    /// The steps, and where the logits are.
    fn classifier(
        &mut self,
        classifier: ClassifierWeights<'_>,
        width: usize,
        inputs: &Inputs,
        rooms: &Rooms,
    ) -> Result<(Vec<Step>, Buffer), GpuError> {
        let (gpu, outputs, active) = (self.gpu, classifier.biases.len(), classifier.hidden.outputs());
        let features = self.room("pair features", SEQUENCES * 4 * width * 4)?;
        let hidden = self.room("classifier", SEQUENCES * active * 4)?;
        let numbers = self.room("logits", SEQUENCES * outputs * 4)?;
        let weights = self.content("weights of logits", cast_slice(&classifier.weights.concat()))?;
        let biases = self.content("biases of logits", cast_slice(classifier.biases))?;
        let dense = self.linear(
            classifier.hidden,
            Count::Sequences,
            Activation::Tanh,
            &mut Kernels::default(),
            &inputs.counts,
            &features,
            &hidden,
        )?;
        let steps = vec![
            pair(gpu, width).on(gpu, &[&inputs.sequences, &inputs.tokens, &rooms.hidden, &features]),
            dense,
            logits(gpu, active, outputs).on(gpu, &[&hidden, &weights, &biases, &numbers]),
        ];
        Ok((steps, numbers))
    }
}

/// Kernels that layers share: each shape is compiled once.
#[derive(Default)]
struct Kernels {
    attention: Option<Kernel>,
    residuals: Vec<(f32, Kernel)>,
    linears: Vec<((usize, usize, Count, Activation), Kernel)>,
}

impl Kernels {
    fn residual(&mut self, gpu: &Gpu, width: usize, epsilon: f32) -> Kernel {
        find_or_make(&mut self.residuals, epsilon, || residual(gpu, width, epsilon))
    }

    fn linear(
        &mut self,
        gpu: &Gpu,
        inputs: usize,
        outputs: usize,
        rows: Count,
        activation: Activation,
    ) -> Kernel {
        let shape = (inputs, outputs, rows, activation);
        find_or_make(&mut self.linears, shape, || linear(gpu, inputs, outputs, rows, activation))
    }
}

fn find_or_make<K: PartialEq>(made: &mut Vec<(K, Kernel)>, key: K, make: impl FnOnce() -> Kernel) -> Kernel {
    if let Some((_, kernel)) = made.iter().find(|(other, _)| *other == key) {
        return kernel.clone();
    }
    let kernel = make();
    made.push((key, kernel.clone()));
    kernel
}
