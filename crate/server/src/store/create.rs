//! A job and its place in the queue, in one step.

use apalis_postgres::queries::push_tasks as push_to_postgres;
use apalis_sqlite::queries::push_tasks as push_to_sqlite;
use ulid::Ulid;

use super::spent::book;
use super::{ALL, Store, day, now, on, place, whole};
use crate::access::Owner;
use crate::config::DayBudget;
use crate::failure::StoreError;
use crate::job::Kind;
use crate::store::QUEUE;

/// A job that is asked for.
pub struct NewJob<'a> {
    /// What it is about.
    pub kind: Kind,
    /// Who asks.
    pub owner: &'a Owner,
    /// The key under which the same request is the same job.
    pub idempotency: Option<&'a str>,
    /// SHA-256 of what is asked.
    pub body: String,
    /// What is asked, as JSON.
    pub request: String,
    /// When it expires.
    pub expires: i64,
}

/// What came of asking for a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Created {
    /// There is a new one.
    New(String),
    /// The same was asked under the same key: this is it.
    Known(String),
    /// Something else was asked under the same key.
    OtherBody,
    /// The owner, or all together, may create no more today.
    QuotaSpent(&'static str),
    /// Too many wait.
    Full,
}

/// What each database does in its own words.
macro_rules! push {
    (sqlite, $transaction:ident, $id:ident) => {
        push_to_sqlite(&mut *$transaction, QUEUE, &[place($id)]).await.map_err(|error| error.to_string())
    };
    (postgres, $transaction:ident, $id:ident) => {
        push_to_postgres(&mut *$transaction, QUEUE, vec![place($id)]).await.map_err(|error| error.to_string())
    };
}

/// The whole of it, in one transaction.
macro_rules! create {
    ($database:ident, $pool:ident, $job:ident, $budget:ident, $most:ident) => {{
        let fault = StoreError::of("create a job");
        let mut transaction = $pool.begin().await.map_err(&fault)?;
        let (id, time) = (Ulid::generate(), now());
        // Nobody sees a job that has expired; until it is swept away it must not stand in a new one's place either.
        let expired = sqlx::query(
            "DELETE FROM citelight_job WHERE owner = $1 AND idempotency = $2 AND expires <= $3",
        );
        let expired = expired.bind(&*$job.owner.name).bind($job.idempotency).bind(time);
        expired.execute(&mut *transaction).await.map_err(&fault)?;
        let inserted = sqlx::query(
            "INSERT INTO citelight_job
                (id, kind, owner, idempotency, body, request, state, runs, created, changed, expires)
             VALUES ($1, $2, $3, $4, $5, $6, 'queued', 0, $7, $7, $8)
             ON CONFLICT (owner, idempotency) DO NOTHING",
        )
        .bind(id.to_string())
        .bind($job.kind.as_str())
        .bind(&*$job.owner.name)
        .bind($job.idempotency)
        .bind(&$job.body)
        .bind(&$job.request)
        .bind(time)
        .bind($job.expires);
        if inserted.execute(&mut *transaction).await.map_err(&fault)?.rows_affected() == 0 {
            let known = sqlx::query_as::<_, (String, String, String)>(
                "SELECT id, kind, body FROM citelight_job WHERE owner = $1 AND idempotency = $2",
            );
            let known = known.bind(&*$job.owner.name).bind($job.idempotency);
            let (id, kind, body) = known.fetch_one(&mut *transaction).await.map_err(&fault)?;
            let same = kind == $job.kind.as_str() && body == $job.body;
            return Ok(if same { Created::Known(id) } else { Created::OtherBody });
        }
        let waiting =
            sqlx::query_scalar::<_, i64>("SELECT count(*) FROM citelight_job WHERE state = 'queued'");
        if waiting.fetch_one(&mut *transaction).await.map_err(&fault)? > whole($most) {
            return Ok(Created::Full);
        }
        // What is not committed is as if it had not been.
        let counted = book!(transaction, fault, &*$job.owner.name, day(time), 1_i64, 0_i64, 0_i64);
        for (scope, jobs, mut requests, mut tokens) in counted {
            let limits = if scope == ALL { $budget } else { $job.owner.quota };
            if limits.requests.is_some() || limits.tokens.is_some() {
                // What running jobs have set aside is not taken yet: most of it comes back.
                let aside = sqlx::query_as::<_, (i64, i64)>(
                    "SELECT CAST(coalesce(sum(aside_requests), 0) AS BIGINT), CAST(coalesce(sum(aside_tokens), 0) AS BIGINT)
                     FROM citelight_job WHERE state = 'running' AND (owner = $1 OR $1 = $2)",
                );
                let aside = aside.bind(&scope).bind(ALL).fetch_one(&mut *transaction).await.map_err(&fault)?;
                requests -= aside.0;
                tokens -= aside.1;
            }
            if let Some(spent) = spent(limits, $job.kind, (jobs, requests, tokens)) {
                return Ok(Created::QuotaSpent(spent));
            }
        }
        let pushed: Result<(), String> = push!($database, transaction, id);
        pushed.map_err(|reason| StoreError::Failed { doing: "queue a job", reason })?;
        transaction.commit().await.map_err(&fault)?;
        Ok(Created::New(id.to_string()))
    }};
}

/// Which limit leaves no room for the job that was just counted.
fn spent(limits: DayBudget, kind: Kind, (jobs, requests, tokens): (i64, i64, i64)) -> Option<&'static str> {
    let passed = |limit: Option<u64>, taken: i64| limit.is_some_and(|limit| taken > whole(limit));
    if passed(limits.jobs, jobs) {
        return Some("jobs");
    }
    if !kind.asks_model() {
        return None;
    }
    // A job without a single request left would only fail.
    if passed(limits.requests, requests.saturating_add(1)) {
        return Some("requests");
    }
    passed(limits.tokens, tokens.saturating_add(1)).then_some("tokens")
}

impl Store {
    /// Creates a job and queues it, unless it is there already, may not be, or too many wait.
    ///
    /// # Errors
    /// [`StoreError`]; then there is no job.
    pub async fn create(
        &self,
        job: &NewJob<'_>,
        budget: DayBudget,
        most: u64,
    ) -> Result<Created, StoreError> {
        match self {
            Self::Sqlite(pool) => create!(sqlite, pool, job, budget, most),
            Self::Postgres(pool) => create!(postgres, pool, job, budget, most),
        }
    }

    /// Jobs that wait and jobs that are worked on.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn waiting(&self) -> Result<(i64, i64), StoreError> {
        let counts = on!(self, pool => {
            sqlx::query_as::<_, (i64, i64)>(
                "SELECT count(CASE WHEN state = 'queued' THEN 1 END), count(CASE WHEN state = 'running' THEN 1 END)
                 FROM citelight_job WHERE state IN ('queued', 'running')",
            )
            .fetch_one(pool)
            .await
        });
        counts.map_err(StoreError::of("count its jobs"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::StoreConfig;
    use crate::store::DAY;

    #[tokio::test]
    async fn a_job_that_has_expired_makes_room_for_the_same_question() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("jobs.db").display());
        let store = Store::open(&StoreConfig { url, ..StoreConfig::default() }).await.unwrap();
        let owner = |name: &str| Owner { name: name.into(), quota: DayBudget::default() };
        let create = async |owner: &Owner, expires: i64| {
            let (body, request) = ("same".to_owned(), "{}".to_owned());
            let job =
                NewJob { kind: Kind::Arbitration, owner, idempotency: Some("key"), body, request, expires };
            store.create(&job, DayBudget::default(), 100).await.unwrap()
        };
        let (journal, other) = (owner("journal"), owner("other"));
        let Created::New(expired) = create(&journal, now()).await else { panic!("it is the first") };
        let Created::New(kept) = create(&other, now() + DAY).await else { panic!("of somebody else") };
        let Created::New(fresh) = create(&journal, now() + DAY).await else {
            panic!("the first has expired")
        };
        assert_ne!(expired, fresh);
        assert!(store.look(&fresh, "journal").await.unwrap().is_some());
        assert_eq!(create(&journal, now() + DAY).await, Created::Known(fresh));
        assert_eq!(create(&other, now() + DAY).await, Created::Known(kept));
    }
}
