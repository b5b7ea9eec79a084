//! What the server answers to.

mod cancel;
mod create;
mod events;
mod look;
mod openapi;
mod own;
mod preferences;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, HOST, LOCATION, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::{get, post};
use citelight::text::hexadecimal;
use sha2::{Digest, Sha256};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::access::{Owner, Scope};
use crate::problem::Problem;
use crate::work::Desk;

pub use openapi::document;

/// The header under which the same request is the same job.
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The header that tells that a job was there already.
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
/// The header with the secret that cancels a job.
const CANCEL_SECRET: HeaderName = HeaderName::from_static("cancel-secret");
/// The header that says whether to wait.
const PREFER: HeaderName = HeaderName::from_static("prefer");

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

/// How a request came here.
#[derive(Clone, Debug, Default)]
pub(crate) struct Peer {
    /// The address of this machine that it came to.
    local: Option<IpAddr>,
    /// The names by which it was asked for: one, if it is none of an attacker's making.
    hosts: Vec<String>,
}

impl Peer {
    /// Of a connection to this address.
    pub(crate) fn at(local: Option<IpAddr>) -> Self {
        Self { local, hosts: Vec::new() }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Peer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let mut peer = parts.extensions.get::<Self>().cloned().unwrap_or_default();
        let named = parts.headers.get_all(HOST).iter();
        peer.hosts = named.map(|host| String::from_utf8_lossy(host.as_bytes()).into_owned()).collect();
        peer.hosts.extend(parts.uri.authority().map(|authority| authority.as_str().to_owned()));
        Ok(peer)
    }
}

/// Who asks, and whether they may. Whoever needs no token must have asked by a name of this server's: a page whose own name was made to
/// lead here (DNS rebinding) has another.
fn admitted(
    desk: &Desk,
    peer: &Peer,
    headers: &axum::http::HeaderMap,
    scope: Option<Scope>,
) -> Result<Owner, Problem> {
    let header = match headers.get(AUTHORIZATION) {
        Some(value) => Some(value.to_str().map_err(|_| Problem::Unknown)?),
        None => None,
    };
    let owner = desk.access.admit(header, scope)?;
    let known = || peer.hosts.iter().all(|host| desk.access.is_own_host(host, peer.local));
    if header.is_none() && (peer.hosts.is_empty() || !known()) {
        return Err(Problem::OtherHost);
    }
    Ok(owner)
}

/// SHA-256, hexadecimal.
fn digest(bytes: &[u8]) -> String {
    hexadecimal(Sha256::digest(bytes))
}
