//! The log: a line of JSON for every event, on stderr. No sentence, no key, no token: events are worded so.

use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};

/// Starts the log.
///
/// # Errors
/// If there is one already.
pub fn start() -> Result<(), TryInitError> {
    // Libraries may log what they are given: they are not heard.
    let heard =
        Targets::new().with_default(LevelFilter::OFF).with_target("citelight_server", LevelFilter::INFO);
    let lines = tracing_subscriber::fmt::layer().json().flatten_event(true).with_writer(std::io::stderr);
    tracing_subscriber::registry().with(lines.with_filter(heard)).try_init()
}
