//! The worker: reads messages, loads once, runs audits, cancels them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;

use citelight::access::ReadPdf;
use citelight::assignment::{AssignmentOrder, assess};
use citelight::audit::Cancel;
use citelight::audit::event::{Event, Stage};
use citelight::export::ReportFormat;
use js_sys::{Function, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use crate::audits::{self, Audit};
use crate::documents::{Documents, ParsedDocument};
use crate::endpoints::{Endpoints, OpenEndpoint};
use crate::host::Host;
use crate::messages::{
    AuditOrder, DocumentSource, FromWorker, ModelEndpoint, Online, OpenedFiles, ReadingOrder, ReportFile,
    ToWorker,
};
use crate::network::Network;
use crate::opening;
use crate::page_images;
use crate::pdf::PdfReader;
use crate::post::Post;

/// Citelight in a dedicated worker.
#[wasm_bindgen]
pub struct Worker {
    post: Post,
    open_models: Function,
    host: RefCell<Option<Host>>,
    running: Rc<RefCell<BTreeMap<String, Cancel>>>,
    /// The audit that was worked on last.
    at_work: Rc<RefCell<Option<String>>>,
    network: Rc<RefCell<Option<Rc<Network>>>>,
    pdf: Rc<dyn ReadPdf>,
    draw_page: Function,
    endpoints: Rc<Endpoints>,
    documents: Rc<Documents>,
}

#[wasm_bindgen]
impl Worker {
    /// A worker that answers through `post`, a function that takes one message (`FromWorker`), and has the models of
    /// a folder opened by `open_models`, a function of its URL and the ids of added models to a promise of `OpenedModels`
    /// (www/shared/worker). `carry` sends requests of endpoints whose key the page holds (www/shared/worker/fetch-proxy.ts);
    /// `read_pdf` takes the bytes of a PDF to a promise of its `PdfText` (www/shared/pdf). `draw_page` has a page drawn by whoever
    /// shows the document (www/shared/worker/page-images.ts).
    #[wasm_bindgen(constructor)]
    pub fn new(
        post: Function,
        open_models: Function,
        carry: Function,
        read_pdf: Function,
        draw_page: Function,
    ) -> Self {
        Self {
            post: Post::new(post),
            open_models,
            host: RefCell::default(),
            running: Rc::default(),
            at_work: Rc::default(),
            network: Rc::default(),
            pdf: Rc::new(PdfReader::new(read_pdf)),
            draw_page,
            endpoints: Rc::new(Endpoints::new(carry)),
            documents: Rc::default(),
        }
    }

    /// Takes one message (`ToWorker`) and returns at once; answers come through `post`. A message that cannot be read
    /// is answered with `Failed`.
    pub fn receive(&self, message: JsValue) {
        // Of what it speaks, should the rest of it be unreadable: only that has failed.
        let [audit, order, opening] = ["audit", "order", "opening"]
            .map(|name| Reflect::get(&message, &name.into()).ok().and_then(|value| value.as_string()));
        match serde_wasm_bindgen::from_value(message) {
            Ok(ToWorker::Load { models, added, library }) => self.load(models, added, library),
            Ok(ToWorker::Audit { audit, order }) => self.audit(audit, *order),
            Ok(ToWorker::Release { document }) => self.documents.release(&document),
            Ok(ToWorker::Key { url, key }) => self.endpoints.keep_key(url, key),
            Ok(ToWorker::Try { trial, endpoint }) => self.attempt(trial, endpoint),
            Ok(ToWorker::Assess { assessment, order }) => self.assess(assessment, *order),
            Ok(ToWorker::ReadPages { reading, order }) => self.read_pages(reading, *order),
            Ok(ToWorker::Cancel { audit }) => self.cancel(&audit),
            Ok(ToWorker::Open { opening, files }) => {
                let outcome = opening::opened(files);
                self.post.send(&FromWorker::Opened { opening, outcome });
            }
            Ok(ToWorker::OpenPdfText { opening, name, text }) => {
                let outcome = opening::opened_pdf(&name, *text);
                self.post.send(&FromWorker::Opened { opening, outcome });
            }
            Ok(ToWorker::Write { order, format, report, language }) => {
                let (file, problem) = match report.write_in(format, &language.unwrap_or_default()) {
                    Ok(text) => (Some(file_of(format, text)), None),
                    Err(error) => (None, Some(error.to_string())),
                };
                self.post.send(&FromWorker::Written { order, file, problem });
            }
            Err(error) => {
                let message = format!(
                    "a message to the worker could not be read ({error}); page and worker are of different versions: reload the page"
                );
                self.post.send(&match (order, opening) {
                    (Some(order), _) => FromWorker::Written { order, file: None, problem: Some(message) },
                    (None, Some(opening)) => {
                        FromWorker::Opened { opening, outcome: OpenedFiles::Unreadable { reason: message } }
                    }
                    (None, None) => FromWorker::Failed { audit, message },
                });
            }
        }
    }
}

impl Worker {
    fn load(&self, models: Option<String>, added: Vec<String>, library: Option<String>) {
        let load = || Host::load(models, added, library, self.open_models.clone());
        let host = self.host.borrow_mut().get_or_insert_with(load).clone();
        let post = self.post.clone();
        spawn_local(async move { post.send(&host.ready().await) });
    }

    fn audit(&self, id: String, order: AuditOrder) {
        let post = self.post.clone();
        if self.running.borrow().contains_key(&id) {
            let message = format!("an audit {id} is running already; choose another id");
            return post.send(&FromWorker::Failed { audit: Some(id), message });
        }
        let (known, address) = match &order.document {
            DocumentSource::Sent { document, .. } => (None, document.address().to_owned()),
            DocumentSource::Known { id: document } => match self.documents.get(document) {
                Some(document) => (Some(Rc::clone(&document)), document.address.clone()),
                None => return post.send(&FromWorker::UnknownDocument { audit: id }),
            },
        };
        let endpoint = order.endpoint.as_ref().map(|asked| self.endpoints.of_document(&address, asked));
        let cancel = Cancel::default();
        self.running.borrow_mut().insert(id.clone(), cancel.clone());
        let (running, network, pdf) =
            (Rc::clone(&self.running), Rc::clone(&self.network), Rc::clone(&self.pdf));
        let (documents, at_work) = (Rc::clone(&self.documents), Rc::clone(&self.at_work));
        let host = self.host.borrow().clone();
        spawn_local(async move {
            let network = order.online.as_ref().map(|online| opened(&network, online, &pdf));
            let audited = async {
                let started = Event::Progress { stage: Stage::Map, done: 0, total: 1 };
                post.send(&FromWorker::Event { audit: id.clone(), event: started });
                let document = match document_of(&order, known, &documents, &cancel) {
                    Ok(document) => document,
                    Err(message) => {
                        return post.send(&FromWorker::Failed { audit: Some(id.clone()), message });
                    }
                };
                let remote = endpoint.as_ref().map(OpenEndpoint::remote);
                let audit = Audit {
                    id: &id,
                    order: &order,
                    document: &document.document,
                    address: &document.address,
                };
                audits::run(audit, host.as_ref(), network.as_deref(), remote, &cancel, &post).await;
            };
            let mut audited = pin!(audited);
            // Audits take turns; each stretch of work of this one is a poll of it.
            poll_fn(|context| {
                if at_work.borrow().as_ref() != Some(&id) {
                    *at_work.borrow_mut() = Some(id.clone());
                    post.send(&FromWorker::Working { audit: id.clone() });
                }
                audited.as_mut().poll(context)
            })
            .await;
            running.borrow_mut().remove(&id);
        });
    }

    fn attempt(&self, trial: String, endpoint: ModelEndpoint) {
        let (endpoints, post) = (Rc::clone(&self.endpoints), self.post.clone());
        spawn_local(async move {
            let outcome = endpoints.attempt(&endpoint).await;
            post.send(&FromWorker::Tried { trial, outcome });
        });
    }

    /// The endpoint is the one that audits of the document ask: what it was sent counts, and what it answered is not asked again.
    fn read_pages(&self, id: String, order: ReadingOrder) {
        let cancel = Cancel::default();
        self.running.borrow_mut().insert(id.clone(), cancel.clone());
        let endpoint = page_images::may_be_sent(&order)
            .then(|| self.endpoints.of_document(order.document.address(), &order.endpoint));
        let (running, post, draw) = (Rc::clone(&self.running), self.post.clone(), self.draw_page.clone());
        spawn_local(async move {
            let read = async {
                match &endpoint {
                    Some(OpenEndpoint::Model(model)) => {
                        page_images::read(&id, &order, &draw, model.as_ref()).await
                    }
                    Some(OpenEndpoint::Server(_)) | None => None,
                }
            };
            if let Some(text) = cancel.unless(read).await {
                post.send(&FromWorker::PagesRead { reading: id.clone(), text: text.map(Box::new) });
            }
            running.borrow_mut().remove(&id);
        });
    }

    /// Waits for the models, like an audit.
    fn assess(&self, assessment: String, order: AssignmentOrder) {
        let (host, post) = (self.host.borrow().clone(), self.post.clone());
        spawn_local(async move {
            let encoders = match host {
                Some(host) => host.encoders().await,
                None => Rc::default(),
            };
            let outcome = assess(&order, encoders.value.loaded().models.embed).await;
            post.send(&FromWorker::Assessed { assessment, outcome });
        });
    }

    /// Cancelling an audit that is not running (any more) changes nothing: its end has been told.
    fn cancel(&self, audit: &str) {
        if let Some(cancel) = self.running.borrow().get(audit) {
            cancel.cancel();
        }
    }
}

/// The document of an audit: as it is known, or parsed now, and kept if the page will ask about it again.
fn document_of(
    order: &AuditOrder,
    known: Option<Rc<ParsedDocument>>,
    documents: &Documents,
    cancel: &Cancel,
) -> Result<Rc<ParsedDocument>, String> {
    match (&order.document, known) {
        (_, Some(document)) => Ok(document),
        (DocumentSource::Sent { id, document }, None) => {
            let document = Rc::new(ParsedDocument::parse(document).map_err(|error| error.to_string())?);
            // A page that left meanwhile has let go of it already.
            if let Some(id) = id.as_ref().filter(|_| !cancel.is_cancelled()) {
                documents.keep(id, Rc::clone(&document));
            }
            Ok(document)
        }
        (DocumentSource::Known { id }, None) => Err(format!("the document {id} is not kept")),
    }
}

/// The network as it was opened before, so that its limits hold for all audits; opened anew only for another reader.
fn opened(known: &RefCell<Option<Rc<Network>>>, online: &Online, pdf: &Rc<dyn ReadPdf>) -> Rc<Network> {
    let same = known.borrow().clone().filter(|network| network.online() == online);
    match same {
        Some(network) => network,
        None => {
            let network = Rc::new(Network::open(online.clone(), Rc::clone(pdf)));
            *known.borrow_mut() = Some(network.clone());
            network
        }
    }
}

fn file_of(format: ReportFormat, text: String) -> ReportFile {
    let (media_type, extension) = (format.media_type().to_owned(), format.extension().to_owned());
    ReportFile { text, media_type, extension }
}
