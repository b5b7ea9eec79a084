//! The core's host on a native machine: files for records, texts and settings, the system's clock.

#[cfg(feature = "models")]
mod native;

use std::path::{Path, PathBuf};
use std::time::Instant;

use citelight::audit::Clock;
use citelight::sources::local::LocalStore;
use citelight::{LocalFuture, Settings};
#[cfg(any(feature = "bib", feature = "models"))]
use citelight_network::index::LocalIndex;

#[cfg(any(feature = "bib", feature = "models"))]
use crate::args::IndexFile;
use crate::failure::{Failure, read_text};
use crate::output::plain;
#[cfg(feature = "models")]
pub use native::NativeHost;

/// Reads files of records. Bad lines are told on stderr and skipped.
pub fn read_records(paths: &[PathBuf]) -> Result<Vec<LocalStore>, Failure> {
    let mut stores = Vec::new();
    for path in paths {
        let lines = read_text("the file of records", path)?;
        let store = LocalStore::from_json_lines(path.display().to_string(), &lines)?;
        for problem in store.problems() {
            anstream::eprintln!("citelight: {}", plain(&problem.to_string()));
        }
        stores.push(store);
    }
    Ok(stores)
}

/// Opens the index that is named.
#[cfg(any(feature = "bib", feature = "models"))]
pub(crate) fn open_index(named: &IndexFile) -> Result<Option<LocalIndex>, Failure> {
    Ok(named.index.as_deref().map(LocalIndex::open).transpose()?)
}

/// Settings of a file; the defaults without one.
pub fn read_settings(path: Option<&Path>) -> Result<Settings, Failure> {
    let Some(path) = path else { return Ok(Settings::default()) };
    let json = read_text("the file of settings", path)?;
    serde_json::from_str(&json).map_err(|error| Failure::Malformed {
        what: "the file of settings",
        path: path.to_owned(),
        reason: error.to_string(),
    })
}

/// Time as the system tells it.
pub struct SystemClock(Instant);

impl SystemClock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1000.0
    }

    /// Nothing else runs on this thread.
    fn pause(&self) -> LocalFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}
