//! Recognising attention.

use crate::error::ModelError;
use crate::kernel::attention::Heads;

use super::graph::{Dense, Graph, unrecognised};

/// Attention: its projections (queries, keys, values), how they are divided, and the value that all three project.
pub(super) struct Found<'a> {
    pub(super) projections: [Dense<'a>; 3],
    pub(super) heads: Heads,
    pub(super) input: &'a str,
}

/// The order of axes that puts heads before tokens, and back.
const HEADS_FIRST: [i64; 4] = [0, 2, 1, 3];
/// The same for keys that are transposed at once.
const KEYS: [i64; 4] = [0, 2, 3, 1];

/// join(softmax(q · kᵀ · factor + mask) · v).
pub(super) fn read<'a>(graph: &Graph<'a>, value: &'a str) -> Result<Found<'a>, ModelError> {
    let [joined, _shape] = graph.inputs_of(value, "Reshape")?;
    let context = transposed(graph, joined, HEADS_FIRST)?;
    let [weights, values] = graph.inputs_of(context, "MatMul")?;
    let [masked] = graph.inputs_of(weights, "Softmax")?;
    if !matches!(graph.attribute(weights, "axis").map_or(-1, |axis| axis.i), -1 | 3) {
        return Err(unrecognised(format!("{weights} is no softmax over keys")));
    }
    // The mask keeps padding out. Here nothing is padded; that it adds nothing to tokens is checked by parity tests.
    let [scores, _mask] =
        graph.either(masked, "Add", |value| graph.is_computed_from(value, "attention_mask"))?;
    let (product, factor) = scaled(graph, scores)?;
    let [queries, keys] = graph.inputs_of(product, "MatMul")?;
    let (queries, heads) = divided(graph, queries, HEADS_FIRST)?;
    let (keys, key_heads) = divided(graph, keys, KEYS)?;
    let (values, value_heads) = divided(graph, values, HEADS_FIRST)?;
    if heads != key_heads || heads != value_heads {
        return Err(unrecognised(format!("{value}: queries, keys and values are divided differently")));
    }
    let projections = [graph.dense(queries)?, graph.dense(keys)?, graph.dense(values)?];
    let input = projections[0].input;
    let (count, head) = heads;
    let width = projections[0].weights.outputs;
    if projections
        .iter()
        .any(|one| one.input != input || one.weights.outputs != width || one.weights.inputs != width)
    {
        return Err(unrecognised(format!("{value}: queries, keys and values are not of one input")));
    }
    if count.checked_mul(head) != Some(width) || head == 0 || head % 8 != 0 {
        return Err(unrecognised(format!("{value}: {count} heads of {head} numbers in {width}")));
    }
    Ok(Found { projections, heads: Heads { width, head, factor }, input })
}

/// What a value is the transposition of.
fn transposed<'a>(graph: &Graph<'a>, value: &str, axes: [i64; 4]) -> Result<&'a str, ModelError> {
    let [input] = graph.inputs_of(value, "Transpose")?;
    if graph.attribute(value, "perm").is_none_or(|perm| perm.ints != axes) {
        return Err(unrecognised(format!("{value} has its axes in another order than {axes:?}")));
    }
    Ok(input)
}

/// The projection that was divided into heads, their count and their size.
fn divided<'a>(
    graph: &Graph<'a>,
    value: &str,
    axes: [i64; 4],
) -> Result<(&'a str, (usize, usize)), ModelError> {
    let [whole, shape] = graph.inputs_of(transposed(graph, value, axes)?, "Reshape")?;
    // 0 keeps the batch and the tokens as they are.
    match graph.longs(shape)?[..] {
        [0, 0, count, head] => {
            let size = |number: i64| usize::try_from(number).unwrap_or(0);
            Ok((whole, (size(count), size(head))))
        }
        _ => Err(unrecognised(format!("{value} is divided by {shape}, which is not [0, 0, heads, size]"))),
    }
}

/// A product of queries and keys, and what it is multiplied with.
fn scaled<'a>(graph: &Graph<'a>, value: &str) -> Result<(&'a str, f32), ModelError> {
    let (product, factor) = match graph.inputs_of(value, "Div") {
        Ok([product, divisor]) => (product, graph.number(divisor).map(|divisor| 1.0 / divisor)),
        Err(_) => {
            let [product, factor] = graph.either(value, "Mul", |value| graph.number(value).is_some())?;
            (product, graph.number(factor))
        }
    };
    match factor {
        Some(factor) if factor.is_finite() => Ok((product, factor)),
        _ => Err(unrecognised(format!("{value} is scaled by something else than a number"))),
    }
}
