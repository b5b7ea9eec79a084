//! What was taken of the budgets of a day. What running works have set aside stands with them and is added by whoever counts.

/// One statement for both accounts, row by row in this order: whoever else books on one waits until this transaction is done, and two
/// never wait for each other. Whoever books and changes a work does it in this order, too.
macro_rules! book_text {
    () => {
        "INSERT INTO citelight_spent (scope, day, jobs, requests, tokens) VALUES ($1, $3, $4, $5, $6), ($2, $3, $4, $5, $6)
        ON CONFLICT (scope, day) DO UPDATE SET
            jobs = citelight_spent.jobs + excluded.jobs,
            requests = citelight_spent.requests + excluded.requests,
            tokens = citelight_spent.tokens + excluded.tokens
        RETURNING scope, jobs, requests, tokens"
    };
}
pub(super) const BOOK: &str = book_text!();

/// What running works of a day have set aside: all of them, and one owner's.
pub(super) const ASIDE: &str =
    "SELECT CAST(coalesce(sum(aside_requests), 0) AS BIGINT), CAST(coalesce(sum(aside_tokens), 0) AS BIGINT),
        CAST(coalesce(sum(CASE WHEN owner = $2 THEN aside_requests END), 0) AS BIGINT),
        CAST(coalesce(sum(CASE WHEN owner = $2 THEN aside_tokens END), 0) AS BIGINT)
     FROM citelight_work WHERE aside_requests > 0 AND aside_day = $1";

/// Books jobs, requests and tokens, which may be negative, on the accounts of all and of the owner, and gives what both hold then.
macro_rules! book {
    ($transaction:ident, $fault:ident, $owner:expr, $day:expr, $jobs:expr, $requests:expr, $tokens:expr) => {{
        let text = $crate::store::spent::BOOK;
        book!($transaction, $fault, text, $owner, $day, $jobs, $requests, $tokens)
    }};
    (
        $transaction:ident, $fault:ident, $text:ident, $owner:expr, $day:expr, $jobs:expr, $requests:expr, $tokens:expr
    ) => {{
        let booked = sqlx::query_as::<_, (String, i64, i64, i64)>($text);
        let booked = booked.bind($crate::token::ALL).bind($owner).bind($day);
        let booked = booked.bind($jobs).bind($requests).bind($tokens);
        booked.fetch_all(&mut *$transaction).await.map_err(&$fault)?
    }};
}

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
