//! The client of all sources: each host of theirs within its own limits, answers kept, requests counted.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::api::{ApiName, ApiSettings};
use crate::http::{
    AskError, CacheError, Clock, Fetch, HostClient, HostClients, Priority, Reply, Request, RequestCost,
    Response, ResponseError, Store, Transport,
};

/// Sends requests to scholarly APIs, each within the limits of its source.
pub struct Client {
    fetch: Rc<dyn Fetch>,
    clock: Rc<dyn Clock>,
    store: Rc<dyn Store>,
    settings: Rc<ApiSettings>,
    seed: u64,
    clients: RefCell<BTreeMap<ApiName, Rc<HostClient>>>,
    copies: RefCell<HostClients>,
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

impl Client {
    /// A client over the means of a host. `seed` makes the jitter of retries: equal seeds, equal pauses.
    pub fn new(
        fetch: Rc<dyn Fetch>,
        clock: Rc<dyn Clock>,
        store: Rc<dyn Store>,
        settings: Rc<ApiSettings>,
        seed: u64,
    ) -> Self {
        let (clients, copies, counts) = Default::default();
        Self { fetch, clock, store, settings, seed, clients, copies, counts }
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

    /// The client of the host of a source; for an open copy, that of the copy's host: one that is slow or wants to be
    /// left alone says nothing of the others.
    fn host_client(&self, api: ApiName, build: impl Fn() -> Option<Request>) -> Rc<HostClient> {
        let open = || HostClient::new(self.settings.request_policy(api), self.seed);
        if api == ApiName::Web {
            let url = build().map(|request| request.url).unwrap_or_default();
            return self.copies.borrow_mut().to(self.settings.host_of_copy(&url), open);
        }
        self.clients.borrow_mut().entry(api).or_insert_with(|| Rc::new(open())).clone()
    }

    /// Asks a source: waits for its turn, sends, reads; again after a growing pause where that may help. `build` is
    /// called when the request starts, so that it can take along what gathered meanwhile; for a retry once more, and
    /// for an open copy before, too: its host tells whose turn it waits for.
    ///
    /// # Errors
    /// [`AskError`] once nothing more helps. A healthy "not here" is for `read` to tell: it is no error.
    pub async fn ask<T>(
        &self,
        api: ApiName,
        cost: RequestCost,
        build: impl Fn() -> Option<Request>,
        read: impl Fn(&Response) -> Result<T, ResponseError>,
    ) -> Result<Reply<T>, AskError> {
        self.ask_in_turn(api, Priority::New, || cost, build, read).await
    }

    /// [`Client::ask`] for a request whose cost may grow until it starts.
    pub(super) async fn ask_in_turn<T>(
        &self,
        api: ApiName,
        priority: Priority,
        cost: impl Fn() -> RequestCost,
        build: impl Fn() -> Option<Request>,
        read: impl Fn(&Response) -> Result<T, ResponseError>,
    ) -> Result<Reply<T>, AskError> {
        let host = self.host_client(api, &build);
        let on_sent = |again: bool| {
            self.count(api, |counts| {
                counts.requests += 1;
                counts.retries += u64::from(again);
            });
        };
        let transport = Transport { fetch: &*self.fetch, clock: &*self.clock };
        let result = host.ask(transport, priority, cost, build, read, on_sent).await;
        if result.is_err() {
            self.count(api, |counts| counts.failures += 1);
        }
        result
    }
}
