//! A job that nobody wants any more.

use super::{Store, now, on};
use crate::failure::StoreError;
use crate::job::Fault;

impl Store {
    /// Ends a job that waits or runs as cancelled; one that has ended stays as it is. What was asked and what the model
    /// answered are forgotten. What a run has set aside is given back by that run, when it hears of it: what it took stays
    /// spent. False if nothing changed, because the job has ended, is somebody else's or is not there.
    ///
    /// # Errors
    /// [`StoreError`]; then it goes on.
    pub async fn cancel(&self, id: &str, owner: &str) -> Result<bool, StoreError> {
        let fault = StoreError::of("cancel a job");
        let error = serde_json::to_string(&Fault::cancelled()).ok();
        on!(self, pool => {
            let mut transaction = pool.begin().await.map_err(&fault)?;
            let cancelled = sqlx::query(
                "UPDATE citelight_job SET state = 'failed', error = $3, changed = $4, request = NULL,
                    aside_requests = 0, aside_tokens = 0
                 WHERE id = $1 AND owner = $2 AND state IN ('queued', 'running') AND expires > $4",
            );
            let cancelled = cancelled.bind(id).bind(owner).bind(error).bind(now());
            let cancelled = cancelled.execute(&mut *transaction).await.map_err(&fault)?.rows_affected() > 0;
            if cancelled {
                let forget = sqlx::query("DELETE FROM citelight_answer WHERE job = $1").bind(id);
                forget.execute(&mut *transaction).await.map_err(&fault)?;
            }
            transaction.commit().await.map_err(&fault)?;
            Ok(cancelled)
        })
    }

    /// Whether a job that was begun is still wanted.
    ///
    /// # Errors
    /// [`StoreError`]; then nobody knows.
    pub async fn is_wanted(&self, id: &str) -> Result<bool, StoreError> {
        let running = on!(self, pool => {
            let state = sqlx::query_scalar::<_, String>("SELECT state FROM citelight_job WHERE id = $1");
            state.bind(id).fetch_optional(pool).await
        });
        let state = running.map_err(StoreError::of("look whether a job is wanted"))?;
        Ok(state.is_some_and(|state| matches!(state.as_str(), "queued" | "running")))
    }
}

#[cfg(test)]
mod tests {
    use crate::access::Owner;
    use crate::config::{DayBudget, StoreConfig};
    use crate::job::{FaultCode, Kind, State};
    use crate::store::{Beginning, Begun, Created, End, Grant, NewJob, Store};

    const MOST: Grant = Grant { day: 0, requests: 40, tokens: 1_000 };

    async fn store(folder: &tempfile::TempDir) -> Store {
        let url = format!("sqlite:{}", folder.path().join("jobs.db").display());
        Store::open(&StoreConfig { url, ..StoreConfig::default() }).await.unwrap()
    }

    async fn created(store: &Store, key: &str) -> String {
        let owner = Owner { name: "journal".into(), quota: DayBudget::default() };
        let job = NewJob {
            kind: Kind::Arbitration,
            owner: &owner,
            idempotency: Some(key),
            body: String::new(),
            request: "{}".to_owned(),
            expires: i64::MAX,
        };
        match store.create(&job, DayBudget::default(), 100).await.unwrap() {
            Created::New(id) => id,
            other => panic!("{other:?}"),
        }
    }

    async fn begun(store: &Store, id: &str) -> Option<Begun> {
        let most = |_: Kind, _: &str| (MOST, DayBudget::default(), DayBudget::default());
        match store.begin(id, most).await.unwrap() {
            Beginning::Begun(job) => Some(job),
            Beginning::Over => None,
            Beginning::Wait => panic!("nothing is set aside"),
        }
    }

    async fn state(store: &Store, id: &str) -> (State, Option<FaultCode>) {
        let job = store.look(id, "journal").await.unwrap().unwrap();
        (job.state, job.error.map(|fault| fault.code))
    }

    /// Requests that were taken of the day's budget of all.
    async fn taken(store: &Store) -> i64 {
        let Store::Sqlite(pool) = store else { panic!("a file is opened as one") };
        let taken = sqlx::query_scalar("SELECT requests FROM citelight_spent WHERE scope = '*'");
        taken.fetch_one(pool).await.unwrap()
    }

    #[tokio::test]
    async fn a_job_that_waits_is_never_begun() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let id = created(&store, "a").await;
        assert!(!store.cancel(&id, "somebody else").await.unwrap());
        assert!(store.is_wanted(&id).await.unwrap());
        assert!(store.cancel(&id, "journal").await.unwrap());
        assert!(!store.cancel(&id, "journal").await.unwrap(), "once is enough");
        assert_eq!(state(&store, &id).await, (State::Failed, Some(FaultCode::Cancelled)));
        assert_eq!(begun(&store, &id).await, None);
        assert!(!store.cancel("nobody", "journal").await.unwrap());
    }

    #[tokio::test]
    async fn what_a_run_took_stays_spent_and_its_end_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let id = created(&store, "a").await;
        let job = begun(&store, &id).await.unwrap();
        assert_eq!(taken(&store).await, 40, "the most is set aside");
        assert!(store.cancel(&id, "journal").await.unwrap());
        assert!(!store.is_wanted(&id).await.unwrap());
        assert!(!store.end(&job, &End::Done("{}".to_owned()), (3, 500)).await.unwrap(), "it came too late");
        assert_eq!(taken(&store).await, 3);
        assert_eq!(state(&store, &id).await, (State::Failed, Some(FaultCode::Cancelled)));
    }

    #[tokio::test]
    async fn a_job_that_has_ended_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let id = created(&store, "a").await;
        let job = begun(&store, &id).await.unwrap();
        assert!(store.end(&job, &End::Done("{}".to_owned()), (1, 1)).await.unwrap());
        assert!(!store.cancel(&id, "journal").await.unwrap());
        assert_eq!(state(&store, &id).await, (State::Done, None));
    }
}
