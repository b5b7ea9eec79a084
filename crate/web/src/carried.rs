//! Requests that the page carries: where a key must not even come into the worker, whoever holds it sends them.

use citelight::LocalFuture;
use citelight::http::{Fetch, FetchError, Request, Response};
use js_sys::{Array, Function, Promise};
use serde::Deserialize;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::fetch::describe;
use crate::network::fetch::{Abort, host_of, in_time};

/// A function of address, body, headers (pairs of name and value) and `AbortSignal` to a promise of [`Carried`] (www/shared/worker/fetch-proxy.ts).
pub(crate) struct CarriedFetch(Function);

/// What became of a request.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
enum Carried {
    /// It was answered.
    Answered { status: u16, headers: Vec<(String, String)>, body: String },
    /// It was not sent, and will not be.
    Refused { reason: String },
    /// It was sent, and nothing came back.
    Lost { reason: String },
}

impl CarriedFetch {
    pub(crate) fn new(carry: Function) -> Self {
        Self(carry)
    }

    async fn carry(&self, request: &Request, abort: &Abort) -> Result<Response, FetchError> {
        let host = host_of(&request.url).to_owned();
        let lost = |reason: String| FetchError::Unreachable { host: host.clone(), reason };
        let body = request.body.as_deref().unwrap_or_default();
        let signal = abort.signal().map_or(JsValue::UNDEFINED, JsValue::from);
        let pair = |(name, value): &(&str, String)| Array::of2(&(*name).into(), &value.as_str().into());
        let headers: Array = request.headers.iter().map(pair).collect();
        let given = Array::of4(&request.url.as_str().into(), &body.into(), &headers, &signal);
        let promise = self
            .0
            .apply(&JsValue::NULL, &given)
            .and_then(JsCast::dyn_into::<Promise>)
            .map_err(|error| lost(describe(&error)))?;
        let carried = JsFuture::from(promise).await.map_err(|error| lost(describe(&error)))?;
        match serde_wasm_bindgen::from_value(carried) {
            Ok(Carried::Answered { body, .. }) if body.len() > request.max_bytes => {
                Err(FetchError::TooLarge { host: host.clone(), limit: request.max_bytes })
            }
            Ok(Carried::Answered { status, headers, body }) => {
                Ok(Response { status, headers, url: request.url.clone(), body: body.into_bytes() })
            }
            Ok(Carried::Refused { reason }) => Err(FetchError::NotSent { host: host.clone(), reason }),
            Ok(Carried::Lost { reason }) => Err(lost(reason)),
            Err(error) => Err(lost(error.to_string())),
        }
    }
}

impl Fetch for CarriedFetch {
    fn fetch<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Response, FetchError>> {
        Box::pin(async move {
            let abort = Abort::new();
            in_time(request, self.carry(request, &abort)).await
        })
    }
}
