//! Jobs, their results and what they took: one SQLite file, or PostgreSQL for several replicas.
//!
//! A job and its place in the queue are made in one transaction, and its result is written by whoever ends it first: so none
//! is lost and none is doubled, whatever dies in between. The queue itself is apalis's, in the same database.

mod begin;
mod cancel;
mod create;
mod end;
mod expire;
mod look;
mod schema;
mod spent;

use std::str::FromStr;
use std::time::{Duration, UNIX_EPOCH};

use apalis_core::task::Task;
use apalis_core::task::builder::TaskBuilder;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use ulid::Ulid;

pub use begin::{Beginning, Begun, Grant};
pub use create::{Created, NewJob};
pub use end::End;

use crate::config::StoreConfig;
use crate::failure::StoreError;

/// The scope of what all owners take together.
pub const ALL: &str = "*";
/// The name of the queue.
pub(crate) const QUEUE: &str = "citelight";
/// The channel on which replicas tell each other of jobs that changed.
pub(crate) const CHANNEL: &str = "citelight_job";
/// How often the queue itself would hand a job out: how often it is begun is counted in the job.
const HANDED_OUT: usize = 1_000_000;
/// Milliseconds of a day.
const DAY: i64 = 86_400_000;
/// How long another process may hold the SQLite file, and a connection to PostgreSQL may be waited for.
const BUSY: Duration = Duration::from_secs(5);

/// Where jobs are kept.
#[derive(Clone, Debug)]
pub enum Store {
    /// A file, for one process. One connection: nobody waits for a lock.
    Sqlite(SqlitePool),
    /// A server, for several replicas.
    Postgres(PgPool),
}

/// The same statements on either database: they are written for both.
macro_rules! on {
    ($store:expr, $pool:ident => $body:expr) => {
        match $store {
            $crate::store::Store::Sqlite($pool) => $body,
            $crate::store::Store::Postgres($pool) => $body,
        }
    };
}
pub(crate) use on;

impl Store {
    /// Opens the store and makes its tables.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn open(config: &StoreConfig) -> Result<Self, StoreError> {
        let store = if let Some(file) = config.url.strip_prefix("sqlite:") {
            let options = SqliteConnectOptions::new()
                .filename(file.trim_start_matches("//"))
                .create_if_missing(true)
                // A write-ahead log survives the death of the process without waiting for the disk each time.
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Normal)
                .busy_timeout(BUSY);
            let pool = SqlitePoolOptions::new().max_connections(1).min_connections(1);
            Self::Sqlite(pool.connect_with(options).await.map_err(StoreError::of("open the file"))?)
        } else if config.url.starts_with("postgres://") || config.url.starts_with("postgresql://") {
            let options = PgConnectOptions::from_str(&config.url)
                .map_err(|_| StoreError::Address("it is no address of PostgreSQL".to_owned()))?;
            let pool = PgPoolOptions::new()
                .max_connections(config.connections)
                .min_connections(1)
                .acquire_timeout(BUSY);
            Self::Postgres(pool.connect_with(options).await.map_err(StoreError::of("reach PostgreSQL"))?)
        } else {
            return Err(StoreError::Address("it begins with neither sqlite: nor postgres://".to_owned()));
        };
        store.set_up().await?;
        Ok(store)
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// [`StoreError`] if it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        let asked = on!(self, pool => sqlx::query("SELECT 1").execute(pool).await.map(|_| ()));
        asked.map_err(StoreError::of("answer"))
    }

    /// Closes all connections.
    pub async fn close(&self) {
        on!(self, pool => pool.close().await);
    }
}

/// A job's place in the queue: its name and nothing else.
fn place(id: Ulid) -> Task<Vec<u8>> {
    let name = id.to_string();
    let line = format!("\"{name}\"").into_bytes();
    let builder = TaskBuilder::new(line).task_id(id.into()).idempotency_key(&name);
    // The second in which it was created is not over: a time before it is due at once.
    let due = u64::try_from(now() / 1000 - 1).unwrap_or_default();
    builder.max_attempts(HANDED_OUT).run_at_timestamp(due).build()
}

/// Milliseconds since 1970 UTC.
pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// The day (UTC) of a time.
fn day(time: i64) -> i64 {
    time.div_euclid(DAY)
}

/// Seconds until budgets are new.
pub(crate) fn seconds_until_tomorrow() -> i64 {
    (DAY - now().rem_euclid(DAY)) / 1000 + 1
}

/// A limit as databases count.
fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
