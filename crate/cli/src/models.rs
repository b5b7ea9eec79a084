//! The local models: loading them for an audit, and comparing them with their manifest.

use std::process::ExitCode;

use citelight::verify::Models;
use citelight::verify::models::{Embed, Infer};

use crate::args::{ModelsCommand, With};
use crate::failure::Failure;

/// Models that are loaded; each may be missing.
#[derive(Default)]
pub(crate) struct LoadedModels {
    embed: Option<Box<dyn Embed>>,
    infer: Option<Box<dyn Infer>>,
}

impl LoadedModels {
    /// As the core takes them.
    pub(crate) fn as_models(&self) -> Models<'_> {
        Models { embed: self.embed.as_deref(), infer: self.infer.as_deref() }
    }

    /// Their names with hash prefixes.
    pub(crate) fn names(&self) -> Vec<String> {
        let embed = self.embed.as_ref().map(|model| model.name().to_owned());
        embed.into_iter().chain(self.infer.as_ref().map(|model| model.name().to_owned())).collect()
    }
}

/// Loads the models that the options name.
pub(crate) fn load(with: &With) -> Result<LoadedModels, Failure> {
    match &with.models {
        Some(folder) if !with.no_models => {
            Err(Failure::Models { folder: folder.clone(), reason: "no loader yet".to_owned() })
        }
        _ => Ok(LoadedModels::default()),
    }
}

/// `citelight models verify`.
pub(crate) fn run(command: &ModelsCommand) -> Result<ExitCode, Failure> {
    let ModelsCommand::Verify { models } = command;
    Err(Failure::Models { folder: models.clone(), reason: "no loader yet".to_owned() })
}
