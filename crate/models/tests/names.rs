//! The name of a model says what runs it now.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use citelight_inference::Embed;
use citelight_inference::LocalFuture;
use citelight_models::backend::{Backend, Batch, Output};
use citelight_models::{Loaded, Manifest, load_with};
use futures_util::FutureExt;

/// A backend that is another one after two runs.
#[derive(Default)]
struct Failing {
    runs: Cell<usize>,
}

impl Backend for Failing {
    fn name(&self) -> &str {
        if self.runs.get() < 2 { "webgpu" } else { "int8 after webgpu failed" }
    }

    fn names(&self) -> Vec<&str> {
        vec!["int8", "webgpu", "int8 after webgpu failed"]
    }

    fn tokens_per_run(&self) -> usize {
        64
    }

    fn pads(&self) -> bool {
        false
    }

    fn runs_at_once(&self) -> usize {
        1
    }

    fn run<'a>(&'a self, batches: &'a [Batch]) -> LocalFuture<'a, Result<Vec<Output>, String>> {
        self.runs.set(self.runs.get() + 1);
        let vectors = |batch: &Batch| Output {
            values: vec![0.5; batch.ids.len() * 384],
            lengths: batch.lengths.iter().map(|length| length * 384).collect(),
        };
        Box::pin(async move { Ok(batches.iter().map(vectors).collect()) })
    }
}

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models")
}

#[test]
fn names_follow_what_runs() {
    let manifest = Manifest::from_json(&fs::read_to_string(models().join("manifest.json")).unwrap()).unwrap();
    let entry = manifest.bi_encoder().unwrap();
    let (graph, tokenizer) = (models().join(&entry.graph.path), models().join(&entry.tokenizer.path));
    let failing = |_| Ok(Box::<Failing>::default() as Box<dyn Backend>);
    let loaded = load_with(entry, fs::read(graph).unwrap().into(), &fs::read(tokenizer).unwrap(), failing);
    let Ok(Loaded::BiEncoder(model)) = loaded else { panic!("a bi-encoder was expected") };
    // Loading tried it once.
    assert_eq!((model.backend(), &*model.name()), ("webgpu", "all-MiniLM-L6-v2@3225c34d (webgpu)"));
    model.embed(&["a text"]).now_or_never().unwrap().unwrap();
    assert_eq!(model.name(), "all-MiniLM-L6-v2@3225c34d (int8 after webgpu failed)");
}
