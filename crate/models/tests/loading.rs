//! What is refused when a model is loaded.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod common;

use citelight_models::{Label, LoadError, Manifest, ModelEntry, Role, load};
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
