//! Graphs of other kinds than the embedded ones, small and with random weights (scripts/data/make_small_models.py): against
//! ONNX Runtime, in batches of different lengths.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "common/cases.rs"]
mod cases;
mod common;

use std::path::PathBuf;

use cases::{figure, outcome, read};
use citelight_models::backend::{Batch, prepare};
use citelight_models::{Label, LoadError, Loaded, ModelEntry, Role, load};
use futures_util::FutureExt;

fn folder() -> PathBuf {
    common::root().join("tests/fixtures/models/small")
}

#[test]
fn every_kind_gives_what_the_reference_gives() {
    let kinds = read(&folder());
    assert_eq!(kinds.len(), 4);
    for (entry, cases) in kinds {
        let outcome = outcome(&entry, &folder(), &cases).unwrap()();
        assert!(outcome.name.ends_with("(tract)"), "{}", outcome.name);
        assert!(cases.iter().any(|case| case.tokens == entry.max_length), "some are cut");
        assert!(cases.iter().any(|case| case.tokens < entry.max_length), "some are padded");
        let tokens: usize = cases.iter().map(|case| case.tokens).sum();
        assert_eq!(
            outcome.tokens, tokens as u64,
            "{}: the same word pieces, cut at the same place",
            entry.id
        );
        let figure = figure(&entry, &outcome.outputs, &cases);
        let is_near = match entry.role {
            Role::BiEncoder { .. } => figure > 0.999_99,
            _ => figure < 1e-3,
        };
        assert!(is_near, "{}: {figure}", entry.id);
    }
}

fn entry(id: &str) -> ModelEntry {
    read(&folder()).into_iter().map(|(entry, _)| entry).find(|entry| entry.id == id).unwrap()
}

fn loaded(entry: &ModelEntry) -> Result<Loaded, LoadError> {
    let file = |path: &str| std::fs::read(folder().join(path)).unwrap();
    load(entry, file(&entry.graph.path), &file(&entry.tokenizer.path))
}

#[test]
fn what_a_graph_cannot_take_is_told_when_it_is_loaded() {
    let refusal = |entry: &ModelEntry| match loaded(entry) {
        Ok(_) => panic!("it was loaded"),
        Err(error) => error.to_string(),
    };
    let long = ModelEntry { max_length: 25, ..entry("fixed-two") };
    assert!(
        refusal(&long).contains("takes 24 word pieces, its manifest entry says 25"),
        "{}",
        refusal(&long)
    );
    let role = Role::Nli { labels: vec![Label::Contradiction], temperature: 1.0 };
    let wrong = ModelEntry { role, ..entry("fixed-two") };
    assert!(refusal(&wrong).contains("logits of 1 labels were due"), "{}", refusal(&wrong));
    let two = ModelEntry { role: Role::CrossEncoder, ..entry("fixed-two") };
    assert!(refusal(&two).contains("where one logit was due"), "{}", refusal(&two));
    let Ok(Loaded::Nli(model)) = loaded(&entry("fixed-two")) else { panic!("it was not loaded") };
    assert!(model.knows(Label::Contradiction) && !model.knows(Label::Entailment));
    let short = ModelEntry { max_length: 12, vocabulary: None, ..entry("fixed-two") };
    assert!(loaded(&short).is_ok(), "a shorter window than the graph's is a choice");
}

/// A graph that is no BERT-family encoder: it turns token types into numbers.
fn cast_of_types() -> Vec<u8> {
    let field = |tag: u8, content: &[u8]| {
        let mut bytes = vec![tag << 3 | 2, u8::try_from(content.len()).unwrap()];
        bytes.extend_from_slice(content);
        bytes
    };
    let message = |fields: &[(u8, &[u8])]| {
        fields.iter().flat_map(|(tag, bytes)| field(*tag, bytes)).collect::<Vec<u8>>()
    };
    let varint = |tag: u8, value: u8| vec![tag << 3, value];
    // Names, types and shapes as in onnx.proto: elements 7 are int64, 1 are floats.
    let matrix = |name: &str, element: u8| {
        let side = |name: &[u8]| message(&[(1, &message(&[(2, name)]))]);
        let shape = [side(b"batch"), side(b"sequence")].concat();
        let tensor = [varint(1, element), message(&[(2, &shape)])].concat();
        message(&[(1, name.as_bytes()), (2, &message(&[(1, &tensor)]))])
    };
    let to_floats = [message(&[(1, b"to")]), varint(3, 1), vec![0xa0, 0x01, 2]].concat();
    let node = message(&[(1, b"token_type_ids"), (2, b"numbers"), (4, b"Cast"), (5, &to_floats)]);
    let inputs =
        ["input_ids", "attention_mask", "token_type_ids"].map(|name| field(11, &matrix(name, 7))).concat();
    let graph =
        [message(&[(1, &node), (2, b"graph")]), inputs, message(&[(12, &matrix("numbers", 1))])].concat();
    let length = graph.len();
    let mut model = [varint(1, 8), field(8, &[varint(2, 17)].concat()), vec![7 << 3 | 2]].concat();
    model.extend([u8::try_from(length & 0x7f).unwrap() | 0x80, u8::try_from(length >> 7).unwrap()]);
    model.extend(graph);
    model
}

#[test]
fn a_graph_that_is_not_recognised_runs_on_tract() {
    let backend = prepare(cast_of_types().into()).unwrap();
    assert_eq!(backend.name(), "tract");
    let batch = Batch { ids: vec![1, 2, 3], types: vec![0, 1, 1], lengths: vec![1, 2], ..Batch::default() };
    let outputs = backend.run(&[batch]).now_or_never().unwrap().unwrap();
    // Two inputs, the shorter one padded.
    assert_eq!(outputs[0].values, [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(outputs[0].lengths, [2, 2]);
    let graph = common::file(&common::manifest().bi_encoder().unwrap().graph.path);
    assert_eq!(prepare(graph.into()).unwrap().name(), "int8");
    let Err(reason) = prepare(b"not a graph".to_vec().into()) else { panic!("it was prepared") };
    assert!(reason.contains("int8: "), "{reason}");
}
