//! SQLite or PostgreSQL, and statements that run on either.

use sqlx::postgres::PgPool;

use super::connection::Shared;

/// The database.
#[derive(Clone, Debug)]
pub(super) enum Database {
    /// A file, for one process. One connection writes: nobody waits for a lock. The reader waits for no writer, and nobody for the disk,
    /// to which the third copies the write-ahead log.
    Sqlite { writer: Shared, reader: Shared, copier: Shared },
    /// A server, for several replicas.
    Postgres(PgPool),
}

/// The same statements on a connection to either database: they are written for both. `$fault` makes an error of the database's the
/// store's; the function returns it if there is no connection.
macro_rules! on {
    ($store:expr, $fault:ident, $connection:ident => $body:expr) => {
        on!($store, $fault, writer, $connection => $body)
    };
    ($store:expr, $fault:ident, $of_file:ident, $connection:ident => $body:expr) => {
        match &$store.database {
            $crate::store::database::Database::Sqlite { $of_file, .. } => {
                let mut acquired = $of_file.acquire().await.map_err(&$fault)?;
                let $connection = &mut **acquired;
                $body
            }
            $crate::store::database::Database::Postgres(pool) => {
                let mut acquired = pool.acquire().await.map_err(&$fault)?;
                let $connection = &mut *acquired;
                $body
            }
        }
    };
}
pub(super) use on;

/// The same for statements that only read.
macro_rules! reading {
    ($store:expr, $fault:ident, $connection:ident => $body:expr) => {
        $crate::store::database::on!($store, $fault, reader, $connection => $body)
    };
}
pub(super) use reading;

/// The same transaction on either database, begun by booking. `$fault` makes an error of the database's the store's.
macro_rules! booking {
    (
        $store:expr, $fault:ident, ($owner:expr, $day:expr, $jobs:expr, $requests:expr, $tokens:expr),
        ($transaction:ident, $booked:ident) => $body:expr
    ) => {
        match &$store.database {
            $crate::store::database::Database::Sqlite { writer, .. } => {
                let begun = $crate::store::connection::FileTransaction::of(writer).await;
                let mut $transaction = begun.map_err(&$fault)?;
                let text = $crate::store::connection::FileTransaction::BOOK;
                let connection = $transaction.connection();
                let $booked = book!(connection, $fault, text, $owner, $day, $jobs, $requests, $tokens);
                $body
            }
            $crate::store::database::Database::Postgres(pool) => {
                let begun = $crate::store::connection::ServerTransaction::of(pool).await;
                let mut $transaction = begun.map_err(&$fault)?;
                let text = $crate::store::connection::ServerTransaction::BOOK;
                let connection = $transaction.connection();
                let $booked = book!(connection, $fault, text, $owner, $day, $jobs, $requests, $tokens);
                $body
            }
        }
    };
}
pub(super) use booking;
