//! Mutated manifests, tokenizers and graphs of models: none may crash, take over two seconds or over 512 MB, and what loads can
//! be asked. `./build.sh fuzz` goes on longer than the few seconds of `cargo test` (tests/fuzz/README.md).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use std::path::{Component, Path};

use citelight_inference::{Embed, Infer, Pair, Rerank};
use citelight_models::{FileEntry, Loaded, Manifest, ModelEntry, load};
use futures_util::FutureExt;
use sha2::{Digest, Sha256};

#[path = "../../core/tests/fuzz/harness/mod.rs"]
mod harness;

use harness::{Dice, Runner, Seeds, Target, try_all};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/models/small");

/// What models are asked: signs of every kind, and more than they take.
const TEXTS: [&str; 4] = ["", "Oak lasts in rivers.", "[SEP] </s> ü 𝒳 \u{0} 橡木", "weirs "];

#[test]
fn mutated_models_do_no_harm() {
    let small = |path: &str| Seeds::fixtures(&[&format!("models/small/{path}")]);
    let shipped =
        std::fs::read(format!("{FOLDER}/../../../../models/manifest.json")).expect("models are shipped");
    let own = std::fs::read(format!("{FOLDER}/manifest.json")).expect("the fixture can be read");
    let mut targets = vec![
        Target::of_text("models/manifest", Seeds::new([own.clone(), shipped]), try_manifest),
        Target::of_bytes("models/tokenizer", small("tokenizer.json"), |tokenizer| {
            let entry = entries().swap_remove(0);
            let graph = file(&entry.graph);
            try_model(ModelEntry { vocabulary: None, ..entry }, &graph, tokenizer)
        }),
    ];
    for entry in entries() {
        let seeds = small(&entry.graph.path);
        let make = move |dice: &mut Dice| vec![seeds.mutated(dice)];
        let name = format!("models/graph-{}", entry.id);
        let attempt = move |contents: &[Vec<u8>]| {
            let tokenizer = file(&entry.tokenizer);
            contents.first().map_or(Ok(()), |graph| try_model(entry.clone(), graph, &tokenizer))
        };
        targets.push(Target::new(name, make, attempt));
    }
    try_all(&targets, 200, &mut Runner::new());
}

fn entries() -> Vec<ModelEntry> {
    let text = std::fs::read_to_string(format!("{FOLDER}/manifest.json")).expect("the fixture can be read");
    Manifest::from_json(&text).expect("the fixture is a manifest").models
}

fn file(entry: &FileEntry) -> Vec<u8> {
    std::fs::read(format!("{FOLDER}/{}", entry.path)).expect("the fixture can be read")
}

/// No path of a manifest leads out of its folder.
fn try_manifest(text: &str) -> Result<(), String> {
    let Ok(manifest) = Manifest::from_json(text) else { return Ok(()) };
    let optional = manifest.optional.iter().map(|model| &model.entry);
    for file in manifest.models.iter().chain(optional).flat_map(ModelEntry::files) {
        if !Path::new(&file.path).components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(format!("leads to {}", file.path));
        }
    }
    let written = serde_json::to_string(&manifest).map_err(|error| error.to_string())?;
    let again = Manifest::from_json(&written).map_err(|error| format!("cannot be read again: {error}"))?;
    if again == manifest { Ok(()) } else { Err(format!("is read as another once it is written: {written}")) }
}

/// Loads a model whose files are what its entry says, however they came about.
fn try_model(entry: ModelEntry, graph: &[u8], tokenizer: &[u8]) -> Result<(), String> {
    let named = |entry: FileEntry, bytes: &[u8]| {
        let sha256 = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        FileEntry { bytes: bytes.len(), sha256, ..entry }
    };
    let entry = ModelEntry {
        graph: named(entry.graph.clone(), graph),
        tokenizer: named(entry.tokenizer.clone(), tokenizer),
        ..entry
    };
    let Ok(model) = load(&entry, graph.to_vec(), tokenizer) else { return Ok(()) };
    let long = TEXTS[3].repeat(2_000);
    for text in TEXTS.into_iter().chain([long.as_str()]) {
        let answered = match &model {
            Loaded::BiEncoder(model) => model.embed(&[text]).now_or_never().is_some(),
            Loaded::Nli(model) => {
                model.infer(&[Pair { premise: text, hypothesis: TEXTS[1] }]).now_or_never().is_some()
            }
            Loaded::CrossEncoder(model) => model.rerank(TEXTS[1], &[text]).now_or_never().is_some(),
        };
        if !answered {
            return Err("waits for nobody".to_owned());
        }
    }
    Ok(())
}
