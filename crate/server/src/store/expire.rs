//! What is over is deleted.

use super::database::on;
use super::{Store, day};
use crate::failure::StoreError;

/// Days that what was taken on a day is kept for whoever looks.
const ACCOUNTS: i64 = 40;

impl Store {
    /// Deletes expired jobs, works that none is left of, their answers, and old accounts.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn expire(&self) -> Result<u64, StoreError> {
        let fault = StoreError::of("delete what has expired");
        let time = self.now();
        on!(self, fault, connection => {
            let jobs = sqlx::query("DELETE FROM citelight_job WHERE expires <= $1").bind(time);
            let deleted = jobs.execute(&mut *connection).await.map_err(&fault)?.rows_affected();
            let works = sqlx::query(
                "DELETE FROM citelight_work WHERE expires <= $1
                    AND NOT EXISTS (SELECT 1 FROM citelight_job WHERE work = citelight_work.id)",
            );
            works.bind(time).execute(&mut *connection).await.map_err(&fault)?;
            let answers = sqlx::query(
                "DELETE FROM citelight_answer WHERE NOT EXISTS (
                    SELECT 1 FROM citelight_work WHERE id = work AND state IN ('queued', 'running'))",
            );
            answers.execute(&mut *connection).await.map_err(&fault)?;
            let accounts = sqlx::query("DELETE FROM citelight_spent WHERE day < $1").bind(day(time) - ACCOUNTS);
            accounts.execute(&mut *connection).await.map_err(&fault)?;
            Ok(deleted)
        })
    }
}
