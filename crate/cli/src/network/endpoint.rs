//! The endpoint that the user names: what stays open is put to it.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use citelight::http::Secret;
use citelight::llm::Complete;
use citelight::llm::budget::{Budget, Limits};
use citelight::llm::endpoint::{AnswerFormat, Endpoint, EndpointKind, EndpointSettings, Reasoning};
use citelight::llm::recorded::{Line, Recorded};
use citelight::remote::{Remote, Server};
use citelight_network::{HttpClient, SystemTime, runtime, seed};
use clap::ValueEnum;
use reqwest::Url;

use crate::failure::{Failure, read_text};
use crate::output::append;

/// Variable that holds the key: on a command line everybody could read it.
const KEY: &str = "CITELIGHT_ENDPOINT_KEY";
/// Variable that holds the key of the validator's address.
const VALIDATOR_KEY: &str = "CITELIGHT_VALIDATOR_KEY";

/// The model that decides open claims.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Endpoint")]
pub struct EndpointOptions {
    /// Ask the model at this OpenAI-compatible address about open claims (`find`: about each step of the search);
    /// docs/endpoint.md says what is sent. The key is read from CITELIGHT_ENDPOINT_KEY.
    #[arg(long, value_name = "URL", env = "CITELIGHT_ENDPOINT")]
    endpoint: Option<String>,
    /// What answers there: a model, or a Citelight server, which asks a model of its own.
    #[arg(long, value_enum, value_name = "KIND", default_value_t = KindOption::Model, env = "CITELIGHT_ENDPOINT_KIND")]
    endpoint_kind: KindOption,
    /// The model's name there.
    #[arg(long, value_name = "NAME", env = "CITELIGHT_ENDPOINT_MODEL")]
    endpoint_model: Option<String>,
    /// Response format: a JSON schema, any JSON object, or what the prompt alone asks for.
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Plain)]
    endpoint_format: Form,
    /// How much a thinking model thinks.
    #[arg(long, value_enum, value_name = "EFFORT")]
    endpoint_reasoning: Option<ReasoningEffort>,
    /// Requests that may be sent, retries included.
    #[arg(long, value_name = "N")]
    endpoint_requests: Option<u32>,
    /// Tokens that may be read and written.
    #[arg(long, value_name = "N")]
    endpoint_tokens: Option<u64>,
    /// Take answers from this recording, and add missing ones to it.
    #[arg(long, value_name = "JSONL", requires = "endpoint_model")]
    answers: Option<PathBuf>,
}

impl EndpointOptions {
    /// Whether requests would go to one.
    pub(crate) fn is_named(&self) -> bool {
        self.endpoint.is_some()
    }
}

/// A second model, which judges what the first one wrote.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Validator")]
pub struct ValidatorOptions {
    /// The model that judges the cases [default: the one that made them].
    #[arg(long, value_name = "NAME", requires_all = ["make", "endpoint_model"])]
    validator_model: Option<String>,
    /// Its address [default: the endpoint's]. For another address the key is read from CITELIGHT_VALIDATOR_KEY, never
    /// from the endpoint's.
    #[arg(long, value_name = "URL", requires = "validator_model")]
    validator_endpoint: Option<String>,
    /// Its response format [default: as for the endpoint].
    #[arg(long, value_enum, value_name = "FORM", requires = "validator_model")]
    validator_format: Option<Form>,
    /// How much it thinks, if it is a thinking model.
    #[arg(long, value_enum, value_name = "EFFORT", requires = "validator_model")]
    validator_reasoning: Option<ReasoningEffort>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KindOption {
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
enum ReasoningEffort {
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
        let (KindOption::Citelight, Some(url)) = (options.endpoint_kind, options.endpoint.as_deref()) else {
            return Ok(ModelEndpoint::open(options)?.map(Self::Model));
        };
        let unusable = |reason: String| Failure::Network { reason };
        let fetch = HttpClient::new(std::iter::once(usable(url)?)).map_err(unusable)?;
        let settings = EndpointSettings {
            kind: EndpointKind::Citelight,
            url: url.to_owned(),
            ..EndpointSettings::default()
        };
        let salt = super::installation::salt().map_err(unusable)?;
        let server =
            Server::new(settings, key(KEY).as_ref(), &salt, Rc::new(fetch), Rc::new(SystemTime), seed());
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
pub struct ModelEndpoint {
    model: Recorded,
    /// What may be sent: shared with whoever else the user lets be asked.
    budget: Rc<Budget>,
    runtime: tokio::runtime::Runtime,
}

/// A model and where it is.
struct Place<'a> {
    url: Option<&'a str>,
    model: &'a str,
    format: Form,
    reasoning: Option<ReasoningEffort>,
    key: Option<Secret>,
}

impl ModelEndpoint {
    /// What the options name; none if they name neither an address nor a recording.
    pub fn open(options: &EndpointOptions) -> Result<Option<Self>, Failure> {
        let unusable = |reason: &str| Failure::Network { reason: reason.to_owned() };
        if options.endpoint_kind == KindOption::Citelight {
            return Err(unusable(
                "a Citelight server answers whole questions, not this command's; name a model's address",
            ));
        }
        let url = options.endpoint.as_deref();
        let Some(model) = options.endpoint_model.as_deref() else {
            return match url {
                Some(_) => Err(unusable(
                    "an address is given, but no model; give --endpoint-model, or --endpoint-kind citelight",
                )),
                None => Ok(None),
            };
        };
        if url.is_none() && options.answers.is_none() {
            return Err(unusable(
                "a model is named, but no address; give --endpoint, or a recording with --answers",
            ));
        }
        let (format, reasoning) = (options.endpoint_format, options.endpoint_reasoning);
        let place = Place { url, model, format, reasoning, key: key(KEY) };
        Self::at(place, options, Rc::new(Budget::new(limits(options)))).map(Some)
    }

    /// The model that judges what this one wrote, out of the same budget and recording; none if no other is named.
    pub fn validator(
        &self,
        options: &EndpointOptions,
        validator: &ValidatorOptions,
    ) -> Result<Option<Self>, Failure> {
        let Some(model) = validator.validator_model.as_deref() else { return Ok(None) };
        let own = validator.validator_endpoint.as_deref();
        // The key of one address is nothing for another.
        let key = key(VALIDATOR_KEY).or_else(|| key(KEY).filter(|_| own.is_none()));
        let place = Place {
            url: own.or(options.endpoint.as_deref()),
            model,
            format: validator.validator_format.unwrap_or(options.endpoint_format),
            reasoning: validator.validator_reasoning,
            key,
        };
        Self::at(place, options, Rc::clone(&self.budget)).map(Some)
    }

    fn at(place: Place<'_>, options: &EndpointOptions, budget: Rc<Budget>) -> Result<Self, Failure> {
        let (name, asked) = (place.model.to_owned(), place.url.is_some());
        let lines = match options.answers.as_deref().filter(|path| path.exists()) {
            Some(path) => recorded(path)?,
            None => Vec::new(),
        };
        let inner = place.url.map(|url| connect(url, &place, options, &budget)).transpose()?;
        let mut model = Recorded::new(name, lines, inner);
        if let Some(path) = options.answers.as_deref().filter(|_| asked) {
            let file = OpenOptions::new().create(true).append(true).open(path);
            let file = file
                .map_err(|error| Failure::Unwritable { path: path.to_owned(), reason: error.to_string() })?;
            // At once: what was paid for must not be lost.
            model = model.keeping(move |line| append(&file, line, "an answer of the endpoint"));
        }
        let runtime = runtime().map_err(|reason| Failure::Network { reason })?;
        Ok(Self { model, budget, runtime })
    }

    /// The model as the core asks it.
    pub fn model(&self) -> &dyn Complete {
        &self.model
    }

    /// Runs a future to its end on this thread.
    pub fn run<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }
}

fn limits(options: &EndpointOptions) -> Limits {
    Limits { requests: options.endpoint_requests, tokens: options.endpoint_tokens, ..Limits::default() }
}

fn connect(
    url: &str,
    place: &Place<'_>,
    options: &EndpointOptions,
    budget: &Rc<Budget>,
) -> Result<Rc<dyn Complete>, Failure> {
    let fetch =
        HttpClient::new(std::iter::once(usable(url)?)).map_err(|reason| Failure::Network { reason })?;
    let settings = EndpointSettings {
        url: url.to_owned(),
        model: place.model.to_owned(),
        format: match place.format {
            Form::Schema => AnswerFormat::Schema,
            Form::Object => AnswerFormat::Object,
            Form::Plain => AnswerFormat::Plain,
        },
        reasoning: place.reasoning.map(|effort| match effort {
            ReasoningEffort::Low => Reasoning::Low,
            ReasoningEffort::Medium => Reasoning::Medium,
            ReasoningEffort::High => Reasoning::High,
        }),
        limits: limits(options),
        ..EndpointSettings::default()
    };
    let endpoint = Endpoint::new(
        settings,
        place.key.clone(),
        Vec::new(),
        Rc::clone(budget),
        Rc::new(fetch),
        Rc::new(SystemTime),
        seed(),
    );
    Ok(Rc::new(endpoint))
}

/// The address, if it is one.
fn usable(url: &str) -> Result<&str, Failure> {
    let usable = Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    let reason = || format!("“{url}” is no web address; give one like http://127.0.0.1:11434/v1");
    if usable { Ok(url) } else { Err(Failure::Network { reason: reason() }) }
}

fn key(variable: &str) -> Option<Secret> {
    let key = std::env::var(variable).ok().map(|key| key.trim().to_owned());
    key.filter(|key| !key.is_empty()).map(Secret::new)
}

/// The answers of a recording. A line that a run was cut off in is left out: its question is asked again.
fn recorded(path: &Path) -> Result<Vec<Line>, Failure> {
    let text = read_text("the recording of answers", path)?;
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}
