//! Files that are written.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Writes a file as a whole or not at all: beside its place first, then into it.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let unwritable =
        |error: std::io::Error| Failure::Unwritable { path: path.to_owned(), reason: error.to_string() };
    // A link stays a link.
    let place = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = beside(&place, &format!("{}.tmp", std::process::id()));
    let written = std::fs::File::create(&temporary).and_then(|mut file| {
        file.write_all(content)?;
        if let Ok(old) = std::fs::metadata(&place) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        std::fs::rename(&temporary, &place)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    written.map_err(unwritable)
}

/// A file's path with another ending after its own.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{ending}"));
    path.with_file_name(name)
}
