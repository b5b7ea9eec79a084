//! What is refused when a model is loaded.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod common;

use citelight_models::backend::{Batch, prepare};
use citelight_models::{Label, LoadError, Manifest, ModelEntry, Role, load};
use futures_util::FutureExt;
use sha2::{Digest, Sha256};

fn entry() -> ModelEntry {
    common::manifest().bi_encoder().unwrap().clone()
}

fn refused(entry: &ModelEntry, graph: &[u8], tokenizer: &[u8]) -> LoadError {
    match load(entry, graph.to_vec(), tokenizer) {
        Ok(_) => panic!("it was loaded"),
        Err(error) => error,
    }
}

/// The entry as if these bytes were its files, so that checks behind the hash are reached.
fn entry_for(graph: &[u8], tokenizer: &[u8]) -> ModelEntry {
    let mut entry = entry();
    for (file, bytes) in [(&mut entry.graph, graph), (&mut entry.tokenizer, tokenizer)] {
        file.bytes = bytes.len();
        file.sha256 = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    }
    entry
}

#[test]
fn a_changed_byte_is_refused() {
    let entry = entry();
    let mut graph = common::file(&entry.graph.path);
    graph[1_000_000] ^= 1;
    let error = refused(&entry, &graph, &common::file(&entry.tokenizer.path));
    assert!(matches!(error, LoadError::WrongHash { .. }), "{error}");
    assert!(error.to_string().contains("minilm/model.onnx is refused"), "{error}");
}

#[test]
fn a_truncated_file_is_refused() {
    let entry = entry();
    let graph = common::file(&entry.graph.path);
    let error = refused(&entry, &graph[..graph.len() / 2], &common::file(&entry.tokenizer.path));
    assert!(matches!(error, LoadError::WrongSize { found: 11_475_515, .. }), "{error}");
}

#[test]
fn another_models_tokenizer_is_refused() {
    let small = br#"{"version":"1.0","truncation":null,"padding":null,"added_tokens":[],"normalizer":null,
        "pre_tokenizer":{"type":"Whitespace"},"post_processor":null,"decoder":null,
        "model":{"type":"WordLevel","vocab":{"a":0,"[UNK]":1},"unk_token":"[UNK]"}}"#;
    let graph = common::file(&entry().graph.path);
    let error = refused(&entry_for(&graph, small), &graph, small);
    assert!(matches!(error, LoadError::TokenizerMismatch { expected: 30_522, found: 2, .. }), "{error}");
    let error = refused(&entry_for(&graph, b"{}"), &graph, b"{}");
    assert!(matches!(error, LoadError::Tokenizer { .. }), "{error}");
}

#[test]
fn a_graph_that_does_something_else_is_refused() {
    let tokenizer = common::file(&entry().tokenizer.path);
    let error = refused(&entry_for(b"not a graph", &tokenizer), b"not a graph", &tokenizer);
    assert!(matches!(error, LoadError::Graph { .. }), "{error}");
    // A bi-encoder's graph presented as an NLI model.
    let graph = common::file(&entry().graph.path);
    let mut entry = entry_for(&graph, &tokenizer);
    entry.role =
        Role::Nli { labels: vec![Label::Entailment, Label::Neutral, Label::Contradiction], temperature: 1.0 };
    let error = refused(&entry, &graph, &tokenizer);
    assert!(matches!(error, LoadError::Graph { .. }), "{error}");
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
    let graph = common::file(&entry().graph.path);
    assert_eq!(prepare(graph.into()).unwrap().name(), "int8");
    let Err(reason) = prepare(b"not a graph".to_vec().into()) else { panic!("it was prepared") };
    assert!(reason.contains("int8: "), "{reason}");
}

#[test]
fn a_manifest_that_contradicts_itself_is_refused() {
    let sound = std::fs::read_to_string(common::root().join("models/manifest.json")).unwrap();
    for (from, to) in [
        ("\"schema\": 1", "\"schema\": 2"),
        ("\"temperature\": 1.69", "\"temperature\": 0"),
        ("[\"contradiction\", \"entailment\"", "[\"entailment\", \"entailment\""),
        ("\"max_length\": 256", "\"max_length\": 3"),
        ("\"pooling\": \"mean\"", "\"pooling\": \"sum\""),
    ] {
        assert!(sound.contains(from), "{from}");
        let error = Manifest::from_json(&sound.replace(from, to)).unwrap_err();
        assert!(matches!(error, LoadError::Manifest { .. }), "{error}");
    }
}
