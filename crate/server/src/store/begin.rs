//! A job is begun: it is marked as running, and the most that it may take is set aside.

use citelight::llm::recorded::Line;

use super::spent::reserve;
use super::{Store, day, now, on};
use crate::config::DayBudget;
use crate::failure::StoreError;
use crate::job::Kind;

/// What may be taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grant {
    /// The day (since 1970 UTC) on whose account it is.
    pub day: i64,
    /// Requests to the model.
    pub requests: u64,
    /// Tokens that it reads and writes.
    pub tokens: u64,
}

/// A job that was begun.
#[derive(Clone, Debug, PartialEq)]
pub struct Begun {
    /// Its name.
    pub id: String,
    /// What it is about.
    pub kind: Kind,
    /// Who asked.
    pub owner: String,
    /// What was asked, as JSON.
    pub request: String,
    /// How often it was begun, this time included.
    pub runs: u32,
    /// When it was created.
    pub created: i64,
    /// What it may take.
    pub grant: Grant,
    /// Answers of the model that an earlier run left: they are not asked for again.
    pub answers: Vec<Line>,
}

/// What came of beginning a job.
#[derive(Clone, Debug, PartialEq)]
pub enum Beginning {
    /// It is begun.
    Begun(Begun),
    /// It is there no more, or has ended.
    Over,
    /// All that is left of a budget is set aside by jobs that run, or only a newer server knows its kind: it is not begun yet.
    Wait,
}

impl Store {
    /// Begins a job. `most` says what it may take at most, by kind and owner, and
    /// what the owner's day and everybody's day may.
    ///
    /// # Errors
    /// [`StoreError`]; then it is not begun.
    pub async fn begin(
        &self,
        id: &str,
        most: impl Fn(Kind, &str) -> (Grant, DayBudget, DayBudget),
    ) -> Result<Beginning, StoreError> {
        let fault = StoreError::of("begin a job");
        on!(self, pool => {
            let mut transaction = pool.begin().await.map_err(&fault)?;
            let begun = sqlx::query_as::<_, (String, String, Option<String>, i64, i64)>(
                "UPDATE citelight_job SET state = 'running', runs = runs + 1, changed = $2
                 WHERE id = $1 AND state IN ('queued', 'running')
                 RETURNING kind, owner, request, runs, created",
            );
            let begun = begun.bind(id).bind(now()).fetch_optional(&mut *transaction).await.map_err(&fault)?;
            let Some((kind, owner, Some(request), runs, created)) = begun else { return Ok(Beginning::Over) };
            // A kind of a newer server: it stays in the queue until that one takes it, or it expires.
            let Some(kind) = Kind::named(&kind) else { return Ok(Beginning::Wait) };
            let (most, quota, budget) = most(kind, &owner);
            let mut grant = Grant { day: day(now()), ..most };
            reserve!(transaction, fault, id, grant, owner, quota, budget);
            let answers = if runs > 1 {
                let lines = sqlx::query_scalar::<_, String>("SELECT line FROM citelight_answer WHERE job = $1");
                lines.bind(id).fetch_all(&mut *transaction).await.map_err(&fault)?
            } else {
                Vec::new()
            };
            transaction.commit().await.map_err(&fault)?;
            let answers = answers.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
            let runs = u32::try_from(runs).unwrap_or(u32::MAX);
            let id = id.to_owned();
            Ok(Beginning::Begun(Begun { id, kind, owner, request, runs, created, grant, answers }))
        })
    }

    /// Keeps answers of the model: what was paid for is not lost with the process.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn keep(&self, answers: &[(String, Line)]) -> Result<(), StoreError> {
        let fault = StoreError::of("keep answers of the model");
        on!(self, pool => {
            let mut transaction = pool.begin().await.map_err(&fault)?;
            for (job, line) in answers {
                let json = serde_json::to_string(line).unwrap_or_default();
                // Not for a job that ended meanwhile: nobody would ever delete it.
                let kept = sqlx::query(
                    "INSERT INTO citelight_answer (job, request, line)
                     SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM citelight_job WHERE id = $1 AND state = 'running')
                     ON CONFLICT (job, request) DO NOTHING",
                );
                kept.bind(job).bind(&line.request).bind(json).execute(&mut *transaction).await.map_err(&fault)?;
            }
            transaction.commit().await.map_err(&fault)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::StoreConfig;

    #[tokio::test]
    async fn a_kind_of_a_newer_server_is_left_in_the_queue() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("jobs.db").display());
        let store = Store::open(&StoreConfig { url, ..StoreConfig::default() }).await.unwrap();
        let insert = "INSERT INTO citelight_job (id, kind, owner, body, request, state, runs, created, changed, expires)
             VALUES ('j', $1, 'a', '', '{}', 'queued', 0, 0, 0, $2)";
        let Store::Sqlite(pool) = &store else { panic!("a file is opened as one") };
        sqlx::query(insert).bind("prophecy").bind(i64::MAX).execute(pool).await.unwrap();
        let most = |_: Kind, _: &str| (Grant::default(), DayBudget::default(), DayBudget::default());
        assert_eq!(store.begin("j", most).await.unwrap(), Beginning::Wait);
        assert_eq!(store.waiting().await.unwrap(), (1, 0), "it waits as before");
        assert_eq!(store.begin("nobody", most).await.unwrap(), Beginning::Over);
    }
}
