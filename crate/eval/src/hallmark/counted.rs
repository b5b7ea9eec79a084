//! A closed world asked as the network is: each source by identifier first, then by title, every request counted.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use citelight::LocalFuture;
use citelight::finding::WorkForm;
use citelight::identifiers::Identifiers;
use citelight::resolve::integrity::{CheckSettings, Day, DoiHandle, Inquiry, inquire};
use citelight::sources::doi_register::DoiRegister;
use citelight::sources::key::Key;
use citelight::sources::local::LocalStore;
use citelight::sources::{ApiName, Query, Record, Source, SourceError};
use citelight::text::titles::title_similarity;
use futures_util::FutureExt;

use super::entries::GoldEntry;
use super::world::World;

/// A title this alike ends a look-up by identifier, as it does for the real sources.
const SAME_TITLE: f64 = 0.8;

/// One source of a world under the name and with the abilities of an API.
struct Counted<'a> {
    api: ApiName,
    store: Option<&'a LocalStore>,
    requests: &'a Requests,
}

/// Requests, those for identifiers apart: sources take those of many entries in one.
#[derive(Default)]
pub(crate) struct Requests {
    all: Cell<usize>,
    identifiers: Cell<usize>,
    by_source: RefCell<BTreeMap<&'static str, usize>>,
}

fn count(counter: &Cell<usize>) {
    counter.set(counter.get() + 1);
}

impl Counted<'_> {
    fn takes(&self, key: &Key) -> bool {
        use ApiName as A;
        match key {
            Key::Doi(_) => {
                matches!(
                    self.api,
                    A::Crossref | A::OpenAlex | A::SemanticScholar | A::EuropePmc | A::DataCite
                )
            }
            // A closed world's Crossref holds arXiv's DOIs, too.
            Key::Arxiv(_) => !matches!(self.api, A::Dblp | A::EuropePmc),
            _ => false,
        }
    }

    fn ask(&self, query: Query<'_>) -> Vec<Record> {
        count(&self.requests.all);
        *self.requests.by_source.borrow_mut().entry(self.api.as_str()).or_default() += 1;
        let found = self.store.and_then(|store| store.look_up(query).now_or_never());
        found.and_then(Result::ok).unwrap_or_default()
    }

    fn find(&self, query: &Query<'_>) -> Vec<Record> {
        let mut found: Vec<Record> = Vec::new();
        for _ in Key::of(query.identifiers).iter().filter(|key| self.takes(key)).take(2) {
            count(&self.requests.identifiers);
            found.extend(self.ask(Query { title: None, ..query.clone() }));
            let fits = |record: &Record| {
                query.title.is_none_or(|title| title_similarity(title, &record.title) >= SAME_TITLE)
            };
            if found.iter().any(fits) {
                return found;
            }
        }
        if query.title.is_some() {
            let nothing = Identifiers::default();
            found.extend(self.ask(Query { identifiers: &nothing, ..query.clone() }));
        }
        found
    }
}

impl Source for Counted<'_> {
    fn name(&self) -> &str {
        self.api.as_str()
    }

    fn look_up<'a>(&'a self, query: Query<'a>) -> LocalFuture<'a, Result<Vec<Record>, SourceError>> {
        Box::pin(std::future::ready(Ok(self.find(&query))))
    }

    fn covers_everything(&self) -> bool {
        matches!(self.api, ApiName::Crossref | ApiName::OpenAlex | ApiName::SemanticScholar)
    }

    fn can_look_up(&self, query: &Query<'_>) -> bool {
        query.title.is_some() || Key::of(query.identifiers).iter().any(|key| self.takes(key))
    }

    fn is_taken_in(&self) -> bool {
        self.api.is_taken_in()
    }

    fn holds(&self, form: Option<WorkForm>) -> bool {
        self.api != ApiName::OpenLibrary || form == Some(WorkForm::Book)
    }
}

/// The world's register of DOIs.
struct Register<'a> {
    resolves: bool,
    requests: &'a Requests,
}

impl DoiRegister for Register<'_> {
    fn is_registered<'a>(&'a self, _: &'a str) -> LocalFuture<'a, Result<bool, SourceError>> {
        count(&self.requests.all);
        Box::pin(std::future::ready(Ok(self.resolves)))
    }
}

/// What came of an entry, and how many requests it took.
pub struct Asked {
    /// The report, and what the sources said.
    pub inquiry: Inquiry,
    /// Requests to sources and to doi.org.
    pub requests: usize,
    /// Of these, requests for identifiers.
    pub identifiers: usize,
    /// Requests to each source.
    pub by_source: BTreeMap<&'static str, usize>,
}

/// Gives the sources of a world to whoever asks about a work of these identifiers, as the network would, and counts what is
/// asked.
pub(crate) fn as_network<T>(
    world: &World,
    identifiers: &Identifiers,
    handle: DoiHandle,
    ask: impl FnOnce(&[&dyn Source], Option<&dyn DoiRegister>) -> T,
) -> (T, Requests) {
    let requests = Requests::default();
    let counted = |api: ApiName| {
        let store = world.sources().iter().find(|store| store.name() == api.as_str());
        Counted { api, store, requests: &requests }
    };
    let order = ApiName::order_for(identifiers).into_iter().chain([ApiName::OpenLibrary]);
    let known = order.filter(|api| !matches!(api, ApiName::OpenReview | ApiName::OpenReview2));
    let sources: Vec<Counted<'_>> = known.map(counted).collect();
    let sources: Vec<&dyn Source> = sources.iter().map(|source| source as &dyn Source).collect();
    // The world holds no register of arXiv: who cannot know is not asked.
    let register = Register { resolves: handle == DoiHandle::Resolves, requests: &requests };
    let register = (handle != DoiHandle::Unknown).then_some(&register as &dyn DoiRegister);
    let answer = ask(&sources, register);
    (answer, requests)
}

/// Asks the world about every entry as the command line asks the network.
pub fn inquire_all(entries: &[GoldEntry], world: &World, today: Day, settings: &CheckSettings) -> Vec<Asked> {
    entries
        .iter()
        .filter_map(|gold| {
            let handle = world.handle(&gold.entry);
            let (inquiry, requests) =
                as_network(world, &gold.entry.identifiers(), handle, |sources, register| {
                    inquire(&gold.entry, sources, register, today, settings).now_or_never()
                });
            Some(Asked {
                // Stores in memory answer at once.
                inquiry: inquiry?,
                requests: requests.all.get(),
                identifiers: requests.identifiers.get(),
                by_source: requests.by_source.take(),
            })
        })
        .collect()
}
