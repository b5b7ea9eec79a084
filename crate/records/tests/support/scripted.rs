//! A server that follows a script, in virtual time, and a world of works for it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use citelight_inference::LocalFuture;
use citelight_records::http::{
    Clock, Fetch, FetchError, MemoryStore, Request, RequestPolicy, Response, virtual_time::VirtualClock,
};
use citelight_records::sources::{ApiName, ApiSettings, ApiSource, Client};
use citelight_types::identifiers::Identifiers;
use serde_json::{Value, json};

/// What a server does with its n-th request.
pub(crate) type Behaviour = Box<dyn Fn(usize, &Request) -> Result<Response, FetchError>>;

/// A server that takes its time and writes down what it was asked.
pub(crate) struct Server {
    pub(crate) clock: Rc<VirtualClock>,
    pub(crate) latency: u64,
    pub(crate) behaviour: Behaviour,
    /// Moment and URL of each request.
    pub(crate) log: RefCell<Vec<(u64, String)>>,
    pub(crate) under_way: Cell<usize>,
    pub(crate) most: Cell<usize>,
}

impl Fetch for Server {
    fn fetch<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Response, FetchError>> {
        Box::pin(async move {
            let number = self.log.borrow().len();
            self.log.borrow_mut().push((self.clock.now(), request.url.clone()));
            self.under_way.set(self.under_way.get() + 1);
            self.most.set(self.most.get().max(self.under_way.get()));
            self.clock.sleep(Duration::from_millis(self.latency)).await;
            self.under_way.set(self.under_way.get() - 1);
            (self.behaviour)(number, request)
        })
    }
}

/// A source over a server, with a clock that starts far from zero.
pub(crate) struct Bench {
    pub(crate) clock: Rc<VirtualClock>,
    pub(crate) server: Rc<Server>,
    pub(crate) client: Rc<Client>,
}

impl Bench {
    pub(crate) fn new(latency: u64, settings: ApiSettings, behaviour: Behaviour) -> Self {
        let clock = Rc::new(VirtualClock::starting_at(1_700_000_000_000));
        let (log, under_way, most) = Default::default();
        let server = Rc::new(Server { clock: clock.clone(), latency, behaviour, log, under_way, most });
        let store = Rc::new(MemoryStore::default());
        let client = Rc::new(Client::new(server.clone(), clock.clone(), store, Rc::new(settings), 7));
        Self { clock, server, client }
    }

    pub(crate) fn source(&self, api: ApiName) -> ApiSource {
        ApiSource::named(api, self.client.clone()).unwrap()
    }

    pub(crate) fn requests(&self) -> usize {
        self.server.log.borrow().len()
    }

    pub(crate) fn times(&self) -> Vec<u64> {
        self.server.log.borrow().iter().map(|(time, _)| *time).collect()
    }
}

pub(crate) fn with_policy(policy: RequestPolicy) -> ApiSettings {
    let policies = ApiName::ALL.into_iter().map(|api| (api, policy.clone())).collect();
    ApiSettings { policies, ..ApiSettings::default() }
}

pub(crate) fn ok(body: Value) -> Result<Response, FetchError> {
    Ok(Response { status: 200, body: body.to_string().into(), ..Response::default() })
}

pub(crate) fn status(status: u16, headers: &[(&str, &str)]) -> Result<Response, FetchError> {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Ok(Response { status, headers, body: "no".into(), ..Response::default() })
}

pub(crate) fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        match (byte, hex) {
            (b'%', Some(value)) => {
                bytes.push(value);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap()
}

pub(crate) fn parameter(url: &str, name: &str) -> Option<String> {
    let (_, query) = url.split_once('?')?;
    query.split('&').find_map(|pair| pair.strip_prefix(&format!("{}=", name))).map(decoded)
}

/// Title of the n-th work of the world.
pub(crate) fn title(n: usize) -> String {
    let subjects = [
        "sleep", "memory", "proteins", "galaxies", "markets", "forests", "graphs", "vaccines", "rivers",
        "bees",
    ];
    let aspects = [
        "dynamics",
        "decay",
        "growth",
        "structure",
        "control",
        "origins",
        "limits",
        "noise",
        "repair",
        "costs",
    ];
    format!("On the {} of {} in example {n}", aspects[n % 10], subjects[n / 10 % 10])
}

/// Numbers of works named in a text, by DOI (`10.1016/17`) or title (`example 17`).
pub(crate) fn named(text: &str, mark: &str) -> Vec<usize> {
    text.split(mark)
        .skip(1)
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
        .collect()
}

pub(crate) fn crossref_work(n: usize) -> Value {
    json!({"DOI": format!("10.1016/{n}"), "type": "journal-article", "title": [title(n)],
        "author": [{"family": format!("Author{}", letters(n)), "given": "A."}], "issued": {"date-parts": [[2000 + n % 20]]},
        "container-title": ["Journal of Examples"]})
}

pub(crate) fn letters(n: usize) -> String {
    n.to_string().bytes().map(|digit| char::from(b'a' + digit - b'0')).collect()
}

/// Crossref, OpenAlex and Semantic Scholar over works 0 to `size`; DOIs and titles of others are unknown.
pub(crate) fn world(size: usize) -> impl Fn(&Request) -> Result<Response, FetchError> {
    world_of(move |_, n| n < size)
}

/// The source that a request is for.
pub(crate) fn source_of(url: &str) -> ApiName {
    let is_own = |name: &ApiName| name.origin().is_some_and(|origin| url.starts_with(origin));
    ApiName::ALL.into_iter().find(is_own).unwrap()
}

/// Crossref, OpenAlex, Semantic Scholar, DBLP and doi.org, each over the works that it holds.
pub(crate) fn world_of(
    holds: impl Fn(ApiName, usize) -> bool,
) -> impl Fn(&Request) -> Result<Response, FetchError> {
    move |request: &Request| {
        let url = decoded(&request.url);
        let source = source_of(&url);
        let known =
            |numbers: Vec<usize>| numbers.into_iter().filter(|n| holds(source, *n)).collect::<Vec<_>>();
        let openalex = |n: usize| {
            json!({"id": format!("https://openalex.org/W{n}"), "doi": format!("https://doi.org/10.1016/{n}"), "title": title(n),
                "publication_year": 2000 + n % 20,
                "authorships": [{"author": {"display_name": format!("A. Author{}", letters(n))}}]})
        };
        let paper = |n: usize| {
            json!({"paperId": format!("p{n}"), "externalIds": {"DOI": format!("10.1016/{n}")}, "title": title(n),
                "year": 2000 + n % 20, "authors": [{"name": format!("A. Author{}", letters(n))}]})
        };
        if url.starts_with("https://api.crossref.org/works/") {
            return match known(named(&url, "10.1016/")).first() {
                Some(n) => ok(json!({"status": "ok", "message-type": "work", "message": crossref_work(*n)})),
                None => status(404, &[]),
            };
        }
        if url.starts_with("https://api.crossref.org/works?") {
            let numbers = match parameter(&request.url, "query.bibliographic") {
                // The nearest work is always another one.
                Some(query) => Some(known(named(&query, "example ")))
                    .filter(|found| !found.is_empty())
                    .unwrap_or(vec![0]),
                None => known(named(&parameter(&request.url, "filter").unwrap(), "10.1016/")),
            };
            let items: Vec<Value> = numbers.into_iter().map(crossref_work).collect();
            return ok(json!({"status": "ok", "message-type": "work-list", "message": {"items": items}}));
        }
        if url.starts_with("https://api.openalex.org/works/") {
            return match known(named(&url, "10.1016/")).first() {
                Some(n) => ok(openalex(*n)),
                None => status(404, &[]),
            };
        }
        if url.starts_with("https://api.openalex.org/works?") {
            let filter = parameter(&request.url, "filter").unwrap();
            let numbers = known([named(&filter, "10.1016/"), named(&filter, "example ")].concat());
            return ok(json!({"results": numbers.into_iter().map(openalex).collect::<Vec<_>>()}));
        }
        if url.contains("/paper/batch") {
            let body: Value = serde_json::from_str(request.body.as_deref().unwrap()).unwrap();
            let papers = body["ids"].as_array().unwrap().iter().map(|id| {
                known(named(id.as_str().unwrap(), "10.1016/")).first().map_or(Value::Null, |n| paper(*n))
            });
            return ok(papers.collect());
        }
        if url.contains("/search/bulk") {
            let papers: Vec<Value> = known(named(&url, "example ")).into_iter().map(paper).collect();
            return ok(json!({"total": papers.len(), "token": null, "data": papers}));
        }
        if source == ApiName::Dblp {
            let hits = known(named(&url, "example ")).into_iter().map(|n| {
                json!({"info": {"key": format!("x/{n}"), "title": title(n), "year": (2000 + n % 20).to_string(),
                    "venue": "Journal of Examples", "type": "Journal Articles", "doi": format!("10.1016/{n}"),
                    "authors": {"author": [{"text": format!("A. Author{}", letters(n))}]}}})
            });
            let hits = json!({"hit": hits.collect::<Vec<_>>()});
            return ok(json!({"result": {"status": {"@code": "200"}, "hits": hits}}));
        }
        if source == ApiName::Doi {
            let registered = !known(named(&url, "10.1016/")).is_empty();
            let body = json!({"responseCode": if registered { 1 } else { 100 }, "values": []});
            return Ok(Response {
                status: if registered { 200 } else { 404 },
                body: body.to_string().into(),
                ..Response::default()
            });
        }
        let numbers = known([named(&url, "10.1016/"), named(&url, "example ")].concat());
        match (numbers.first(), url.contains("/match")) {
            (Some(n), true) => ok(json!({"data": [paper(*n)]})),
            (Some(n), false) => ok(paper(*n)),
            (None, _) => Ok(Response {
                status: 404,
                body: json!({"error": "not found"}).to_string().into(),
                ..Response::default()
            }),
        }
    }
}

/// A server of which so many tenths of the answers are faults of every kind.
pub(crate) fn faulty(
    answer: impl Fn(&Request) -> Result<Response, FetchError> + 'static,
    seed: u64,
    tenths: u64,
) -> Behaviour {
    Box::new(move |number, request| {
        let dice = (seed ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        if dice % 10 >= tenths {
            return answer(request);
        }
        let host = "api.example.org".to_owned();
        match dice / 10 % 7 {
            0 => status(429, &[("retry-after", "1")]),
            1 => status(429, &[]),
            2 => status(502, &[]),
            3 => Err(FetchError::TimedOut { host, seconds: Duration::from_secs(30) }),
            4 => Err(FetchError::Interrupted { host, reason: "connection reset".to_owned() }),
            // Cut off, and a page of somebody else.
            5 => answer(request)
                .map(|answer| Response { body: answer.body[..answer.body.len() / 2].to_vec(), ..answer }),
            _ => Ok(Response {
                status: 200,
                body: "<html><title>Log in</title></html>".into(),
                ..Response::default()
            }),
        }
    })
}

pub(crate) fn doi(n: usize) -> Identifiers {
    Identifiers { doi: Some(format!("10.1016/{n}")), ..Identifiers::default() }
}
