//! A small encoder as an ONNX file, read, run, damaged.

use bytes::Bytes;
use proptest::prelude::*;

use super::proto;
use crate::error::{ModelError, RunError};
use crate::model::{Model, Scratch, Sequence};
use prost::Message;
use small::{Small, builder};

mod naive;
mod small;

fn file(small: &Small) -> Vec<u8> {
    builder::model(small).encode_to_vec()
}

fn outputs(model: &Model, sequences: &[(Vec<i64>, Vec<i64>)]) -> Vec<Vec<f32>> {
    let sequences: Vec<Sequence<'_>> = sequences.iter().map(|(ids, types)| Sequence { ids, types }).collect();
    let mut scratch = Scratch::default();
    model.run(&sequences, &mut scratch).unwrap().iter().map(<[f32]>::to_vec).collect()
}

fn refusal(graph: proto::Model) -> ModelError {
    match Model::from_onnx(Bytes::from(graph.encode_to_vec())) {
        Ok(_) => panic!("it was read"),
        Err(error) => error,
    }
}

fn a_sequence() -> impl Strategy<Value = (Vec<i64>, Vec<i64>)> {
    let token = (0..i64::try_from(small::VOCABULARY).unwrap(), 0..2_i64);
    prop::collection::vec(token, 0..=small::POSITIONS).prop_map(|tokens| tokens.into_iter().unzip())
}

proptest! {
    #[test]
    fn a_model_computes_what_double_precision_does(
        seed in any::<u64>(),
        sequences in prop::collection::vec(a_sequence(), 0..6),
        classifies in any::<bool>(),
    ) {
        let small = Small::new(seed, classifies);
        let model = Model::from_onnx(Bytes::from(file(&small))).unwrap();
        prop_assert_eq!(model.logits(), classifies.then_some(3));
        let outputs = outputs(&model, &sequences);
        prop_assert_eq!(outputs.len(), sequences.len());
        for (output, (ids, types)) in outputs.iter().zip(&sequences) {
            let expected = naive::run(&small, ids, types);
            prop_assert_eq!(output.len(), expected.len());
            for (value, expected) in output.iter().zip(&expected) {
                prop_assert!((f64::from(*value) - expected).abs() < 3e-3, "{value} for {expected}");
            }
        }
    }

    #[test]
    fn damaged_files_are_refused_or_run(
        seed in any::<u64>(),
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
        repeated in prop::option::of((any::<prop::sample::Index>(), any::<prop::sample::Index>())),
    ) {
        let mut bytes = file(&Small::new(seed, true));
        for (place, byte) in damages {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Some((from, to)) = repeated {
            let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
            let piece = bytes[from.min(to)..from.max(to)].to_vec();
            bytes.splice(from..from, piece);
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        // Neither may panic; what the numbers are does not matter.
        if let Ok(model) = Model::from_onnx(Bytes::from(bytes)) {
            let mut scratch = Scratch::default();
            let ran = model.run(&[Sequence { ids: &[1, 2, 3], types: &[0, 1, 1] }], &mut scratch);
            prop_assert!(ran.is_err() || ran.is_ok_and(|outputs| outputs.iter().count() == 1));
        }
    }
}

#[test]
fn every_cut_is_refused() {
    let bytes = file(&Small::new(3, true));
    for cut in (0..bytes.len()).step_by(7) {
        assert!(Model::from_onnx(Bytes::from(bytes[..cut].to_vec())).is_err(), "cut at {cut}");
    }
    assert!(matches!(Model::from_onnx(Bytes::from(b"no model".to_vec())), Err(ModelError::Unreadable(_))));
}

#[test]
fn every_value_matters() {
    let small = Small::new(5, true);
    let whole = builder::model(&small);
    let nodes = whole.graph.as_ref().unwrap().node.len();
    for index in 0..nodes {
        let mut other = whole.clone();
        let node = &mut other.graph.as_mut().unwrap().node[index];
        // How padding is masked, and to what heads are joined again, follows from the rest.
        let is_free = node.output[0].starts_with("mask") || node.output[0] == "types.f";
        node.op_type = "Identity".to_owned();
        assert!(is_free || matches!(refusal(other), ModelError::Unrecognised(_)), "node {index}");
    }
}

#[test]
fn numbers_that_say_something_else_are_refused() {
    let whole = builder::model(&Small::new(5, true));
    let changes: [(&str, proto::Tensor); 9] = [
        ("half", builder::floats("half", &[1], &[0.6])),
        ("sqrt2", builder::floats("sqrt2", &[1], &[1.5])),
        ("split", builder::longs("split", &[0, 0, 4, 4])),
        ("zero", builder::longs("zero", &[1])),
        ("least", builder::floats("least", &[1], &[2.0])),
        ("seq", builder::longs("seq", &[2])),
        ("h0.scale", builder::floats("h0.scale", &[2], &[1.0, 2.0])),
        ("l0.query.w.zero", builder::bytes("l0.query.w.zero", &[small::WIDTH], &[1; small::WIDTH])),
        ("l1.o.w.scale", builder::floats("l1.o.w.scale", &[small::WIDTH], &[f32::NAN; small::WIDTH])),
    ];
    for (name, tensor) in changes {
        let mut other = whole.clone();
        let constants = &mut other.graph.as_mut().unwrap().initializer;
        let place = constants.iter().position(|constant| constant.name == name).unwrap();
        constants[place] = tensor;
        let error = refusal(other);
        assert!(!matches!(error, ModelError::Unreadable(_)), "{name}: {error}");
    }
}

#[test]
fn factors_and_terms_may_stand_in_any_order() {
    let small = Small::new(9, true);
    let (whole, sequence) = (builder::model(&small), [(vec![1, 5, 2], vec![0, 0, 1])]);
    let expected = outputs(&Model::from_onnx(Bytes::from(whole.encode_to_vec())).unwrap(), &sequence);
    let mut other = whole;
    for node in &mut other.graph.as_mut().unwrap().node {
        if matches!(node.op_type.as_str(), "Add" | "Max") || node.output[0].contains("gelu") {
            node.input.reverse();
        }
    }
    assert_eq!(outputs(&Model::from_onnx(Bytes::from(other.encode_to_vec())).unwrap(), &sequence), expected);
}

/// A constant that several nodes read is not given back after the first.
#[test]
fn layers_may_share_their_weights() {
    let mut whole = builder::model(&Small::new(9, true));
    let graph = whole.graph.as_mut().unwrap();
    let dims: std::collections::HashMap<String, Vec<i64>> =
        graph.initializer.iter().map(|tensor| (tensor.name.clone(), tensor.dims.clone())).collect();
    let mut first: std::collections::HashMap<Vec<i64>, Vec<String>> = std::collections::HashMap::new();
    let mut shared = 0;
    for node in graph.node.iter_mut().filter(|node| node.op_type == "DequantizeLinear") {
        let known = first.entry(dims[&node.input[0]].clone()).or_insert_with(|| node.input.clone());
        shared += usize::from(*known != node.input);
        node.input.clone_from(known);
    }
    assert!(shared > 0);
    let model = Model::from_onnx(Bytes::from(whole.encode_to_vec())).unwrap();
    assert!(
        outputs(&model, &[(vec![1, 5, 2], vec![0, 0, 1])]).iter().flatten().all(|number| number.is_finite())
    );
}

#[test]
fn impossible_inputs_are_refused() {
    let model = Model::from_onnx(Bytes::from(file(&Small::new(1, true)))).unwrap();
    let run = |ids: &[i64], types: &[i64]| {
        let sequences = [Sequence { ids: &[1], types: &[0] }, Sequence { ids, types }];
        model.run(&sequences, &mut Scratch::default()).map(|outputs| outputs.iter().count())
    };
    assert_eq!(run(&[1, 2], &[0, 1]), Ok(2));
    assert!(matches!(run(&[1, 99], &[0, 1]), Err(RunError::UnknownToken { sequence: 1, token: 99, .. })));
    assert!(matches!(run(&[-1], &[0]), Err(RunError::UnknownToken { token: -1, .. })));
    assert!(matches!(run(&[1], &[2]), Err(RunError::UnknownType { token_type: 2, .. })));
    assert!(matches!(run(&[1], &[]), Err(RunError::Uneven { .. })));
    let long = vec![1; small::POSITIONS + 1];
    assert!(matches!(run(&long, &long), Err(RunError::TooLong { positions: small::POSITIONS, .. })));
}
