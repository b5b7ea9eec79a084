//! What the user says about the network, on the command line and in the environment.

use std::path::PathBuf;

use citelight::http::{RequestPolicy, Secret};
use citelight::sources::api::{ApiName, ApiSettings};
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use etcetera::BaseStrategy;
use reqwest::Url;

use super::is_source;
use crate::failure::Failure;

/// Sources that take a key, and the variable that holds it: keys never stand on a command line, where others see them.
const KEYS: [(ApiName, &str); 4] = [
    (ApiName::Crossref, "CITELIGHT_CROSSREF_KEY"),
    (ApiName::OpenAlex, "CITELIGHT_OPENALEX_KEY"),
    (ApiName::SemanticScholar, "CITELIGHT_SEMANTICSCHOLAR_KEY"),
    (ApiName::Pubmed, "CITELIGHT_PUBMED_KEY"),
];

/// How the scholarly sources are asked (docs/sources.md).
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Network")]
pub struct NetworkOptions {
    /// Ask these sources only, comma-separated.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = source_names())]
    sources: Vec<ApiName>,
    /// Your mail address, sent to the sources that give known users better limits.
    #[arg(long, value_name = "ADDRESS", env = "CITELIGHT_MAILTO")]
    mailto: Option<String>,
    /// Your Zotero Translation Server.
    #[arg(long, value_name = "URL", env = "CITELIGHT_ZOTERO_URL")]
    zotero: Option<String>,
    /// Cache answers in this folder [default: citelight in your cache folder].
    #[arg(long, value_name = "DIR", env = "CITELIGHT_CACHE")]
    cache: Option<PathBuf>,
    /// Neither read nor write the cache.
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,
    /// Ask a stand-in for every source: URL/crossref, URL/openalex … (tests/fake-apis).
    #[arg(long, value_name = "URL", env = "CITELIGHT_SOURCES_URL")]
    sources_url: Option<String>,
    /// The stand-in has no limits: ask it as fast as it answers.
    #[arg(long, requires = "sources_url")]
    no_limits: bool,
}

fn source_names() -> impl TypedValueParser<Value = ApiName> {
    let names = ApiName::ALL.into_iter().filter(|name| is_source(*name)).map(ApiName::as_str);
    PossibleValuesParser::new(names.collect::<Vec<_>>()).map(|chosen| {
        let is_chosen = |name: &ApiName| name.as_str() == chosen;
        ApiName::ALL.into_iter().find(is_chosen).unwrap_or(ApiName::Crossref)
    })
}

impl NetworkOptions {
    /// Where and as whom the sources are asked.
    pub(super) fn settings(&self) -> Result<ApiSettings, Failure> {
        for url in [&self.sources_url, &self.zotero].into_iter().flatten() {
            let usable = Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
            if !usable {
                let reason = format!("“{url}” is no web address; give one like http://127.0.0.1:8900");
                return Err(Failure::Network { reason });
            }
        }
        let mailto = self.mailto.as_deref().map(str::trim).filter(|mail| !mail.is_empty());
        if let Some(mail) = mailto.filter(|mail| !is_mail(mail)) {
            return Err(Failure::Network { reason: format!("“{mail}” is no mail address") });
        }
        let key = |variable: &str| {
            std::env::var(variable).ok().map(|key| key.trim().to_owned()).filter(|key| !key.is_empty())
        };
        let keys =
            KEYS.iter().filter_map(|(name, variable)| Some((*name, Secret::new(key(variable)?)))).collect();
        let policies = if self.no_limits {
            ApiName::ALL.into_iter().map(|name| (name, RequestPolicy::unlimited())).collect()
        } else {
            Default::default()
        };
        Ok(ApiSettings {
            base: self.sources_url.clone(),
            zotero: self.zotero.clone(),
            mailto: mailto.map(Secret::new),
            keys,
            policies,
            ..ApiSettings::default()
        })
    }

    /// The sources to ask.
    pub(super) fn sources(&self) -> Vec<ApiName> {
        if self.sources.is_empty() { ApiName::order_with_catalogues() } else { self.sources.clone() }
    }

    /// Where answers are kept; none if they are not.
    pub(super) fn cache_folder(&self) -> Option<PathBuf> {
        if self.no_cache {
            return None;
        }
        self.cache
            .clone()
            .or_else(|| Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("citelight")))
    }
}

/// Something with an @ in it that can stand in a header.
fn is_mail(text: &str) -> bool {
    let parts: Vec<&str> = text.split('@').collect();
    let printable = text.bytes().all(|byte| byte.is_ascii_graphic());
    printable && matches!(parts.as_slice(), [name, host] if !name.is_empty() && host.contains('.'))
}
