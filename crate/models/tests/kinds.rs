//! Graphs of other kinds than the embedded ones, small and with random weights (scripts/data/make_small_models.py): against
//! ONNX Runtime, in batches of different lengths.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "common/cases.rs"]
mod cases;
mod common;

use std::path::PathBuf;

use cases::{figure, outcome, read};
use citelight_models::{Label, LoadError, Loaded, ModelEntry, Role, load};

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
