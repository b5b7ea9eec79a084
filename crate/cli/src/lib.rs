//! What the command `citelight` is made of, and what `citelight-eval` (crate/eval) shares with it: options, files, models, the network
//! and output of a native command. Nothing here knows of evaluation.

pub mod args;
pub mod article;
mod ask;
mod bib;
pub mod check;
mod cite;
mod explain;
pub mod failure;
pub mod find;
pub mod home;
pub mod lines;
mod map;
pub mod models;
pub mod network;
pub mod output;
#[cfg(test)]
mod reference;
mod serve;
mod texts;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};

/// What the command `citelight` does.
pub fn main() -> ExitCode {
    finish("citelight", run(Args::parse()))
}

/// How a command ends: with its own code, or with what went wrong on stderr.
pub fn finish(command: &str, outcome: Result<ExitCode, failure::Failure>) -> ExitCode {
    match outcome {
        Ok(code) => code,
        // The reader of a pipe ("… | head") has had enough.
        Err(failure::Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            anstream::eprintln!("{command}: {}", output::plain(&failure.to_string()));
            ExitCode::from(2)
        }
    }
}

fn run(args: Args) -> Result<ExitCode, failure::Failure> {
    match args.command {
        Command::Map(options) => map::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Explain(options) => explain::run(&options),
        Command::Bib(options) => bib::run(&options),
        Command::Cite(options) => cite::run(&options),
        Command::Find(options) => find::run(&options),
        Command::Nli(options) => ask::nli(&options),
        Command::Embed(options) => ask::embed(&options),
        Command::Models { command } => models::run(&command),
        Command::Serve(options) => serve::run(&options),
    }
}
