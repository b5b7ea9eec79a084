//! What a judge works with: the endpoint, and what it asks with.

use std::rc::Rc;

use citelight::Settings;
use citelight::access::FullTextProvider;
use citelight::committee::{CitedBy, Literature, PercentileTables};
use citelight::http::{MemoryStore, RequestPolicy, Secret, Store};
use citelight::llm::CompleteError;
use citelight::llm::budget::{Budget, Limits};
use citelight::llm::endpoint::Endpoint;
use citelight::llm::recorded::Recorded;
use citelight::remote::CommitteeTrouble;
use citelight::sources::api::{ApiName, ApiSettings};
use citelight::verify::models::Embed;
use citelight_network::{DiskStore, HttpClient, Scholarly, SystemTime, seed};
use tokio::sync::mpsc;

use super::{JobOutcome, Keep, LoadEncoder, Stop, Task, Trouble, written};
use crate::config::{Config, SourcesConfig};
use crate::failure::ServeError;
use crate::job::{Fault, FaultCode};
use crate::store::Begun;

/// What one judge works with; it stays on its thread.
pub struct JudgeContext {
    endpoint: Endpoint,
    model: String,
    scholarly: Scholarly,
    tables: PercentileTables,
    encoder: Option<Box<dyn Embed>>,
    settings: Settings,
    keep: mpsc::UnboundedSender<Keep>,
}

impl JudgeContext {
    /// The context as it is configured; `judge` tells judges apart.
    ///
    /// # Errors
    /// [`ServeError::SetUp`] if the system gives no client, or the bi-encoder cannot be loaded.
    pub fn new(
        config: &Config,
        load: &LoadEncoder,
        judge: usize,
        keep: mpsc::UnboundedSender<Keep>,
    ) -> Result<Self, ServeError> {
        let mut settings = config.endpoint.clone();
        // The endpoint sees all judges together.
        let judges = u32::try_from(config.work.judges).unwrap_or(u32::MAX);
        settings.concurrency = settings.concurrency.div_ceil(judges).max(1);
        let fetch = HttpClient::new(std::iter::once(settings.url.as_str())).map_err(ServeError::SetUp)?;
        let model = settings.model.clone();
        // Each job brings its own budget.
        let nothing = Rc::new(Budget::new(Limits { requests: Some(0), ..Limits::default() }));
        let seed = seed().wrapping_add(u64::try_from(judge).unwrap_or_default() << 32);
        let endpoint = Endpoint::new(
            settings,
            config.key.clone(),
            Vec::new(),
            nothing,
            Rc::new(fetch),
            Rc::new(SystemTime),
            seed,
        );
        let tables = PercentileTables::shipped().map_err(|error| ServeError::SetUp(error.to_string()))?;
        let mut settings = Settings::default();
        settings.committee.max_witnesses = config.work.witnesses;
        let encoder = load().map_err(ServeError::SetUp)?;
        Ok(Self { endpoint, model, scholarly: scholarly(&config.sources)?, tables, encoder, settings, keep })
    }

    /// Does what a job is about. When `stop` says so, requests under way are let go and nothing more is asked; what was taken
    /// is told all the same.
    pub async fn work(&self, job: Begun, stop: Stop) -> JobOutcome {
        let limits = Limits {
            requests: Some(u32::try_from(job.grant.requests).unwrap_or(u32::MAX)),
            tokens: Some(job.grant.tokens),
            cost: None,
        };
        let budget = Rc::new(Budget::new(limits));
        let result = match Task::read(&job) {
            Ok(task) => {
                let stopped = async {
                    if stop.await.is_err() {
                        // Whoever could say it is gone.
                        std::future::pending::<()>().await;
                    }
                };
                tokio::select! {
                    result = self.done(&task, job, &budget) => result,
                    () = stopped => Err(Trouble::Lasting(Fault::cancelled())),
                }
            }
            Err(fault) => Err(Trouble::Lasting(fault)),
        };
        JobOutcome { result, requests: u64::from(budget.requests()), tokens: budget.tokens() }
    }

    async fn done(&self, task: &Task, job: Begun, budget: &Rc<Budget>) -> Result<String, Trouble> {
        let Begun { id, answers, .. } = job;
        let keep = self.keep.clone();
        let model = Recorded::new(&self.model, answers, Some(Rc::new(self.endpoint.within(budget.clone()))))
            // The store is gone only when the server is: then nobody keeps anything.
            .keeping(move |line| drop(keep.send(Keep::Answer(id.clone(), line.clone()))));
        match task {
            Task::Arbitrate(request) => written(&request.arbitrate(&model).await.map_err(trouble)?),
            Task::Convene(request) => {
                let indexes: Vec<&dyn CitedBy> = self.scholarly.indexes().collect();
                let literature = Literature { indexes: &indexes, tables: &self.tables };
                let texts: &[&dyn FullTextProvider] = &[self.scholarly.texts()];
                let embed = self.encoder.as_deref();
                let convened = request.convene(&model, literature, texts, embed, &self.settings).await;
                written(&convened.map_err(|error| match error {
                    CommitteeTrouble::Model(error) => trouble(error),
                    CommitteeTrouble::Step(message) => unworkable(message),
                })?)
            }
            Task::LookUp(request) => written(&request.look_up(&self.scholarly).await),
            Task::Search(request) => written(&request.search(&self.scholarly).await.map_err(unworkable)?),
        }
    }
}

fn unworkable(message: String) -> Trouble {
    Trouble::Lasting(Fault { code: FaultCode::Unworkable, message })
}

/// The scholarly sources as they are configured.
fn scholarly(config: &SourcesConfig) -> Result<Scholarly, ServeError> {
    let mut settings = ApiSettings {
        base: config.url.clone(),
        mailto: config.mailto.clone().map(Secret::new),
        ..ApiSettings::default()
    };
    if config.no_limits {
        settings.policies = ApiName::ALL.into_iter().map(|name| (name, RequestPolicy::unlimited())).collect();
    }
    let store: Rc<dyn Store> = match &config.cache {
        Some(folder) => {
            let opened = DiskStore::open(folder);
            Rc::new(opened.map_err(|error| ServeError::SetUp(format!("{error} ({})", folder.display())))?)
        }
        None => Rc::new(MemoryStore::default()),
    };
    Scholarly::new(settings, &ApiName::order_with_catalogues(), store).map_err(ServeError::SetUp)
}

fn trouble(error: CompleteError) -> Trouble {
    let message = error.to_string();
    match error {
        CompleteError::Unanswered { .. } => Trouble::Passing(Fault { code: FaultCode::Unanswered, message }),
        CompleteError::BudgetSpent { .. } => {
            let message =
                "the budget of the job, the token or the server is spent; ask again tomorrow (UTC), or for less".to_owned();
            Trouble::Lasting(Fault { code: FaultCode::BudgetSpent, message })
        }
    }
}
