//! Recognising embeddings.

use crate::error::ModelError;
use crate::model::Embeddings;

use super::graph::{Graph, unrecognised};

/// Whether a value is a normalised sum of looked-up vectors.
pub(super) fn are(graph: &Graph<'_>, value: &str) -> bool {
    let Ok((_, sum)) = graph.norm(value) else { return false };
    terms(graph, sum).iter().any(|term| looked_up(graph, term, "input_ids").is_some())
}

/// norm(words[input_ids] + types[token_type_ids] + positions[0..length]), in any order.
pub(super) fn read(graph: &Graph<'_>, value: &str) -> Result<Embeddings, ModelError> {
    let (norm, sum) = graph.norm(value)?;
    let terms = terms(graph, sum);
    let [a, b, c] = terms[..] else {
        return Err(unrecognised(format!("{sum} is a sum of {} tables, not of three", terms.len())));
    };
    let find = |what: &str, table: &dyn Fn(&str) -> Option<String>| {
        let found = [a, b, c].into_iter().find_map(table);
        found.ok_or_else(|| unrecognised(format!("{sum} has no table of {what}")))
    };
    let words = find("words", &|term| looked_up(graph, term, "input_ids"))?;
    let types = find("token types", &|term| looked_up(graph, term, "token_type_ids"))?;
    let positions = find("positions", &|term| counted(graph, term))?;
    Ok(Embeddings {
        words: graph.table(&words)?,
        types: graph.table(&types)?,
        positions: graph.table(&positions)?,
        norm,
    })
}

/// The terms of a sum of sums.
fn terms<'a>(graph: &Graph<'a>, value: &'a str) -> Vec<&'a str> {
    let (mut open, mut terms) = (vec![value], Vec::new());
    while let (Some(value), true) = (open.pop(), terms.len() + open.len() < 4) {
        match graph.inputs_of::<2>(value, "Add") {
            Ok(two) => open.extend(two),
            Err(_) => terms.push(value),
        }
    }
    terms
}

/// The table in which an input is looked up.
fn looked_up(graph: &Graph<'_>, value: &str, input: &str) -> Option<String> {
    let [table, indices] = graph.inputs_of(value, "Gather").ok()?;
    let rows = graph.attribute(value, "axis").is_none_or(|axis| axis.i == 0);
    (rows && indices == input && graph.is_input(input)).then(|| table.to_owned())
}

/// The table whose first rows are taken, as many as there are tokens.
fn counted(graph: &Graph<'_>, value: &str) -> Option<String> {
    let [table, start, end, axes] = graph.inputs_of(value, "Slice").ok()?;
    let is = |value: &str, numbers: &[i64]| graph.longs(value).is_ok_and(|found| found == numbers);
    let [shape, first, last, shape_axes] = graph.inputs_of(end, "Slice").ok()?;
    let [shaped] = graph.inputs_of(shape, "Shape").ok()?;
    let length = shaped == "input_ids" && is(first, &[1]) && is(last, &[2]) && is(shape_axes, &[0]);
    (length && graph.attributes(shape).is_empty() && is(start, &[0]) && is(axes, &[0]))
        .then(|| table.to_owned())
}
