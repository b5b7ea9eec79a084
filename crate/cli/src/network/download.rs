//! Large files from a server, from any byte on.

use std::future::Future;
use std::time::Duration;

use citelight::http::FetchError;
use citelight_network::{Guard, Hop, OwnServers, Reach, innermost};
use reqwest::header::{
    ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, ETAG, HeaderMap, HeaderName, IF_RANGE, RANGE, RETRY_AFTER,
};
use reqwest::{Response, StatusCode, Url};

use crate::failure::Failure;

/// How long a server may say nothing.
const SILENCE: Duration = Duration::from_secs(30);

/// A server of files.
pub(crate) struct FileServer {
    runtime: tokio::runtime::Runtime,
    guard: Guard,
}

/// Why a file did not come.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AskError {
    /// No answer; one may come later.
    #[error("{0}")]
    Fetch(#[from] FetchError),
    /// The server is overloaded or has a fault; it may say when to come again.
    #[error("{host} answered {status}")]
    Busy { host: String, status: u16, again: Option<Duration> },
    /// The server will not give it.
    #[error("{host} answered {status} to {url}")]
    Refused { host: String, status: u16, url: String },
    /// The file ends before the byte that was asked for.
    #[error("{host} has no byte there")]
    Beyond { host: String },
    /// The answer contradicts the question.
    #[error("{host} answered with another part of the file than it was asked for")]
    Confused { host: String },
}

/// A file or the rest of it, on its way.
#[derive(Debug)]
pub(crate) struct Content {
    host: String,
    response: Response,
    /// Where in the file it begins.
    pub(crate) start: u64,
    /// Bytes of the whole file, if the server says.
    pub(crate) total: Option<u64>,
    /// What identifies this very content, if the server says.
    pub(crate) tag: Option<String>,
}

impl FileServer {
    /// A client that may also ask this server of the user's.
    pub(crate) fn open(own: Option<&str>) -> Result<Self, Failure> {
        let unusable = |reason: String| Failure::Network { reason };
        if let Some(url) = own
            && !Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
        {
            return Err(unusable(format!(
                "“{url}” is no web address; give one like https://hub.example.org"
            )));
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| unusable(error.to_string()))?;
        // Packed on the way, a part of a file would not be that part.
        let guard = Guard::new(OwnServers::new(own.into_iter()), |builder| {
            let builder = builder.gzip(false).read_timeout(SILENCE);
            builder.user_agent(concat!("citelight/", env!("CARGO_PKG_VERSION")))
        });
        Ok(Self { runtime, guard: guard.map_err(unusable)? })
    }

    /// Runs a future to its end on this thread.
    pub(crate) fn run<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    /// Waits.
    pub(crate) async fn wait(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }

    /// Asks for a file from a byte on, if it is still the one that the tag identifies; a server may send all of it
    /// instead.
    pub(crate) async fn ask(&self, url: &str, from: u64, tag: Option<&str>) -> Result<Content, AskError> {
        let refused = |_| FetchError::RefusedAddress { host: url.to_owned() };
        let parsed = Url::parse(url).map_err(refused)?;
        let host = parsed.host_str().unwrap_or_default().to_owned();
        let build = |client: &reqwest::Client, hop: &Hop| {
            let request = client.get(hop.url.clone()).header(ACCEPT_ENCODING, "identity");
            if from == 0 {
                return request;
            }
            let request = request.header(RANGE, format!("bytes={from}-"));
            match tag {
                Some(tag) => request.header(IF_RANGE, tag),
                None => request,
            }
        };
        let hop = Hop { url: parsed, method: reqwest::Method::GET };
        let response = self.guard.send(hop, Reach::OpenWeb, build).await?;
        let (status, headers) = (response.status(), response.headers());
        let number = |name: HeaderName| text(headers, name)?.trim().parse::<u64>().ok();
        let (start, total) = match status {
            StatusCode::OK => (0, number(CONTENT_LENGTH)),
            StatusCode::PARTIAL_CONTENT => match text(headers, CONTENT_RANGE).and_then(range) {
                Some((start, total)) if start == from => (start, total),
                _ => return Err(AskError::Confused { host }),
            },
            StatusCode::RANGE_NOT_SATISFIABLE => return Err(AskError::Beyond { host }),
            status
                if status.is_server_error()
                    || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT) =>
            {
                return Err(AskError::Busy {
                    host,
                    status: status.as_u16(),
                    again: number(RETRY_AFTER).map(Duration::from_secs),
                });
            }
            status => {
                return Err(AskError::Refused { host, status: status.as_u16(), url: url.to_owned() });
            }
        };
        // A weak tag names contents that are alike, not the same (RFC 9110, 8.8.1).
        let tag = text(headers, ETAG).filter(|tag| tag.starts_with('"')).map(str::to_owned);
        Ok(Content { host, response, start, total, tag })
    }
}

impl Content {
    /// The next bytes; none at the end.
    pub(crate) async fn next(&mut self) -> Result<Option<impl AsRef<[u8]> + use<>>, AskError> {
        let interrupted = |error: reqwest::Error| FetchError::Interrupted {
            host: self.host.clone(),
            reason: innermost(&error),
        };
        Ok(self.response.chunk().await.map_err(interrupted)?)
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// First byte and size of the whole from `bytes 200-999/1000` or `bytes 200-999/*`.
fn range(text: &str) -> Option<(u64, Option<u64>)> {
    let (place, total) = text.trim().strip_prefix("bytes ")?.split_once('/')?;
    let (start, _) = place.split_once('-')?;
    Some((start.trim().parse().ok()?, total.trim().parse().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(range("bytes 200-999/1000"), Some((200, Some(1000))));
        assert_eq!(range("bytes 200-999/*"), Some((200, None)));
        for other in ["bytes */1000", "200-999/1000", "bytes -5/10", ""] {
            assert_eq!(range(other), None, "{other}");
        }
    }
}
