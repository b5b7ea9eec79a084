//! The endpoint that the user names: what stays open is put to it.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use citelight::llm::Complete;
use citelight::llm::budget::{Budget, Limits};
use citelight::llm::endpoint::{AnswerFormat, Endpoint, EndpointKind, EndpointSettings, Reasoning};
use citelight::llm::recorded::{Line, Recorded};
use citelight::llm::served::{Remote, Server};
use citelight::sources::http::Secret;
use citelight_network::{HttpClient, SystemTime, runtime, seed};
use clap::ValueEnum;
use reqwest::Url;

use crate::failure::{Failure, read_text};
use crate::output::append;

/// Variable that holds the key: on a command line everybody could read it.
const KEY: &str = "CITELIGHT_ENDPOINT_KEY";

/// What stays open can be put to a model.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Endpoint")]
pub(crate) struct EndpointOptions {
    /// Put what stays open (`find`: every step of the search) to the model at this OpenAI-compatible address;
    /// docs/endpoint.md says what is sent. The key is read from CITELIGHT_ENDPOINT_KEY.
    #[arg(long, value_name = "URL", env = "CITELIGHT_ENDPOINT")]
    endpoint: Option<String>,
    /// What answers there: a model, or a Citelight server, which asks a model of its own.
    #[arg(long, value_enum, value_name = "KIND", default_value_t = Kind::Model, env = "CITELIGHT_ENDPOINT_KIND")]
    endpoint_kind: Kind,
    /// The model's name there.
    #[arg(long, value_name = "NAME", env = "CITELIGHT_ENDPOINT_MODEL")]
    endpoint_model: Option<String>,
    /// How it is held to a form: by a JSON schema, to any JSON object, or by the prompt alone.
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Plain)]
    endpoint_format: Form,
    /// How much a thinking model thinks.
    #[arg(long, value_enum, value_name = "EFFORT")]
    endpoint_reasoning: Option<Effort>,
    /// Requests that may be sent, retries included.
    #[arg(long, value_name = "N")]
    endpoint_requests: Option<u32>,
    /// Tokens that may be read and written.
    #[arg(long, value_name = "N")]
    endpoint_tokens: Option<u64>,
    /// Take answers from this recording, and add to it what it lacks.
    #[arg(long, value_name = "JSONL", requires = "endpoint_model")]
    answers: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Model,
    Citelight,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    Schema,
    Object,
    Plain,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Effort {
    Low,
    Medium,
    High,
}

/// What decides what stays open.
pub(crate) enum RemoteEndpoint {
    /// A model: the algorithms run here.
    Model(ModelEndpoint),
    /// A Citelight server: they run there.
    Server(Box<Server>, tokio::runtime::Runtime),
}

impl RemoteEndpoint {
    /// What the options name; none if they name nothing.
    pub(crate) fn open(options: &EndpointOptions) -> Result<Option<Self>, Failure> {
        let (Kind::Citelight, Some(url)) = (options.endpoint_kind, options.endpoint.as_deref()) else {
            return Ok(ModelEndpoint::open(options)?.map(Self::Model));
        };
        let unusable = |reason: String| Failure::Network { reason };
        let fetch = HttpClient::new(std::iter::once(usable(url)?)).map_err(unusable)?;
        let settings = EndpointSettings {
            kind: EndpointKind::Citelight,
            url: url.to_owned(),
            ..EndpointSettings::default()
        };
        let server = Server::new(settings, key().as_ref(), Rc::new(fetch), Rc::new(SystemTime), seed());
        Ok(Some(Self::Server(Box::new(server), runtime().map_err(unusable)?)))
    }

    /// It as the core asks it.
    pub(crate) fn remote(&self) -> Remote<'_> {
        match self {
            Self::Model(endpoint) => Remote::Model(endpoint.model()),
            Self::Server(server, _) => Remote::Server(server.as_ref()),
        }
    }

    /// Runs a future to its end on this thread.
    pub(crate) fn run<T>(&self, future: impl Future<Output = T>) -> T {
        match self {
            Self::Model(endpoint) => endpoint.run(future),
            Self::Server(_, runtime) => runtime.block_on(future),
        }
    }
}

/// A model behind an endpoint, or a recording of its answers.
pub(crate) struct ModelEndpoint {
    model: Recorded,
    runtime: tokio::runtime::Runtime,
}

impl ModelEndpoint {
    /// What the options name; none if they name neither an address nor a recording.
    pub(crate) fn open(options: &EndpointOptions) -> Result<Option<Self>, Failure> {
        let unusable = |reason: String| Failure::Network { reason };
        if options.endpoint_kind == Kind::Citelight {
            let reason =
                "a Citelight server answers whole questions, not this command's; name a model's address"
                    .to_owned();
            return Err(unusable(reason));
        }
        let Some(name) = options.endpoint_model.as_deref() else {
            let reason =
                "an address is given, but no model; give --endpoint-model, or --endpoint-kind citelight"
                    .to_owned();
            return if options.endpoint.is_some() { Err(unusable(reason)) } else { Ok(None) };
        };
        let inner = options.endpoint.as_deref().map(|url| connect(url, name, options)).transpose()?;
        if inner.is_none() && options.answers.is_none() {
            let reason =
                "a model is named, but no address; give --endpoint, or a recording with --answers".to_owned();
            return Err(unusable(reason));
        }
        let lines = match options.answers.as_deref().filter(|path| path.exists()) {
            Some(path) => recorded(path)?,
            None => Vec::new(),
        };
        let mut model = Recorded::new(name, lines, inner);
        if let Some(path) = options.answers.as_deref().filter(|_| options.endpoint.is_some()) {
            let file = OpenOptions::new().create(true).append(true).open(path);
            let file = file
                .map_err(|error| Failure::Unwritable { path: path.to_owned(), reason: error.to_string() })?;
            // At once: what was paid for must not be lost.
            model = model.keeping(move |line| append(&file, line, "an answer of the endpoint"));
        }
        Ok(Some(Self { model, runtime: runtime().map_err(unusable)? }))
    }

    /// The model as the core asks it.
    pub(crate) fn model(&self) -> &dyn Complete {
        &self.model
    }

    /// Runs a future to its end on this thread.
    pub(crate) fn run<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }
}

fn connect(url: &str, name: &str, options: &EndpointOptions) -> Result<Rc<dyn Complete>, Failure> {
    let fetch =
        HttpClient::new(std::iter::once(usable(url)?)).map_err(|reason| Failure::Network { reason })?;
    let limits =
        Limits { requests: options.endpoint_requests, tokens: options.endpoint_tokens, ..Limits::default() };
    let settings = EndpointSettings {
        url: url.to_owned(),
        model: name.to_owned(),
        format: match options.endpoint_format {
            Form::Schema => AnswerFormat::Schema,
            Form::Object => AnswerFormat::Object,
            Form::Plain => AnswerFormat::Plain,
        },
        reasoning: options.endpoint_reasoning.map(|effort| match effort {
            Effort::Low => Reasoning::Low,
            Effort::Medium => Reasoning::Medium,
            Effort::High => Reasoning::High,
        }),
        limits,
        ..EndpointSettings::default()
    };
    let budget = Rc::new(Budget::new(limits));
    let endpoint =
        Endpoint::new(settings, key(), Vec::new(), budget, Rc::new(fetch), Rc::new(SystemTime), seed());
    Ok(Rc::new(endpoint))
}

/// The address, if it is one.
fn usable(url: &str) -> Result<&str, Failure> {
    let usable = Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    let reason = || format!("“{url}” is no web address; give one like http://127.0.0.1:11434/v1");
    if usable { Ok(url) } else { Err(Failure::Network { reason: reason() }) }
}

fn key() -> Option<Secret> {
    let key = std::env::var(KEY).ok().map(|key| key.trim().to_owned());
    key.filter(|key| !key.is_empty()).map(Secret::new)
}

/// The answers of a recording. A line that a run was cut off in is left out: its question is asked again.
fn recorded(path: &Path) -> Result<Vec<Line>, Failure> {
    let text = read_text("the recording of answers", path)?;
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}
