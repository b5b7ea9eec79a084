//! `citelight lsp`: what is wrong with references, in an editor as one writes, by the Language Server Protocol
//! (<https://microsoft.github.io/language-server-protocol>).

mod actions;
mod analysis;
mod diagnostics;
mod documents;
mod hover;
mod library;
mod names;
mod pipe;
mod position;
mod question;
mod server;
mod session;
mod worker;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tower_lsp_server::{LspService, Server};

use crate::args::LspOptions;
use crate::failure::Failure;
use server::CitelightServer;
use session::Session;
use worker::Worker;

/// Bytes on their way from the editor.
const PIPE: usize = 65_536;

pub(crate) fn run(options: LspOptions) -> Result<ExitCode, Failure> {
    let policy = crate::policy::of(&options.policy)?;
    let session = Arc::new(Session::new(options.offline));
    let worker = Worker::start(options, policy, session.clone())?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Server(format!("the system gives no runtime: {error}")))?;
    let own = session.clone();
    runtime.block_on(async move {
        let (service, socket) = LspService::new(|client| CitelightServer::new(client, own, worker));
        let (sent, received) = tokio::io::duplex(PIPE);
        tokio::spawn(pipe::relay(tokio::io::stdin(), sent));
        // One after the other: changes of a text only make sense in their order, and no request takes long.
        Server::new(received, tokio::io::stdout(), socket).concurrency_level(1).serve(service).await;
    });
    // A read of stdin that waits cannot be ended.
    runtime.shutdown_background();
    let was_shut_down = session.was_shut_down.load(Ordering::Relaxed);
    Ok(if was_shut_down { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
