//! Requests over HTTP.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use citelight::LocalFuture;
use citelight::sources::http::{Answer, Fetch, FetchError, Method, Request};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Response, Url, redirect};

use super::address::{OwnServers, is_open, is_public};

/// Redirects that are followed.
const REDIRECTS: usize = 5;
/// Time for a connection to be made; the rest of a request's time is for the answer.
const CONNECT: Duration = Duration::from_secs(10);
/// Variables that name a proxy: it resolves names then, and its own address may well be a private one.
const PROXIES: [&str; 6] =
    ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];

/// A client for addresses of the open web and the servers that the user named.
pub struct HttpClient {
    client: reqwest::Client,
    /// For what is meant for one host alone.
    faithful: reqwest::Client,
    own: OwnServers,
}

impl HttpClient {
    /// A client that may also ask these servers of the user's.
    ///
    /// # Errors
    /// Why there can be none.
    pub fn new<'a>(own: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let own = OwnServers::new(own);
        let client = builder(&own).gzip(true).build().map_err(|error| innermost(&error))?;
        let faithful = builder(&own).redirect(redirects(own.clone(), Reach::Origin)).gzip(true);
        let faithful = faithful.build().map_err(|error| innermost(&error))?;
        Ok(Self { client, faithful, own })
    }

    async fn send(&self, request: &Request, host: &str) -> Result<Answer, FetchError> {
        let refused = || FetchError::RefusedAddress { host: host.to_owned() };
        let url = Url::parse(&request.wire_url()).map_err(|_| refused())?;
        if !is_open(&url, &self.own) {
            return Err(refused());
        }
        let is_for_its_host_alone = request.body.is_some() || request.secret_headers().next().is_some();
        let client = if is_for_its_host_alone { &self.faithful } else { &self.client };
        let mut sent = match request.method {
            Method::Get => client.get(url),
            Method::Post => client.post(url),
        };
        for (name, value) in request.wire_headers() {
            sent = sent.header(name, value);
        }
        if let Some(body) = &request.body {
            sent = sent.body(body.clone());
        }
        let response = sent.send().await.map_err(|error| failure(host, &error))?;
        read(response, request.max_bytes, host).await
    }
}

/// What every client does: it follows a few redirects, and asks no address that is neither open nor the user's own.
pub fn builder(own: &OwnServers) -> reqwest::ClientBuilder {
    // Another provider may be installed already; then that one serves.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = reqwest::Client::builder()
        .redirect(redirects(own.clone(), Reach::OpenWeb))
        .connect_timeout(CONNECT)
        .referer(false);
    if PROXIES.iter().all(|name| std::env::var_os(name).is_none()) {
        builder.dns_resolver(Arc::new(OpenResolver(own.clone())))
    } else {
        builder
    }
}

impl Fetch for HttpClient {
    fn fetch<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Answer, FetchError>> {
        Box::pin(async move {
            let host = Url::parse(&request.url).ok().and_then(|url| url.host_str().map(str::to_owned));
            let host = host.unwrap_or_else(|| "the address".to_owned());
            let answered = tokio::time::timeout(request.timeout, self.send(request, &host)).await;
            answered.unwrap_or(Err(FetchError::TimedOut { host, seconds: request.timeout }))
        })
    }
}

/// The whole body.
async fn read(mut response: Response, limit: usize, host: &str) -> Result<Answer, FetchError> {
    let too_large = || FetchError::TooLarge { host: host.to_owned(), limit };
    if response.content_length().is_some_and(|length| usize::try_from(length).unwrap_or(usize::MAX) > limit) {
        return Err(too_large());
    }
    let mut body: Vec<u8> = Vec::new();
    loop {
        let chunk = response
            .chunk()
            .await
            .map_err(|error| FetchError::Interrupted { host: host.to_owned(), reason: innermost(&error) })?;
        let Some(chunk) = chunk else { break };
        if body.len() + chunk.len() > limit {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    let headers = response
        .headers()
        .iter()
        .map(|(name, value)| {
            (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
        })
        .collect();
    let (status, url) = (response.status().as_u16(), response.url().to_string());
    Ok(Answer { status, headers, url, body })
}

/// A redirect to an address that is not of the open web.
#[derive(Debug, thiserror::Error)]
#[error("the redirect to {0} is refused")]
struct Refused(String);

/// A redirect that would take a key or a text to a host for which it was not meant.
#[derive(Debug, thiserror::Error)]
#[error("the redirect to {0} is not followed")]
struct Elsewhere(String);

/// How far redirects are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// To whatever address of the open web.
    OpenWeb,
    /// Within the origin that was asked: the rest of a request goes along with it.
    Origin,
}

/// Follows a few redirects within the open web, never from an encrypted connection to an open one.
fn redirects(own: OwnServers, reach: Reach) -> redirect::Policy {
    redirect::Policy::custom(move |attempt| {
        let encrypted = attempt.previous().last().is_some_and(|url| url.scheme() == "https");
        let leaves = attempt.previous().first().is_none_or(|url| url.origin() != attempt.url().origin());
        if !is_open(attempt.url(), &own) || encrypted && attempt.url().scheme() != "https" {
            let host = attempt.url().host_str().unwrap_or_default().to_owned();
            attempt.error(Refused(host))
        } else if reach == Reach::Origin && leaves {
            let origin = attempt.url().origin().ascii_serialization();
            attempt.error(Elsewhere(origin))
        } else if attempt.previous().len() > REDIRECTS {
            attempt.stop()
        } else {
            attempt.follow()
        }
    })
}

/// Why a request came to nothing, as the core tells it.
pub fn failure(host: &str, error: &reqwest::Error) -> FetchError {
    let host = host.to_owned();
    if let Some(Refused(host)) = causes(error).find_map(|cause| cause.downcast_ref::<Refused>()) {
        return FetchError::RefusedAddress { host: host.clone() };
    }
    if let Some(Elsewhere(origin)) = causes(error).find_map(|cause| cause.downcast_ref::<Elsewhere>()) {
        let reason = format!(
            "{host} redirects there, and what was to be sent is meant for {host} alone; if you trust {origin}, give its address instead"
        );
        return FetchError::NotSent { host: origin.clone(), reason };
    }
    if error.is_timeout() {
        return FetchError::TimedOut { host, seconds: CONNECT };
    }
    FetchError::Unreachable { host, reason: innermost(error) }
}

fn causes<'a>(
    error: &'a (dyn std::error::Error + 'static),
) -> impl Iterator<Item = &'a (dyn std::error::Error + 'static)> {
    std::iter::successors(Some(error), |error| error.source())
}

/// What went wrong in the end, without the address: it may hold a key.
pub fn innermost(error: &reqwest::Error) -> String {
    causes(error).last().map_or_else(
        || "it failed".to_owned(),
        |cause| match cause.downcast_ref() {
            Some(outer) if std::ptr::eq::<reqwest::Error>(outer, error) => "it failed".to_owned(),
            _ => cause.to_string(),
        },
    )
}

/// Resolves names to addresses of the open web only: a name may lead to a private address, too.
struct OpenResolver(OwnServers);

impl Resolve for OpenResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let own = self.0.has_host(name.as_str());
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let open: Vec<SocketAddr> = found.filter(|address| own || is_public(address.ip())).collect();
            if open.is_empty() {
                return Err(Refused(name.as_str().to_owned()).into());
            }
            Ok(Box::new(open.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;
    use std::thread::JoinHandle;

    use citelight::sources::http::{Credential, Secret};

    use super::*;

    /// A server that answers each connection once; what it was asked, when it is over.
    fn server(answers: Vec<String>) -> (String, JoinHandle<Vec<String>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let serving = std::thread::spawn(move || {
            let answered = answers.into_iter().map(|answer| {
                let (mut connection, _) = listener.accept().unwrap();
                let mut asked = [0; 4096];
                let length = connection.read(&mut asked).unwrap();
                connection.write_all(answer.as_bytes()).unwrap();
                String::from_utf8_lossy(&asked[..length]).into_owned()
            });
            answered.collect()
        });
        (base, serving)
    }

    fn moved(status: u16, to: &str) -> String {
        format!("HTTP/1.1 {status} Moved\r\nlocation: {to}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
    }

    const HERE: &str = "HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\nhere";

    fn asked(request: &Request, own: &[&str]) -> Result<Answer, FetchError> {
        let client = HttpClient::new(own.iter().copied()).unwrap();
        crate::runtime().unwrap().block_on(client.fetch(request))
    }

    #[test]
    fn keys_and_texts_do_not_follow_a_redirect_to_another_origin() {
        let header = |name: &'static str| Some(Credential::Header(name.into(), Secret::new("k-1")));
        let requests: [fn(String) -> Request; 3] = [
            |url| Request::get(url),
            |url| Request::get(url),
            |url| Request::post(url, "text/plain", "A sentence."),
        ];
        let credentials = [header("x-api-key"), header("crossref-plus-api-token"), None];
        for (request, credential) in requests.into_iter().zip(credentials) {
            for status in [301, 302, 307, 308] {
                // Nobody may come here: the listener is only there to be an address that answers.
                let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
                elsewhere.set_nonblocking(true).unwrap();
                let other = format!("http://{}", elsewhere.local_addr().unwrap());
                let (base, serving) = server(vec![moved(status, &format!("{other}/b"))]);
                let request = request(format!("{base}/a")).with_credential(credential.clone());
                let error = asked(&request, &[&base, &other]).unwrap_err();
                assert!(matches!(error, FetchError::NotSent { .. }), "{error:?}");
                assert!(error.to_string().starts_with(&format!("{other} was not asked")), "{error}");
                assert!(!error.to_string().contains("k-1"), "{error}");
                assert!(elsewhere.accept().is_err(), "{status}: somebody came");
                serving.join().unwrap();
            }
        }
    }

    #[test]
    fn keys_follow_a_redirect_within_their_origin_and_a_plain_request_follows_any() {
        let (base, serving) = server(vec![moved(302, "/b"), HERE.to_owned()]);
        let key = Some(Credential::Header("x-api-key".into(), Secret::new("k-1")));
        let answer = asked(&Request::get(format!("{base}/a")).with_credential(key), &[&base]).unwrap();
        assert_eq!((answer.status, answer.text().unwrap()), (200, "here"));
        assert!(serving.join().unwrap().iter().all(|asked| asked.contains("x-api-key: k-1")));

        let (other, there) = server(vec![HERE.to_owned()]);
        let (base, serving) = server(vec![moved(302, &format!("{other}/b"))]);
        let mail = Some(Credential::Parameter("mailto", Secret::new("me@example.org")));
        let plain = Request::get(format!("{base}/a")).with_header("user-agent", "Citelight");
        let answer = asked(&plain.with_credential(mail), &[&base, &other]).unwrap();
        assert_eq!((answer.status, answer.text().unwrap()), (200, "here"));
        assert!(serving.join().unwrap()[0].contains("example.org"));
        let there = there.join().unwrap();
        assert!(!there[0].contains("example.org"), "no Referer tells the first address: {}", there[0]);
    }

    /// Every system knows this name without asking anyone, and it leads to the computer itself.
    fn resolved(own: OwnServers) -> Result<Vec<SocketAddr>, String> {
        let found = OpenResolver(own).resolve("localhost".parse().unwrap());
        let found = crate::runtime()?.block_on(found);
        found.map(Iterator::collect).map_err(|error| error.to_string())
    }

    #[test]
    fn a_name_that_leads_home_is_refused() {
        assert_eq!(resolved(OwnServers::default()).unwrap_err(), "the redirect to localhost is refused");
        let own = OwnServers::new(std::iter::once("http://localhost:8000/v1"));
        assert!(resolved(own).unwrap().iter().all(|address| address.ip().is_loopback()));
    }
}
