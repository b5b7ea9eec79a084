//! Recognising the classifier of a pair.

use crate::error::ModelError;
use crate::model::Classifier;
use crate::weights::check_numbers;

use super::graph::{Graph, unrecognised};

/// The classifier that makes a value, and the hidden state that it reads; nothing if the value is a hidden state.
pub(super) fn find<'a>(graph: &Graph<'a>, value: &str) -> Result<Option<(Classifier, &'a str)>, ModelError> {
    if graph.made_by(value, "LayerNormalization").is_some() {
        return Ok(None);
    }
    let [product, bias] = graph.either(value, "Add", |input| graph.constant(input).is_ok())?;
    let [active, weights] = graph.inputs_of(product, "MatMul")?;
    let [dense] = graph.inputs_of(active, "Tanh")?;
    let dense = graph.dense(dense)?;
    let hidden = features(graph, dense.input)?;
    let weights = graph.constant(weights)?;
    let ((inputs, outputs), weights) = (weights.matrix()?, weights.floats()?);
    let biases = graph.constant(bias)?.floats()?;
    check_numbers("weights of the classifier", &weights, weights.len())?;
    check_numbers("biases of the classifier", &biases, outputs)?;
    let layer = dense.linear()?;
    if inputs != layer.outputs() || outputs == 0 {
        return Err(ModelError::Weights(format!(
            "a classifier of {inputs} numbers after {}",
            layer.outputs()
        )));
    }
    let column = |output: usize| weights.iter().copied().skip(output).step_by(outputs).collect();
    let classifier = Classifier { hidden: layer, weights: (0..outputs).map(column).collect(), biases };
    Ok(Some((classifier, hidden)))
}

/// The hidden state of which u, v, |u − v|, u · v are made.
fn features<'a>(graph: &Graph<'a>, value: &str) -> Result<&'a str, ModelError> {
    let [u, v, difference, product] = graph.inputs_of(value, "Concat")?;
    let [signed] = graph.inputs_of(difference, "Abs")?;
    let both = |value: &str, kind: &str| graph.inputs_of::<2>(value, kind).is_ok_and(|two| two == [u, v]);
    let joined = graph.attribute(value, "axis").is_some_and(|axis| matches!(axis.i, 1 | -1));
    if !joined || !both(signed, "Sub") || !both(product, "Mul") {
        return Err(unrecognised(format!("{value} is not u, v, |u − v|, u · v")));
    }
    let (hidden, first) = mean(graph, u)?;
    let (other, second) = mean(graph, v)?;
    if hidden != other || !weighs_first(graph, first, second) || !weighs_second(graph, second) {
        return Err(unrecognised(format!("{value}: u and v are not the means of the two texts")));
    }
    Ok(hidden)
}

/// Σ (h · w) / max(Σ w, 1) over tokens: the hidden state h and the weights w.
fn mean<'a>(graph: &Graph<'a>, value: &str) -> Result<(&'a str, &'a str), ModelError> {
    let [sum, count] = graph.inputs_of(value, "Div")?;
    let [weighted, axes] = graph.inputs_of(sum, "ReduceSum")?;
    let [hidden, wide] = graph.inputs_of(weighted, "Mul")?;
    let [weights, last] = graph.inputs_of(wide, "Unsqueeze")?;
    let [counted, _least] = graph.either(count, "Max", |value| graph.number(value) == Some(1.0))?;
    let [counted_weights, counted_axes] = graph.inputs_of(counted, "ReduceSum")?;
    let is = |value: &str, number: i64| graph.longs(value).is_ok_and(|found| found == [number]);
    let keeps = |value: &str| graph.attribute(value, "keepdims").is_none_or(|keeps| keeps.i != 0);
    let over_tokens = is(axes, 1) && is(counted_axes, 1) && (is(last, -1) || is(last, 2));
    if !over_tokens || counted_weights != weights || keeps(sum) || !keeps(counted) {
        return Err(unrecognised(format!("{value} is no mean over tokens")));
    }
    Ok((hidden, weights))
}

/// types · mask.
fn weighs_second(graph: &Graph<'_>, value: &str) -> bool {
    let types = |value: &str| is_cast_of(graph, value, "token_type_ids");
    let Ok([mask, _]) = graph.either(value, "Mul", types) else { return false };
    is_cast_of(graph, mask, "attention_mask")
}

/// mask − second.
fn weighs_first(graph: &Graph<'_>, value: &str, second: &str) -> bool {
    graph
        .inputs_of(value, "Sub")
        .is_ok_and(|[mask, other]: [&str; 2]| other == second && is_cast_of(graph, mask, "attention_mask"))
}

fn is_cast_of(graph: &Graph<'_>, value: &str, input: &str) -> bool {
    graph.inputs_of(value, "Cast").is_ok_and(|[cast]: [&str; 1]| cast == input && graph.is_input(input))
}
