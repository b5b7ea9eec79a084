//! The scholarly sources, asked from the browser.

pub(crate) mod fetch;
pub(crate) mod store;

use std::collections::BTreeSet;
use std::rc::Rc;

use citelight::access::{CopyHosts, OpenTexts, ReadPdf, SnippetSearch};
use citelight::committee::{CitedBy, CitingApi};
use citelight::http::{MemoryStore, Secret, Store};
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
    client: Rc<Client>,
    sources: Vec<ApiSource>,
    /// Sends claims: for audits whose order says so.
    pub(crate) snippets: SnippetSearch,
    /// Those that know where works lie open.
    finders: Vec<ApiSource>,
    pdf: Rc<dyn ReadPdf>,
    citing: Vec<CitingApi>,
    /// doi.org, which lets every page read its answers.
    pub(crate) register: DoiOrg,
}

impl Network {
    /// Everything set up as the reader says; nothing is asked yet.
    pub(crate) fn open(online: Online, pdf: Rc<dyn ReadPdf>) -> Self {
        let settings = settings(&online);
        // What the jitter of retries is made from: workers that start together must not retry together.
        let seed = js_sys::Math::random().to_bits();
        let store: Rc<dyn Store> =
            if online.forgets { Rc::new(MemoryStore::default()) } else { Rc::new(AnswerStore::default()) };
        let client =
            Rc::new(Client::new(Rc::new(BrowserFetch), Rc::new(TimeOfDay), store, Rc::new(settings), seed));
        let named = |name| ApiSource::named(name, client.clone());
        let sources: Vec<ApiSource> = ApiName::ORDER.into_iter().filter_map(named).collect();
        let unpaywall = ApiSource::named(ApiName::Unpaywall, client.clone());
        let finders: Vec<ApiSource> = sources.iter().cloned().chain(unpaywall).collect();
        let citing = CitingApi::all(&client);
        let snippets = SnippetSearch::new(client.clone());
        let register = DoiOrg::new(client.clone()).with_notices();
        Self { online, client, sources, snippets, finders, pdf, citing, register }
    }

    /// What it was opened with.
    pub(crate) fn online(&self) -> &Online {
        &self.online
    }

    /// The sources.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &dyn Source> {
        self.sources.iter().map(|source| source as &dyn Source)
    }

    /// Texts that lie open, as one audit may read them: `copies` are the hosts whose copies the reader allowed.
    pub(crate) fn texts(&self, copies: &[String]) -> OpenTexts {
        let hosts = copies.iter().map(|host| host.to_ascii_lowercase()).collect();
        OpenTexts::new(self.client.clone(), &self.finders)
            .reading_pdf(Rc::clone(&self.pdf))
            .with_copies_of(CopyHosts::Named(hosts))
    }

    /// Who knows who cites whom.
    pub(crate) fn indexes(&self) -> impl Iterator<Item = &dyn CitedBy> {
        self.citing.iter().map(|api| api as &dyn CitedBy)
    }
}

fn settings(online: &Online) -> ApiSettings {
    // Of the sites of open copies those are asked that the reader allowed.
    let closed = |name: &ApiName| *name != ApiName::Web && !online.any_server && !name.lets_pages_read();
    let keys = online.keys.iter().map(|(name, key)| (*name, Secret::new(key.0.clone())));
    ApiSettings {
        keys: keys.collect(),
        mailto: online.mailto.clone().map(Secret::new),
        out_of_reach: ApiName::ALL.into_iter().filter(closed).collect::<BTreeSet<_>>(),
        ..ApiSettings::default()
    }
}
