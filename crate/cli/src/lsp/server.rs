//! The server as the protocol names it. Every request is answered at once, from what is known.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tower_lsp_server::jsonrpc::Result;
use tower_lsp_server::ls_types::{
    CodeAction, CodeActionKind, CodeActionOptions, CodeActionOrCommand, CodeActionParams,
    CodeActionProviderCapability, CodeActionResponse, DidChangeTextDocumentParams,
    DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, Hover, HoverParams, HoverProviderCapability,
    InitializeParams, InitializeResult, InitializedParams, MarkupKind, OneOf, PositionEncodingKind,
    ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextEdit, Uri, WorkspaceEdit, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};
use tower_lsp_server::{Client, LanguageServer};

use super::actions::corrections;
use super::analysis::What;
use super::diagnostics::SOURCE;
use super::documents::{Kind, Open, path_of};
use super::hover::hover;
use super::position::byte_at;
use super::session::Session;
use super::worker::{Wanted, Worker};

/// How long a text has to rest before it is read again.
const REST: Duration = Duration::from_millis(600);

/// The server of one editor.
pub(super) struct CitelightServer {
    session: Arc<Session>,
    worker: Worker,
}

impl CitelightServer {
    pub(super) fn new(client: Client, session: Arc<Session>, worker: Worker) -> Self {
        session.serve(client);
        Self { session, worker }
    }
}

/// Reads a document, tells what is known, and has the rest looked up. What changes a bibliography changes what cites it.
async fn read(session: &Session, worker: &Worker, uri: &Uri, again: bool) {
    let others = {
        let documents = session.documents();
        let is_bibliography = documents.get(uri).is_some_and(|open| open.kind == Kind::Bibliography);
        let others = documents.iter().filter(|(_, open)| is_bibliography && open.kind != Kind::Bibliography);
        others.map(|(uri, _)| uri.clone()).collect::<Vec<_>>()
    };
    if again || !others.is_empty() {
        session.look_again();
    }
    for uri in std::iter::once(uri).chain(&others) {
        let Some(analysis) = session.analysis_anew(uri) else { continue };
        let questions = analysis.questions();
        let questions = questions.into_iter().filter(|question| session.is_open(question, again)).collect();
        session.publish(uri).await;
        worker.want(Wanted { uri: uri.clone(), questions });
    }
}

impl LanguageServer for CitelightServer {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let watches = params.capabilities.workspace.and_then(|workspace| workspace.did_change_watched_files);
        let can_watch = watches.and_then(|watches| watches.dynamic_registration).unwrap_or_default();
        self.session.can_watch.store(can_watch, Ordering::Relaxed);
        let formats = params
            .capabilities
            .text_document
            .and_then(|document| document.hover)
            .and_then(|hover| hover.content_format);
        let is_plain = formats.is_some_and(|formats| !formats.contains(&MarkupKind::Markdown));
        self.session.is_plain.store(is_plain, Ordering::Relaxed);
        let folders = params.workspace_folders.unwrap_or_default();
        let mut folders: Vec<_> = folders.iter().filter_map(|folder| path_of(&folder.uri)).collect();
        #[expect(deprecated, reason = "editors without workspace folders say it so")]
        if folders.is_empty() {
            folders.extend(params.root_uri.as_ref().and_then(path_of));
        }
        self.session.add_folders(folders);
        let sync = TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(true.into()),
            ..TextDocumentSyncOptions::default()
        };
        let folders = WorkspaceFoldersServerCapabilities {
            supported: Some(true),
            change_notifications: Some(OneOf::Left(true)),
        };
        Ok(InitializeResult {
            capabilities: ServerCapabilities {
                position_encoding: Some(PositionEncodingKind::UTF16),
                text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
                hover_provider: Some(HoverProviderCapability::Simple(true)),
                code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                    code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
                    ..CodeActionOptions::default()
                })),
                workspace: Some(WorkspaceServerCapabilities {
                    workspace_folders: Some(folders),
                    ..WorkspaceServerCapabilities::default()
                }),
                ..ServerCapabilities::default()
            },
            server_info: Some(ServerInfo {
                name: SOURCE.to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
            ..InitializeResult::default()
        })
    }

    async fn initialized(&self, _: InitializedParams) {
        self.session.watch_files();
    }

    async fn shutdown(&self) -> Result<()> {
        self.session.was_shut_down.store(true, Ordering::Relaxed);
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let uri = document.uri;
        let Some(open) = Open::new(&uri, &document.language_id, document.text, document.version) else {
            return;
        };
        self.session.documents().insert(uri.clone(), open);
        read(&self.session, &self.worker, &uri, true).await;
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let (uri, version) = (params.text_document.uri, params.text_document.version);
        match self.session.documents().get_mut(&uri) {
            Some(open) => open.change(params.content_changes, version),
            None => return,
        }
        let (session, worker) = (self.session.clone(), self.worker.clone());
        tokio::spawn(async move {
            tokio::time::sleep(REST).await;
            // A later change, or saving, has its own turn.
            let rests = |open: &Open| open.version == version && open.told != Some(version);
            if session.documents().get(&uri).is_some_and(rests) {
                read(&session, &worker, &uri, false).await;
            }
        });
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        let uri = params.text_document.uri;
        if self.session.documents().contains_key(&uri) {
            read(&self.session, &self.worker, &uri, true).await;
        }
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        self.session.forget(&uri).await;
        self.worker.want(Wanted { uri, questions: Vec::new() });
    }

    async fn did_change_watched_files(&self, _: DidChangeWatchedFilesParams) {
        self.session.look_again();
        let cites = |open: &Open| open.kind != Kind::Bibliography;
        let citing: Vec<Uri> = {
            let documents = self.session.documents();
            documents.iter().filter(|(_, open)| cites(open)).map(|(uri, _)| uri.clone()).collect()
        };
        for uri in citing {
            read(&self.session, &self.worker, &uri, false).await;
        }
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        for folder in params.event.removed.iter().filter_map(|folder| path_of(&folder.uri)) {
            self.session.remove_folder(&folder);
        }
        self.session.add_folders(params.event.added.iter().filter_map(|folder| path_of(&folder.uri)));
        self.session.look_again();
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let place = params.text_document_position_params;
        let Some(analysis) = self.session.analysis(&place.text_document.uri) else { return Ok(None) };
        let byte = byte_at(&analysis.text, place.position);
        let marks: Vec<_> = analysis.at(byte).collect();
        let Some(first) = marks.first() else { return Ok(None) };
        let range = analysis.lines.range(&analysis.text, &first.range);
        let answers = self.session.answers(marks.iter().map(|mark| &mark.question.id));
        Ok(hover(answers.iter().map(|answer| &**answer), range, self.session.shows_plain_text()))
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let asks =
            |kinds: &Vec<CodeActionKind>| kinds.iter().any(|kind| matches!(kind.as_str(), "" | "quickfix"));
        if params.context.only.as_ref().is_some_and(|kinds| !asks(kinds)) {
            return Ok(None);
        }
        let uri = params.text_document.uri;
        let Some(analysis) = self.session.analysis(&uri) else { return Ok(None) };
        let byte = |position| byte_at(&analysis.text, position);
        let (from, to) = (byte(params.range.start), byte(params.range.end));
        let mut actions = Vec::new();
        for mark in analysis.marks.iter().filter(|mark| mark.range.start <= to && from <= mark.range.end) {
            let What::Entry(at) = mark.what else { continue };
            let (Some(span), Some(answer)) =
                (analysis.spans.get(at), self.session.answers(std::iter::once(&mark.question.id)).pop())
            else {
                continue;
            };
            let whole = analysis.lines.range(&analysis.text, &mark.range);
            let own = params.context.diagnostics.iter().filter(|own| {
                own.source.as_deref() == Some(SOURCE)
                    && whole.start <= own.range.start
                    && own.range.end <= whole.end
            });
            let own: Vec<_> = own.cloned().collect();
            for correction in corrections(&analysis, span, &answer) {
                actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                    title: correction.title,
                    kind: Some(CodeActionKind::QUICKFIX),
                    diagnostics: (!own.is_empty()).then(|| own.clone()),
                    edit: Some(edit(&uri, correction.edit)),
                    is_preferred: correction.is_preferred.then_some(true),
                    ..CodeAction::default()
                }));
            }
        }
        Ok((!actions.is_empty()).then_some(actions))
    }
}

fn edit(uri: &Uri, edit: TextEdit) -> WorkspaceEdit {
    WorkspaceEdit { changes: Some([(uri.clone(), vec![edit])].into()), ..WorkspaceEdit::default() }
}
