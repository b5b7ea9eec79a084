//! What the page and the worker say to each other. TypeScript's types are generated from here
//! (`www/shared/generated/`), never written by hand.

use std::collections::BTreeMap;
use std::fmt;

use citelight::Settings;
use citelight::assignment::{Assessment, AssignmentOrder};
use citelight::audit::event::Event;
use citelight::document::pdf::PdfText;
use citelight::document::{Content, Format};
use citelight::export::report::ReportLanguage;
use citelight::export::{CheckExport, ReportFormat};
use citelight::llm::endpoint::EndpointSettings;
use citelight::llm::endpoint::connection_test::ConnectionTest;
use citelight::sources::api::ApiName;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// To the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum ToWorker {
    /// Load models and the bundled library. Asked again, it answers [`FromWorker::Ready`] at once.
    Load {
        /// URL of the folder with `manifest.json` and the model files; none to run without models.
        models: Option<String>,
        /// Ids of models that the reader added (www/shared/models/store.ts): each takes the place of the folder's for the same
        /// task. They are only used beside a folder.
        added: Vec<String>,
        /// URL of the folder with `records.jsonl`, `texts.json` and the texts; none to run without a library.
        library: Option<String>,
    },
    /// Check a document. Events come as [`FromWorker::Event`] with the same audit id.
    Audit {
        /// Chosen by the page, unique in the worker.
        audit: String,
        /// What is checked, and how.
        order: Box<AuditOrder>,
    },
    /// Let go of a document that was sent with an id: nobody asks about it again.
    Release {
        /// The document's id.
        document: String,
    },
    /// The key of an endpoint that the worker asks itself: kept in its memory, sent to that address and nowhere else. A new one
    /// takes its place.
    Key {
        /// The endpoint's address, as audits will name it.
        url: String,
        /// The key; none to forget it.
        key: Option<Key>,
    },
    /// Ask an endpoint one tiny question; answered with [`FromWorker::Tried`].
    Try {
        /// Chosen by the page, unique in the worker.
        trial: String,
        /// Which endpoint.
        endpoint: ModelEndpoint,
    },
    /// Write an audit as a file; answered with [`FromWorker::Written`].
    Write {
        /// Chosen by the page, unique in the worker.
        order: String,
        /// As what.
        format: ReportFormat,
        /// What the page knows of the audit.
        report: Box<CheckExport>,
        /// Language of those who read it; English where none is named.
        #[serde(default)]
        #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(optional))]
        language: Option<ReportLanguage>,
    },
    /// Compare a submission with works, and its authors with a reviewer; nobody is asked. Answered with
    /// [`FromWorker::Assessed`].
    Assess {
        /// Chosen by the page, unique in the worker.
        assessment: String,
        /// What is to be assessed.
        order: Box<AssignmentOrder>,
    },
    /// Open the files of a document, whatever their format; answered with [`FromWorker::Opened`].
    Open {
        /// Chosen by the page, unique in the worker.
        opening: String,
        /// A file, an archive, or a text with the files that belong to it.
        files: Vec<InputFile>,
    },
    /// Make a page of the text layer of a PDF that was opened; answered with [`FromWorker::Opened`].
    OpenPdfText {
        /// Chosen by the page, unique in the worker.
        opening: String,
        /// The file's name.
        name: String,
        /// The text layer, as pdf.js read it.
        text: Box<PdfText>,
    },
    /// Have the pages of a PDF that hold no text read by an endpoint's model, off images that the page draws; answered with
    /// [`FromWorker::PagesRead`]. Whoever orders it says that the reader chose to send them.
    ReadPages {
        /// Chosen by the page, unique in the worker.
        reading: String,
        /// The PDF, and who is asked.
        order: Box<ReadingOrder>,
    },
    /// Stop an audit: it ends with `Finished`, `complete: false`. A reading that is stopped is not answered.
    Cancel {
        /// Which.
        audit: String,
    },
}

/// What is checked, with which settings, and who may be asked about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(export))]
pub struct AuditOrder {
    /// The document.
    pub document: DocumentSource,
    /// None for the defaults; what is left out keeps its default.
    #[cfg_attr(
        all(test, not(target_arch = "wasm32")),
        ts(type = "Partial<import(\"./Settings\").Settings> | null")
    )]
    pub settings: Option<Box<Settings>>,
    /// Look up at the scholarly sources what the library does not hold; none to ask nobody.
    pub online: Option<Online>,
    /// The model that what stays open is put to; none to ask nobody.
    pub endpoint: Option<ModelEndpoint>,
    /// Whether those who cite a work are asked what they say of it where its text cannot be had; takes `online`, or a
    /// Citelight server as the endpoint.
    pub committees: bool,
    /// Whether open claims are sent to Semantic Scholar's snippet search; takes `online`.
    pub snippets: SnippetSearch,
    /// Hosts whose open copies of works may be read; takes `online`.
    pub copies: Vec<String>,
    /// Check these pairs alone; none for the whole document.
    pub only: Option<Vec<OnlyPair>>,
}

/// Whether the claims of a document may be sent to Semantic Scholar, whose snippet search finds passages for them in the
/// full texts that it holds. Whoever orders it says that the document is published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "kebab-case")]
pub enum SnippetSearch {
    /// No claim is sent: the reader did not choose it, or the document is confidential (a submission under review, a file
    /// of the reader's).
    #[default]
    Off,
    /// The reader chose it, and everybody can read the document. It is refused all the same where the document's address is
    /// not a public one, or OpenReview's.
    PublishedDocument,
}

/// Where the document of an audit comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum DocumentSource {
    /// It comes along.
    Sent {
        /// Chosen by the page, by which it will ask about the document again; none if it will not. The document is kept until
        /// [`ToWorker::Release`].
        id: Option<String>,
        /// The document.
        document: Box<DocumentInput>,
    },
    /// It was sent before; if the worker does not have it any more, it answers with [`FromWorker::UnknownDocument`].
    Known {
        /// The id that it was sent with.
        id: String,
    },
}

/// A document that is to be checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(export))]
pub struct DocumentInput {
    /// The snapshot's markup, the file's content, or the text layer of a PDF.
    pub content: Content,
    /// URL or file name.
    pub origin: String,
    /// The address that the document came by, whatever its scripts make of it later: all its audits share one budget. None
    /// where the origin says it.
    pub address: Option<String>,
}

impl DocumentInput {
    /// The address of which the endpoint's budget is.
    pub fn address(&self) -> &str {
        self.address.as_deref().unwrap_or(&self.origin)
    }
}

/// A PDF whose pages without text are to be read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(export))]
pub struct ReadingOrder {
    /// The document; none but a PDF has pages.
    pub document: DocumentInput,
    /// The model, which must be one that is sent pages.
    pub endpoint: ModelEndpoint,
}

/// A file that a reader chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(export))]
pub struct InputFile {
    /// Its name, with its folders if it was chosen with a folder: `sections/intro.tex`.
    pub name: String,
    /// What it holds.
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(type = "Uint8Array"))]
    pub bytes: ByteBuf,
}

/// What files hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum OpenedFiles {
    /// A document, as a page of HTML that can be shown and checked like any article's page.
    Page {
        /// The page.
        html: String,
        /// What it was made from.
        format: Format,
        /// Its title, where it has one.
        title: Option<String>,
        /// Citations found in it: none in a bibliography.
        citations: u32,
        /// References found in it.
        references: u32,
    },
    /// A PDF, whose text layer pdf.js reads.
    Pdf {
        /// The file.
        #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(type = "Uint8Array"))]
        bytes: ByteBuf,
    },
    /// Nothing that can be read.
    Unreadable {
        /// Why, and what to do.
        reason: String,
    },
}

/// How the scholarly sources are asked. Titles, authors, years and identifiers of the references leave the browser;
/// the text that cites them does not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(export))]
pub struct Online {
    /// Mail address told to the sources that treat known users better.
    pub mailto: Option<String>,
    /// Keys of sources that answer more to those who have one. Each goes to its source and nowhere else; a page has none.
    pub keys: BTreeMap<ApiName, Key>,
    /// Whether servers that do not let pages read their answers are asked, too: an extension that was granted them can.
    pub any_server: bool,
    /// Whether answers are kept in memory alone, and none is used that was kept earlier: of private windows nothing stays.
    #[serde(default)]
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "Option<bool>", optional))]
    pub forgets: bool,
}

/// A model behind an endpoint that the reader, or whoever made the page, configured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(export))]
pub struct ModelEndpoint {
    /// Where it is and how it is asked; without its key.
    pub settings: EndpointSettings,
    /// Whether requests are handed to the page, which holds the key or knows who does; else the worker sends them itself.
    pub carried: bool,
    /// Whether answers are kept in memory alone, and none is used that was kept earlier: of private windows nothing stays.
    #[serde(default)]
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "Option<bool>", optional))]
    pub forgets: bool,
}

/// A claim and the work that it cites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(export))]
pub struct OnlyPair {
    /// The citation's id.
    pub citation: String,
    /// The reference's id.
    pub reference: String,
}

/// A key that is never printed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(export))]
#[serde(transparent)]
pub struct Key(pub(crate) String);

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("(key)")
    }
}

/// An audit as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReportFile {
    /// What it holds.
    pub text: String,
    /// What it is to a browser.
    pub media_type: String,
    /// What its name ends with.
    pub extension: String,
}

/// From the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum FromWorker {
    /// A file is on its way.
    Loading {
        /// Which: a file name.
        file: String,
        /// Bytes that have come.
        received: f64,
        /// Bytes in all, 0 if unknown.
        total: f64,
    },
    /// Everything that could be loaded is.
    Ready {
        /// Names of the models with hash prefixes, empty without models.
        models: Vec<String>,
        /// Records in the library.
        records: u32,
        /// What could not be loaded: what was being done, to what, what to do next.
        problems: Vec<String>,
    },
    /// Something happened in an audit.
    Event {
        /// Which audit.
        audit: String,
        /// What happened.
        event: Event,
    },
    /// The worker has turned to this audit: should it fall silent, this is the one that keeps it busy.
    Working {
        /// Which audit.
        audit: String,
    },
    /// An endpoint was tried.
    Tried {
        /// Which trial.
        trial: String,
        /// What came of it.
        outcome: ConnectionTest,
    },
    /// An audit was written.
    Written {
        /// Which order.
        order: String,
        /// The file; none if it could not be written.
        file: Option<ReportFile>,
        /// What kept it from being written.
        problem: Option<String>,
    },
    /// A submission was compared.
    Assessed {
        /// Which assessment.
        assessment: String,
        /// What came of it.
        outcome: Assessment,
    },
    /// Files were opened.
    Opened {
        /// Which opening.
        opening: String,
        /// What they hold.
        outcome: OpenedFiles,
    },
    /// Pages were read, or why they were not is told of each.
    PagesRead {
        /// Which reading.
        reading: String,
        /// The text layer with them, to be checked in the place of the file's own; none if there was nothing to read.
        text: Option<Box<PdfText>>,
    },
    /// The document of an audit is not kept here, or not any more: the audit is to be ordered again with it.
    UnknownDocument {
        /// Which audit.
        audit: String,
    },
    /// An audit could not be run, or a message could not be read.
    Failed {
        /// Which audit; none for a message that could not be read.
        audit: Option<String>,
        /// What was being done, to what, what to do next.
        message: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_not_printed() {
        let message = ToWorker::Key { url: "https://m.example/v1".into(), key: Some(Key("sk-1".into())) };
        assert!(!format!("{message:?}").contains("sk-1"));
    }
}
