//! What was taken of the budgets of a day: set aside before, given back after, never passed.

/// One statement for both accounts, row by row in this order: whoever else books on one waits until this transaction is done, and two
/// never wait for each other.
pub(super) const BOOK: &str =
    "INSERT INTO citelight_spent (scope, day, jobs, requests, tokens) VALUES ($1, $3, $4, $5, $6), ($2, $3, $4, $5, $6)
     ON CONFLICT (scope, day) DO UPDATE SET
        jobs = citelight_spent.jobs + excluded.jobs,
        requests = citelight_spent.requests + excluded.requests,
        tokens = citelight_spent.tokens + excluded.tokens
     RETURNING scope, jobs, requests, tokens";

/// Books jobs, requests and tokens, which may be negative, on the accounts of all and of the owner, and gives what both hold then.
macro_rules! book {
    ($transaction:ident, $fault:ident, $owner:expr, $day:expr, $jobs:expr, $requests:expr, $tokens:expr) => {{
        let booked = sqlx::query_as::<_, (String, i64, i64, i64)>($crate::store::spent::BOOK);
        let booked = booked.bind($crate::store::ALL).bind($owner).bind($day);
        let booked = booked.bind($jobs).bind($requests).bind($tokens);
        booked.fetch_all(&mut *$transaction).await.map_err(&$fault)?
    }};
}
pub(super) use book;

/// Sets aside the most that is left of `$grant`, for all and for the owner.
macro_rules! reserve {
    ($transaction:ident, $fault:ident, $id:ident, $grant:ident, $owner:ident, $quota:ident, $budget:ident) => {
        // Nothing is added yet, but nobody else sets anything aside from here on.
        let taken = $crate::store::spent::book!($transaction, $fault, &$owner, $grant.day, 0_i64, 0_i64, 0_i64);
        for (scope, _, requests, tokens) in taken {
            let limits = if scope == $crate::store::ALL { $budget } else { $quota };
            let requests = $crate::store::spent::left(limits.requests, requests);
            let tokens = $crate::store::spent::left(limits.tokens, tokens);
            if requests < $grant.requests || tokens < $grant.tokens {
                // What others have set aside may come back: then this one waits instead of going short.
                let aside = sqlx::query_scalar::<_, i64>(
                    "SELECT count(*) FROM citelight_job WHERE state = 'running' AND id <> $1 AND aside_requests > 0
                        AND (owner = $2 OR $2 = $3)",
                );
                let aside = aside.bind($id).bind(&scope).bind($crate::store::ALL);
                if aside.fetch_one(&mut *$transaction).await.map_err(&$fault)? > 0 {
                    return Ok($crate::store::Beginning::Wait);
                }
            }
            $grant.requests = $grant.requests.min(requests);
            $grant.tokens = $grant.tokens.min(tokens);
        }
        let (requests, tokens) = ($crate::store::whole($grant.requests), $crate::store::whole($grant.tokens));
        let aside = sqlx::query("UPDATE citelight_job SET aside_requests = $2, aside_tokens = $3 WHERE id = $1");
        let aside = aside.bind($id).bind(requests).bind(tokens);
        aside.execute(&mut *$transaction).await.map_err(&$fault)?;
        $crate::store::spent::book!($transaction, $fault, &$owner, $grant.day, 0_i64, requests, tokens);
    };
}
pub(super) use reserve;

/// What is left of a limit.
pub(super) fn left(limit: Option<u64>, taken: i64) -> u64 {
    limit.map_or(u64::MAX, |limit| limit.saturating_sub(u64::try_from(taken).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::left;

    #[test]
    fn what_is_left_is_never_negative() {
        assert_eq!(
            (left(None, 5), left(Some(5), 3), left(Some(5), 9), left(Some(5), -1)),
            (u64::MAX, 2, 0, 5)
        );
    }
}
