//! `POST`: something is asked, a job is made of it, and whoever asked waits for it a while.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use citelight::llm::arbitration::ArbitrationRequest;
use citelight::remote::CommitteeRequest;
use citelight::text::hexadecimal;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout};
use ulid::Ulid;

use super::admission::{Peer, admitted};
use super::digest::digest;
use super::headers::{CANCEL_SECRET, IDEMPOTENCY_KEY, REPLAYED};
use super::look::{awaited, may_have_ended};
use super::preferences::patience;
use crate::job::Kind;
use crate::problem::Problem;
use crate::store::{Created, NewJob, Room};
use crate::work::Desk;
use crate::work::attribution::AttributionRequest;
use crate::work::reference::ReferenceRequest;

/// Characters of an idempotency key.
const KEY: usize = 200;
/// Milliseconds of an hour.
const HOUR: i64 = 3_600_000;

/// Something that can be asked.
trait Asked: Serialize + DeserializeOwned {
    const KIND: Kind;

    fn check(&self) -> Result<(), String>;
}

macro_rules! asked {
    ($request:ty, $kind:ident, $route:ident, $path:literal) => {
        impl Asked for $request {
            const KIND: Kind = Kind::$kind;

            fn check(&self) -> Result<(), String> {
                <$request>::check(self)
            }
        }

        #[doc = concat!("`POST ", $path, "`.")]
        pub(super) async fn $route(
            State(desk): State<Arc<Desk>>,
            peer: Peer,
            request: Request,
        ) -> Result<Response, Problem> {
            create::<$request>(&desk, &peer, request).await
        }
    };
}

asked!(ArbitrationRequest, Arbitration, arbitration, "/v1/arbitrations");
asked!(CommitteeRequest, Committee, committee, "/v1/committees");
asked!(ReferenceRequest, Reference, reference, "/v1/references:check");
asked!(AttributionRequest, Attribution, attribution, "/v1/attributions");

/// Reads a whole body, as large and as long as is allowed.
async fn whole(desk: &Desk, headers: &HeaderMap, body: Body) -> Result<Bytes, Problem> {
    let limits = desk.config.limits;
    let declared = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if declared.is_some_and(|length| length > limits.body_bytes) {
        return Err(Problem::TooLarge(limits.body_bytes));
    }
    let reading = Limited::new(body, limits.body_bytes).collect();
    let read = timeout(Duration::from_secs(limits.body_seconds), reading).await.map_err(|_| Problem::Slow)?;
    let read = read.map_err(|error| match error.downcast_ref::<LengthLimitError>() {
        Some(_) => Problem::TooLarge(limits.body_bytes),
        None => Problem::Malformed("the body did not come whole; send it again".to_owned()),
    })?;
    Ok(read.to_bytes())
}

/// What a body says. What is wrong with it is told by place, never by its words.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(body).map_err(|error| {
        let what = match error.classify() {
            serde_json::error::Category::Data => "has not the fields that are asked for",
            _ => "is no JSON",
        };
        let (line, column) = (error.line(), error.column());
        Problem::Malformed(format!("the body {what} (line {line}, column {column}); see /openapi.json"))
    })
}

/// Makes a job and waits for it as long as the client prefers.
async fn create<T: Asked>(desk: &Desk, peer: &Peer, request: Request) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let headers = &head.headers;
    // Nothing is read of who may not ask.
    let owner = admitted(desk, peer, headers, Some(T::KIND.scope()))?;
    let declared = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media = declared.split(';').next().unwrap_or_default().trim();
    if !media.eq_ignore_ascii_case("application/json") {
        return Err(Problem::NotJson);
    }
    let request: T = read(&whole(desk, headers, body).await?)?;
    request.check().map_err(Problem::Malformed)?;
    if *desk.ending.borrow() {
        return Err(Problem::Ending);
    }
    let request = serde_json::to_string(&request).map_err(|_| Problem::Internal)?;
    let secret = secret()?;
    let id = Ulid::generate().to_string();
    // Before it is there: an end that comes at once is heard.
    let mut waiting = desk.notices.wait_for(&id);
    let job = NewJob {
        id,
        kind: T::KIND,
        owner: &owner,
        idempotency: idempotency_key(headers)?,
        body: digest(request.as_bytes()),
        request,
        secret: digest(secret.as_bytes()),
        expires: desk.store.now() + i64::from(desk.config.store.result_hours) * HOUR,
    };
    let created = desk.store.create(&job, room(desk)).await?;
    let (id, work, replayed) = match created {
        Created::New { id, work } => (id, work, false),
        Created::Known { id, work } => (id, work, true),
        Created::QuotaSpent(of) => return Err(Problem::QuotaSpent(of)),
        Created::Full => return Err(Problem::Full),
    };
    if !replayed {
        desk.metrics.created(T::KIND);
        desk.call().await;
    }
    let patience = patience(headers, Duration::from_secs(desk.config.limits.wait_seconds));
    let deadline = Instant::now() + patience;
    if replayed || work != id {
        // The work is older: it may have ended.
        waiting = desk.notices.wait_for(&work);
    } else if !patience.is_zero() {
        may_have_ended(desk, &mut waiting, deadline).await;
    }
    let job = awaited(desk, &id, &owner.name, waiting, deadline).await?;
    let status = if job.state.is_final() { StatusCode::OK } else { StatusCode::ACCEPTED };
    let mut response = (status, Json(job)).into_response();
    if let Ok(location) = HeaderValue::from_str(&format!("/v1/jobs/{id}")) {
        response.headers_mut().insert(LOCATION, location);
    }
    if replayed {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    } else if let Ok(secret) = HeaderValue::from_str(&secret) {
        // Once, to whoever made the job: who comes by its key later may be somebody else.
        response.headers_mut().insert(CANCEL_SECRET, secret);
    }
    Ok(response)
}

/// How much may wait: every owner has an even share, so that none fills the queue for the others.
fn room(desk: &Desk) -> Room {
    let all = desk.config.limits.queued;
    let owners = u64::try_from(desk.config.owners()).unwrap_or(u64::MAX);
    Room { budget: desk.config.budget, all, of_owner: (all / owners).max(1) }
}

/// A secret that nobody guesses.
fn secret() -> Result<String, Problem> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| Problem::Internal)?;
    Ok(hexadecimal(bytes))
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let key = value.to_str().ok().filter(|key| !key.is_empty() && key.len() <= KEY);
    key.map(Some)
        .ok_or_else(|| Problem::Malformed(format!("Idempotency-Key needs 1 to {KEY} ASCII characters")))
}
