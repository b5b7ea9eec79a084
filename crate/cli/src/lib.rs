//! What the command `citelight` is made of, and what `citelight-eval` (crate/eval) shares with it: options, files, models, the network
//! and output of a native command. Nothing here knows of evaluation.
//!
//! Features leave commands out, and what only they need: `bib` (`bib`, `cite`, `index`, `watch`), `models` (`check`, `find`, `nli`, `embed`, `models`), `serve`
//! (`serve`, with `models`), `mcp` (`mcp`, with `bib` and `models`), `lsp` (`lsp`, with `bib`); `pdf` reads PDF files, without it they are refused.

pub mod args;
pub mod article;
#[cfg(feature = "models")]
mod ask;
#[cfg(feature = "bib")]
mod bib;
#[cfg(feature = "models")]
pub mod check;
#[cfg(feature = "bib")]
mod cite;
mod explain;
pub mod failure;
#[cfg(feature = "models")]
pub mod find;
pub mod host;
#[cfg(feature = "bib")]
mod index;
#[cfg(feature = "models")]
pub mod lines;
#[cfg(feature = "lsp")]
mod lsp;
mod map;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(feature = "models")]
pub mod models;
#[cfg(any(feature = "bib", feature = "models"))]
pub mod network;
pub mod output;
#[cfg(any(feature = "bib", feature = "models"))]
mod policy;
#[cfg(all(test, feature = "serve", feature = "bib"))]
mod reference;
#[cfg(any(feature = "bib", feature = "models"))]
mod sarif;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "models")]
mod texts;
#[cfg(feature = "bib")]
mod watch;

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
        #[cfg(feature = "models")]
        Command::Check(options) => check::run(&options),
        Command::Explain(options) => explain::run(&options),
        #[cfg(feature = "bib")]
        Command::Bib(options) => bib::run(&options),
        #[cfg(feature = "bib")]
        Command::Index { command } => index::run(&command),
        #[cfg(feature = "bib")]
        Command::Cite(options) => cite::run(&options),
        #[cfg(feature = "bib")]
        Command::Watch(options) => watch::run(&options),
        #[cfg(feature = "models")]
        Command::Find(options) => find::run(&options),
        #[cfg(feature = "models")]
        Command::Nli(options) => ask::nli(&options),
        #[cfg(feature = "models")]
        Command::Embed(options) => ask::embed(&options),
        #[cfg(feature = "models")]
        Command::Models { command } => models::run(&command),
        #[cfg(feature = "serve")]
        Command::Serve(options) => serve::run(&options),
        #[cfg(feature = "mcp")]
        Command::Mcp(options) => mcp::run(options),
        #[cfg(feature = "lsp")]
        Command::Lsp(options) => lsp::run(options),
    }
}
