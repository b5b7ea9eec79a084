//! The endpoints that audits ask: their keys, and what each document took of its budget.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use citelight::http::{Fetch, MemoryStore, Secret, Store};
use citelight::llm::answer_cache::CachedModel;
use citelight::llm::budget::Budget;
use citelight::llm::endpoint::connection_test::{ConnectionTest, try_endpoint};
use citelight::llm::endpoint::{Endpoint, EndpointKind};
use citelight::llm::recorded::Recorded;
use citelight::remote::{Remote, Server};
use js_sys::Function;

use crate::carried::CarriedFetch;
use crate::clock::TimeOfDay;
use crate::messages::{Key, ModelEndpoint};
use crate::network::fetch::BrowserFetch;
use crate::network::store::AnswerStore;

/// The endpoints of one worker.
pub(crate) struct Endpoints {
    carry: Function,
    /// By address. None of those that are carried.
    keys: RefCell<BTreeMap<String, Secret>>,
    /// Makes this worker's idempotency keys its own. A new one for each worker costs nothing: a server finds a question that an earlier
    /// worker asked by its body. And no lasting number tells a server that two questions came from one browser.
    salt: String,
    documents: RefCell<BTreeMap<String, Document>>,
    /// What models answered, between sessions.
    store: Rc<dyn Store>,
}

/// What one document's audits share.
struct Document {
    asked: ModelEndpoint,
    key: Option<Secret>,
    budget: Rc<Budget>,
    endpoint: OpenEndpoint,
}

/// An endpoint as audits ask it.
#[derive(Clone)]
pub(crate) enum OpenEndpoint {
    /// A model, with what it answered.
    Model(Rc<Recorded>),
    /// A Citelight server, which knows what it answered.
    Server(Rc<Server>),
}

impl OpenEndpoint {
    /// It as the core asks it.
    pub(crate) fn remote(&self) -> Remote<'_> {
        match self {
            Self::Model(model) => Remote::Model(model.as_ref()),
            Self::Server(server) => Remote::Server(server.as_ref()),
        }
    }
}

impl Endpoints {
    /// None known yet. `carry` is described at [`CarriedFetch`].
    pub(crate) fn new(carry: Function) -> Self {
        Self {
            carry,
            keys: RefCell::default(),
            salt: format!("{:016x}{:016x}{:016x}", chance(), chance(), chance()),
            documents: RefCell::default(),
            store: Rc::new(AnswerStore::default()),
        }
    }

    /// Keeps or forgets the key of an address.
    pub(crate) fn keep_key(&self, url: String, key: Option<Key>) {
        match key {
            Some(Key(key)) => self.keys.borrow_mut().insert(url, Secret::new(key)),
            None => self.keys.borrow_mut().remove(&url),
        };
    }

    /// The endpoint as the audits of a document ask it: what was answered is not asked again, and what was taken of the budget stays
    /// taken, whatever changes. A server keeps its own budget.
    pub(crate) fn of_document(&self, address: &str, asked: &ModelEndpoint) -> OpenEndpoint {
        let address = address.split('#').next().unwrap_or_default();
        let key = self.key_of(asked);
        let mut documents = self.documents.borrow_mut();
        let known = documents.get(address);
        if let Some(known) = known.filter(|known| known.asked == *asked && known.key == key) {
            return known.endpoint.clone();
        }
        let limits = asked.settings.limits;
        let budget = known.map_or_else(|| Rc::new(Budget::new(limits)), |known| Rc::clone(&known.budget));
        budget.set_limits(limits);
        let endpoint = match asked.settings.kind {
            EndpointKind::Citelight => OpenEndpoint::Server(Rc::new(self.server(asked, key.as_ref()))),
            EndpointKind::Model | EndpointKind::Browser => {
                // Answers of the same model at the same address.
                let same = known.filter(|known| known.asked.settings.url == asked.settings.url);
                let lines = match same.map(|known| &known.endpoint) {
                    Some(OpenEndpoint::Model(model)) => model.lines(),
                    _ => Vec::new(),
                };
                let endpoint = Endpoint::new(
                    asked.settings.clone(),
                    key.clone(),
                    Vec::new(),
                    Rc::clone(&budget),
                    self.fetch(asked),
                    Rc::new(TimeOfDay),
                    chance(),
                );
                let store: Rc<dyn Store> =
                    if asked.forgets { Rc::new(MemoryStore::default()) } else { Rc::clone(&self.store) };
                let url = &asked.settings.url;
                let kept = CachedModel::new(Rc::new(endpoint), url, store, Rc::new(TimeOfDay));
                let model = Recorded::new(&asked.settings.model, lines, Some(Rc::new(kept)));
                OpenEndpoint::Model(Rc::new(model))
            }
        };
        let kept = Document { asked: asked.clone(), key, budget, endpoint: endpoint.clone() };
        documents.insert(address.to_owned(), kept);
        endpoint
    }

    fn server(&self, asked: &ModelEndpoint, key: Option<&Secret>) -> Server {
        Server::new(asked.settings.clone(), key, &self.salt, self.fetch(asked), Rc::new(TimeOfDay), chance())
    }

    /// Asks an endpoint one tiny question.
    pub(crate) async fn attempt(&self, asked: &ModelEndpoint) -> ConnectionTest {
        let key = self.key_of(asked);
        match asked.settings.kind {
            EndpointKind::Model | EndpointKind::Browser => {
                try_endpoint(&asked.settings, key.as_ref(), &*self.fetch(asked)).await
            }
            EndpointKind::Citelight => self.server(asked, key.as_ref()).attempt(chance()).await,
        }
    }

    fn key_of(&self, asked: &ModelEndpoint) -> Option<Secret> {
        if asked.carried { None } else { self.keys.borrow().get(&asked.settings.url).cloned() }
    }

    fn fetch(&self, asked: &ModelEndpoint) -> Rc<dyn Fetch> {
        // The page alone can ask its browser's model (www/shared/own-model).
        let carried = asked.carried || asked.settings.kind == EndpointKind::Browser;
        if carried { Rc::new(CarriedFetch::new(self.carry.clone())) } else { Rc::new(BrowserFetch) }
    }
}

/// What the jitter of retries and the names of tests are made from.
fn chance() -> u64 {
    js_sys::Math::random().to_bits()
}
