//! A model behind any OpenAI-compatible address: `POST …/chat/completions`.

pub mod connection_test;
pub mod settings;
pub mod stream;
pub mod wire;

use std::cell::RefCell;
use std::rc::Rc;

pub use settings::{AnswerFormat, EndpointKind, EndpointSettings, Prices, Reasoning};

use super::budget::{Budget, Reservation};
use super::tokens::estimate;
use super::{Complete, CompleteError, Completion, Request, Usage};
use citelight_inference::LocalFuture;
use citelight_records::http::{
    self, AskError, Clock, Credential, Fetch, HostClient, Priority, Reply, RequestCost, Response, Secret,
    Transport,
};
use citelight_records::sources::api::ResponseError;

/// Bytes of an answer that are read: thinking included, an answer that was asked for stays far under.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// What to do where an image was not taken.
const NOT_SEEING: &str = "it was sent an image, which not every model reads: name one that does";

/// An endpoint that the user configured.
#[derive(Clone)]
pub struct Endpoint {
    settings: Rc<EndpointSettings>,
    credentials: Rc<[Credential]>,
    /// What an answer must not tell on: an endpoint knows its key, and may be ordered to say it.
    secrets: Rc<[Secret]>,
    client: Rc<HostClient>,
    budget: Rc<Budget>,
    fetch: Rc<dyn Fetch>,
    clock: Rc<dyn Clock>,
}

impl Endpoint {
    /// An endpoint over the means of a host. The key and the headers go on the wire and nowhere else. `seed` makes the jitter
    /// of retries.
    pub fn new(
        settings: EndpointSettings,
        key: Option<Secret>,
        headers: Vec<(String, Secret)>,
        budget: Rc<Budget>,
        fetch: Rc<dyn Fetch>,
        clock: Rc<dyn Clock>,
        seed: u64,
    ) -> Self {
        let secrets = key.iter().chain(headers.iter().map(|(_, value)| value)).cloned().collect();
        let bearer = key.as_ref().map(connection_test::bearer);
        let others =
            headers.into_iter().map(|(name, value)| Credential::Header(name.to_lowercase().into(), value));
        let credentials = bearer.into_iter().chain(others).collect();
        let client = Rc::new(HostClient::new(settings.request_policy(), seed));
        Self { settings: Rc::new(settings), credentials, secrets, client, budget, fetch, clock }
    }

    /// The same endpoint, and the same line to it, with another budget: a server gives each job its own.
    #[must_use]
    pub fn within(&self, budget: Rc<Budget>) -> Self {
        Self { budget, ..self.clone() }
    }

    fn request(&self, request: &Request) -> http::Request {
        let body = wire::body(request, &self.settings).to_string();
        let mut post = http::Request::post(self.settings.completions(), "application/json", body);
        post.credentials = self.credentials.to_vec();
        post.max_bytes = MAX_BYTES;
        post.timeout = self.settings.timeout();
        post
    }

    /// The most that a request can take.
    fn reserve(&self, request: &Request) -> Result<Reservation, CompleteError> {
        let repair =
            request.repair.as_ref().map_or(0, |repair| estimate(&repair.answer) + estimate(&repair.fault));
        let read = estimate(&request.system)
            + estimate(&request.user)
            + request.tokens_of_images()
            + estimate(&request.schema.to_string())
            + repair;
        let written = self.settings.most_written(request.max_tokens);
        let usage =
            self.settings.priced(Usage { input_tokens: read, output_tokens: written, ..Usage::default() });
        self.budget.reserve(usage.tokens(), usage.cost.unwrap_or_default())
    }

    async fn ask(&self, request: &Request) -> Result<Completion, CompleteError> {
        // What was reserved for the request under way: one that comes to nothing may have been answered all the same, so it
        // stays spent unless the endpoint said that it did not take it.
        let reserved: RefCell<Option<Reservation>> = RefCell::new(None);
        let spent: RefCell<Option<CompleteError>> = RefCell::new(None);
        let build = || match self.reserve(request) {
            Ok(reservation) => {
                reserved.replace(Some(reservation));
                Some(self.request(request))
            }
            Err(error) => {
                spent.replace(Some(error));
                None
            }
        };
        let read = |answer: &Response| {
            if !(200..300).contains(&answer.status)
                && let Some(reservation) = reserved.take()
            {
                self.budget.release(reservation);
            }
            wire::read(answer)
        };
        let transport = Transport { fetch: &*self.fetch, clock: &*self.clock };
        let asked =
            self.client.ask(transport, Priority::New, || RequestCost::Single, build, read, |_| {}).await;
        match asked {
            Ok(Reply::Read { value, .. }) => {
                let usage =
                    self.settings.priced(value.usage.unwrap_or_else(|| estimated(request, &value.text)));
                if let Some(reservation) = reserved.take() {
                    self.budget.settle(reservation, usage);
                }
                Ok(Completion { text: self.without_secrets(value.text), usage })
            }
            Ok(Reply::Unchanged) => Err(self.unanswered("it says that nothing changed".to_owned())),
            Err(AskError::Unaskable) => {
                Err(spent.take().unwrap_or_else(|| self.unanswered("it was not asked".to_owned())))
            }
            // Some refuse images as a fault of the request, others as one of their own.
            Err(AskError::Response(error @ (ResponseError::Rejected(_) | ResponseError::Failing(_))))
                if !request.images.is_empty() =>
            {
                Err(self.unanswered(format!("{error}; {NOT_SEEING}")))
            }
            Err(error) => Err(self.unanswered(error.to_string())),
        }
    }

    fn without_secrets(&self, text: String) -> String {
        /// A shorter one would be found in innocent words.
        const TELLING: usize = 6;
        let telling = self.secrets.iter().map(Secret::reveal).filter(|secret| secret.len() >= TELLING);
        telling.fold(text, |text, secret| text.replace(secret, "(secret)"))
    }

    /// An endpoint's own words about what it did not take may quote the key.
    fn unanswered(&self, reason: String) -> CompleteError {
        CompleteError::Unanswered { endpoint: self.settings.host(), reason: self.without_secrets(reason) }
    }
}

/// What an answer took where the endpoint does not say.
fn estimated(request: &Request, text: &str) -> Usage {
    Usage {
        requests: 1,
        input_tokens: estimate(&request.system) + estimate(&request.user) + request.tokens_of_images(),
        output_tokens: estimate(text),
        cost: None,
        estimated: true,
    }
}

impl Complete for Endpoint {
    fn complete<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Completion, CompleteError>> {
        Box::pin(self.ask(request))
    }

    fn model(&self) -> &str {
        &self.settings.model
    }
}
