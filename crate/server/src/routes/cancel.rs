//! `DELETE /v1/jobs/{id}`: nobody wants a job any more.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;

use super::admitted;
use crate::job::Job;
use crate::problem::Problem;
use crate::work::Desk;

/// The job as it is then: failed as cancelled, or as it had ended before.
pub(super) async fn job(
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Job>, Problem> {
    let owner = admitted(&desk, &headers, None)?;
    if desk.store.cancel(&id, &owner.name).await? {
        tracing::info!(job = id, owner = &*owner.name, "cancelled");
        desk.changed(&id).await;
    }
    desk.store.look(&id, &owner.name).await?.map(Json).ok_or(Problem::NoJob)
}
