//! Requests over HTTP.

use citelight::LocalFuture;
use citelight::http::{Fetch, FetchError, Method, Request, Response};
use reqwest::Url;

use super::address::OwnServers;
use super::guard::{Guard, Hop, Reach, innermost};

/// A client for addresses of the open web and the servers that the user named.
pub struct HttpClient(Guard);

impl HttpClient {
    /// A client that may also ask these servers of the user's.
    ///
    /// # Errors
    /// Why there can be none.
    pub fn new<'a>(own: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        Guard::new(OwnServers::new(own), |builder| builder.gzip(true)).map(Self)
    }

    async fn send(&self, request: &Request, host: &str) -> Result<Response, FetchError> {
        let refused = |_| FetchError::RefusedAddress { host: host.to_owned() };
        let url = Url::parse(&request.wire_url()).map_err(refused)?;
        let method = match request.method {
            Method::Get => reqwest::Method::GET,
            Method::Post => reqwest::Method::POST,
        };
        let is_for_its_host_alone = request.body.is_some() || request.secret_headers().next().is_some();
        let reach = if is_for_its_host_alone { Reach::Origin } else { Reach::OpenWeb };
        let build = |client: &reqwest::Client, hop: &Hop| {
            let mut sent = client.request(hop.method.clone(), hop.url.clone());
            for (name, value) in request.wire_headers() {
                sent = sent.header(name, value);
            }
            match request.body.as_ref().filter(|_| hop.method != reqwest::Method::GET) {
                Some(body) => sent.body(body.clone()),
                None => sent,
            }
        };
        let response = self.0.send(Hop { url, method }, reach, build).await?;
        read(response, request.max_bytes, host).await
    }
}

impl Fetch for HttpClient {
    fn fetch<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Response, FetchError>> {
        Box::pin(async move {
            let host = Url::parse(&request.url).ok().and_then(|url| url.host_str().map(str::to_owned));
            let host = host.unwrap_or_else(|| "the address".to_owned());
            let answered = tokio::time::timeout(request.timeout, self.send(request, &host)).await;
            answered.unwrap_or(Err(FetchError::TimedOut { host, seconds: request.timeout }))
        })
    }
}

/// The whole body.
async fn read(mut response: reqwest::Response, limit: usize, host: &str) -> Result<Response, FetchError> {
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
    Ok(Response { status, headers, url, body })
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;
    use std::thread::JoinHandle;

    use citelight::http::{Credential, Secret};

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

    fn asked(request: &Request, own: &[&str]) -> Result<Response, FetchError> {
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
}
