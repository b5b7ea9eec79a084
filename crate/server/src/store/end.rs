//! A job ends, or goes back to the queue.

use super::{ALL, Begun, Store, now, on, whole};
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

impl Store {
    /// Ends a run: the first end counts, what was set aside and not taken is given back, what was asked is forgotten. False
    /// if another run had ended it already.
    ///
    /// # Errors
    /// [`StoreError`]; then the run has not ended.
    pub async fn end(&self, job: &Begun, end: &End, used: (u64, u64)) -> Result<bool, StoreError> {
        let fault = StoreError::of("end a job");
        let (state, result, error) = match end {
            End::Done(result) => (State::Done, Some(result), None),
            End::Failed(fault) => (State::Failed, None, serde_json::to_string(fault).ok()),
            End::Again => (State::Queued, None, None),
        };
        // None is given back of what was taken: a budget may be short of what it shows, never over it.
        let requests = whole(job.grant.requests.saturating_sub(used.0));
        let tokens = whole(job.grant.tokens.saturating_sub(used.1));
        on!(self, pool => {
            let mut transaction = pool.begin().await.map_err(&fault)?;
            let ended = sqlx::query(
                "UPDATE citelight_job SET state = $2, result = $3, error = $4, changed = $5,
                    aside_requests = 0, aside_tokens = 0,
                    request = CASE WHEN $6 THEN NULL ELSE request END
                 WHERE id = $1 AND state = 'running'",
            );
            let ended = ended.bind(&job.id).bind(state.as_str()).bind(result).bind(error).bind(now());
            let ended = ended.bind(state.is_final()).execute(&mut *transaction).await.map_err(&fault)?;
            if state.is_final() {
                let forget = sqlx::query("DELETE FROM citelight_answer WHERE job = $1").bind(&job.id);
                forget.execute(&mut *transaction).await.map_err(&fault)?;
            }
            // Row by row in the order of all such statements, lest two wait for each other: an UPDATE of both has none.
            let given_back = sqlx::query(
                "INSERT INTO citelight_spent (scope, day, jobs, requests, tokens) VALUES ($1, $3, 0, 0, 0), ($2, $3, 0, 0, 0)
                 ON CONFLICT (scope, day) DO UPDATE
                 SET requests = citelight_spent.requests - $4, tokens = citelight_spent.tokens - $5",
            );
            let given_back = given_back.bind(ALL).bind(&job.owner).bind(job.grant.day).bind(requests).bind(tokens);
            given_back.execute(&mut *transaction).await.map_err(&fault)?;
            transaction.commit().await.map_err(&fault)?;
            Ok(ended.rows_affected() > 0)
        })
    }

    /// Lets other replicas know that a job changed; where there are none, nothing.
    ///
    /// # Errors
    /// [`StoreError`]; then they learn it when they look.
    pub async fn tell(&self, id: &str) -> Result<(), StoreError> {
        if let Self::Postgres(pool) = self {
            let told = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(id).execute(pool).await;
            told.map_err(StoreError::of("tell other replicas of a job"))?;
        }
        Ok(())
    }
}
