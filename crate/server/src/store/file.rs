//! The SQLite file is its owner's alone: it holds what readers asked.

use std::fs::{OpenOptions, Permissions, metadata, set_permissions};
use std::io::Error;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Makes the file if it is not there, and takes it from everybody else, with the files that SQLite keeps beside it (those that it
/// makes later have the mode of the first).
pub(super) fn keep_private(file: &Path) -> Result<(), Error> {
    OpenOptions::new().append(true).create(true).mode(0o600).open(file)?;
    for path in ["", "-wal", "-shm"].map(|end| beside(file, end)) {
        let Ok(metadata) = metadata(&path) else { continue };
        let mode = metadata.permissions().mode();
        if mode & 0o077 != 0 {
            set_permissions(&path, Permissions::from_mode(mode & 0o700))?;
        }
    }
    Ok(())
}

fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::beside;
    use crate::store::tests::{ROOM, ask, store};

    #[tokio::test]
    async fn nobody_else_reads_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("jobs.db");
        // One that an earlier version left for all to read.
        std::fs::write(&file, "").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        let store = store(&folder).await;
        ask(&store, "a", None, "b", ROOM).await;
        for path in ["", "-wal", "-shm"].map(|end| beside(&file, end)) {
            let mode = std::fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{}", path.display());
        }
    }
}
