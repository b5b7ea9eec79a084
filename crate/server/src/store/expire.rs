//! What is over is deleted.

use super::{QUEUE, Store, day, now, on};
use crate::failure::StoreError;

/// Days that what was taken on a day is kept for whoever looks.
const ACCOUNTS: i64 = 40;

impl Store {
    /// Deletes expired jobs with all that belongs to them, places in the queue that are over, and old accounts.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn expire(&self) -> Result<u64, StoreError> {
        let fault = StoreError::of("delete what has expired");
        let time = now();
        let deleted = on!(self, pool => {
            let old = sqlx::query("DELETE FROM citelight_job WHERE expires <= $1").bind(time);
            let deleted = old.execute(pool).await.map_err(&fault)?.rows_affected();
            let orphaned = sqlx::query(
                "DELETE FROM citelight_answer WHERE NOT EXISTS (SELECT 1 FROM citelight_job WHERE id = job)",
            );
            orphaned.execute(pool).await.map_err(&fault)?;
            let accounts = sqlx::query("DELETE FROM citelight_spent WHERE day < $1").bind(day(time) - ACCOUNTS);
            accounts.execute(pool).await.map_err(&fault)?;
            deleted
        });
        match self {
            Self::Sqlite(pool) => {
                // Times of the queue are seconds there.
                for over in [
                    "DELETE FROM Jobs WHERE job_type = $1 AND status IN ('Done', 'Killed')",
                    "DELETE FROM Workers WHERE worker_type = $1 AND last_seen < strftime('%s', 'now') - 86400
                        AND NOT EXISTS (SELECT 1 FROM Jobs WHERE lock_by = Workers.id)",
                ] {
                    sqlx::query(over).bind(QUEUE).execute(pool).await.map_err(&fault)?;
                }
            }
            Self::Postgres(pool) => {
                for over in [
                    "DELETE FROM apalis.jobs WHERE job_type = $1 AND status IN ('Done', 'Killed')",
                    "DELETE FROM apalis.workers WHERE worker_type = $1 AND last_seen < now() - interval '1 day'
                        AND NOT EXISTS (SELECT 1 FROM apalis.jobs WHERE lock_by = apalis.workers.id)",
                ] {
                    sqlx::query(over).bind(QUEUE).execute(pool).await.map_err(&fault)?;
                }
            }
        }
        Ok(deleted)
    }
}
