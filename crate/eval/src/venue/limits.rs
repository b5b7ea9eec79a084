//! What the sources enforce and what they cost, as they document it (November 2026): counted by the made-up web itself, not by
//! whoever asks it.
use std::collections::{BTreeMap, VecDeque};

use citelight::sources::ApiName;
use serde::{Deserialize, Serialize};

const SECOND: u64 = 1_000;
pub(super) const DAY: u64 = 24 * 3_600 * SECOND;
/// Networks jitter: a window counts as kept if it is kept to this share.
const TOLERANCE: f64 = 0.95;

/// What a request asks of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Weight {
    /// One record by its identifier.
    Single,
    /// Several by their identifiers.
    List,
    /// A search by title.
    Search,
}

/// At most so many requests in any window, and so many at one time.
struct Rule {
    most: usize,
    window: u64,
    at_once: usize,
}

/// The limit for somebody who tells a mail address and has the free keys.
fn rule(api: ApiName, weight: Weight) -> Option<Rule> {
    let rule = |most, window, at_once| Some(Rule { most, window, at_once });
    match (api, weight) {
        (ApiName::Crossref, Weight::Single) => rule(10, SECOND, 3),
        (ApiName::Crossref, Weight::List | Weight::Search) => rule(3, SECOND, 3),
        (ApiName::OpenAlex, _) => rule(100, SECOND, 100),
        (ApiName::SemanticScholar | ApiName::Dblp, _) => rule(1, SECOND, 1),
        (ApiName::Arxiv, _) => rule(1, 3 * SECOND, 1),
        (ApiName::EuropePmc, _) => rule(10, SECOND, 10),
        (ApiName::DataCite, _) => rule(1_000, 300 * SECOND, 1_000),
        (ApiName::Unpaywall, _) => rule(100_000, DAY, 100),
        // Nobody documents limits of doi.org or of whoever keeps an open copy.
        _ => None,
    }
}

/// Price of a request, in millionths of a dollar: only OpenAlex sells.
pub(super) fn price(api: ApiName, weight: Weight) -> u64 {
    match (api, weight) {
        (ApiName::OpenAlex, Weight::List) => 100,
        (ApiName::OpenAlex, Weight::Search) => 1_000,
        _ => 0,
    }
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// More than the rate or the number at one time allow.
    TooMany,
    /// The day's allowance is spent.
    Spent,
}

/// What was counted so far.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Limits {
    /// Millionths of a dollar that OpenAlex grants a day.
    allowance: u64,
    windows: BTreeMap<ApiName, Window>,
    days: BTreeMap<u64, u64>,
}

/// The latest requests to a source: lists count for themselves, too.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Window {
    times: BTreeMap<Weight, VecDeque<u64>>,
    #[serde(skip)]
    under_way: usize,
}

impl Limits {
    pub(super) fn new(allowance: u64) -> Self {
        Self { allowance, windows: BTreeMap::new(), days: BTreeMap::new() }
    }

    /// A request arrives; it is under way until [`Limits::ended`].
    pub(super) fn begun(&mut self, api: ApiName, weight: Weight, now: u64) -> Result<(), Refusal> {
        let window = self.windows.entry(api).or_default();
        window.under_way += 1;
        if let Some(Rule { most, window: length, at_once }) = rule(api, weight) {
            // Crossref counts searches and lists together, apart from single works.
            let bucket = if weight == Weight::Single { Weight::Single } else { Weight::List };
            let bucket = if api == ApiName::Crossref { bucket } else { Weight::Single };
            let times = window.times.entry(bucket).or_default();
            while times.front().is_some_and(|time| (now - time) as f64 >= length as f64 * TOLERANCE) {
                times.pop_front();
            }
            if times.len() >= most || window.under_way > at_once {
                return Err(Refusal::TooMany);
            }
            times.push_back(now);
        }
        let spent = self.days.entry(now / DAY).or_default();
        let price = price(api, weight);
        if price > 0 && *spent + price > self.allowance {
            return Err(Refusal::Spent);
        }
        *spent += price;
        Ok(())
    }

    pub(super) fn ended(&mut self, api: ApiName) {
        if let Some(window) = self.windows.get_mut(&api) {
            window.under_way = window.under_way.saturating_sub(1);
        }
    }

    /// Millionths of a dollar spent on each day.
    pub(super) fn days(&self) -> impl Iterator<Item = u64> {
        self.days.values().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_and_days_are_enforced() {
        let mut limits = Limits::new(1_500);
        let mut ask = |api, weight, now| {
            let judged = limits.begun(api, weight, now);
            limits.ended(api);
            judged
        };
        for at in [0, 10, 20] {
            assert_eq!(ask(ApiName::Crossref, Weight::Search, at), Ok(()));
        }
        assert_eq!(ask(ApiName::Crossref, Weight::List, 900), Err(Refusal::TooMany));
        assert_eq!(ask(ApiName::Crossref, Weight::Single, 900), Ok(()), "single works count apart");
        assert_eq!(ask(ApiName::Crossref, Weight::List, 1_000), Ok(()));
        assert_eq!(ask(ApiName::OpenAlex, Weight::Search, 0), Ok(()));
        assert_eq!(ask(ApiName::OpenAlex, Weight::Search, 20), Err(Refusal::Spent));
        assert_eq!(ask(ApiName::OpenAlex, Weight::Single, 30), Ok(()), "single works are free");
        assert_eq!(ask(ApiName::OpenAlex, Weight::Search, DAY), Ok(()), "the next day");
        assert_eq!(limits.days().collect::<Vec<_>>(), [1_000, 1_000]);
    }

    #[test]
    fn only_so_many_at_one_time() {
        let mut limits = Limits::new(0);
        assert_eq!(limits.begun(ApiName::Arxiv, Weight::Single, 0), Ok(()));
        assert_eq!(limits.begun(ApiName::Arxiv, Weight::Single, 9_000), Err(Refusal::TooMany));
    }
}
