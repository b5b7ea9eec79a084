//! Options of the commands that go on until they are stopped.

use std::path::PathBuf;

#[cfg(feature = "mcp")]
use super::With;
#[cfg(any(feature = "lsp", feature = "mcp"))]
use crate::network::NetworkOptions;

#[cfg(feature = "mcp")]
#[derive(Debug, clap::Args)]
pub(crate) struct McpOptions {
    /// Serve HTTP on this port of this computer instead of stdin and stdout; 0 takes any that is free and prints the address.
    #[arg(long, value_name = "PORT")]
    pub(crate) http: Option<u16>,
    /// Read files in this folder only; repeatable [default: the folder that the server is started in].
    #[arg(long = "folder", value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
    /// Which differences are an error, a warning, a note or nothing: default, neurips-2026, iclr-2026, strict, lenient, or a
    /// file.
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    pub(crate) policy: String,
    /// Ask nobody: only the index, the records and the texts that are named here count.
    #[arg(long)]
    pub(crate) offline: bool,
    /// What documents are checked with.
    #[command(flatten)]
    pub(crate) with: With,
    #[command(flatten)]
    pub(crate) network: NetworkOptions,
}

#[cfg(feature = "lsp")]
#[derive(Debug, clap::Args)]
pub(crate) struct LspOptions {
    /// Which differences are an error, a warning, a note or nothing: default, neurips-2026, iclr-2026, strict, lenient, or a
    /// file.
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    pub(crate) policy: String,
    /// Also treat case, hyphens, dropped subtitles, differing initials and years off by one as errors.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Ask nobody: only answers in the cache and the records that are named here count.
    #[arg(long)]
    pub(crate) offline: bool,
    /// Use these files of records instead of the network; repeatable.
    #[arg(long, num_args = 1.., value_name = "JSONL")]
    pub(crate) records: Vec<PathBuf>,
    /// The records are complete: an entry in none of them is reported as not found.
    #[arg(long, requires = "records")]
    pub(crate) complete_records: bool,
    /// Accepted, as many editors pass it: the server always talks over stdin and stdout.
    #[arg(long)]
    pub(crate) stdio: bool,
    #[command(flatten)]
    pub(crate) network: NetworkOptions,
}

/// Options of `serve`.
#[cfg(feature = "serve")]
#[derive(Debug, clap::Args)]
pub(crate) struct ServeOptions {
    /// The configuration (docs/server.md).
    #[arg(long, value_name = "TOML", env = "CITELIGHT_SERVE_CONFIG", required_unless_present = "hash_token")]
    pub(crate) config: Option<PathBuf>,
    /// Look whether the configuration can be used, and end.
    #[arg(long)]
    pub(crate) check: bool,
    /// Read a token from standard input and print the hash that the configuration wants.
    #[arg(long, conflicts_with_all = ["config", "check"])]
    pub(crate) hash_token: bool,
}
