//! Time that a busy machine does not stretch.

use std::time::{Duration, Instant};

/// Measures the time that the processor spends on this thread, and the time that goes by where the system does not say.
pub(crate) struct Stopwatch {
    start: Instant,
    own: Option<Duration>,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self { start: Instant::now(), own: processor_time() }
    }

    /// Time spent since the start.
    pub(crate) fn spent(&self) -> Duration {
        match (self.own, processor_time()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => self.start.elapsed(),
        }
    }
}

fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
