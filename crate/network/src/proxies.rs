//! The proxies that environment and system name, and which addresses are asked through them.

use http::Uri;
use hyper_util::client::proxy::matcher::Matcher;
use reqwest::Url;

use crate::OwnServers;

/// The proxies, by the very rules that reqwest follows: `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`, in capitals or not.
pub(crate) struct Proxies(Matcher);

impl Proxies {
    /// Those of this process.
    pub(crate) fn of_system() -> Self {
        Self(Matcher::from_system())
    }

    /// Whether a URL is asked through a proxy.
    pub(crate) fn carry(&self, url: &Url) -> bool {
        self.of_url(url).is_some()
    }

    /// The proxies' own addresses: the only ones that are connected to for what is asked through them.
    pub(crate) fn servers(&self) -> OwnServers {
        // No rule excepts a name that nobody may own (RFC 2606), unless it excepts all.
        let any = ["http://citelight.invalid/", "https://citelight.invalid/"].map(Url::parse);
        let proxies: Vec<Url> = any.into_iter().flatten().filter_map(|url| self.of_url(&url)).collect();
        OwnServers::new(proxies.iter().map(Url::as_str))
    }

    fn of_url(&self, url: &Url) -> Option<Url> {
        let target: Uri = url.as_str().parse().ok()?;
        Url::parse(&self.0.intercept(&target)?.uri().to_string()).ok()
    }
}

#[cfg(test)]
impl Proxies {
    /// Those of these rules.
    pub(crate) fn of(matcher: Matcher) -> Self {
        Self(matcher)
    }

    /// The same for a client of reqwest.
    pub(crate) fn rule(self: std::sync::Arc<Self>) -> reqwest::Proxy {
        reqwest::Proxy::custom(move |url| self.of_url(url))
    }
}
