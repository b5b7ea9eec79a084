//! Tries inputs on a thread with a small stack, one by one, and tells what they took.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use super::ALLOCATOR;
use super::clock::Stopwatch;
use super::shrink::shrink;
use super::target::{Attempt, Contents, Target};

/// Longest time for one input; unoptimised code gets more of it.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });

/// Inputs that do harm after which there is no use in going on.
const MOST_HARMS: usize = 40;

/// Runs of a slow input.
const ATTEMPTS: usize = 4;

/// Most memory for one input, in bytes.
const MOST_MEMORY: usize = 512 << 20;

/// The stack that a browser's worker gives to WebAssembly, about: recursion on input would overflow it.
const STACK: usize = if cfg!(debug_assertions) { 4 << 20 } else { 1 << 20 };

/// The harm of inputs after which there is nobody left to try others.
const ENDED: &str = "ended the thread";

/// What stands between an input and what goes with it in a file.
const BETWEEN: &[u8] = b"\n%%%%%%%% companion %%%%%%%%\n";

pub(crate) struct Runner {
    inputs: Sender<(Attempt, Contents)>,
    outcomes: Receiver<Result<Duration, String>>,
    folder: PathBuf,
    tried: BTreeMap<String, Tried>,
    harms: Vec<PathBuf>,
}

/// What the inputs of a target took.
#[derive(Default)]
struct Tried {
    inputs: usize,
    slowest: Duration,
    most_memory: usize,
    harms: usize,
}

impl Runner {
    pub(crate) fn new() -> Self {
        let (inputs, inbox) = channel::<(Attempt, Contents)>();
        let (outbox, outcomes) = channel();
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || {
                for (attempt, contents) in inbox {
                    let watch = Stopwatch::start();
                    let outcome = catch_unwind(AssertUnwindSafe(|| attempt(&contents)));
                    let spent = watch.spent();
                    let outcome = outcome.unwrap_or_else(|_| Err("panicked".to_owned())).map(|()| spent);
                    if outbox.send(outcome).is_err() {
                        return;
                    }
                }
            })
            .expect("a thread");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
        std::fs::create_dir_all(&folder).expect("the target folder can be written");
        Self { inputs, outcomes, folder, tried: BTreeMap::new(), harms: Vec::new() }
    }

    /// How long an input takes; a reason if it does harm other than by its time.
    fn time(&mut self, target: &Target, contents: &Contents) -> Result<Duration, String> {
        let order = (target.attempt.clone(), contents.clone());
        self.inputs.send(order).map_err(|_| ENDED.to_owned())?;
        match self.outcomes.recv_timeout(LONGEST * 30) {
            Ok(outcome) => outcome,
            Err(RecvTimeoutError::Timeout) => Err(format!("took over {:?}", LONGEST * 30)),
            Err(RecvTimeoutError::Disconnected) => Err(ENDED.to_owned()),
        }
    }

    /// Tries an input, and keeps it where it does harm.
    pub(crate) fn run(&mut self, target: &Target, contents: Contents) {
        let ending = target.name.replace('/', "-");
        // Written before it is tried: a stack overflow leaves no time for it.
        let path = self.folder.join(format!("current-{}-{ending}", std::process::id()));
        std::fs::write(&path, contents.join(BETWEEN)).expect("the target folder can be written");
        let before = ALLOCATOR.current_usage();
        ALLOCATOR.reset_peak_usage();
        // On a busy machine a slow run says little: an input is slow if it is slow each time.
        let mut outcome = self.time(target, &contents);
        for _ in 1..ATTEMPTS {
            if matches!(outcome, Ok(time) if time > LONGEST) {
                outcome = self.time(target, &contents);
            }
        }
        let memory = ALLOCATOR.peak_usage().saturating_sub(before);
        let tried = self.tried.entry(target.name.clone()).or_default();
        tried.inputs += 1;
        tried.most_memory = tried.most_memory.max(memory);
        tried.slowest = tried.slowest.max(*outcome.as_ref().unwrap_or(&Duration::ZERO));
        let harm = match outcome {
            Ok(time) if time > LONGEST => Some(format!("took {time:?}")),
            Ok(_) if memory > MOST_MEMORY => Some(format!("took {} MB", memory >> 20)),
            Ok(_) => None,
            Err(reason) => Some(reason),
        };
        let Some(harm) = harm else {
            let _ = std::fs::remove_file(&path);
            return;
        };
        tried.harms += 1;
        let kept = self.folder.join(format!("harm-{}-{}-{ending}", std::process::id(), self.harms.len()));
        std::fs::rename(&path, &kept).expect("the target folder can be written");
        if let Some(smaller) = self.smaller(target, &contents, &harm) {
            std::fs::write(&kept, smaller).expect("the target folder can be written");
        }
        println!("{}: an input {harm}: {}", target.name, kept.display());
        self.harms.push(kept);
        assert!(self.harms.len() < MOST_HARMS && !harm.starts_with("took over"), "{:?}", self.harms);
    }

    /// A smaller input that does the same harm. Inputs of several parts, and those that only take long, stay as they are.
    fn smaller(&mut self, target: &Target, contents: &Contents, harm: &str) -> Option<Vec<u8>> {
        let [bytes] = contents.as_slice() else { return None };
        if harm.starts_with("took") || harm == ENDED {
            return None;
        }
        // What follows a colon is of the one input.
        let kind = |reason: &str| reason.split(':').next().map(str::to_owned);
        let harms = |outcome: Result<_, String>| outcome.is_err_and(|reason| kind(&reason) == kind(harm));
        Some(shrink(bytes, |part| harms(self.time(target, &vec![part.to_vec()]))))
    }

    /// Prints what the inputs took, adds it to the file `CITELIGHT_FUZZ_TABLE`, and fails if one did harm.
    pub(crate) fn report(&self) {
        let mut rows = String::new();
        for (name, tried) in &self.tried {
            let milliseconds = tried.slowest.as_secs_f64() * 1000.0;
            let megabytes = tried.most_memory as f64 / f64::from(1 << 20);
            let _ = writeln!(
                rows,
                "{name}\t{}\t{milliseconds:.0} ms\t{megabytes:.1} MB\t{}",
                tried.inputs, tried.harms
            );
        }
        print!("{rows}");
        if let Ok(path) = std::env::var("CITELIGHT_FUZZ_TABLE") {
            let table = std::fs::OpenOptions::new().create(true).append(true).open(path);
            let written = table.and_then(|mut table| table.write_all(rows.as_bytes()));
            written.expect("the table can be written");
        }
        assert!(self.harms.is_empty(), "{:?}", self.harms);
    }
}
