//! Published findings: the works that they rest on, and what was known of each.

use std::path::{Path, PathBuf};

use citelight::export::CheckExport;
use citelight::resolve::Resolution;
use citelight::sources::Record;

use crate::failure::{Failure, read_text};

const WHAT: &str = "the findings";

/// A work that an article cites.
pub(super) struct Watched {
    /// File of the findings.
    pub(super) findings: String,
    /// The article's address or file, and its title.
    pub(super) origin: Option<String>,
    pub(super) title: Option<String>,
    /// Id of the entry, and the entry.
    pub(super) reference: String,
    pub(super) entry: String,
    /// Citations of it.
    pub(super) citations: Vec<String>,
    /// The record, as it was when the findings were made.
    pub(super) record: Record,
}

/// Reads files of findings, and those in folders.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<Watched>, Failure> {
    let mut watched = Vec::new();
    for path in paths {
        if path.is_dir() {
            for file in files_in(path)? {
                // A folder may hold other JSON, too.
                match of_file(&file) {
                    Ok(works) => watched.extend(works),
                    Err(failure) => anstream::eprintln!(
                        "citelight: left out: {}",
                        crate::output::plain(&failure.to_string())
                    ),
                }
            }
        } else {
            watched.extend(of_file(path)?);
        }
    }
    Ok(watched)
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|error| Failure::Unreadable {
        what: "the folder of findings",
        path: folder.to_owned(),
        reason: error.to_string(),
    })?;
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect();
    files.sort();
    Ok(files)
}

fn of_file(path: &Path) -> Result<Vec<Watched>, Failure> {
    let export: CheckExport =
        serde_json::from_str(&read_text(WHAT, path)?).map_err(|error| Failure::Malformed {
            what: WHAT,
            path: path.to_owned(),
            reason: format!("{error}; give the output of `citelight check --format json`"),
        })?;
    let findings = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let citations = |reference: &str| -> Vec<String> {
        let citing = export.map.citations.iter();
        citing
            .filter(|one| one.references.iter().any(|id| id == reference))
            .map(|one| one.id.clone())
            .collect()
    };
    let works = export.resolutions.iter().filter_map(|one| {
        let Resolution::Resolved { record, .. } = &one.resolution else { return None };
        let entry = export.map.references.iter().find(|view| view.id == one.reference);
        Some(Watched {
            findings: findings.clone(),
            origin: export.origin.clone(),
            title: export.map.title.clone(),
            reference: one.reference.clone(),
            entry: entry.map(|view| view.raw.clone()).unwrap_or_default(),
            citations: citations(&one.reference),
            record: (**record).clone(),
        })
    });
    Ok(works.collect())
}
