//! The models behind endpoints that audits ask: their keys, and what each page took of its budget.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use citelight::llm::budget::Budget;
use citelight::llm::endpoint::Endpoint;
use citelight::llm::endpoint::trial::{Trial, try_endpoint};
use citelight::llm::recorded::Recorded;
use citelight::sources::http::{Fetch, Secret};
use js_sys::Function;

use crate::carried::CarriedFetch;
use crate::clock::TimeOfDay;
use crate::messages::{Key, ModelEndpoint};
use crate::network::fetch::BrowserFetch;

/// The endpoints of one worker.
pub(crate) struct Endpoints {
    carry: Function,
    /// By address. None of those that are carried.
    keys: RefCell<BTreeMap<String, Secret>>,
    pages: RefCell<BTreeMap<String, Page>>,
}

/// What one page asked, for all its audits.
struct Page {
    asked: ModelEndpoint,
    key: Option<Secret>,
    budget: Rc<Budget>,
    model: Rc<Recorded>,
}

impl Endpoints {
    /// None known yet. `carry` is described at [`CarriedFetch`].
    pub(crate) fn new(carry: Function) -> Self {
        Self { carry, keys: RefCell::default(), pages: RefCell::default() }
    }

    /// Keeps or forgets the key of an address.
    pub(crate) fn keep_key(&self, url: String, key: Option<Key>) {
        match key {
            Some(Key(key)) => self.keys.borrow_mut().insert(url, Secret::new(key)),
            None => self.keys.borrow_mut().remove(&url),
        };
    }

    /// The model as the audits of a page ask it: what was answered is not asked again, and what was taken of the budget stays
    /// taken, whatever changes.
    pub(crate) fn model(&self, page: &str, asked: &ModelEndpoint) -> Rc<Recorded> {
        let page = page.split('#').next().unwrap_or_default();
        let key = self.key_of(asked);
        let mut pages = self.pages.borrow_mut();
        let known = pages.get(page);
        if let Some(known) = known.filter(|known| known.asked == *asked && known.key == key) {
            return Rc::clone(&known.model);
        }
        let limits = asked.settings.limits;
        let budget = known.map_or_else(|| Rc::new(Budget::new(limits)), |known| Rc::clone(&known.budget));
        budget.set_limits(limits);
        // Answers of the same model at the same address.
        let same = known.filter(|known| known.asked.settings.url == asked.settings.url);
        let lines = same.map(|known| known.model.lines()).unwrap_or_default();
        let endpoint = Endpoint::new(
            asked.settings.clone(),
            key.clone(),
            Vec::new(),
            Rc::clone(&budget),
            self.fetch(asked),
            Rc::new(TimeOfDay),
            js_sys::Math::random().to_bits(),
        );
        let model = Rc::new(Recorded::new(&asked.settings.model, lines, Some(Rc::new(endpoint))));
        let kept = Page { asked: asked.clone(), key, budget, model: Rc::clone(&model) };
        pages.insert(page.to_owned(), kept);
        model
    }

    /// Asks an endpoint one tiny question.
    pub(crate) async fn attempt(&self, asked: &ModelEndpoint) -> Trial {
        let key = self.key_of(asked);
        try_endpoint(&asked.settings, key.as_ref(), &*self.fetch(asked)).await
    }

    fn key_of(&self, asked: &ModelEndpoint) -> Option<Secret> {
        if asked.carried { None } else { self.keys.borrow().get(&asked.settings.url).cloned() }
    }

    fn fetch(&self, asked: &ModelEndpoint) -> Rc<dyn Fetch> {
        if asked.carried { Rc::new(CarriedFetch::new(self.carry.clone())) } else { Rc::new(BrowserFetch) }
    }
}
