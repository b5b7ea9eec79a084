//! How often each source may be asked, as it documents.

use std::time::Duration;

use super::api::ApiName;
use crate::http::{Rate, RequestPolicy};

/// What the sources document (November 2026), for a user who tells a mail address or has a key.
pub fn documented_policy(api: ApiName, has_mail: bool, has_key: bool) -> RequestPolicy {
    let every = |seconds| Some(Rate { requests: 1, per: Duration::from_secs(seconds) });
    let of = |concurrency, rate| RequestPolicy { concurrency, rate, ..RequestPolicy::default() };
    match api {
        // Public, polite and Plus pools, since December 2025; the answers' headers say the same.
        ApiName::Crossref => {
            let (concurrency, single, list) = match (has_key, has_mail) {
                (true, _) => (10, 150, 150),
                (false, true) => (3, 10, 3),
                (false, false) => (1, 5, 1),
            };
            let list_rate = Some(Rate::per_second(list));
            RequestPolicy { list_rate, ..of(concurrency, Some(Rate::per_second(single))) }
        }
        // 100 a second are allowed; a daily allowance is what ends first.
        ApiName::OpenAlex => of(4, Some(Rate::per_second(10))),
        // One a second with a key; without, a pool shared with everyone.
        ApiName::SemanticScholar => of(1, every(if has_key { 1 } else { 3 })),
        // One request in three seconds, one connection.
        ApiName::Arxiv => of(1, every(3)),
        // Asks for a second or more between requests.
        ApiName::Dblp => of(1, every(2)),
        ApiName::EuropePmc => of(3, Some(Rate::per_second(8))),
        ApiName::Pubmed => of(3, Some(Rate::per_second(if has_key { 10 } else { 3 }))),
        // 500 or 1,000 in five minutes, by whether a mail address is told.
        ApiName::DataCite => {
            let requests = if has_mail { 1_000 } else { 500 };
            of(3, Some(Rate { requests, per: Duration::from_secs(300) }))
        }
        // 100,000 a day.
        ApiName::Unpaywall => of(3, Some(Rate::per_second(5))),
        // Throttles at 100 to 150 in half an hour, people included.
        ApiName::OpenReview | ApiName::OpenReview2 => of(1, every(15)),
        // One a second for who tells no mail address.
        ApiName::OpenLibrary => of(1, every(1)),
        ApiName::Zotero => of(2, Some(Rate::per_second(4))),
        ApiName::Doi => of(3, Some(Rate::per_second(5))),
        // Of each host. Nobody's limits are known, so they are those of a reader who opens one page after the other. Copies
        // differ: that several are refused says nothing of the next.
        ApiName::Web => {
            RequestPolicy { attempts: 2, failure_threshold: u32::MAX, ..of(2, Some(Rate::per_second(1))) }
        }
    }
}
