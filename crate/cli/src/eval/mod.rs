//! `citelight eval`: figures on labelled files.

mod attribution;
mod bibtex;
mod chance;
mod citeme;
mod committee;
mod damage;
mod economy;
mod hallmark;
mod mapping;
mod misciting;
mod nli;
mod picture;
mod references;
mod results;
mod sample;
mod statistics;
mod venue;

use std::path::Path;
use std::process::ExitCode;

use crate::args::EvalCommand;
use crate::failure::Failure;

/// `results`: where the figures are kept, too.
pub(crate) fn run(command: &EvalCommand, results: Option<&Path>) -> Result<ExitCode, Failure> {
    match command {
        EvalCommand::Mapping { paths, format } => mapping::run(paths, *format, results),
        EvalCommand::Attribution(options) => attribution::run(options, results),
        EvalCommand::Bibtex(options) => bibtex::run(options, results),
        EvalCommand::Citeme(options) => citeme::run(options, results),
        EvalCommand::Committee(options) => committee::run(options, results),
        EvalCommand::Damage(options) => damage::run(options, results),
        EvalCommand::Hallmark(options) => hallmark::run(options, results),
        EvalCommand::Misciting(options) => misciting::run(options, results),
        EvalCommand::Nli(options) => nli::run(options, results),
        EvalCommand::References(options) => references::run(options, results),
        EvalCommand::Venue(options) => venue::run(options, results),
        EvalCommand::Sample { file, gold, with, format } => sample::run(file, gold, with, *format, results),
    }
}
