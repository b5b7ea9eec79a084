//! Compares models of any origin with outputs of a reference runtime; `scripts/data/real_models.py` makes the folder.
//!
//! ```text
//! cargo run --release -p citelight-models --example real_models -- FOLDER
//! ```
//! FOLDER holds a `manifest.json` and for each of its models `ID.jsonl`, a line for each input: `{"text" | "premise",
//! "hypothesis", "tokens", "output"}`. Exit code 1 if a model is further from its reference than a cosine of 0.999, or logits than 0.3.

#[path = "../tests/common/cases.rs"]
mod cases;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use cases::{Case, Outcome, agreeing, figure, outcome, read};
use citelight_models::{ModelEntry, Role};

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1).map(PathBuf::from) else {
        eprintln!("name the folder that scripts/data/real_models.py made");
        return ExitCode::from(2);
    };
    let far = read(&folder).iter().filter(|(entry, cases)| !compare(entry, &folder, cases)).count();
    ExitCode::from(u8::from(far > 0))
}

fn compare(entry: &ModelEntry, folder: &Path, cases: &[Case]) -> bool {
    let start = Instant::now();
    let asked = match outcome(entry, folder, cases) {
        Ok(ask) => ask,
        Err(reason) => {
            println!("{}: {reason}", entry.id);
            return false;
        }
    };
    let (loaded, start) = (start.elapsed().as_secs_f64(), Instant::now());
    let Outcome { name, outputs, tokens } = asked();
    let speed = tokens as f64 / start.elapsed().as_secs_f64();
    let expected: u64 = cases.iter().map(|case| case.tokens as u64).sum();
    let figure = figure(entry, &outputs, cases);
    let (what, is_near) = match entry.role {
        Role::BiEncoder { .. } => ("least cosine", figure >= 0.999),
        // Where activations are quantised on the way, a difference in the last bit may turn a byte: ONNX Runtime's own
        // levels of optimisation differ by 0.13.
        Role::Nli { .. } | Role::CrossEncoder => ("largest difference", figure <= 0.3),
    };
    println!(
        "{name}: {} cases, {what} {figure:.6}, same argmax {}; {tokens} word pieces of {expected}; loaded in {loaded:.1} s, \
         {speed:.0} tokens/s",
        cases.len(),
        agreeing(&outputs, cases)
    );
    is_near && tokens == expected
}
