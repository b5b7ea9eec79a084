//! The scholarly sources over the network: the HTTP client, the clock and the store on disk that the core asks for.

mod address;
mod cache;
mod clock;
mod download;
mod endpoint;
mod fetch;
mod options;
mod pdf;

use std::future::Future;
use std::rc::Rc;

use citelight::access::OpenTexts;
use citelight::committee::{CitedBy, CitingApi};
use citelight::sources::api::ApiName;
use citelight::sources::doi_register::DoiOrg;
use citelight::sources::manners::{Client, MemoryStore, Store};
use citelight::sources::{ApiSource, Query, Source, in_order};

pub(crate) use clock::SystemTime;
pub(crate) use download::{AskError, Content, FileServer};
pub(crate) use endpoint::{EndpointOptions, ModelEndpoint};
pub(crate) use options::NetworkOptions;

use crate::failure::Failure;
use cache::DiskStore;
use fetch::HttpClient;
use pdf::PdfLibrary;

/// What the jitter of retries is made from: processes that start together must not retry together.
fn seed() -> u64 {
    u64::from(std::process::id())
}

/// One thread: the core's futures stay on it, and the sources' limits leave it idle most of the time.
fn runtime() -> Result<tokio::runtime::Runtime, String> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())
}

/// The sources that are asked, and the client that asks them.
pub(crate) struct Network {
    runtime: tokio::runtime::Runtime,
    client: Rc<Client>,
    sources: Vec<ApiSource>,
    register: DoiOrg,
    texts: OpenTexts,
    citing: Vec<CitingApi>,
}

impl Network {
    /// Everything set up as the options say; nothing is asked yet.
    pub(crate) fn open(options: &NetworkOptions) -> Result<Self, Failure> {
        let settings = Rc::new(options.settings()?);
        let unusable = |reason: String| Failure::Network { reason };
        let runtime = runtime().map_err(unusable)?;
        let own = [settings.base.as_deref(), settings.zotero.as_deref()];
        let fetch = HttpClient::new(own.into_iter().flatten()).map_err(unusable)?;
        let store: Rc<dyn Store> = match options.cache_folder() {
            Some(folder) => match DiskStore::open(&folder) {
                Ok(store) => Rc::new(store),
                Err(error) => {
                    let place = folder.display();
                    anstream::eprintln!(
                        "citelight: {error} ({place}); going on without keeping answers. Give another folder with \
                         --cache, or --no-cache"
                    );
                    Rc::new(MemoryStore::default())
                }
            },
            None => Rc::new(MemoryStore::default()),
        };
        let client = Rc::new(Client::new(Rc::new(fetch), Rc::new(SystemTime), store, settings, seed()));
        let sources: Vec<ApiSource> =
            options.sources().into_iter().filter_map(|name| ApiSource::named(name, client.clone())).collect();
        let register = DoiOrg::new(client.clone());
        // Unpaywall knows copies, no more: it is no source of records, but one of places.
        let unpaywall = ApiSource::named(ApiName::Unpaywall, client.clone());
        let finders: Vec<ApiSource> = sources.iter().cloned().chain(unpaywall).collect();
        let texts = OpenTexts::new(client.clone(), &finders).reading_pdf(Rc::new(PdfLibrary));
        let citing = CitingApi::all(&client);
        Ok(Self { runtime, client, sources, register, texts, citing })
    }

    /// Runs a future to its end on this thread.
    pub(crate) fn run<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    /// The client itself, for questions that are no look-ups.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// doi.org's register.
    pub(crate) fn register(&self) -> &DoiOrg {
        &self.register
    }

    /// Texts that lie open.
    pub(crate) fn texts(&self) -> &OpenTexts {
        &self.texts
    }

    /// The sources.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &dyn Source> {
        self.sources.iter().map(|source| source as &dyn Source)
    }

    /// Who knows who cites whom.
    pub(crate) fn indexes(&self) -> impl Iterator<Item = &dyn CitedBy> {
        self.citing.iter().map(|api| api as &dyn CitedBy)
    }

    /// The sources in the order in which they are best asked this.
    pub(crate) fn sources_for(&self, query: &Query<'_>) -> Vec<&dyn Source> {
        in_order(&self.sources().collect::<Vec<_>>(), query)
    }

    /// One line about what was asked, for stderr.
    pub(crate) fn summary(&self) -> String {
        let counts = ApiName::ALL.map(|name| (name, self.client.counts(name)));
        let asked: Vec<String> = counts
            .iter()
            .filter(|(_, counts)| counts.requests > 0)
            .map(|(name, counts)| format!("{} {}", name.as_str(), counts.requests))
            .collect();
        let kept: u64 = counts.iter().map(|(_, counts)| counts.kept).sum();
        let faults: u64 = counts.iter().map(|(_, counts)| counts.store_faults).sum();
        let asked = if asked.is_empty() { "none".to_owned() } else { asked.join(", ") };
        let faults = if faults > 0 { format!("; the cache failed {faults} times") } else { String::new() };
        format!("requests: {asked}; answers from the cache: {kept}{faults}")
    }
}

/// Whether an API can be chosen as a source of records; the others are used for what they are for.
pub(crate) fn is_source(name: ApiName) -> bool {
    ApiName::ORDER.contains(&name) || matches!(name, ApiName::Pubmed | ApiName::Zotero | ApiName::Doi)
}
