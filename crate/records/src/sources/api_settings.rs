//! Where and as whom the APIs are asked.

use std::collections::{BTreeMap, BTreeSet};

use super::api::ApiName;
use super::policies::documented_policy;
use crate::http::{Credential, Request, RequestPolicy, Secret};

/// Where and as whom the APIs are asked.
#[derive(Clone, Debug, Default)]
pub struct ApiSettings {
    /// A base under which a stand-in offers every API: `BASE/crossref/…` answers for `https://api.crossref.org/…`, the
    /// path after the name being the real API's. None: the real ones.
    pub base: Option<String>,
    /// Base of the user's Zotero Translation Server.
    pub zotero: Option<String>,
    /// Mail address told to the APIs that ask for one; some give more to those who do.
    pub mailto: Option<Secret>,
    /// Keys, all optional.
    pub keys: BTreeMap<ApiName, Secret>,
    /// Whether the lists of references of the works found are kept: they are long.
    pub references: bool,
    /// Request policies other than the documented ones, for stand-ins and for keys that allow more.
    pub policies: BTreeMap<ApiName, RequestPolicy>,
    /// APIs that cannot be asked from here: pages may not read what some of them answer.
    pub out_of_reach: BTreeSet<ApiName>,
}

impl ApiSettings {
    /// A GET of an API's path, from the user who is set.
    pub fn get(&self, api: ApiName, path: &str) -> Request {
        self.signed(api, Request::get(self.url(api, path)))
    }

    /// A POST to an API's path.
    pub fn post(&self, api: ApiName, path: &str, content_type: &'static str, body: String) -> Request {
        self.signed(api, Request::post(self.url(api, path), content_type, body))
    }

    /// A GET of an open copy, wherever it lies: `BASE/web/HOST/…` where a stand-in serves everything.
    pub fn copy(&self, url: &str) -> Request {
        let away = self.base.as_deref().filter(|base| !url.starts_with(*base));
        let place = url.split_once("://").map_or(url, |(_, place)| place);
        let url = match away {
            Some(base) => format!("{}/{}/{place}", base.trim_end_matches('/'), ApiName::Web.as_str()),
            None => url.to_owned(),
        };
        self.signed(ApiName::Web, Request::get(url))
    }

    /// The host of an open copy, behind a stand-in, too.
    pub(super) fn host_of_copy<'a>(&self, url: &'a str) -> &'a str {
        let behind = |base: &str| url.strip_prefix(base.trim_end_matches('/'))?.strip_prefix("/web/");
        let behind = self.base.as_deref().and_then(behind);
        let place = behind.or_else(|| url.split_once("://").map(|(_, place)| place)).unwrap_or(url);
        place.split(['/', '?', '#']).next().unwrap_or(place)
    }

    /// The address of an API's path. Without a server of its own an API has the address of no host, which no client
    /// can reach; see [`ApiSettings::is_configured`].
    fn url(&self, api: ApiName, path: &str) -> String {
        let own = self.zotero.as_deref().filter(|_| api == ApiName::Zotero);
        match (&self.base, own.or_else(|| api.origin())) {
            (_, Some(origin)) if self.base.is_none() || own.is_some() => {
                format!("{}{path}", origin.trim_end_matches('/'))
            }
            (Some(base), _) => format!("{}/{}{path}", base.trim_end_matches('/'), api.as_str()),
            (None, _) => path.to_owned(),
        }
    }

    /// Whether an API can be asked at all: it is within reach, it has a server, and what it insists on knowing is set.
    pub fn is_configured(&self, api: ApiName) -> bool {
        match api {
            _ if self.out_of_reach.contains(&api) => false,
            ApiName::Zotero => self.zotero.is_some() || self.base.is_some(),
            ApiName::Unpaywall => self.mailto.is_some(),
            _ => true,
        }
    }

    /// How it wants to be asked: as is set, else as it documents for what is known of the user.
    pub fn request_policy(&self, api: ApiName) -> RequestPolicy {
        let known = self.policies.get(&api).cloned();
        known.unwrap_or_else(|| documented_policy(api, self.mailto.is_some(), self.keys.contains_key(&api)))
    }

    /// Adds who is asking: the mail address only where it is asked for. Browsers send their own `user-agent` and leave
    /// this one out.
    fn signed(&self, api: ApiName, request: Request) -> Request {
        let mail = |name| self.mailto.clone().map(|mail| Credential::Parameter(name, mail));
        let key = self.keys.get(&api).cloned();
        let (contact, key) = match api {
            ApiName::Crossref => {
                let bearer = |key: Secret| Secret::new(format!("Bearer {}", key.reveal()));
                (
                    mail("mailto"),
                    key.map(|key| Credential::Header("crossref-plus-api-token".into(), bearer(key))),
                )
            }
            ApiName::OpenAlex => (mail("mailto"), key.map(|key| Credential::Parameter("api_key", key))),
            ApiName::SemanticScholar => (None, key.map(|key| Credential::Header("x-api-key".into(), key))),
            ApiName::Pubmed => (mail("email"), key.map(|key| Credential::Parameter("api_key", key))),
            ApiName::DataCite => (mail("mailto"), None),
            ApiName::Unpaywall => (mail("email"), None),
            _ => (None, None),
        };
        let product = concat!("Citelight/", env!("CARGO_PKG_VERSION"));
        let signed = match self.mailto.as_ref().filter(|_| contact.is_some()) {
            Some(mail) => {
                let agent = Secret::new(format!("{product} (mailto:{})", mail.reveal()));
                request.with_credential(Some(Credential::Header("user-agent".into(), agent)))
            }
            None => request.with_header("user-agent", product),
        };
        signed.with_credential(contact).with_credential(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_base_stands_in_for_all() {
        let mut settings =
            ApiSettings { base: Some("http://127.0.0.1:8/".to_owned()), ..ApiSettings::default() };
        for api in ApiName::ALL {
            let url = settings.get(api, "/works").url;
            assert_eq!(url, format!("http://127.0.0.1:8/{}/works", api.as_str()));
            assert_eq!(serde_json::to_value(api).unwrap(), api.as_str());
        }
        assert_eq!(
            settings.copy("https://example.org/b.pdf").url,
            "http://127.0.0.1:8/web/example.org/b.pdf"
        );
        assert_eq!(settings.copy("http://127.0.0.1:8/text/b.pdf").url, "http://127.0.0.1:8/text/b.pdf");
        settings.base = None;
        assert_eq!(settings.get(ApiName::Dblp, "/search").url, "https://dblp.org/search");
        let copy = "https://example.org/a/b.pdf?x=1";
        assert_eq!(settings.copy(copy).url, copy);
        assert!(!settings.is_configured(ApiName::Zotero));
        settings.zotero = Some("http://localhost:1969".to_owned());
        assert_eq!(settings.get(ApiName::Zotero, "/web").url, "http://localhost:1969/web");
    }

    #[test]
    fn the_mail_address_is_told_to_those_who_ask_for_it_alone() {
        let mail = "me+you@example.org";
        let settings = ApiSettings { mailto: Some(Secret::new(mail)), ..ApiSettings::default() };
        let told = |request: &Request| {
            let agent = request.wire_headers().into_iter().find(|(name, _)| *name == "user-agent").unwrap().1;
            assert!(agent.starts_with("Citelight/"), "{agent}");
            let all = format!("{} {:?}", request.wire_url(), request.wire_headers());
            (agent.contains(mail), all.contains("example.org"))
        };
        let asking =
            [ApiName::Crossref, ApiName::OpenAlex, ApiName::Pubmed, ApiName::DataCite, ApiName::Unpaywall];
        for api in ApiName::ALL {
            let asks = asking.contains(&api);
            assert_eq!(told(&settings.get(api, "/works")), (asks, asks), "{api:?}");
        }
        assert_eq!(told(&settings.copy("https://copies.example.com/a.pdf")), (false, false));
    }

    #[test]
    fn the_host_of_a_copy_is_known_behind_a_stand_in_too() {
        let base = Some("http://127.0.0.1:8/".to_owned());
        for settings in [ApiSettings::default(), ApiSettings { base, ..ApiSettings::default() }] {
            let copy = settings.copy("https://example.org:81/a/b.pdf?x=1").url;
            assert_eq!(settings.host_of_copy(&copy), "example.org:81", "{copy}");
            assert_eq!(settings.host_of_copy("https://example.org?x"), "example.org");
            assert_eq!(settings.host_of_copy(""), "");
        }
    }
}
