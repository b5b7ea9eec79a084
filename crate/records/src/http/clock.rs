//! The time by which requests are paced.

use std::time::Duration;

use citelight_inference::LocalFuture;

/// Time for whoever paces requests.
pub trait Clock {
    /// Milliseconds since 1970, UTC.
    fn now(&self) -> u64;

    /// Ends after a while.
    fn sleep(&self, duration: Duration) -> LocalFuture<'_, ()>;
}
