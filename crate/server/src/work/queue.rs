//! Jobs are claimed from the queue, begun, worked on and ended. The queue is apalis's: it hands a job to one replica, and to
//! another when the first gives no sign of life.

use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use apalis_core::backend::ext::poll_strategy::{PollWith, StreamStrategy};
use apalis_core::error::BoxDynError;
use apalis_core::task::data::Data;
use apalis_core::worker::builder::WorkerBuilder;
use apalis_core::worker::context::WorkerContext;
use apalis_postgres::{PostgresStorage, Pubsub};
use apalis_sqlite::SqliteStorage;
use citelight::llm::recorded::Line;
use futures_util::stream::{self, Stream, StreamExt};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;
use tower::limit::ConcurrencyLimitLayer;
use ulid::Ulid;

use super::{Judges, Outcome, Trouble};
use crate::access::Access;
use crate::config::{Config, DayBudget};
use crate::failure::StoreError;
use crate::job::{Fault, FaultCode, Kind};
use crate::metrics::Metrics;
use crate::notices::Notices;
use crate::store::{Beginning, Begun, End, Grant, QUEUE, Store};

/// Between two looks at the queue without a call: for what was put back, or called out while nobody listened.
const LOOK: Duration = Duration::from_secs(1);
/// Between two looks whether a job that runs is still wanted, without a notice: another replica may die before it tells.
const WANTED: Duration = Duration::from_secs(5);
/// Signs of life that may be missed.
const MISSED: usize = 3;
/// Jobs that are claimed at once.
const BATCH: usize = 8;
/// Before a job is handed out again.
const MOMENT: Duration = Duration::from_millis(300);
/// Before a queue that failed is opened again.
const PAUSE: Duration = Duration::from_secs(1);

/// Where jobs are worked on.
pub struct Desk {
    /// Where jobs are kept.
    pub store: Store,
    /// Who runs the core.
    pub judges: Judges,
    /// Who asked, and what they may take.
    pub access: Access,
    /// The configuration.
    pub config: Config,
    /// Who waits for jobs.
    pub notices: Notices,
    /// What is counted.
    pub metrics: Metrics,
    /// Calls the queue: there is something new.
    pub call: mpsc::UnboundedSender<()>,
    /// Jobs that are begun and have not ended.
    pub begun: watch::Sender<usize>,
    /// Whether the server is to end.
    pub ending: watch::Receiver<bool>,
}

/// How the queue is told to hand a job out again.
#[derive(Debug, thiserror::Error)]
#[error("a job is handed out again")]
struct HandOutAgain;

impl Desk {
    /// What a job may take: the most for its kind, of its owner and of all. Whose token was taken away may take nothing.
    fn most(&self, kind: Kind, owner: &str) -> (Grant, DayBudget, DayBudget) {
        let budget = self.config.job_budget;
        let (requests, tokens) = match kind {
            Kind::Committee => (budget.committee_requests, budget.committee_tokens),
            Kind::Arbitration => (budget.arbitration_requests, budget.arbitration_tokens),
            Kind::Reference | Kind::Attribution => (0, 0),
        };
        let nothing = DayBudget { requests: Some(0), tokens: Some(0), jobs: Some(0) };
        let quota = self.access.quota(owner).unwrap_or(nothing);
        (Grant { day: 0, requests: u64::from(requests), tokens }, quota, self.config.budget)
    }

    /// Works on one job. False if it is to be handed out again.
    async fn work(&self, id: &str) -> Result<bool, StoreError> {
        let job = match self.store.begin(id, |kind, owner| self.most(kind, owner)).await? {
            Beginning::Begun(job) => job,
            Beginning::Over => return Ok(true),
            Beginning::Wait => return Ok(false),
        };
        self.changed(id).await;
        let began = Instant::now();
        let (end, used) = if job.runs > self.config.work.attempts {
            let message =
                "it was begun too often and never ended; ask again, or look at the server's log".to_owned();
            (End::Failed(Fault { code: FaultCode::Interrupted, message }), (0, 0))
        } else {
            let (runs, attempts) = (job.runs, self.config.work.attempts);
            let outcome = self.judged(&job).await;
            let end = match outcome.result {
                Ok(result) => End::Done(result),
                Err(Trouble::Passing(fault)) if runs >= attempts => End::Failed(fault),
                Err(Trouble::Passing(_)) => End::Again,
                Err(Trouble::Lasting(fault)) => End::Failed(fault),
            };
            (end, (outcome.requests, outcome.tokens))
        };
        let first = self.store.end(&job, &end, used).await?;
        self.metrics.ended(job.kind, &end, used, began.elapsed());
        log_end(&job, &end, used, began.elapsed(), first);
        self.changed(id).await;
        Ok(end != End::Again)
    }

    /// Has a job done, unless it is cancelled meanwhile.
    async fn judged(&self, job: &Begun) -> Outcome {
        let (stop, stopped) = oneshot::channel();
        let mut waiting = self.notices.wait_for(&job.id);
        let watched = async {
            loop {
                // First: most jobs end before anybody had a reason to look. A word that came before this one listened is found then.
                let _ = timeout(WANTED, waiting.changed()).await;
                match self.store.is_wanted(&job.id).await {
                    Ok(false) => return,
                    Ok(true) => {}
                    Err(error) => {
                        tracing::warn!(job = job.id, %error, "whether a job is wanted is asked again")
                    }
                }
            }
        };
        let work = self.judges.work(job.clone(), stopped);
        tokio::pin!(work);
        tokio::select! {
            outcome = &mut work => return outcome,
            () = watched => {}
        }
        let _ = stop.send(());
        work.await
    }

    /// Tells whoever waits, here and on other replicas, that a job changed.
    pub async fn changed(&self, id: &str) {
        self.notices.tell(id);
        if let Err(error) = self.store.tell(id).await {
            tracing::warn!(job = id, %error, "other replicas were not told of a job");
        }
    }
}

fn log_end(job: &Begun, end: &End, used: (u64, u64), took: Duration, first: bool) {
    let (state, code) = match end {
        End::Done(_) => ("done", None),
        End::Failed(fault) => ("failed", Some(fault.code)),
        End::Again => ("queued", None),
    };
    let code = code.map(|code| code.to_string());
    let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    tracing::info!(
        job = job.id,
        kind = job.kind.as_str(),
        owner = job.owner,
        runs = job.runs,
        state,
        code,
        requests = used.0,
        tokens = used.1,
        milliseconds,
        first,
        "run ended"
    );
}

/// What the queue hands out.
async fn handle(id: String, desk: Data<Arc<Desk>>) -> Result<(), BoxDynError> {
    desk.begun.send_modify(|begun| *begun += 1);
    // Counted before it is looked whether the server is to end: then none slips in after the count.
    let ended = if *desk.ending.borrow() {
        false
    } else {
        desk.work(&id).await.unwrap_or_else(|error| {
            tracing::warn!(job = id, %error, "a job goes back to the queue");
            false
        })
    };
    desk.begun.send_modify(|begun| *begun -= 1);
    if ended {
        return Ok(());
    }
    // The queue hands it out again at once: whatever it waits for needs a moment.
    tokio::time::sleep(MOMENT).await;
    Err(HandOutAgain.into())
}

/// Looks at the queue when called, and now and then uncalled.
fn calls(called: mpsc::UnboundedReceiver<()>) -> impl Stream<Item = ()> + Send + Unpin + 'static {
    let called =
        stream::unfold(called, |mut called| async move { called.recv().await.map(|()| ((), called)) });
    let uncalled = stream::unfold((), |()| async {
        tokio::time::sleep(LOOK).await;
        Some(((), ()))
    });
    Box::pin(stream::select(called, uncalled))
}

/// Many calls are one. Whoever takes one is woken by the next in any case: the queue asks for a call and looks away.
fn as_one(
    mut calls: impl Stream<Item = ()> + Send + Unpin + 'static,
) -> impl Stream<Item = ()> + Send + Unpin + 'static {
    stream::poll_fn(move |context| {
        let mut called = false;
        loop {
            match calls.poll_next_unpin(context) {
                Poll::Ready(Some(())) => called = true,
                Poll::Ready(None) => return if called { Poll::Ready(Some(())) } else { Poll::Ready(None) },
                Poll::Pending => return if called { Poll::Ready(Some(())) } else { Poll::Pending },
            }
        }
    })
}

/// Works until the server is to end and what was begun has ended; after a failure of the database, again.
pub async fn run(desk: Arc<Desk>, mut called: mpsc::UnboundedReceiver<()>) {
    while !*desk.ending.borrow() {
        let (call, calls_of_this) = mpsc::unbounded_channel();
        let context = WorkerContext::new(&format!("{QUEUE}-{}", Ulid::generate()));
        let worker = worker(desk.clone(), context, calls_of_this);
        tokio::pin!(worker);
        let idle = idle_at_the_end(&desk);
        tokio::pin!(idle);
        let ended = loop {
            tokio::select! {
                ended = &mut worker => break ended,
                Some(()) = called.recv() => drop(call.send(())),
                // Not apalis's own stop: it would hold the queue's transaction open, and with it the only connection to a file,
                // until all jobs have ended, which they cannot then. What was claimed and not begun is claimed anew by others.
                () = &mut idle => return,
            }
        };
        if let Err(error) = ended {
            tracing::error!(%error, "the queue failed; it is opened again");
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Until the server is to end, what was begun has ended, and the queue had a moment to hear of it.
async fn idle_at_the_end(desk: &Desk) {
    let (mut ending, mut begun) = (desk.ending.clone(), desk.begun.subscribe());
    let _ = ending.wait_for(|ending| *ending).await;
    let _ = begun.wait_for(|begun| *begun == 0).await;
    tokio::time::sleep(MOMENT).await;
}

async fn worker(
    desk: Arc<Desk>,
    context: WorkerContext,
    called: mpsc::UnboundedReceiver<()>,
) -> Result<(), String> {
    let (at_once, beat) = (desk.config.work.at_once, Duration::from_secs(desk.config.work.heartbeat_seconds));
    let limit = ConcurrencyLimitLayer::new(at_once);
    let calls = calls(called);
    let ended = match &desk.store {
        Store::Sqlite(pool) => {
            let config = apalis_sqlite::Config::default()
                .queue(QUEUE)
                .batch_size(BATCH)
                .heartbeat_interval(beat)
                .missed_heartbeats(MISSED)
                .lock_tasks(false);
            let backend = PollWith::new(
                SqliteStorage::<String>::new(pool).with_config(config),
                StreamStrategy::new(as_one(calls)),
            );
            let builder = WorkerBuilder::new(context).backend(backend).data(desk.clone()).layer(limit);
            builder.build(handle).run().await
        }
        Store::Postgres(pool) => {
            let config = apalis_postgres::Config::default()
                .queue(QUEUE)
                .batch_size(BATCH)
                .heartbeat_interval(beat)
                .missed_heartbeats(MISSED)
                .lock_tasks(false);
            // Other replicas' jobs are called out by the database.
            let calls =
                Box::pin(stream::select(calls, Pubsub::new(pool.clone(), QUEUE.to_owned()).map(drop)));
            let backend = PollWith::new(
                PostgresStorage::<String>::new(pool).with_config(config),
                StreamStrategy::new(as_one(calls)),
            );
            let builder = WorkerBuilder::new(context).backend(backend).data(desk.clone()).layer(limit);
            builder.build(handle).run().await
        }
    };
    ended.map_err(|error| error.to_string())
}

/// Keeps answers of the model as they come, those that came together in one transaction.
pub async fn keep(store: Store, mut answers: mpsc::UnboundedReceiver<(String, Line)>) {
    const TOGETHER: usize = 64;
    let mut batch = Vec::new();
    while answers.recv_many(&mut batch, TOGETHER).await > 0 {
        if let Err(error) = store.keep(&batch).await {
            tracing::warn!(%error, "answers were not kept; a job that is cut off now asks for them again");
        }
        batch.clear();
    }
}
