//! The encoders in the browser against ONNX Runtime, on a part of tests/fixtures/models.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use citelight_inference::{Embed, Infer, Pair};
use citelight_models::{BiEncoder, Label, LoadError, Loaded, Manifest, ModelEntry, NliEncoder, Role, load};
use citelight_web_models::{Model, ModelFile};
use serde::Deserialize;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

const MANIFEST: &str = include_str!("../../../models/manifest.json");
const TOKENIZER: &[u8] = include_bytes!("../../../models/tokenizer.json");
const BI_ENCODER: &[u8] = include_bytes!("../../../models/minilm/model.onnx");
const NLI: &[u8] = include_bytes!("../../../models/nli-minilm/model.onnx");

#[derive(Deserialize)]
struct EmbeddingCase {
    text: String,
    embedding: Vec<f32>,
}

#[derive(Deserialize)]
struct LogitsCase {
    premise: String,
    hypothesis: String,
    logits: [f32; 3],
}

fn lines<T: serde::de::DeserializeOwned>(text: &str) -> Vec<T> {
    text.lines().map(|line| serde_json::from_str(line).expect("a fixture is JSON")).collect()
}

fn manifest() -> Manifest {
    Manifest::from_json(MANIFEST).unwrap()
}

fn bi_encoder() -> BiEncoder {
    match load(manifest().bi_encoder().unwrap(), BI_ENCODER, TOKENIZER) {
        Ok(Loaded::BiEncoder(model)) => model,
        Ok(_) => panic!("a bi-encoder was expected"),
        Err(error) => panic!("{error}"),
    }
}

fn nli() -> NliEncoder {
    match load(manifest().nli().unwrap(), NLI, TOKENIZER) {
        Ok(Loaded::Nli(model)) => model,
        Ok(_) => panic!("an NLI model was expected"),
        Err(error) => panic!("{error}"),
    }
}

fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot =
        |x: &[f32], y: &[f32]| -> f64 { x.iter().zip(y).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum() };
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

fn argmax(logits: &[f32; 3]) -> usize {
    (0..3).max_by(|a, b| logits[*a].total_cmp(&logits[*b])).unwrap()
}

#[wasm_bindgen_test]
async fn embeddings_equal_the_reference() {
    let start = js_sys::Date::now();
    let model = bi_encoder();
    console_log!("{} loaded in {:.0} ms", model.name(), js_sys::Date::now() - start);
    assert_eq!(model.backend(), "int8");
    let cases: Vec<EmbeddingCase> = lines(include_str!("../../../tests/fixtures/models/embeddings.jsonl"));
    let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    let (start, before) = (js_sys::Date::now(), model.tokens_seen());
    let vectors = model.embed(&texts).await.unwrap();
    let seconds = (js_sys::Date::now() - start) / 1000.0;
    let cosines = vectors.iter().zip(&cases).map(|(vector, case)| cosine(vector, &case.embedding));
    let least = cosines.fold(1.0, f64::min);
    let tokens = model.tokens_seen() - before;
    console_log!("{} texts, least cosine {least:.9}, {:.0} tokens/s", cases.len(), tokens as f64 / seconds);
    assert!(least >= 0.999_99, "least cosine {least}");
}

#[wasm_bindgen_test]
async fn logits_equal_the_reference() {
    let model = nli();
    assert_eq!(model.backend(), "int8");
    let cases: Vec<LogitsCase> = lines(include_str!("../../../tests/fixtures/models/logits.jsonl"));
    let pairs: Vec<Pair<'_>> =
        cases.iter().map(|case| Pair { premise: &case.premise, hypothesis: &case.hypothesis }).collect();
    let (start, before) = (js_sys::Date::now(), model.tokens_seen());
    let logits = model.logits(&pairs).await.unwrap();
    let seconds = (js_sys::Date::now() - start) / 1000.0;
    let differences =
        logits.iter().zip(&cases).flat_map(|(a, case)| a.iter().zip(case.logits).map(|(a, b)| (a - b).abs()));
    let largest = differences.fold(0.0, f32::max);
    let agree = logits.iter().zip(&cases).filter(|(a, case)| argmax(a) == argmax(&case.logits)).count();
    let tokens = model.tokens_seen() - before;
    console_log!(
        "{} pairs, largest difference {largest:.6}, same argmax {agree}, {:.0} tokens/s",
        cases.len(),
        tokens as f64 / seconds
    );
    assert!(largest <= 1e-2, "largest difference of a logit {largest}");
    assert_eq!(agree, cases.len());
    assert_eq!(model.name(), "nli-minilm@9d61c02b (int8)");
}

#[wasm_bindgen_test]
fn a_changed_byte_is_refused() {
    let mut graph = NLI.to_vec();
    graph[1_000_000] ^= 1;
    let refused = load(manifest().nli().unwrap(), graph, TOKENIZER);
    assert!(matches!(refused, Err(LoadError::WrongHash { .. })));
}

#[wasm_bindgen_test]
fn a_model_that_could_not_object_is_refused() {
    let refused = |entry: &ModelEntry| -> String {
        let json = serde_json::to_string(entry).unwrap();
        let Err(error) = Model::new(&json, ModelFile::new(), &[]) else { panic!("it was loaded") };
        error.unchecked_into::<js_sys::Error>().message().into()
    };
    let sound = manifest().nli().unwrap().clone();
    assert!(refused(&sound).contains("has 0 bytes"), "only its files are missing: {}", refused(&sound));
    for labels in [vec![Label::Contradiction], vec![Label::Other, Label::Contradiction]] {
        let blind = ModelEntry { role: Role::Nli { labels, temperature: 1.0 }, ..sound.clone() };
        assert!(refused(&blind).contains("does not know entailment"), "{}", refused(&blind));
        assert!(refused(&blind).contains("choose an NLI model"), "{}", refused(&blind));
    }
}
