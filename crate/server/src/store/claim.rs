//! A work is claimed: it is marked as running, and where budgets are limited, the most that it may take is set aside.

use citelight::llm::recorded::Line;
use sqlx::Connection;

use super::database::{Database, on, reading};
use super::spent::{ASIDE, left};
use super::{Store, day, whole};
use crate::config::DayBudget;
use crate::failure::StoreError;
use crate::job::Kind;
use crate::token::ALL;

/// What may be taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grant {
    /// The day (since 1970 UTC) on whose account it is.
    pub day: i64,
    /// Requests to the model.
    pub requests: u64,
    /// Tokens that it reads and writes.
    pub tokens: u64,
    /// Whether so much was set aside for it, since there is a limit.
    pub is_aside: bool,
}

/// A work that was begun.
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

/// What came of claiming.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// One is begun.
    Begun(Box<Begun>),
    /// None of them waits, or others were faster.
    None,
    /// The next one waits: all that is left of a budget is set aside by works that run.
    Wait,
}

/// What works of an owner may take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowance {
    /// Requests and tokens of an arbitration.
    pub arbitration: (u64, u64),
    /// Requests and tokens of a committee.
    pub committee: (u64, u64),
    /// What the owner may take on a day.
    pub quota: DayBudget,
    /// What all may take on a day.
    pub budget: DayBudget,
    /// How long a replica holds a work without a sign of life, in milliseconds.
    pub lease: i64,
}

impl Allowance {
    fn most(&self, kind: Kind) -> (u64, u64) {
        match kind {
            Kind::Arbitration => self.arbitration,
            Kind::Committee => self.committee,
            Kind::Reference | Kind::Attribution => (0, 0),
        }
    }

    fn is_limited(&self) -> bool {
        [self.quota, self.budget].iter().any(|limits| limits.requests.is_some() || limits.tokens.is_some())
    }
}

/// The oldest work of an owner that is due. A kind of a newer server's stays where it is until that one takes it, or it expires.
macro_rules! claim {
    ($lock:literal) => {
        concat!(
            "UPDATE citelight_work SET state = 'running', runs = runs + 1, changed = $2, replica = $3, lease = $4
             WHERE state = 'queued' AND id = (
                SELECT id FROM citelight_work
                WHERE state = 'queued' AND owner = $1 AND due <= $2
                    AND (kind IN ('reference', 'attribution') OR ($5 AND kind IN ('arbitration', 'committee')))
                ORDER BY due LIMIT 1 ",
            $lock,
            ") RETURNING id, kind, request, runs, created"
        )
    };
}

/// Owners of whom a work waits, by the index alone, each with the number of works that wait, counted up to a limit, and that run.
const OWNERS: &str = "WITH RECURSIVE waiting(owner) AS (
        SELECT min(owner) FROM citelight_work WHERE state = 'queued'
        UNION ALL
        SELECT (SELECT min(w.owner) FROM citelight_work w WHERE w.state = 'queued' AND w.owner > waiting.owner)
        FROM waiting WHERE waiting.owner IS NOT NULL
    )
    SELECT owner AS name,
        (SELECT count(*) FROM (
            SELECT 1 FROM citelight_work w WHERE w.state = 'queued' AND w.owner = waiting.owner LIMIT $1) AS counted) AS waiting,
        (SELECT count(*) FROM citelight_work w WHERE w.state = 'running' AND w.owner = waiting.owner) AS running
    FROM waiting WHERE owner IS NOT NULL";

/// Somebody of whom works wait.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct WaitingOwner {
    /// The token's name.
    pub name: String,
    /// Works that wait, at most as many as whoever looks can begin.
    pub waiting: i64,
    /// Works that are worked on, by whatever replica.
    pub running: i64,
}

impl Store {
    /// Owners of whom works wait; `most` works are counted of each.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn owners(&self, most: i64) -> Result<Vec<WaitingOwner>, StoreError> {
        let fault = StoreError::of("look who waits");
        let found = reading!(self, fault, connection => {
            sqlx::query_as::<_, WaitingOwner>(OWNERS).bind(most).fetch_all(connection).await.map_err(&fault)?
        });
        Ok(found)
    }

    /// Claims the next work of an owner for a replica; with `asks_model` false, the next that asks no model.
    ///
    /// # Errors
    /// [`StoreError`]; then none is begun.
    pub async fn claim(
        &self,
        owner: &str,
        replica: &str,
        asks_model: bool,
        allowance: &Allowance,
    ) -> Result<Claim, StoreError> {
        let fault = StoreError::of("begin a job");
        let text = match self.database {
            Database::Sqlite { .. } => claim!(""),
            Database::Postgres(_) => claim!("FOR UPDATE SKIP LOCKED"),
        };
        let time = self.now();
        let today = day(time);
        let (row, grant) = on!(self, fault, connection => {
            let claim = sqlx::query_as::<_, (String, String, Option<String>, i64, i64)>(text);
            let claim = claim.bind(owner).bind(time).bind(replica).bind(time + allowance.lease).bind(asks_model);
            if allowance.is_limited() && asks_model {
                let mut transaction = connection.begin().await.map_err(&fault)?;
                // Nothing is added, but nobody else sets anything aside until this is done.
                let accounts = book!(transaction, fault, owner, today, 0_i64, 0_i64, 0_i64);
                let Some(row) = claim.fetch_optional(&mut *transaction).await.map_err(&fault)? else { return Ok(Claim::None) };
                let kind = Kind::named(&row.1).unwrap_or(Kind::Reference);
                let most = allowance.most(kind);
                let mut grant = Grant { day: today, requests: most.0, tokens: most.1, is_aside: kind.asks_model() };
                if kind.asks_model() {
                    let aside = sqlx::query_as::<_, (i64, i64, i64, i64)>(ASIDE).bind(today).bind(owner);
                    let aside = aside.fetch_one(&mut *transaction).await.map_err(&fault)?;
                    for (scope, _, requests, tokens) in accounts {
                        let (limits, aside) =
                            if scope == ALL { (allowance.budget, (aside.0, aside.1)) } else { (allowance.quota, (aside.2, aside.3)) };
                        let requests = left(limits.requests, requests.saturating_add(aside.0));
                        let tokens = left(limits.tokens, tokens.saturating_add(aside.1));
                        // What others have set aside may come back: then this one waits instead of going short.
                        if aside.0 > 0 && (requests < most.0 || tokens < most.1) {
                            return Ok(Claim::Wait);
                        }
                        grant.requests = grant.requests.min(requests);
                        grant.tokens = grant.tokens.min(tokens);
                    }
                    let aside = sqlx::query(
                        "UPDATE citelight_work SET aside_day = $2, aside_requests = $3, aside_tokens = $4 WHERE id = $1",
                    );
                    let aside = aside.bind(&row.0).bind(today).bind(whole(grant.requests)).bind(whole(grant.tokens));
                    aside.execute(&mut *transaction).await.map_err(&fault)?;
                }
                transaction.commit().await.map_err(&fault)?;
                (row, Some(grant))
            } else {
                let Some(row) = claim.fetch_optional(connection).await.map_err(&fault)? else { return Ok(Claim::None) };
                (row, None)
            }
        });
        let (id, kind, request, runs, created) = row;
        let (Some(kind), Some(request)) = (Kind::named(&kind), request) else { return Ok(Claim::None) };
        let most = allowance.most(kind);
        let grant = grant.unwrap_or(Grant { day: today, requests: most.0, tokens: most.1, is_aside: false });
        let answers = if runs > 1 { self.answers(&id).await? } else { Vec::new() };
        let runs = u32::try_from(runs).unwrap_or(u32::MAX);
        let owner = owner.to_owned();
        Ok(Claim::Begun(Box::new(Begun { id, kind, owner, request, runs, created, grant, answers })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::{ROOM, ask, file, new, store};

    const REPLICA: &str = "r";

    async fn claimed(store: &Store, owner: &str, allowance: &Allowance) -> Option<Begun> {
        match store.claim(owner, REPLICA, true, allowance).await.unwrap() {
            Claim::Begun(job) => Some(*job),
            Claim::None => None,
            Claim::Wait => panic!("it waits"),
        }
    }

    #[tokio::test]
    async fn a_kind_of_a_newer_server_is_left_in_the_queue() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let (_, work) = new(ask(&store, "a", None, "b", ROOM).await);
        let renamed = sqlx::query("UPDATE citelight_work SET kind = 'prophecy' WHERE id = $1").bind(work);
        renamed.execute(&mut **file(&store).await).await.unwrap();
        assert_eq!(claimed(&store, "a", &Allowance::default()).await, None);
        assert_eq!(store.waiting().await.unwrap(), (1, 0), "it waits as before");
    }

    #[tokio::test]
    async fn who_waits_is_known_with_what_runs() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        assert!(store.owners(16).await.unwrap().is_empty());
        for (owner, jobs) in [("a", 3), ("b", 1), ("c", 2)] {
            for number in 0..jobs {
                new(ask(&store, owner, None, &number.to_string(), ROOM).await);
            }
        }
        for _ in 0..2 {
            assert!(claimed(&store, "a", &Allowance::default()).await.is_some());
        }
        assert!(claimed(&store, "b", &Allowance::default()).await.is_some());
        let owner = |name: &str, waiting, running| WaitingOwner { name: name.to_owned(), waiting, running };
        assert_eq!(store.owners(16).await.unwrap(), [owner("a", 1, 2), owner("c", 2, 0)]);
        assert_eq!(store.owners(1).await.unwrap(), [owner("a", 1, 2), owner("c", 1, 0)]);
    }

    #[tokio::test]
    async fn one_that_waits_for_a_budget_is_not_begun_and_holds_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        for body in ["1", "2"] {
            new(ask(&store, "a", None, body, ROOM).await);
        }
        let budget = DayBudget { requests: Some(50), ..DayBudget::default() };
        let allowance = Allowance { arbitration: (40, 100), budget, ..Allowance::default() };
        let first = claimed(&store, "a", &allowance).await.unwrap();
        assert_eq!(store.claim("a", REPLICA, true, &allowance).await.unwrap(), Claim::Wait);
        assert_eq!(store.waiting().await.unwrap(), (1, 1), "it waits in the queue");
        assert_eq!(store.claim("a", REPLICA, false, &allowance).await.unwrap(), Claim::None);
        store.end(&first, &crate::store::End::Done("{}".to_owned()), (3, 10), REPLICA).await.unwrap();
        assert_eq!(claimed(&store, "a", &allowance).await.unwrap().grant.requests, 40);
    }
}
