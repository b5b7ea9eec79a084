//! `citelight mcp`: tools for writing assistants and agents, by the Model Context Protocol (<https://modelcontextprotocol.io>).

mod folders;
mod reports;
mod server;
mod tools;
mod types;
mod worker;

use std::io::Write;
use std::net::Ipv4Addr;
use std::process::ExitCode;
use std::sync::Arc;

use axum::Router;
use rmcp::ServiceExt;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;

use crate::args::McpOptions;
use crate::failure::Failure;
use reports::Reports;
use server::CitelightServer;
use worker::Worker;

/// Where the server is found.
const PATH: &str = "/mcp";

pub(crate) fn run(options: McpOptions) -> Result<ExitCode, Failure> {
    let http = options.http;
    let server = CitelightServer::new(Worker::start(options)?, Reports::default());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Server(format!("the system gives no runtime: {error}")))?;
    let served = match http {
        None => runtime.block_on(over_pipes(server)),
        Some(port) => runtime.block_on(over_http(server, port)),
    };
    // A read of stdin that waits cannot be ended.
    runtime.shutdown_background();
    served.map(|()| ExitCode::SUCCESS)
}

async fn over_pipes(server: CitelightServer) -> Result<(), Failure> {
    let broken =
        |error: String| Failure::Server(format!("the connection over stdin and stdout failed: {error}"));
    let service = server.serve(rmcp::transport::stdio()).await.map_err(|error| broken(error.to_string()))?;
    service.waiting().await.map_err(|error| broken(error.to_string()))?;
    Ok(())
}

/// On this computer alone: no page of another site may ask, whatever name leads it here.
async fn over_http(server: CitelightServer, port: u16) -> Result<(), Failure> {
    let unusable = |error: std::io::Error| Failure::Server(format!("port {port} cannot be served: {error}"));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(unusable)?;
    let address = listener.local_addr().map_err(unusable)?;
    let config = StreamableHttpServerConfig::default().enforce_origin_validation();
    let service: StreamableHttpService<CitelightServer, LocalSessionManager> =
        StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config);
    // Whoever started it may have left the port to the system; nobody reads it when the pipe is closed.
    let _ = writeln!(std::io::stdout(), "http://{address}{PATH}");
    axum::serve(listener, Router::new().nest_service(PATH, service)).await.map_err(unusable)
}
