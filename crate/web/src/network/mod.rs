//! The scholarly sources, asked from the browser.

pub(crate) mod fetch;
pub(crate) mod store;

use std::collections::BTreeSet;
use std::rc::Rc;

use citelight::access::{OpenTexts, SnippetSearch};
use citelight::committee::{CitedBy, CitingApi};
use citelight::http::Secret;
use citelight::sources::api::{ApiName, ApiSettings};
use citelight::sources::doi_register::DoiOrg;
use citelight::sources::{ApiSource, Client, Source};

use crate::clock::TimeOfDay;
use crate::messages::Online;
use fetch::BrowserFetch;
use store::AnswerStore;

/// The sources that may be asked, and where texts lie open.
pub(crate) struct Network {
    online: Online,
    sources: Vec<ApiSource>,
    pub(crate) texts: OpenTexts,
    /// Sends claims: for audits whose order says so.
    pub(crate) snippets: SnippetSearch,
    citing: Vec<CitingApi>,
    /// doi.org, which lets every page read its answers.
    pub(crate) register: DoiOrg,
}

impl Network {
    /// Everything set up as the reader says; nothing is asked yet.
    pub(crate) fn open(online: Online) -> Self {
        let settings = settings(&online);
        // What the jitter of retries is made from: workers that start together must not retry together.
        let seed = js_sys::Math::random().to_bits();
        let store = Rc::new(AnswerStore::default());
        let client =
            Rc::new(Client::new(Rc::new(BrowserFetch), Rc::new(TimeOfDay), store, Rc::new(settings), seed));
        let named = |name| ApiSource::named(name, client.clone());
        let sources: Vec<ApiSource> = ApiName::ORDER.into_iter().filter_map(named).collect();
        let unpaywall = ApiSource::named(ApiName::Unpaywall, client.clone());
        let finders: Vec<ApiSource> = sources.iter().cloned().chain(unpaywall).collect();
        let texts = OpenTexts::new(client.clone(), &finders);
        let citing = CitingApi::all(&client);
        let snippets = SnippetSearch::new(client.clone());
        let register = DoiOrg::new(client).with_notices();
        Self { online, sources, texts, snippets, citing, register }
    }

    /// What it was opened with.
    pub(crate) fn online(&self) -> &Online {
        &self.online
    }

    /// The sources.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &dyn Source> {
        self.sources.iter().map(|source| source as &dyn Source)
    }

    /// Who knows who cites whom.
    pub(crate) fn indexes(&self) -> impl Iterator<Item = &dyn CitedBy> {
        self.citing.iter().map(|api| api as &dyn CitedBy)
    }
}

fn settings(online: &Online) -> ApiSettings {
    // Open copies lie anywhere: nobody grants an extension the whole web for them.
    let closed = |name: &ApiName| *name == ApiName::Web || !online.any_server && !name.lets_pages_read();
    let keys = online.keys.iter().map(|(name, key)| (*name, Secret::new(key.0.clone())));
    ApiSettings {
        keys: keys.collect(),
        mailto: online.mailto.clone().map(Secret::new),
        out_of_reach: ApiName::ALL.into_iter().filter(closed).collect::<BTreeSet<_>>(),
        ..ApiSettings::default()
    }
}
