//! Mutated inputs of every format through the parser, mutated answers of models and of scholarly sources, and mutated files of our
//! own through their readers: none may crash, take over two seconds or over 512 MB, and what comes out must hold together.
//!
//! `cargo test` tries 20 inputs for each target; `./build.sh fuzz` goes on longer, for other crates too (tests/fuzz/README.md). A failing
//! input is written to the target folder's `fuzz` and named in the message; kept in tests/fuzz it is tried first ever after.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

#[path = "../support/bare_context.rs"]
mod bare_context;
mod checks;
mod documents;
mod harness;
mod layers;
mod model_answers;
#[path = "../support/no_pause.rs"]
mod no_pause;
mod own_files;
mod sources;

use harness::{Runner, Target, try_all};

#[test]
fn mutated_inputs_do_no_harm() {
    let mut runner = Runner::new();
    documents::try_built(&mut runner);
    let targets: Vec<Target> = [
        documents::targets(),
        checks::targets(),
        model_answers::targets(),
        sources::targets(),
        own_files::targets(),
    ]
    .into_iter()
    .flatten()
    .collect();
    try_all(&targets, 20, &mut runner);
}
