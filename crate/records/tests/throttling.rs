//! The polite client under a virtual clock: limits, patience, circuits, batches, the store.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use citelight_document::citation::string::parse_reference;
use citelight_records::http::{AskError, Clock, Rate, Request, RequestCost, RequestPolicy, Response, Secret};
use citelight_records::sources::{ApiName, ApiSettings, ApiSource, Query, Record, Source, SourceError};
use citelight_types::identifiers::Identifiers;
use futures_util::future::join_all;
use proptest::prelude::*;

#[allow(dead_code, reason = "each test uses its part")]
#[path = "support/scripted.rs"]
mod scripted;

use scripted::{Bench, decoded, doi, faulty, status, title, with_policy, world, world_of};

async fn by_doi(source: &ApiSource, n: usize) -> Result<Vec<Record>, SourceError> {
    let identifiers = doi(n);
    source.look_up(Query::by_identifiers(&identifiers)).await
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
        let policy = RequestPolicy { concurrency, rate: rate(requests), list_rate: rate(lists), failure_threshold: 1_000, ..RequestPolicy::default() };
        let answer = world(100);
        let bench = Bench::new(latency, with_policy(policy), Box::new(move |number, request| {
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
        let bench = Bench::new(20, with_policy(RequestPolicy::unlimited()), faulty(world(100), seed, share));
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
    let policy =
        RequestPolicy { concurrency: 3, rate: Some(Rate::per_second(50)), ..RequestPolicy::default() };
    let bench = Bench::new(
        10,
        with_policy(policy),
        Box::new(move |_, request| {
            answer(request).map(|answer| {
                let headers = [("x-rate-limit-limit", "2"), ("x-rate-limit-interval", "1s")];
                let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
                Response { headers, ..answer }
            })
        }),
    );
    let source = bench.source(ApiName::Crossref);
    bench.clock.run(join_all((0..10).map(|n| by_title(&source, n)))).unwrap();
    let times = bench.times();
    assert!(times[3..].windows(2).all(|pair| pair[1] - pair[0] >= 500), "{times:?}");
}

#[test]
fn a_limit_that_leads_beyond_patience_is_told_instead_of_slept_through() {
    for policy in ["1;w=999999999", "100;w=3600"] {
        let answer = world(100);
        let bench = Bench::new(
            10,
            with_policy(RequestPolicy::unlimited()),
            Box::new(move |_, request| {
                answer(request).map(|answer| {
                    let headers = vec![("ratelimit-policy".to_owned(), policy.to_owned())];
                    Response { headers, ..answer }
                })
            }),
        );
        let source = bench.source(ApiName::Crossref);
        let started = bench.clock.now();
        assert!(bench.clock.run(by_title(&source, 0)).unwrap().is_ok());
        let error = bench.clock.run(by_title(&source, 1)).unwrap().unwrap_err();
        assert!(error.to_string().contains("asks to be left alone for"), "{policy}: {error}");
        assert_eq!(bench.requests(), 1, "{policy}");
        assert!(bench.clock.now() - started < 1_000, "{policy}");
    }
}

/// Asks for an open copy, whatever it holds.
async fn copy(bench: &Bench, url: &str) -> Result<(), AskError> {
    let build = || Some(bench.client.settings().copy(url));
    bench.client.ask(ApiName::Web, RequestCost::Single, build, |_| Ok(())).await.map(|_| ())
}

#[test]
fn a_host_of_open_copies_holds_no_other_host_up() {
    for (name, value) in [("ratelimit-policy", "1;w=999999999"), ("retry-after", "3600")] {
        let bench = Bench::new(
            10,
            ApiSettings::default(),
            Box::new(move |_, request| {
                let is_slow = request.url.contains("//slow.example.org/");
                if is_slow { status(200, &[(name, value)]) } else { status(200, &[]) }
            }),
        );
        let started = bench.clock.now();
        let both = async {
            copy(&bench, "https://slow.example.org/1.pdf").await.unwrap();
            let again = copy(&bench, "https://slow.example.org/2.pdf").await;
            for n in 0..3 {
                copy(&bench, &format!("https://other{n}.example.org/1.pdf")).await.unwrap();
            }
            again
        };
        let again = bench.clock.run(both).unwrap();
        assert!(matches!(again, Err(AskError::RetryAfter(_))), "{name}: {again:?}");
        assert_eq!(bench.requests(), 4, "{name}");
        assert!(bench.clock.now() - started < 1_000, "{name}: other hosts wait for nobody");
    }
}

#[test]
fn a_host_of_open_copies_is_asked_once_a_second() {
    let bench = Bench::new(10, ApiSettings::default(), Box::new(|_, _| status(200, &[])));
    let urls: Vec<String> = (0..3).map(|n| format!("https://copies.example.org/{n}.pdf")).collect();
    bench.clock.run(join_all(urls.iter().map(|url| copy(&bench, url)))).unwrap();
    assert!(bench.times().windows(2).all(|pair| pair[1] - pair[0] >= 1_000), "{:?}", bench.times());
}

#[test]
fn an_alias_in_a_batch_is_found_and_makes_nobody_absent() {
    // OpenAlex merges works: the DOI 10.1016/3 leads to the work of 10.1016/50, which the answer names alone.
    let bench = Bench::new(
        10,
        with_policy(RequestPolicy::unlimited()),
        Box::new({
            let answer = world_of(|_, n| n < 10 && n != 3 || n == 50);
            move |_, request| {
                let url = decoded(&request.url).replace("10.1016/3", "10.1016/50");
                answer(&Request { url, ..request.clone() })
            }
        }),
    );
    let source = bench.source(ApiName::OpenAlex);
    let found = bench.clock.run(join_all([1, 3, 5, 70, 71].map(|n| by_doi(&source, n)))).unwrap();
    let titles: Vec<Option<String>> =
        found.into_iter().map(|found| found.unwrap().pop().map(|record| record.title)).collect();
    assert_eq!(titles, [Some(title(1)), Some(title(50)), Some(title(5)), None, None]);
}

#[test]
fn a_source_that_answers_with_strange_records_says_nothing_of_the_keys_and_is_not_flooded() {
    // 10.1016/200 and on are nobody's; each answer holds one work more than was asked for.
    let bench = Bench::new(
        10,
        with_policy(RequestPolicy::unlimited()),
        Box::new({
            let answer = world_of(|_, n| n == 0);
            move |_, request| {
                let url = request.url.replace("filter=doi%3A", "filter=doi%3A10.1016%2F0%7C");
                answer(&Request { url, ..request.clone() })
            }
        }),
    );
    let source = bench.source(ApiName::OpenAlex);
    let found = bench.clock.run(join_all((200..240).map(|n| by_doi(&source, n)))).unwrap();
    let unsaid = |error: &SourceError| error.to_string().contains("it says nothing of this key");
    assert!(found.iter().any(|found| found.as_ref().err().is_some_and(unsaid)), "{found:?}");
    assert!(bench.requests() <= 17, "{}", bench.requests());
}

#[test]
fn an_old_arxiv_identifier_is_known_with_its_class_too() {
    let feed = r#"<feed xmlns="http://www.w3.org/2005/Atom">
        <entry><id>http://arxiv.org/abs/math/0309136v1</id><title>On the first of two</title><summary/></entry>
        <entry><id>http://arxiv.org/abs/1706.03762v7</id><title>On the second of two</title><summary/></entry></feed>"#;
    let bench = Bench::new(
        10,
        with_policy(RequestPolicy::unlimited()),
        Box::new(move |_, _| Ok(Response { status: 200, body: feed.into(), ..Response::default() })),
    );
    let source = bench.source(ApiName::Arxiv);
    let cited = ["arXiv:math.GT/0309136", "arXiv:1706.03762"].map(|text| parse_reference(text).identifiers);
    let asked = cited.iter().map(|identifiers| source.look_up(Query::by_identifiers(identifiers)));
    let found = bench.clock.run(join_all(asked)).unwrap();
    let titles: Vec<String> = found.into_iter().map(|found| found.unwrap().remove(0).title).collect();
    assert_eq!(titles, ["On the first of two", "On the second of two"]);
    assert_eq!(bench.requests(), 1);
    assert!(decoded(&bench.server.log.borrow()[0].1).contains("math/0309136"));
}

#[test]
fn retry_after_is_kept_by_everyone() {
    let answer = world(100);
    let bench = Bench::new(
        10,
        with_policy(RequestPolicy::unlimited()),
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
        with_policy(RequestPolicy::unlimited()),
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
fn searches_rest_while_their_allowance_is_used_up_and_single_works_are_asked_on() {
    let answer = world(100);
    let bench = Bench::new(
        10,
        with_policy(RequestPolicy::unlimited()),
        Box::new(move |number, request| match number {
            0..3 => answer(request),
            3 => status(
                429,
                &[
                    ("x-ratelimit-remaining", "7"),
                    ("x-ratelimit-credits-required", "10"),
                    ("x-ratelimit-reset", "7200"),
                ],
            ),
            _ => answer(request),
        }),
    );
    let source = bench.source(ApiName::Crossref);
    for n in 0..3 {
        assert!(bench.clock.run(by_title(&source, n)).unwrap().is_ok());
    }
    for n in 3..13 {
        let error = bench.clock.run(by_title(&source, n)).unwrap().unwrap_err();
        assert!(error.to_string().contains("used up"), "{error}");
        assert!(bench.clock.run(by_doi(&source, n)).unwrap().is_ok(), "single works are free");
    }
    assert_eq!(bench.requests(), 14, "one search was refused, no other was sent");
    bench.clock.run(bench.clock.sleep(Duration::from_secs(7_200)));
    assert!(bench.clock.run(by_title(&source, 20)).unwrap().is_ok());
}

#[test]
fn a_dead_source_is_left_alone_and_tried_again() {
    let answer = world(100);
    let dead = Rc::new(Cell::new(true));
    let is_dead = dead.clone();
    let bench = Bench::new(
        10,
        with_policy(RequestPolicy { backoff: Duration::from_millis(10), ..RequestPolicy::unlimited() }),
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
        Bench::new(100, with_policy(RequestPolicy::unlimited()), Box::new(move |_, request| answer(request)));
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
        let bench = Bench::new(
            50,
            with_policy(RequestPolicy::unlimited()),
            Box::new(move |_, request| answer(request)),
        );
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
        Bench::new(50, with_policy(RequestPolicy::unlimited()), Box::new(move |_, request| answer(request)));
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
fn what_is_asked_at_the_same_time_shares_a_request_and_is_kept() {
    let answer = world(90);
    let bench =
        Bench::new(50, with_policy(RequestPolicy::unlimited()), Box::new(move |_, request| answer(request)));
    let source = bench.source(ApiName::Crossref);
    bench.clock.run(join_all((0..40).map(|n| by_doi(&source, n)))).unwrap();
    for n in 0..40 {
        assert_eq!(bench.clock.run(by_doi(&source, n)).unwrap().unwrap().len(), 1);
    }
    assert_eq!(bench.requests(), 1);
}

/// Records of a title, asked for together with those of others.
async fn found_title(source: &ApiSource, n: usize) -> Result<Vec<Record>, SourceError> {
    let (none, title) = (Identifiers::default(), title(n));
    let query = Query { identifiers: &none, title: Some(&title), authors: &[], year: None };
    source.find_title(&query).unwrap().await
}

#[test]
fn titles_that_are_searched_for_at_the_same_time_share_requests() {
    for api in ApiName::TITLES_AT_ONCE.into_iter().filter(|api| *api != ApiName::EuropePmc) {
        let answer = world(50);
        let bench = Bench::new(
            50,
            with_policy(RequestPolicy::unlimited()),
            Box::new(move |_, request| answer(request)),
        );
        let source = bench.source(api);
        let found = bench.clock.run(join_all((20..60).map(|n| found_title(&source, n)))).unwrap();
        for (n, found) in (20..60).zip(found) {
            let titles: Vec<String> = found.unwrap().into_iter().map(|record| record.title).collect();
            assert_eq!(titles.contains(&title(n)), n < 50, "{api:?} {n}: {titles:?}");
        }
        assert_eq!(bench.requests(), 2, "{api:?}: twenty titles in one request");
        bench.clock.run(found_title(&source, 20)).unwrap().unwrap();
        assert_eq!(bench.requests(), 2, "{api:?}: what was found is kept");
    }
}

#[test]
fn a_search_of_titles_that_is_refused_is_given_up() {
    let bench = Bench::new(10, with_policy(RequestPolicy::unlimited()), Box::new(|_, _| status(400, &[])));
    let source = bench.source(ApiName::OpenAlex);
    let found = bench.clock.run(join_all((0..20).map(|n| found_title(&source, n)))).unwrap();
    assert!(found.iter().all(Result::is_err));
    assert_eq!(bench.requests(), 1, "each title is searched for in another way, not this search in parts");
}

#[test]
fn a_refused_batch_is_asked_in_halves() {
    let answer = world(100);
    let bench = Bench::new(
        10,
        with_policy(RequestPolicy::unlimited()),
        Box::new(move |_, request| {
            let spoilt = decoded(&request.url).contains("10.1016/13") && request.url.contains("filter");
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
        with_policy(RequestPolicy::unlimited()),
        Box::new(move |_, request| {
            if request.headers.iter().any(|(name, value)| *name == "if-none-match" && value == "\"v1\"") {
                return status(304, &[]);
            }
            answer(request).map(|answer| Response {
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
        Bench::new(10, with_policy(RequestPolicy::unlimited()), Box::new(move |_, request| answer(request)));
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
    let policy = RequestPolicy { concurrency: 1, ..RequestPolicy::unlimited() };
    let bench = Bench::new(1_000, with_policy(policy), Box::new(move |_, request| answer(request)));
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
    let mut settings = with_policy(RequestPolicy { attempts: 1, ..RequestPolicy::unlimited() });
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
