//! Requests as plain values: no I/O here.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

/// What a client asks a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// Absolute URL without credentials: safe to log, and part of cache keys.
    pub url: String,
    /// Headers, names in lower case, without credentials.
    pub headers: Vec<(&'static str, String)>,
    /// Body of a POST, as text.
    pub body: Option<String>,
    /// Keys and mail addresses; added on the wire only, see [`Request::wire_url`] and [`Request::wire_headers`].
    pub credentials: Vec<Credential>,
    /// Most bytes of body that are read.
    pub max_bytes: usize,
    /// Time after which the request is given up, from its start to the last byte.
    pub timeout: Duration,
}

/// Methods that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// GET.
    Get,
    /// POST.
    Post,
}

impl Method {
    /// Its name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
        }
    }
}

/// A text that is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Hides a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text, for the wire only.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("(secret)")
    }
}

/// What identifies the user to a source, and where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Credential {
    /// A header.
    Header(Cow<'static, str>, Secret),
    /// A parameter of the query.
    Parameter(&'static str, Secret),
}

/// Bytes of an answer that are read unless a request says otherwise: metadata of fifty works stays well under.
const MAX_BYTES: usize = 16 * 1024 * 1024;
/// Time for a request unless it says otherwise.
const TIMEOUT: Duration = Duration::from_secs(30);

impl Request {
    /// A GET of a URL.
    pub fn get(url: impl Into<String>) -> Self {
        Self {
            method: Method::Get,
            url: url.into(),
            headers: Vec::new(),
            body: None,
            credentials: Vec::new(),
            max_bytes: MAX_BYTES,
            timeout: TIMEOUT,
        }
    }

    /// A POST of a text.
    pub fn post(url: impl Into<String>, content_type: &'static str, body: impl Into<String>) -> Self {
        let headers = vec![("content-type", content_type.to_owned())];
        Self { method: Method::Post, body: Some(body.into()), headers, ..Self::get(url) }
    }

    /// The request with one more parameter in its query.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        push_parameter(&mut self.url, name, value);
        self
    }

    /// The request with one more header; `name` in lower case.
    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// The request with a credential, if there is one.
    #[must_use]
    pub fn with_credential(mut self, credential: Option<Credential>) -> Self {
        self.credentials.extend(credential);
        self
    }

    /// The URL as it is sent, credentials included: for the wire, never for a log.
    pub fn wire_url(&self) -> String {
        let mut url = self.url.clone();
        for credential in &self.credentials {
            if let Credential::Parameter(name, secret) = credential {
                push_parameter(&mut url, name, secret.reveal());
            }
        }
        url
    }

    /// The headers as they are sent, credentials included: for the wire, never for a log.
    pub fn wire_headers(&self) -> Vec<(&str, &str)> {
        let open = self.headers.iter().map(|(name, value)| (*name, value.as_str()));
        let secret = self.credentials.iter().filter_map(|credential| match credential {
            Credential::Header(name, secret) => Some((name.as_ref(), secret.reveal())),
            Credential::Parameter(..) => None,
        });
        open.chain(secret).collect()
    }

    /// Names of the headers that are meant for its host alone: keys, and a user agent that tells the mail address. No
    /// redirect may take them to another one. The query of the first address goes there anyway.
    pub fn secret_headers(&self) -> impl Iterator<Item = &str> {
        self.credentials.iter().filter_map(|credential| match credential {
            Credential::Header(name, _) => Some(name.as_ref()),
            Credential::Parameter(..) => None,
        })
    }

    /// What the request is, for caches: equal texts ask the same of the same server, whoever asks.
    pub fn fingerprint(&self) -> String {
        format!("{} {} {}", self.method.as_str(), self.url, self.body.as_deref().unwrap_or_default())
    }
}

fn push_parameter(url: &mut String, name: &str, value: &str) {
    url.push(if url.contains('?') { '&' } else { '?' });
    url.push_str(&encoded(name));
    url.push('=');
    url.push_str(&encoded(value));
}

/// Percent-encodes everything but letters, digits and `-._~` (RFC 3986, unreserved).
pub fn encoded(text: &str) -> String {
    encoded_but(text, "")
}

/// A DOI as a path: its slashes and colons stay, as every resolver prints them.
pub(crate) fn encoded_path(text: &str) -> String {
    encoded_but(text, "/:()")
}

fn encoded_but(text: &str, kept: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        let c = char::from(byte);
        if c.is_ascii_alphanumeric() || "-._~".contains(c) || (c.is_ascii() && kept.contains(c)) {
            encoded.push(c);
        } else {
            encoded.push('%');
            for half in [byte >> 4, byte & 15] {
                encoded.extend(char::from_digit(half.into(), 16).map(|digit| digit.to_ascii_uppercase()));
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_go_on_the_wire_and_nowhere_else() {
        let request = Request::get("https://api.example.org/works")
            .with("query", "a b&c")
            .with_credential(Some(Credential::Parameter("mailto", Secret::new("me@example.org"))))
            .with_credential(Some(Credential::Header("x-api-key".into(), Secret::new("k-1"))));
        assert_eq!(request.url, "https://api.example.org/works?query=a%20b%26c");
        assert_eq!(
            request.wire_url(),
            "https://api.example.org/works?query=a%20b%26c&mailto=me%40example.org"
        );
        assert_eq!(request.wire_headers(), [("x-api-key", "k-1")]);
        let named = request.clone().with_header("user-agent", "Citelight");
        assert_eq!(named.secret_headers().collect::<Vec<_>>(), ["x-api-key"]);
        let shown = format!("{request:?} {}", request.fingerprint());
        assert!(
            !shown.contains("k-1") && !shown.contains("example.org&") && !shown.contains("me@"),
            "{shown}"
        );
    }

    #[test]
    fn dois_keep_their_slashes_in_paths() {
        assert_eq!(
            encoded_path("10.1890/0012-9615(1999)069[0569:EDILSA]2.0.CO;2"),
            "10.1890/0012-9615(1999)069%5B0569:EDILSA%5D2.0.CO%3B2"
        );
        assert_eq!(encoded("ø/?"), "%C3%B8%2F%3F");
    }
}
