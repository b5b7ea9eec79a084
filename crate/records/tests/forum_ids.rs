//! References that name a forum of OpenReview: its API learns the id of the forum that the entry names, and nothing of a submission
//! in whatever state of blindness, whose title, authors, signatures or words stand in the same entry.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::cell::RefCell;
use std::rc::Rc;

use citelight_document::citation::string::parse_reference;
use citelight_records::http::{Method, Request, RequestPolicy, Response, Secret};
use citelight_records::resolve::resolve;
use citelight_records::sources::{ApiName, ApiSettings, ApiSource, Source};
use citelight_types::settings::Settings;

#[allow(dead_code, reason = "each test uses its part")]
#[path = "support/scripted.rs"]
mod scripted;

use scripted::{Bench, status, with_policy};

const FORUM: &str = "Known00009";
const TITLE: &str = "Sleep schedules of millers: a diary study with forty participants";
const OPENREVIEW: [ApiName; 2] = [ApiName::OpenReview2, ApiName::OpenReview];

/// How an entry may speak of a submission beside the forum that it names.
const STATES: [(&str, &str); 6] = [
    ("hidden", "Anonymous Authors. Sleep schedules of millers: a diary study with forty participants."),
    (
        "revealed",
        "Author, A., and Writer, B. Sleep schedules of millers: a diary study with forty participants.",
    ),
    (
        "by its group",
        "Night Sleep 2026 Conference Submission7 Authors. Forty millers kept a diary of when they slept.",
    ),
    ("by a reviewer", "Doe, J. What Reviewer aB1c said of sleep schedules of millers."),
    (
        "by its abstract",
        "Author, A. “Forty millers kept a diary of when they slept”, we compare it with what clocks recorded.",
    ),
    ("withdrawn", "Author, A. Sleep schedules of millers (withdrawn from Night Sleep 2026)."),
];

/// How an entry may name a forum.
fn addresses() -> Vec<String> {
    [
        "forum?id=FORUM",
        "forum?id=FORUM&noteId=Review0001",
        "forum?id=FORUM&referrer=%5BAuthor%20Console%5D(%2Fgroup%3Fid%3DSleep.example%2F2026%2FAuthors)",
        "pdf?id=FORUM",
        "forum?noteId=Review0001&id=FORUM#discussion",
    ]
    .iter()
    .map(|path| format!("https://openreview.net/{}", path.replace("FORUM", FORUM)))
    .collect()
}

/// What OpenReview is asked for an entry, by a reader who left an address and keys for sources.
fn asked(entry: &str) -> Vec<Request> {
    let log = Rc::new(RefCell::new(Vec::new()));
    let written = Rc::clone(&log);
    let settings = ApiSettings {
        mailto: Some(Secret::new("reader@example.org")),
        keys: ApiName::ALL.into_iter().map(|name| (name, Secret::new("source-key"))).collect(),
        ..with_policy(RequestPolicy::unlimited())
    };
    let unknown = move |_: usize, request: &Request| {
        written.borrow_mut().push(request.clone());
        let body = br#"{"name":"NotFoundError"}"#.to_vec();
        status(404, &[]).map(|answer| Response { body, ..answer })
    };
    let bench = Bench::new(10, settings, Box::new(unknown));
    let sources: Vec<ApiSource> = OPENREVIEW.into_iter().map(|api| bench.source(api)).collect();
    let sources: Vec<&dyn Source> = sources.iter().map(|source| source as &dyn Source).collect();
    bench.clock.run(resolve(&parse_reference(entry), &sources, None, &Settings::default())).unwrap();
    let log = log.borrow();
    log.clone()
}

#[test]
fn the_api_learns_only_the_forum_that_an_entry_names() {
    for (state, words) in STATES {
        for address in addresses() {
            let entry = format!("{words} {address}, 2025.");
            let requests = asked(&entry);
            let urls: Vec<String> = requests.iter().map(Request::wire_url).collect();
            let expected = ["https://api2.openreview.net", "https://api.openreview.net"]
                .map(|origin| format!("{origin}/notes?id={FORUM}"));
            assert_eq!(urls, expected, "{state}: {entry}");
            for request in &requests {
                assert_eq!((request.method, &request.body), (Method::Get, &None), "{state}: {entry}");
                let headers = format!("{:?}", request.wire_headers()).to_lowercase();
                for secret in ["reader@", "source-key", "cookie", "referer", "sleep", "author", "ab1c"] {
                    assert!(!headers.contains(secret), "{state}: {secret} in {headers}");
                }
            }
        }
    }
}

#[test]
fn an_entry_that_names_no_forum_is_not_told_to_it() {
    for (state, words) in STATES {
        for rest in [
            "",
            "https://openreview.net/group?id=Sleep.example/2026/Conference",
            "https://openreview.net/profile?id=~Ada_Author1",
            "https://openreview.net.example/forum?id=Known00009",
            "https://journal.example/forum?id=Known00009",
        ] {
            let requests = asked(&format!("{words} {rest} 2025."));
            assert!(requests.is_empty(), "{state}, {rest}: {:?}", requests[0].url);
        }
    }
    assert!(asked(TITLE).is_empty());
}
