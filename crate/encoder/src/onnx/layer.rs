//! Recognising a layer.

use crate::error::ModelError;
use crate::kernel::attention::Heads;
use crate::model::Layer;
use crate::weights::Linear;

use super::attention;
use super::graph::{Graph, unrecognised};

/// A layer, how its attention is divided, and the value that goes into it.
pub(super) struct Found<'a> {
    pub(super) layer: Layer,
    pub(super) heads: Heads,
    pub(super) input: &'a str,
}

/// The layer that makes a value: norm(ffn(y) + y), y = norm(attention(x) + x).
pub(super) fn read<'a>(graph: &Graph<'a>, value: &str) -> Result<Found<'a>, ModelError> {
    let is_norm = |value: &str| graph.made_by(value, "LayerNormalization").is_some();
    let (norm, sum) = graph.norm(value)?;
    let [narrowed, middle] = graph.either(sum, "Add", is_norm)?;
    let narrowing = graph.dense(narrowed)?;
    let widening = graph.dense(gelu_of(graph, narrowing.input)?)?;
    if widening.input != middle {
        return Err(unrecognised(format!(
            "{value}: the feed-forward network has another input than what is added"
        )));
    }
    let (attention_norm, sum) = graph.norm(middle)?;
    let [attended, input] = graph.either(sum, "Add", is_norm)?;
    let output = graph.dense(attended)?;
    let found = attention::read(graph, output.input)?;
    if found.input != input {
        return Err(unrecognised(format!("{value}: attention has another input than what is added")));
    }
    let [queries, keys, values] = &found.projections;
    let layer = Layer {
        projection: Linear::new(&[queries.part(), keys.part(), values.part()])?,
        output: output.linear()?,
        attention_norm,
        widening: widening.linear()?,
        narrowing: narrowing.linear()?,
        norm,
    };
    check(&layer, found.heads.width)?;
    Ok(Found { layer, heads: found.heads, input })
}

fn check(layer: &Layer, width: usize) -> Result<(), ModelError> {
    let fits = layer.output.inputs() == width
        && layer.output.outputs() == width
        && layer.widening.inputs() == width
        && layer.narrowing.inputs() == layer.widening.outputs()
        && layer.narrowing.outputs() == width
        && layer.attention_norm.scale.len() == width
        && layer.norm.scale.len() == width;
    if fits { Ok(()) } else { Err(ModelError::Weights(format!("a layer's parts are not all {width} wide"))) }
}

/// The x of x · Φ(x): the product, in any order, of x, one half and 1 + erf(x / √2).
fn gelu_of<'a>(graph: &Graph<'a>, value: &'a str) -> Result<&'a str, ModelError> {
    if graph.made_by(value, "Gelu").is_some() && graph.attribute(value, "approximate").is_none() {
        let [x] = graph.inputs_of(value, "Gelu")?;
        return Ok(x);
    }
    let factors = factors(graph, value);
    let [a, b, c] = factors[..] else {
        return Err(unrecognised(format!("{value} is no GELU: a product of {} factors", factors.len())));
    };
    let is_half = |value: &str| graph.number(value) == Some(0.5);
    for [x, half, bell] in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
        if is_half(half) && erf_of(graph, bell) == Some(x) {
            return Ok(x);
        }
    }
    Err(unrecognised(format!("{value} is no GELU in its exact form")))
}

/// The factors of a product of products.
fn factors<'a>(graph: &Graph<'a>, value: &'a str) -> Vec<&'a str> {
    let (mut open, mut factors) = (vec![value], Vec::new());
    // Three factors are two products; a graph that multiplies on and on is none of ours.
    while let (Some(value), true) = (open.pop(), factors.len() + open.len() < 4) {
        match graph.inputs_of::<2>(value, "Mul") {
            Ok(two) => open.extend(two),
            Err(_) => factors.push(value),
        }
    }
    factors
}

/// The x of 1 + erf(x / √2).
fn erf_of<'a>(graph: &Graph<'a>, value: &str) -> Option<&'a str> {
    let is =
        |expected: f32| move |value: &str| graph.number(value).is_some_and(|n| (n - expected).abs() < 1e-6);
    let [erf, _] = graph.either(value, "Add", is(1.0)).ok()?;
    let [scaled] = graph.inputs_of(erf, "Erf").ok()?;
    if let Ok([x, divisor]) = graph.inputs_of(scaled, "Div") {
        return is(std::f32::consts::SQRT_2)(divisor).then_some(x);
    }
    graph.either(scaled, "Mul", is(std::f32::consts::FRAC_1_SQRT_2)).ok().map(|[x, _]| x)
}
