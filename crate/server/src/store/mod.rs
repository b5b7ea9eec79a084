//! Jobs, their results and what they took: one SQLite file, or PostgreSQL for several replicas.
//!
//! A job is what one client asked for, a work what is done for it. Jobs of one owner that ask the same share a work: it is paid for
//! once, and no client sees or cancels another's job. The works are the queue: one that waits is claimed by a replica, which holds
//! it by a lease; when the lease runs out, another replica claims it. A result is written by whoever ends a work first: so none is
//! lost and none is doubled, whatever dies in between.

#[macro_use]
mod spent;
mod answers;
mod cancel;
mod claim;
mod connection;
mod create;
mod database;
mod end;
mod expire;
mod file;
mod lease;
mod look;
mod schema;

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

pub use crate::token::ALL;
pub use cancel::Cancelled;
pub use claim::{Allowance, Begun, Claim, Grant, WaitingOwner};
pub use create::{Created, NewJob, Room};
pub use end::End;
pub(crate) use end::MOMENT;

use crate::config::StoreConfig;
use crate::failure::StoreError;
use connection::Shared;
use database::{Database, reading};

/// The channel on which replicas tell each other of what changed.
pub(crate) const CHANNEL: &str = "citelight_job";
/// Milliseconds of a day.
const DAY: i64 = 86_400_000;
/// How long another process may hold the SQLite file, and a connection to PostgreSQL may be waited for.
const BUSY: Duration = Duration::from_secs(5);
/// Pages (4 KiB) of SQLite's write-ahead log at which whoever writes must copy them to the file; a connection of its own does so earlier.
const LOG_PAGES: &str = "8000";

/// Where jobs are kept.
#[derive(Clone, Debug)]
pub struct Store {
    database: Database,
    /// Milliseconds that the database's clock is ahead of this machine's: replicas go by one clock.
    ahead: Arc<AtomicI64>,
}

impl Store {
    /// Opens the store and makes its tables.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn open(config: &StoreConfig) -> Result<Self, StoreError> {
        let database = if let Some(file) = config.url.strip_prefix("sqlite:") {
            open_file(Path::new(file.trim_start_matches("//"))).await?
        } else if config.url.starts_with("postgres://") || config.url.starts_with("postgresql://") {
            let options = PgConnectOptions::from_str(&config.url)
                .map_err(|_| StoreError::Address("it is no address of PostgreSQL".to_owned()))?;
            let pool = PgPoolOptions::new()
                .max_connections(config.connections)
                .min_connections(1)
                .acquire_timeout(BUSY);
            Database::Postgres(pool.connect_with(options).await.map_err(StoreError::of("reach PostgreSQL"))?)
        } else {
            return Err(StoreError::Address("it begins with neither sqlite: nor postgres://".to_owned()));
        };
        let store = Self { database, ahead: Arc::default() };
        store.set_up().await?;
        store.set_clock().await?;
        Ok(store)
    }

    /// The pool of PostgreSQL, if that is the store.
    pub(crate) fn postgres(&self) -> Option<&PgPool> {
        match &self.database {
            Database::Postgres(pool) => Some(pool),
            Database::Sqlite { .. } => None,
        }
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// [`StoreError`] if it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        let fault = StoreError::of("answer");
        reading!(self, fault, connection => sqlx::query("SELECT 1").execute(connection).await.map(|_| ()).map_err(&fault))
    }

    /// Closes all connections.
    pub async fn close(&self) {
        match &self.database {
            Database::Sqlite { writer, reader, copier } => {
                copier.close().await;
                reader.close().await;
                writer.close().await;
            }
            Database::Postgres(pool) => pool.close().await,
        }
    }

    /// Milliseconds since 1970 UTC, by the database's clock.
    pub(crate) fn now(&self) -> i64 {
        now().saturating_add(self.ahead.load(Ordering::Relaxed))
    }

    /// Copies SQLite's write-ahead log to the file, while others read and write: the connection that writes would make everybody wait
    /// for the disk.
    ///
    /// # Errors
    /// [`StoreError`]; then the log grows until it is copied by whoever writes.
    pub(crate) async fn copy_log(&self) -> Result<(), StoreError> {
        if let Database::Sqlite { copier, .. } = &self.database {
            let fault = StoreError::of("copy its log to the file");
            let mut connection = copier.acquire().await.map_err(&fault)?;
            let copied = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut **connection).await;
            copied.map_err(&fault)?;
        }
        Ok(())
    }

    /// Reads the database's clock.
    pub(crate) async fn set_clock(&self) -> Result<(), StoreError> {
        if let Database::Postgres(pool) = &self.database {
            const CLOCK: &str = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";
            let before = now();
            let told = sqlx::query_scalar::<_, i64>(CLOCK).fetch_one(pool).await;
            let told = told.map_err(StoreError::of("tell the time"))?;
            self.ahead.store(told - (before + now()) / 2, Ordering::Relaxed);
        }
        Ok(())
    }
}

async fn open_file(file: &Path) -> Result<Database, StoreError> {
    let private = file::keep_private(file);
    private.map_err(|error| StoreError::Failed { doing: "open the file", reason: error.to_string() })?;
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        // A write-ahead log survives the death of the process without waiting for the disk each time.
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(BUSY);
    let fault = StoreError::of("open the file");
    let writer =
        Shared::open(&options.clone().pragma("wal_autocheckpoint", LOG_PAGES)).await.map_err(&fault)?;
    let reader = Shared::open(&options.clone().read_only(true)).await.map_err(&fault)?;
    let copier = Shared::open(&options).await.map_err(&fault)?;
    Ok(Database::Sqlite { writer, reader, copier })
}

/// Milliseconds since 1970 UTC, by this machine's clock.
fn now() -> i64 {
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

#[cfg(test)]
pub(crate) mod tests {
    use tokio::sync::MappedMutexGuard;
    use ulid::Ulid;

    use super::connection::Lent;
    use super::*;
    use crate::access::Owner;
    use crate::config::DayBudget;
    use crate::job::Kind;

    /// A store in a file.
    pub(crate) async fn store(folder: &tempfile::TempDir) -> Store {
        let url = format!("sqlite:{}", folder.path().join("jobs.db").display());
        Store::open(&StoreConfig { url, ..StoreConfig::default() }).await.unwrap()
    }

    /// The connection that writes to a file.
    pub(in crate::store) async fn file(store: &Store) -> MappedMutexGuard<'_, Lent> {
        let Database::Sqlite { writer, .. } = &store.database else { panic!("a file is opened as one") };
        writer.acquire().await.unwrap()
    }

    /// Room for whatever is asked.
    pub(crate) const ROOM: Room =
        Room { budget: DayBudget { jobs: None, requests: None, tokens: None }, all: 100, of_owner: 100 };

    /// A job of an arbitration, whose secret is `secret-NAME`.
    pub(crate) async fn ask(store: &Store, name: &str, key: Option<&str>, body: &str, room: Room) -> Created {
        let owner = Owner { name: name.into(), quota: DayBudget::default() };
        let job = NewJob {
            id: Ulid::generate().to_string(),
            kind: Kind::Arbitration,
            owner: &owner,
            idempotency: key,
            body: body.to_owned(),
            request: "{}".to_owned(),
            secret: format!("secret-{name}"),
            expires: i64::MAX,
        };
        store.create(&job, room).await.unwrap()
    }

    /// The job and the work that were created anew.
    pub(crate) fn new(created: Created) -> (String, String) {
        match created {
            Created::New { id, work } => (id, work),
            other => panic!("{other:?}"),
        }
    }
}
