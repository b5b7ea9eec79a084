//! A line to one host: requests take turns, are sent again after a growing pause where that may help, and not at all while the
//! host keeps failing.

use std::time::Duration;

use super::client::{AskError, Freshness, Reply};
use super::gate::Gate;
use super::headers::{Keeping, keeping, rate, retry_after, spent};
use super::{Clock, Effort, Manners, Urgency};
use crate::sources::api::AnswerError;
use crate::sources::http::{Answer, Fetch, FetchError, Request};

/// A line to one host.
pub struct Line {
    gate: Gate,
    seed: u64,
}

/// What a line carries requests with.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// Sends them.
    pub fetch: &'a dyn Fetch,
    /// Paces them.
    pub clock: &'a dyn Clock,
}

impl Line {
    /// A line that keeps these manners. `seed` makes the jitter of retries: equal seeds, equal pauses.
    pub fn new(manners: Manners, seed: u64) -> Self {
        Self { gate: Gate::new(manners), seed }
    }

    /// Waits for its turn, sends, reads; again after a growing pause where that may help. `build` is called when the request
    /// starts, so that it can take along what gathered meanwhile; for a retry once more. `on_sent` hears of every request,
    /// and whether it is a retry.
    pub async fn ask<T>(
        &self,
        means: Means<'_>,
        mut urgency: Urgency,
        effort: impl Fn() -> Effort,
        build: impl Fn() -> Option<Request>,
        read: impl Fn(&Answer) -> Result<T, AnswerError>,
        on_sent: impl Fn(bool),
    ) -> Result<Reply<T>, AskError> {
        let Means { fetch, clock } = means;
        let mut attempt = 0;
        loop {
            let place = self.gate.pass(urgency, &effort, clock).await?;
            let asked = effort();
            let Some(request) = build() else { return Err(AskError::Unaskable) };
            on_sent(attempt > 0);
            let fetched = fetch.fetch(&request).await;
            self.gate.ended(clock.now());
            drop(place);
            let error = match self.judge(clock.now(), asked, &fetched, &read) {
                Ok(reply) => return Ok(reply),
                Err(error) => error,
            };
            attempt += 1;
            urgency = Urgency::Begun;
            if !may_help(&error) || attempt >= self.gate.manners.attempts {
                return Err(error);
            }
            let told = fetched.ok().and_then(|answer| retry_after(&answer, clock.now()));
            let pause = self.pause(&request, attempt);
            // The gate itself keeps the longer wait that the source told.
            if told.is_none_or(|told| told < pause) {
                clock.sleep(pause).await;
            }
        }
    }

    /// Reads an answer and lets the gate know how it went.
    fn judge<T>(
        &self,
        now: u64,
        effort: Effort,
        fetched: &Result<Answer, FetchError>,
        read: &impl Fn(&Answer) -> Result<T, AnswerError>,
    ) -> Result<Reply<T>, AskError> {
        let spent = fetched.as_ref().ok().and_then(spent).filter(|_| effort == Effort::List);
        if let Some(wait) = spent {
            self.gate.spent(now, wait);
        }
        let judged = match fetched {
            Err(error) => Err(AskError::Fetch(error.clone())),
            Ok(answer) => {
                if let Some(rate) = rate(answer) {
                    self.gate.tighten(rate);
                }
                // A source may ask for patience with any status.
                if let Some(wait) = retry_after(answer, now) {
                    self.gate.pause(now, wait);
                }
                reply(answer, read).map_err(|error| spent.map_or(AskError::Answer(error), AskError::Spent))
            }
        };
        match &judged {
            // It is alive and well if it knows a bad request from a good one.
            Ok(_) | Err(AskError::Answer(AnswerError::Rejected(_))) => self.gate.succeeded(),
            // Whether it is well nobody knows.
            // It is well, and answers what is free.
            Err(AskError::Spent(_)) => {}
            Err(AskError::Fetch(FetchError::Offline | FetchError::NotSent { .. })) => {}
            Err(_) => self.gate.failed(now),
        }
        judged
    }

    /// The pause before a retry: doubled each time, and between half and all of that by chance.
    fn pause(&self, request: &Request, attempt: u32) -> Duration {
        let manners = &self.gate.manners;
        let doubled = manners.backoff.saturating_mul(2u32.saturating_pow(attempt.saturating_sub(1)));
        let whole = doubled.min(manners.patience);
        let name = request.fingerprint().bytes().fold(self.seed, |hash, byte| mixed(hash ^ u64::from(byte)));
        let chance = (mixed(name ^ u64::from(attempt)) >> 11) as f64 / (1u64 << 53) as f64;
        whole.mul_f64(0.5 + 0.5 * chance)
    }
}

/// Whether asking again may help.
fn may_help(error: &AskError) -> bool {
    match error {
        AskError::Fetch(error) => error.is_passing(),
        AskError::Answer(AnswerError::Failing(_) | AnswerError::Malformed(_)) => true,
        AskError::Answer(AnswerError::Rejected(_) | AnswerError::Denied(_)) => false,
        AskError::Unaskable | AskError::Resting(_) | AskError::ToldToWait(_) | AskError::Spent(_) => false,
    }
}

fn reply<T>(
    answer: &Answer,
    read: &impl Fn(&Answer) -> Result<T, AnswerError>,
) -> Result<Reply<T>, AnswerError> {
    if answer.status == 304 {
        return Ok(Reply::Unchanged);
    }
    let value = read(answer)?;
    let fresh = match keeping(answer) {
        Keeping::Unsaid => Some(Freshness::Unsaid),
        Keeping::For(duration) => Some(Freshness::For(duration)),
        Keeping::Not => None,
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
