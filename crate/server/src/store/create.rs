//! A job, and the work for it unless there is one already, in one step.

use super::database::{Database, booking, reading};
use super::{Store, day, whole};
use crate::access::Owner;
use crate::config::DayBudget;
use crate::failure::StoreError;
use crate::job::Kind;
use crate::token::ALL;

/// A job that is asked for.
pub struct NewJob<'a> {
    /// Its name, given to nothing else.
    pub id: String,
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

/// What there is already, in one row: the job under the same key, the work for the same question, and where that is to be begun or
/// waits, the works that wait, and the owner's jobs among them.
const THERE: &str = "SELECT known.id, known.work, known.expires, same.id, same.state, same.expires,
        CASE WHEN same.state IS NULL OR same.state = 'queued'
            THEN (SELECT count(*) FROM citelight_work WHERE state = 'queued') ELSE 0 END,
        CASE WHEN same.state IS NULL OR same.state = 'queued'
            THEN (SELECT count(*) FROM citelight_job j JOIN citelight_work w ON w.id = j.work
                WHERE w.state = 'queued' AND w.owner = $1 AND j.cancelled IS NULL)
            ELSE 0 END
    FROM (SELECT 1 AS one) AS always
    LEFT JOIN (SELECT id, work, expires FROM citelight_job WHERE owner = $1 AND idempotency = $6 AND kind = $3 AND body = $2)
        AS known ON 1 = 1
    LEFT JOIN (SELECT id, state, expires FROM citelight_work WHERE owner = $1 AND body = $2 AND kind = $3
            AND (state IN ('queued', 'running') OR (state = 'done' AND $4 AND expires > $5))
            ORDER BY created LIMIT 1)
        AS same ON 1 = 1";
type There =
    (Option<String>, Option<String>, Option<i64>, Option<String>, Option<String>, Option<i64>, i64, i64);

macro_rules! new_job {
    () => {
        "INSERT INTO citelight_job (id, work, kind, owner, idempotency, body, secret, created, expires)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
    };
}

/// A work and a job for it, in one message to the database: SQLite takes two statements, PostgreSQL one that has two parts.
macro_rules! new_work_and_job {
    ($before:literal, $between:literal, $after:literal) => {
        concat!(
            $before,
            "INSERT INTO citelight_work (id, kind, owner, body, request, state, runs, due, created, changed, expires)
            VALUES ($2, $3, $4, $6, $10, 'queued', 0, $8, $8, $8, $9)",
            $between,
            new_job!(),
            $after
        )
    };
}

impl Store {
    /// Creates a job, unless it is there already, may not be, or too many wait. What the owner asked before in the same words, under
    /// another key, is not done again: the new job shares the work. Otherwise the work has the name of the job.
    ///
    /// # Errors
    /// [`StoreError`]; then there is no job.
    pub async fn create(&self, job: &NewJob<'_>, room: Room) -> Result<Created, StoreError> {
        let fault = StoreError::of("create a job");
        let (id, time, owner) = (job.id.as_str(), self.now(), &*job.owner.name);
        let (new_job, new_work_and_job) = match self.database {
            Database::Sqlite { .. } => {
                (concat!(new_job!(), "; COMMIT"), new_work_and_job!("", "; ", "; COMMIT"))
            }
            Database::Postgres(_) => (new_job!(), new_work_and_job!("WITH work AS (", ") ", "")),
        };
        // First of all it is counted: whoever else creates a job waits there. What is not committed is as if it had not been.
        booking!(self, fault, (owner, day(time), 1_i64, 0_i64, 0_i64), (transaction, counted) => {
            // What sources say changes: only what a model answered is worth keeping for whoever asks next.
            let there = sqlx::query_as::<_, There>(THERE).bind(owner).bind(&job.body).bind(job.kind.as_str());
            let there = there.bind(job.kind.asks_model()).bind(time).bind(job.idempotency);
            let (known, known_work, known_expires, same, state, until, all, own) =
                there.fetch_one(transaction.connection()).await.map_err(&fault)?;
            if let (Some(id), Some(work), Some(expires)) = (known, known_work, known_expires) {
                if expires > time {
                    return Ok(Created::Known { id, work });
                }
                // Nobody sees it any more; until it is swept away it must not stand in a new one's place.
                let expired = sqlx::query("DELETE FROM citelight_job WHERE id = $1").bind(id);
                expired.execute(transaction.connection()).await.map_err(&fault)?;
            }
            let waits = state.as_deref().is_none_or(|state| state == "queued");
            if waits && (all >= whole(room.all) || own >= whole(room.of_owner)) {
                return Ok(Created::Full);
            }
            for (scope, jobs, requests, tokens) in counted {
                let limits = if scope == ALL { room.budget } else { job.owner.quota };
                let taken = if same.is_some() { (jobs, 0, 0) } else { (jobs, requests, tokens) };
                if let Some(spent) = spent(limits, job.kind, taken) {
                    return Ok(Created::QuotaSpent(spent));
                }
            }
            let expires = match until {
                Some(until) if state.as_deref() == Some("done") => job.expires.min(until),
                _ => job.expires,
            };
            let is_new = same.is_none();
            let work = same.unwrap_or_else(|| id.to_owned());
            let made = sqlx::query(if is_new { new_work_and_job } else { new_job });
            let made = made.bind(id).bind(&work).bind(job.kind.as_str()).bind(owner).bind(job.idempotency);
            let mut made = made.bind(&job.body).bind(&job.secret).bind(time).bind(expires);
            if is_new {
                made = made.bind(&job.request);
            }
            made.execute(transaction.connection()).await.map_err(&fault)?;
            transaction.committed().await.map_err(&fault)?;
            Ok(Created::New { id: id.to_owned(), work })
        })
    }

    /// Works that wait and works that are worked on.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn waiting(&self) -> Result<(i64, i64), StoreError> {
        let fault = StoreError::of("count its jobs");
        let counts = reading!(self, fault, connection => {
            sqlx::query_as::<_, (i64, i64)>(
                "SELECT (SELECT count(*) FROM citelight_work WHERE state = 'queued'),
                    (SELECT count(*) FROM citelight_work WHERE state = 'running')",
            )
            .fetch_one(connection)
            .await
        });
        counts.map_err(&fault)
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
        now.bind(&expired).bind(store.now()).execute(&mut **file(&store).await).await.unwrap();
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
