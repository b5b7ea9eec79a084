//! Long bibliographies under a virtual clock: time against what the limits allow, requests for each reference, faults.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use citelight_document::citation::Reference;
use citelight_records::http::{Clock, RequestPolicy, Secret};
use citelight_records::resolve::integrity::{BibEntry, CheckSettings, Day, Label, Status, inquire};
use citelight_records::resolve::{Resolution, resolve};
use citelight_records::sources::doi_register::DoiOrg;
use citelight_records::sources::{ApiName, ApiSettings, ApiSource, Source};
use citelight_types::identifiers::Identifiers;
use citelight_types::settings::Settings;
use citelight_types::text::person::Person;
use futures_util::stream::{self, StreamExt};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

#[allow(dead_code, reason = "each test uses its part")]
#[path = "support/scripted.rs"]
mod scripted;

use scripted::{Bench, doi, faulty, letters, source_of, title, with_policy, world, world_of};

const TODAY: Day = Day { year: 2026, month: 11, day: 22 };
/// Entries under way at once, as the command line has it.
const JOBS: usize = 32;
/// Time until an answer, in milliseconds.
const LATENCY: u64 = 100;
const SOURCES: [ApiName; 4] = [ApiName::Crossref, ApiName::OpenAlex, ApiName::SemanticScholar, ApiName::Dblp];

/// A number that looks drawn at random, 0..100.
fn drawn(seed: u64, n: usize, what: u64) -> u64 {
    let mixed =
        (seed ^ (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ what.wrapping_mul(0xd1b5_4a32_d192_ed03))
            .wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) % 100
}

/// What a bibliography is like, in hundredths.
#[derive(Clone, Copy, Debug)]
struct Workload {
    seed: u64,
    entries: usize,
    /// Entries with a DOI.
    identified: u64,
    /// Entries that exist nowhere.
    invented: u64,
    /// Works that a source lacks, each for itself.
    missing: u64,
}

impl Workload {
    fn is_invented(&self, n: usize) -> bool {
        drawn(self.seed, n, 1) < self.invented
    }

    fn holds(&self, api: ApiName, n: usize) -> bool {
        n < self.entries
            && !self.is_invented(n)
            && (api == ApiName::Doi || drawn(self.seed, n, 10 + api as u64) >= self.missing)
    }

    fn entry(&self, n: usize) -> BibEntry {
        let mut fields = BTreeMap::from([
            ("title".to_owned(), title(n)),
            ("author".to_owned(), format!("Author{}, A.", letters(n))),
            ("year".to_owned(), (2000 + n % 20).to_string()),
            ("journal".to_owned(), "Journal of Examples".to_owned()),
        ]);
        if drawn(self.seed, n, 2) < self.identified {
            fields.extend(doi(n).doi.map(|doi| ("doi".to_owned(), doi)));
        }
        BibEntry { key: format!("e{n}"), kind: "article".to_owned(), fields }
    }
}

/// What came of a run.
struct Run {
    milliseconds: u64,
    /// What the requests that were made take at least, by source.
    optimum: BTreeMap<ApiName, u64>,
    requests: usize,
    labels: Vec<(Label, Status)>,
}

/// Checks a bibliography under documented limits.
fn run(workload: Workload, settings: ApiSettings, jobs: usize) -> Run {
    let answer = world_of(move |api, n| workload.holds(api, n));
    let bench = Bench::new(LATENCY, settings, Box::new(move |_, request| answer(request)));
    let sources: Vec<ApiSource> = SOURCES.into_iter().map(|api| bench.source(api)).collect();
    let register = DoiOrg::new(bench.client.clone());
    let check = CheckSettings::default();
    let started = bench.clock.now();
    let all = (0..workload.entries).map(|n| {
        let (sources, register, check) = (&sources, &register, &check);
        async move {
            let entry = workload.entry(n);
            let order = ApiName::order_for(&entry.identifiers());
            let asked: Vec<&dyn Source> = order
                .iter()
                .filter_map(|name| sources.iter().find(|source| source.api() == *name))
                .map(|source| source as &dyn Source)
                .collect();
            let report = inquire(&entry, &asked, Some(register), TODAY, check).await.report;
            (report.label, report.status)
        }
    });
    let labels = bench.clock.run(stream::iter(all).buffered(jobs).collect()).unwrap();
    let milliseconds = bench.clock.now() - started;
    Run { milliseconds, optimum: optimum(&bench), requests: bench.requests(), labels }
}

/// The least time that each source's rate and concurrency leave for the requests of the log.
fn optimum(bench: &Bench) -> BTreeMap<ApiName, u64> {
    let mut asked: BTreeMap<ApiName, (u64, u64)> = BTreeMap::new();
    for (_, url) in bench.server.log.borrow().iter() {
        let counts = asked.entry(source_of(url)).or_default();
        counts.0 += 1;
        counts.1 += u64::from(url.contains("/works?"));
    }
    let least = |(api, (all, lists)): (ApiName, (u64, u64))| {
        let policy = bench.client.settings().request_policy(api);
        let rate = policy.rate.map_or(0, |rate| (all - 1) * rate.spacing());
        let list_rate = policy.list_rate.map_or(0, |rate| lists.saturating_sub(1) * rate.spacing());
        let together = all.div_ceil(policy.concurrency as u64) * LATENCY;
        (api, (rate.max(list_rate) + LATENCY).max(together))
    };
    asked.into_iter().map(least).collect()
}

fn users() -> [(&'static str, ApiSettings); 2] {
    let mailto = Some(Secret::new("me@example.org"));
    let keys = [ApiName::OpenAlex, ApiName::SemanticScholar].map(|api| (api, Secret::new("k"))).into();
    [("unknown", ApiSettings::default()), ("known", ApiSettings { mailto, keys, ..ApiSettings::default() })]
}

impl Display for Run {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let (requests, seconds) = (self.requests, self.milliseconds as f64 / 1_000.0);
        let each = requests as f64 / self.labels.len().max(1) as f64;
        write!(
            out,
            "{seconds:.1} s, {:.3} times the optimum; {requests} requests, {each:.2} each",
            self.ratio()
        )
    }
}

impl Run {
    /// Time over the least time that the limits leave.
    fn ratio(&self) -> f64 {
        self.milliseconds as f64 / self.optimum.values().copied().max().unwrap_or(1).max(1) as f64
    }
}

fn workload() -> impl Strategy<Value = (Workload, bool)> {
    let share = |most| 0u64..=most;
    (any::<u64>(), 300usize..450, share(100), share(20), share(25), any::<bool>()).prop_map(
        |(seed, entries, identified, invented, missing, known)| {
            (Workload { seed, entries, identified, invented, missing }, known)
        },
    )
}

proptest! {
    // The same workloads each time: the bounds are statements about many draws, not laws for each of them.
    #![proptest_config(ProptestConfig {
        cases: 2,
        max_shrink_iters: 0,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_261_122),
        ..ProptestConfig::default()
    })]

    /// Long bibliographies take little more time than the limits leave for the requests that they need. Where
    /// three sources are as busy as each other, one may be over: who will need the last one, nobody knows before.
    #[test]
    fn time_is_what_the_limits_leave(workloads in prop::collection::vec(workload(), 4)) {
        let mut ratios = Vec::new();
        for (workload, known) in workloads {
            let [(_, unknown), (_, settings)] = users();
            let run = run(workload, if known { settings } else { unknown }, JOBS);
            println!("{workload:?}: {run}");
            prop_assert!(run.ratio() <= 1.35, "{workload:?}: {run}");
            prop_assert_eq!(run.labels.len(), workload.entries);
            ratios.push(run.ratio());
        }
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        prop_assert!(mean <= 1.2, "{mean} times the optimum in the mean");
    }
}

/// What a paper cites: most of it known, most of it with a DOI.
const PAPER: Workload = Workload { seed: 1, entries: 400, identified: 60, invented: 4, missing: 10 };

#[test]
fn a_paper_s_references_cost_few_requests() {
    for (user, settings) in users() {
        let run = run(PAPER, settings, JOBS);
        println!("{user}: {run}");
        assert!(run.requests <= 3 * PAPER.entries, "{run}");
        for (n, (label, status)) in run.labels.iter().enumerate() {
            let wanted = if PAPER.is_invented(n) { Label::Hallucinated } else { Label::Valid };
            assert_eq!(*label, wanted, "{n} {status:?}");
        }
    }
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

/// What became of references under faults.
#[derive(Debug, Default)]
struct Ends {
    resolved: usize,
    ghosts: usize,
    unknown: usize,
}

/// Resolves references, a fifth of whose requests go wrong; every one must end, and none as a ghost for a fault.
fn under_faults(count: usize, settings: ApiSettings) -> (Ends, Bench) {
    let bench = Bench::new(30, settings, faulty(world(count), 11, 2));
    let sources =
        [ApiName::Crossref, ApiName::OpenAlex, ApiName::SemanticScholar].map(|api| bench.source(api));
    let sources: Vec<&dyn Source> = sources.iter().map(|source| source as &dyn Source).collect();
    let settings = Settings::default();
    let all = (0..count).map(|n| {
        let (reference, sources, settings) = (reference(n), &sources, &settings);
        async move { (resolve(&reference, sources, None, settings).await.resolution, reference) }
    });
    let outcomes: Vec<_> = bench.clock.run(stream::iter(all).buffered(JOBS).collect()).unwrap();
    let mut ends = Ends::default();
    for (resolution, reference) in outcomes {
        let invented = reference.title.as_deref().unwrap_or_default().starts_with("Quantum butterflies");
        match resolution {
            Resolution::Resolved { record, .. } => {
                assert_eq!(Some(record.title), reference.title);
                ends.resolved += 1;
            }
            Resolution::Ghost { .. } => {
                assert!(invented, "{}", reference.raw);
                ends.ghosts += 1;
            }
            Resolution::Unknown { .. } => ends.unknown += 1,
            Resolution::Ambiguous { candidates } => panic!("{candidates:?}"),
        }
    }
    println!("{} requests for {count} references: {ends:?}", bench.requests());
    assert_eq!(ends.resolved + ends.ghosts + ends.unknown, count);
    (ends, bench)
}

/// No window of any source's limits holds more requests than they allow.
fn assert_limits_kept(bench: &Bench) {
    let log = bench.server.log.borrow();
    for api in [ApiName::Crossref, ApiName::OpenAlex, ApiName::SemanticScholar] {
        let policy = bench.client.settings().request_policy(api);
        let asked = log.iter().filter(|(_, url)| source_of(url) == api);
        let times: Vec<u64> = asked.clone().map(|(time, _)| *time).collect();
        let lists: Vec<u64> =
            asked.filter(|(_, url)| url.contains("/works?")).map(|(time, _)| *time).collect();
        for (times, rate) in [(times, policy.rate), (lists, policy.list_rate)] {
            let Some(rate) = rate else { continue };
            let (most, window) = (rate.requests as usize, rate.per.as_millis() as u64);
            let over = times.windows(most + 1).find(|times| times[most] - times[0] < window);
            assert_eq!(over, None, "{api:?}: more than {most} in {window} ms");
        }
    }
}

#[test]
fn under_faults_every_reference_ends_and_none_is_called_a_ghost_for_them() {
    let count = 1_500;
    let (ends, _) = under_faults(count, with_policy(RequestPolicy::unlimited()));
    assert!(ends.unknown * 50 < count, "{ends:?} of {count}");
}

#[test]
fn under_faults_documented_limits_are_kept() {
    let [(_, unknown), (_, known)] = users();
    for settings in [unknown, known] {
        assert_limits_kept(&under_faults(300, settings).1);
    }
}

#[test]
#[ignore = "half a minute: cargo test -p citelight-records --test endurance -- --ignored --nocapture"]
fn ten_thousand_requests_under_faults_and_limits() {
    let [_, (_, known)] = users();
    let (_, bench) = under_faults(16_000, known);
    assert!(bench.requests() >= 10_000, "{}", bench.requests());
    assert_limits_kept(&bench);
}
