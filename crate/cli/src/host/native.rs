//! Everything an audit needs, loaded from files and asked of the network.

use std::rc::Rc;

use citelight::Settings;
use citelight::access::FullTextProvider;
use citelight::audit::event::Event;
use citelight::audit::{AuditContext, Cancel, Report, audit_document};
use citelight::committee::percentiles::TableError;
use citelight::committee::{CitedBy, Literature, PercentileTables};
use citelight::document::Document;
use citelight::llm::Complete;
use citelight::remote::Remote;
use citelight::sources::Source;
use citelight::sources::doi_register::DoiRegister;
use citelight::sources::local::LocalStore;
use citelight::verify::Models;
use citelight::verify::models::{Embed, Infer};
use citelight_network::index::{IndexRegister, LocalIndex};

use super::{SystemClock, open_index, read_records, read_settings};
use crate::args::With;
use crate::failure::Failure;
use crate::models::{self, InferenceRecording, LoadedModels};
use crate::network::{Network, RemoteEndpoint};
use crate::texts::TextsFolder;

/// Everything an audit needs, loaded.
pub struct NativeHost {
    stores: Vec<LocalStore>,
    index: Option<LocalIndex>,
    texts: Vec<TextsFolder>,
    /// The models that judge.
    pub models: LoadedModels,
    inference: Option<InferenceRecording>,
    /// What an audit is told.
    pub settings: Settings,
    clock: SystemClock,
    network: Option<Rc<Network>>,
    percentiles: Option<PercentileTables>,
    endpoint: Option<RemoteEndpoint>,
}

impl NativeHost {
    /// Loads what the options name.
    pub fn load(with: &With) -> Result<Self, Failure> {
        let mut settings = read_settings(with.judging.settings.as_deref())?;
        let stores = read_records(&with.records)?;
        let index = open_index(&with.index)?;
        if with.complete_records && !stores.is_empty() {
            // The user vouches for the files, so there are no more sources to ask than there are files.
            settings.complete_records = true;
            settings.ghost_sources = settings.ghost_sources.min(stores.len());
        }
        let texts = with.texts.iter().map(|folder| TextsFolder::open(folder)).collect::<Result<_, _>>()?;
        let models = models::load(&with.judging.models)?;
        let endpoint = RemoteEndpoint::open(&with.judging.endpoint)?;
        let inference = with
            .inference
            .as_deref()
            .map(|path| InferenceRecording::open(path, models.as_models()))
            .transpose()?;
        let clock = SystemClock::start();
        Ok(Self {
            stores,
            index,
            texts,
            models,
            inference,
            settings,
            clock,
            network: None,
            percentiles: None,
            endpoint,
        })
    }

    /// Has what the files do not hold asked of the scholarly sources.
    pub fn go_online(&mut self, network: Rc<Network>) {
        self.network = Some(network);
    }

    /// Has the endpoint asked about places of the text that reading the file left in doubt.
    pub(crate) fn repair_with_the_endpoint(&mut self) -> Result<(), Failure> {
        if self.endpoint.is_none() {
            let reason =
                "--repair asks an endpoint: name one with --endpoint and --endpoint-model".to_owned();
            return Err(Failure::Network { reason });
        }
        self.settings.repair_boundaries = true;
        Ok(())
    }

    /// The model that reads pages off their images.
    pub(crate) fn transcription_model(&self) -> Result<&dyn Complete, Failure> {
        let reason = match &self.endpoint {
            Some(RemoteEndpoint::Model(model)) => return Ok(model.model()),
            Some(RemoteEndpoint::Server(..)) => {
                "--transcribe sends images of pages, which a Citelight server does not take; name a model's address"
            }
            None => "--transcribe asks an endpoint: name one with --endpoint and --endpoint-model",
        };
        Err(Failure::Network { reason: reason.to_owned() })
    }

    /// Runs a future to its end on this thread.
    pub(crate) fn run<T>(&self, future: impl Future<Output = T>) -> T {
        match (&self.network, &self.endpoint) {
            (Some(network), _) => network.run(future),
            (None, Some(endpoint)) => endpoint.run(future),
            (None, None) => pollster::block_on(future),
        }
    }

    /// Has those who cite a work asked what they say of it where its text cannot be had.
    pub(crate) fn ask_the_literature(&mut self) -> Result<(), Failure> {
        let damaged = |error: TableError| Failure::Network { reason: error.to_string() };
        self.percentiles = Some(PercentileTables::shipped().map_err(damaged)?);
        Ok(())
    }

    /// What the scholarly sources were asked so far; none offline.
    pub(crate) fn network_summary(&self) -> Option<String> {
        self.network.as_ref().map(|network| network.summary())
    }

    /// Audits one document.
    pub fn audit(&self, document: &Document, on_event: &mut dyn FnMut(Event)) -> Report {
        self.audited(document, self.endpoint.as_ref().map(RemoteEndpoint::remote), on_event)
    }

    /// Audits one document, and asks this model in place of an endpoint.
    pub fn audit_asking(
        &self,
        document: &Document,
        model: &dyn Complete,
        on_event: &mut dyn FnMut(Event),
    ) -> Report {
        self.audited(document, Some(Remote::Model(model)), on_event)
    }

    fn audited<'a>(
        &'a self,
        document: &Document,
        endpoint: Option<Remote<'a>>,
        on_event: &mut dyn FnMut(Event),
    ) -> Report {
        let mut sources: Vec<&dyn Source> = self.stores.iter().map(|store| store as &dyn Source).collect();
        let mut texts: Vec<&dyn FullTextProvider> =
            self.texts.iter().map(|folder| folder as &dyn FullTextProvider).collect();
        sources.extend(self.index.iter().map(|index| index as &dyn Source));
        if let Some(network) = &self.network {
            sources.extend(network.sources());
            texts.push(network.texts());
        }
        let indexes: Vec<&dyn CitedBy> = self.network.iter().flat_map(|network| network.indexes()).collect();
        let local = self.models.as_models();
        let (embed, infer) = match &self.inference {
            Some(recording) => recording.models(local.embed, local.infer),
            None => (None, None),
        };
        let register = self.network.as_ref().map(|network| network.register() as &dyn DoiRegister);
        let indexed = self.index.as_ref().map(|index| IndexRegister::new(index, register));
        let context = AuditContext {
            sources: &sources,
            register: indexed.as_ref().map(|indexed| indexed as &dyn DoiRegister).or(register),
            texts: &texts,
            literature: self.percentiles.as_ref().map(|tables| Literature { indexes: &indexes, tables }),
            claim_search: None,
            models: Models {
                embed: embed.as_ref().map(|model| model as &dyn Embed).or(local.embed),
                infer: infer.as_ref().map(|model| model as &dyn Infer).or(local.infer),
                ..local
            },
            endpoint,
            clock: &self.clock,
            judged_at_once: 1,
        };
        let never = Cancel::default();
        self.run(audit_document(document, &context, &self.settings, &never, on_event))
    }
}
