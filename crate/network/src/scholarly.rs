//! The scholarly sources over the network, set up as a host application asks them.

use std::rc::Rc;

use citelight::access::OpenTexts;
use citelight::committee::{CitedBy, CitingApi};
use citelight::http::Store;
use citelight::sources::api::{ApiName, ApiSettings};
use citelight::sources::doi_register::DoiOrg;
use citelight::sources::{ApiSource, Client, Query, Source, in_order};

use crate::{HttpClient, PdfLibrary, SystemTime, seed};

/// The sources that are asked, and the client that asks them.
pub struct Scholarly {
    client: Rc<Client>,
    sources: Vec<ApiSource>,
    register: DoiOrg,
    texts: OpenTexts,
    citing: Vec<CitingApi>,
}

impl Scholarly {
    /// Everything set up as the settings say; nothing is asked yet.
    ///
    /// # Errors
    /// Why there can be no client.
    pub fn new(settings: ApiSettings, names: &[ApiName], store: Rc<dyn Store>) -> Result<Self, String> {
        let settings = Rc::new(settings);
        let own = [settings.base.as_deref(), settings.zotero.as_deref()];
        let fetch = HttpClient::new(own.into_iter().flatten())?;
        Ok(Self::over(
            Rc::new(Client::new(Rc::new(fetch), Rc::new(SystemTime), store, settings, seed())),
            names,
        ))
    }

    /// The same over a client that is there already, whatever carries its requests.
    pub fn over(client: Rc<Client>, names: &[ApiName]) -> Self {
        let sources: Vec<ApiSource> =
            names.iter().filter_map(|name| ApiSource::named(*name, client.clone())).collect();
        let register = DoiOrg::new(client.clone());
        let register = if names.contains(&ApiName::Crossref) { register.with_notices() } else { register };
        // Unpaywall knows copies, no more: it is no source of records, but one of places.
        let unpaywall = ApiSource::named(ApiName::Unpaywall, client.clone());
        let finders: Vec<ApiSource> = sources.iter().cloned().chain(unpaywall).collect();
        let texts = OpenTexts::new(client.clone(), &finders).reading_pdf(Rc::new(PdfLibrary));
        let citing = CitingApi::all(&client);
        Self { client, sources, register, texts, citing }
    }

    /// The client itself, for questions that are no look-ups.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// doi.org's register.
    pub fn register(&self) -> &DoiOrg {
        &self.register
    }

    /// Texts that lie open.
    pub fn texts(&self) -> &OpenTexts {
        &self.texts
    }

    /// The sources.
    pub fn sources(&self) -> impl Iterator<Item = &dyn Source> {
        self.sources.iter().map(|source| source as &dyn Source)
    }

    /// Who knows who cites whom.
    pub fn indexes(&self) -> impl Iterator<Item = &dyn CitedBy> {
        self.citing.iter().map(|api| api as &dyn CitedBy)
    }

    /// The sources in the order in which they are best asked this.
    pub fn sources_for(&self, query: &Query<'_>) -> Vec<&dyn Source> {
        in_order(&self.sources().collect::<Vec<_>>(), query)
    }
}
