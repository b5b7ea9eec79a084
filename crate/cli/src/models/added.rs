//! The models that the user added: a folder for each in the user's data folder, whole as soon as its manifest is there.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use citelight_models::{Manifest, ModelEntry, OptionalModel};
use etcetera::BaseStrategy;

use super::download::{Hold, part_of};
use super::folder::{read_manifest, unusable};
use crate::args::{AddedPlace, DataFolder};
use crate::failure::{Failure, read_text};

/// Optional models and the shipped ones, as this version was built with them (a link to the manifest, so that the crate can be packaged).
const OWN_MANIFEST: &str = include_str!("shipped.json");
/// The folder of added models; it need not exist.
pub(super) struct AddedModels(PathBuf);

impl AddedModels {
    pub(super) fn open(options: &DataFolder) -> Result<Self, Failure> {
        let data = match &options.data {
            Some(folder) => folder.clone(),
            None => etcetera::choose_base_strategy()
                .map_err(|error| Failure::Models {
                    folder: "citelight".into(),
                    reason: format!("your data folder is not known ({error}); name one with --data"),
                })?
                .data_dir()
                .join("citelight"),
        };
        Ok(Self(data.join("models")))
    }

    /// Where they lie.
    pub(super) fn folder(&self) -> &Path {
        &self.0
    }

    /// Where a model lies or will lie. Only ids from a catalogue or of a folder that is there are names.
    pub(super) fn folder_of(&self, id: &str) -> PathBuf {
        self.0.join(id)
    }

    /// An added model and its folder.
    pub(super) fn entry(&self, id: &str) -> Result<(PathBuf, ModelEntry), Failure> {
        // Only what stands in the folder is looked into, so no id leads elsewhere; another model may be damaged.
        let is_there = self.names()?.iter().any(|name| name == id);
        let found = if is_there { self.whole(id)? } else { None };
        found.map(|entry| (self.folder_of(id), entry)).ok_or_else(|| Failure::Model {
            id: id.to_owned(),
            reason: format!(
                "it was not added to {}; see `citelight models list`, and add it with `citelight models add {id}`",
                self.0.display()
            ),
        })
    }

    /// All that are whole, in the order of their names.
    pub(super) fn all(&self) -> Result<Vec<ModelEntry>, Failure> {
        let mut entries = Vec::new();
        for name in self.names()? {
            entries.extend(self.whole(&name)?);
        }
        Ok(entries)
    }

    /// The entry of a model, if it is whole.
    fn whole(&self, name: &str) -> Result<Option<ModelEntry>, Failure> {
        let folder = self.folder_of(name);
        if !folder.join("manifest.json").is_file() {
            return Ok(None);
        }
        let entry = read_manifest(&folder)?.models.into_iter().next().filter(|entry| entry.id == name);
        entry.map(Some).ok_or_else(|| Failure::Models {
            folder,
            reason: format!("its manifest is not that of {name}; remove the model and add it once more"),
        })
    }

    /// Names of the folders that are there, whole or not.
    pub(super) fn names(&self) -> Result<Vec<String>, Failure> {
        let unreadable = |error: std::io::Error| Failure::Unreadable {
            what: "the folder of added models",
            path: self.0.clone(),
            reason: error.to_string(),
        };
        let listed = match fs::read_dir(&self.0) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            listed => listed.map_err(unreadable)?,
        };
        let mut names = Vec::new();
        for entry in listed {
            let entry = entry.map_err(unreadable)?;
            if entry.path().is_dir() {
                names.extend(entry.file_name().into_string());
            }
        }
        names.sort();
        Ok(names)
    }

    /// Bytes of a model that is not whole yet.
    pub(super) fn begun(&self, model: &OptionalModel) -> u64 {
        let size = |path: PathBuf| fs::metadata(path).map_or(0, |metadata| metadata.len());
        let files = model.entry.files();
        let paths = files.iter().map(|file| self.folder_of(&model.entry.id).join(&file.path));
        paths.map(|path| size(part_of(&path)) + size(path)).sum()
    }

    /// Makes a model one of those that are added: its files are there.
    pub(super) fn settle(&self, entry: &ModelEntry) -> Result<(), Failure> {
        let folder = self.folder_of(&entry.id);
        let (path, on_its_way) = (folder.join("manifest.json"), folder.join("manifest.json.part"));
        let json = serde_json::to_string_pretty(&Manifest::of(entry.clone()))?;
        let written = fs::write(&on_its_way, json).and_then(|()| fs::rename(&on_its_way, &path));
        written.map_err(|error| Failure::Unwritable { path, reason: error.to_string() })
    }

    /// Deletes a model, unless it is being fetched; false if nothing of it was there.
    pub(super) fn remove(&self, id: &str) -> Result<bool, Failure> {
        // Only what stands in the folder can be removed, so no id leads elsewhere.
        if !self.names()?.iter().any(|name| name == id) {
            return Ok(false);
        }
        let folder = self.folder_of(id);
        let _held = Hold::on(&folder)
            .map_err(|error| Failure::NotRemoved { id: id.to_owned(), reason: error.to_string() })?;
        let unwritable = |error: std::io::Error| Failure::Unwritable {
            path: folder.clone(),
            reason: format!("{error}; delete it by hand"),
        };
        // First it stops being a whole model, so that one that is half deleted is never used.
        match fs::remove_file(folder.join("manifest.json")) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(unwritable(error)),
            _ => {}
        }
        fs::remove_dir_all(&folder).map_err(unwritable)?;
        Ok(true)
    }
}

/// The manifest whose optional models can be added: the user's, else that of this version.
pub(super) fn catalogue(place: &AddedPlace) -> Result<Manifest, Failure> {
    let Some(path) = &place.catalogue else {
        return Manifest::from_json(OWN_MANIFEST).map_err(|error| unusable(Path::new("models"), &error));
    };
    let json = read_text("the catalogue of models", path)?;
    Manifest::from_json(&json).map_err(|error| Failure::Malformed {
        what: "the catalogue of models",
        path: path.clone(),
        reason: error.to_string(),
    })
}
