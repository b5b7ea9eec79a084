//! A job that its client wants no more.

use sqlx::Connection;

use super::database::{on, reading};
use super::{Store, day};
use crate::failure::StoreError;
use crate::job::Fault;

/// What came of cancelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// The job has ended as cancelled; its work goes on if others wait for it.
    Now {
        /// Its work.
        work: String,
    },
    /// It had ended before.
    Before,
    /// The secret is not that of whoever made it.
    NotYours,
    /// There is none.
    NoJob,
}

impl Store {
    /// Ends a job as cancelled, for whoever has its secret (SHA-256 of it); one that has ended stays as it is. If no other job waits
    /// for its work, that ends, too, and what was asked and what the model answered are forgotten. What a run has set aside is given
    /// back by that run, when it hears of it: what it took stays spent.
    ///
    /// # Errors
    /// [`StoreError`]; then it goes on.
    pub async fn cancel(&self, id: &str, owner: &str, secret: Option<&str>) -> Result<Cancelled, StoreError> {
        let fault = StoreError::of("cancel a job");
        let error = serde_json::to_string(&Fault::cancelled()).ok();
        let time = self.now();
        on!(self, fault, connection => {
            let mut transaction = connection.begin().await.map_err(&fault)?;
            // Until this is done, no job of the owner's begins to share the work.
            book!(transaction, fault, owner, day(time), 0_i64, 0_i64, 0_i64);
            let found = sqlx::query_as::<_, (String, String, Option<i64>, String)>(
                "SELECT j.work, j.secret, j.cancelled, w.state FROM citelight_job j JOIN citelight_work w ON w.id = j.work
                 WHERE j.id = $1 AND j.owner = $2 AND j.expires > $3",
            );
            let found = found.bind(id).bind(owner).bind(time).fetch_optional(&mut *transaction).await.map_err(&fault)?;
            let Some((work, known, cancelled, state)) = found else { return Ok(Cancelled::NoJob) };
            if secret.is_none_or(|secret| known.is_empty() || secret != known) {
                return Ok(Cancelled::NotYours);
            }
            if cancelled.is_some() || !matches!(state.as_str(), "queued" | "running") {
                return Ok(Cancelled::Before);
            }
            let ended = sqlx::query("UPDATE citelight_job SET cancelled = $2 WHERE id = $1").bind(id).bind(time);
            ended.execute(&mut *transaction).await.map_err(&fault)?;
            let unwanted = sqlx::query(
                "UPDATE citelight_work SET state = 'failed', error = $2, changed = $3, request = NULL
                 WHERE id = $1 AND state IN ('queued', 'running')
                    AND NOT EXISTS (SELECT 1 FROM citelight_job WHERE work = $1 AND cancelled IS NULL)",
            );
            let unwanted = unwanted.bind(&work).bind(error).bind(time);
            if unwanted.execute(&mut *transaction).await.map_err(&fault)?.rows_affected() > 0 {
                let forget = sqlx::query("DELETE FROM citelight_answer WHERE work = $1").bind(&work);
                forget.execute(&mut *transaction).await.map_err(&fault)?;
            }
            transaction.commit().await.map_err(&fault)?;
            Ok(Cancelled::Now { work })
        })
    }

    /// Whether a work that was begun is still wanted.
    ///
    /// # Errors
    /// [`StoreError`]; then nobody knows.
    pub async fn is_wanted(&self, work: &str) -> Result<bool, StoreError> {
        let fault = StoreError::of("look whether a job is wanted");
        let state = reading!(self, fault, connection => {
            let state = sqlx::query_scalar::<_, String>("SELECT state FROM citelight_work WHERE id = $1");
            state.bind(work).fetch_optional(connection).await.map_err(&fault)?
        });
        Ok(state.is_some_and(|state| matches!(state.as_str(), "queued" | "running")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{FaultCode, State};
    use crate::store::tests::{ROOM, ask, file, new, store};
    use crate::store::{Allowance, Begun, Claim, Created, End};

    async fn begun(store: &Store) -> Option<Begun> {
        let mut allowance = Allowance { arbitration: (40, 1_000), lease: 60_000, ..Allowance::default() };
        allowance.quota.requests = Some(100);
        match store.claim("a", "r", true, &allowance).await.unwrap() {
            Claim::Begun(job) => Some(*job),
            Claim::None => None,
            Claim::Wait => panic!("nothing is set aside"),
        }
    }

    async fn state(store: &Store, id: &str) -> (State, Option<FaultCode>) {
        let (job, _) = store.look(id, "a").await.unwrap().unwrap();
        (job.state, job.error.map(|fault| fault.code))
    }

    const CANCELLED: (State, Option<FaultCode>) = (State::Failed, Some(FaultCode::Cancelled));

    /// Requests that were taken of the day's budget of all.
    async fn taken(store: &Store) -> i64 {
        let taken = sqlx::query_scalar("SELECT requests FROM citelight_spent WHERE scope = '*'");
        taken.fetch_one(&mut **file(store).await).await.unwrap()
    }

    #[tokio::test]
    async fn only_who_made_a_job_cancels_it() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let (id, work) = new(ask(&store, "a", None, "b", ROOM).await);
        let cancel = async |owner, secret| store.cancel(&id, owner, secret).await.unwrap();
        assert_eq!(cancel("somebody else", Some("secret-a")).await, Cancelled::NoJob);
        for secret in [None, Some(""), Some("secret-b")] {
            assert_eq!(cancel("a", secret).await, Cancelled::NotYours, "{secret:?}");
        }
        assert!(store.is_wanted(&work).await.unwrap());
        assert_eq!(cancel("a", Some("secret-a")).await, Cancelled::Now { work });
        assert_eq!(cancel("a", Some("secret-a")).await, Cancelled::Before, "once is enough");
        assert_eq!(state(&store, &id).await, CANCELLED);
        assert_eq!(begun(&store).await, None, "it is never begun");
        assert_eq!(store.cancel("nobody", "a", Some("secret-a")).await.unwrap(), Cancelled::NoJob);
    }

    #[tokio::test]
    async fn what_a_run_took_stays_spent_and_its_end_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let (id, work) = new(ask(&store, "a", None, "b", ROOM).await);
        let job = begun(&store).await.unwrap();
        store.cancel(&id, "a", Some("secret-a")).await.unwrap();
        assert!(!store.is_wanted(&work).await.unwrap());
        assert_eq!(begun(&store).await, None);
        assert!(
            !store.end(&job, &End::Done("{}".to_owned()), (3, 500), "r").await.unwrap(),
            "it came too late"
        );
        assert_eq!(taken(&store).await, 3);
        assert_eq!(state(&store, &id).await, CANCELLED);
        let aside: i64 = sqlx::query_scalar("SELECT aside_requests FROM citelight_work")
            .fetch_one(&mut **file(&store).await)
            .await
            .unwrap();
        assert_eq!(aside, 0, "what was not taken came back");
    }

    #[tokio::test]
    async fn who_shares_a_work_keeps_it_when_another_cancels() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let (first, work) = new(ask(&store, "a", Some("k1"), "b", ROOM).await);
        let Created::New { id: second, work: shared } = ask(&store, "a", Some("k2"), "b", ROOM).await else {
            panic!("another key is another job")
        };
        assert_ne!(first, second);
        assert_eq!(work, shared);
        let job = begun(&store).await.unwrap();
        assert_eq!(begun(&store).await, None, "one work for both");
        store.cancel(&first, "a", Some("secret-a")).await.unwrap();
        assert!(store.is_wanted(&work).await.unwrap());
        assert_eq!(
            (state(&store, &first).await, state(&store, &second).await),
            (CANCELLED, (State::Running, None))
        );
        assert!(store.end(&job, &End::Done("{}".to_owned()), (3, 5), "r").await.unwrap());
        assert_eq!(
            (state(&store, &first).await, state(&store, &second).await),
            (CANCELLED, (State::Done, None))
        );
        assert_eq!(
            store.cancel(&second, "a", Some("secret-a")).await.unwrap(),
            Cancelled::Before,
            "what has ended stays"
        );
    }
}
