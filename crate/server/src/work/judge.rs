//! Threads that run the core: its futures stay on one thread, so each judge has its own.

use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tokio::sync::{mpsc, oneshot};
use tokio::task::LocalSet;

use super::judge_context::JudgeContext;
use super::{JobOutcome, Keep, LoadEncoder, Trouble};
use crate::config::Config;
use crate::failure::ServeError;
use crate::job::{Fault, FaultCode};
use crate::store::Begun;

/// A job, the word that nobody wants it any more, and whoever waits for it.
type Order = (Begun, Stop, oneshot::Sender<JobOutcome>);

/// Says that a job is not wanted any more; one whose sender is gone never does.
pub type Stop = oneshot::Receiver<()>;

/// All judges.
pub struct Judges {
    orders: Vec<mpsc::UnboundedSender<Order>>,
    next: AtomicUsize,
}

impl Judges {
    /// Starts the judges. They end when the last of their orders has no sender any more.
    ///
    /// # Errors
    /// [`ServeError::SetUp`] if the system gives no thread or no client, or the bi-encoder cannot be loaded.
    pub async fn start(
        config: &Config,
        load: &LoadEncoder,
        keep: &mpsc::UnboundedSender<Keep>,
    ) -> Result<Self, ServeError> {
        let mut orders = Vec::new();
        for judge in 0..config.work.judges {
            let (sender, receiver) = mpsc::unbounded_channel();
            let (ready, told) = oneshot::channel();
            let (config, load, keep) = (config.clone(), load.clone(), keep.clone());
            let started = thread::Builder::new().name(format!("judge-{judge}")).spawn(move || {
                match set_up(&config, &load, judge, keep) {
                    Ok((runtime, context)) => {
                        let _ = ready.send(Ok(()));
                        LocalSet::new().block_on(&runtime, serve(receiver, Rc::new(context)));
                    }
                    Err(error) => {
                        let _ = ready.send(Err(error));
                    }
                }
            });
            started.map_err(|error| ServeError::SetUp(format!("no thread for a judge: {error}")))?;
            told.await.map_err(|_| ServeError::SetUp("a judge died at once".to_owned()))??;
            orders.push(sender);
        }
        Ok(Self { orders, next: AtomicUsize::new(0) })
    }

    /// Has a job done by the judge whose turn it is, until it has ended or `stop` says so.
    pub async fn work(&self, job: Begun, stop: Stop) -> JobOutcome {
        let turn = self.next.fetch_add(1, Ordering::Relaxed) % self.orders.len().max(1);
        // What was set aside stays spent: nobody knows how much of it was taken.
        let lost = JobOutcome { requests: job.grant.requests, tokens: job.grant.tokens, result: Err(died()) };
        let (reply, outcome) = oneshot::channel();
        let sent = self.orders.get(turn).is_some_and(|orders| orders.send((job, stop, reply)).is_ok());
        if sent { outcome.await.unwrap_or(lost) } else { lost }
    }
}

fn died() -> Trouble {
    let message = "the job's work ended without an end; ask again".to_owned();
    Trouble::Passing(Fault { code: FaultCode::Interrupted, message })
}

fn set_up(
    config: &Config,
    load: &LoadEncoder,
    judge: usize,
    keep: mpsc::UnboundedSender<Keep>,
) -> Result<(tokio::runtime::Runtime, JudgeContext), ServeError> {
    let runtime = citelight_network::runtime().map_err(ServeError::SetUp)?;
    // The client is made where it is used: its connections belong to this runtime.
    let entered = runtime.enter();
    let context = JudgeContext::new(config, load, judge, keep)?;
    drop(entered);
    Ok((runtime, context))
}

/// Every order is a task of its own: one that waits, or dies, holds up no other.
async fn serve(mut orders: mpsc::UnboundedReceiver<Order>, context: Rc<JudgeContext>) {
    while let Some((job, stop, reply)) = orders.recv().await {
        let context = context.clone();
        tokio::task::spawn_local(async move {
            let _ = reply.send(context.work(job, stop).await);
        });
    }
}
