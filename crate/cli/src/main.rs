//! The command `citelight`: the core natively, for terminals and continuous integration.
//!
//! Exit codes: 0 nothing to review, 1 something needs review, 2 it could not be checked.

mod args;
mod article;
mod ask;
mod bib;
mod check;
mod cite;
mod eval;
mod explain;
mod failure;
mod find;
mod home;
mod lines;
mod map;
mod models;
mod network;
mod output;
#[cfg(test)]
mod reference;
mod serve;
mod texts;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};

fn main() -> ExitCode {
    match run(Args::parse()) {
        Ok(code) => code,
        // The reader of a pipe ("… | head") has had enough.
        Err(failure::Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            anstream::eprintln!("citelight: {}", output::plain(&failure.to_string()));
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
        Command::Eval { command, results } => eval::run(&command, results.as_deref()),
        Command::Models { command } => models::run(&command),
        Command::Serve(options) => serve::run(&options),
    }
}
