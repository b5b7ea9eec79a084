//! The client of one host: requests take turns, are sent again after a growing pause where that may help, and not at all while the
//! host keeps failing.

use std::time::Duration;

use super::clock::Clock;
use super::error::AskError;
use super::fetch::{Fetch, FetchError};
use super::headers::{CacheControl, cache_control, rate, retry_after, spent};
use super::limiter::Limiter;
use super::policy::{Priority, RequestCost, RequestPolicy};
use super::reply::{FreshnessLifetime, Reply};
use super::request::Request;
use super::response::{Response, ResponseError};

/// The client of one host.
pub struct HostClient {
    limiter: Limiter,
    seed: u64,
}

/// What a client carries requests with.
#[derive(Clone, Copy)]
pub struct Transport<'a> {
    /// Sends them.
    pub fetch: &'a dyn Fetch,
    /// Paces them.
    pub clock: &'a dyn Clock,
}

impl HostClient {
    /// A client that keeps to this policy. `seed` makes the jitter of retries: equal seeds, equal pauses.
    pub fn new(policy: RequestPolicy, seed: u64) -> Self {
        Self { limiter: Limiter::new(policy), seed }
    }

    /// Waits for its turn, sends, reads; again after a growing pause where that may help. `build` is called when the request
    /// starts, so that it can take along what gathered meanwhile; for a retry once more. `on_sent` hears of every request,
    /// and whether it is a retry.
    pub async fn ask<T>(
        &self,
        transport: Transport<'_>,
        mut priority: Priority,
        cost: impl Fn() -> RequestCost,
        build: impl Fn() -> Option<Request>,
        read: impl Fn(&Response) -> Result<T, ResponseError>,
        on_sent: impl Fn(bool),
    ) -> Result<Reply<T>, AskError> {
        let Transport { fetch, clock } = transport;
        let mut attempt = 0;
        loop {
            let permit = self.limiter.acquire(priority, &cost, clock).await?;
            let asked = cost();
            let Some(request) = build() else { return Err(AskError::Unaskable) };
            on_sent(attempt > 0);
            let fetched = fetch.fetch(&request).await;
            self.limiter.ended(clock.now());
            drop(permit);
            let error = match self.judge(clock.now(), asked, &fetched, &read) {
                Ok(reply) => return Ok(reply),
                Err(error) => error,
            };
            attempt += 1;
            priority = Priority::Begun;
            if !may_help(&error) || attempt >= self.limiter.policy.attempts {
                return Err(error);
            }
            let told = fetched.ok().and_then(|answer| retry_after(&answer, clock.now()));
            let pause = self.pause(&request, attempt);
            // The limiter itself keeps the longer wait that the source told.
            if told.is_none_or(|told| told < pause) {
                clock.sleep(pause).await;
            }
        }
    }

    /// Reads an answer and lets the limiter know how it went.
    fn judge<T>(
        &self,
        now: u64,
        cost: RequestCost,
        fetched: &Result<Response, FetchError>,
        read: &impl Fn(&Response) -> Result<T, ResponseError>,
    ) -> Result<Reply<T>, AskError> {
        let spent = fetched.as_ref().ok().and_then(spent).filter(|_| cost == RequestCost::List);
        if let Some(wait) = spent {
            self.limiter.spent(now, wait);
        }
        let judged = match fetched {
            Err(error) => Err(AskError::Fetch(error.clone())),
            Ok(answer) => {
                if let Some(rate) = rate(answer) {
                    self.limiter.tighten(rate);
                }
                // A source may ask for patience with any status.
                if let Some(wait) = retry_after(answer, now) {
                    self.limiter.pause(now, wait);
                }
                reply(answer, read)
                    .map_err(|error| spent.map_or(AskError::Response(error), AskError::QuotaExhausted))
            }
        };
        match &judged {
            // It is alive and well if it knows a bad request from a good one.
            Ok(_) | Err(AskError::Response(ResponseError::Rejected(_))) => self.limiter.succeeded(),
            // Whether it is well nobody knows.
            // It is well, and answers what is free.
            Err(AskError::QuotaExhausted(_)) => {}
            Err(AskError::Fetch(FetchError::Offline | FetchError::NotSent { .. })) => {}
            Err(_) => self.limiter.failed(now),
        }
        judged
    }

    /// The pause before a retry: doubled each time, and between half and all of that by chance.
    fn pause(&self, request: &Request, attempt: u32) -> Duration {
        let policy = &self.limiter.policy;
        let doubled = policy.backoff.saturating_mul(2u32.saturating_pow(attempt.saturating_sub(1)));
        let whole = doubled.min(policy.max_wait);
        let name = request.fingerprint().bytes().fold(self.seed, |hash, byte| mixed(hash ^ u64::from(byte)));
        let chance = (mixed(name ^ u64::from(attempt)) >> 11) as f64 / (1u64 << 53) as f64;
        whole.mul_f64(0.5 + 0.5 * chance)
    }
}

/// Whether asking again may help.
fn may_help(error: &AskError) -> bool {
    match error {
        AskError::Fetch(error) => error.is_passing(),
        AskError::Response(ResponseError::Failing(_) | ResponseError::Malformed(_)) => true,
        AskError::Response(ResponseError::Rejected(_) | ResponseError::Denied(_)) => false,
        AskError::Unaskable
        | AskError::CircuitOpen(_)
        | AskError::RetryAfter(_)
        | AskError::QuotaExhausted(_) => false,
    }
}

fn reply<T>(
    answer: &Response,
    read: &impl Fn(&Response) -> Result<T, ResponseError>,
) -> Result<Reply<T>, ResponseError> {
    if answer.status == 304 {
        return Ok(Reply::Unchanged);
    }
    let value = read(answer)?;
    let fresh = match cache_control(answer) {
        CacheControl::Unsaid => Some(FreshnessLifetime::Unsaid),
        CacheControl::MaxAge(duration) => Some(FreshnessLifetime::For(duration)),
        CacheControl::NoStore => None,
    };
    Ok(Reply::Read { value, etag: answer.header("etag").map(str::to_owned), fresh })
}

/// One step of SplitMix64: spreads a number over all 64 bits.
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
