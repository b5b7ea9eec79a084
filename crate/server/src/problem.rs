//! What is wrong with a request, as RFC 9457 writes it. A problem names fields, never their words.

use axum::Json;
use axum::http::header::{CONNECTION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use crate::access::Refusal;
use crate::failure::StoreError;
use crate::store::seconds_until_tomorrow;

/// Why a request was not served.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Problem {
    /// The body is not what the route takes.
    #[error("{0}")]
    Malformed(String),
    /// The body is larger than is allowed.
    #[error("the body is too large; send at most {0} bytes")]
    TooLarge(usize),
    /// The body is no JSON by its header.
    #[error("the body is not declared as JSON; send Content-Type: application/json")]
    NotJson,
    /// No token, or a wrong one.
    #[error("this needs a token of this server; send Authorization: Bearer TOKEN")]
    Unknown,
    /// A token without the scope.
    #[error("the token is not for this; ask who runs the server for another scope")]
    OutOfScope,
    /// There is no such job, or it is somebody else's.
    #[error("there is no such job; it may have expired")]
    NoJob,
    /// There is nothing at this address.
    #[error("there is nothing here; see /openapi.json")]
    NoRoute,
    /// There is something, but not by this method.
    #[error("this address does not take this method; see /openapi.json")]
    NoMethod,
    /// The secret that cancels the job is missing or wrong.
    #[error("only the client that created the job can cancel it; send the Cancel-Secret that came with it")]
    NotYours,
    /// A request without a token names a host that is not this server.
    #[error(
        "without a token, this server does not answer to that host name; send a token, or add the name to hosts in its configuration"
    )]
    OtherHost,
    /// The body did not arrive in time.
    #[error("the body did not arrive in time; send it again")]
    Slow,
    /// The day's budget is spent.
    #[error("today's budget of {0} is spent; ask again tomorrow (UTC)")]
    QuotaSpent(&'static str),
    /// Too many jobs wait.
    #[error("too many jobs wait; ask again later")]
    Full,
    /// The server is about to end.
    #[error("the server is about to end; ask again")]
    Ending,
    /// The store failed: what happened stands in the log.
    #[error("the store does not answer; ask again later")]
    Store,
    /// Something of ours failed.
    #[error("the server could not write its answer; tell who runs it")]
    Internal,
}

/// The body of a problem.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ProblemBody {
    /// What is wrong, for programs.
    pub code: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// The status in words.
    pub title: &'static str,
    /// What is wrong, and what to do next, for people.
    pub detail: String,
}

/// Seconds after which a busy server may be asked again.
const LATER: i64 = 5;

impl Problem {
    /// Its HTTP status.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::Malformed(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Unknown => StatusCode::UNAUTHORIZED,
            Self::OutOfScope => StatusCode::FORBIDDEN,
            Self::NoJob | Self::NoRoute => StatusCode::NOT_FOUND,
            Self::NoMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotYours => StatusCode::FORBIDDEN,
            Self::OtherHost => StatusCode::MISDIRECTED_REQUEST,
            Self::Slow => StatusCode::REQUEST_TIMEOUT,
            Self::QuotaSpent(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Full | Self::Ending | Self::Store => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "malformed",
            Self::TooLarge(_) => "too_large",
            Self::NotJson => "not_json",
            Self::Unknown => "unknown_token",
            Self::OutOfScope => "out_of_scope",
            Self::NoJob => "no_such_job",
            Self::NoRoute => "no_such_address",
            Self::NoMethod => "no_such_method",
            Self::NotYours => "not_yours",
            Self::OtherHost => "other_host",
            Self::Slow => "slow_body",
            Self::QuotaSpent(_) => "quota_spent",
            Self::Full => "queue_full",
            Self::Ending => "ending",
            Self::Store => "store_failed",
            Self::Internal => "internal",
        }
    }

    fn again_in(&self) -> Option<i64> {
        match self {
            Self::QuotaSpent(_) => Some(seconds_until_tomorrow()),
            Self::Full | Self::Ending | Self::Store => Some(LATER),
            _ => None,
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unknown => Self::Unknown,
            Refusal::OutOfScope => Self::OutOfScope,
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "a request was not served");
        Self::Store
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status();
        let body = ProblemBody {
            code: self.code(),
            status: status.as_u16(),
            title: status.canonical_reason().unwrap_or_default(),
            detail: self.to_string(),
        };
        let mut response = (status, Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = self.again_in() {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        // The rest of the body is not read.
        if matches!(self, Self::Slow | Self::TooLarge(_) | Self::Unknown | Self::OutOfScope | Self::OtherHost)
        {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        if matches!(self, Self::Unknown) {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
