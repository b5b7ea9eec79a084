//! The one trait that carries requests.

use std::time::Duration;

use super::request::Request;
use super::response::Response;
use citelight_inference::LocalFuture;

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// There is no connection at all: no fault of the host's, and asking again at once is no use.
    #[error("this device is offline; connect it and check again")]
    Offline,
    /// No connection, no name, no route, or the server hung up before it answered.
    #[error("{host} could not be reached ({reason}); check the connection")]
    Unreachable {
        /// Host of the request.
        host: String,
        /// What happened.
        reason: String,
    },
    /// The answer stopped in the middle.
    #[error("the answer of {host} broke off ({reason}); try again later")]
    Interrupted {
        /// Host of the request.
        host: String,
        /// What happened.
        reason: String,
    },
    /// It took too long.
    #[error("{host} did not answer within {} s; try again later", seconds.as_secs())]
    TimedOut {
        /// Host of the request.
        host: String,
        /// The time that was given.
        seconds: Duration,
    },
    /// The answer is larger than was asked for.
    #[error("the answer of {host} is larger than {limit} bytes and was not read")]
    TooLarge {
        /// Host of the request.
        host: String,
        /// The limit, in bytes.
        limit: usize,
    },
    /// The address is private, or a redirect leads to one.
    #[error("{host} is no address of the open web and was not asked; check the address of the source")]
    RefusedAddress {
        /// The refused host.
        host: String,
    },
    /// Whoever carries requests did not send it: what the user allowed has changed.
    #[error("{host} was not asked: {reason}")]
    NotSent {
        /// Host of the request.
        host: String,
        /// Why, and what to do next.
        reason: String,
    },
}

impl FetchError {
    /// Whether the same request may succeed a little later.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Unreachable { .. } | Self::Interrupted { .. } | Self::TimedOut { .. })
    }
}

/// Carries requests: the browser's `fetch`, a native client, a fake in tests.
///
/// An implementation sends [`Request::wire_url`] and [`Request::wire_headers`], follows redirects to addresses of the
/// open web only and takes neither a body nor [`Request::secret_headers`] to another origin, and keeps [`Request::max_bytes`] and [`Request::timeout`]. It neither retries nor caches. A browser leaves
/// out `user-agent`: it sends its own, and another one would cost a preflight request.
pub trait Fetch {
    /// Sends a request.
    ///
    /// # Errors
    /// [`FetchError`] if no whole answer came. A status such as 404 or 500 is an answer.
    fn fetch<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Response, FetchError>>;
}
