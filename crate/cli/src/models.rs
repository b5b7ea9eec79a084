//! The local models: loading them for an audit, and comparing them with their manifest.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use citelight::verify::Models;
use citelight::verify::models::{Embed, Infer};
use citelight_models::{BiEncoder, Loaded, Manifest, ModelEntry, NliEncoder, load as load_model};

use crate::args::{ModelsCommand, With, Within};
use crate::failure::{Failure, read_text};

/// Where models lie unless `--models` says otherwise.
const DEFAULT_FOLDER: &str = "models";

/// Models that are loaded; each may be missing.
#[derive(Default)]
pub(crate) struct LoadedModels {
    embed: Option<BiEncoder>,
    infer: Option<NliEncoder>,
}

impl LoadedModels {
    /// As the core takes them.
    pub(crate) fn as_models(&self) -> Models<'_> {
        Models {
            embed: self.embed.as_ref().map(|model| model as &dyn Embed),
            rerank: None,
            infer: self.infer.as_ref().map(|model| model as &dyn Infer),
        }
    }

    /// Word pieces that each has read so far: the bi-encoder, the NLI model.
    pub(crate) fn tokens_seen(&self) -> (u64, u64) {
        let embed = self.embed.as_ref().map_or(0, BiEncoder::tokens_seen);
        (embed, self.infer.as_ref().map_or(0, NliEncoder::tokens_seen))
    }

    /// Word pieces that both have read so far.
    pub(crate) fn all_tokens_seen(&self) -> u64 {
        let (embed, infer) = self.tokens_seen();
        embed + infer
    }

    /// Their names with hash prefixes.
    pub(crate) fn names(&self) -> Vec<String> {
        let embed = self.embed.as_ref().map(|model| model.name().into_owned());
        embed.into_iter().chain(self.infer.as_ref().map(|model| model.name().into_owned())).collect()
    }
}

/// Loads the models that the options name; without any, those of the default folder if it is there. Missing models
/// are no failure here (the audit says so), models that were asked for and cannot be used are.
pub(crate) fn load(with: &With) -> Result<LoadedModels, Failure> {
    load_folder(with.models.as_deref(), with.no_models)
}

/// Loads all models of a folder, by the same rules.
pub(crate) fn load_folder(named: Option<&Path>, without: bool) -> Result<LoadedModels, Failure> {
    load_from(folder_of(named, without), &[Manifest::bi_encoder, Manifest::nli])
}

/// The bi-encoder alone, by the same rules.
pub(crate) fn load_bi_encoder(within: &Within) -> Result<LoadedModels, Failure> {
    load_from(folder_of(within.models.as_deref(), within.no_models), &[Manifest::bi_encoder])
}

/// The folder of models, if there is one.
fn folder_of(named: Option<&Path>, without: bool) -> Option<PathBuf> {
    match named {
        _ if without => None,
        Some(folder) => Some(folder.to_owned()),
        None => {
            let folder = PathBuf::from(DEFAULT_FOLDER);
            folder.join("manifest.json").is_file().then_some(folder)
        }
    }
}

fn load_from(
    folder: Option<PathBuf>,
    wanted: &[fn(&Manifest) -> Option<&ModelEntry>],
) -> Result<LoadedModels, Failure> {
    let Some(folder) = folder else { return Ok(LoadedModels::default()) };
    let manifest = read_manifest(&folder)?;
    let mut loaded = LoadedModels::default();
    for entry in wanted.iter().filter_map(|of| of(&manifest)) {
        match load_entry(&folder, entry)? {
            Loaded::BiEncoder(model) => loaded.embed = Some(model),
            Loaded::Nli(model) => loaded.infer = Some(model),
        }
    }
    Ok(loaded)
}

fn load_entry(folder: &Path, entry: &ModelEntry) -> Result<Loaded, Failure> {
    let graph = read_file(folder, &entry.graph.path)?;
    let tokenizer = read_file(folder, &entry.tokenizer.path)?;
    load_model(entry, graph, &tokenizer).map_err(|error| unusable(folder, &error))
}

/// `citelight models verify`: one line per file; exit code 2 if one is missing or another than the manifest says.
pub(crate) fn run(command: &ModelsCommand) -> Result<ExitCode, Failure> {
    let ModelsCommand::Verify { models: folder } = command;
    let manifest = read_manifest(folder)?;
    let mut out = anstream::stdout().lock();
    let mut sound = true;
    for entry in &manifest.models {
        for file in [&entry.graph, &entry.tokenizer] {
            let checked = read_file(folder, &file.path)
                .and_then(|bytes| file.verify(&bytes).map_err(|error| unusable(folder, &error)));
            match checked {
                Ok(()) => writeln!(out, "ok      {} {}", entry.id, file.path)?,
                Err(error) => {
                    sound = false;
                    writeln!(out, "FAILED  {} {}: {error}", entry.id, file.path)?;
                }
            }
        }
    }
    Ok(ExitCode::from(if sound { 0 } else { 2 }))
}

fn read_manifest(folder: &Path) -> Result<Manifest, Failure> {
    let json = read_text("the manifest of the models", &folder.join("manifest.json"))?;
    Manifest::from_json(&json).map_err(|error| unusable(folder, &error))
}

/// A file of the folder; a manifest that points out of it is refused.
fn read_file(folder: &Path, path: &str) -> Result<Vec<u8>, Failure> {
    let inside = Path::new(path).components().all(|part| matches!(part, std::path::Component::Normal(_)));
    if !inside {
        let reason = format!("the manifest names {path}, which is outside the folder");
        return Err(Failure::Models { folder: folder.to_owned(), reason });
    }
    std::fs::read(folder.join(path)).map_err(|error| Failure::Unreadable {
        what: "the model file",
        path: folder.join(path),
        reason: format!("{error}; fetch the models with ./build.sh setup"),
    })
}

fn unusable(folder: &Path, error: &citelight_models::LoadError) -> Failure {
    Failure::Models { folder: folder.to_owned(), reason: error.to_string() }
}
