//! What the server is told: a TOML file, and the environment for what must not stand in a file.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use citelight::http::Secret;
use citelight::llm::endpoint::{EndpointKind, EndpointSettings};
use serde::Deserialize;

use crate::failure::ServeError;
use crate::token::{ALL, OPEN, Scope, TokenEntry};

pub use crate::token::DayBudget;

/// Variable that holds the model's key.
const KEY: &str = "CITELIGHT_ENDPOINT_KEY";
/// Variable that holds the store's address: it may hold a password.
const STORE: &str = "CITELIGHT_SERVE_STORE";
/// Variable that holds the address to listen on.
const LISTEN: &str = "CITELIGHT_SERVE_LISTEN";

/// Everything the server is told.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where it listens. Default 127.0.0.1:8787.
    pub listen: SocketAddr,
    /// Where jobs and results are kept.
    pub store: StoreConfig,
    /// The model. Its `limits` stay empty: budgets are below.
    pub endpoint: EndpointSettings,
    /// What all jobs of all replicas may take on one day (UTC).
    pub budget: DayBudget,
    /// What a single job may take.
    pub job_budget: JobBudget,
    /// How jobs are worked on.
    pub work: WorkConfig,
    /// What a request may be.
    pub limits: RequestLimits,
    /// Host names of the server, `citelight.example.org`: a request without a token must name one of them, `localhost`, or the address
    /// that it came to. None by default.
    pub hosts: Vec<String>,
    /// Web origins whose pages may ask, `https://journal.example.org`; none by default.
    pub origins: Vec<String>,
    /// Who may ask for what.
    pub tokens: Vec<TokenEntry>,
    /// Scopes that need no token; none by default.
    pub open: BTreeSet<Scope>,
    /// How the scholarly sources are asked.
    pub sources: SourcesConfig,
    /// Folder with models and their manifest.json, whose bi-encoder tells committees which wordings say the same. Without it
    /// only the same words do.
    pub models: Option<PathBuf>,
    /// The model's key. Never in the file.
    #[serde(skip)]
    pub key: Option<Secret>,
}

/// Where jobs and results are kept.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StoreConfig {
    /// `sqlite:FILE` for one process, `postgres://…` for several replicas. Default sqlite:citelight-jobs.sqlite.
    pub url: String,
    /// Hours until a result is deleted. Default 24.
    pub result_hours: u32,
    /// Connections to PostgreSQL. Default 8.
    pub connections: u32,
}

/// What a single job may take: reserved when it starts, so that no budget of a day is ever passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct JobBudget {
    /// Requests to the model, retries included, of an arbitration. Default 40.
    pub arbitration_requests: u32,
    /// Tokens of an arbitration. Default 60 000.
    pub arbitration_tokens: u64,
    /// Requests of a committee, retries included. Default 400.
    pub committee_requests: u32,
    /// Tokens of a committee. Default 600 000.
    pub committee_tokens: u64,
}

/// How jobs are worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WorkConfig {
    /// Threads that run the core. Default 1: they wait most of the time.
    pub judges: usize,
    /// Jobs at once. Default 16.
    pub at_once: usize,
    /// How often a job is begun before it fails. Default 5.
    pub attempts: u32,
    /// Seconds between two signs of life; after three missed ones another replica takes over. Default 5.
    pub heartbeat_seconds: u64,
    /// Seconds that jobs get to end when the server is told to. Default 20.
    pub grace_seconds: u64,
    /// Witnesses that a committee hears at most. Default 24: twice what a reader's machine hears; 0 hears all.
    pub witnesses: usize,
}

/// What a request may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RequestLimits {
    /// Bytes of a body. Default 262 144.
    pub body_bytes: usize,
    /// Seconds in which a whole body must have come. Default 10.
    pub body_seconds: u64,
    /// Seconds in which the head of a request must have come, and that a connection may be idle. Default 10.
    pub header_seconds: u64,
    /// Connections at once. Default 512.
    pub connections: usize,
    /// Connections at once from one address. Behind a reverse proxy, all come from its address: raise this to `connections`. Default 128.
    pub connections_per_address: usize,
    /// Seconds that a request waits for its job; then it gets the job's address. Default 25.
    pub wait_seconds: u64,
    /// Jobs that may wait, shared evenly by all who may ask; more are refused with 503. Default 10 000.
    pub queued: u64,
}

/// How the scholarly sources are asked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SourcesConfig {
    /// A mail address, told to the sources that treat known users better.
    pub mailto: Option<String>,
    /// A stand-in for every source: URL/crossref, URL/openalex …
    pub url: Option<String>,
    /// The stand-in has no limits: ask it as fast as it answers.
    pub no_limits: bool,
    /// Folder in which answers of the sources are kept; in memory without it.
    pub cache: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8787)),
            store: StoreConfig::default(),
            endpoint: EndpointSettings::default(),
            budget: DayBudget::default(),
            job_budget: JobBudget::default(),
            work: WorkConfig::default(),
            limits: RequestLimits::default(),
            hosts: Vec::new(),
            origins: Vec::new(),
            tokens: Vec::new(),
            open: BTreeSet::new(),
            sources: SourcesConfig::default(),
            models: None,
            key: None,
        }
    }
}

impl Default for StoreConfig {
    fn default() -> Self {
        Self { url: "sqlite:citelight-jobs.sqlite".to_owned(), result_hours: 24, connections: 8 }
    }
}

impl Default for JobBudget {
    fn default() -> Self {
        Self {
            arbitration_requests: 40,
            arbitration_tokens: 60_000,
            committee_requests: 400,
            committee_tokens: 600_000,
        }
    }
}

impl Default for WorkConfig {
    fn default() -> Self {
        Self { judges: 1, at_once: 16, attempts: 5, heartbeat_seconds: 5, grace_seconds: 20, witnesses: 24 }
    }
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            body_bytes: 256 * 1024,
            body_seconds: 10,
            header_seconds: 10,
            connections: 512,
            connections_per_address: 128,
            wait_seconds: 25,
            queued: 10_000,
        }
    }
}

impl Config {
    /// Reads the file, then the environment, and looks whether a server can be run with it.
    ///
    /// # Errors
    /// [`ServeError::Config`] says what is wrong in which file.
    pub fn read(path: &Path) -> Result<Self, ServeError> {
        let wrong = |reason: String| ServeError::Config { path: path.to_owned(), reason };
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        Self::parse(&text, |name| std::env::var(name).ok()).map_err(wrong)
    }

    /// The same from a text and a look-up of variables.
    ///
    /// # Errors
    /// What is wrong, and what to do.
    pub fn parse(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        // The reader of the format goes as deep as the text does, beyond the end of the stack.
        if depth(text) > DEEPEST {
            return Err(format!("brackets are open more than {DEEPEST} deep: is one not closed?"));
        }
        let mut config: Self = toml::from_str(text).map_err(|error| without_values(&error, text))?;
        let variable =
            |name| variable(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        if let Some(url) = variable(STORE) {
            config.store.url = url;
        }
        if let Some(listen) = variable(LISTEN) {
            let parsed = listen.parse();
            config.listen = parsed
                .map_err(|_| format!("{LISTEN} is “{listen}”; give an address and a port, 127.0.0.1:8787"))?;
        }
        config.key = variable(KEY).map(Secret::new);
        config.checked()
    }

    fn checked(self) -> Result<Self, String> {
        let url = self.endpoint.url.trim();
        if !url.starts_with("http://") && !url.starts_with("https://") {
            return Err(
                "[endpoint] has no url; give the model's address, https://models.example.org/v1".to_owned()
            );
        }
        if self.endpoint.kind != EndpointKind::Model {
            return Err(
                "[endpoint] is another Citelight server, or a browser's own model; give the address of a model"
                    .to_owned()
            );
        }
        if self.endpoint.model.trim().is_empty() {
            return Err("[endpoint] has no model; give its name there".to_owned());
        }
        if self.endpoint.limits != Default::default() {
            return Err(
                "[endpoint.limits] belongs to browsers; a server's are [budget] (a day) and [job_budget]"
                    .to_owned(),
            );
        }
        if self.tokens.is_empty() && self.open.is_empty() {
            return Err("nobody may ask: give [[tokens]] (citelight serve --hash-token hashes one), or open = [\"arbitrations\"] \
                        behind something that guards it"
                .to_owned());
        }
        for origin in &self.origins {
            let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
            if !host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '*', ' '])) {
                return Err(format!(
                    "“{origin}” is no origin; give scheme and host alone, https://journal.example.org"
                ));
            }
        }
        for host in &self.hosts {
            if host.is_empty() || host.contains(['/', '*', ' ', ':', '@']) {
                return Err(format!("“{host}” is no host name; give it alone, citelight.example.org"));
            }
        }
        if self.sources.no_limits && self.sources.url.is_none() {
            return Err("sources.no_limits is for a stand-in; give sources.url, or leave it out".to_owned());
        }
        let names: BTreeSet<&str> = self.tokens.iter().map(|token| token.name.as_str()).collect();
        let taken = ["", ALL, OPEN];
        if names.len() < self.tokens.len() || taken.iter().any(|name| names.contains(name)) {
            return Err(
                "each of [[tokens]] needs a name of its own: not empty, not * and not open".to_owned()
            );
        }
        let least = [
            (self.work.judges, "work.judges"),
            (self.work.at_once, "work.at_once"),
            (usize::try_from(self.work.attempts).unwrap_or(usize::MAX), "work.attempts"),
            (usize::try_from(self.work.heartbeat_seconds).unwrap_or(usize::MAX), "work.heartbeat_seconds"),
            (self.limits.connections, "limits.connections"),
            (self.limits.connections_per_address, "limits.connections_per_address"),
            (usize::try_from(self.limits.header_seconds).unwrap_or(usize::MAX), "limits.header_seconds"),
            (usize::try_from(self.store.connections).unwrap_or(usize::MAX), "store.connections"),
        ];
        if let Some((_, name)) = least.into_iter().find(|(value, _)| *value == 0) {
            return Err(format!("{name} is 0; give at least 1"));
        }
        Ok(self)
    }

    /// Those who may ask for jobs: tokens, and whoever needs none.
    pub(crate) fn owners(&self) -> usize {
        let asks = |scope: &Scope| *scope != Scope::Metrics;
        let tokens = self.tokens.iter().filter(|token| token.scopes.iter().any(asks)).count();
        (tokens + usize::from(self.open.iter().any(asks))).max(1)
    }
}

/// Brackets that may be open at once; a configuration needs three.
const DEEPEST: usize = 50;

/// Most brackets that are open at once, those in strings and comments included.
fn depth(text: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

/// What is wrong with the file, and where; without the line itself, which may hold a password.
fn without_values(error: &toml::de::Error, text: &str) -> String {
    let line = error.span().map(|span| text.get(..span.start).unwrap_or(text).matches('\n').count() + 1);
    let place = line.map_or(String::new(), |line| format!("line {line}: "));
    format!("{place}{}", error.message())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: &str =
        "open = [\"arbitrations\"]\n[endpoint]\nurl = \"http://127.0.0.1:9/v1\"\nmodel = \"m\"\n";

    fn parse(text: &str) -> Result<Config, String> {
        Config::parse(text, |_| None)
    }

    #[test]
    fn a_model_and_somebody_who_may_ask_are_all_it_takes() {
        let config = parse(LEAST).unwrap();
        assert_eq!(config.listen.port(), 8787);
        assert!(config.key.is_none());
    }

    #[test]
    fn the_environment_has_the_last_word_and_the_keys() {
        let variable = |name: &str| match name {
            KEY => Some(" sk-1 ".to_owned()),
            STORE => Some("postgres://u:p@db/citelight".to_owned()),
            LISTEN => Some("0.0.0.0:80".to_owned()),
            _ => None,
        };
        let config = Config::parse(LEAST, variable).unwrap();
        assert_eq!(config.key.as_ref().map(|key| key.reveal()), Some("sk-1"));
        assert_eq!((config.store.url.as_str(), config.listen.port()), ("postgres://u:p@db/citelight", 80));
        assert!(!format!("{config:?}").contains("sk-1"));
    }

    #[test]
    fn what_cannot_be_meant_is_told() {
        let named = |name: &str| {
            let hash = "0".repeat(64);
            format!("{LEAST}[[tokens]]\nname = \"{name}\"\nsha256 = \"{hash}\"\nscopes = []\n")
        };
        for (text, told) in [
            ("", "no url"),
            ("[endpoint]\nurl = \"http://x/v1\"\nmodel = \"m\"\n", "nobody may ask"),
            (&format!("origins = [\"*\"]\n{LEAST}"), "no origin"),
            (&format!("{LEAST}[endpoint.limits]\nrequests = 3\n"), "[budget]"),
            (&format!("{LEAST}[work]\njudges = 0\n"), "work.judges"),
            (&format!("{LEAST}kind = \"citelight\"\n"), "the address of a model"),
            (&format!("{LEAST}kind = \"browser\"\n"), "the address of a model"),
            (&named("open"), "not open"),
            (&named("*"), "not *"),
            (&format!("{LEAST}[store]\nurk = \"postgres://u:secret@db\"\n"), "line 6"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(told), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
