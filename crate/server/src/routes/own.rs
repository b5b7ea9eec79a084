//! What the server says of itself.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::admission::{Peer, admitted};
use super::openapi::document;
use crate::access::Scope;
use crate::problem::Problem;
use crate::work::Desk;

/// The media type of what Prometheus reads.
const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// `GET /healthz`: whether it can take requests: not while it ends, nor without its store.
pub(super) async fn health(State(desk): State<Arc<Desk>>) -> Result<Json<Value>, Problem> {
    if *desk.ending.borrow() {
        return Err(Problem::Ending);
    }
    desk.store.ping().await?;
    Ok(Json(json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")})))
}

/// `GET /metrics`.
pub(super) async fn metrics(
    State(desk): State<Arc<Desk>>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    admitted(&desk, &peer, &headers, Some(Scope::Metrics))?;
    let (queued, running) = desk.store.waiting().await?;
    let text = desk.metrics.text(queued, running).map_err(|_| Problem::Internal)?;
    Ok(([(CONTENT_TYPE, OPENMETRICS)], text).into_response())
}

/// `GET /openapi.json`.
pub(super) async fn openapi() -> Json<Value> {
    Json(document())
}
