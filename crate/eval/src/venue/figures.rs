//! What came of a simulation.
use std::collections::BTreeMap;

use citelight::Settings;
use citelight::document::segmented::PASSAGE_WORDS;
use citelight::http::RequestPolicy;
use citelight::llm::arbitration::request;
use citelight::sources::{ApiName, documented_policy};
use serde::Serialize;

use super::process::{ProcessOutcome, settings};
use super::web::{Counts, Memory};
use crate::economy::{ANSWER_WORDS, PASSAGES, samples_of_one_mind};

const HOUR: f64 = 3_600_000.0;

/// A run to its end.
#[derive(Debug, Serialize)]
pub(super) struct Run {
    /// Virtual hours from the first submission to the last.
    pub(super) hours: f64,
    pub(super) submissions_per_hour: f64,
    /// The source whose limits take longest for the requests made to it, and how many hours they leave at least.
    pub(super) limiting: Option<ApiName>,
    pub(super) least_hours: f64,
    pub(super) ends: Ends,
    pub(super) sources: BTreeMap<ApiName, Source>,
    /// Of the questions that were asked, so many were answered from what was kept, or together with the same one under way.
    pub(super) kept_share: f64,
    /// What OpenAlex was paid, and on the dearest day (UTC).
    pub(super) dollars: f64,
    pub(super) dollars_of_a_day: f64,
    /// Requests over a limit of their source: there must be none.
    pub(super) over_limit: u64,
    /// Questions asked although an answer was there and good: there must be none.
    pub(super) asked_twice: u64,
    /// Measured, not simulated.
    pub(super) processor_seconds: Option<f64>,
    pub(super) web_seconds: f64,
    pub(super) megabytes: Option<f64>,
}

/// How submissions ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Ends {
    pub(super) checked: u64,
    pub(super) incomplete: u64,
    pub(super) failed: u64,
    /// References of the submissions that were checked or are incomplete.
    pub(super) resolved: u64,
    pub(super) ghosts: u64,
    pub(super) open: u64,
}

/// What one source was asked.
#[derive(Debug, Serialize)]
pub(super) struct Source {
    #[serde(flatten)]
    pub(super) counts: Counts,
    pub(super) kept: u64,
    pub(super) joined: u64,
    /// Hours that its limits leave at least for these requests.
    pub(super) least_hours: f64,
}

impl Run {
    pub(super) fn of(began: u64, memory: &Memory, outcome: &ProcessOutcome, ends: Ends) -> Self {
        let hours = memory.now.saturating_sub(began) as f64 / HOUR;
        let settings = settings();
        let count = |of: &BTreeMap<ApiName, u64>, api| of.get(api).copied().unwrap_or_default();
        let sources: BTreeMap<ApiName, Source> = memory
            .counts
            .iter()
            .map(|(api, counts)| {
                let least_hours = least(&settings.request_policy(*api), counts) / HOUR;
                let (kept, joined) = (count(&outcome.kept, api), count(&outcome.joined, api));
                (*api, Source { counts: counts.clone(), kept, joined, least_hours })
            })
            .collect();
        let busiest =
            sources.iter().max_by(|(_, one), (_, other)| one.least_hours.total_cmp(&other.least_hours));
        let sum = |of: fn(&Source) -> u64| sources.values().map(of).sum::<u64>();
        let spared = sum(|source| source.kept) + sum(|source| source.joined);
        let all = spared + sum(|source| source.counts.answered);
        let dollars = |millionths: u64| millionths as f64 / 1e6;
        Self {
            hours,
            submissions_per_hour: (ends.checked + ends.incomplete + ends.failed) as f64 / hours,
            limiting: busiest.map(|(api, _)| *api),
            least_hours: busiest.map_or(0.0, |(_, source)| source.least_hours),
            kept_share: spared as f64 / all.max(1) as f64,
            dollars: dollars(memory.limits.days().sum()),
            dollars_of_a_day: dollars(memory.limits.days().max().unwrap_or_default()),
            over_limit: sum(|source| source.counts.over_limit),
            asked_twice: sum(|source| source.counts.again),
            processor_seconds: outcome.processor_seconds,
            web_seconds: outcome.web_seconds,
            megabytes: outcome.megabytes,
            ends,
            sources,
        }
    }
}

/// Milliseconds that a source's policy leaves at least for these requests.
fn least(policy: &RequestPolicy, counts: &Counts) -> f64 {
    let spaced = |rate: Option<citelight::http::Rate>, requests: u64| {
        rate.map_or(0.0, |rate| (rate.spacing() * requests) as f64)
    };
    let (all, lists) = (spaced(policy.rate, counts.requests), counts.lists + counts.searches);
    let waited = counts.waited as f64;
    match policy.concurrency {
        // Where one request is under way at a time, the next one's time begins when it has ended.
        0 | 1 => all + waited,
        places => all.max(spaced(policy.list_rate, lists)).max(waited / places as f64),
    }
}

/// A run that was killed, and the one that went on where it was.
#[derive(Debug, Serialize)]
pub(super) struct Killed {
    /// Requests before and after.
    pub(super) before: u64,
    pub(super) after: u64,
    /// Questions under way at the death.
    pub(super) cut_off: u64,
    /// Questions asked again although they had been answered: at most what was answered in the moment of death.
    pub(super) asked_twice: u64,
    /// Whether reports and ends are those of the run that nobody killed.
    pub(super) same_end: bool,
    /// Virtual hours, both parts together.
    pub(super) hours: f64,
}

/// What an endpoint is paid, by prices and numbers that the user states.
#[derive(Debug, Serialize)]
pub(super) struct EndpointCost {
    pub(super) open_claims: f64,
    /// Dollars for a million tokens.
    pub(super) price_in: f64,
    pub(super) price_out: f64,
    /// Requests for a claim, if all samples agree; tokens of a request and of its answer.
    pub(super) samples: usize,
    pub(super) tokens_in: f64,
    pub(super) tokens_out: f64,
    pub(super) requests: f64,
    pub(super) dollars: f64,
}

/// English words have about so many tokens.
const TOKENS_PER_WORD: f64 = 4.0 / 3.0;

impl EndpointCost {
    /// For so many submissions, each of which leaves so many claims open.
    pub(super) fn of(submissions: usize, open_claims: f64, price_in: f64, price_out: f64) -> Self {
        let settings = Settings::default();
        let claim = "Earlier work measured the decay of memory and found that errors fall by five percent.";
        let asked = request(claim, claim, &[], &settings);
        let words = asked.system.split_whitespace().count() + asked.user.split_whitespace().count();
        let tokens_in = (words + PASSAGES * PASSAGE_WORDS) as f64 * TOKENS_PER_WORD;
        let tokens_out = ANSWER_WORDS as f64 * TOKENS_PER_WORD;
        let samples = samples_of_one_mind(&settings);
        let requests = submissions as f64 * open_claims * samples as f64;
        let dollars = requests * (tokens_in * price_in + tokens_out * price_out) / 1e6;
        Self { open_claims, price_in, price_out, samples, tokens_in, tokens_out, requests, dollars }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_an_endpoint_costs_grows_with_claims_and_prices(
            submissions in 1usize..5_000, claims in 0.1f64..50.0, price_in in 0.01f64..20.0, price_out in 0.01f64..80.0,
        ) {
            let one = EndpointCost::of(submissions, claims, price_in, price_out);
            let twice = EndpointCost::of(submissions, 2.0 * claims, price_in, price_out);
            prop_assert!((twice.dollars / one.dollars - 2.0).abs() < 1e-9);
            let dearer = EndpointCost::of(submissions, claims, 2.0 * price_in, 2.0 * price_out);
            prop_assert!((dearer.dollars / one.dollars - 2.0).abs() < 1e-9);
        }
    }

    #[test]
    fn limits_leave_at_least_the_time_of_the_slowest() {
        let policy = documented_policy(ApiName::Crossref, true, false);
        let counts = Counts { requests: 100, searches: 90, single: 10, ..Counts::default() };
        assert_eq!(least(&policy, &counts), 90.0 * 334.0);
        let arxiv = documented_policy(ApiName::Arxiv, true, false);
        assert_eq!(least(&arxiv, &Counts { requests: 10, waited: 5_000, ..Counts::default() }), 35_000.0);
    }
}
