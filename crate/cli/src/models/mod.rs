//! The local models: those of a folder and those that were added, loaded for a command.

mod added;
mod commands;
mod download;
mod folder;
mod recording;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use citelight::verify::Models;
use citelight::verify::models::{Embed, Infer, Rerank};
use citelight_models::{
    BiEncoder, CrossEncoder, Label, Loaded, ModelEntry, NliEncoder, Role, load as load_model,
};

use crate::args::{DataFolder, ModelOptions, ModelsIfAny};
use crate::failure::Failure;
use added::AddedModels;
pub(crate) use commands::run;
use folder::{folder_of, read_file, read_manifest, unusable};
pub(crate) use recording::InferenceRecording;

/// What a model is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Passages are ranked by vectors.
    Embed,
    /// Passages are ranked pair by pair.
    Rerank,
    /// Premises are compared with hypotheses.
    Infer,
}

impl Task {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Embed, Self::Rerank, Self::Infer];

    /// The task that a role serves.
    fn of(role: &Role) -> Self {
        match role {
            Role::BiEncoder { .. } => Self::Embed,
            Role::CrossEncoder => Self::Rerank,
            Role::Nli { .. } => Self::Infer,
        }
    }
}

/// Models that are loaded; each may be missing.
#[derive(Default)]
pub struct LoadedModels {
    embed: Option<BiEncoder>,
    rerank: Option<CrossEncoder>,
    infer: Option<NliEncoder>,
}

impl LoadedModels {
    /// As the core takes them.
    pub fn as_models(&self) -> Models<'_> {
        Models {
            embed: self.embed.as_ref().map(|model| model as &dyn Embed),
            rerank: self.rerank.as_ref().map(|model| model as &dyn Rerank),
            infer: self.infer.as_ref().map(|model| model as &dyn Infer),
        }
    }

    /// Word pieces that those which rank and the NLI model have read so far.
    pub fn tokens_seen(&self) -> (u64, u64) {
        let embed = self.embed.as_ref().map_or(0, BiEncoder::tokens_seen);
        let rerank = self.rerank.as_ref().map_or(0, CrossEncoder::tokens_seen);
        (embed + rerank, self.infer.as_ref().map_or(0, NliEncoder::tokens_seen))
    }

    /// Word pieces that all have read so far.
    pub fn all_tokens_seen(&self) -> u64 {
        let (rank, infer) = self.tokens_seen();
        rank + infer
    }

    /// Their names with hash prefixes.
    pub fn names(&self) -> Vec<String> {
        let models = self.as_models();
        let names =
            [models.embed.map(Embed::name), models.rerank.map(Rerank::name), models.infer.map(Infer::name)];
        names.into_iter().flatten().map(Cow::into_owned).collect()
    }
}

/// Loads the models that an audit works with: those of the folder (without `--models` the default one if it is there),
/// each replaced by the one that was chosen for its task. Missing models are no failure here (the audit says so), models
/// that were asked for and cannot be used are.
pub fn load(options: &ModelsIfAny) -> Result<LoadedModels, Failure> {
    if options.no_models {
        return Ok(LoadedModels::default());
    }
    let loaded = load_for(&options.which, &Task::ALL)?;
    match &loaded.infer {
        // Nothing in such a model could object to an accusation.
        Some(model) if !model.knows(Label::Entailment) => Err(Failure::Model {
            id: model.name().into_owned(),
            reason:
                "it does not know entailment, so it cannot judge claims; use it with `citelight nli`, and \
                     another model here"
                    .to_owned(),
        }),
        _ => Ok(loaded),
    }
}

/// The bi-encoder alone, by the same rules.
pub fn load_bi_encoder(options: &ModelsIfAny) -> Result<LoadedModels, Failure> {
    if options.no_models { Ok(LoadedModels::default()) } else { load_for(&options.which, &[Task::Embed]) }
}

/// The bi-encoder of one folder; none if its manifest has none.
pub(crate) fn load_encoder(folder: &Path) -> Result<Option<BiEncoder>, Failure> {
    let (models, data) = (Some(folder.to_owned()), DataFolder { data: None });
    let options = ModelOptions { models, chosen: Vec::new(), data };
    load_for(&options, &[Task::Embed]).map(|loaded| loaded.embed)
}

/// The models for some tasks, whatever they know.
pub fn load_for(options: &ModelOptions, tasks: &[Task]) -> Result<LoadedModels, Failure> {
    let mut loaded = LoadedModels::default();
    for (folder, entry) in chosen(options, tasks)? {
        let graph = read_file(&folder, &entry.graph)?;
        let tokenizer = read_file(&folder, &entry.tokenizer)?;
        match load_model(&entry, graph, &tokenizer).map_err(|error| unusable(&folder, &error))? {
            Loaded::BiEncoder(model) => loaded.embed = Some(model),
            Loaded::Nli(model) => loaded.infer = Some(model),
            Loaded::CrossEncoder(model) => loaded.rerank = Some(model),
        }
    }
    Ok(loaded)
}

/// The entries to load, one for each task at most, with the folders they lie in.
fn chosen(options: &ModelOptions, tasks: &[Task]) -> Result<Vec<(PathBuf, ModelEntry)>, Failure> {
    let folder = folder_of(options.models.as_deref());
    let manifest = folder.as_deref().map(read_manifest).transpose()?;
    let of_folder = folder.zip(manifest);
    let mut entries: Vec<(PathBuf, ModelEntry)> = Vec::new();
    for id in &options.chosen {
        let shipped = of_folder.as_ref().and_then(|(folder, manifest)| {
            let entry = manifest.models.iter().find(|entry| entry.id == *id)?;
            Some((folder.clone(), entry.clone()))
        });
        let (folder, entry) = match shipped {
            Some(found) => found,
            None => AddedModels::open(&options.data)?.entry(id)?,
        };
        let refused = |reason: String| Failure::Model { id: id.clone(), reason };
        let task = Task::of(&entry.role);
        if !tasks.contains(&task) {
            return Err(refused(format!(
                "it is a model of the role {}, which this command does not use",
                entry.role.name()
            )));
        }
        if let Some((_, other)) = entries.iter().find(|(_, other)| Task::of(&other.role) == task) {
            return Err(refused(format!("{} was chosen for the same task; choose one of them", other.id)));
        }
        entries.push((folder, entry));
    }
    if let Some((folder, manifest)) = of_folder {
        for task in tasks {
            let entry = match task {
                Task::Embed => manifest.bi_encoder(),
                Task::Rerank => manifest.cross_encoder(),
                Task::Infer => manifest.nli(),
            };
            let is_open = !entries.iter().any(|(_, entry)| Task::of(&entry.role) == *task);
            entries.extend(entry.filter(|_| is_open).map(|entry| (folder.clone(), entry.clone())));
        }
    }
    Ok(entries)
}
