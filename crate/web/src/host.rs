//! What audits work with: the library and the models of one worker, each on its way until it is there.

use std::borrow::Cow;
use std::rc::Rc;

use citelight::LocalFuture;
use citelight::audit::LoadedModels;
use citelight::verify::Models;
use citelight::verify::models::{Embed, Infer, Rerank};
use futures_util::FutureExt;
use futures_util::future::{Shared, join};
use js_sys::Function;

use crate::library::Library;
use crate::messages::FromWorker;
use crate::models::Encoders;

/// Something that is loaded once, for everybody who waits for it.
type Loading<T> = Shared<LocalFuture<'static, Rc<Loaded<T>>>>;

/// What was loaded, and what of it could not be. Loading always ends: what is missing is a problem that [`Host::ready`] tells.
#[derive(Default)]
pub(crate) struct Loaded<T> {
    pub(crate) value: T,
    problems: Vec<String>,
}

/// What is loaded for a worker's audits.
#[derive(Clone)]
pub(crate) struct Host {
    library: Loading<Option<Library>>,
    encoders: Loading<Encoders>,
}

impl Host {
    /// Loads what the folders hold and the models that were added, as soon as somebody waits for it.
    pub(crate) fn load(
        models: Option<String>,
        added: Vec<String>,
        library: Option<String>,
        open_models: Function,
    ) -> Self {
        let library = async move {
            let mut problems = Vec::new();
            let value = match library {
                Some(folder) => Library::load(&folder, &mut problems).await,
                None => None,
            };
            Rc::new(Loaded { value, problems })
        };
        let encoders = async move {
            let mut problems = Vec::new();
            let value = match models {
                Some(folder) => Encoders::open(&folder, &added, &open_models, &mut problems).await,
                None => Encoders::default(),
            };
            Rc::new(Loaded { value, problems })
        };
        let library: LocalFuture<'static, _> = Box::pin(library);
        let encoders: LocalFuture<'static, _> = Box::pin(encoders);
        Self { library: library.shared(), encoders: encoders.shared() }
    }

    /// The records that came along, without waiting for models.
    pub(crate) async fn library(&self) -> Rc<Loaded<Option<Library>>> {
        self.library.clone().await
    }

    pub(crate) async fn encoders(&self) -> Rc<Loaded<Encoders>> {
        self.encoders.clone().await
    }

    /// What to tell the page once everything is loaded.
    pub(crate) async fn ready(&self) -> FromWorker {
        let (library, encoders) = join(self.library(), self.encoders()).await;
        let models = encoders.value.loaded().models;
        let names =
            [models.embed.map(Embed::name), models.rerank.map(Rerank::name), models.infer.map(Infer::name)];
        FromWorker::Ready {
            models: names.into_iter().flatten().map(Cow::into_owned).collect(),
            records: library
                .value
                .as_ref()
                .map_or(0, |library| u32::try_from(library.records()).unwrap_or(u32::MAX)),
            problems: [&library.problems[..], &encoders.problems].concat(),
        }
    }
}

impl Encoders {
    /// The models as the core asks for them.
    pub(crate) fn loaded(&self) -> LoadedModels<'_> {
        LoadedModels {
            models: Models {
                embed: self.embed.as_ref().map(|model| model as &dyn Embed),
                rerank: self.rerank.as_ref().map(|model| model as &dyn Rerank),
                infer: self.infer.as_ref().map(|model| model as &dyn Infer),
            },
            workers: self.workers.max(1),
        }
    }
}
