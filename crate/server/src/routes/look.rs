//! `GET /v1/jobs/{id}`: how far a job is.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use tokio::time::{Instant, timeout_at};

use super::admission::{Peer, admitted};
use super::headers::PREFER;
use super::preferences::patience;
use crate::job::Job;
use crate::notices::Waiting;
use crate::problem::Problem;
use crate::work::Desk;

/// Between two looks while nobody tells of a change: another replica may die before it tells.
pub(super) const LOOK: Duration = Duration::from_secs(2);

/// The job as it is; with `Prefer: wait=N`, as it is when it ends or after so long.
pub(super) async fn job(
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Json<Job>, Problem> {
    let owner = admitted(&desk, &peer, &headers, None)?;
    let most = Duration::from_secs(desk.config.limits.wait_seconds);
    let patience = if headers.contains_key(PREFER) { patience(&headers, most) } else { Duration::ZERO };
    let (job, work) = desk.store.look(&id, &owner.name).await?.ok_or(Problem::NoJob)?;
    if patience.is_zero() || job.state.is_final() {
        return Ok(Json(job));
    }
    let waiting = desk.notices.wait_for(&work);
    awaited(&desk, &id, &owner.name, waiting, Instant::now() + patience).await.map(Json)
}

/// A job when it has ended, or as it is at the deadline or when the server ends.
pub(super) async fn awaited(
    desk: &Desk,
    id: &str,
    owner: &str,
    mut waiting: Waiting,
    deadline: Instant,
) -> Result<Job, Problem> {
    loop {
        let (job, _) = desk.store.look(id, owner).await?.ok_or(Problem::NoJob)?;
        if job.state.is_final() || Instant::now() >= deadline || *desk.ending.borrow() {
            return Ok(job);
        }
        may_have_ended(desk, &mut waiting, deadline).await;
    }
}

/// Until a job may have ended, or the deadline, or the server's end.
pub(super) async fn may_have_ended(desk: &Desk, waiting: &mut Waiting, deadline: Instant) {
    let mut ending = desk.ending.clone();
    tokio::select! {
        _ = timeout_at(deadline.min(Instant::now() + LOOK), waiting.more_than_begun()) => {}
        _ = ending.wait_for(|ending| *ending) => {}
    }
}
