//! How each submission ended, kept line by line so that a check that was cut off goes on where it was.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use citelight::audit::event::Summary;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// Lies beside the reports.
const NAME: &str = "checked.jsonl";

/// How a submission ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Line {
    /// Its name in the folder.
    pub(super) submission: String,
    /// What was checked with what: SHA-256, hexadecimal.
    pub(super) fingerprint: String,
    #[serde(flatten)]
    pub(super) end: End,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "end", rename_all = "kebab-case")]
pub(super) enum End {
    /// There is a report.
    Checked {
        /// Its name in the folder of reports.
        report: String,
        /// What stands in it.
        summary: Summary,
        /// Whether something needs review, by the policy where one was chosen; none in journals of earlier versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        needs_review: Option<bool>,
    },
    /// There is a report, but a source failed, or something else that was needed was not there: it is checked again the next time.
    Incomplete { report: String, summary: Summary },
    /// It could not be read; tried again the next time.
    Failed { reason: String },
}

pub(super) struct Journal {
    path: PathBuf,
    file: File,
    lines: BTreeMap<String, Line>,
}

impl Journal {
    /// Opens the journal of a folder of reports, for this process alone.
    pub(super) fn open(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(NAME);
        let unwritable = |reason: String| Failure::Unwritable { path: path.clone(), reason };
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::Unwritable { path: folder.to_owned(), reason: error.to_string() })?;
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .map_err(|error| unwritable(error.to_string()))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                unwritable("another check writes there; wait for its end, or name another folder".to_owned())
            }
            TryLockError::Error(error) => unwritable(error.to_string()),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| unwritable(error.to_string()))?;
        // A line that was cut off by the end of its process says nothing, and must not swallow the next.
        if bytes.last().is_some_and(|last| *last != b'\n') {
            file.write_all(b"\n").map_err(|error| unwritable(error.to_string()))?;
        }
        let lines = bytes.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
        let lines = lines.map(|line: Line| (line.submission.clone(), line)).collect();
        Ok(Self { path, file, lines })
    }

    /// How a submission ended before, if nothing has changed since and its report is still there.
    pub(super) fn checked(&self, submission: &str, fingerprint: &str) -> Option<&Line> {
        let line = self.lines.get(submission).filter(|line| line.fingerprint == fingerprint)?;
        let End::Checked { report, .. } = &line.end else { return None };
        self.path.with_file_name(report).is_file().then_some(line)
    }

    /// Keeps how a submission ended.
    pub(super) fn add(&mut self, line: &Line) -> Result<(), Failure> {
        let json = serde_json::to_string(line)?;
        let written =
            self.file.write_all(format!("{json}\n").as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| Failure::Unwritable { path: self.path.clone(), reason: error.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(submission: &str, end: End) -> Line {
        Line { submission: submission.to_owned(), fingerprint: "f".to_owned(), end }
    }

    #[test]
    fn what_was_checked_is_known_again_and_a_line_that_was_cut_off_is_not()
    -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let report = "a.html.json".to_owned();
        let whole = line(
            "a.html",
            End::Checked { report: report.clone(), summary: Summary::default(), needs_review: Some(false) },
        );
        let failed = line("b.html", End::Failed { reason: "not an article".to_owned() });
        let mut journal = Journal::open(folder.path())?;
        journal.add(&whole)?;
        assert!(Journal::open(folder.path()).is_err(), "two write to it");
        drop(journal);
        OpenOptions::new()
            .append(true)
            .open(folder.path().join(NAME))?
            .write_all(b"{\"submission\":\"b.h")?;
        let mut journal = Journal::open(folder.path())?;
        journal.add(&failed)?;
        drop(journal);
        let journal = Journal::open(folder.path())?;
        assert_eq!(journal.checked("a.html", "f"), None, "its report is gone");
        std::fs::write(folder.path().join(report), "")?;
        assert_eq!(journal.checked("a.html", "f"), Some(&whole));
        assert_eq!(journal.checked("a.html", "g"), None);
        assert_eq!(journal.checked("b.html", "f"), None);
        assert_eq!(journal.lines.get("b.html"), Some(&failed));
        Ok(())
    }
}
