//! Telling a server of the user's, so that it can tell who it was and that nothing was changed on the way.

use std::net::IpAddr;
use std::time::Duration;

use citelight::http::{Clock, Fetch, Request};
use citelight::text::hexadecimal;
use citelight_network::{HttpClient, SystemTime};
use hmac::{Hmac, KeyInit, Mac};
use reqwest::Url;
use sha2::Sha256;

use super::news::News;
use crate::failure::Failure;

/// Variable that holds the secret: on a command line everybody could read it.
const SECRET: &str = "CITELIGHT_WEBHOOK_SECRET";
/// Characters of a secret that nobody guesses.
const SHORTEST: usize = 16;
/// Pauses between the tries.
const PAUSES: [Duration; 3] = [Duration::from_secs(1), Duration::from_secs(4), Duration::from_secs(16)];
/// Bytes of an answer that are read: nobody reads what it says.
const ANSWER: usize = 64 * 1024;

/// Where news go.
pub(super) struct Webhook {
    url: String,
    secret: String,
    client: HttpClient,
}

impl Webhook {
    pub(super) fn open(url: &str) -> Result<Self, Failure> {
        let refused = |reason: String| Failure::Network { reason };
        let url = usable(url).map_err(refused)?;
        let secret = std::env::var(SECRET).unwrap_or_default();
        if secret.chars().count() < SHORTEST {
            return Err(refused(format!(
                "a webhook's messages are signed; put a secret of at least {SHORTEST} characters into {SECRET}"
            )));
        }
        let own = is_loopback(&url).then(|| url.as_str());
        let client = HttpClient::new(own.into_iter()).map_err(refused)?;
        Ok(Self { url: url.to_string(), secret, client })
    }

    /// Tells one piece of news. What failed for now is tried again a few times.
    pub(super) async fn deliver(&self, news: &News) -> Result<(), String> {
        let body = serde_json::to_string(news).map_err(|error| error.to_string())?;
        let mut pauses = PAUSES.into_iter();
        loop {
            let seconds = SystemTime.now() / 1000;
            let mut request = Request::post(self.url.clone(), "application/json", body.clone())
                .with_header("user-agent", concat!("Citelight/", env!("CARGO_PKG_VERSION")))
                .with_header("x-citelight-event", news.id.clone())
                .with_header("x-citelight-signature", signature(&self.secret, seconds, &body));
            request.max_bytes = ANSWER;
            let (reason, is_passing) = match self.client.fetch(&request).await {
                Ok(answer) if (200..300).contains(&answer.status) => return Ok(()),
                Ok(answer) => {
                    let is_passing = answer.status == 429 || answer.status >= 500;
                    (format!("the webhook answered with status {}", answer.status), is_passing)
                }
                Err(error) => (error.to_string(), error.is_passing()),
            };
            match pauses.next().filter(|_| is_passing) {
                Some(pause) => tokio::time::sleep(pause).await,
                None => return Err(format!("the webhook was not told: {reason}; the next look tries again")),
            }
        }
    }
}

/// `t=1764249600,v1=…`: HMAC-SHA-256 of the time, a full stop and the body, in hexadecimal.
fn signature(secret: &str, seconds: u64, body: &str) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return String::new() };
    mac.update(format!("{seconds}.{body}").as_bytes());
    format!("t={seconds},v1={}", hexadecimal(mac.finalize().into_bytes()))
}

/// An https address, or one of this computer.
fn usable(text: &str) -> Result<Url, String> {
    let reason = || {
        format!(
            "“{text}” cannot be a webhook; give an https address, or one of this computer (http://127.0.0.1:…)"
        )
    };
    let url = Url::parse(text).map_err(|_| reason())?;
    let has_password = !url.username().is_empty() || url.password().is_some();
    let is_allowed = url.scheme() == "https" || url.scheme() == "http" && is_loopback(&url);
    if is_allowed && !has_password { Ok(url) } else { Err(reason()) }
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_webhook_is_https_or_this_computer() {
        for good in
            ["https://hooks.example.org/x", "http://127.0.0.1:8080/", "http://localhost/", "http://[::1]:9/x"]
        {
            assert!(usable(good).is_ok(), "{good}");
        }
        for bad in [
            "http://hooks.example.org/",
            "http://10.0.0.1/",
            "ftp://x.org/",
            "file:///etc",
            "https://a:b@c.org/",
            "x",
        ] {
            assert!(usable(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_signature_is_an_hmac_of_time_and_body() {
        // By `openssl dgst -sha256 -hmac Jefe`.
        assert_eq!(
            signature("Jefe", 1, "what do ya want for nothing?"),
            "t=1,v1=a9049465ce89cfb8e9aac62333abda66f80e3403f51f57f6bae3c3a4485eca38"
        );
    }
}
