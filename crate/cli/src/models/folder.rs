//! A folder of models: its manifest and its files.

use std::path::{Path, PathBuf};

use citelight_models::{FileEntry, Manifest};

use crate::failure::{Failure, read_text};

/// Where models lie unless `--models` says otherwise.
const DEFAULT_FOLDER: &str = "models";

/// The folder of models, if there is one.
pub(super) fn folder_of(named: Option<&Path>) -> Option<PathBuf> {
    named.map(Path::to_owned).or_else(|| {
        let folder = PathBuf::from(DEFAULT_FOLDER);
        folder.join("manifest.json").is_file().then_some(folder)
    })
}

pub(super) fn read_manifest(folder: &Path) -> Result<Manifest, Failure> {
    let json = read_text("the manifest of the models", &folder.join("manifest.json"))?;
    Manifest::from_json(&json).map_err(|error| unusable(folder, &error))
}

/// Where a file of a folder lies; a manifest that points out of it is refused.
pub(super) fn path_of(folder: &Path, file: &FileEntry) -> Result<PathBuf, Failure> {
    let parts: Vec<_> = Path::new(&file.path).components().collect();
    if parts.is_empty() || !parts.iter().all(|part| matches!(part, std::path::Component::Normal(_))) {
        let reason = format!("the manifest names {}, which is outside the folder", file.path);
        return Err(Failure::Models { folder: folder.to_owned(), reason });
    }
    Ok(folder.join(&file.path))
}

pub(super) fn read_file(folder: &Path, file: &FileEntry) -> Result<Vec<u8>, Failure> {
    let path = path_of(folder, file)?;
    std::fs::read(&path).map_err(|error| unreadable(path, &error))
}

pub(super) fn unreadable(path: PathBuf, error: &std::io::Error) -> Failure {
    let reason =
        format!("{error}; fetch the shipped models with ./build.sh setup, others with citelight models add");
    Failure::Unreadable { what: "the model file", path, reason }
}

pub(super) fn unusable(folder: &Path, error: &citelight_models::LoadError) -> Failure {
    Failure::Models { folder: folder.to_owned(), reason: error.to_string() }
}
