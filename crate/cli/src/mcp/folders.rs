//! Which files the tools read: an agent that reads a hostile page may be told to ask for others.

use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The folders whose files may be read.
pub(super) struct Folders(Vec<PathBuf>);

impl Folders {
    /// These, or the folder that the server was started in.
    pub(super) fn open(folders: &[PathBuf]) -> Result<Self, Failure> {
        let here = [PathBuf::from(".")];
        let folders = if folders.is_empty() { &here } else { folders };
        folders.iter().map(|folder| real("the folder", folder)).collect::<Result<_, _>>().map(Self)
    }

    /// The file or folder at a path, links followed, if it lies in one of them.
    pub(super) fn find(&self, path: &Path) -> Result<PathBuf, Failure> {
        let first = self.0.first().cloned().unwrap_or_default();
        let found = real("the file", &first.join(path))?;
        if self.0.iter().any(|folder| found.starts_with(folder)) {
            return Ok(found);
        }
        let names: Vec<String> = self.0.iter().map(|folder| folder.display().to_string()).collect();
        Err(Failure::Unreadable {
            what: "the file",
            path: path.to_owned(),
            reason: format!(
                "this server reads files in {} only; start it with --folder to let it read others",
                names.join(", ")
            ),
        })
    }
}

fn real(what: &'static str, path: &Path) -> Result<PathBuf, Failure> {
    path.canonicalize().map_err(|error| {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file; check the path".to_owned(),
            _ => error.to_string(),
        };
        Failure::Unreadable { what, path: path.to_owned(), reason }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_outside_are_not_read_whatever_leads_there() {
        let home = tempfile::tempdir().unwrap();
        let (inside, outside) = (home.path().join("paper"), home.path().join("secret.bib"));
        std::fs::create_dir(&inside).unwrap();
        std::fs::write(inside.join("refs.bib"), "").unwrap();
        std::fs::write(&outside, "").unwrap();
        let folders = Folders::open(std::slice::from_ref(&inside)).unwrap();
        assert!(folders.find(Path::new("refs.bib")).is_ok());
        assert!(folders.find(&inside.join("refs.bib")).is_ok());
        assert!(folders.find(Path::new("../secret.bib")).is_err());
        assert!(folders.find(&outside).is_err());
        let missing = folders.find(Path::new("none.bib")).unwrap_err().to_string();
        assert!(missing.contains("check the path"), "{missing}");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&outside, inside.join("link.bib")).unwrap();
            assert!(folders.find(Path::new("link.bib")).is_err());
        }
    }
}
