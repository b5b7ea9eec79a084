//! `GET /v1/jobs/{id}`: how far a job is.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use tokio::time::{Instant, timeout_at};

use super::admitted;
use super::preferences::patience;
use crate::job::Job;
use crate::notices::{Change, Waiting};
use crate::problem::Problem;
use crate::work::Desk;

/// Between two looks while nobody tells of a change: a replica may die before it tells.
const LOOK: Duration = Duration::from_millis(500);

/// The job as it is; with `Prefer: wait=N`, as it is when it ends or after so long.
pub(super) async fn job(
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Job>, Problem> {
    let owner = admitted(&desk, &headers, None)?;
    let most = Duration::from_secs(desk.config.limits.wait_seconds);
    let patience =
        if headers.contains_key(super::PREFER) { patience(&headers, most) } else { Duration::ZERO };
    awaited(&desk, &id, &owner.name, patience, None).await.map(Json)
}

/// A job when it has ended, or as it is when patience ends, or the server. Whatever becomes of a job that was `heard` of from before it
/// was made is told: it is not looked at before.
pub(super) async fn awaited(
    desk: &Desk,
    id: &str,
    owner: &str,
    patience: Duration,
    heard: Option<Waiting>,
) -> Result<Job, Problem> {
    let deadline = Instant::now() + patience;
    let mut ending = desk.ending.clone();
    let mut looks = heard.is_none();
    let mut waiting = heard.unwrap_or_else(|| desk.notices.wait_for(id));
    loop {
        if looks {
            let job = desk.store.look(id, owner).await?.ok_or(Problem::NoJob)?;
            if job.state.is_final() || Instant::now() >= deadline || *ending.borrow() {
                return Ok(job);
            }
        }
        looks = tokio::select! {
            told = timeout_at(deadline.min(Instant::now() + LOOK), waiting.changed()) => told != Ok(Change::Begun),
            _ = ending.wait_for(|ending| *ending) => true,
        };
    }
}
