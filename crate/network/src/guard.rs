//! HTTP that reaches the open web and the servers that the user named, and nothing else: every address is looked at as it is
//! written, every name as it is resolved, and every redirect as if it were asked for.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use citelight::http::FetchError;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::LOCATION;
use reqwest::{Client, ClientBuilder, Method, RequestBuilder, Response, StatusCode, Url, redirect};

use crate::OwnServers;
use crate::address::{is_open, is_public};
use crate::proxies::Proxies;

/// Redirects that are followed.
const REDIRECTS: usize = 5;
/// Time for a connection to be made; the rest of a request's time is for the answer.
const CONNECT: Duration = Duration::from_secs(10);

/// How far redirects are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// To whatever address of the open web.
    OpenWeb,
    /// Within the origin that was asked: the rest of a request goes along with it.
    Origin,
}

/// A request, or what a redirect makes of it.
#[derive(Clone, Debug)]
pub struct Hop {
    /// What is asked.
    pub url: Url,
    /// How: a redirect may make a GET of a POST, without its body.
    pub method: Method,
}

/// How an address is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// At an address of the open web.
    Open,
    /// At a server of the user's, wherever it is.
    Own,
    /// Through a proxy, which resolves the name.
    Proxy,
}

/// One client for each way, each with a resolver that knows where it may lead.
pub struct Guard {
    open: Client,
    own: Client,
    proxied: Client,
    servers: OwnServers,
    proxies: Arc<Proxies>,
}

impl Guard {
    /// Clients that may also ask these servers of the user's; `configure` says what else they do.
    ///
    /// # Errors
    /// Why there can be none.
    pub fn new(
        servers: OwnServers,
        configure: impl Fn(ClientBuilder) -> ClientBuilder,
    ) -> Result<Self, String> {
        Self::over(servers, Proxies::of_system(), |_, builder| configure(builder))
    }

    fn over(
        servers: OwnServers,
        proxies: Proxies,
        configure: impl Fn(Way, ClientBuilder) -> ClientBuilder,
    ) -> Result<Self, String> {
        let proxies = Arc::new(proxies);
        let build = |way: Way| {
            let builder = match way {
                Way::Open => builder(OwnServers::default()).no_proxy(),
                Way::Own => builder(servers.clone()).no_proxy(),
                Way::Proxy => builder(proxies.servers()),
            };
            configure(way, builder).build().map_err(|error| innermost(&error))
        };
        let (open, own, proxied) = (build(Way::Open)?, build(Way::Own)?, build(Way::Proxy)?);
        Ok(Self { open, own, proxied, servers, proxies })
    }

    /// Asks an address, and whatever it redirects to; `request` builds what is sent.
    ///
    /// # Errors
    /// [`FetchError`]: an address that may not be asked, or no answer.
    pub async fn send(
        &self,
        first: Hop,
        reach: Reach,
        request: impl Fn(&Client, &Hop) -> RequestBuilder,
    ) -> Result<Response, FetchError> {
        let (mut hop, mut followed) = (first, 0);
        self.admit(&hop.url, None)?;
        loop {
            let host = hop.url.host_str().unwrap_or("the address").to_owned();
            let sent = request(self.client(self.way(&hop.url)), &hop).send().await;
            let response = sent.map_err(|error| failure(&host, &error))?;
            let Some(next) = redirected(&hop, &response).filter(|_| followed < REDIRECTS) else {
                return Ok(response);
            };
            self.admit(&next.url, Some(&hop.url))?;
            if reach == Reach::Origin && next.url.origin() != hop.url.origin() {
                return Err(elsewhere(&host, &next.url));
            }
            (hop, followed) = (next, followed + 1);
        }
    }

    /// Whether an address may be asked, at first or by a redirect from another one.
    fn admit(&self, url: &Url, from: Option<&Url>) -> Result<(), FetchError> {
        // A stranger's redirect does not lead to what the user named for other questions.
        let named = self.servers.holds(url) && from.is_none_or(|from| self.servers.holds(from));
        let bared = from.is_some_and(|from| from.scheme() == "https" && url.scheme() != "https");
        if (named || is_open(url)) && !bared {
            Ok(())
        } else {
            Err(FetchError::RefusedAddress { host: url.host_str().unwrap_or_default().to_owned() })
        }
    }

    fn way(&self, url: &Url) -> Way {
        if self.proxies.carry(url) {
            Way::Proxy
        } else if self.servers.holds(url) {
            Way::Own
        } else {
            Way::Open
        }
    }

    fn client(&self, way: Way) -> &Client {
        match way {
            Way::Open => &self.open,
            Way::Own => &self.own,
            Way::Proxy => &self.proxied,
        }
    }
}

/// What every client does: it follows no redirect by itself, and connects to addresses of the open web and to these servers only.
fn builder(servers: OwnServers) -> ClientBuilder {
    // Another provider may be installed already; then that one serves.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .redirect(redirect::Policy::none())
        .connect_timeout(CONNECT)
        .referer(false)
        .dns_resolver(Arc::new(GuardedResolver(servers)))
}

/// Where an answer redirects to; none if it does not, or to nothing that can be read.
fn redirected(hop: &Hop, response: &Response) -> Option<Hop> {
    let method = match response.status() {
        StatusCode::MOVED_PERMANENTLY | StatusCode::FOUND | StatusCode::SEE_OTHER => Method::GET,
        StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT => hop.method.clone(),
        _ => return None,
    };
    let mut url = hop.url.join(response.headers().get(LOCATION)?.to_str().ok()?).ok()?;
    // Who redirects gives nobody a name and a password to show.
    url.set_username("").ok();
    url.set_password(None).ok();
    Some(Hop { url, method })
}

/// A redirect that would take a key or a text to a host for which it was not meant.
fn elsewhere(host: &str, url: &Url) -> FetchError {
    let origin = url.origin().ascii_serialization();
    let reason = format!(
        "{host} redirects there, and what was to be sent is meant for {host} alone; if you trust {origin}, give its address instead"
    );
    FetchError::NotSent { host: origin, reason }
}

/// A name that leads to no address that may be asked.
#[derive(Debug, thiserror::Error)]
#[error("{0} leads to no address of the open web")]
struct Refused(String);

/// Why a request came to nothing, as the core tells it.
fn failure(host: &str, error: &reqwest::Error) -> FetchError {
    let host = host.to_owned();
    if causes(error).any(|cause| cause.is::<Refused>()) {
        return FetchError::RefusedAddress { host };
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

/// Resolves names to addresses of the open web only, but for the servers that it is told: any name may lead to a private address.
struct GuardedResolver(OwnServers);

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let named = self.0.hosts().any(|host| host.eq_ignore_ascii_case(name.as_str()));
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let open: Vec<SocketAddr> = found.filter(|address| named || is_public(address.ip())).collect();
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

    use hyper_util::client::proxy::matcher::Matcher;

    use super::*;

    /// An address where somebody listens, and whether anybody came.
    fn listener() -> (TcpListener, String) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        (listener, format!("localhost:{port}"))
    }

    /// Clients with these rules for proxies.
    fn guard(own: &[&str], rules: impl Fn() -> Matcher) -> Guard {
        let rule = || Arc::new(Proxies::of(rules())).rule();
        Guard::over(OwnServers::new(own.iter().copied()), Proxies::of(rules()), |way, builder| {
            if way == Way::Proxy { builder.proxy(rule()) } else { builder }
        })
        .unwrap()
    }

    fn asked(guard: &Guard, url: &str) -> Result<Response, reqwest::Error> {
        let url = Url::parse(url).unwrap();
        // Past the look at the address as it is written: the name alone decides.
        crate::runtime().unwrap().block_on(async { guard.client(guard.way(&url)).get(url).send().await })
    }

    fn is_refused(answer: Result<Response, reqwest::Error>) -> bool {
        answer.is_err_and(|error| matches!(failure("x", &error), FetchError::RefusedAddress { .. }))
    }

    #[test]
    fn no_rule_for_proxies_takes_the_look_at_names_away() {
        let (somebody, home) = listener();
        type Rules = Box<dyn Fn() -> Matcher>;
        let rules: [(&str, Rules); 6] = [
            ("none", Box::new(|| Matcher::builder().build())),
            ("empty", Box::new(|| Matcher::builder().http("").https("").all("").build())),
            ("other scheme", Box::new(|| Matcher::builder().https("http://127.0.0.1:9").build())),
            ("excepted", Box::new(|| Matcher::builder().all("http://127.0.0.1:9").no("localhost").build())),
            ("all excepted", Box::new(|| Matcher::builder().all("http://127.0.0.1:9").no("*").build())),
            ("unknown scheme", Box::new(|| Matcher::builder().all("carrier-pigeon://loft").build())),
        ];
        for (name, rules) in rules {
            assert!(is_refused(asked(&guard(&[], &rules), &format!("http://{home}/"))), "{name}");
        }
        // A proxy that has the very name of what is excepted from it: its port is another one.
        let excepted = || Matcher::builder().all("http://localhost:9").no("localhost").build();
        assert!(is_refused(asked(&guard(&[], excepted), &format!("http://{home}/"))));
        assert!(somebody.accept().is_err(), "somebody came");
    }

    #[test]
    fn an_encrypted_request_is_not_sent_on_in_the_open() {
        let guard = guard(&["http://models.example.org/v1"], || Matcher::builder().build());
        let [open, own] = ["http://papers.example.org/a", "http://models.example.org/v1"];
        let encrypted = Url::parse("https://papers.example.org/a").unwrap();
        let admit = |url: &str, from: &Url| guard.admit(&Url::parse(url).unwrap(), Some(from));
        for url in [open, own] {
            let refused = admit(url, &encrypted);
            assert!(matches!(refused, Err(FetchError::RefusedAddress { .. })), "{url}: {refused:?}");
        }
        assert!(admit(open, &Url::parse("http://papers.example.org/b").unwrap()).is_ok());
        assert!(admit("https://other.example.org/", &encrypted).is_ok());
    }

    #[test]
    fn a_proxy_may_be_at_home_and_is_asked_for_what_it_carries() {
        let proxy = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = proxy.local_addr().unwrap().port();
        let serving = std::thread::spawn(move || {
            let (mut connection, _) = proxy.accept().unwrap();
            let mut asked = [0; 4096];
            let length = connection.read(&mut asked).unwrap();
            connection.write_all(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n").unwrap();
            String::from_utf8_lossy(&asked[..length]).into_owned()
        });
        let rules = move || Matcher::builder().http(format!("http://localhost:{port}")).build();
        let answer = asked(&guard(&[], rules), "http://papers.example.org/a").unwrap();
        assert_eq!(answer.status(), 204);
        assert!(serving.join().unwrap().starts_with("GET http://papers.example.org/a"));
    }

    #[test]
    fn the_users_own_server_is_found_by_name_and_no_other_port_of_it() {
        let (somebody, home) = listener();
        let own = format!("http://{home}/v1");
        let guard = guard(&[&own], || Matcher::builder().build());
        let direct = |url: &str| guard.admit(&Url::parse(url).unwrap(), None);
        assert!(direct(&own).is_ok() && direct("http://localhost:1/").is_err());
        assert!(is_refused(asked(&guard, "http://localhost:1/")), "the name is the same, the port is not");
        let named =
            |url: &str, from: &str| guard.admit(&Url::parse(url).unwrap(), Url::parse(from).ok().as_ref());
        assert!(named(&own, &own).is_ok());
        assert!(named(&own, "http://stranger.example.org/").is_err(), "strangers do not lead there");
        assert!(somebody.accept().is_err(), "nobody was asked yet");
        crate::runtime().unwrap().block_on(async {
            let url = Url::parse(&own).unwrap();
            let _ = tokio::time::timeout(
                Duration::from_millis(300),
                guard.client(guard.way(&url)).get(url).send(),
            )
            .await;
        });
        assert!(somebody.accept().is_ok(), "the user's own server was asked");
    }
}
