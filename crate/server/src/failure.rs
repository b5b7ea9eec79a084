//! Why the server cannot be run or a job cannot be kept: what was being done, to what, what to do next.

use std::net::SocketAddr;
use std::path::PathBuf;

/// Why the server cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The configuration.
    #[error("the configuration {} cannot be used: {reason}", path.display())]
    Config {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The address.
    #[error(
        "the server cannot listen on {address}: {reason}; choose another with listen in the configuration"
    )]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What happened.
        reason: String,
    },
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Threads, connections.
    #[error("the server cannot be set up: {0}")]
    SetUp(String),
}

/// Why the store could not do something. Its text names no value, no address, no password.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address is none that can be used.
    #[error("the store's address cannot be used: {0}; give sqlite:FILE or postgres://USER@HOST/DATABASE")]
    Address(String),
    /// A newer server made the tables.
    #[error(
        "the store's tables have version {version}, and this server supports none above {known}; update the server, or use another store"
    )]
    Newer {
        /// The tables' version.
        version: i64,
        /// The newest that this server supports.
        known: i64,
    },
    /// The database said no.
    #[error("the store failed to {doing}: {reason}")]
    Failed {
        /// What was being done.
        doing: &'static str,
        /// What the database says.
        reason: String,
    },
}

impl StoreError {
    /// What went wrong with a database while something was done.
    pub(crate) fn of(doing: &'static str) -> impl Fn(sqlx::Error) -> Self {
        move |error| Self::Failed { doing, reason: told(&error) }
    }
}

/// What a database says: its message, never the values it was given.
fn told(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => {
            format!("{} ({})", error.message(), error.code().unwrap_or_default())
        }
        sqlx::Error::PoolTimedOut => "all connections are busy".to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::Tls(_) => "no encrypted connection could be made".to_owned(),
        sqlx::Error::RowNotFound => "there is no such row".to_owned(),
        other => {
            let kind = format!("{other:?}");
            kind.split(['(', ' ', '{']).next().unwrap_or("it failed").to_owned()
        }
    }
}
