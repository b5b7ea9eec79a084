//! A job as its owner sees it.

use serde_json::value::RawValue;

use super::Store;
use super::database::reading;
use crate::failure::StoreError;
use crate::job::{Fault, Job, Kind, State};

#[derive(sqlx::FromRow)]
struct Row {
    work: String,
    cancelled: Option<i64>,
    created: i64,
    expires: i64,
    kind: String,
    state: String,
    runs: i64,
    changed: i64,
    result: Option<String>,
    error: Option<String>,
}

impl Store {
    /// A job, and the work that is done for it; none if there is none, if it is somebody else's, or if it has expired.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn look(&self, id: &str, owner: &str) -> Result<Option<(Job, String)>, StoreError> {
        const JOB: &str =
            "SELECT j.work, j.cancelled, j.created, j.expires, w.kind, w.state, w.runs, w.changed, w.result, w.error
             FROM citelight_job j JOIN citelight_work w ON w.id = j.work
             WHERE j.id = $1 AND j.owner = $2 AND j.expires > $3";
        let time = self.now();
        let fault = StoreError::of("look up a job");
        let row = reading!(self, fault, connection => {
            sqlx::query_as::<_, Row>(JOB).bind(id).bind(owner).bind(time).fetch_optional(connection).await.map_err(&fault)?
        });
        Ok(row.and_then(|row| {
            let mut job = Job {
                id: id.to_owned(),
                kind: Kind::named(&row.kind)?,
                state: State::named(&row.state),
                runs: u32::try_from(row.runs).unwrap_or(u32::MAX),
                created: row.created,
                // It may share what was done before it came.
                changed: row.changed.max(row.created),
                expires: row.expires,
                result: row.result.and_then(|json| RawValue::from_string(json).ok()),
                error: row.error.and_then(|json| serde_json::from_str(&json).ok()),
            };
            if let Some(cancelled) = row.cancelled {
                // Others may wait for the work; this job has ended.
                job.state = State::Failed;
                (job.changed, job.result, job.error) = (cancelled, None, Some(Fault::cancelled()));
            }
            Some((job, row.work))
        }))
    }
}
