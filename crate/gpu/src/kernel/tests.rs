//! Every kernel on small random shapes, in a real browser, against what it should compute in double precision.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use bytemuck::cast_slice;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use wgpu::{Buffer, BufferUsages, CommandEncoderDescriptor};

use super::*;
use crate::device::Adapters;
use crate::layout::pack;
use crate::plan::QUERIES;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// Shapes that each kernel is tried on.
const ROUNDS: usize = 3;

/// Numbers that look random and are the same in every run.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() >> 16) as usize % end
    }

    /// From −1 to 1.
    fn float(&mut self) -> f32 {
        self.next() as i32 as f32 / 2_147_483_648.0
    }

    fn floats(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.float()).collect()
    }

    fn bytes(&mut self, count: usize) -> Vec<i8> {
        (0..count).map(|_| (self.next() >> 24) as i8).collect()
    }
}

async fn device() -> Gpu {
    // A browser without an adapter would pass every test: it must have one (Chromium: --enable-unsafe-webgpu).
    Gpu::open(Adapters::Any).await.expect("these tests need a browser whose WebGPU gives an adapter")
}

/// Runs one kernel on inputs; `room` is the place of the buffer that it fills among its bindings, with its content.
async fn run(
    gpu: &Gpu,
    kernel: &Kernel,
    inputs: &[&[u8]],
    uniform: bool,
    out: &[f32],
    counts: Counts,
) -> Vec<f32> {
    let (results, refusal) = gpu.watch(|| {
        let mut buffers: Vec<Buffer> = Vec::new();
        if uniform {
            let usage = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
            let buffer = gpu.buffer("counts", 16, usage).unwrap();
            gpu.queue.write_buffer(&buffer, 0, cast_slice(&counts.numbers()));
            buffers.push(buffer);
        }
        buffers.extend(inputs.iter().map(|bytes| gpu.content("input", bytes).unwrap()));
        let room = gpu.room("output", out.len() * 4).unwrap();
        gpu.queue.write_buffer(&room, 0, cast_slice(out));
        buffers.push(room.clone());
        let step = kernel.on(gpu, &buffers.iter().collect::<Vec<_>>());
        let results =
            gpu.buffer("results", out.len() * 4, BufferUsages::MAP_READ | BufferUsages::COPY_DST).unwrap();
        let mut commands = gpu.device.create_command_encoder(&CommandEncoderDescriptor::default());
        step.put(&mut commands.begin_compute_pass(&Default::default()), counts);
        commands.copy_buffer_to_buffer(&room, 0, &results, 0, out.len() as u64 * 4);
        gpu.queue.submit([commands.finish()]);
        results
    });
    refusal.await.unwrap();
    gpu.read(&results, out.len()).await.unwrap()
}

fn assert_close(found: &[f32], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        let difference = (f64::from(*found) - expected).abs();
        assert!(difference <= tolerance * (1.0 + expected.abs()), "{what}, {index}: {found} for {expected}");
    }
}

fn double(values: &[f32]) -> Vec<f64> {
    values.iter().map(|value| f64::from(*value)).collect()
}

fn pairs(first: &[f32], second: &[f32]) -> Vec<[f32; 2]> {
    first.iter().zip(second).map(|(first, second)| [*first, *second]).collect()
}

fn normalised(row: &[f64], norm: &[[f32; 2]], epsilon: f64) -> Vec<f64> {
    let count = row.len() as f64;
    let mean = row.iter().sum::<f64>() / count;
    let variance = row.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    let finish = |(value, [scale, shift]): (&f64, &[f32; 2])| {
        (value - mean) / (variance + epsilon).sqrt() * f64::from(*scale) + f64::from(*shift)
    };
    row.iter().zip(norm).map(finish).collect()
}

/// x · Φ(x), by the trapezoidal rule.
fn gelu(x: f64) -> f64 {
    let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let (from, steps) = (-12.0_f64, 4000);
    let step = (x.max(from) - from) / f64::from(steps);
    let inner: f64 = (1..steps).map(|index| density(from + step * f64::from(index))).sum();
    x * step * (inner + (density(from) + density(x)) / 2.0)
}

/// Sequences of the given lengths as ranges of tokens.
fn ranges(lengths: &[usize]) -> Vec<[u32; 4]> {
    let mut first = 0;
    let range = |length: &usize| {
        let range = [number(first), number(first + length), 0, 0];
        first += length;
        range
    };
    lengths.iter().map(range).collect()
}

#[wasm_bindgen_test]
async fn linear_layers() {
    let (gpu, mut draw) = (device().await, Draw(7));
    for round in 0..2 * ROUNDS {
        let (rows, inputs, outputs) = (1 + draw.below(150), 4 * (1 + draw.below(30)), 1 + draw.below(150));
        let activation = [Activation::None, Activation::Gelu, Activation::Tanh][round % 3];
        let x = draw.floats(rows * inputs);
        let columns: Vec<Vec<i8>> = (0..outputs).map(|_| draw.bytes(inputs)).collect();
        let mut words = vec![0; inputs / 4 * outputs];
        for (output, column) in columns.iter().enumerate() {
            for (quad, word) in pack(column).into_iter().enumerate() {
                words[quad * outputs + output] = word;
            }
        }
        let scales: Vec<f32> = draw.floats(outputs).iter().map(|value| value / 64.0).collect();
        let biases = draw.floats(outputs);
        let kernel = linear(&gpu, inputs, outputs, Count::Tokens, activation);
        let counts = Counts { tokens: rows, sequences: 1, queries: 0 };
        let both = pairs(&scales, &biases);
        let given = [cast_slice(&x), cast_slice(&words), cast_slice(&both)];
        let found = run(&gpu, &kernel, &given, true, &vec![9.0; rows * outputs], counts).await;
        let mut expected = Vec::new();
        for row in x.chunks_exact(inputs) {
            for (output, column) in columns.iter().enumerate() {
                let products = row.iter().zip(column).map(|(x, weight)| f64::from(*x) * f64::from(*weight));
                let sum = products.sum::<f64>() * f64::from(scales[output]) + f64::from(biases[output]);
                expected.push(match activation {
                    Activation::None => sum,
                    Activation::Gelu => gelu(sum),
                    Activation::Tanh => sum.tanh(),
                });
            }
        }
        assert_close(&found, &expected, 2e-5, &format!("{rows} × {inputs} × {outputs} {activation:?}"));
    }
}

#[wasm_bindgen_test]
async fn activations_far_out() {
    let gpu = device().await;
    let x: Vec<f32> = (-400..400).flat_map(|step| [step as f32 / 4.0, 0.0, 0.0, 0.0]).collect();
    let identity = pack(&[1, 0, 0, 0]);
    for (activation, exact) in [(Activation::Gelu, gelu as fn(f64) -> f64), (Activation::Tanh, f64::tanh)] {
        let kernel = linear(&gpu, 4, 1, Count::Sequences, activation);
        let counts = Counts { tokens: 0, sequences: 800, queries: 0 };
        let given = [cast_slice(&x), cast_slice(&identity), cast_slice(&[[1.0_f32, 0.0]])];
        let found = run(&gpu, &kernel, &given, true, &[9.0; 800], counts).await;
        let expected: Vec<f64> = x.chunks_exact(4).map(|four| exact(f64::from(four[0]))).collect();
        for ((found, expected), four) in found.iter().zip(&expected).zip(x.chunks_exact(4)) {
            let tolerance = 3e-6 + 2e-7 * f64::from(four[0].abs());
            assert!(
                (f64::from(*found) - expected).abs() <= tolerance,
                "{activation:?} of {}: {found}",
                four[0]
            );
        }
    }
}

#[wasm_bindgen_test]
async fn rows_beyond_the_count_are_left_alone() {
    let gpu = device().await;
    let kernel = linear(&gpu, 4, 3, Count::Tokens, Activation::None);
    let counts = Counts { tokens: 2, sequences: 0, queries: 0 };
    let (x, weights) = ([1.0_f32; 40], pack(&[1; 12]));
    let given = [cast_slice(&x), cast_slice(&weights), cast_slice(&[[1.0_f32, 0.5]; 3])];
    let found = run(&gpu, &kernel, &given, true, &[9.0; 30], counts).await;
    assert_eq!(found[..6], [4.5; 6]);
    assert_eq!(found[6..], [9.0; 24]);
}

#[wasm_bindgen_test]
async fn embeddings() {
    let (gpu, mut draw) = (device().await, Draw(11));
    for round in 0..ROUNDS {
        let (width, vocabulary, positions) =
            (8 * (1 + draw.below(20)), 1 + draw.below(40), 1 + draw.below(40));
        let packed = round % 2 == 0;
        let words = draw.bytes(width * vocabulary);
        let scales: Vec<f32> = draw.floats(if packed { vocabulary } else { 1 });
        let number = |index: usize| {
            if packed {
                f32::from(words[index]) * scales[index / width]
            } else {
                f32::from(words[index]) / 100.0
            }
        };
        let stored: Vec<u32> = if packed {
            pack(&words)
        } else {
            (0..words.len()).map(|index| number(index).to_bits()).collect()
        };
        let (types, places) = (draw.floats(2 * width), draw.floats(positions * width));
        let norm = pairs(&draw.floats(width), &draw.floats(width));
        let tokens: Vec<[u32; 4]> = (0..1 + draw.below(30))
            .map(|_| [draw.below(vocabulary) as u32, draw.below(2) as u32, draw.below(positions) as u32, 0])
            .collect();
        let kernel = embed(&gpu, width, 1e-3, packed);
        let counts = Counts { tokens: tokens.len(), ..Counts::default() };
        let given = [
            cast_slice(&tokens),
            cast_slice(&stored),
            cast_slice(&scales),
            cast_slice(&types),
            cast_slice(&places),
            cast_slice(&norm),
        ];
        let found = run(&gpu, &kernel, &given, false, &vec![9.0; tokens.len() * width], counts).await;
        let mut expected = Vec::new();
        for token in &tokens {
            let [word, kind, position, _] = token.map(|index| index as usize * width);
            let sum = |column: usize| {
                f64::from(number(word + column))
                    + f64::from(types[kind + column])
                    + f64::from(places[position + column])
            };
            expected.extend(normalised(&(0..width).map(sum).collect::<Vec<_>>(), &norm, f64::from(1e-3_f32)));
        }
        assert_close(&found, &expected, 1e-4, &format!("width {width}, packed {packed}"));
    }
}

#[wasm_bindgen_test]
async fn residuals() {
    let (gpu, mut draw) = (device().await, Draw(13));
    for _ in 0..ROUNDS {
        let (rows, width) = (1 + draw.below(40), 1 + draw.below(500));
        let (hidden, change) = (draw.floats(rows * width), draw.floats(rows * width));
        let norm = pairs(&draw.floats(width), &draw.floats(width));
        let kernel = residual(&gpu, width, 1e-12);
        let counts = Counts { tokens: rows, ..Counts::default() };
        let given = [cast_slice(&change), cast_slice(&norm)];
        let found = run(&gpu, &kernel, &given, false, &hidden, counts).await;
        let sums: Vec<f64> = hidden.iter().zip(&change).map(|(a, b)| f64::from(*a) + f64::from(*b)).collect();
        let expected: Vec<f64> =
            sums.chunks_exact(width).flat_map(|row| normalised(row, &norm, 1e-12)).collect();
        // One number alone is its own mean: what is left is rounding, blown up by the missing variance.
        if width > 1 {
            assert_close(&found, &expected, 2e-4, &format!("{rows} × {width}"));
        }
    }
}

#[wasm_bindgen_test]
async fn attention_stays_within_sequences() {
    let (gpu, mut draw) = (device().await, Draw(17));
    for round in 0..ROUNDS {
        let head = [128, 32, 24][round % 3];
        let width = head * (1 + draw.below(3));
        let lengths: Vec<usize> = (0..1 + draw.below(4)).map(|_| 1 + draw.below(150)).collect();
        let tokens: usize = lengths.iter().sum();
        let factor = 1.0 / (head as f32).sqrt();
        // Scores up to some 30 apart: the softmax must not depend on what comes first.
        let projected: Vec<f32> = draw.floats(tokens * 3 * width).iter().map(|value| value * 5.0).collect();
        let ranges = ranges(&lengths);
        let tiles: Vec<[u32; 4]> = ranges
            .iter()
            .flat_map(|[first, end, ..]| {
                (*first..*end).step_by(QUERIES).map(|query| [*first, *end, query, 0])
            })
            .collect();
        let kernel = attention(&gpu, width, head, factor);
        let counts = Counts { tokens, sequences: lengths.len(), queries: tiles.len() };
        let given = [cast_slice(&tiles), cast_slice(&projected)];
        let found = run(&gpu, &kernel, &given, false, &vec![9.0; tokens * width], counts).await;
        let projected = double(&projected);
        let part = |token: usize, which: usize, start: usize| {
            let first = (token * 3 + which) * width + start;
            &projected[first..first + head]
        };
        let mut expected = vec![0.0; tokens * width];
        for [first, end, ..] in &ranges {
            let keys = *first as usize..*end as usize;
            for (query, start) in
                keys.clone().flat_map(|query| (0..width).step_by(head).map(move |start| (query, start)))
            {
                let score = |key: usize| -> f64 {
                    let products = part(query, 0, start).iter().zip(part(key, 1, start)).map(|(q, k)| q * k);
                    products.sum::<f64>() * f64::from(factor)
                };
                let scores: Vec<f64> = keys.clone().map(score).collect();
                let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let weights: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
                let total: f64 = weights.iter().sum();
                for (key, weight) in keys.clone().zip(&weights) {
                    for (column, value) in part(key, 2, start).iter().enumerate() {
                        expected[query * width + start + column] += weight / total * value;
                    }
                }
            }
        }
        assert_close(&found, &expected, 5e-5, &format!("heads of {head} in {width}, {lengths:?}"));
    }
}

#[wasm_bindgen_test]
async fn features_of_pairs() {
    let (gpu, mut draw) = (device().await, Draw(19));
    for _ in 0..ROUNDS {
        let width = 1 + draw.below(150);
        let lengths: Vec<usize> = (0..1 + draw.below(5)).map(|_| draw.below(40)).collect();
        let count: usize = lengths.iter().sum();
        let tokens: Vec<[u32; 4]> = (0..count).map(|_| [0, draw.below(2) as u32, 0, 0]).collect();
        let hidden = draw.floats(count * width);
        let kernel = pair(&gpu, width);
        let counts = Counts { tokens: count, sequences: lengths.len(), queries: 0 };
        let ranges = ranges(&lengths);
        let given = [cast_slice(&ranges), cast_slice(&tokens), cast_slice(&hidden)];
        let found = run(&gpu, &kernel, &given, false, &vec![9.0; lengths.len() * 4 * width], counts).await;
        let mut expected = Vec::new();
        for [first, end, ..] in &ranges {
            let mean = |text: u32| -> Vec<f64> {
                let of_text = || (*first as usize..*end as usize).filter(|token| tokens[*token][1] == text);
                let count = of_text().count().max(1) as f64;
                let sum = |column: usize| -> f64 {
                    of_text().map(|token| f64::from(hidden[token * width + column])).sum()
                };
                (0..width).map(|column| sum(column) / count).collect()
            };
            let (u, v) = (mean(0), mean(1));
            let both = || u.iter().zip(&v);
            expected.extend(u.iter().chain(&v));
            expected.extend(both().map(|(u, v)| (u - v).abs()));
            expected.extend(both().map(|(u, v)| u * v));
        }
        assert_close(&found, &expected, 1e-5, &format!("width {width}, {lengths:?}"));
    }
}

#[wasm_bindgen_test]
async fn logits_of_rows() {
    let (gpu, mut draw) = (device().await, Draw(23));
    for _ in 0..ROUNDS {
        let (rows, inputs, outputs) = (1 + draw.below(9), 1 + draw.below(600), 1 + draw.below(5));
        let (active, weights) = (draw.floats(rows * inputs), draw.floats(outputs * inputs));
        let biases = draw.floats(outputs);
        let kernel = logits(&gpu, inputs, outputs);
        let counts = Counts { tokens: 0, sequences: rows, queries: 0 };
        let given = [cast_slice(&active), cast_slice(&weights), cast_slice(&biases)];
        let found = run(&gpu, &kernel, &given, false, &vec![9.0; rows * outputs], counts).await;
        let mut expected = Vec::new();
        for row in active.chunks_exact(inputs) {
            for (weights, bias) in weights.chunks_exact(inputs).zip(&biases) {
                let products = row.iter().zip(weights).map(|(a, b)| f64::from(*a) * f64::from(*b));
                expected.push(products.sum::<f64>() + f64::from(*bias));
            }
        }
        assert_close(&found, &expected, 2e-5, &format!("{rows} × {inputs} × {outputs}"));
    }
}
