//! What audits work with: the models and the library of one worker.

use std::borrow::Cow;

use citelight::verify::Models;
use citelight::verify::models::{Embed, Infer, Rerank};
use js_sys::Function;

use crate::library::Library;
use crate::messages::FromWorker;
use crate::models::Encoders;

/// Everything that was loaded, and what could not be.
#[derive(Default)]
pub(crate) struct Host {
    encoders: Encoders,
    pub(crate) library: Option<Library>,
    problems: Vec<String>,
}

impl Host {
    /// Loads what the folders hold and the models that were added. It always ends: what is missing is a problem that
    /// [`Host::ready`] tells.
    pub(crate) async fn load(
        models: Option<String>,
        added: Vec<String>,
        library: Option<String>,
        open_models: &Function,
    ) -> Self {
        let mut host = Self::default();
        if let Some(folder) = library {
            host.library = Library::load(&folder, &mut host.problems).await;
        }
        if let Some(folder) = models {
            host.encoders = Encoders::open(&folder, &added, open_models, &mut host.problems).await;
        }
        host
    }

    /// The models as the core asks for them.
    pub(crate) fn models(&self) -> Models<'_> {
        Models {
            embed: self.encoders.embed.as_ref().map(|model| model as &dyn Embed),
            rerank: self.encoders.rerank.as_ref().map(|model| model as &dyn Rerank),
            infer: self.encoders.infer.as_ref().map(|model| model as &dyn Infer),
        }
    }

    /// How many texts are judged side by side: one for each worker that runs models.
    pub(crate) fn judged_at_once(&self) -> usize {
        self.encoders.workers.max(1)
    }

    /// What to tell the page once everything is loaded.
    pub(crate) fn ready(&self) -> FromWorker {
        let models = self.models();
        let names =
            [models.embed.map(Embed::name), models.rerank.map(Rerank::name), models.infer.map(Infer::name)];
        FromWorker::Ready {
            models: names.into_iter().flatten().map(Cow::into_owned).collect(),
            records: self
                .library
                .as_ref()
                .map_or(0, |library| u32::try_from(library.records()).unwrap_or(u32::MAX)),
            problems: self.problems.clone(),
        }
    }
}
