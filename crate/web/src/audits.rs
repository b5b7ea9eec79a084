//! One audit: the engine, fed with what the worker has, telling the page what happens.

use std::cell::OnceCell;
use std::rc::Rc;

use citelight::access::FullTextProvider;
use citelight::audit::{self, Cancel, ClaimSearch, Scope};
use citelight::committee::{CitedBy, Literature, PercentileTables};
use citelight::document::Document;
use citelight::remote::Remote;
use citelight::sources::Source;
use citelight::sources::doi_register::DoiRegister;
use citelight::verify::Models;

use crate::clock::BrowserClock;
use crate::host::Host;
use crate::messages::{AuditOrder, FromWorker, SnippetSearch};
use crate::network::Network;
use crate::post::Post;

/// What the page asked for, and the document that it is about.
#[derive(Clone, Copy)]
pub(crate) struct Audit<'a> {
    pub(crate) id: &'a str,
    pub(crate) order: &'a AuditOrder,
    pub(crate) document: &'a Document,
    /// The address that the document came by.
    pub(crate) address: &'a str,
}

/// Runs one audit to its end, or until it is cancelled.
pub(crate) async fn run(
    Audit { id, order, document, address }: Audit<'_>,
    host: Option<&Host>,
    network: Option<&Network>,
    endpoint: Option<Remote<'_>>,
    cancel: &Cancel,
    post: &Post,
) {
    // An audit asked for while things are loading waits for the library, and for models when it needs them; one asked for without
    // loading runs without.
    let library = match host {
        Some(host) => host.library().await,
        None => Rc::default(),
    };
    let encoders = OnceCell::new();
    let models = Box::pin(async {
        let loaded = match host {
            Some(host) => host.encoders().await,
            None => Rc::default(),
        };
        encoders.get_or_init(|| loaded).value.loaded()
    });
    let mut sources: Vec<&dyn Source> =
        library.value.iter().map(|library| &library.store as &dyn Source).collect();
    let mut texts: Vec<&dyn FullTextProvider> =
        library.value.iter().map(|library| library as &dyn FullTextProvider).collect();
    let open_texts = network.map(|network| network.texts(&order.copies));
    if let Some(network) = network {
        sources.extend(network.sources());
    }
    texts.extend(open_texts.iter().map(|texts| texts as &dyn FullTextProvider));
    let indexes: Vec<&dyn CitedBy> = network.iter().flat_map(|network| network.indexes()).collect();
    // A server hears the witnesses itself; here somebody must be asked who they are.
    let is_heard = network.is_some() || matches!(endpoint, Some(Remote::Server(_)));
    let tables = match PercentileTables::shipped() {
        Ok(tables) => Some(tables).filter(|_| order.committees && is_heard),
        Err(error) => {
            return post.send(&FromWorker::Failed { audit: Some(id.to_owned()), message: error.to_string() });
        }
    };
    let claim_search = network
        .filter(|_| order.snippets == SnippetSearch::PublishedDocument)
        .and_then(|network| ClaimSearch::of_published(&network.snippets, address));
    let clock = BrowserClock::new();
    let context = audit::AuditContext {
        sources: &sources,
        register: network.map(|network| &network.register as &dyn DoiRegister),
        texts: &texts,
        literature: tables.as_ref().map(|tables| Literature { indexes: &indexes, tables }),
        claim_search,
        models: Models::default(),
        endpoint,
        clock: &clock,
        judged_at_once: 1,
    };
    let mut tell = |event| post.send(&FromWorker::Event { audit: id.to_owned(), event });
    let pairs: Option<Vec<(&str, &str)>> = order
        .only
        .as_ref()
        .map(|only| only.iter().map(|pair| (pair.citation.as_str(), pair.reference.as_str())).collect());
    let scope = pairs.as_deref().map_or(Scope::Whole, Scope::Pairs);
    let mut settings = order.settings.as_deref().cloned().unwrap_or_default();
    settings.repair_boundaries |= order.endpoint.as_ref().is_some_and(|asked| asked.settings.repair);
    audit::audit_document_while_models_load(scope, document, &context, models, &settings, cancel, &mut tell)
        .await;
}
