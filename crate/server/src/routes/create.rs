//! `POST`: something is asked, a job is made of it, and whoever asked waits for it a while.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use citelight::llm::served::{ArbitrationRequest, CommitteeRequest};
use citelight::text::hexadecimal;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::look::awaited;
use super::preferences::patience;
use super::{IDEMPOTENCY_KEY, REPLAYED, admitted};
use crate::job::Kind;
use crate::problem::Problem;
use crate::store::{Created, NewJob, now};
use crate::work::Desk;
use crate::work::attribution::AttributionRequest;
use crate::work::reference::ReferenceRequest;

/// Characters of an idempotency key.
const KEY: usize = 200;
/// Milliseconds of an hour.
const HOUR: i64 = 3_600_000;

/// A body, or why it did not come.
type Body = Result<Bytes, BytesRejection>;

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
            headers: HeaderMap,
            body: Body,
        ) -> Result<Response, Problem> {
            create::<$request>(&desk, &headers, body).await
        }
    };
}

asked!(ArbitrationRequest, Arbitration, arbitration, "/v1/arbitrations");
asked!(CommitteeRequest, Committee, committee, "/v1/committees");
asked!(ReferenceRequest, Reference, reference, "/v1/references:check");
asked!(AttributionRequest, Attribution, attribution, "/v1/attributions");

/// Reads a body. What is wrong with it is told by place, never by its words.
fn read<T: DeserializeOwned>(desk: &Desk, headers: &HeaderMap, body: Body) -> Result<T, Problem> {
    let declared = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media = declared.split(';').next().unwrap_or_default().trim();
    if !media.eq_ignore_ascii_case("application/json") {
        return Err(Problem::NotJson);
    }
    let body = body.map_err(|rejection| {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            Problem::TooLarge(desk.config.limits.body_bytes)
        } else {
            Problem::Malformed("the body did not come whole or in time; send it again".to_owned())
        }
    })?;
    serde_json::from_slice(&body).map_err(|error| {
        let what = match error.classify() {
            serde_json::error::Category::Data => "has not the fields that are asked for",
            _ => "is no JSON",
        };
        let (line, column) = (error.line(), error.column());
        Problem::Malformed(format!("the body {what} (line {line}, column {column}); see /openapi.json"))
    })
}

/// Makes a job and waits for it as long as the client prefers.
async fn create<T: Asked>(desk: &Desk, headers: &HeaderMap, body: Body) -> Result<Response, Problem> {
    // Who may not ask learns nothing about bodies.
    let owner = admitted(desk, headers, Some(T::KIND.scope()))?;
    let request: T = read(desk, headers, body)?;
    request.check().map_err(Problem::Malformed)?;
    if *desk.ending.borrow() {
        return Err(Problem::Ending);
    }
    let request = serde_json::to_string(&request).map_err(|_| Problem::Internal)?;
    let job = NewJob {
        kind: T::KIND,
        owner: &owner,
        idempotency: idempotency_key(headers)?,
        body: hexadecimal(Sha256::digest(request.as_bytes())),
        request,
        expires: now() + i64::from(desk.config.store.result_hours) * HOUR,
    };
    let created = desk.store.create(&job, desk.config.budget, desk.config.limits.queued).await?;
    let (id, replayed) = match created {
        Created::New(id) => (id, false),
        Created::Known(id) => (id, true),
        Created::OtherBody => return Err(Problem::OtherBody),
        Created::QuotaSpent(of) => return Err(Problem::QuotaSpent(of)),
        Created::Full => return Err(Problem::Full),
    };
    if !replayed {
        desk.metrics.created(T::KIND);
        // Nobody listens only when the server ends; then another replica finds the job.
        let _ = desk.call.send(());
    }
    let most = Duration::from_secs(desk.config.limits.wait_seconds);
    let job = awaited(desk, &id, &owner.name, patience(headers, most)).await?;
    let status = if job.state.is_final() { StatusCode::OK } else { StatusCode::ACCEPTED };
    let mut response = (status, Json(job)).into_response();
    if let Ok(location) = HeaderValue::from_str(&format!("/v1/jobs/{id}")) {
        response.headers_mut().insert(LOCATION, location);
    }
    if replayed {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    Ok(response)
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let key = value.to_str().ok().filter(|key| !key.is_empty() && key.len() <= KEY);
    key.map(Some)
        .ok_or_else(|| Problem::Malformed(format!("Idempotency-Key needs 1 to {KEY} ASCII characters")))
}
