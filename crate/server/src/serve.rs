//! The server's life: it sets up, serves, and ends without losing anything.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{mpsc, watch};
use tokio::time::{interval, timeout};

use ulid::Ulid;

use crate::access::Access;
use crate::config::Config;
use crate::connections::serve_connections;
use crate::failure::ServeError;
use crate::listen::listen;
use crate::metrics::Metrics;
use crate::notices::Notices;
use crate::routes::router;
use crate::store::Store;
use crate::work::{Desk, Judges, LoadEncoder, keep, live, run};

/// Between two deletions of what has expired.
const EXPIRY: Duration = Duration::from_secs(60);
/// Between two copies of SQLite's write-ahead log to the file.
const LOG: Duration = Duration::from_secs(2);

/// Serves until SIGTERM or SIGINT; `load` gives each thread of the core its bi-encoder, `listening` hears where.
///
/// # Errors
/// [`ServeError`] if it cannot be set up.
pub fn serve(
    config: Config,
    load: &LoadEncoder,
    listening: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| ServeError::SetUp(error.to_string()))?;
    runtime.block_on(served(config, load, listening))
}

async fn served(
    config: Config,
    load: &LoadEncoder,
    listening: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let store = Store::open(&config.store).await?;
    let (answers, kept) = mpsc::unbounded_channel();
    let judges = Judges::start(&config, load, &answers).await?;
    let (call, called) = mpsc::unbounded_channel();
    let (end, ending) = watch::channel(false);
    let grace = Duration::from_secs(config.work.grace_seconds);
    let listener = TcpListener::bind(config.listen).await;
    let listener =
        listener.map_err(|error| ServeError::Listen { address: config.listen, reason: error.to_string() })?;
    let address = listener.local_addr().map_err(|error| ServeError::SetUp(error.to_string()))?;
    let desk = Arc::new(Desk {
        store: store.clone(),
        judges,
        access: Access::new(&config),
        notices: Notices::default(),
        metrics: Metrics::default(),
        replica: Ulid::generate().to_string(),
        call,
        keep: answers,
        begun: watch::Sender::new(0),
        ending: ending.clone(),
        config,
    });
    tokio::spawn(keep(store.clone(), kept));
    tokio::spawn(listen(store.clone(), desk.notices.clone(), desk.call.clone()));
    tokio::spawn(live(desk.clone()));
    tokio::spawn(expire(store.clone()));
    tokio::spawn(copy_log(store.clone()));
    let working = tokio::spawn(run(desk.clone(), called));
    let asked_to_end = signals()?;
    tokio::spawn(async move {
        asked_to_end.await;
        tracing::info!("ending: nothing new is taken, what was begun is ended");
        end.send_replace(true);
    });
    listening(address);
    tracing::info!(%address, version = env!("CARGO_PKG_VERSION"), "listening");
    let limits = desk.config.limits;
    let replica = desk.replica.clone();
    let serving = tokio::spawn(serve_connections(listener, router(desk), limits, ending.clone()));
    let mut told = ending;
    let _ = told.wait_for(|ending| *ending).await;
    // Jobs that do not end in time are begun again by another replica, or by this one when it is back.
    let (working, serving) = tokio::join!(timeout(grace, working), timeout(grace, serving));
    if working.is_err() {
        tracing::warn!("jobs did not end in time; they are begun again elsewhere");
    }
    if serving.is_err() {
        tracing::warn!("connections did not end in time");
    }
    if let Err(error) = store.release(&replica).await {
        tracing::warn!(%error, "what did not end is left to others when its lease runs out");
    }
    let _ = timeout(grace, store.close()).await;
    tracing::info!("ended");
    Ok(())
}

async fn expire(store: Store) {
    let mut turns = interval(EXPIRY);
    loop {
        turns.tick().await;
        match store.expire().await {
            Ok(0) => {}
            Ok(jobs) => tracing::info!(jobs, "expired jobs were deleted"),
            Err(error) => tracing::warn!(%error, "expired jobs were not deleted"),
        }
    }
}

/// Copies SQLite's write-ahead log again and again: seldom enough to copy a page that is written often only once.
async fn copy_log(store: Store) {
    let mut turns = interval(LOG);
    loop {
        turns.tick().await;
        if let Err(error) = store.copy_log().await {
            tracing::warn!(%error, "the log was not copied");
            return;
        }
    }
}

/// The system's wish that the server end.
fn signals() -> Result<impl Future<Output = ()>, ServeError> {
    let of = |kind| signal(kind).map_err(|error| ServeError::SetUp(error.to_string()));
    let (mut terminate, mut interrupt) = (of(SignalKind::terminate())?, of(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
