//! What the server knows: documents, answers, the editor. The thread that looks up and the one that serves share it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use serde_json::json;
use tower_lsp_server::Client;
use tower_lsp_server::ls_types::{Diagnostic, Registration, Uri};

use super::analysis::Analysis;
use super::diagnostics::diagnostics;
use super::documents::{Kind, Open};
use super::library::{CitableEntries, Library};
use super::question::{Answer, Question};

/// Answers above this number are forgotten where no open document needs them.
const ANSWERS: usize = 20_000;

/// Files that are watched.
const WATCHED: &str = "**/*.{bib,bbl,ris,json,tex}";

/// What the server knows.
#[derive(Default)]
pub(super) struct Session {
    client: OnceLock<Client>,
    documents: Mutex<HashMap<Uri, Open>>,
    answers: Mutex<HashMap<String, Arc<Answer>>>,
    library: Mutex<Library>,
    folders: Mutex<Vec<PathBuf>>,
    /// Held while findings are published: newer ones follow later.
    turn: tokio::sync::Mutex<()>,
    is_offline: bool,
    /// The editor shows no Markdown.
    pub(super) is_plain: AtomicBool,
    /// It can be asked to watch files.
    pub(super) can_watch: AtomicBool,
    pub(super) was_shut_down: AtomicBool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    pub(super) fn new(is_offline: bool) -> Self {
        Self { is_offline, ..Self::default() }
    }

    pub(super) fn serve(&self, client: Client) {
        let _ = self.client.set(client);
    }

    /// Has the editor tell when files on disk change that documents may cite. Nothing waits for its answer.
    pub(super) fn watch_files(&self) {
        let Some(client) = self.client.get().filter(|_| self.can_watch.load(Ordering::Relaxed)).cloned()
        else {
            return;
        };
        let watched = Registration {
            id: "citelight-files".to_owned(),
            method: "workspace/didChangeWatchedFiles".to_owned(),
            register_options: Some(json!({ "watchers": [{ "globPattern": WATCHED }] })),
        };
        tokio::spawn(async move { client.register_capability(vec![watched]).await });
    }

    pub(super) fn add_folders(&self, folders: impl IntoIterator<Item = PathBuf>) {
        locked(&self.folders).extend(folders);
    }

    pub(super) fn remove_folder(&self, folder: &Path) {
        locked(&self.folders).retain(|own| own != folder);
    }

    pub(super) fn documents(&self) -> MutexGuard<'_, HashMap<Uri, Open>> {
        locked(&self.documents)
    }

    /// Files on disk may have changed.
    pub(super) fn look_again(&self) {
        locked(&self.library).is_outdated();
    }

    /// What is made of a document as it is now.
    pub(super) fn analysis(&self, uri: &Uri) -> Option<Arc<Analysis>> {
        let (kind, path, text, version) = {
            let documents = self.documents();
            let open = documents.get(uri)?;
            if let Some(analysis) = open.current() {
                return Some(analysis);
            }
            (open.kind, open.path.clone(), open.text.clone(), open.version)
        };
        Some(self.analysed(uri, kind, path, (text, version)))
    }

    /// The same, made anew: other files may have changed.
    pub(super) fn analysis_anew(&self, uri: &Uri) -> Option<Arc<Analysis>> {
        if let Some(open) = self.documents().get_mut(uri) {
            (open.analysis, open.told) = (None, Some(open.version));
        }
        self.analysis(uri)
    }

    fn analysed(
        &self,
        uri: &Uri,
        kind: Kind,
        path: Option<PathBuf>,
        state: (Arc<str>, i32),
    ) -> Arc<Analysis> {
        let version = state.1;
        let analysis = Arc::new(match kind {
            Kind::Bibliography => Analysis::of_bibliography(state.0, version),
            Kind::Latex | Kind::Markdown => {
                let citable = path.as_deref().map(|path| self.citable(path)).unwrap_or_default();
                Analysis::of_article(kind, path.as_deref(), state, &citable)
            }
        });
        if let Some(open) = self.documents().get_mut(uri)
            && open.version == version
        {
            open.analysis = Some(analysis.clone());
        }
        analysis
    }

    /// What a document may cite: the bibliographies of its workspace, else of its folder.
    fn citable(&self, path: &Path) -> Arc<CitableEntries> {
        let folders = locked(&self.folders).clone();
        let workspace = folders.into_iter().filter(|folder| path.starts_with(folder));
        let workspace = workspace.max_by_key(|folder| folder.components().count());
        let Some(root) = workspace.or_else(|| path.parent().map(Path::to_owned)) else {
            return Arc::default();
        };
        let open: HashMap<PathBuf, Arc<str>> = self
            .documents()
            .values()
            .filter_map(|open| Some((open.path.clone()?, open.text.clone())))
            .collect();
        locked(&self.library).citable(&root, &open)
    }

    /// What is known of questions.
    pub(super) fn answers(&self, ids: impl Iterator<Item = impl AsRef<str>>) -> Vec<Arc<Answer>> {
        let answers = locked(&self.answers);
        ids.filter_map(|id| answers.get(id.as_ref()).cloned()).collect()
    }

    /// Whether a question has to be asked; one that a source failed may be asked again.
    pub(super) fn is_open(&self, question: &Question, again: bool) -> bool {
        locked(&self.answers).get(&question.id).is_none_or(|answer| again && answer.entry.is_unchecked())
    }

    pub(super) fn keep(&self, id: String, answer: Answer) {
        let needed = |documents: &HashMap<Uri, Open>| -> std::collections::HashSet<String> {
            let analyses = documents.values().filter_map(|open| open.analysis.as_ref());
            analyses.flat_map(|own| own.marks.iter().map(|mark| mark.question.id.clone())).collect()
        };
        let is_full = locked(&self.answers).len() >= ANSWERS;
        let needed = is_full.then(|| needed(&self.documents()));
        let mut answers = locked(&self.answers);
        if let Some(needed) = needed {
            answers.retain(|id, _| needed.contains(id));
        }
        answers.insert(id, Arc::new(answer));
    }

    /// What is wrong with a document by what is known, and the state that this is about.
    fn findings(&self, uri: &Uri) -> Option<(Vec<Diagnostic>, i32)> {
        let analysis = self.documents().get(uri)?.analysis.clone()?;
        let answers = locked(&self.answers);
        let found = diagnostics(&analysis, |id| answers.get(id).map(|own| &**own), self.is_offline);
        Some((found, analysis.version))
    }

    /// Tells the editor what is wrong with a document.
    pub(super) async fn publish(&self, uri: &Uri) {
        let _turn = self.turn.lock().await;
        if let (Some(client), Some((found, version))) = (self.client.get(), self.findings(uri)) {
            client.publish_diagnostics(uri.clone(), found, Some(version)).await;
        }
    }

    /// Takes back what was told of a document that is closed.
    pub(super) async fn forget(&self, uri: &Uri) {
        let _turn = self.turn.lock().await;
        self.documents().remove(uri);
        if let Some(client) = self.client.get() {
            client.publish_diagnostics(uri.clone(), Vec::new(), None).await;
        }
    }

    pub(super) fn shows_plain_text(&self) -> bool {
        self.is_plain.load(Ordering::Relaxed)
    }
}
