//! Names of headers that the routes read and write.

use axum::http::HeaderName;

/// The header under which the same request is the same job.
pub(super) const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The header that tells that a job was there already.
pub(super) const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
/// The header with the secret that cancels a job.
pub(super) const CANCEL_SECRET: HeaderName = HeaderName::from_static("cancel-secret");
/// The header that says whether to wait.
pub(super) const PREFER: HeaderName = HeaderName::from_static("prefer");
