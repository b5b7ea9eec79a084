//! The worker: reads messages, loads once, runs audits, cancels them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;

use citelight::LocalFuture;
use citelight::assignment::{AssignmentOrder, assess};
use citelight::audit::Cancel;
use citelight::export::ReportFormat;
use futures_util::FutureExt;
use futures_util::future::Shared;
use js_sys::{Function, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use crate::audits::{self, Order};
use crate::endpoints::{Endpoints, OpenEndpoint};
use crate::home::Home;
use crate::messages::{FromWorker, ModelEndpoint, Online, ReportFile, ToWorker};
use crate::network::Network;
use crate::post::Post;

/// What loading gives, for everybody who waits for it.
type Loading = Shared<LocalFuture<'static, Rc<Home>>>;

/// Citelight in a dedicated worker.
#[wasm_bindgen]
pub struct Worker {
    post: Post,
    open_models: Function,
    loading: RefCell<Option<Loading>>,
    running: Rc<RefCell<BTreeMap<String, Cancel>>>,
    /// The audit that was worked on last.
    at_work: Rc<RefCell<Option<String>>>,
    network: Rc<RefCell<Option<Rc<Network>>>>,
    endpoints: Rc<Endpoints>,
}

#[wasm_bindgen]
impl Worker {
    /// A worker that answers through `post`, a function that takes one message (`FromWorker`), and has the models of
    /// a folder opened by `open_models`, a function of its URL and the ids of added models to a promise of `OpenedModels`
    /// (www/shared/worker). `carry` sends requests of endpoints whose key the page holds (www/shared/worker/fetch-proxy.ts).
    #[wasm_bindgen(constructor)]
    pub fn new(post: Function, open_models: Function, carry: Function) -> Self {
        Self {
            post: Post::new(post),
            open_models,
            loading: RefCell::default(),
            running: Rc::default(),
            at_work: Rc::default(),
            network: Rc::default(),
            endpoints: Rc::new(Endpoints::new(carry)),
        }
    }

    /// Takes one message (`ToWorker`) and returns at once; answers come through `post`. A message that cannot be read
    /// is answered with `Failed`.
    pub fn receive(&self, message: JsValue) {
        // Of what it speaks, should the rest of it be unreadable: only that has failed.
        let [audit, order] = ["audit", "order"]
            .map(|name| Reflect::get(&message, &name.into()).ok().and_then(|value| value.as_string()));
        match serde_wasm_bindgen::from_value(message) {
            Ok(ToWorker::Load { models, added, library }) => self.load(models, added, library),
            Ok(ToWorker::Audit {
                audit,
                content,
                origin,
                settings,
                online,
                endpoint,
                document,
                committees,
                only,
            }) => {
                self.audit(Order {
                    audit,
                    content,
                    origin,
                    settings: settings.map(|settings| *settings).unwrap_or_default(),
                    online: online.map(|online| *online),
                    endpoint,
                    document,
                    committees,
                    only,
                });
            }
            Ok(ToWorker::Key { url, key }) => self.endpoints.keep_key(url, key),
            Ok(ToWorker::Try { trial, endpoint }) => self.attempt(trial, endpoint),
            Ok(ToWorker::Assess { assessment, order }) => self.assess(assessment, *order),
            Ok(ToWorker::Cancel { audit }) => self.cancel(&audit),
            Ok(ToWorker::Write { order, format, report }) => {
                let (file, problem) = match report.write(format) {
                    Ok(text) => (Some(file_of(format, text)), None),
                    Err(error) => (None, Some(error.to_string())),
                };
                self.post.send(&FromWorker::Written { order, file, problem });
            }
            Err(error) => {
                let message = format!(
                    "a message to the worker could not be read ({error}); page and worker are of different versions: reload the page"
                );
                self.post.send(&match order {
                    Some(order) => FromWorker::Written { order, file: None, problem: Some(message) },
                    None => FromWorker::Failed { audit, message },
                });
            }
        }
    }
}

impl Worker {
    fn load(&self, models: Option<String>, added: Vec<String>, library: Option<String>) {
        let begin = || begin(models, added, library, self.open_models.clone());
        let loading = self.loading.borrow_mut().get_or_insert_with(begin).clone();
        let post = self.post.clone();
        spawn_local(async move { post.send(&loading.await.ready()) });
    }

    fn audit(&self, order: Order) {
        let post = self.post.clone();
        if self.running.borrow().contains_key(&order.audit) {
            let message = format!("an audit {} is running already; choose another id", order.audit);
            return post.send(&FromWorker::Failed { audit: Some(order.audit), message });
        }
        let cancel = Cancel::default();
        self.running.borrow_mut().insert(order.audit.clone(), cancel.clone());
        let (running, network) = (Rc::clone(&self.running), Rc::clone(&self.network));
        let document = order.document.as_ref().unwrap_or(&order.origin);
        let endpoint = order.endpoint.as_ref().map(|asked| self.endpoints.of_document(document, asked));
        let at_work = Rc::clone(&self.at_work);
        // An audit asked for while things are loading waits for them; one asked for without loading runs without.
        let loading = self.loading.borrow().clone();
        spawn_local(async move {
            let home = match loading {
                Some(loading) => loading.await,
                None => Rc::default(),
            };
            let id = order.audit.clone();
            let network = order.online.as_ref().map(|online| opened(&network, online));
            let remote = endpoint.as_ref().map(OpenEndpoint::remote);
            let mut audit = pin!(audits::run(order, &home, network.as_deref(), remote, &cancel, &post));
            // Audits take turns; each stretch of work of this one is a poll of it.
            poll_fn(|context| {
                if at_work.borrow().as_ref() != Some(&id) {
                    *at_work.borrow_mut() = Some(id.clone());
                    post.send(&FromWorker::Working { audit: id.clone() });
                }
                audit.as_mut().poll(context)
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

    /// Waits for the models, like an audit.
    fn assess(&self, assessment: String, order: AssignmentOrder) {
        let (loading, post) = (self.loading.borrow().clone(), self.post.clone());
        spawn_local(async move {
            let home = match loading {
                Some(loading) => loading.await,
                None => Rc::default(),
            };
            let outcome = assess(&order, home.models().embed).await;
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

/// The network as it was opened before, so that its limits hold for all audits; opened anew only for another reader.
fn opened(known: &RefCell<Option<Rc<Network>>>, online: &Online) -> Rc<Network> {
    let same = known.borrow().clone().filter(|network| network.online() == online);
    match same {
        Some(network) => network,
        None => {
            let network = Rc::new(Network::open(online.clone()));
            *known.borrow_mut() = Some(network.clone());
            network
        }
    }
}

fn file_of(format: ReportFormat, text: String) -> ReportFile {
    let (media_type, extension) = (format.media_type().to_owned(), format.extension().to_owned());
    ReportFile { text, media_type, extension }
}

fn begin(
    models: Option<String>,
    added: Vec<String>,
    library: Option<String>,
    open_models: Function,
) -> Loading {
    let home: LocalFuture<'static, Rc<Home>> =
        Box::pin(async move { Rc::new(Home::load(models, added, library, &open_models).await) });
    home.shared()
}
