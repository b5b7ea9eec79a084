//! `citelight-eval venue`: what a whole venue takes, simulated under a virtual clock at the sources' documented limits.
//!
//! The check itself is the command's own, in processes of its own, so that one of them can be killed; see [`process`]. The
//! scholarly web is made up: [`library`] says which works there are, [`limits`] what the sources allow, [`web`] how they answer.

mod answers;
mod ask;
mod figures;
mod library;
mod limits;
mod process;
mod sheet;
mod submissions;
mod web;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use citelight_cli::args::Format;
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::output;
use serde::Serialize;
use sha2::{Digest, Sha256};

use self::figures::{EndpointCost, Ends, Killed, Run};
use self::library::Library;
use self::process::{Plan, ProcessOutcome};
use self::submissions::Venue;
use self::web::{Behaviour, DEATH, Memory};
use crate::args::VenueOptions;
use crate::results;

/// When the simulation begins, in milliseconds since 1970: midnight (UTC) of a day far enough ahead that nothing it keeps on disk
/// is out of date by the system's clock (2100-01-01).
const BEGINNING: u64 = 4_102_444_800_000;
/// Time between a death and the next start.
const PAUSE: u64 = 60_000;

/// Everything that was found.
#[derive(Debug, Serialize)]
struct Report {
    schema: &'static str,
    submissions: usize,
    references: usize,
    seed: u64,
    /// Share of the requests that met a fault.
    faults: f64,
    /// Dollars that OpenAlex grants a day.
    allowance: f64,
    /// References to works that no index has.
    unheld: usize,
    /// Of all references, so many are to different works.
    distinct_share: f64,
    run: Run,
    killed: Option<Killed>,
    endpoint: Option<EndpointCost>,
}

pub(super) fn run(options: &VenueOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    if let Some(plan) = &options.process {
        return process::run(plan);
    }
    let folder = Folder::make()?;
    let library = Library::new(options.seed);
    let venue = Venue::new(library, options.seed, options.references);
    let submissions = folder.made("submissions")?;
    let mut cited = BTreeMap::new();
    for submission in 0..options.submissions {
        venue.write(submission, &submissions)?;
        for work in venue.cited(submission) {
            *cited.entry(work).or_insert(0usize) += 1;
        }
    }
    let behaviour =
        Behaviour { seed: options.seed, faults: options.faults, allowance: (options.allowance * 1e6) as u64 };
    let undisturbed = Simulation::begin(&folder, "undisturbed", behaviour)?;
    let run = undisturbed.to_its_end()?;
    let killed = match options.kill_at {
        None => None,
        Some(share) => {
            let other = Simulation::begin(&folder, "killed", behaviour)?;
            let requests = undisturbed.memory()?.requests();
            Some(other.killed_at((requests as f64 * share) as u64, &undisturbed)?)
        }
    };
    let endpoint =
        options.open_claims.zip(options.prices.as_deref()).and_then(|(claims, prices)| match prices {
            [price_in, price_out] => {
                Some(EndpointCost::of(options.submissions, claims, *price_in, *price_out))
            }
            _ => None,
        });
    let all = options.submissions * options.references;
    let report = Report {
        schema: "citelight/eval-venue/1",
        submissions: options.submissions,
        references: options.references,
        seed: options.seed,
        faults: options.faults,
        allowance: options.allowance,
        unheld: cited.iter().filter(|(work, _)| !library.exists(**work)).map(|(_, count)| count).sum(),
        distinct_share: cited.len() as f64 / all.max(1) as f64,
        run,
        killed,
        endpoint,
    };
    results::keep(kept, || sheet::sheet(&report))?;
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => write(&report)?,
    }
    Ok(if report.holds() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

impl Report {
    /// Whether what must hold does: no limit is broken, nothing asked twice, nothing lost, no work of an index called a ghost.
    fn holds(&self) -> bool {
        let run = &self.run;
        let ended = run.ends.checked + run.ends.incomplete + run.ends.failed;
        let went_on =
            self.killed.as_ref().is_none_or(|killed| killed.same_end && killed.asked_twice <= killed.cut_off);
        run.over_limit == 0
            && run.asked_twice == 0
            && ended == self.submissions as u64
            && run.ends.failed == 0
            && run.ends.ghosts <= self.unheld as u64
            && went_on
    }
}

/// A folder that goes when the simulation has ended.
struct Folder(tempfile::TempDir);

impl Folder {
    fn make() -> Result<Self, Failure> {
        tempfile::Builder::new().prefix("citelight-venue-").tempdir().map(Self).map_err(Failure::from)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn made(&self, name: &str) -> Result<PathBuf, Failure> {
        let path = self.at(name);
        std::fs::create_dir_all(&path)?;
        Ok(path)
    }
}

/// A venue's check, in one process or several.
struct Simulation {
    plan: Plan,
    file: PathBuf,
}

impl Simulation {
    fn begin(folder: &Folder, name: &str, behaviour: Behaviour) -> Result<Self, Failure> {
        let own = folder.made(name)?;
        let plan = Plan {
            submissions: folder.at("submissions"),
            reports: own.join("reports"),
            cache: own.join("cache"),
            memory: own.join("memory.json"),
            outcome: own.join("outcome.json"),
            dies_after: None,
        };
        Memory::new(behaviour, BEGINNING).save(&plan.memory)?;
        Ok(Self { plan, file: own.join("plan.json") })
    }

    fn memory(&self) -> Result<Memory, Failure> {
        Memory::load(&self.plan.memory)
    }

    /// Starts a process and waits for its end; gives its exit code.
    fn process(&self, dies_after: Option<u64>) -> Result<Option<i32>, Failure> {
        let plan = Plan { dies_after, ..self.plan.copied() };
        output::file::write_whole(&self.file, &serde_json::to_vec(&plan)?)?;
        let mut command = Command::new(std::env::current_exe()?);
        // What the user set for real checks is not the simulation's.
        for (name, _) in
            std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CITELIGHT_"))
        {
            command.env_remove(name);
        }
        let output = command.args(["venue", "--process"]).arg(&self.file).stdin(Stdio::null()).output()?;
        let code = output.status.code();
        if matches!(code, Some(0..=2 | DEATH)) && (code == Some(DEATH) || self.plan.outcome.exists()) {
            return Ok(code);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().last().unwrap_or_default().to_owned();
        Err(Failure::Simulation { reason: format!("its process ended with {}: {last}", output.status) })
    }

    fn to_its_end(&self) -> Result<Run, Failure> {
        self.process(None)?;
        let memory = self.memory()?;
        if let Some(request) = memory.unread.first() {
            let reason = format!("the made-up web does not know what {request} asks");
            return Err(Failure::Simulation { reason });
        }
        let outcome: ProcessOutcome =
            serde_json::from_str(&read_text("what the simulation's process told", &self.plan.outcome)?)?;
        Ok(Run::of(BEGINNING, &memory, &outcome, ends(&self.plan.reports)?))
    }

    /// Has it die after so many requests, and go on.
    fn killed_at(&self, requests: u64, undisturbed: &Self) -> Result<Killed, Failure> {
        if self.process(Some(requests))? != Some(DEATH) {
            return Err(Failure::Simulation { reason: "its process did not die when it should".to_owned() });
        }
        let mut memory = self.memory()?;
        let before = memory.requests();
        memory.now += PAUSE;
        memory.save(&self.plan.memory)?;
        self.process(None)?;
        let memory = self.memory()?;
        Ok(Killed {
            before,
            after: memory.requests() - before,
            cut_off: memory.cut_off,
            asked_twice: memory.counts.values().map(|counts| counts.again).sum(),
            same_end: contents(&self.plan.reports)? == contents(&undisturbed.plan.reports)?,
            hours: (memory.now - BEGINNING - PAUSE) as f64 / 3_600_000.0,
        })
    }
}

impl Plan {
    fn copied(&self) -> Self {
        let Self { submissions, reports, cache, memory, outcome, dies_after } = self;
        Self {
            submissions: submissions.clone(),
            reports: reports.clone(),
            cache: cache.clone(),
            memory: memory.clone(),
            outcome: outcome.clone(),
            dies_after: *dies_after,
        }
    }
}

/// How each submission ended, by the journal's last line on it.
fn last_lines(reports: &Path) -> Result<BTreeMap<String, serde_json::Value>, Failure> {
    let journal = read_text("the journal", &reports.join("checked.jsonl"))?;
    let lines = journal.lines().filter_map(|line| serde_json::from_str(line).ok());
    Ok(lines.map(|line: serde_json::Value| (line["submission"].to_string(), line)).collect())
}

fn ends(reports: &Path) -> Result<Ends, Failure> {
    let mut ends = Ends::default();
    for line in last_lines(reports)?.values() {
        *match line["end"].as_str() {
            Some("checked") => &mut ends.checked,
            Some("incomplete") => &mut ends.incomplete,
            _ => &mut ends.failed,
        } += 1;
        let count = |name: &str| line["summary"][name].as_u64().unwrap_or_default();
        ends.resolved += count("references_resolved");
        ends.ghosts += count("references_ghost");
        ends.open += count("references_open");
    }
    Ok(ends)
}

/// What every report says, and how each submission ended.
fn contents(reports: &Path) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let mut contents: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for entry in std::fs::read_dir(reports)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name != "checked.jsonl" {
            contents.insert(name, Sha256::digest(std::fs::read(entry.path())?).to_vec());
        }
    }
    let lines = last_lines(reports)?.into_iter();
    contents.extend(
        lines.map(|(submission, line)| (format!("end of {submission}"), line.to_string().into_bytes())),
    );
    Ok(contents)
}

fn write(report: &Report) -> Result<(), Failure> {
    use std::io::Write;
    let Report { run, .. } = report;
    let mut out = anstream::stdout().lock();
    writeln!(
        out,
        "{} submissions × {} references (seed {}): {:.0} % to different works, {} to none that an index has; {:.0} % of the \
         requests meet a fault",
        report.submissions,
        report.references,
        report.seed,
        100.0 * report.distinct_share,
        report.unheld,
        100.0 * report.faults
    )?;
    writeln!(
        out,
        "virtual time: {:.2} h, {:.0} submissions an hour; {} limits: {:.2} h at least",
        run.hours,
        run.submissions_per_hour,
        run.limiting.map_or("nobody", |api| api.as_str()),
        run.least_hours
    )?;
    let Ends { checked, incomplete, failed, resolved, ghosts, open } = run.ends;
    writeln!(
        out,
        "{checked} checked, {incomplete} incomplete, {failed} failed; references: {resolved} resolved, {ghosts} ghosts, \
         {open} open"
    )?;
    writeln!(
        out,
        "{:<16}{:>9}{:>9}{:>9}{:>9}{:>8}{:>10}{:>9}{:>9}",
        "", "requests", "single", "lists", "searches", "faults", "kept", "outdated", "hours"
    )?;
    for (api, source) in &run.sources {
        let counts = &source.counts;
        writeln!(
            out,
            "{:<16}{:>9}{:>9}{:>9}{:>9}{:>8}{:>10}{:>9}{:>9.2}",
            api.as_str(),
            counts.requests,
            counts.single,
            counts.lists,
            counts.searches,
            counts.faults,
            source.kept + source.joined,
            counts.outdated,
            source.least_hours
        )?;
    }
    writeln!(
        out,
        "answered from what was kept: {:.1} %; OpenAlex: {:.2} $, {:.2} $ on the dearest day (allowance {:.2} $); over a \
         limit: {}; asked twice: {}",
        100.0 * run.kept_share,
        run.dollars,
        run.dollars_of_a_day,
        report.allowance,
        run.over_limit,
        run.asked_twice
    )?;
    let told = |value: Option<f64>| value.map_or_else(|| "?".to_owned(), |value| format!("{value:.0}"));
    writeln!(
        out,
        "measured: {} s of processor ({:.0} s of them for making up answers), {} MB at most",
        told(run.processor_seconds),
        run.web_seconds,
        told(run.megabytes)
    )?;
    if let Some(killed) = &report.killed {
        writeln!(
            out,
            "killed after {} requests, ended by {} more: {} questions were under way, {} asked again although answered; the \
             end is {}",
            killed.before,
            killed.after,
            killed.cut_off,
            killed.asked_twice,
            if killed.same_end { "the same" } else { "ANOTHER" }
        )?;
    }
    if let Some(cost) = &report.endpoint {
        writeln!(
            out,
            "an endpoint for {} open claims a submission: {:.0} requests of {:.0} and {:.0} tokens, {:.2} $ at {} $ and {} $ a \
             million",
            cost.open_claims,
            cost.requests,
            cost.tokens_in,
            cost.tokens_out,
            cost.dollars,
            cost.price_in,
            cost.price_out
        )?;
    }
    Ok(())
}
