//! `DELETE /v1/jobs/{id}`: its client wants a job no more.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;

use super::admission::{Peer, admitted};
use super::digest::digest;
use super::headers::CANCEL_SECRET;
use crate::job::Job;
use crate::problem::Problem;
use crate::store::Cancelled;
use crate::work::Desk;

/// The job as it is then: failed as cancelled, or as it had ended before.
pub(super) async fn job(
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Json<Job>, Problem> {
    let owner = admitted(&desk, &peer, &headers, None)?;
    let secret = headers.get(CANCEL_SECRET).map(|secret| digest(secret.as_bytes()));
    match desk.store.cancel(&id, &owner.name, secret.as_deref()).await? {
        Cancelled::Now { work } => {
            tracing::info!(job = id, work, owner = &*owner.name, "cancelled");
            desk.changed(&work).await;
        }
        Cancelled::Before => {}
        Cancelled::NotYours => return Err(Problem::NotYours),
        Cancelled::NoJob => return Err(Problem::NoJob),
    }
    desk.store.look(&id, &owner.name).await?.map(|(job, _)| Json(job)).ok_or(Problem::NoJob)
}
