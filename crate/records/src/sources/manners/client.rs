//! The client that keeps everyone's manners.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use super::gate::Closed;
use super::hosts::HostLines;
use super::line::{Line, Means};
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
    lines: RefCell<BTreeMap<ApiName, Rc<Line>>>,
    hosts: RefCell<HostLines>,
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
    /// What it grants for searches and lists is used up.
    #[error(
        "what it grants for searches is used up, and is granted anew in {} h {} min; a key of one's own grants more",
        .0.as_secs() / 3600,
        .0.as_secs() / 60 % 60
    )]
    Spent(Duration),
}

impl From<Closed> for AskError {
    fn from(closed: Closed) -> Self {
        match closed {
            Closed::Resting { remaining } => Self::Resting(remaining),
            Closed::ToldToWait { remaining } => Self::ToldToWait(remaining),
            Closed::Spent { remaining } => Self::Spent(remaining),
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
        let (lines, hosts, counts) = Default::default();
        Self { fetch, clock, store, settings, seed, lines, hosts, counts }
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

    /// The line to a source; to an open copy, that to its host: one that is slow or wants to be left alone says nothing
    /// of the others.
    fn line(&self, api: ApiName, build: impl Fn() -> Option<Request>) -> Rc<Line> {
        let open = || Line::new(self.settings.manners(api), self.seed);
        if api == ApiName::Web {
            let url = build().map(|request| request.url).unwrap_or_default();
            return self.hosts.borrow_mut().to(self.settings.host_of_copy(&url), open);
        }
        self.lines.borrow_mut().entry(api).or_insert_with(|| Rc::new(open())).clone()
    }

    /// Asks a source: waits for its turn, sends, reads; again after a growing pause where that may help. `build` is
    /// called when the request starts, so that it can take along what gathered meanwhile; for a retry once more, and
    /// for an open copy before, too: its host tells in which line it waits.
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
        urgency: Urgency,
        effort: impl Fn() -> Effort,
        build: impl Fn() -> Option<Request>,
        read: impl Fn(&Answer) -> Result<T, AnswerError>,
    ) -> Result<Reply<T>, AskError> {
        let line = self.line(api, &build);
        let on_sent = |again: bool| {
            self.count(api, |counts| {
                counts.requests += 1;
                counts.retries += u64::from(again);
            });
        };
        let means = Means { fetch: &*self.fetch, clock: &*self.clock };
        let result = line.ask(means, urgency, effort, build, read, on_sent).await;
        if result.is_err() {
            self.count(api, |counts| counts.failures += 1);
        }
        result
    }
}
