//! A graph that can be walked from its output back: which node makes a value, which values are constants.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use bytes::Bytes;

use crate::error::ModelError;
use crate::weights::{Linear, Matrix, Norm, Table};

use super::proto::{self, Attribute, Node};
use super::tensor::Tensor;

pub(super) struct Graph<'a> {
    makers: HashMap<&'a str, &'a Node>,
    constants: HashMap<&'a str, Tensor<'a>>,
    /// How often nodes read a value.
    uses: HashMap<&'a str, usize>,
    inputs: Vec<&'a str>,
    output: &'a str,
}

/// A matrix of int8 weights and what they are multiplied with.
pub(super) struct Quantised {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    pub(super) values: Vec<i8>,
    pub(super) scales: Vec<f32>,
}

/// A linear layer in the graph.
pub(super) struct Dense<'a> {
    pub(super) input: &'a str,
    pub(super) weights: Quantised,
    pub(super) biases: Vec<f32>,
}

impl Dense<'_> {
    pub(super) fn part(&self) -> (Matrix<'_>, &[f32]) {
        let Quantised { inputs, outputs, values, scales } = &self.weights;
        (Matrix { inputs: *inputs, outputs: *outputs, values, scales }, &self.biases)
    }

    pub(super) fn linear(&self) -> Result<Linear, ModelError> {
        Linear::new(&[self.part()])
    }
}

pub(super) fn unrecognised(reason: impl Into<String>) -> ModelError {
    ModelError::Unrecognised(reason.into())
}

impl<'a> Graph<'a> {
    /// With the bytes of its initialisers.
    pub(super) fn new(graph: &'a proto::Graph, data: &'a [RefCell<Bytes>]) -> Result<Self, ModelError> {
        let initializers = graph.initializer.iter().zip(data);
        let mut constants: HashMap<&str, Tensor<'_>> = initializers
            .map(|(tensor, data)| (tensor.name.as_str(), Tensor::new(tensor, Some(data))))
            .collect();
        let (mut makers, mut uses) = (HashMap::new(), HashMap::new());
        for node in &graph.node {
            if !node.domain.is_empty() && node.domain != "ai.onnx" {
                return Err(unrecognised(format!("it uses operators of {}", node.domain)));
            }
            for input in &node.input {
                *uses.entry(input.as_str()).or_default() += 1;
            }
            for output in &node.output {
                makers.insert(output.as_str(), node);
                if let ("Constant", Some(tensor)) = (node.op_type.as_str(), tensor_of(node)) {
                    constants.insert(output.as_str(), Tensor::new(tensor, None));
                }
            }
        }
        let [output] = graph.output.as_slice() else {
            return Err(unrecognised(format!("it has {} outputs", graph.output.len())));
        };
        // Old files list constants among the inputs.
        let named = graph.input.iter().map(|input| input.name.as_str());
        let inputs = named.filter(|name| !constants.contains_key(name)).collect();
        Ok(Self { makers, constants, uses, inputs, output: &output.name })
    }

    pub(super) fn output(&self) -> &'a str {
        self.output
    }

    pub(super) fn is_input(&self, value: &str) -> bool {
        self.inputs.contains(&value)
    }

    /// The node that makes a value, if it is of this kind.
    pub(super) fn made_by(&self, value: &str, kind: &str) -> Option<&'a Node> {
        self.makers.get(value).copied().filter(|node| node.op_type == kind)
    }

    /// The inputs of the node that makes a value, which must be of this kind and have so many of them.
    pub(super) fn inputs_of<const N: usize>(
        &self,
        value: &str,
        kind: &str,
    ) -> Result<[&'a str; N], ModelError> {
        let node = self.made_by(value, kind).ok_or_else(|| {
            let found = self.makers.get(value).map_or("no node", |node| node.op_type.as_str());
            unrecognised(format!("{value} is made by {found} where {kind} is due"))
        })?;
        inputs(node).ok_or_else(|| unrecognised(format!("the {kind} that makes {value} has not {N} inputs")))
    }

    pub(super) fn attributes(&self, value: &str) -> &'a [Attribute] {
        self.makers.get(value).map_or(&[], |node| &node.attribute)
    }

    pub(super) fn attribute(&self, value: &str, name: &str) -> Option<&'a Attribute> {
        self.attributes(value).iter().find(|attribute| attribute.name == name)
    }

    pub(super) fn constant(&self, value: &str) -> Result<Tensor<'a>, ModelError> {
        self.constants.get(value).copied().ok_or_else(|| unrecognised(format!("{value} is no constant")))
    }

    /// A constant that is one number.
    pub(super) fn number(&self, value: &str) -> Option<f32> {
        self.constants.get(value)?.number()
    }

    /// A constant list of whole numbers.
    pub(super) fn longs(&self, value: &str) -> Result<Vec<i64>, ModelError> {
        self.constant(value)?.longs()
    }

    /// Whether a value is computed from this input and constants alone.
    pub(super) fn is_computed_from(&self, value: &'a str, input: &str) -> bool {
        let (mut open, mut seen, mut found) = (vec![value], HashSet::new(), false);
        while let Some(value) = open.pop() {
            if value == input {
                found = true;
            } else if !value.is_empty() && !self.constants.contains_key(value) && seen.insert(value) {
                let Some(node) = self.makers.get(value) else { return false };
                open.extend(node.input.iter().map(String::as_str));
            }
        }
        found
    }

    /// The two inputs of a node that does not mind their order, so that the second satisfies a condition.
    pub(super) fn either(
        &self,
        value: &str,
        kind: &str,
        second: impl Fn(&'a str) -> bool,
    ) -> Result<[&'a str; 2], ModelError> {
        let [a, b] = self.inputs_of(value, kind)?;
        match (second(a), second(b)) {
            (_, true) => Ok([a, b]),
            (true, false) => Ok([b, a]),
            (false, false) => Err(unrecognised(format!("{value}: neither input of {kind} is what is due"))),
        }
    }

    /// x · W + b with a constant W of int8 and a constant b.
    pub(super) fn dense(&self, value: &str) -> Result<Dense<'a>, ModelError> {
        let [product, bias] = self.either(value, "Add", |input| self.constants.contains_key(input))?;
        let [input, weights] = self.inputs_of(product, "MatMul")?;
        let biases = self.constant(bias)?.floats()?;
        Ok(Dense { input, weights: self.quantised(weights)?, biases })
    }

    /// int8 weights without an offset, one scale for each column or for all.
    fn quantised(&self, value: &str) -> Result<Quantised, ModelError> {
        let ((inputs, outputs), values, scales, axis) = self.dequantised(value)?;
        if scales.len() != 1 && axis != 1 && axis != -1 {
            return Err(unrecognised(format!("the scales of {value} are not those of its columns")));
        }
        Ok(Quantised { inputs, outputs, values, scales })
    }

    /// A constant matrix of int8: its dimensions, its numbers, their scales and the axis of these.
    #[expect(clippy::type_complexity, reason = "taken apart where it is asked for")]
    fn dequantised(&self, value: &str) -> Result<((usize, usize), Vec<i8>, Vec<f32>, i64), ModelError> {
        let node = self
            .made_by(value, "DequantizeLinear")
            .ok_or_else(|| unrecognised(format!("the weights {value} are not stored as int8")))?;
        let [values, scales, rest @ ..] = node.input.as_slice() else {
            return Err(unrecognised(format!("{value} has no scales")));
        };
        if let Some(zero) = rest.first().filter(|zero| !zero.is_empty())
            && self.constant(zero)?.bytes()?.iter().any(|zero| *zero != 0)
        {
            return Err(unrecognised(format!("the weights {value} have an offset")));
        }
        if self.attribute(value, "block_size").is_some_and(|size| size.i != 0) {
            return Err(unrecognised(format!("the weights {value} have scales for blocks")));
        }
        let axis = self.attribute(value, "axis").map_or(1, |axis| axis.i);
        let tensor = self.constant(values)?;
        let is_read_once = [value, values.as_str()].iter().all(|name| self.uses.get(name) == Some(&1));
        let numbers = if is_read_once { tensor.into_bytes() } else { tensor.bytes() }?;
        Ok((tensor.matrix()?, numbers, self.constant(scales)?.floats()?, axis))
    }

    /// A constant table, int8 with scales for its rows, or anything that becomes floats.
    pub(super) fn table(&self, value: &str) -> Result<Table, ModelError> {
        if let Ok(tensor) = self.constant(value) {
            let (_, width) = tensor.matrix()?;
            return Table::floats(width, tensor.floats()?);
        }
        let ((rows, width), values, scales, axis) = self.dequantised(value)?;
        if scales.len() == rows && (axis == 0 || axis == -2) {
            return Table::rows(width, values, scales);
        }
        if scales.len() != width || width == 0 || (axis != 1 && axis != -1) {
            return Err(unrecognised(format!(
                "the table {value} has {} scales on axis {axis}",
                scales.len()
            )));
        }
        let floats = values.chunks_exact(width).flat_map(|row| row.iter().zip(&scales));
        Table::floats(width, floats.map(|(value, scale)| f32::from(*value) * scale).collect())
    }

    /// A layer normalisation over the last axis, and what it normalises.
    pub(super) fn norm(&self, value: &str) -> Result<(Norm, &'a str), ModelError> {
        let [input, scale, shift] = self.inputs_of(value, "LayerNormalization")?;
        if !matches!(self.attribute(value, "axis").map_or(-1, |axis| axis.i), -1 | 2) {
            return Err(unrecognised(format!("{value} is not normalised over its last axis")));
        }
        let epsilon = self.attribute(value, "epsilon").map_or(1e-5, |epsilon| epsilon.f);
        let (scale, shift) = (self.constant(scale)?.floats()?, self.constant(shift)?.floats()?);
        crate::weights::check_numbers("scales of a normalisation", &scale, shift.len())?;
        crate::weights::check_numbers("shifts of a normalisation", &shift, scale.len())?;
        if !epsilon.is_finite() || epsilon < 0.0 {
            return Err(ModelError::Weights(format!("an epsilon of {epsilon}")));
        }
        Ok((Norm { scale, shift, epsilon }, input))
    }
}

fn tensor_of(node: &Node) -> Option<&proto::Tensor> {
    node.attribute.iter().find(|attribute| attribute.name == "value")?.t.as_ref()
}

/// The inputs of a node if there are so many.
pub(super) fn inputs<const N: usize>(node: &Node) -> Option<[&str; N]> {
    let names: Vec<&str> = node.input.iter().map(String::as_str).collect();
    names.try_into().ok()
}
