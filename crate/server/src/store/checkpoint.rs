//! SQLite's write-ahead log is carried into the file beside the work, not during it.

use std::time::Duration;

use sqlx::sqlite::SqliteConnection;
use sqlx::{ConnectOptions, Connection};
use tokio::time::interval;

use super::Store;
use crate::failure::StoreError;

/// Between two times: a minute of work is a few megabytes.
const EVERY: Duration = Duration::from_secs(2);

/// Carries the log over now and then, as long as the store is open; nothing to do for PostgreSQL. It waits for the disk, and whoever
/// commits would wait with it (SQLite, "Write-Ahead Logging", section 3): a passive checkpoint on a connection of its own holds
/// nobody up.
pub(crate) async fn checkpoint(store: Store) {
    let Store::Sqlite(pool) = &store else { return };
    let mut own: Option<SqliteConnection> = None;
    let mut turns = interval(EVERY);
    while !pool.is_closed() {
        turns.tick().await;
        let carried = match own.take() {
            Some(connection) => carried(connection).await,
            None => match pool.connect_options().connect().await {
                Ok(connection) => carried(connection).await,
                Err(error) => Err(error),
            },
        };
        match carried {
            Ok(connection) => own = Some(connection),
            // A commit does it when the log is long.
            Err(error) => {
                let error = StoreError::of("carry its log over")(error);
                tracing::warn!(%error, "the database's log grows until the next try");
            }
        }
    }
    if let Some(connection) = own {
        let _ = connection.close().await;
    }
}

async fn carried(mut connection: SqliteConnection) -> Result<SqliteConnection, sqlx::Error> {
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut connection).await?;
    Ok(connection)
}
