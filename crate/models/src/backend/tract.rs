//! Any graph on the CPU, through tract.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use citelight_inference::LocalFuture;
use tract_onnx::prelude::*;
use tract_onnx::tract_hir::infer::Factoid;
use tract_onnx::tract_hir::internal::DimLike;

use super::{Backend, Batch, Output, Padded, side_by_side, threads};
use crate::sheltered::sheltered;

/// Outputs that hold what is wanted where a graph has several; else it is the first.
const WANTED: [&str; 3] = ["logits", "last_hidden_state", "token_embeddings"];
/// Widths that plans of fixed shapes are made for; inputs are padded to the next one.
const WIDTHS: [usize; 5] = [32, 64, 128, 256, 512];

type Plan = Arc<TypedRunnableModel>;

/// A graph prepared by tract.
pub struct Tract {
    plans: Plans,
    /// What each input of the graph wants, in its order.
    feeds: Vec<Feed>,
    /// Inputs that every run has, if it takes no other number.
    rows: Option<usize>,
    /// Tokens that every input has, if the graph takes no other number.
    width: Option<usize>,
}

/// A graph for all shapes, or one for each of some.
enum Plans {
    /// Its shapes are symbols.
    Open(Plan),
    /// Made when one of the width is first needed: tract cannot compute with symbols in every graph.
    ByWidth { graph: Box<InferenceModel>, made: Mutex<BTreeMap<usize, Plan>> },
}

/// What an input of a graph wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Ids,
    Mask,
    Types,
}

/// An input of a graph.
#[derive(Clone, Copy, Debug)]
struct Feed {
    meaning: Meaning,
    element: DatumType,
}

impl Meaning {
    /// By the names that exporters give: `input_ids`, `input_mask`, `token_type_ids:0` …
    fn of(name: &str) -> Option<Self> {
        let name = name.split(':').next().unwrap_or(name);
        match name {
            "input_ids" | "ids" => Some(Self::Ids),
            "attention_mask" | "input_mask" | "mask" => Some(Self::Mask),
            "token_type_ids" | "segment_ids" | "type_ids" => Some(Self::Types),
            _ => None,
        }
    }
}

impl Tract {
    /// Prepares an ONNX graph. Its inputs are `[batch, sequence]`: `input_ids`, and where it wants them `attention_mask`
    /// and `token_type_ids`, in any order; either dimension may be fixed.
    ///
    /// # Errors
    /// What tract said, or which input is not known here.
    pub fn new(onnx: &[u8]) -> Result<Self, String> {
        // `{error:#}` writes the whole chain of causes in one line.
        sheltered(|| Self::prepare(onnx))?.map_err(|error| format!("{error:#}"))
    }

    fn prepare(mut onnx: &[u8]) -> TractResult<Self> {
        // What a file says of shapes on the way, in symbols of its own, would contradict the shapes of the inputs here.
        let reader = tract_onnx::onnx().with_ignore_value_info(true).with_ignore_output_shapes(true);
        let mut graph = reader.model_for_read(&mut onnx)?;
        let names: Vec<String> =
            graph.inputs.iter().map(|outlet| graph.nodes[outlet.node].name.clone()).collect();
        let meanings: Option<Vec<Meaning>> = names.iter().map(|name| Meaning::of(name)).collect();
        let Some(meanings) = meanings.filter(|meanings| meanings.contains(&Meaning::Ids)) else {
            let reason =
                format!("its inputs are {names:?}, not input_ids with attention_mask or token_type_ids");
            return Err(TractError::msg(reason));
        };
        let (mut rows, mut width) = (None, None);
        let mut feeds = Vec::with_capacity(meanings.len());
        for (input, meaning) in meanings.into_iter().enumerate() {
            let fact = graph.input_fact(input)?;
            let fixed = |axis: usize| {
                fact.shape.dim(axis).and_then(|dim| dim.concretize()).and_then(|dim| dim.to_usize().ok())
            };
            rows = rows.or(fixed(0));
            width = width.or(fixed(1));
            let element = fact.datum_type.concretize().unwrap_or(DatumType::I64);
            feeds.push(Feed { meaning, element });
        }
        let wanted = graph
            .outputs
            .iter()
            .copied()
            .find(|outlet| graph.outlet_label(*outlet).is_some_and(|name| WANTED.contains(&name)))
            .or_else(|| graph.outputs.first().copied())
            .ok_or_else(|| TractError::msg("the graph has no output"))?;
        graph.select_output_outlets(&[wanted])?;
        let has = |name: &str| graph.nodes.iter().any(|node| node.op.name() == name);
        // The scale of activations that are quantised on the way depends on all that run together.
        let alone = has("DynamicQuantizeLinear").then_some(1);
        // DeBERTa's attention gathers by distances, which tract works out for fixed lengths only.
        if width.is_none() && !has("GatherElements") {
            let symbol = |name: &str| graph.symbols.sym(name).to_dim();
            let rows_dim = rows.map_or_else(|| symbol("batch"), |rows| rows.to_dim());
            let open = plan(&graph, &feeds, rows_dim, symbol("sequence")).and_then(|plan| {
                let open =
                    Self { plans: Plans::Open(plan), feeds: feeds.clone(), rows: rows.or(alone), width };
                // Some graphs are prepared and fail when they run.
                let ids = vec![1, 2, 3];
                open.run_now(&Batch { types: vec![0; 3], ids, lengths: vec![1, 2], pad: 0 })?;
                Ok(open)
            });
            if let Ok(open) = open {
                return Ok(open);
            }
        }
        let plans = Plans::ByWidth { graph: Box::new(graph), made: Mutex::default() };
        Ok(Self { plans, feeds, rows: rows.or(Some(1)), width })
    }

    /// The plan for inputs of a width, and the width that it takes.
    fn plan_for(&self, width: usize) -> TractResult<(Plan, usize)> {
        let (graph, made) = match &self.plans {
            Plans::Open(plan) => return Ok((plan.clone(), width)),
            Plans::ByWidth { graph, made } => (graph, made),
        };
        let next = || WIDTHS.into_iter().find(|next| *next >= width).unwrap_or(width);
        let width = self.width.unwrap_or_else(next);
        let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(plan) = made.get(&width) {
            return Ok((plan.clone(), width));
        }
        let rows = self.rows.unwrap_or(1);
        let new = sheltered(|| plan(graph, &self.feeds, rows.to_dim(), width.to_dim()))
            .map_err(TractError::msg)??;
        made.insert(width, new.clone());
        Ok((new, width))
    }

    fn run_now(&self, batch: &Batch) -> TractResult<Output> {
        let rows = self.rows.unwrap_or(batch.lengths.len()).max(1);
        let mut output = Output::default();
        for few in batch.in_runs_of(rows) {
            let longest = few.lengths.iter().copied().max().unwrap_or(0);
            let (plan, width) = self.plan_for(longest)?;
            let some = self.run_rows(&plan, &few, &few.padded_to(width), rows)?;
            output.values.extend(some.values);
            output.lengths.extend(some.lengths);
        }
        Ok(output)
    }

    /// Runs a padded batch; where the graph wants more rows, the last one stands for the missing.
    fn run_rows(&self, plan: &Plan, batch: &Batch, padded: &Padded, rows: usize) -> TractResult<Output> {
        let (there, width) = (padded.rows, padded.width);
        let mut inputs: TVec<TValue> = tvec![];
        for feed in &self.feeds {
            let all = match feed.meaning {
                Meaning::Ids => &padded.ids,
                Meaning::Mask => &padded.mask,
                Meaning::Types => &padded.types,
            };
            let last = there.saturating_sub(1);
            let row = |row: usize| &all[row.min(last) * width..(row.min(last) + 1) * width];
            let values: Vec<i64> = (0..rows).flat_map(row).copied().collect();
            let matrix = Tensor::from_shape(&[rows, width], &values)?;
            inputs.push(matrix.cast_to_dt(feed.element)?.into_owned().into());
        }
        // A tokenizer that does not belong to the graph gives ids that its table does not have.
        let outputs = sheltered(|| plan.run(inputs)).map_err(TractError::msg)??;
        let first = outputs.first().ok_or_else(|| TractError::msg("the graph has no output"))?;
        // Graphs in half precision give what they compute in.
        let numbers = first.cast_to::<f32>()?;
        let view = numbers.to_plain_array_view::<f32>()?;
        let values: Vec<f32> = view.iter().copied().collect();
        let kept = &values[..values.len().checked_div(rows).unwrap_or(0) * there];
        match *view.shape() {
            [found] | [found, _] if found == rows => Ok(Output::of_rows(kept, there, |_, row| row)),
            [found, tokens, dimensions] if (found, tokens) == (rows, width) => {
                let counted = |index: usize| batch.lengths[index] * dimensions;
                Ok(Output::of_rows(kept, there, |index, row| &row[..counted(index)]))
            }
            ref shape => {
                let reason = format!("the graph gave shape {shape:?} for {rows} inputs");
                Err(TractError::msg(reason))
            }
        }
    }
}

/// Prepares a graph for inputs of a shape.
fn plan(graph: &InferenceModel, feeds: &[Feed], rows: TDim, width: TDim) -> TractResult<Plan> {
    let mut graph = graph.clone();
    for (input, feed) in feeds.iter().enumerate() {
        graph.set_input_fact(input, feed.element.fact([rows.clone(), width.clone()]).into())?;
    }
    graph.into_optimized()?.into_runnable()
}

impl Backend for Tract {
    fn name(&self) -> &str {
        "tract"
    }

    fn tokens_per_run(&self) -> usize {
        128
    }

    fn pads(&self) -> bool {
        true
    }

    fn fixed_length(&self) -> Option<usize> {
        self.width
    }

    fn runs_at_once(&self) -> usize {
        threads()
    }

    fn run<'a>(&'a self, batches: &'a [Batch]) -> LocalFuture<'a, Result<Vec<Output>, String>> {
        let run = |batch: &Batch| self.run_now(batch).map_err(|error| format!("{error:#}"));
        Box::pin(async move { side_by_side(batches, run) })
    }
}
