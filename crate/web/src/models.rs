//! Models from a folder on the page's own server or in the extension.

use std::collections::BTreeMap;

use citelight_models::{BiEncoder, FileEntry, Loaded, Manifest, ModelEntry, NliEncoder, load};

use crate::clock::BrowserClock;
use crate::fetch::{fetch, fetch_text, within};
use crate::messages::FromWorker;
use crate::post::Post;

/// Bytes of the largest manifest.
const LARGEST_MANIFEST: usize = 1024 * 1024;

/// The models that could be loaded.
#[derive(Default)]
pub(crate) struct Encoders {
    pub(crate) bi_encoder: Option<BiEncoder>,
    pub(crate) nli: Option<NliEncoder>,
}

impl Encoders {
    /// Fetches, checks and prepares the models of a folder, telling the progress of each file. What could not be
    /// loaded is told as a problem; the others are there all the same.
    pub(crate) async fn load(folder: &str, post: &Post, problems: &mut Vec<String>) -> Self {
        let mut encoders = Self::default();
        let manifest = match manifest(folder).await {
            Ok(manifest) => manifest,
            Err(reason) => {
                problems.push(format!("The models could not be loaded: {reason}"));
                return encoders;
            }
        };
        let mut folder = Folder { url: folder, post, tokenizers: BTreeMap::new() };
        for entry in [manifest.bi_encoder(), manifest.nli()].into_iter().flatten() {
            match folder.load(entry).await {
                Ok(Loaded::BiEncoder(model)) => encoders.bi_encoder = Some(model.with_pause(pause())),
                Ok(Loaded::Nli(model)) => encoders.nli = Some(model.with_pause(pause())),
                Err(reason) => problems.push(format!("The model {} could not be loaded: {reason}", entry.id)),
            }
        }
        encoders
    }
}

async fn manifest(folder: &str) -> Result<Manifest, String> {
    let url = within(folder, "manifest.json").map_err(|error| error.to_string())?;
    let json = fetch_text(&url, LARGEST_MANIFEST).await.map_err(|error| error.to_string())?;
    Manifest::from_json(&json).map_err(|error| error.to_string())
}

fn pause() -> citelight_models::Pause {
    let clock = BrowserClock::new();
    std::rc::Rc::new(move || Box::pin(clock.clone().turn()))
}

/// A folder of models while it is being loaded.
struct Folder<'a> {
    url: &'a str,
    post: &'a Post,
    /// By path: models share tokenizers.
    tokenizers: BTreeMap<String, Vec<u8>>,
}

impl Folder<'_> {
    async fn load(&mut self, entry: &ModelEntry) -> Result<Loaded, String> {
        let graph = self.fetch(&entry.graph).await?;
        if !self.tokenizers.contains_key(&entry.tokenizer.path) {
            let bytes = self.fetch(&entry.tokenizer).await?;
            self.tokenizers.insert(entry.tokenizer.path.clone(), bytes);
        }
        let tokenizer = self.tokenizers.get(&entry.tokenizer.path).map_or(&[][..], Vec::as_slice);
        load(entry, graph, tokenizer).map_err(|error| error.to_string())
    }

    async fn fetch(&self, file: &FileEntry) -> Result<Vec<u8>, String> {
        let url = within(self.url, &file.path).map_err(|error| error.to_string())?;
        let tell = |received: usize| {
            let (received, total) = (received as f64, file.bytes as f64);
            self.post.send(&FromWorker::Loading { file: file.path.clone(), received, total });
        };
        tell(0);
        fetch(&url, file.bytes, tell).await.map_err(|error| error.to_string())
    }
}
