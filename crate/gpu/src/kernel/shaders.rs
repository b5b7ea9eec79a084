//! The kernels, each with its constants. Their bindings stand in `src/shaders`.

use crate::device::Gpu;
use crate::kernel::Constant::{Flag, Float, Whole};
use crate::kernel::{Grid, Kernel};

const TOTAL: &str = include_str!("../shaders/total.wgsl");
const NORMALISE: &str = include_str!("../shaders/normalise.wgsl");
const EMBED: &str = include_str!("../shaders/embed.wgsl");
const RESIDUAL: &str = include_str!("../shaders/residual.wgsl");
const LINEAR: &str = include_str!("../shaders/linear.wgsl");
const ATTENTION: &str = include_str!("../shaders/attention.wgsl");
const PAIR: &str = include_str!("../shaders/pair.wgsl");
const LOGITS: &str = include_str!("../shaders/logits.wgsl");

/// Fours of numbers that keys of one turn may take, and values again: 7 of the 16 KiB of a workgroup's memory each.
const FOURS_OF_KEYS: usize = 448;

/// What follows a linear layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Activation {
    None,
    Gelu,
    Tanh,
}

/// What rows stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    Tokens,
    Sequences,
}

/// Sum of three vectors, normalised.
pub(crate) fn embed(gpu: &Gpu, width: usize, epsilon: f32, packed: bool) -> Kernel {
    let constants = [
        ("WIDTH", Whole(width)),
        ("PARTS", Whole(width.div_ceil(64))),
        ("EPSILON", Float(epsilon)),
        ("PACKED", Flag(packed)),
    ];
    Kernel::new(gpu, "embeddings", Grid::Each(Count::Tokens), &[TOTAL, NORMALISE, EMBED], &constants)
}

/// Sum of two vectors, normalised.
pub(crate) fn residual(gpu: &Gpu, width: usize, epsilon: f32) -> Kernel {
    let constants =
        [("WIDTH", Whole(width)), ("PARTS", Whole(width.div_ceil(64))), ("EPSILON", Float(epsilon))];
    Kernel::new(gpu, "normalisation", Grid::Each(Count::Tokens), &[TOTAL, NORMALISE, RESIDUAL], &constants)
}

/// A linear layer. `inputs` must be a multiple of four.
pub(crate) fn linear(
    gpu: &Gpu,
    inputs: usize,
    outputs: usize,
    rows: Count,
    activation: Activation,
) -> Kernel {
    let constants = [
        ("INPUTS", Whole(inputs)),
        ("OUTPUTS", Whole(outputs)),
        ("COUNT", Whole(usize::from(rows == Count::Sequences))),
        ("ACTIVATION", Whole(activation as usize)),
    ];
    Kernel::new(gpu, "linear layer", Grid::Tiles(outputs.div_ceil(64), rows), &[LINEAR], &constants)
}

/// Attention within each sequence. `head` must be a multiple of four.
pub(crate) fn attention(gpu: &Gpu, width: usize, head: usize, factor: f32) -> Kernel {
    let constants = [
        ("WIDTH", Whole(width)),
        ("HEAD", Whole(head / 4)),
        ("KEYS", Whole((FOURS_OF_KEYS / (head / 4).max(1)).clamp(1, 32))),
        ("FACTOR", Float(factor)),
    ];
    Kernel::new(gpu, "attention", Grid::Queries(width / head.max(1)), &[ATTENTION], &constants)
}

/// u, v, |u − v|, u · v.
pub(crate) fn pair(gpu: &Gpu, width: usize) -> Kernel {
    Kernel::new(gpu, "pair features", Grid::Each(Count::Sequences), &[PAIR], &[("WIDTH", Whole(width))])
}

/// The last layer of a classifier.
pub(crate) fn logits(gpu: &Gpu, inputs: usize, outputs: usize) -> Kernel {
    let constants = [("INPUTS", Whole(inputs)), ("OUTPUTS", Whole(outputs))];
    Kernel::new(gpu, "logits", Grid::Each(Count::Sequences), &[TOTAL, LOGITS], &constants)
}
