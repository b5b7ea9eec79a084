//! What headers say about limits, waiting and freshness.

use std::time::{Duration, UNIX_EPOCH};

use super::policy::Rate;
use super::response::Response;

/// The limit that an answer tells: `x-rate-limit-limit: 50` with `x-rate-limit-interval: 1s` (Crossref), or
/// `ratelimit-policy: 1000;w=300` (DataCite and the IETF draft).
pub(super) fn rate(answer: &Response) -> Option<Rate> {
    crossref_rate(answer).or_else(|| policy_rate(answer))
}

fn crossref_rate(answer: &Response) -> Option<Rate> {
    let requests = answer.header("x-rate-limit-limit")?.parse().ok().filter(|requests| *requests > 0)?;
    let interval = answer.header("x-rate-limit-interval")?;
    let digits = interval.trim_end_matches(|c: char| !c.is_ascii_digit());
    let number: u64 = digits.parse().ok().filter(|number| *number > 0)?;
    let per = match interval.get(digits.len()..)?.trim() {
        "" | "s" => Duration::from_secs(number),
        "ms" => Duration::from_millis(number),
        "m" => Duration::from_secs(number.checked_mul(60)?),
        "h" => Duration::from_secs(number.checked_mul(3600)?),
        _ => return None,
    };
    Some(Rate { requests, per })
}

fn policy_rate(answer: &Response) -> Option<Rate> {
    let policy = answer.header("ratelimit-policy")?.split(',').next()?;
    let mut parts = policy.split(';').map(str::trim);
    let first = parts.next()?;
    let mut requests = first.parse().ok();
    let mut window: Option<u64> = None;
    for part in parts {
        match part.split_once('=') {
            Some(("w", value)) => window = value.parse().ok(),
            Some(("q", value)) => requests = value.parse().ok(),
            _ => {}
        }
    }
    let (requests, window) = (requests.filter(|n| *n > 0)?, window.filter(|n| *n > 0)?);
    Some(Rate { requests, per: Duration::from_secs(window) })
}

/// How long a source wants to be left alone: `retry-after` in seconds or as a date.
pub(super) fn retry_after(answer: &Response, now: u64) -> Option<Duration> {
    let value = answer.header("retry-after")?;
    if let Ok(seconds) = value.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = httpdate::parse_http_date(value).ok()?.duration_since(UNIX_EPOCH).ok()?;
    let until = u64::try_from(date.as_millis()).ok()?;
    Some(Duration::from_millis(until.saturating_sub(now)))
}

/// How long an allowance that is used up stays so: OpenAlex grants credits by the day, tells with every answer what remains of
/// them and in how many seconds they are granted anew, and with a refusal what the request would have cost.
pub(super) fn spent(answer: &Response) -> Option<Duration> {
    const LONGEST: u64 = 31 * 24 * 3600;
    let number = |name: &str| answer.header(name)?.trim().parse::<u64>().ok();
    let remaining = number("x-ratelimit-remaining")?;
    // A larger number is a date in seconds or milliseconds: another source's dialect.
    let reset = number("x-ratelimit-reset").filter(|seconds| *seconds <= LONGEST)?;
    let cost = if answer.status == 429 { number("x-ratelimit-credits-required") } else { None };
    (remaining < cost.unwrap_or(1)).then(|| Duration::from_secs(reset))
}

/// What an answer allows a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CacheControl {
    /// Nothing is said.
    Unsaid,
    /// Fresh for so long.
    MaxAge(Duration),
    /// Not to be kept.
    NoStore,
}

/// `cache-control`.
pub(super) fn cache_control(answer: &Response) -> CacheControl {
    let Some(control) = answer.header("cache-control") else { return CacheControl::Unsaid };
    let mut said = CacheControl::Unsaid;
    for part in control.split(',').map(|part| part.trim().to_ascii_lowercase()) {
        match part.split_once('=') {
            None if part == "no-store" => return CacheControl::NoStore,
            None if part == "no-cache" => said = CacheControl::MaxAge(Duration::ZERO),
            Some(("max-age", seconds)) if said == CacheControl::Unsaid => {
                if let Ok(seconds) = seconds.trim_matches('"').parse() {
                    said = CacheControl::MaxAge(Duration::from_secs(seconds));
                }
            }
            _ => {}
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(headers: &[(&str, &str)]) -> Response {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Response { headers, ..Response::default() }
    }

    #[test]
    fn limits_are_read_in_both_dialects() {
        let crossref = answer(&[("x-rate-limit-limit", "50"), ("x-rate-limit-interval", "1s")]);
        assert_eq!(rate(&crossref), Some(Rate::per_second(50)));
        let policy = answer(&[("ratelimit-policy", "1000;w=300")]);
        assert_eq!(rate(&policy), Some(Rate { requests: 1000, per: Duration::from_secs(300) }));
        assert_eq!(rate(&answer(&[("x-rate-limit-limit", "0"), ("x-rate-limit-interval", "1s")])), None);
        assert_eq!(rate(&answer(&[("x-rate-limit-limit", "5"), ("x-rate-limit-interval", "soon")])), None);
    }

    #[test]
    fn waiting_is_read_as_seconds_or_date() {
        assert_eq!(retry_after(&answer(&[("retry-after", "7")]), 0), Some(Duration::from_secs(7)));
        let date = answer(&[("retry-after", "Thu, 01 Jan 1970 00:01:00 GMT")]);
        assert_eq!(retry_after(&date, 15_000), Some(Duration::from_secs(45)));
        assert_eq!(retry_after(&date, 90_000), Some(Duration::ZERO));
        for odd in ["soon", "-3", "1e400", "NaN"] {
            assert_eq!(retry_after(&answer(&[("retry-after", odd)]), 0), None, "{odd}");
        }
    }

    #[test]
    fn an_allowance_is_used_up_where_less_remains_than_a_request_costs() {
        let day = |status, remaining, required: Option<&str>, reset| {
            let mut headers = vec![("x-ratelimit-remaining", remaining), ("x-ratelimit-reset", reset)];
            headers.extend(required.map(|required| ("x-ratelimit-credits-required", required)));
            spent(&Response { status, ..answer(&headers) })
        };
        assert_eq!(day(200, "997", None, "11987"), None);
        assert_eq!(day(200, "0", None, "11987"), Some(Duration::from_secs(11_987)));
        assert_eq!(day(429, "7", Some("10"), "11987"), Some(Duration::from_secs(11_987)));
        assert_eq!(day(429, "7", None, "11987"), None, "too many a second");
        assert_eq!(day(429, "0", None, "1790000000"), None, "a date");
        assert_eq!(spent(&answer(&[("x-ratelimit-remaining", "0")])), None, "PubMed, by the second");
    }

    #[test]
    fn freshness_is_read() {
        let control = |value| cache_control(&answer(&[("cache-control", value)]));
        assert_eq!(control("public, max-age=60"), CacheControl::MaxAge(Duration::from_secs(60)));
        assert_eq!(control("max-age=60, no-cache"), CacheControl::MaxAge(Duration::ZERO));
        assert_eq!(control("no-store"), CacheControl::NoStore);
        assert_eq!(cache_control(&answer(&[])), CacheControl::Unsaid);
    }
}
