//! The tables, and what makes them of those of an earlier version.

use sqlx::{Connection, PgConnection};

use super::Store;
use super::database::Database;
use crate::failure::StoreError;

/// The version of the tables that this server reads and writes.
const VERSION: i64 = 2;
/// The lock under which one replica makes the tables while the others wait.
const LOCK: i64 = 0x6369_7465;

/// The tables of this version, in words that both databases understand.
const TABLES: [&str; 10] = [
    "CREATE TABLE citelight_work (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        owner TEXT NOT NULL,
        body TEXT NOT NULL,
        request TEXT,
        state TEXT NOT NULL,
        result TEXT,
        error TEXT,
        runs BIGINT NOT NULL,
        replica TEXT,
        lease BIGINT NOT NULL DEFAULT 0,
        due BIGINT NOT NULL,
        aside_day BIGINT NOT NULL DEFAULT 0,
        aside_requests BIGINT NOT NULL DEFAULT 0,
        aside_tokens BIGINT NOT NULL DEFAULT 0,
        created BIGINT NOT NULL,
        changed BIGINT NOT NULL,
        expires BIGINT NOT NULL
    )",
    "CREATE INDEX citelight_work_waiting ON citelight_work (owner, due) WHERE state = 'queued'",
    "CREATE INDEX citelight_work_running ON citelight_work (owner) WHERE state = 'running'",
    "CREATE INDEX citelight_work_aside ON citelight_work (aside_day) WHERE aside_requests > 0",
    "CREATE INDEX citelight_work_same ON citelight_work (owner, body)",
    "CREATE INDEX citelight_work_expires ON citelight_work (expires)",
    "CREATE TABLE citelight_job (
        id TEXT PRIMARY KEY,
        work TEXT NOT NULL,
        kind TEXT NOT NULL,
        owner TEXT NOT NULL,
        idempotency TEXT,
        body TEXT NOT NULL,
        secret TEXT NOT NULL,
        cancelled BIGINT,
        created BIGINT NOT NULL,
        expires BIGINT NOT NULL,
        UNIQUE (owner, idempotency, kind, body)
    )",
    "CREATE INDEX citelight_job_of_work ON citelight_job (work)",
    "CREATE INDEX citelight_job_expiring ON citelight_job (expires)",
    "CREATE TABLE IF NOT EXISTS citelight_spent (
        scope TEXT NOT NULL,
        day BIGINT NOT NULL,
        jobs BIGINT NOT NULL,
        requests BIGINT NOT NULL,
        tokens BIGINT NOT NULL,
        PRIMARY KEY (scope, day)
    )",
];
/// Answers of the model, of works that have not ended.
const ANSWERS: &str = "CREATE TABLE citelight_answer (
        work TEXT NOT NULL,
        request TEXT NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (work, request)
    )";

/// Version 1 had one table for a job and the work for it, and a queue of apalis's beside it. Its jobs have no secret: they cannot be
/// cancelled. What its runs had set aside stays spent.
const RENAMED: [&str; 2] = [
    "ALTER TABLE citelight_job RENAME TO citelight_job_1",
    "ALTER TABLE citelight_answer RENAME COLUMN job TO work",
];
const COPIED: [&str; 3] = [
    "INSERT INTO citelight_work (id, kind, owner, body, request, state, result, error, runs, due, created, changed, expires)
        SELECT id, kind, owner, body, request, CASE WHEN state = 'running' THEN 'queued' ELSE state END, result, error, runs,
            created, created, changed, expires
        FROM citelight_job_1",
    "INSERT INTO citelight_job (id, work, kind, owner, idempotency, body, secret, created, expires)
        SELECT id, id, kind, owner, idempotency, body, '', created, expires FROM citelight_job_1",
    "DROP TABLE citelight_job_1",
];
/// The queue of version 1 in a file. In PostgreSQL it has a schema of its own, which may be somebody else's as well: it stays.
const QUEUE_OF_FILES: [&str; 3] =
    ["DROP TABLE IF EXISTS Jobs", "DROP TABLE IF EXISTS Workers", "DROP TABLE IF EXISTS _sqlx_migrations"];

/// Brings the tables to this version, in one transaction.
macro_rules! migrate {
    ($connection:expr, $exists:literal, $more:expr) => {{
        let fault = StoreError::of("make its tables");
        let mut transaction = $connection.begin().await.map_err(&fault)?;
        let version = "CREATE TABLE IF NOT EXISTS citelight_schema (version BIGINT NOT NULL)";
        sqlx::query(version).execute(&mut *transaction).await.map_err(&fault)?;
        let known =
            sqlx::query_scalar::<_, i64>("SELECT max(version) FROM citelight_schema HAVING count(*) > 0");
        let known = known.fetch_optional(&mut *transaction).await.map_err(&fault)?;
        let old =
            sqlx::query_scalar::<_, i64>($exists).fetch_one(&mut *transaction).await.map_err(&fault)? > 0;
        let version = known.unwrap_or(i64::from(old));
        if version > VERSION {
            return Err(StoreError::Newer { version, known: VERSION });
        }
        let statements: Vec<&'static str> = match version {
            VERSION => Vec::new(),
            0 => TABLES.into_iter().chain([ANSWERS]).collect(),
            _ => RENAMED.into_iter().chain(TABLES).chain(COPIED).chain($more).collect(),
        };
        for statement in statements {
            sqlx::query(statement).execute(&mut *transaction).await.map_err(&fault)?;
        }
        if version < VERSION {
            for statement in
                ["DELETE FROM citelight_schema", "INSERT INTO citelight_schema (version) VALUES (2)"]
            {
                sqlx::query(statement).execute(&mut *transaction).await.map_err(&fault)?;
            }
        }
        transaction.commit().await.map_err(&fault)?;
    }};
}

impl Store {
    /// Makes what is not there yet.
    pub(super) async fn set_up(&self) -> Result<(), StoreError> {
        match &self.database {
            Database::Sqlite { writer, .. } => {
                let mut writer = writer.acquire().await.map_err(StoreError::of("make its tables"))?;
                migrate!(
                    writer,
                    "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'citelight_job'",
                    QUEUE_OF_FILES
                );
            }
            Database::Postgres(pool) => {
                let fault = StoreError::of("make its tables");
                // A connection of its own: if it breaks, its lock goes with it.
                let mut connection: PgConnection = pool.acquire().await.map_err(&fault)?.detach();
                let lock = sqlx::query("SELECT pg_advisory_lock($1)").bind(LOCK);
                lock.execute(&mut connection).await.map_err(&fault)?;
                migrate!(
                    connection,
                    "SELECT CAST(CASE WHEN to_regclass('citelight_job') IS NULL THEN 0 ELSE 1 END AS BIGINT)",
                    []
                );
                connection.close().await.map_err(&fault)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

    use super::*;
    use crate::config::StoreConfig;
    use crate::job::State;
    use crate::store::tests::{ROOM, ask, file, store};
    use crate::store::{Claim, Created};

    /// What version 1 left (tests/network/serve-tables.test.mjs uses the same for PostgreSQL), and its queue in a file.
    const OLD: &str = concat!(
        include_str!("../../../../tests/fixtures/serve/tables-1.sql"),
        "CREATE TABLE Workers (id TEXT PRIMARY KEY);
         CREATE TABLE Jobs (id TEXT PRIMARY KEY, lock_by TEXT REFERENCES Workers (id));
         INSERT INTO Workers VALUES ('r');
         INSERT INTO Jobs VALUES ('01RUNNING', 'r'), ('01QUEUED', NULL);
         CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY);"
    );

    #[tokio::test]
    async fn tables_of_the_first_version_are_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("jobs.db");
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let old = SqlitePool::connect_with(options).await.unwrap();
        sqlx::raw_sql(OLD).execute(&old).await.unwrap();
        old.close().await;
        let store = store(&folder).await;
        let (done, _) = store.look("01DONE", "journal").await.unwrap().unwrap();
        assert_eq!((done.state, done.result.unwrap().get()), (State::Done, "{\"relation\":\"supported\"}"));
        for (id, runs) in [("01RUNNING", 2), ("01QUEUED", 1)] {
            let claimed = store.claim("journal", "r", true, &Default::default()).await.unwrap();
            let Claim::Begun(job) = claimed else { panic!("{claimed:?}") };
            assert_eq!((job.id.as_str(), job.runs), (id, runs));
            assert_eq!(job.answers.len(), usize::from(runs == 2), "what was paid for is kept");
        }
        let replayed = ask(&store, "journal", Some("key"), "b2", ROOM).await;
        assert!(matches!(replayed, Created::Known { id, .. } if id == "01QUEUED"));
        let left: Vec<String> = sqlx::query_scalar(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
        )
        .fetch_all(&mut **file(&store).await)
        .await
        .unwrap();
        let tables = ["answer", "job", "schema", "spent", "work"].map(|name| format!("citelight_{name}"));
        assert_eq!(left, tables);
    }

    #[tokio::test]
    async fn tables_of_a_newer_server_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let first = store(&folder).await;
        sqlx::query("UPDATE citelight_schema SET version = 9")
            .execute(&mut **file(&first).await)
            .await
            .unwrap();
        first.close().await;
        let url = format!("sqlite:{}", folder.path().join("jobs.db").display());
        let error = Store::open(&StoreConfig { url, ..StoreConfig::default() }).await.unwrap_err();
        assert!(error.to_string().contains("version 9"), "{error}");
    }
}
