//! Connections to a SQLite file, each used by one task at a time.

use std::sync::Arc;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Error};
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard};

/// A connection that is lent to whoever asks next. A pool of one would do the same, but it asks the connection for a sign of life each
/// time that it comes back: as many messages between threads again as the statements need.
#[derive(Clone, Debug)]
pub(super) struct Shared(Arc<Mutex<Option<SqliteConnection>>>);

impl Shared {
    pub(super) async fn open(options: &SqliteConnectOptions) -> Result<Self, Error> {
        Ok(Self(Arc::new(Mutex::new(Some(options.connect().await?)))))
    }

    /// Waits for the connection. What its last user left undone is rolled back before the next statement.
    ///
    /// # Errors
    /// [`Error::PoolClosed`] if it was closed.
    pub(super) async fn acquire(&self) -> Result<MappedMutexGuard<'_, SqliteConnection>, Error> {
        MutexGuard::try_map(self.0.lock().await, Option::as_mut).map_err(|_| Error::PoolClosed)
    }

    pub(super) async fn close(&self) {
        if let Some(connection) = self.0.lock().await.take() {
            // The process ends: whatever could not be written now is in the write-ahead log.
            let _ = connection.close().await;
        }
    }
}
