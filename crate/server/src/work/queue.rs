//! Works are claimed from the queue, worked on and ended: fairly between owners, and by no more than there are places.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot, watch};
use tokio::time::timeout;

use super::turns::Turns;
use super::{JobOutcome, Judges, Keep, Trouble};
use crate::access::Access;
use crate::config::{Config, DayBudget};
use crate::failure::StoreError;
use crate::job::{Fault, FaultCode};
use crate::metrics::Metrics;
use crate::notices::Notices;
use crate::store::{Allowance, Begun, End, JobClaim, MOMENT, Store};

/// Between two looks whether a work that runs is still wanted, without a notice: another replica may die before it tells.
const WANTED: Duration = Duration::from_secs(5);
/// Signs of life that may be missed.
const MISSED: u64 = 3;
/// Before a store that failed is asked again.
const PAUSE: Duration = Duration::from_secs(1);

/// Why the queue is to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// There may be something new.
    New,
    /// There is a place.
    Place,
}

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
    /// This replica's name.
    pub replica: String,
    /// Calls the queue.
    pub call: mpsc::UnboundedSender<Call>,
    /// Answers of the model on their way to the store.
    pub keep: mpsc::UnboundedSender<Keep>,
    /// Jobs that are begun and have not ended.
    pub begun: watch::Sender<usize>,
    /// Whether the server is to end.
    pub ending: watch::Receiver<bool>,
}

impl Desk {
    /// What works of an owner may take. Whose token was taken away may take nothing.
    fn allowance(&self, owner: &str) -> Allowance {
        let budget = self.config.job_budget;
        let nothing = DayBudget { requests: Some(0), tokens: Some(0), jobs: Some(0) };
        Allowance {
            arbitration: (u64::from(budget.arbitration_requests), budget.arbitration_tokens),
            committee: (u64::from(budget.committee_requests), budget.committee_tokens),
            quota: self.access.quota(owner).unwrap_or(nothing),
            budget: self.config.budget,
            lease: self.lease(),
        }
    }

    /// How long a work is held without a sign of life, in milliseconds.
    fn lease(&self) -> i64 {
        let seconds = self.config.work.heartbeat_seconds.saturating_mul(MISSED);
        i64::try_from(seconds.saturating_mul(1000)).unwrap_or(i64::MAX / 4).min(i64::MAX / 4)
    }

    /// Works on what was claimed.
    async fn work(&self, job: &Begun) -> Result<End, StoreError> {
        self.notices.tell_begun(&job.id);
        self.tell_others(&job.id).await;
        let began = Instant::now();
        let (end, used) = if job.runs > self.config.work.attempts {
            let message =
                "it was begun too often and never ended; ask again, or look at the server's log".to_owned();
            (End::Failed(Fault { code: FaultCode::Interrupted, message }), (0, 0))
        } else {
            let (runs, attempts) = (job.runs, self.config.work.attempts);
            let outcome = self.judged(job).await;
            let end = match outcome.result {
                Ok(result) => End::Done(result),
                Err(Trouble::Passing(fault)) if runs >= attempts => End::Failed(fault),
                Err(Trouble::Passing(_)) => End::Again,
                Err(Trouble::Lasting(fault)) => End::Failed(fault),
            };
            (end, (outcome.requests, outcome.tokens))
        };
        let first = self.store.end(job, &end, used, &self.replica).await?;
        if end != End::Again {
            let _ = self.keep.send(Keep::Ended(job.id.clone()));
        }
        self.metrics.ended(job.kind, &end, used, began.elapsed());
        log_end(job, &end, used, began.elapsed(), first);
        self.changed(&job.id).await;
        Ok(end)
    }

    /// Has a job done, unless it is cancelled meanwhile.
    async fn judged(&self, job: &Begun) -> JobOutcome {
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

    /// Calls the queue, here and on other replicas: there is something new.
    pub async fn call(&self) {
        // Nobody listens only when the server ends; then another replica finds the job.
        let _ = self.call.send(Call::New);
        if let Err(error) = self.store.tell("").await {
            tracing::warn!(%error, "other replicas were not told of a new job");
        }
    }

    /// Tells whoever waits, here and on other replicas, that a work changed.
    pub async fn changed(&self, id: &str) {
        self.notices.tell(id);
        self.tell_others(id).await;
    }

    async fn tell_others(&self, id: &str) {
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

/// Works until the server is to end and what was begun has ended.
pub async fn run(desk: Arc<Desk>, mut called: mpsc::UnboundedReceiver<Call>) {
    let places = Arc::new(Semaphore::new(desk.config.work.at_once));
    let mut turns = Turns::new(desk.config.work.at_once, desk.config.owners());
    let mut ending = desk.ending.clone();
    // Uncalled, too: for what was put back or called out while nobody listened.
    let beat = Duration::from_secs(desk.config.work.heartbeat_seconds);
    let (mut look, mut left, mut again) = (true, false, beat);
    while !*desk.ending.borrow() {
        if look {
            (left, again) = match claim(&desk, &places, &mut turns).await {
                Ok(left) => (left, turns.next().unwrap_or(beat)),
                Err(error) => {
                    tracing::error!(%error, "the queue failed; it is looked at again");
                    (true, PAUSE)
                }
            };
        }
        look = tokio::select! {
            call = called.recv() => {
                let mut is_new = call != Some(Call::Place);
                while let Ok(call) = called.try_recv() {
                    is_new |= call == Call::New;
                }
                // A place is worth a look only if something was left without one.
                is_new || left
            }
            () = tokio::time::sleep(again) => true,
            _ = ending.wait_for(|ending| *ending) => false,
        };
    }
    let _ = desk.begun.subscribe().wait_for(|begun| *begun == 0).await;
}

/// Claims as much as there are places for; whether anything that waits is left for want of a place or of a budget.
async fn claim(desk: &Arc<Desk>, places: &Arc<Semaphore>, turns: &mut Turns) -> Result<bool, StoreError> {
    let most = i64::try_from(desk.config.work.at_once).unwrap_or(i64::MAX);
    let mut owners = desk.store.owners(most).await?;
    // More may wait than was counted.
    let mut left = owners.iter().any(|owner| owner.waiting >= most);
    loop {
        let Some(name) = turns.next_of(&owners) else { return Ok(left || !owners.is_empty()) };
        // A run that ends calls.
        let Ok(place) = places.clone().try_acquire_owned() else { return Ok(true) };
        let allowance = desk.allowance(&name);
        let mut claim = desk.store.claim(&name, &desk.replica, !turns.waits(&name), &allowance).await?;
        if claim == JobClaim::Wait {
            // It holds no place while it waits, and whatever asks no model passes it.
            turns.wait(&name);
            claim = desk.store.claim(&name, &desk.replica, false, &allowance).await?;
        }
        let Some(owner) = owners.iter_mut().find(|owner| owner.name == name) else { continue };
        if let JobClaim::Begun(job) = claim {
            owner.waiting -= 1;
            owner.running += 1;
            turns.took(&name);
            begin(desk, place, *job, turns.counts(&name));
        } else {
            left |= turns.waits(&name);
            owner.waiting = 0;
        }
        owners.retain(|owner| owner.waiting > 0);
    }
}

/// Works on one in a task of its own; `counted` counts it until it has ended.
fn begin(desk: &Arc<Desk>, place: OwnedSemaphorePermit, job: Begun, counted: impl Send + 'static) {
    desk.begun.send_modify(|begun| *begun += 1);
    let desk = desk.clone();
    tokio::spawn(async move {
        let ended = desk.work(&job).await;
        drop((place, counted));
        desk.begun.send_modify(|begun| *begun -= 1);
        let mut call = Call::Place;
        match ended {
            Ok(End::Again) => {
                tokio::time::sleep(Duration::from_millis(MOMENT.unsigned_abs())).await;
                call = Call::New;
            }
            Ok(_) => {}
            // The lease runs out, and somebody begins it again.
            Err(error) => tracing::warn!(job = job.id, %error, "a job's end was not kept; it is begun again"),
        }
        let _ = desk.call.send(call);
    });
}

/// Gives signs of life, and takes over what others gave none for.
pub async fn live(desk: Arc<Desk>) {
    let mut beats = tokio::time::interval(Duration::from_secs(desk.config.work.heartbeat_seconds));
    loop {
        beats.tick().await;
        // While nothing is worked on, too: whose lease has run out is told by the database's clock.
        if let Err(error) = desk.store.set_clock().await {
            tracing::warn!(%error, "the database's clock was not read");
        }
        if *desk.begun.borrow() > 0
            && let Err(error) = desk.store.renew(&desk.replica, desk.lease()).await
        {
            tracing::warn!(%error, "no sign of life could be given");
        }
        match desk.store.reclaim().await {
            Ok(0) => {}
            Ok(jobs) => {
                tracing::info!(jobs, "jobs of a replica that gives no sign of life are begun again");
                desk.call().await;
            }
            Err(error) => tracing::warn!(%error, "jobs of other replicas were not looked at"),
        }
    }
}
