//! A folder of models: its manifest and its files.

use std::path::{Path, PathBuf};

use citelight_models::{FileEntry, Manifest};

use crate::failure::{Failure, read_text};

/// Where models lie unless `--models` says otherwise.
const DEFAULT_FOLDER: &str = "models";
/// Where they lie from the folder of an installed command: in an unpacked archive, and below the prefix of an installation.
const INSTALLED: [&str; 2] = ["models", "../share/citelight/models"];

/// The folder of models, if there is one: the one that is named, else `models` here, else what was installed with the command.
pub(super) fn folder_of(named: Option<&Path>) -> Option<PathBuf> {
    if let Some(named) = named {
        return Some(named.to_owned());
    }
    let command = std::env::current_exe().and_then(std::fs::canonicalize).ok();
    let installed =
        command.as_deref().and_then(Path::parent).map(|own| INSTALLED.map(|place| own.join(place)));
    let places = std::iter::once(PathBuf::from(DEFAULT_FOLDER)).chain(installed.into_iter().flatten());
    places.into_iter().find(|folder| folder.join("manifest.json").is_file())
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
