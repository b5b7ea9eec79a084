//! The thread that looks up: what asks the sources belongs to one thread, and asks at their pace whatever is open in the editor.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use citelight::export::Policy;
use citelight::resolve::integrity::CheckSettings;
use futures_util::future::{AbortHandle, Either, abortable, select};
use futures_util::stream::{FuturesUnordered, StreamExt};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp_server::ls_types::Uri;

use super::question::{Answer, Question};
use super::session::Session;
use crate::args::LspOptions;
use crate::bib::{self, Sources};
use crate::failure::Failure;
use crate::host::read_records;
use crate::network::Network;

/// Entries that are under way at once; the sources' limits hold whatever the number.
const JOBS: usize = 32;
/// How often a document's findings are told while more are coming.
const EVERY: Duration = Duration::from_millis(400);

/// What a document needs to know now. What it needed before and needs no more is given up.
pub(super) struct Wanted {
    pub(super) uri: Uri,
    /// None if the document is closed.
    pub(super) questions: Vec<Arc<Question>>,
}

/// Hands questions to the thread.
#[derive(Clone)]
pub(super) struct Worker(UnboundedSender<Wanted>);

impl Worker {
    /// Starts the thread.
    pub(super) fn start(options: LspOptions, policy: Policy, session: Arc<Session>) -> Result<Self, Failure> {
        let (sender, inbox) = unbounded_channel();
        let (opened, opening) = channel();
        std::thread::Builder::new().name("citelight-look-up".to_owned()).spawn(move || {
            let sources = match open(&options) {
                Ok(sources) => sources,
                Err(failure) => {
                    let _ = opened.send(Err(failure.to_string()));
                    return;
                }
            };
            let _ = opened.send(Ok(()));
            let settings = bib::settings(options.strict, &sources);
            let looking =
                Looking { sources: &sources, settings: &settings, policy: &policy, session: &session };
            sources.run(looking.work(inbox));
        })?;
        match opening.recv() {
            Ok(Ok(())) => Ok(Self(sender)),
            Ok(Err(reason)) => Err(Failure::Server(reason)),
            Err(_) => {
                Err(Failure::Server("the thread that looks up has ended; start the server again".to_owned()))
            }
        }
    }

    pub(super) fn want(&self, wanted: Wanted) {
        // Where the thread has ended, nothing more is looked up; what is known is still shown.
        let _ = self.0.send(wanted);
    }
}

fn open(options: &LspOptions) -> Result<Sources, Failure> {
    if !options.records.is_empty() {
        return Ok(Sources::of_files(read_records(&options.records)?, options.complete_records));
    }
    let network = match options.offline {
        true => Network::open_offline(&options.network)?,
        false => Network::open(&options.network)?,
    };
    Ok(Sources::of_network(Rc::new(network)))
}

/// What the thread works with.
struct Looking<'a> {
    sources: &'a Sources,
    settings: &'a CheckSettings,
    policy: &'a Policy,
    session: &'a Session,
}

/// What a document still waits for.
struct Waiting {
    ids: HashSet<String>,
    told: Instant,
}

impl Looking<'_> {
    /// Looks up whatever is wanted until nobody can want anything any more.
    async fn work(&self, mut inbox: UnboundedReceiver<Wanted>) {
        let mut documents: HashMap<Uri, Waiting> = HashMap::new();
        let mut queue: VecDeque<Arc<Question>> = VecDeque::new();
        let mut under_way = FuturesUnordered::new();
        let mut handles: HashMap<String, AbortHandle> = HashMap::new();
        loop {
            while handles.len() < JOBS
                && let Some(question) = queue.pop_front()
            {
                let (job, handle) = abortable(self.look_up(question.clone()));
                handles.insert(question.id.clone(), handle);
                under_way.push(job);
            }
            let next = if under_way.is_empty() {
                Either::Left(inbox.recv().await)
            } else {
                let message = Box::pin(inbox.recv());
                match select(message, under_way.next()).await {
                    Either::Left((message, _)) => Either::Left(message),
                    Either::Right((done, _)) => Either::Right(done),
                }
            };
            match next {
                Either::Left(None) => return,
                Either::Left(Some(wanted)) => {
                    let ids = wanted.questions.iter().map(|question| question.id.clone()).collect();
                    documents.insert(wanted.uri, Waiting { ids, told: Instant::now() });
                    documents.retain(|_, waiting| !waiting.ids.is_empty());
                    let is_wanted = |id: &str| documents.values().any(|waiting| waiting.ids.contains(id));
                    queue.retain(|question| is_wanted(&question.id));
                    handles.retain(|id, handle| {
                        let stays = is_wanted(id);
                        if !stays {
                            handle.abort();
                        }
                        stays
                    });
                    let queued: HashSet<String> = queue.iter().map(|question| question.id.clone()).collect();
                    let new = wanted.questions.into_iter();
                    queue.extend(new.filter(|question| {
                        !handles.contains_key(&question.id) && !queued.contains(&question.id)
                    }));
                }
                Either::Right(Some(Ok((id, answer)))) => {
                    handles.remove(&id);
                    self.session.keep(id.clone(), answer);
                    self.tell(&id, &mut documents).await;
                }
                // Given up, or none left.
                Either::Right(_) => {}
            }
        }
    }

    async fn look_up(&self, question: Arc<Question>) -> (String, Answer) {
        let Question { id, entry, reference } = &*question;
        let (entry, edits) =
            bib::look_up(entry, reference.as_ref(), self.sources, self.settings, self.policy).await;
        (id.clone(), Answer { entry, edits })
    }

    /// Tells the documents that waited for it: at once the last answer, else now and then.
    async fn tell(&self, id: &str, documents: &mut HashMap<Uri, Waiting>) {
        for (uri, waiting) in documents.iter_mut() {
            if waiting.ids.remove(id) && (waiting.ids.is_empty() || waiting.told.elapsed() >= EVERY) {
                self.session.publish(uri).await;
                waiting.told = Instant::now();
            }
        }
        documents.retain(|_, waiting| !waiting.ids.is_empty());
    }
}
