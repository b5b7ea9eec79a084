//! A job as its owner sees it.

use serde_json::value::RawValue;

use super::{Store, now, on};
use crate::failure::StoreError;
use crate::job::{Job, Kind, State};

#[derive(sqlx::FromRow)]
struct Row {
    kind: String,
    state: String,
    runs: i64,
    created: i64,
    changed: i64,
    expires: i64,
    result: Option<String>,
    error: Option<String>,
}

impl Store {
    /// A job; none if there is none, if it is somebody else's, or if it has expired.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn look(&self, id: &str, owner: &str) -> Result<Option<Job>, StoreError> {
        const JOB: &str =
            "SELECT kind, state, runs, created, changed, expires, result, error FROM citelight_job
             WHERE id = $1 AND owner = $2 AND expires > $3";
        let row = on!(self, pool => {
            sqlx::query_as::<_, Row>(JOB).bind(id).bind(owner).bind(now()).fetch_optional(pool).await
        });
        let row = row.map_err(StoreError::of("look up a job"))?;
        Ok(row.and_then(|row| {
            Some(Job {
                id: id.to_owned(),
                kind: Kind::named(&row.kind)?,
                state: State::named(&row.state),
                runs: u32::try_from(row.runs).unwrap_or(u32::MAX),
                created: row.created,
                changed: row.changed,
                expires: row.expires,
                result: row.result.and_then(|json| RawValue::from_string(json).ok()),
                error: row.error.and_then(|json| serde_json::from_str(&json).ok()),
            })
        }))
    }
}
