//! `citelight eval`: figures on labelled files.

mod attribution;
mod citeme;
mod committee;
mod economy;
mod hallmark;
mod hallmark_ranking;
mod mapping;
mod mapping_report;
mod misciting;
mod nli;
mod peers;
mod picture;
mod results;
mod sample;
mod statistics;

use std::path::Path;
use std::process::ExitCode;

use crate::args::EvalCommand;
use crate::failure::Failure;

/// `results`: where the figures are kept, too.
pub(crate) fn run(command: &EvalCommand, results: Option<&Path>) -> Result<ExitCode, Failure> {
    match command {
        EvalCommand::Mapping { paths, format } => mapping::run(paths, *format),
        EvalCommand::Attribution(options) => attribution::run(options),
        EvalCommand::Citeme(options) => citeme::run(options),
        EvalCommand::Committee(options) => committee::run(options, results),
        EvalCommand::Hallmark(options) => hallmark::run(options),
        EvalCommand::Misciting(options) => misciting::run(options),
        EvalCommand::Nli(options) => nli::run(options),
        EvalCommand::Sample { file, gold, with, format } => sample::run(file, gold, with, *format),
    }
}
