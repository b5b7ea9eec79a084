//! What was told and what is to be told, kept in a file: a look that is cut off tells nothing twice and forgets nothing.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::news::News;
use crate::failure::{Failure, read_text};
use crate::output::file::{beside, write_whole};

const SCHEMA: &str = "citelight/watch/1";
const WHAT: &str = "the state";

/// The file, held by this process alone.
pub(super) struct State {
    path: PathBuf,
    kept: Kept,
    _lock: File,
}

#[derive(Default, Serialize, Deserialize)]
struct Kept {
    schema: String,
    /// Ids of what was told.
    told: BTreeSet<String>,
    /// What is to be told, the oldest first.
    pending: Vec<News>,
}

impl State {
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let unwritable = |reason: String| Failure::Unwritable { path: path.to_owned(), reason };
        let lock = File::create(beside(path, "lock")).map_err(|error| unwritable(error.to_string()))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => unwritable("another watch holds it; name another file".to_owned()),
            TryLockError::Error(error) => unwritable(error.to_string()),
        })?;
        let malformed = |reason: String| Failure::Malformed { what: WHAT, path: path.to_owned(), reason };
        let kept = match path.exists() {
            false => Kept { schema: SCHEMA.to_owned(), ..Kept::default() },
            true => {
                serde_json::from_str(&read_text(WHAT, path)?).map_err(|error| malformed(error.to_string()))?
            }
        };
        if kept.schema != SCHEMA {
            return Err(malformed(format!("it is not of the form {SCHEMA}")));
        }
        Ok(Self { path: path.to_owned(), kept, _lock: lock })
    }

    /// Takes in what is to be told, unless it was told or is known.
    pub(super) fn add(&mut self, news: News) {
        let is_known =
            self.kept.told.contains(&news.id) || self.kept.pending.iter().any(|one| one.id == news.id);
        if !is_known {
            self.kept.pending.push(news);
        }
    }

    /// What is told next.
    pub(super) fn next(&self) -> Option<&News> {
        self.kept.pending.first()
    }

    /// How much is to be told.
    pub(super) fn pending(&self) -> usize {
        self.kept.pending.len()
    }

    /// Notes that something was told.
    pub(super) fn told(&mut self, news: &News) {
        self.kept.pending.retain(|one| one.id != news.id);
        self.kept.told.insert(news.id.clone());
    }

    pub(super) fn save(&self) -> Result<(), Failure> {
        write_whole(&self.path, &serde_json::to_vec_pretty(&self.kept)?)
    }
}
