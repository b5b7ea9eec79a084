//! A job, and the work for it unless there is one already, in one step.

use ulid::Ulid;

use super::spent::book;
use super::{ALL, Store, day, on, reading, whole};
use crate::access::Owner;
use crate::config::DayBudget;
use crate::failure::StoreError;
use crate::job::Kind;

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
    /// SHA-256 of the secret that cancels it.
    pub secret: String,
    /// When it expires.
    pub expires: i64,
}

/// How much may be asked.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// What all may take on a day.
    pub budget: DayBudget,
    /// Works that may wait.
    pub all: u64,
    /// Jobs of one owner that may wait.
    pub of_owner: u64,
}

/// What came of asking for a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Created {
    /// There is a new one; its work may be older.
    New {
        /// The job.
        id: String,
        /// The work for it.
        work: String,
    },
    /// The same was asked under the same key: this is it.
    Known {
        /// The job.
        id: String,
        /// The work for it.
        work: String,
    },
    /// The owner, or all together, may create no more today.
    QuotaSpent(&'static str),
    /// Too many wait.
    Full,
}

impl Store {
    /// Creates a job, unless it is there already, may not be, or too many wait. What the owner asked before in the same words, under
    /// another key, is not done again: the new job shares the work.
    ///
    /// # Errors
    /// [`StoreError`]; then there is no job.
    pub async fn create(&self, job: &NewJob<'_>, room: Room) -> Result<Created, StoreError> {
        let fault = StoreError::of("create a job");
        let (id, time, owner) = (Ulid::generate().to_string(), self.now(), &*job.owner.name);
        on!(self, pool => {
            let mut transaction = pool.begin().await.map_err(&fault)?;
            // First of all: whoever else creates a job waits here. What is not committed is as if it had not been.
            let counted = book!(transaction, fault, owner, day(time), 1_i64, 0_i64, 0_i64);
            if let Some(key) = job.idempotency {
                let known = sqlx::query_as::<_, (String, String, i64)>(
                    "SELECT id, work, expires FROM citelight_job WHERE owner = $1 AND idempotency = $2 AND kind = $3 AND body = $4",
                );
                let known = known.bind(owner).bind(key).bind(job.kind.as_str()).bind(&job.body);
                match known.fetch_optional(&mut *transaction).await.map_err(&fault)? {
                    Some((id, work, expires)) if expires > time => return Ok(Created::Known { id, work }),
                    Some((id, ..)) => {
                        // Nobody sees it any more; until it is swept away it must not stand in a new one's place.
                        let expired = sqlx::query("DELETE FROM citelight_job WHERE id = $1").bind(id);
                        expired.execute(&mut *transaction).await.map_err(&fault)?;
                    }
                    None => {}
                }
            }
            // What sources say changes: only what a model answered is worth keeping for whoever asks next.
            let same = sqlx::query_as::<_, (String, String, i64)>(
                "SELECT id, state, expires FROM citelight_work WHERE owner = $1 AND body = $2 AND kind = $3
                    AND (state IN ('queued', 'running') OR (state = 'done' AND $4 AND expires > $5))
                 ORDER BY created LIMIT 1",
            );
            let same = same.bind(owner).bind(&job.body).bind(job.kind.as_str()).bind(job.kind.asks_model()).bind(time);
            let same = same.fetch_optional(&mut *transaction).await.map_err(&fault)?;
            let waits = same.as_ref().is_none_or(|(_, state, _)| state == "queued");
            if waits {
                let waiting = sqlx::query_as::<_, (i64, i64)>(
                    "SELECT (SELECT count(*) FROM citelight_work WHERE state = 'queued'),
                        (SELECT count(*) FROM citelight_job j JOIN citelight_work w ON w.id = j.work
                         WHERE w.state = 'queued' AND w.owner = $1 AND j.cancelled IS NULL)",
                );
                let (all, own) = waiting.bind(owner).fetch_one(&mut *transaction).await.map_err(&fault)?;
                if all >= whole(room.all) || own >= whole(room.of_owner) {
                    return Ok(Created::Full);
                }
            }
            for (scope, jobs, requests, tokens) in counted {
                let limits = if scope == ALL { room.budget } else { job.owner.quota };
                let taken = if same.is_some() { (jobs, 0, 0) } else { (jobs, requests, tokens) };
                if let Some(spent) = spent(limits, job.kind, taken) {
                    return Ok(Created::QuotaSpent(spent));
                }
            }
            let (work, expires) = match same {
                Some((work, state, until)) => (work, if state == "done" { job.expires.min(until) } else { job.expires }),
                None => {
                    let work = sqlx::query(
                        "INSERT INTO citelight_work (id, kind, owner, body, request, state, runs, due, created, changed, expires)
                         VALUES ($1, $2, $3, $4, $5, 'queued', 0, $6, $6, $6, $7)",
                    );
                    let work = work.bind(&id).bind(job.kind.as_str()).bind(owner).bind(&job.body).bind(&job.request);
                    work.bind(time).bind(job.expires).execute(&mut *transaction).await.map_err(&fault)?;
                    (id.clone(), job.expires)
                }
            };
            let inserted = sqlx::query(
                "INSERT INTO citelight_job (id, work, kind, owner, idempotency, body, secret, created, expires)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            );
            let inserted = inserted.bind(&id).bind(&work).bind(job.kind.as_str()).bind(owner).bind(job.idempotency);
            let inserted = inserted.bind(&job.body).bind(&job.secret).bind(time).bind(expires);
            inserted.execute(&mut *transaction).await.map_err(&fault)?;
            transaction.commit().await.map_err(&fault)?;
            Ok(Created::New { id, work })
        })
    }

    /// Works that wait and works that are worked on.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn waiting(&self) -> Result<(i64, i64), StoreError> {
        let counts = reading!(self, pool => {
            sqlx::query_as::<_, (i64, i64)>(
                "SELECT (SELECT count(*) FROM citelight_work WHERE state = 'queued'),
                    (SELECT count(*) FROM citelight_work WHERE state = 'running')",
            )
            .fetch_one(pool)
            .await
        });
        counts.map_err(StoreError::of("count its jobs"))
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::{ROOM, ask, file, new, store};
    use crate::store::{Allowance, Claim, End};

    #[tokio::test]
    async fn a_job_that_has_expired_makes_room_for_the_same_question() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let ask = async |name: &str| ask(&store, name, Some("key"), "same", ROOM).await;
        let (expired, _) = new(ask("journal").await);
        let (kept, _) = new(ask("other").await);
        let now = sqlx::query("UPDATE citelight_job SET expires = $2 WHERE id = $1");
        now.bind(&expired).bind(store.now()).execute(file(&store)).await.unwrap();
        let (fresh, _) = new(ask("journal").await);
        assert_ne!(expired, fresh);
        assert!(store.look(&fresh, "journal").await.unwrap().is_some());
        assert!(matches!(ask("journal").await, Created::Known { id, .. } if id == fresh));
        assert!(matches!(ask("other").await, Created::Known { id, .. } if id == kept));
    }

    #[tokio::test]
    async fn a_key_is_taken_by_nobody_who_asks_something_else() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let (occupied, _) = new(ask(&store, "a", Some("key"), "other", ROOM).await);
        let (own, _) = new(ask(&store, "a", Some("key"), "mine", ROOM).await);
        assert_ne!(occupied, own);
        assert!(
            matches!(ask(&store, "a", Some("key"), "mine", ROOM).await, Created::Known { id, .. } if id == own)
        );
    }

    #[tokio::test]
    async fn the_same_question_is_paid_once_within_an_owner() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let (_, work) = new(ask(&store, "a", Some("k1"), "b", ROOM).await);
        let (_, shared) = new(ask(&store, "a", Some("k2"), "b", ROOM).await);
        let (_, others) = new(ask(&store, "b", Some("k1"), "b", ROOM).await);
        assert_eq!(work, shared);
        assert_ne!(work, others, "nobody learns what another owner asked");
        let Claim::Begun(job) = store.claim("a", "r", true, &Allowance::default()).await.unwrap() else {
            panic!("it waits")
        };
        store.end(&job, &End::Done("1".to_owned()), (1, 1), "r").await.unwrap();
        let (later, done) = new(ask(&store, "a", None, "b", ROOM).await);
        assert_eq!(done, work);
        assert_eq!(store.look(&later, "a").await.unwrap().unwrap().0.result.unwrap().get(), "1");
    }

    #[tokio::test]
    async fn one_owner_does_not_fill_the_queue_for_all() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let room = Room { all: 10, of_owner: 3, ..ROOM };
        for number in 0..3 {
            new(ask(&store, "flood", None, &number.to_string(), room).await);
        }
        assert_eq!(ask(&store, "flood", None, "more", room).await, Created::Full);
        assert_eq!(
            ask(&store, "flood", None, "0", room).await,
            Created::Full,
            "nor with what is there already"
        );
        new(ask(&store, "b", None, "0", room).await);
    }
}
