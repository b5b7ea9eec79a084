//! A replica holds its works by a lease: one that gives no sign of life loses them to the others.

use sqlx::Connection;

use super::Store;
use super::database::{on, reading};
use crate::failure::StoreError;

impl Store {
    /// Gives a sign of life: a replica holds what it works on for so many milliseconds more.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn renew(&self, replica: &str, lease: i64) -> Result<(), StoreError> {
        let until = self.now() + lease;
        let fault = StoreError::of("renew what it works on");
        on!(self, fault, connection => {
            let renewed = sqlx::query("UPDATE citelight_work SET lease = $2 WHERE replica = $1 AND state = 'running'");
            renewed.bind(replica).bind(until).execute(connection).await.map(|_| ()).map_err(&fault)
        })
    }

    /// Leaves what a replica works on to the others.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn release(&self, replica: &str) -> Result<(), StoreError> {
        let fault = StoreError::of("leave what it works on");
        on!(self, fault, connection => {
            let released = sqlx::query("UPDATE citelight_work SET lease = 0 WHERE replica = $1 AND state = 'running'");
            released.bind(replica).execute(connection).await.map(|_| ()).map_err(&fault)
        })
    }

    /// Puts back what nobody holds any more; what was set aside for it stays spent, since nobody knows how much of it was taken.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn reclaim(&self) -> Result<usize, StoreError> {
        const LOST: &str =
            "SELECT id, owner, runs, aside_day, aside_requests, aside_tokens FROM citelight_work
            WHERE state = 'running' AND lease <= $1";
        let fault = StoreError::of("take over jobs");
        let time = self.now();
        let lost = reading!(self, fault, connection => {
            sqlx::query_as::<_, (String, String, i64, i64, i64, i64)>(LOST).bind(time).fetch_all(connection).await
        });
        let mut reclaimed = 0;
        for (id, owner, runs, day, requests, tokens) in lost.map_err(&fault)? {
            on!(self, fault, connection => {
                let mut transaction = connection.begin().await.map_err(&fault)?;
                if requests > 0 {
                    book!(transaction, fault, &owner, day, 0_i64, requests, tokens);
                }
                let back = sqlx::query(
                    "UPDATE citelight_work SET state = 'queued', replica = NULL, due = $3, changed = $3, aside_requests = 0, aside_tokens = 0
                     WHERE id = $1 AND runs = $2 AND state = 'running' AND lease <= $3",
                );
                let back = back.bind(&id).bind(runs).bind(time).execute(&mut *transaction).await.map_err(&fault)?;
                // Another replica was faster, or it ended at last: then nothing was booked either.
                if back.rows_affected() > 0 {
                    transaction.commit().await.map_err(&fault)?;
                    reclaimed += 1;
                }
            });
        }
        Ok(reclaimed)
    }
}

#[cfg(test)]
mod tests {
    use crate::store::tests::{ROOM, ask, file, new, store};
    use crate::store::{Allowance, Claim, End};

    #[tokio::test]
    async fn what_a_dead_replica_held_is_begun_again_and_what_it_set_aside_stays_spent() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let (id, _) = new(ask(&store, "a", None, "b", ROOM).await);
        let mut allowance = Allowance { arbitration: (40, 100), lease: -1, ..Allowance::default() };
        allowance.budget.requests = Some(1_000);
        let claim = async |replica| match store.claim("a", replica, true, &allowance).await.unwrap() {
            Claim::Begun(job) => *job,
            other => panic!("{other:?}"),
        };
        let dead = claim("dead").await;
        store.renew("another", 60_000).await.unwrap();
        assert_eq!(store.reclaim().await.unwrap(), 1);
        assert_eq!(store.reclaim().await.unwrap(), 0);
        let taken_over = claim("alive").await;
        store.renew("alive", 60_000).await.unwrap();
        assert_eq!(store.reclaim().await.unwrap(), 0, "it is held");
        assert_eq!((taken_over.id.as_str(), taken_over.runs), (id.as_str(), 2));
        // The dead one was only slow: its end counts, once.
        assert!(
            !store.end(&dead, &End::Again, (2, 5), "dead").await.unwrap(),
            "it is not put back under the other's hands"
        );
        assert!(store.end(&dead, &End::Done("1".to_owned()), (3, 7), "dead").await.unwrap());
        assert!(!store.end(&taken_over, &End::Done("2".to_owned()), (4, 9), "alive").await.unwrap());
        let (job, _) = store.look(&id, "a").await.unwrap().unwrap();
        assert_eq!(job.result.unwrap().get(), "1");
        let spent =
            sqlx::query_as::<_, (i64, i64)>("SELECT requests, tokens FROM citelight_spent WHERE scope = '*'");
        assert_eq!(
            spent.fetch_one(&mut **file(&store).await).await.unwrap(),
            (44, 109),
            "what it set aside, and what the other took"
        );
    }
}
