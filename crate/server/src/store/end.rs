//! A run of a work ends, with a result or none, or goes back to the queue.

use super::database::{Database, booking};
use super::{Begun, Store, whole};
use crate::failure::StoreError;
use crate::job::{Fault, State};
use crate::store::CHANNEL;

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With a result, as JSON.
    Done(String),
    /// With nothing.
    Failed(Fault),
    /// It is to be begun again.
    Again,
}

/// Milliseconds before a work is begun again: whatever it waits for needs a moment.
pub(crate) const MOMENT: i64 = 300;

/// Ends a work, and if it is over, forgets the answers, in one message to the database: SQLite takes two statements, PostgreSQL one that
/// has two parts.
macro_rules! end {
    ($before:literal, $between:literal, $after:literal) => {
        concat!(
            $before,
            "DELETE FROM citelight_answer WHERE work = $1 AND $8",
            $between,
            "UPDATE citelight_work SET state = $3, result = $4, error = $5, changed = $6, due = $7,
                request = CASE WHEN $8 THEN NULL ELSE request END,
                aside_requests = CASE WHEN runs = $2 THEN 0 ELSE aside_requests END,
                aside_tokens = CASE WHEN runs = $2 THEN 0 ELSE aside_tokens END
            WHERE id = $1 AND ((state = 'running' AND (runs = $2 OR $8)) OR (state = 'queued' AND $8))
            RETURNING runs, replica",
            $after
        )
    };
}

impl Store {
    /// Ends a run of a replica's: the first end counts, what was taken is booked in the place of what was set aside, what was asked
    /// is forgotten. False if another run had ended it already.
    ///
    /// # Errors
    /// [`StoreError`]; then the run has not ended.
    pub async fn end(
        &self,
        job: &Begun,
        end: &End,
        used: (u64, u64),
        replica: &str,
    ) -> Result<bool, StoreError> {
        let fault = StoreError::of("end a job");
        let (state, result, error) = match end {
            End::Done(result) => (State::Done, Some(result), None),
            End::Failed(fault) => (State::Failed, None, serde_json::to_string(fault).ok()),
            End::Again => (State::Queued, None, None),
        };
        let (requests, tokens) = (whole(used.0), whole(used.1));
        let (run, time) = (i64::from(job.runs), self.now());
        // Where something was set aside, more may have to be put right.
        let is_last = !job.grant.is_aside;
        let text = match self.database {
            Database::Sqlite { .. } if is_last => end!("", "; ", "; COMMIT"),
            Database::Sqlite { .. } => end!("", "; ", ""),
            Database::Postgres(_) => end!("WITH forgotten AS (", ") ", ""),
        };
        booking!(self, fault, (&job.owner, job.grant.day, 0_i64, requests, tokens), (transaction, _booked) => {
            // A run that was taken over may still bring the result, but puts nothing back that another one works on.
            let ended = sqlx::query_as::<_, (i64, Option<String>)>(text);
            let ended = ended.bind(&job.id).bind(run).bind(state.as_str()).bind(result).bind(error);
            let ended = ended.bind(time).bind(time + MOMENT).bind(state.is_final());
            let ended = ended.fetch_all(transaction.connection()).await.map_err(&fault)?;
            if is_last {
                transaction.committed().await.map_err(&fault)?;
                return Ok(!ended.is_empty());
            }
            let ended = ended.first();
            let mut is_own = ended.is_some_and(|(runs, by)| *runs == run && by.as_deref() == Some(replica));
            if ended.is_none() {
                // It was cancelled, or another run was first: what this one has set aside is its own all the same.
                let back = sqlx::query(
                    "UPDATE citelight_work SET aside_requests = 0, aside_tokens = 0 WHERE id = $1 AND runs = $2 AND replica = $3",
                );
                let back = back.bind(&job.id).bind(run).bind(replica);
                is_own = back.execute(transaction.connection()).await.map_err(&fault)?.rows_affected() > 0;
            }
            if !is_own {
                // Whoever took it over has booked all that was set aside, these among it.
                let connection = transaction.connection();
                book!(connection, fault, &job.owner, job.grant.day, 0_i64, -requests, -tokens);
            }
            transaction.commit().await.map_err(&fault)?;
            Ok(ended.is_some())
        })
    }

    /// Lets other replicas know that a work changed, or with an empty name that a new one waits; where there are none, nothing.
    ///
    /// # Errors
    /// [`StoreError`]; then they learn it when they look.
    pub async fn tell(&self, id: &str) -> Result<(), StoreError> {
        if let Some(pool) = self.postgres() {
            let told = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(id).execute(pool).await;
            told.map_err(StoreError::of("tell other replicas of a job"))?;
        }
        Ok(())
    }
}
