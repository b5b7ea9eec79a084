//! The made-up web: it answers after a while, within the limits that the sources document, at times with a fault, and remembers
//! what it was asked, also when whoever asks it dies.
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use citelight::LocalFuture;
use citelight::http::{Clock, Fetch, FetchError, Request, Response, virtual_time::VirtualClock};
use citelight::sources::ApiName;
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::output::file::write_whole;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::answers::{answer, is_known};
use super::ask::Ask;
use super::library::{Library, drawn};
use super::limits::{DAY, Limits, Refusal, Weight};

/// How the web behaves.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Behaviour {
    pub(super) seed: u64,
    /// Share of the requests that meet a fault.
    pub(super) faults: f64,
    /// Millionths of a dollar that OpenAlex grants a day.
    pub(super) allowance: u64,
}

/// Milliseconds until a source answers, in the middle: half of them to twice of them by chance (assumptions).
fn latency(api: ApiName, weight: Weight) -> f64 {
    match (api, weight) {
        (ApiName::Crossref, Weight::Search) => 700.0,
        (ApiName::Crossref, _) => 300.0,
        (ApiName::OpenAlex, _) => 250.0,
        (ApiName::SemanticScholar | ApiName::Dblp | ApiName::DataCite, _) => 400.0,
        (ApiName::Arxiv | ApiName::Web, _) => 800.0,
        _ => 200.0,
    }
}

/// What was asked of one source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Counts {
    pub(super) requests: u64,
    /// By what they ask.
    pub(super) single: u64,
    pub(super) lists: u64,
    pub(super) searches: u64,
    /// Of the requests: met by a fault, over a limit, over the day's allowance.
    pub(super) faults: u64,
    pub(super) over_limit: u64,
    pub(super) over_allowance: u64,
    /// Milliseconds until they were answered, all together.
    pub(super) waited: u64,
    /// Questions that were answered, those of a list one by one.
    pub(super) answered: u64,
    /// Questions that had been answered, for longer than which the answer was good.
    pub(super) again: u64,
    /// Questions that were answered too long ago.
    pub(super) outdated: u64,
}

/// What the web remembers.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Memory {
    pub(super) behaviour: Behaviour,
    /// Milliseconds since 1970.
    pub(super) now: u64,
    pub(super) counts: BTreeMap<ApiName, Counts>,
    pub(super) limits: Limits,
    /// By question: until when its answer is good.
    answered: BTreeMap<u64, u64>,
    /// How often a request came, by the request.
    repeated: BTreeMap<u64, u64>,
    /// Questions under way when whoever asked died.
    pub(super) cut_off: u64,
    under_way: u64,
    /// Requests that nobody of the made-up web could read.
    pub(super) unread: Vec<String>,
}

impl Memory {
    /// Of a web that was asked nothing yet.
    pub(super) fn new(behaviour: Behaviour, now: u64) -> Self {
        Self {
            behaviour,
            now,
            counts: BTreeMap::new(),
            limits: Limits::new(behaviour.allowance),
            answered: BTreeMap::new(),
            repeated: BTreeMap::new(),
            cut_off: 0,
            under_way: 0,
            unread: Vec::new(),
        }
    }

    pub(super) fn load(path: &Path) -> Result<Self, Failure> {
        Ok(serde_json::from_str(&read_text("the memory of the made-up web", path)?)?)
    }

    pub(super) fn save(&self, path: &Path) -> Result<(), Failure> {
        write_whole(path, &serde_json::to_vec(self)?)
    }

    pub(super) fn requests(&self) -> u64 {
        self.counts.values().map(|counts| counts.requests).sum()
    }

    fn count(&mut self, api: ApiName) -> &mut Counts {
        self.counts.entry(api).or_default()
    }
}

/// When whoever asks is to die, and what is told before.
pub(super) struct Death {
    /// After so many requests.
    pub(super) after: u64,
    /// Where the web's memory goes: it outlives the death.
    pub(super) memory: PathBuf,
}

/// For how long answers are good, as whoever asks promises to keep them.
pub(super) type FreshnessLifetimes = Box<dyn Fn(ApiName, bool) -> Duration>;

/// The web.
pub(super) struct Web {
    library: Library,
    clock: Rc<VirtualClock>,
    fresh: FreshnessLifetimes,
    death: Option<Death>,
    pub(super) memory: RefCell<Memory>,
    /// Time it took to make up answers.
    pub(super) busy: RefCell<Duration>,
}

/// What comes of a request.
enum Fate {
    Answered,
    Refused(Refusal),
    Fault(Fault),
}

#[derive(Clone, Copy)]
enum Fault {
    TooMany,
    Unavailable,
    Reset,
    Silent,
}

impl Web {
    pub(super) fn new(
        library: Library,
        clock: Rc<VirtualClock>,
        memory: Memory,
        fresh: FreshnessLifetimes,
        death: Option<Death>,
    ) -> Self {
        Self { library, clock, fresh, death, memory: RefCell::new(memory), busy: RefCell::default() }
    }

    fn begun(&self, ask: &Ask, request: &Request) -> (Fate, Duration) {
        let mut memory = self.memory.borrow_mut();
        let (now, weight) = (self.clock.now(), ask.weight());
        let Behaviour { seed, faults, .. } = memory.behaviour;
        let name = hash(&request.fingerprint());
        let repeated = memory.repeated.entry(name).or_default();
        *repeated += 1;
        let repeated = *repeated;
        let chance = |what: u64| drawn(seed, &[200 + what, name, repeated]);
        let (fate, time, kind) = (chance(1), chance(2), chance(3));
        let judged = memory.limits.begun(ask.api, weight, now);
        let counts = memory.count(ask.api);
        counts.requests += 1;
        match weight {
            Weight::Single => counts.single += 1,
            Weight::List => counts.lists += 1,
            Weight::Search => counts.searches += 1,
        }
        let fate = match judged {
            Err(refusal) => Fate::Refused(refusal),
            Ok(()) if fate < faults => Fate::Fault(match (kind * 10.0) as u32 {
                0..4 => Fault::TooMany,
                4..8 => Fault::Unavailable,
                8 => Fault::Reset,
                _ => Fault::Silent,
            }),
            Ok(()) => Fate::Answered,
        };
        match &fate {
            Fate::Answered => {}
            Fate::Refused(Refusal::TooMany) => counts.over_limit += 1,
            Fate::Refused(Refusal::Spent) => counts.over_allowance += 1,
            Fate::Fault(_) => counts.faults += 1,
        }
        let (mut again, mut outdated) = (0, 0);
        for question in &ask.questions {
            match memory.answered.get(&hash(question)) {
                Some(until) if now < *until => again += 1,
                Some(_) => outdated += 1,
                None => {}
            }
        }
        let counts = memory.count(ask.api);
        counts.again += again;
        counts.outdated += outdated;
        memory.under_way += ask.questions.len() as u64;
        if matches!(fate, Fate::Fault(Fault::Silent)) {
            return (fate, request.timeout);
        }
        // Half to twice the middle, evenly on a scale of ratios.
        let milliseconds = latency(ask.api, weight) * libm::pow(4.0, time - 0.5);
        memory.count(ask.api).waited += milliseconds as u64;
        (fate, Duration::from_millis(milliseconds as u64))
    }

    fn answered(&self, ask: &Ask, fate: &Fate) {
        let mut memory = self.memory.borrow_mut();
        if !matches!(fate, Fate::Answered) {
            return;
        }
        let now = self.clock.now();
        for (question, is_known) in ask.questions.iter().zip(is_known(self.library, ask)) {
            let until = now + (self.fresh)(ask.api, is_known).as_millis() as u64;
            memory.answered.insert(hash(question), until);
        }
        memory.count(ask.api).answered += ask.questions.len() as u64;
    }

    /// Ends this process as a crash does, once its time has come: nothing that it holds in memory is written.
    fn die_in_time(&self) {
        let Some(Death { after, memory }) = &self.death else { return };
        let is_time = self.memory.borrow().requests() >= *after;
        if !is_time {
            return;
        }
        let mut told = self.memory.borrow_mut();
        told.now = self.clock.now();
        told.cut_off += told.under_way;
        told.under_way = 0;
        if let Err(failure) = told.save(memory) {
            anstream::eprintln!("citelight: {failure}");
            std::process::exit(2);
        }
        std::process::exit(DEATH);
    }
}

/// The exit code of a process that died in time.
pub(super) const DEATH: i32 = 137;

/// A request that is under way, until it is answered or whoever sent it wants no answer any more.
struct Connection<'a> {
    web: &'a Web,
    ask: &'a Ask,
}

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        let mut memory = self.web.memory.borrow_mut();
        memory.under_way = memory.under_way.saturating_sub(self.ask.questions.len() as u64);
        memory.limits.ended(self.ask.api);
    }
}

impl Fetch for Web {
    fn fetch<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Response, FetchError>> {
        Box::pin(async move {
            let begun = Instant::now();
            let Some(ask) = Ask::of(request, self.library) else {
                self.memory.borrow_mut().unread.push(request.fingerprint());
                return Ok(Response { status: 400, ..Response::default() });
            };
            self.die_in_time();
            let (fate, latency) = self.begun(&ask, request);
            *self.busy.borrow_mut() += begun.elapsed();
            let host = ask.api.as_str().to_owned();
            let connection = Connection { web: self, ask: &ask };
            self.clock.sleep(latency).await;
            let begun = Instant::now();
            drop(connection);
            self.answered(&ask, &fate);
            let answered = match fate {
                Fate::Answered => Ok(answer(self.library, &ask)),
                Fate::Refused(Refusal::TooMany) => Ok(refusal(429, &[])),
                Fate::Refused(Refusal::Spent) => {
                    let reset = (DAY - self.clock.now() % DAY).div_ceil(1_000).to_string();
                    Ok(refusal(429, &[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", &reset)]))
                }
                Fate::Fault(Fault::TooMany) => Ok(refusal(429, &[("retry-after", "2")])),
                Fate::Fault(Fault::Unavailable) => Ok(refusal(503, &[])),
                Fate::Fault(Fault::Reset) => {
                    Err(FetchError::Interrupted { host, reason: "connection reset".to_owned() })
                }
                Fate::Fault(Fault::Silent) => Err(FetchError::TimedOut { host, seconds: request.timeout }),
            };
            *self.busy.borrow_mut() += begun.elapsed();
            answered
        })
    }
}

fn refusal(status: u16, headers: &[(&str, &str)]) -> Response {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Response { status, headers, body: b"Too many requests".to_vec(), ..Response::default() }
}

/// The same in every process and by every compiler.
fn hash(text: &str) -> u64 {
    Sha256::digest(text.as_bytes()).iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
}
