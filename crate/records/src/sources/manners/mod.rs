//! Asking politely: within each source's limits, patiently, once, and not at all while it is down.
//!
//! [`Client`] sends requests: it spaces them by the documented [`Manners`], tightened by what the answers' headers
//! say, retries with growing pauses, and leaves a source alone that keeps failing. [`Store`] keeps answers between
//! sessions. Time comes from a [`Clock`], so tests run hours in milliseconds with
//! [`VirtualClock`](virtual_time::VirtualClock).

use std::time::Duration;

use super::api::ApiName;
use citelight_inference::LocalFuture;

mod breaker;
pub mod cache;
pub mod client;
mod gate;
mod headers;
mod hosts;
pub mod line;
mod permits;
pub mod virtual_time;

pub use cache::{CacheError, MemoryStore, Store};
pub use client::{AskError, Client, Counts, Reply};

/// Time for the client.
pub trait Clock {
    /// Milliseconds since 1970, UTC.
    fn now(&self) -> u64;

    /// Ends after a while.
    fn sleep(&self, duration: Duration) -> LocalFuture<'_, ()>;
}

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
pub enum Effort {
    /// One record by its identifier.
    Single,
    /// A search, or a list by filter.
    List,
}

/// Who goes first where several wait for a source: what was begun is ended before something new is, so that the sources
/// behind this one do not wait for work until its whole queue is through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// A first request.
    New,
    /// A request that follows from an answer, or repeats one that failed.
    Begun,
}

/// How a source wants to be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manners {
    /// Requests under way at once.
    pub concurrency: usize,
    /// Limit of all requests; none: as fast as they are answered.
    pub rate: Option<Rate>,
    /// Further limit of searches and lists.
    pub list_rate: Option<Rate>,
    /// Times a request is sent before it fails.
    pub attempts: u32,
    /// First pause before a retry; it doubles each time, up to [`Manners::patience`].
    pub backoff: Duration,
    /// Longest wait for a source before it counts as failing: a `Retry-After` beyond it fails at once.
    pub patience: Duration,
    /// Failures in a row after which the source is left alone.
    pub failures: u32,
    /// For how long; doubled each time the trial request after it fails too, up to 10 minutes.
    pub rest: Duration,
    /// For how long an answer is fresh where its headers do not say.
    pub fresh: Duration,
    /// For how long a "not here" is.
    pub fresh_absence: Duration,
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            concurrency: 2,
            rate: Some(Rate::per_second(1)),
            list_rate: None,
            attempts: 4,
            backoff: Duration::from_millis(500),
            patience: Duration::from_secs(30),
            failures: 5,
            rest: Duration::from_secs(30),
            fresh: Duration::from_secs(24 * 3600),
            fresh_absence: Duration::from_secs(3600),
        }
    }
}

impl Manners {
    /// What the sources document (November 2026), for a user who tells a mail address or has a key.
    pub fn documented(api: ApiName, has_mail: bool, has_key: bool) -> Self {
        let every = |seconds| Some(Rate { requests: 1, per: Duration::from_secs(seconds) });
        let of = |concurrency, rate| Self { concurrency, rate, ..Self::default() };
        match api {
            // Public, polite and Plus pools, since December 2025; the answers' headers say the same.
            ApiName::Crossref => {
                let (concurrency, single, list) = match (has_key, has_mail) {
                    (true, _) => (10, 150, 150),
                    (false, true) => (3, 10, 3),
                    (false, false) => (1, 5, 1),
                };
                let list_rate = Some(Rate::per_second(list));
                Self { list_rate, ..of(concurrency, Some(Rate::per_second(single))) }
            }
            // 100 a second are allowed; a daily allowance is what ends first.
            ApiName::OpenAlex => of(4, Some(Rate::per_second(10))),
            // One a second with a key; without, a pool shared with everyone.
            ApiName::SemanticScholar => of(1, every(if has_key { 1 } else { 3 })),
            // One request in three seconds, one connection.
            ApiName::Arxiv => of(1, every(3)),
            // Asks for a second or more between requests.
            ApiName::Dblp => of(1, every(2)),
            ApiName::EuropePmc => of(3, Some(Rate::per_second(8))),
            ApiName::Pubmed => of(3, Some(Rate::per_second(if has_key { 10 } else { 3 }))),
            // 500 or 1,000 in five minutes, by whether a mail address is told.
            ApiName::DataCite => {
                let requests = if has_mail { 1_000 } else { 500 };
                of(3, Some(Rate { requests, per: Duration::from_secs(300) }))
            }
            // 100,000 a day.
            ApiName::Unpaywall => of(3, Some(Rate::per_second(5))),
            // Throttles at 100 to 150 in half an hour, people included.
            ApiName::OpenReview | ApiName::OpenReview2 => of(1, every(15)),
            ApiName::Zotero => of(2, Some(Rate::per_second(4))),
            ApiName::Doi => of(3, Some(Rate::per_second(5))),
            // Of each host. Nobody's limits are known, so they are those of a reader who opens one page after the other. Copies
            // differ: that several are refused says nothing of the next.
            ApiName::Web => Self { attempts: 2, failures: u32::MAX, ..of(2, Some(Rate::per_second(1))) },
        }
    }

    /// Without limits, for a stand-in on the same machine.
    pub fn unlimited() -> Self {
        Self { concurrency: 64, rate: None, list_rate: None, ..Self::default() }
    }
}
