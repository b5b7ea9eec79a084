//! The tables: the queue's own, made by apalis, and the jobs'.

use apalis_postgres::PostgresStorage;
use apalis_sqlite::SqliteStorage;
use sqlx::{Connection, PgConnection};

use super::Store;
use crate::failure::StoreError;

/// What is written in the same words for both databases.
const TABLES: [&str; 5] = [
    "CREATE TABLE IF NOT EXISTS citelight_job (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        owner TEXT NOT NULL,
        idempotency TEXT,
        body TEXT NOT NULL,
        request TEXT,
        state TEXT NOT NULL,
        result TEXT,
        error TEXT,
        runs BIGINT NOT NULL,
        aside_requests BIGINT NOT NULL DEFAULT 0,
        aside_tokens BIGINT NOT NULL DEFAULT 0,
        created BIGINT NOT NULL,
        changed BIGINT NOT NULL,
        expires BIGINT NOT NULL,
        UNIQUE (owner, idempotency)
    )",
    "CREATE INDEX IF NOT EXISTS citelight_job_expires ON citelight_job (expires)",
    "CREATE INDEX IF NOT EXISTS citelight_job_waiting ON citelight_job (state) WHERE state IN ('queued', 'running')",
    "CREATE TABLE IF NOT EXISTS citelight_answer (
        job TEXT NOT NULL,
        request TEXT NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (job, request)
    )",
    "CREATE TABLE IF NOT EXISTS citelight_spent (
        scope TEXT NOT NULL,
        day BIGINT NOT NULL,
        jobs BIGINT NOT NULL,
        requests BIGINT NOT NULL,
        tokens BIGINT NOT NULL,
        PRIMARY KEY (scope, day)
    )",
];
/// The lock under which one replica makes the tables while the others wait.
const LOCK: i64 = 0x6369_7465;

impl Store {
    /// Makes what is not there yet.
    pub(super) async fn set_up(&self) -> Result<(), StoreError> {
        let fault = StoreError::of("make its tables");
        match self {
            Self::Sqlite(pool) => {
                // Not apalis's own set-up: it would switch off what keeps the file whole when the machine dies.
                let migrated = SqliteStorage::migrations().run(pool).await;
                migrated.map_err(|error| fault(error.into()))?;
                for table in TABLES {
                    sqlx::query(table).execute(pool).await.map_err(&fault)?;
                }
            }
            Self::Postgres(pool) => {
                // A connection of its own: if it breaks, its lock goes with it.
                let mut connection: PgConnection = pool.acquire().await.map_err(&fault)?.detach();
                let lock = sqlx::query("SELECT pg_advisory_lock($1)").bind(LOCK);
                lock.execute(&mut connection).await.map_err(&fault)?;
                let set_up = PostgresStorage::setup(pool).await;
                set_up.map_err(|error| StoreError::Failed {
                    doing: "make the queue's tables",
                    reason: error.to_string(),
                })?;
                for table in TABLES {
                    sqlx::query(table).execute(&mut connection).await.map_err(&fault)?;
                }
                connection.close().await.map_err(&fault)?;
            }
        }
        Ok(())
    }
}
