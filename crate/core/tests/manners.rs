//! The polite client under a virtual clock: limits, patience, circuits, batches, the store.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use citelight::citation::{Identifiers, Reference};
use citelight::resolve::{Resolution, resolve};
use citelight::sources::http::{Answer, Fetch, FetchError, Request, Secret};
use citelight::sources::manners::virtual_time::VirtualClock;
use citelight::sources::manners::{Client, Clock, Manners, MemoryStore, Rate};
use citelight::sources::{ApiName, ApiSettings, ApiSource, Query, Record, Source, SourceError};
use citelight::text::person::Person;
use citelight::{LocalFuture, Settings};
use futures_util::future::join_all;
use proptest::prelude::*;
use serde_json::{Value, json};

/// What a server does with its n-th request.
type Behaviour = Box<dyn Fn(usize, &Request) -> Result<Answer, FetchError>>;

/// A server that takes its time and writes down what it was asked.
struct Server {
    clock: Rc<VirtualClock>,
    latency: u64,
    behaviour: Behaviour,
    /// Moment and URL of each request.
    log: RefCell<Vec<(u64, String)>>,
    under_way: Cell<usize>,
    most: Cell<usize>,
}

impl Fetch for Server {
    fn fetch<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Answer, FetchError>> {
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
struct Bench {
    clock: Rc<VirtualClock>,
    server: Rc<Server>,
    client: Rc<Client>,
}

impl Bench {
    fn new(latency: u64, settings: ApiSettings, behaviour: Behaviour) -> Self {
        let clock = Rc::new(VirtualClock::starting_at(1_700_000_000_000));
        let (log, under_way, most) = Default::default();
        let server = Rc::new(Server { clock: clock.clone(), latency, behaviour, log, under_way, most });
        let store = Rc::new(MemoryStore::default());
        let client = Rc::new(Client::new(server.clone(), clock.clone(), store, Rc::new(settings), 7));
        Self { clock, server, client }
    }

    fn source(&self, api: ApiName) -> ApiSource {
        ApiSource::named(api, self.client.clone()).unwrap()
    }

    fn requests(&self) -> usize {
        self.server.log.borrow().len()
    }

    fn times(&self) -> Vec<u64> {
        self.server.log.borrow().iter().map(|(time, _)| *time).collect()
    }
}

fn with_manners(manners: Manners) -> ApiSettings {
    let manners = ApiName::ALL.into_iter().map(|api| (api, manners.clone())).collect();
    ApiSettings { manners, ..ApiSettings::default() }
}

fn ok(body: Value) -> Result<Answer, FetchError> {
    Ok(Answer { status: 200, body: body.to_string(), ..Answer::default() })
}

fn status(status: u16, headers: &[(&str, &str)]) -> Result<Answer, FetchError> {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Ok(Answer { status, headers, body: "no".to_owned(), ..Answer::default() })
}

fn decoded(text: &str) -> String {
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

fn parameter(url: &str, name: &str) -> Option<String> {
    let (_, query) = url.split_once('?')?;
    query.split('&').find_map(|pair| pair.strip_prefix(&format!("{}=", name))).map(decoded)
}

/// Title of the n-th work of the world.
fn title(n: usize) -> String {
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

/// Numbers of works named in a text, by DOI (`10.5555/17`) or title (`example 17`).
fn named(text: &str, mark: &str) -> Vec<usize> {
    text.split(mark)
        .skip(1)
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
        .collect()
}

fn crossref_work(n: usize) -> Value {
    json!({"DOI": format!("10.5555/{n}"), "type": "journal-article", "title": [title(n)],
        "author": [{"family": format!("Author{}", letters(n)), "given": "A."}], "issued": {"date-parts": [[2000 + n % 20]]},
        "container-title": ["Journal of Examples"]})
}

fn letters(n: usize) -> String {
    n.to_string().bytes().map(|digit| char::from(b'a' + digit - b'0')).collect()
}

/// Crossref, OpenAlex and Semantic Scholar over works 0 to `size`; DOIs and titles of others are unknown.
fn world(size: usize) -> impl Fn(&Request) -> Result<Answer, FetchError> {
    move |request: &Request| {
        let url = decoded(&request.url);
        let known = |numbers: Vec<usize>| numbers.into_iter().filter(|n| *n < size).collect::<Vec<_>>();
        let openalex = |n: usize| {
            json!({"id": format!("https://openalex.org/W{n}"), "doi": format!("https://doi.org/10.5555/{n}"), "title": title(n),
                "publication_year": 2000 + n % 20,
                "authorships": [{"author": {"display_name": format!("A. Author{}", letters(n))}}]})
        };
        let paper = |n: usize| {
            json!({"paperId": format!("p{n}"), "externalIds": {"DOI": format!("10.5555/{n}")}, "title": title(n),
                "year": 2000 + n % 20, "authors": [{"name": format!("A. Author{}", letters(n))}]})
        };
        if url.starts_with("https://api.crossref.org/works/") {
            return match known(named(&url, "10.5555/")).first() {
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
                None => known(named(&parameter(&request.url, "filter").unwrap(), "10.5555/")),
            };
            let items: Vec<Value> = numbers.into_iter().map(crossref_work).collect();
            return ok(json!({"status": "ok", "message-type": "work-list", "message": {"items": items}}));
        }
        if url.starts_with("https://api.openalex.org/works/") {
            return match known(named(&url, "10.5555/")).first() {
                Some(n) => ok(openalex(*n)),
                None => status(404, &[]),
            };
        }
        if url.starts_with("https://api.openalex.org/works?") {
            let filter = parameter(&request.url, "filter").unwrap();
            let numbers = known([named(&filter, "10.5555/"), named(&filter, "example ")].concat());
            return ok(json!({"results": numbers.into_iter().map(openalex).collect::<Vec<_>>()}));
        }
        if url.contains("/paper/batch") {
            let body: Value = serde_json::from_str(request.body.as_deref().unwrap()).unwrap();
            let papers = body["ids"].as_array().unwrap().iter().map(|id| {
                known(named(id.as_str().unwrap(), "10.5555/")).first().map_or(Value::Null, |n| paper(*n))
            });
            return ok(papers.collect());
        }
        let numbers = known([named(&url, "10.5555/"), named(&url, "example ")].concat());
        match (numbers.first(), url.contains("/match")) {
            (Some(n), true) => ok(json!({"data": [paper(*n)]})),
            (Some(n), false) => ok(paper(*n)),
            (None, _) => Ok(Answer {
                status: 404,
                body: json!({"error": "not found"}).to_string(),
                ..Answer::default()
            }),
        }
    }
}

/// A server of which so many tenths of the answers are faults of every kind.
fn faulty(
    answer: impl Fn(&Request) -> Result<Answer, FetchError> + 'static,
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
            5 => answer(request).map(|answer| Answer {
                body: answer.body.chars().take(answer.body.chars().count() / 2).collect(),
                ..answer
            }),
            _ => Ok(Answer {
                status: 200,
                body: "<html><title>Log in</title></html>".to_owned(),
                ..Answer::default()
            }),
        }
    })
}

fn doi(n: usize) -> Identifiers {
    Identifiers { doi: Some(format!("10.5555/{n}")), ..Identifiers::default() }
}

async fn by_doi(source: &ApiSource, n: usize) -> Result<Vec<Record>, SourceError> {
    let identifiers = doi(n);
    source.look_up(Query { identifiers: &identifiers, title: None, authors: &[], year: None }).await
}

async fn by_title(source: &ApiSource, n: usize) -> Result<Vec<Record>, SourceError> {
    let (none, title) = (Identifiers::default(), title(n));
    source.look_up(Query { identifiers: &none, title: Some(&title), authors: &[], year: None }).await
}

/// Most requests within any window.
fn densest(times: &[u64], window: u64) -> usize {
    times
        .iter()
        .map(|start| times.iter().filter(|time| (*start..start + window).contains(*time)).count())
        .max()
        .unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_limit_is_ever_exceeded(
        requests in 1u32..20, per in 100u64..3_000, lists in 1u32..5, concurrency in 1usize..6, latency in 0u64..700,
        fault in 2usize..9,
    ) {
        let rate = |requests| Some(Rate { requests, per: Duration::from_millis(per) });
        let manners = Manners { concurrency, rate: rate(requests), list_rate: rate(lists), failures: 1_000, ..Manners::default() };
        let answer = world(100);
        let bench = Bench::new(latency, with_manners(manners), Box::new(move |number, request| {
            if number % fault == 1 { status(503, &[]) } else { answer(request) }
        }));
        let source = bench.source(ApiName::Crossref);
        bench.clock.run(join_all((0..30).map(|n| by_title(&source, n)))).unwrap();
        let times = bench.times();
        prop_assert!(times.len() >= 30);
        prop_assert!(densest(&times, per) <= requests.min(lists) as usize);
        prop_assert!(bench.server.most.get() <= concurrency);
    }

    #[test]
    fn a_fault_is_an_error_and_never_not_here(seed in any::<u64>(), share in 1u64..7) {
        let bench = Bench::new(20, with_manners(Manners::unlimited()), faulty(world(100), seed, share));
        for api in [ApiName::Crossref, ApiName::OpenAlex, ApiName::SemanticScholar] {
            let source = bench.source(api);
            let by_key = bench.clock.run(join_all((0..60).map(|n| by_doi(&source, n)))).unwrap();
            let searched = bench.clock.run(join_all((60..90).map(|n| by_title(&source, n)))).unwrap();
            for (n, result) in by_key.into_iter().chain(searched).enumerate() {
                match result {
                    Ok(records) => prop_assert_eq!(&records[0].title, &title(n)),
                    Err(SourceError::Unavailable { .. } | SourceError::Malformed { .. }) => {}
                }
            }
        }
    }
}

#[test]
fn a_limit_in_headers_is_kept_from_then_on() {
    let answer = world(100);
    let manners = Manners { concurrency: 3, rate: Some(Rate::per_second(50)), ..Manners::default() };
    let bench = Bench::new(
        10,
        with_manners(manners),
        Box::new(move |_, request| {
            answer(request).map(|answer| {
                let headers = [("x-rate-limit-limit", "2"), ("x-rate-limit-interval", "1s")];
                let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
                Answer { headers, ..answer }
            })
        }),
    );
    let source = bench.source(ApiName::Crossref);
    bench.clock.run(join_all((0..10).map(|n| by_title(&source, n)))).unwrap();
    let times = bench.times();
    assert!(times[3..].windows(2).all(|pair| pair[1] - pair[0] >= 500), "{times:?}");
}

#[test]
fn retry_after_is_kept_by_everyone() {
    let answer = world(100);
    let bench = Bench::new(
        10,
        with_manners(Manners::unlimited()),
        Box::new(
            move |number, request| {
                if number == 0 { status(429, &[("retry-after", "7")]) } else { answer(request) }
            },
        ),
    );
    let source = bench.source(ApiName::Crossref);
    let later = async {
        bench.clock.sleep(Duration::from_millis(50)).await;
        by_title(&source, 2).await
    };
    let (first, second) = bench.clock.run(futures_util::future::join(by_title(&source, 1), later)).unwrap();
    assert_eq!((first.unwrap()[0].title.clone(), second.unwrap()[0].title.clone()), (title(1), title(2)));
    let times = bench.times();
    assert_eq!(times.len(), 3);
    assert!(times[1] - times[0] >= 7_000 && times[1] - times[0] < 7_100, "{times:?}");
}

#[test]
fn a_wait_beyond_patience_fails_at_once_and_for_all() {
    let bench = Bench::new(
        10,
        with_manners(Manners::unlimited()),
        Box::new(|_, _| status(429, &[("retry-after", "3600")])),
    );
    let source = bench.source(ApiName::Crossref);
    let started = bench.clock.now();
    for n in 0..5 {
        let error = bench.clock.run(by_title(&source, n)).unwrap().unwrap_err();
        assert!(error.to_string().contains("left alone for"), "{error}");
    }
    assert_eq!(bench.requests(), 1);
    assert!(bench.clock.now() - started < 1_000);
}

#[test]
fn a_dead_source_is_left_alone_and_tried_again() {
    let answer = world(100);
    let dead = Rc::new(Cell::new(true));
    let is_dead = dead.clone();
    let bench = Bench::new(
        10,
        with_manners(Manners { backoff: Duration::from_millis(10), ..Manners::unlimited() }),
        Box::new(move |_, request| if is_dead.get() { status(500, &[]) } else { answer(request) }),
    );
    let source = bench.source(ApiName::Crossref);
    for n in 0..20 {
        assert!(bench.clock.run(by_title(&source, n)).unwrap().is_err());
    }
    assert_eq!(bench.requests(), 5, "then the circuit is open");
    bench.clock.run(bench.clock.sleep(Duration::from_secs(31)));
    assert!(bench.clock.run(by_title(&source, 30)).unwrap().is_err());
    assert_eq!(bench.requests(), 6, "one trial");
    dead.set(false);
    bench.clock.run(bench.clock.sleep(Duration::from_secs(31)));
    assert!(bench.clock.run(by_title(&source, 31)).unwrap().is_err(), "the rest was doubled");
    bench.clock.run(bench.clock.sleep(Duration::from_secs(31)));
    // Those who come during the trial wait for what comes of it.
    let found = bench.clock.run(join_all((40..45).map(|n| by_title(&source, n)))).unwrap();
    assert!(found.into_iter().zip(40..).all(|(found, n)| found.unwrap()[0].title == title(n)));
    assert_eq!(bench.requests(), 11);
}

#[test]
fn a_question_is_asked_once() {
    let answer = world(100);
    let bench =
        Bench::new(100, with_manners(Manners::unlimited()), Box::new(move |_, request| answer(request)));
    let source = bench.source(ApiName::Crossref);
    let all = join_all((0..50).map(|_| by_title(&source, 3)));
    assert!(bench.clock.run(all).unwrap().into_iter().all(|found| found.unwrap()[0].title == title(3)));
    bench.clock.run(by_title(&source, 3)).unwrap().unwrap();
    assert_eq!(bench.requests(), 1);
    let counts = bench.client.counts(ApiName::Crossref);
    assert_eq!((counts.requests, counts.joined, counts.kept), (1, 49, 1));
}

#[test]
fn identifiers_go_in_batches_and_each_gets_its_own() {
    for (api, most) in [(ApiName::Crossref, 3), (ApiName::OpenAlex, 2), (ApiName::SemanticScholar, 1)] {
        let answer = world(90);
        let bench =
            Bench::new(50, with_manners(Manners::unlimited()), Box::new(move |_, request| answer(request)));
        let source = bench.source(api);
        let found = bench.clock.run(join_all((0..100).map(|n| by_doi(&source, n)))).unwrap();
        for (n, records) in found.into_iter().enumerate() {
            let titles: Vec<String> = records.unwrap().into_iter().map(|record| record.title).collect();
            assert_eq!(titles, if n < 90 { vec![title(n)] } else { Vec::new() });
        }
        assert_eq!(bench.requests(), most, "{api:?}");
        let urls: BTreeSet<String> = bench.server.log.borrow().iter().map(|(_, url)| url.clone()).collect();
        assert!(urls.iter().all(|url| url.len() < 4_000));
    }
}

#[test]
fn an_identifier_of_another_work_does_not_hide_the_title() {
    let answer = world(90);
    let bench =
        Bench::new(50, with_manners(Manners::unlimited()), Box::new(move |_, request| answer(request)));
    let source = bench.source(ApiName::Crossref);
    let ask = |number: usize, title: String| {
        let source = source.clone();
        async move {
            let identifiers = doi(number);
            let query = Query { identifiers: &identifiers, title: Some(&title), authors: &[], year: None };
            let found = source.look_up(query).await.unwrap();
            found.into_iter().map(|record| record.title).collect::<Vec<_>>()
        }
    };
    assert_eq!(bench.clock.run(ask(3, title(5))).unwrap(), [title(3), title(5)]);
    assert_eq!(bench.clock.run(ask(95, title(5))).unwrap(), [title(5)], "an unknown DOI is no end");
    let asked = bench.requests();
    assert_eq!(asked, 3, "the title was asked for once");
    assert_eq!(bench.clock.run(ask(7, title(7))).unwrap(), [title(7)]);
    assert_eq!(bench.requests(), asked + 1, "the identifier is enough");
}

#[test]
fn prepared_identifiers_are_not_asked_again() {
    let answer = world(90);
    let bench =
        Bench::new(50, with_manners(Manners::unlimited()), Box::new(move |_, request| answer(request)));
    let source = bench.source(ApiName::Crossref);
    let identifiers: Vec<Identifiers> = (0..40).map(doi).collect();
    let queries: Vec<Query<'_>> = identifiers
        .iter()
        .map(|identifiers| Query { identifiers, title: None, authors: &[], year: None })
        .collect();
    bench.clock.run(source.prepare(&queries)).unwrap();
    for n in 0..40 {
        assert_eq!(bench.clock.run(by_doi(&source, n)).unwrap().unwrap().len(), 1);
    }
    assert_eq!(bench.requests(), 1);
}

#[test]
fn a_refused_batch_is_asked_in_halves() {
    let answer = world(100);
    let bench = Bench::new(
        10,
        with_manners(Manners::unlimited()),
        Box::new(move |_, request| {
            let spoilt = decoded(&request.url).contains("10.5555/13") && request.url.contains("filter");
            if spoilt { status(400, &[]) } else { answer(request) }
        }),
    );
    let source = bench.source(ApiName::Crossref);
    let found = bench.clock.run(join_all((0..32).map(|n| by_doi(&source, n)))).unwrap();
    assert!(found.into_iter().enumerate().all(|(n, found)| found.unwrap()[0].title == title(n)));
    assert_eq!(bench.requests(), 11, "twice five halvings");
}

#[test]
fn answers_are_kept_as_long_as_they_may_be() {
    let answer = world(50);
    let bench = Bench::new(
        10,
        with_manners(Manners::unlimited()),
        Box::new(move |_, request| {
            if request.headers.iter().any(|(name, value)| *name == "if-none-match" && value == "\"v1\"") {
                return status(304, &[]);
            }
            answer(request).map(|answer| Answer {
                headers: vec![
                    ("etag".to_owned(), "\"v1\"".to_owned()),
                    ("cache-control".to_owned(), "max-age=7200".to_owned()),
                ],
                ..answer
            })
        }),
    );
    let source = bench.source(ApiName::Crossref);
    let mut asked = Vec::new();
    for hours in [0, 1, 2, 1] {
        bench.clock.run(bench.clock.sleep(Duration::from_secs(hours * 3_600 + 1)));
        assert_eq!(bench.clock.run(by_title(&source, 3)).unwrap().unwrap()[0].title, title(3));
        asked.push(bench.requests());
    }
    // Asked; fresh for two hours; stale, and not changed; fresh for a day.
    assert_eq!(asked, [1, 1, 2, 2]);
}

#[test]
fn a_not_here_is_kept_briefly() {
    let answer = world(50);
    let bench =
        Bench::new(10, with_manners(Manners::unlimited()), Box::new(move |_, request| answer(request)));
    let source = bench.source(ApiName::OpenAlex);
    let mut asked = Vec::new();
    for minutes in [0, 50, 20] {
        bench.clock.run(bench.clock.sleep(Duration::from_secs(minutes * 60)));
        assert!(bench.clock.run(by_title(&source, 77)).unwrap().unwrap().is_empty());
        asked.push(bench.requests());
    }
    assert_eq!(asked, [1, 1, 2]);
}

#[test]
fn who_gives_up_holds_nobody_up() {
    let answer = world(50);
    let manners = Manners { concurrency: 1, ..Manners::unlimited() };
    let bench = Bench::new(1_000, with_manners(manners), Box::new(move |_, request| answer(request)));
    let source = bench.source(ApiName::Crossref);
    let race = async {
        let impatient = bench.clock.sleep(Duration::from_millis(300));
        let asking = Box::pin(by_title(&source, 1));
        let either = futures_util::future::select(impatient, asking).await;
        // The question under way is dropped here.
        drop(either);
        by_title(&source, 2).await
    };
    assert_eq!(bench.clock.run(race).unwrap().unwrap()[0].title, title(2));
    assert_eq!(bench.clock.run(by_title(&source, 1)).unwrap().unwrap()[0].title, title(1));
}

#[test]
fn keys_are_in_no_error() {
    let mut settings = with_manners(Manners { attempts: 1, ..Manners::unlimited() });
    settings.mailto = Some(Secret::new("me@example.org"));
    settings.keys.insert(ApiName::OpenAlex, Secret::new("k-secret"));
    let bench = Bench::new(
        1,
        settings,
        Box::new(|_, request| {
            assert!(request.wire_url().contains("api_key=k-secret"));
            status(403, &[])
        }),
    );
    let error = bench.clock.run(by_doi(&bench.source(ApiName::OpenAlex), 1)).unwrap().unwrap_err();
    let told = format!("{error} {error:?} {:?}", bench.client.settings());
    assert!(!told.contains("k-secret") && !told.contains("me@"), "{told}");
    assert!(told.contains("check the key"), "{told}");
}

/// A list of references as papers have them: identifiers that are right, titles alone, two inventions.
fn reference(n: usize) -> Reference {
    let invented = n % 25 == 24;
    let title = if invented {
        format!("Quantum butterflies and their imagined routes, part {}", letters(n))
    } else {
        title(n)
    };
    let has_doi = n % 5 < 3 && !invented;
    Reference {
        raw: format!("A. Author{}. {title}. Journal of Examples, {}.", letters(n), 2000 + n % 20),
        title: Some(title),
        authors: vec![Person::new(format!("Author{}", letters(n)), "A.")],
        year: Some(2000 + i32::try_from(n % 20).unwrap()),
        venue: Some("Journal of Examples".to_owned()),
        identifiers: if has_doi { doi(n) } else { Identifiers::default() },
        ..Reference::default()
    }
}

#[test]
fn references_cost_few_requests_and_little_more_time_than_the_limits() {
    let answer = world(400);
    let settings = ApiSettings { mailto: Some(Secret::new("me@example.org")), ..ApiSettings::default() };
    let bench = Bench::new(100, settings, Box::new(move |_, request| answer(request)));
    let sources =
        [ApiName::Crossref, ApiName::OpenAlex, ApiName::SemanticScholar].map(|api| bench.source(api));
    let sources: Vec<&dyn Source> = sources.iter().map(|source| source as &dyn Source).collect();
    let references: Vec<Reference> = (0..200).map(reference).collect();
    let settings = Settings::default();
    let started = bench.clock.now();
    let all = join_all(references.iter().map(|reference| resolve(reference, &sources, &settings)));
    let outcomes = bench.clock.run(all).unwrap();
    for (n, outcome) in outcomes.iter().enumerate() {
        match &outcome.resolution {
            Resolution::Resolved { record, .. } => assert_eq!(record.title, title(n)),
            Resolution::Ghost { asked, .. } => assert_eq!((n % 25, asked.len()), (24, 3)),
            other => panic!("{n}: {other:?}"),
        }
    }
    let requests = bench.requests();
    let seconds = (bench.clock.now() - started) as f64 / 1_000.0;
    // Crossref's searches are what takes longest: three a second.
    let searches =
        bench.server.log.borrow().iter().filter(|(_, url)| url.contains("crossref.org/works?")).count();
    println!("{requests} requests for 200 references in {seconds} s; {searches} lists of Crossref");
    assert!(requests <= 200, "{requests}");
    assert!(seconds <= 1.2 * searches as f64 / 3.0 + 10.0, "{seconds} s for {searches} searches");
}

#[test]
fn under_faults_every_reference_ends_and_none_is_called_a_ghost_for_them() {
    let count = 1_500;
    let settings = with_manners(Manners::unlimited());
    let bench = Bench::new(30, settings, faulty(world(count), 11, 2));
    let sources =
        [ApiName::Crossref, ApiName::OpenAlex, ApiName::SemanticScholar].map(|api| bench.source(api));
    let sources: Vec<&dyn Source> = sources.iter().map(|source| source as &dyn Source).collect();
    let references: Vec<Reference> = (0..count).map(reference).collect();
    let settings = Settings::default();
    let (mut resolved, mut unknown, mut ghosts) = (0, 0, 0);
    // In the order of a long job: so many at a time.
    for chunk in references.chunks(50) {
        let all = join_all(chunk.iter().map(|reference| resolve(reference, &sources, &settings)));
        for (reference, outcome) in chunk.iter().zip(bench.clock.run(all).unwrap()) {
            let invented = reference.title.as_deref().unwrap_or_default().starts_with("Quantum butterflies");
            match outcome.resolution {
                Resolution::Resolved { record, .. } => {
                    assert_eq!(Some(record.title), reference.title);
                    resolved += 1;
                }
                Resolution::Ghost { .. } => {
                    assert!(invented, "{}", reference.raw);
                    ghosts += 1;
                }
                Resolution::Unknown { .. } => unknown += 1,
                Resolution::Ambiguous { candidates } => panic!("{candidates:?}"),
            }
        }
    }
    println!("{} requests: {resolved} resolved, {ghosts} ghosts, {unknown} unknown", bench.requests());
    assert_eq!(resolved + ghosts + unknown, count);
    assert!(unknown * 50 < count, "{unknown} of {count} are unknown");
}
