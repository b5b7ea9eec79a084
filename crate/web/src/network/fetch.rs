//! Requests over the browser's fetch: without cookies, without saying which page asks.

use citelight::LocalFuture;
use citelight::http::{Fetch, FetchError, Method, Request, Response};
use futures_util::future::{Either, select};
use gloo_net::http::{Request as Sent, Response as Received};
use js_sys::Reflect;
use wasm_bindgen::JsValue;
use web_sys::{
    AbortController, AbortSignal, ReferrerPolicy, RequestCache, RequestCredentials, RequestRedirect,
};

use crate::clock::timer;
use crate::fetch::{BodyError, read_body};

/// The browser's fetch.
pub(crate) struct BrowserFetch;

/// Ends a request that nobody waits for any more.
pub(crate) struct Abort(Option<AbortController>);

impl Abort {
    pub(crate) fn new() -> Self {
        Self(AbortController::new().ok())
    }

    /// What the request listens to.
    pub(crate) fn signal(&self) -> Option<AbortSignal> {
        self.0.as_ref().map(AbortController::signal)
    }
}

impl Drop for Abort {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

impl Fetch for BrowserFetch {
    fn fetch<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Response, FetchError>> {
        Box::pin(async move {
            let abort = Abort::new();
            in_time(request, send(request, &abort)).await
        })
    }
}

/// An answer, if it comes while the request may take, and the browser does not know that none can.
pub(crate) async fn in_time(
    request: &Request,
    answer: impl Future<Output = Result<Response, FetchError>>,
) -> Result<Response, FetchError> {
    let host = host_of(&request.url);
    if is_offline() && !is_this_machine(host) {
        return Err(FetchError::Offline);
    }
    match select(std::pin::pin!(answer), timer(request.timeout)).await {
        Either::Left((answer, _)) => answer,
        Either::Right(_) => Err(FetchError::TimedOut { host: host.to_owned(), seconds: request.timeout }),
    }
}

async fn send(request: &Request, abort: &Abort) -> Result<Response, FetchError> {
    let host = host_of(&request.url);
    let unreachable = |error: gloo_net::Error| FetchError::Unreachable {
        host: host.to_owned(),
        // The browser tells no more, and its words may hold the address with a key in it.
        reason: match error {
            gloo_net::Error::JsError(error) => error.name,
            _ => "the request could not be made".to_owned(),
        },
    };
    let url = request.wire_url();
    let builder = match request.method {
        Method::Get => Sent::get(&url),
        Method::Post => Sent::post(&url),
    };
    let builder = builder
        .cache(RequestCache::NoStore)
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer)
        .redirect(redirects(request))
        .abort_signal(abort.signal().as_ref());
    let headers = gloo_net::http::Headers::new();
    // Browsers say themselves who they are.
    for (name, value) in request.wire_headers().into_iter().filter(|(name, _)| *name != "user-agent") {
        headers.append(name, value);
    }
    let builder = builder.headers(headers);
    let sent = match &request.body {
        Some(body) => builder.body(body.as_str()),
        None => builder.build(),
    };
    let response = sent.map_err(unreachable)?.send().await.map_err(unreachable)?;
    read(&response, request.max_bytes, host).await
}

/// What carries a key or a text goes where it was meant to go, or nowhere.
fn redirects(request: &Request) -> RequestRedirect {
    if is_for_its_host_alone(request) { RequestRedirect::Error } else { RequestRedirect::Follow }
}

/// Whether a redirect would take along what is meant for one host. The browser's own `user-agent` tells no address.
fn is_for_its_host_alone(request: &Request) -> bool {
    request.body.is_some() || request.secret_headers().any(|name| name != "user-agent")
}

async fn read(response: &Received, limit: usize, host: &str) -> Result<Response, FetchError> {
    let body = read_body(response, limit).await.map_err(|error| match error {
        BodyError::TooLarge(limit) => FetchError::TooLarge { host: host.to_owned(), limit },
        BodyError::Interrupted(reason) => FetchError::Interrupted { host: host.to_owned(), reason },
    })?;
    let headers = response.headers().entries().map(|(name, value)| (name.to_ascii_lowercase(), value));
    Ok(Response { status: response.status(), headers: headers.collect(), url: response.url(), body })
}

/// Whether the browser knows that there is no connection; it may not know.
fn is_offline() -> bool {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).unwrap_or(JsValue::UNDEFINED);
    Reflect::get(&navigator, &"onLine".into()).is_ok_and(|on_line| on_line == JsValue::FALSE)
}

/// The host of an address, for messages.
pub(crate) fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or(rest)
}

/// What the address of the browser's own model begins with (www/shared/own-model/endpoint.ts).
const OWN_MODEL: &str = "browser:model";

/// Whether a host, with its port or without, is this machine: it answers offline, too.
fn is_this_machine(host: &str) -> bool {
    if host == OWN_MODEL {
        return true;
    }
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use citelight::http::Secret;
    use citelight::sources::{ApiName, ApiSettings};

    use super::*;

    #[test]
    fn messages_name_the_host_alone() {
        assert_eq!(host_of("https://api.crossref.org/works?query=a"), "api.crossref.org");
        assert_eq!(host_of("https://api.crossref.org?query=a"), "api.crossref.org");
        assert_eq!(host_of("nothing"), "nothing");
    }

    #[test]
    fn only_what_holds_a_key_or_a_text_is_not_redirected() {
        let mailto = Some(Secret::new("me@example.org"));
        let keys = [(ApiName::SemanticScholar, Secret::new("k-1"))].into();
        let settings = ApiSettings { mailto, keys, ..ApiSettings::default() };
        for api in ApiName::ALL {
            let request = settings.get(api, "/works");
            assert_eq!(is_for_its_host_alone(&request), api == ApiName::SemanticScholar, "{api:?}");
        }
        assert!(is_for_its_host_alone(&Request::post(
            "https://models.example.org/v1",
            "application/json",
            "{}"
        )));
    }

    #[test]
    fn this_machine_is_told_from_others() {
        for host in [OWN_MODEL, "localhost", "localhost:11434", "127.0.0.1:8080", "[::1]:80"] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in ["localhost.example.org", "127.0.0.2", "models.example.org:443", ""] {
            assert!(!is_this_machine(host), "{host}");
        }
    }
}
