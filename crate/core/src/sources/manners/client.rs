//! The client that keeps everyone's manners.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use super::gate::{Closed, Gate};
use super::headers::{Keeping, keeping, rate, retry_after};
use super::{CacheError, Clock, Effort, Store, Urgency};
use crate::sources::api::{AnswerError, ApiName, ApiSettings};
use crate::sources::http::{Answer, Fetch, FetchError, Request};

/// Sends requests to scholarly APIs, each within its source's manners.
pub struct Client {
    fetch: Rc<dyn Fetch>,
    clock: Rc<dyn Clock>,
    store: Rc<dyn Store>,
    settings: Rc<ApiSettings>,
    seed: u64,
    gates: RefCell<BTreeMap<ApiName, Rc<Gate>>>,
    counts: RefCell<BTreeMap<ApiName, Counts>>,
}

/// What was asked of a source so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Requests that were sent, retries included.
    pub requests: u64,
    /// Of them, retries.
    pub retries: u64,
    /// Questions answered from the store.
    pub kept: u64,
    /// Questions that joined another one under way.
    pub joined: u64,
    /// Questions that failed in the end.
    pub failures: u64,
    /// Times the store failed.
    pub store_faults: u64,
}

/// Why a source could not be asked with success.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// No answer came.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// The answer is not healthy.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// It has no such question.
    #[error("it cannot be asked this")]
    Unaskable,
    /// It kept failing and is left alone.
    #[error("it failed several times and is left alone for {} s", .0.as_secs() + 1)]
    Resting(Duration),
    /// It asked to be left alone.
    #[error("it asks to be left alone for {} s", .0.as_secs() + 1)]
    ToldToWait(Duration),
}

impl From<Closed> for AskError {
    fn from(closed: Closed) -> Self {
        match closed {
            Closed::Resting { remaining } => Self::Resting(remaining),
            Closed::ToldToWait { remaining } => Self::ToldToWait(remaining),
        }
    }
}

/// What a source replied.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply<T> {
    /// An answer, read.
    Read {
        /// What it says.
        value: T,
        /// With which the source can say later that nothing changed.
        etag: Option<String>,
        /// For how long it is fresh, where the source says; none if it must not be kept.
        fresh: Option<Freshness>,
    },
    /// Nothing changed since the `etag` that was sent (status 304).
    Unchanged,
}

/// For how long an answer may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// The source does not say.
    Unsaid,
    /// For so long.
    For(Duration),
}

impl Client {
    /// A client over the means of a home. `seed` makes the jitter of retries: equal seeds, equal pauses.
    pub fn new(
        fetch: Rc<dyn Fetch>,
        clock: Rc<dyn Clock>,
        store: Rc<dyn Store>,
        settings: Rc<ApiSettings>,
        seed: u64,
    ) -> Self {
        let (gates, counts) = (RefCell::default(), RefCell::default());
        Self { fetch, clock, store, settings, seed, gates, counts }
    }

    /// Where and as whom it asks.
    pub fn settings(&self) -> &Rc<ApiSettings> {
        &self.settings
    }

    /// Its clock.
    pub fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// What was asked of a source.
    pub fn counts(&self, api: ApiName) -> Counts {
        self.counts.borrow().get(&api).copied().unwrap_or_default()
    }

    /// Requests sent to all sources.
    pub fn requests(&self) -> u64 {
        self.counts.borrow().values().map(|counts| counts.requests).sum()
    }

    pub(crate) fn count(&self, api: ApiName, change: impl FnOnce(&mut Counts)) {
        change(self.counts.borrow_mut().entry(api).or_default());
    }

    pub(crate) async fn load(&self, api: ApiName, key: &str) -> Option<String> {
        let loaded = self.store.load(key).await;
        self.or_fault(api, loaded).flatten()
    }

    pub(crate) async fn save(&self, api: ApiName, key: &str, text: String, until: u64) {
        let saved = self.store.save(key, text, until).await;
        self.or_fault(api, saved);
    }

    /// A store that fails costs time, not answers.
    fn or_fault<T>(&self, api: ApiName, result: Result<T, CacheError>) -> Option<T> {
        if result.is_err() {
            self.count(api, |counts| counts.store_faults += 1);
        }
        result.ok()
    }

    fn gate(&self, api: ApiName) -> Rc<Gate> {
        let mut gates = self.gates.borrow_mut();
        gates.entry(api).or_insert_with(|| Rc::new(Gate::new(self.settings.manners(api)))).clone()
    }

    /// Asks a source: waits for its turn, sends, reads; again after a growing pause where that may help. `build` is
    /// called when the request starts, so that it can take along what gathered meanwhile; for a retry once more.
    ///
    /// # Errors
    /// [`AskError`] once nothing more helps. A healthy "not here" is for `read` to tell: it is no error.
    pub async fn ask<T>(
        &self,
        api: ApiName,
        effort: Effort,
        build: impl Fn() -> Option<Request>,
        read: impl Fn(&Answer) -> Result<T, AnswerError>,
    ) -> Result<Reply<T>, AskError> {
        self.ask_in_turn(api, Urgency::New, || effort, build, read).await
    }

    /// [`Client::ask`] for a request whose effort may grow until it starts.
    pub(in crate::sources) async fn ask_in_turn<T>(
        &self,
        api: ApiName,
        mut urgency: Urgency,
        effort: impl Fn() -> Effort,
        build: impl Fn() -> Option<Request>,
        read: impl Fn(&Answer) -> Result<T, AnswerError>,
    ) -> Result<Reply<T>, AskError> {
        let gate = self.gate(api);
        let mut attempt = 0;
        let result = loop {
            let place = match gate.pass(urgency, &effort, &*self.clock).await {
                Ok(place) => place,
                Err(closed) => break Err(closed.into()),
            };
            let Some(request) = build() else { break Err(AskError::Unaskable) };
            self.count(api, |counts| {
                counts.requests += 1;
                counts.retries += u64::from(attempt > 0);
            });
            let fetched = self.fetch.fetch(&request).await;
            gate.ended(self.clock.now());
            drop(place);
            let error = match self.judge(&gate, &fetched, &read) {
                Ok(reply) => break Ok(reply),
                Err(error) => error,
            };
            attempt += 1;
            urgency = Urgency::Begun;
            if !may_help(&error) || attempt >= gate.manners.attempts {
                break Err(error);
            }
            let told = fetched.ok().and_then(|answer| retry_after(&answer, self.clock.now()));
            let pause = self.pause(&gate, &request, attempt);
            // The gate itself keeps the longer wait that the source told.
            if told.is_none_or(|told| told < pause) {
                self.clock.sleep(pause).await;
            }
        };
        if result.is_err() {
            self.count(api, |counts| counts.failures += 1);
        }
        result
    }

    /// Reads an answer and lets the gate know how it went.
    fn judge<T>(
        &self,
        gate: &Gate,
        fetched: &Result<Answer, FetchError>,
        read: &impl Fn(&Answer) -> Result<T, AnswerError>,
    ) -> Result<Reply<T>, AskError> {
        let now = self.clock.now();
        let judged = match fetched {
            Err(error) => Err(AskError::Fetch(error.clone())),
            Ok(answer) => {
                if let Some(rate) = rate(answer) {
                    gate.tighten(rate);
                }
                // A source may ask for patience with any status.
                if let Some(wait) = retry_after(answer, now) {
                    gate.pause(now, wait);
                }
                reply(answer, read).map_err(AskError::Answer)
            }
        };
        match &judged {
            // It is alive and well if it knows a bad request from a good one.
            Ok(_) | Err(AskError::Answer(AnswerError::Rejected(_))) => gate.succeeded(),
            // Whether it is well nobody knows.
            Err(AskError::Fetch(FetchError::Offline)) => {}
            Err(_) => gate.failed(now),
        }
        judged
    }

    /// The pause before a retry: doubled each time, and between half and all of that by chance.
    fn pause(&self, gate: &Gate, request: &Request, attempt: u32) -> Duration {
        let doubled = gate.manners.backoff.saturating_mul(2u32.saturating_pow(attempt.saturating_sub(1)));
        let whole = doubled.min(gate.manners.patience);
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
        AskError::Unaskable | AskError::Resting(_) | AskError::ToldToWait(_) => false,
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
