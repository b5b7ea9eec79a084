//! Connections to a SQLite file, each used by one task at a time.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::postgres::{PgConnection, PgPool};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Error, Postgres, Transaction};
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard};

use super::spent::BOOK;

/// A connection that is lent to whoever asks next. A pool of one would do the same, but it asks the connection for a sign of life each
/// time that it comes back: as many messages between threads again as the statements need.
#[derive(Clone, Debug)]
pub(super) struct Shared(Arc<Mutex<Option<Lent>>>);

/// What is lent.
#[derive(Debug)]
pub(super) struct Lent {
    connection: SqliteConnection,
    /// Whether a [`FileTransaction`] was begun and not committed.
    is_open: bool,
}

impl Shared {
    pub(super) async fn open(options: &SqliteConnectOptions) -> Result<Self, Error> {
        let lent = Lent { connection: options.connect().await?, is_open: false };
        Ok(Self(Arc::new(Mutex::new(Some(lent)))))
    }

    /// Waits for the connection. What its last user began and did not commit is rolled back first.
    ///
    /// # Errors
    /// [`Error::PoolClosed`] if it was closed, or whatever keeps it from being rolled back.
    pub(super) async fn acquire(&self) -> Result<MappedMutexGuard<'_, Lent>, Error> {
        let lent = MutexGuard::try_map(self.0.lock().await, Option::as_mut);
        let mut lent = lent.map_err(|_| Error::PoolClosed)?;
        if lent.is_open {
            // It may have ended by itself, or never have begun: only if one is still open now did this fail.
            let rolled_back = sqlx::query("ROLLBACK").execute(&mut lent.connection).await;
            if let Err(error) = rolled_back {
                sqlx::query("BEGIN; ROLLBACK").execute(&mut lent.connection).await.map_err(|_| error)?;
            }
            lent.is_open = false;
        }
        Ok(lent)
    }

    pub(super) async fn close(&self) {
        if let Some(lent) = self.0.lock().await.take() {
            // The process ends: whatever could not be written now is in the write-ahead log.
            let _ = lent.connection.close().await;
        }
    }
}

impl Deref for Lent {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.connection
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }
}

/// A transaction on the file that needs no messages of its own: the first statement, [`Self::BOOK`], begins it, and the last one may
/// commit it. What is dropped before is rolled back by whoever acquires the connection next.
pub(super) struct FileTransaction<'a>(MappedMutexGuard<'a, Lent>);

impl<'a> FileTransaction<'a> {
    /// Begins the transaction and books.
    pub(super) const BOOK: &'static str = concat!("BEGIN IMMEDIATE; ", book_text!());

    pub(super) async fn of(shared: &'a Shared) -> Result<Self, Error> {
        let mut lent = shared.acquire().await?;
        lent.is_open = true;
        Ok(Self(lent))
    }

    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.0.connection
    }

    /// To be called when a statement with “COMMIT” at its end has been executed.
    pub(super) async fn committed(mut self) -> Result<(), Error> {
        self.0.is_open = false;
        Ok(())
    }

    pub(super) async fn commit(mut self) -> Result<(), Error> {
        sqlx::query("COMMIT").execute(&mut self.0.connection).await?;
        self.committed().await
    }
}

/// The same on PostgreSQL, which takes one statement in a message.
pub(super) struct ServerTransaction(Transaction<'static, Postgres>);

impl ServerTransaction {
    /// Books.
    pub(super) const BOOK: &'static str = BOOK;

    pub(super) async fn of(pool: &PgPool) -> Result<Self, Error> {
        Ok(Self(pool.begin().await?))
    }

    pub(super) fn connection(&mut self) -> &mut PgConnection {
        &mut self.0
    }

    /// Commits: no statement does.
    pub(super) async fn committed(self) -> Result<(), Error> {
        self.commit().await
    }

    pub(super) async fn commit(self) -> Result<(), Error> {
        self.0.commit().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::database::Database;
    use crate::store::tests::{ROOM, ask, file, new, store};
    use crate::store::{Created, Room};

    #[tokio::test]
    async fn what_was_not_committed_is_rolled_back_whenever_it_was_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let Database::Sqlite { writer, .. } = &store.database else { panic!("a file is opened as one") };
        let booked = async || {
            let spent = sqlx::query_scalar::<_, i64>("SELECT coalesce(sum(jobs), 0) FROM citelight_spent");
            spent.fetch_one(&mut **file(&store).await).await.unwrap()
        };
        // Before its first statement, after it, and by a statement that fails.
        drop(FileTransaction::of(writer).await.unwrap());
        assert_eq!(booked().await, 0);
        for then in ["SELECT 1", "INSERT INTO citelight_schema VALUES (NULL); COMMIT"] {
            let mut transaction = FileTransaction::of(writer).await.unwrap();
            let book = sqlx::query(FileTransaction::BOOK).bind("*").bind("a").bind(1).bind(1).bind(0).bind(0);
            book.execute(transaction.connection()).await.unwrap();
            let _ = sqlx::query(then).execute(transaction.connection()).await;
            drop(transaction);
            assert_eq!(booked().await, 0, "{then}");
        }
        let full = Room { all: 0, ..ROOM };
        assert_eq!(ask(&store, "a", None, "b", full).await, Created::Full);
        assert_eq!(booked().await, 0, "what is refused is not counted");
        new(ask(&store, "a", None, "b", ROOM).await);
        assert_eq!(booked().await, 2, "for the owner and for all");
    }

    #[tokio::test]
    async fn who_goes_away_in_the_middle_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let mut created = 0;
        for polls in 0..40 {
            let body = polls.to_string();
            let mut asking = Box::pin(ask(&store, "a", None, &body, ROOM));
            let mut left = polls;
            let done = std::future::poll_fn(|context| {
                if let std::task::Poll::Ready(created) = asking.as_mut().poll(context) {
                    return std::task::Poll::Ready(Some(created));
                }
                if left == 0 {
                    return std::task::Poll::Ready(None);
                }
                left -= 1;
                std::task::Poll::Pending
            });
            created += i64::from(done.await.is_some());
            drop(asking);
        }
        let counts = "SELECT (SELECT jobs FROM citelight_spent WHERE scope = '*'), (SELECT count(*) FROM citelight_job)";
        let (booked, jobs): (i64, i64) =
            sqlx::query_as(counts).fetch_one(&mut **file(&store).await).await.unwrap();
        assert_eq!(booked, jobs, "a job that is there is booked, and no other");
        assert!(jobs >= created && created > 0, "{jobs} of {created}");
    }
}
