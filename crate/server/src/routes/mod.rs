//! What the server answers to.

mod admission;
mod cancel;
mod create;
mod digest;
mod events;
mod headers;
mod look;
mod openapi;
mod own;
mod preferences;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, LOCATION, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Method};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::{get, post};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::problem::Problem;
use crate::work::Desk;
use headers::{CANCEL_SECRET, IDEMPOTENCY_KEY, PREFER, REPLAYED};

pub(crate) use admission::Peer;
pub use openapi::document;

/// All routes over a desk.
pub(crate) fn router(desk: Arc<Desk>) -> Router {
    Router::new()
        .route("/v1/arbitrations", post(create::arbitration))
        .route("/v1/committees", post(create::committee))
        .route("/v1/references:check", post(create::reference))
        .route("/v1/attributions", post(create::attribution))
        .route("/v1/jobs/{id}", get(look::job).delete(cancel::job))
        .route("/v1/jobs/{id}/events", get(events::events))
        .route("/healthz", get(own::health))
        .route("/metrics", get(own::metrics))
        .route("/openapi.json", get(own::openapi))
        .fallback(async || Problem::NoRoute)
        .method_not_allowed_fallback(async || Problem::NoMethod)
        .layer(cors(&desk.config.origins))
        .layer(from_fn_with_state(desk.clone(), observed))
        .with_state(desk)
}

/// Pages of these origins may ask; without any, none.
fn cors(origins: &[String]) -> CorsLayer {
    let origins =
        origins.iter().filter_map(|origin| HeaderValue::from_str(origin.trim_end_matches('/')).ok());
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers([AUTHORIZATION, CONTENT_TYPE, IDEMPOTENCY_KEY, CANCEL_SECRET, PREFER])
        .expose_headers([LOCATION, RETRY_AFTER, REPLAYED, CANCEL_SECRET])
        .max_age(Duration::from_secs(3600))
}

/// Counts and logs a request: where it went, how it ended, how long it took. Nothing of what it says.
async fn observed(State(desk): State<Arc<Desk>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let route = matched.unwrap_or_else(|| "none".to_owned());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let (took, status) = (began.elapsed(), response.status().as_u16());
    // A method may be any word: only those that are served are worth a line of their own.
    let named =
        if matches!(method, Method::GET | Method::POST | Method::DELETE | Method::OPTIONS | Method::HEAD) {
            method.as_str()
        } else {
            "other"
        };
    desk.metrics.answered(&route, named, status, took);
    let microseconds = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    tracing::info!(route, method = named, status, microseconds, "answered");
    response
}
