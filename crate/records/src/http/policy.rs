//! How a host wants to be asked: how often, how many requests at once, how long it is waited for.

use std::time::Duration;

/// How often a source may be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// So many requests …
    pub requests: u32,
    /// … in so much time.
    pub per: Duration,
}

impl Rate {
    /// Requests a second.
    pub const fn per_second(requests: u32) -> Self {
        Self { requests, per: Duration::from_secs(1) }
    }

    /// Time between two requests, in whole milliseconds, that keeps the rate in every window of time.
    pub fn spacing(self) -> u64 {
        let milliseconds = u64::try_from(self.per.as_millis()).unwrap_or(u64::MAX);
        milliseconds.div_ceil(u64::from(self.requests.max(1)))
    }
}

/// What a request asks of a source: lists cost it more than one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestCost {
    /// One record by its identifier.
    Single,
    /// A search, or a list by filter.
    List,
}

/// Who goes first where several wait for a source: what was begun is ended before something new is, so that the sources
/// behind this one do not wait for work until its whole queue is through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// A first request.
    New,
    /// A request that follows from an answer, or repeats one that failed.
    Begun,
}

/// How a source wants to be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestPolicy {
    /// Requests under way at once.
    pub concurrency: usize,
    /// Limit of all requests; none: as fast as they are answered.
    pub rate: Option<Rate>,
    /// Further limit of searches and lists.
    pub list_rate: Option<Rate>,
    /// Times a request is sent before it fails.
    pub attempts: u32,
    /// First pause before a retry; it doubles each time, up to [`RequestPolicy::max_wait`].
    pub backoff: Duration,
    /// Longest wait for a source before it counts as failing: a `Retry-After` beyond it fails at once.
    pub max_wait: Duration,
    /// Failures in a row after which the source is left alone.
    pub failure_threshold: u32,
    /// For how long; doubled each time the trial request after it fails too, up to 10 minutes.
    pub cooldown: Duration,
    /// For how long an answer is fresh where its headers do not say.
    pub ttl: Duration,
    /// For how long a "not here" is.
    pub absence_ttl: Duration,
}

impl Default for RequestPolicy {
    fn default() -> Self {
        Self {
            concurrency: 2,
            rate: Some(Rate::per_second(1)),
            list_rate: None,
            attempts: 4,
            backoff: Duration::from_millis(500),
            max_wait: Duration::from_secs(30),
            failure_threshold: 5,
            cooldown: Duration::from_secs(30),
            ttl: Duration::from_secs(24 * 3600),
            absence_ttl: Duration::from_secs(3600),
        }
    }
}

impl RequestPolicy {
    /// Without limits, for a stand-in on the same machine.
    pub fn unlimited() -> Self {
        Self { concurrency: 64, rate: None, list_rate: None, ..Self::default() }
    }
}
