//! The scholarly sources over the network, as the command line asks for them.

#[cfg(feature = "models")]
mod download;
#[cfg(feature = "models")]
mod endpoint;
#[cfg(feature = "models")]
mod installation;
mod options;

use std::future::Future;
use std::ops::Deref;
use std::rc::Rc;

#[cfg(feature = "lsp")]
use citelight::LocalFuture;
#[cfg(feature = "lsp")]
use citelight::http::{Fetch, FetchError, Request, Response};
use citelight::http::{MemoryStore, Store, virtual_time::VirtualClock};
#[cfg(feature = "lsp")]
use citelight::sources::Client;
use citelight::sources::api::{ApiName, ApiSettings};
pub(crate) use citelight_network::SystemTime;
use citelight_network::{DiskStore, Scholarly, runtime};

#[cfg(feature = "models")]
pub(crate) use download::{AskError, Content, FileServer};
#[cfg(feature = "models")]
pub(crate) use endpoint::RemoteEndpoint;
#[cfg(feature = "models")]
pub use endpoint::{EndpointOptions, ModelEndpoint, ValidatorOptions};
pub use options::NetworkOptions;

use crate::failure::Failure;

/// The scholarly sources, and what runs their futures.
pub struct Network {
    time: Time,
    scholarly: Scholarly,
}

/// What runs the futures of a network.
enum Time {
    /// The system's.
    Real(tokio::runtime::Runtime),
    /// A simulation's.
    Virtual(Rc<VirtualClock>),
}

impl Deref for Network {
    type Target = Scholarly;

    fn deref(&self) -> &Scholarly {
        &self.scholarly
    }
}

impl Network {
    /// Everything set up as the options say; nothing is asked yet.
    pub fn open(options: &NetworkOptions) -> Result<Self, Failure> {
        Self::opened(options, Scholarly::new)
    }

    /// The same, but nobody is asked: only answers that were kept count.
    #[cfg(feature = "lsp")]
    pub(crate) fn open_offline(options: &NetworkOptions) -> Result<Self, Failure> {
        Self::opened(options, |settings, names, store| {
            let (nobody, time) = (Rc::new(Nobody), Rc::new(SystemTime));
            let client = Client::new(nobody, time, store, Rc::new(settings), citelight_network::seed());
            Ok(Scholarly::over(Rc::new(client), names))
        })
    }

    fn opened(
        options: &NetworkOptions,
        scholarly: impl FnOnce(ApiSettings, &[ApiName], Rc<dyn Store>) -> Result<Scholarly, String>,
    ) -> Result<Self, Failure> {
        let settings = options.settings()?;
        let unusable = |reason: String| Failure::Network { reason };
        let runtime = runtime().map_err(unusable)?;
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
        let scholarly = scholarly(settings, &options.sources(), store).map_err(unusable)?;
        Ok(Self { time: Time::Real(runtime), scholarly })
    }

    /// One whose requests are answered in virtual time, for simulations.
    pub fn simulated(clock: Rc<VirtualClock>, scholarly: Scholarly) -> Self {
        Self { time: Time::Virtual(clock), scholarly }
    }

    /// Runs a future to its end on this thread.
    pub fn run<T>(&self, future: impl Future<Output = T>) -> T {
        match &self.time {
            Time::Real(runtime) => runtime.block_on(future),
            Time::Virtual(clock) => clock.run(future).unwrap_or_else(|| dead_wait()),
        }
    }

    /// One line about what was asked, for stderr.
    pub fn summary(&self) -> String {
        let counts = ApiName::ALL.map(|name| (name, self.client().counts(name)));
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

/// Carries no request.
#[cfg(feature = "lsp")]
struct Nobody;

#[cfg(feature = "lsp")]
impl Fetch for Nobody {
    fn fetch<'a>(&'a self, _: &'a Request) -> LocalFuture<'a, Result<Response, FetchError>> {
        Box::pin(std::future::ready(Err(FetchError::Offline)))
    }
}

/// The end of a simulation in which something waits for what never comes.
fn dead_wait() -> ! {
    anstream::eprintln!(
        "citelight: the simulation stands still: something waits that no timer wakes; please report it"
    );
    std::process::exit(2)
}

/// Whether an API can be chosen as a source of records; the others are used for what they are for.
pub(crate) fn is_source(name: ApiName) -> bool {
    ApiName::order_with_catalogues().contains(&name)
        || matches!(name, ApiName::Pubmed | ApiName::Zotero | ApiName::Doi)
}
