//! Requests to the sources over the browser's fetch: without cookies, without saying which page asks.

use citelight::LocalFuture;
use citelight::sources::http::{Answer, Fetch, FetchError, Method, Request};
use futures_util::future::{Either, select};
use gloo_net::http::{Request as Sent, Response};
use js_sys::Reflect;
use wasm_bindgen::JsValue;
use web_sys::{AbortController, ReferrerPolicy, RequestCache, RequestCredentials};

use crate::clock::timer;
use crate::fetch::{BodyError, read_body};

/// The browser's fetch.
pub(super) struct BrowserFetch;

/// Ends a request that nobody waits for any more.
struct Abort(Option<AbortController>);

impl Drop for Abort {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

impl Fetch for BrowserFetch {
    fn fetch<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Answer, FetchError>> {
        Box::pin(async move {
            if is_offline() {
                return Err(FetchError::Offline);
            }
            let host = host_of(&request.url);
            let abort = Abort(AbortController::new().ok());
            let answer = std::pin::pin!(send(request, &abort, host));
            match select(answer, timer(request.timeout)).await {
                Either::Left((answer, _)) => answer,
                Either::Right(_) => {
                    Err(FetchError::TimedOut { host: host.to_owned(), seconds: request.timeout })
                }
            }
        })
    }
}

async fn send(request: &Request, abort: &Abort, host: &str) -> Result<Answer, FetchError> {
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
        .abort_signal(abort.0.as_ref().map(AbortController::signal).as_ref());
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

async fn read(response: &Response, limit: usize, host: &str) -> Result<Answer, FetchError> {
    let body = read_body(response, limit).await.map_err(|error| match error {
        BodyError::TooLarge(limit) => FetchError::TooLarge { host: host.to_owned(), limit },
        BodyError::Interrupted(reason) => FetchError::Interrupted { host: host.to_owned(), reason },
    })?;
    let headers = response.headers().entries().map(|(name, value)| (name.to_ascii_lowercase(), value));
    Ok(Answer { status: response.status(), headers: headers.collect(), url: response.url(), body })
}

/// Whether the browser knows that there is no connection; it may not know.
fn is_offline() -> bool {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).unwrap_or(JsValue::UNDEFINED);
    Reflect::get(&navigator, &"onLine".into()).is_ok_and(|on_line| on_line == JsValue::FALSE)
}

/// The host of an address, for messages.
fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_host_alone() {
        assert_eq!(host_of("https://api.crossref.org/works?query=a"), "api.crossref.org");
        assert_eq!(host_of("https://api.crossref.org?query=a"), "api.crossref.org");
        assert_eq!(host_of("nothing"), "nothing");
    }
}
