//! Citelight measured: the suites of `citelight-eval`, with the gold, metrics, simulations and pictures that nothing else needs.

pub mod args;
pub mod attribution;
mod bi_encoder;
mod bibtex;
mod chance;
pub mod citeme;
pub mod committee;
mod damage;
mod economy;
pub mod hallmark;
mod knowledge;
pub mod mapping;
pub mod misciting;
mod nearness;
mod nli;
mod picture;
pub mod references;
mod relevance;
pub mod results;
mod rules;
mod sample;
mod statistics;
mod tokens;
mod venue;
mod works;
use std::path::Path;
use std::process::ExitCode;

use citelight_cli::failure::Failure;
use citelight_cli::finish;
use clap::Parser;

use args::{Args, Suite};

/// What the command `citelight-eval` does.
pub fn main() -> ExitCode {
    let Args { suite, results } = Args::parse();
    finish("citelight-eval", run(&suite, results.as_deref()))
}

/// `results`: where the figures are kept, too.
fn run(suite: &Suite, results: Option<&Path>) -> Result<ExitCode, Failure> {
    match suite {
        Suite::Mapping { paths, format } => mapping::run(paths, *format, results),
        Suite::Attribution(options) => attribution::run(options, results),
        Suite::Bibtex(options) => bibtex::run(options, results),
        Suite::Citeme(options) => citeme::run(options, results),
        Suite::Committee(options) => committee::run(options, results),
        Suite::Damage(options) => damage::run(options, results),
        Suite::Hallmark(options) => hallmark::run(options, results),
        Suite::Knowledge(options) => knowledge::run(options),
        Suite::Misciting(options) => misciting::run(options, results),
        Suite::Nearness(options) => nearness::run(options, results),
        Suite::Nli(options) => nli::run(options, results),
        Suite::References(options) => references::run(options, results),
        Suite::Relevance(options) => relevance::run(options, results),
        Suite::Rules(options) => rules::run(options, results),
        Suite::Venue(options) => venue::run(options, results),
        Suite::Works(options) => works::run(options, results),
        Suite::Sample { file, gold, with, format } => sample::run(file, gold, with, *format, results),
    }
}
