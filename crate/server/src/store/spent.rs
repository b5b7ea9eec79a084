//! What was taken of the budgets of a day: set aside before, given back after, never passed.

/// Sets aside the most that is left of `$grant`, for all and for the owner, always in this order.
macro_rules! reserve {
    ($transaction:ident, $fault:ident, $id:ident, $grant:ident, $owner:ident, $quota:ident, $budget:ident) => {
        // Written although nothing changes: whoever else sets something aside waits until this is done. Both in one statement, row by
        // row in this order.
        let taken = sqlx::query_as::<_, (String, i64, i64)>(
            "INSERT INTO citelight_spent (scope, day, jobs, requests, tokens) VALUES ($1, $3, 0, 0, 0), ($2, $3, 0, 0, 0)
             ON CONFLICT (scope, day) DO UPDATE SET jobs = citelight_spent.jobs
             RETURNING scope, requests, tokens",
        );
        let taken = taken.bind($crate::store::ALL).bind(&$owner).bind($grant.day);
        let taken = taken.fetch_all(&mut *$transaction).await.map_err(&$fault)?;
        for (scope, requests, tokens) in taken {
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
        let aside = sqlx::query("UPDATE citelight_job SET aside_requests = $2, aside_tokens = $3 WHERE id = $1").bind($id);
        let aside = aside.bind($crate::store::whole($grant.requests)).bind($crate::store::whole($grant.tokens));
        aside.execute(&mut *$transaction).await.map_err(&$fault)?;
        // Both rows are this transaction's already.
        let taken = sqlx::query(
            "UPDATE citelight_spent SET requests = requests + $4, tokens = tokens + $5 WHERE scope IN ($1, $2) AND day = $3",
        );
        let taken = taken.bind($crate::store::ALL).bind(&$owner).bind($grant.day);
        let taken = taken.bind($crate::store::whole($grant.requests)).bind($crate::store::whole($grant.tokens));
        taken.execute(&mut *$transaction).await.map_err(&$fault)?;
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
