//! The encoders against ONNX Runtime (graph optimisation off), on tests/fixtures/models: on the backend that is chosen
//! for them, and, with the feature `tract`, on tract, which computes in single precision as the reference does.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod common;

use citelight_inference::{Embed, Infer, Pair};
#[cfg(feature = "tract")]
use citelight_models::Loaded;
use citelight_models::{BiEncoder, NliEncoder};
use common::{EmbeddingCase, LogitsCase, argmax, cosine, difference};
use futures_util::FutureExt;

#[test]
fn embeddings_equal_the_reference() {
    check_embeddings(&common::bi_encoder(), "int8", 0.999_99);
}

#[cfg(feature = "tract")]
#[test]
fn embeddings_on_tract_equal_the_reference() {
    let entry = common::manifest().bi_encoder().unwrap().clone();
    let Loaded::BiEncoder(oracle) = common::loaded_by_tract(&entry) else {
        panic!("a bi-encoder was expected")
    };
    check_embeddings(&oracle, "tract", 0.999_999);
}

fn check_embeddings(model: &BiEncoder, backend: &str, bar: f64) {
    let cases = common::fixture::<EmbeddingCase>("embeddings.jsonl");
    assert_eq!(model.backend(), backend);
    assert!(cases.len() >= 60);
    let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    let before = model.tokens_seen();
    let vectors = model.embed(&texts).now_or_never().unwrap().unwrap();
    for (case, vector) in cases.iter().zip(&vectors) {
        let cosine = cosine(vector, &case.embedding);
        assert!(cosine >= bar, "{backend}: cosine {cosine} for {:?}", case.text);
        let length: f32 = vector.iter().map(|value| value * value).sum();
        assert!((length - 1.0).abs() < 1e-5);
    }
    // The same word pieces as the reference tokenizer's, cut at the same place.
    let pieces: usize = cases.iter().map(|case| case.ids.len()).sum();
    assert_eq!(model.tokens_seen() - before, pieces as u64);
}

#[test]
fn logits_equal_the_reference() {
    check_logits(&common::nli(), "int8", 5e-3);
}

#[cfg(feature = "tract")]
#[test]
fn logits_on_tract_equal_the_reference() {
    let entry = common::manifest().nli().unwrap().clone();
    let Loaded::Nli(oracle) = common::loaded_by_tract(&entry) else { panic!("an NLI model was expected") };
    check_logits(&oracle, "tract", 1e-3);
}

fn check_logits(model: &NliEncoder, backend: &str, bar: f32) {
    let cases = common::fixture::<LogitsCase>("logits.jsonl");
    assert_eq!(model.backend(), backend);
    assert!(cases.len() >= 200);
    let pairs: Vec<Pair<'_>> =
        cases.iter().map(|case| Pair { premise: &case.premise, hypothesis: &case.hypothesis }).collect();
    let before = model.tokens_seen();
    let logits = model.logits(&pairs).now_or_never().unwrap().unwrap();
    for (case, logits) in cases.iter().zip(&logits) {
        let difference = difference(logits, &case.logits);
        assert!(difference <= bar, "{backend}: logits differ by {difference} for {:?}", case.hypothesis);
        assert_eq!(argmax(logits), argmax(&case.logits), "{backend}: {:?}", case.hypothesis);
    }
    let pieces: usize = cases.iter().map(|case| case.ids.len()).sum();
    assert_eq!(model.tokens_seen() - before, pieces as u64);
}

#[test]
fn an_obvious_pair_is_told_apart() {
    let model = common::nli();
    let premise =
        "In 412 patients with type 2 diabetes, metformin lowered HbA1c by 1.1% relative to placebo.";
    let pairs = [
        Pair { premise, hypothesis: "Metformin reduces HbA1c in type 2 diabetes." },
        Pair { premise, hypothesis: "Metformin increases HbA1c in type 2 diabetes." },
    ];
    let found = model.infer(&pairs).now_or_never().unwrap().unwrap();
    assert!(found[0].entailment > found[0].contradiction, "{found:?}");
    assert!(found[1].contradiction > found[1].entailment, "{found:?}");
    assert_eq!(model.name(), "nli-minilm@9d61c02b (int8)");
}

#[test]
fn nothing_in_gives_nothing_out() {
    assert_eq!(common::bi_encoder().embed(&[]).now_or_never().unwrap(), Ok(Vec::new()));
    assert_eq!(common::nli().infer(&[]).now_or_never().unwrap(), Ok(Vec::new()));
}
