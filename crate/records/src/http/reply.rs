//! A response that was read, and for how long it is fresh.

use std::time::Duration;

/// What a source replied.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply<T> {
    /// An answer, read.
    Read {
        /// What it says.
        value: T,
        /// With which the source can say later that nothing changed.
        etag: Option<String>,
        /// For how long it is fresh, where the source says; none if it must not be kept.
        fresh: Option<FreshnessLifetime>,
    },
    /// Nothing changed since the `etag` that was sent (status 304).
    Unchanged,
}

/// For how long an answer may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreshnessLifetime {
    /// The source does not say.
    Unsaid,
    /// For so long.
    For(Duration),
}
