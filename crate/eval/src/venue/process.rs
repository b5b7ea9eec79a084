//! One process of a simulation: `citelight check --reports --online` over made-up submissions, with the command's own code down to
//! the journal and the answers on disk; only time and the network are simulated.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use citelight::http::{Clock, Secret, virtual_time::VirtualClock};
use citelight::sources::{ApiName, ApiSettings, Client};
use citelight_cli::args::CheckOptions;
use citelight_cli::check;
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::host::NativeHost;
use citelight_cli::network::Network;
use citelight_cli::output::file::write_whole;
use citelight_network::{DiskStore, Scholarly};
use serde::{Deserialize, Serialize};

use super::library::Library;
use super::web::{Death, Memory, Web};

/// What a process is to do.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    /// The folder of submissions.
    pub(super) submissions: PathBuf,
    pub(super) reports: PathBuf,
    pub(super) cache: PathBuf,
    /// What the web remembers: read at the start, written at the end.
    pub(super) memory: PathBuf,
    /// What the process tells of itself at its end.
    pub(super) outcome: PathBuf,
    /// It dies after so many requests.
    pub(super) dies_after: Option<u64>,
}

/// What a process tells of itself.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ProcessOutcome {
    /// Questions answered from the store, and those that joined another one under way, by source.
    pub(super) kept: BTreeMap<ApiName, u64>,
    pub(super) joined: BTreeMap<ApiName, u64>,
    /// Seconds of processor time, where the system tells; and of these, for making up answers.
    pub(super) processor_seconds: Option<f64>,
    pub(super) web_seconds: f64,
    /// The most memory that it ever held, in megabytes, where the system tells.
    pub(super) megabytes: Option<f64>,
}

/// Who asks: somebody who tells a mail address and has the free keys.
pub(super) fn settings() -> ApiSettings {
    let key = |api| (api, Secret::new("of-the-simulation"));
    ApiSettings {
        mailto: Some(Secret::new("chair@example.org")),
        keys: [ApiName::OpenAlex, ApiName::SemanticScholar].map(key).into(),
        ..ApiSettings::default()
    }
}

/// Runs the process that a plan describes.
pub(super) fn run(plan: &Path) -> Result<ExitCode, Failure> {
    let plan: Plan = serde_json::from_str(&read_text("the plan of the simulation", plan)?)?;
    let memory = Memory::load(&plan.memory)?;
    let seed = memory.behaviour.seed;
    let clock = Rc::new(VirtualClock::starting_at(memory.now));
    let settings = Rc::new(settings());
    let promised = settings.clone();
    let fresh = Box::new(move |api, is_known| {
        let policy = promised.request_policy(api);
        if is_known { policy.ttl } else { policy.absence_ttl }
    });
    let death = plan.dies_after.map(|after| Death { after, memory: plan.memory.clone() });
    let web = Rc::new(Web::new(Library::new(seed), clock.clone(), memory, fresh, death));
    let store =
        DiskStore::open(&plan.cache).map_err(|error| Failure::Network { reason: error.to_string() })?;
    let client = Rc::new(Client::new(web.clone(), clock.clone(), Rc::new(store), settings, seed));
    let options = as_typed(&plan)?;
    let mut host = NativeHost::load(&options.with)?;
    let scholarly = Scholarly::over(client.clone(), &ApiName::ORDER);
    host.go_online(Rc::new(Network::simulated(clock.clone(), scholarly)));
    let code = check::submissions(&host, &options, &plan.reports)?;
    let counted = |of: fn(citelight::sources::Counts) -> u64| {
        ApiName::ALL
            .into_iter()
            .map(|api| (api, of(client.counts(api))))
            .filter(|(_, count)| *count > 0)
            .collect()
    };
    let outcome = ProcessOutcome {
        kept: counted(|counts| counts.kept),
        joined: counted(|counts| counts.joined),
        processor_seconds: processor_seconds(),
        web_seconds: web.busy.borrow().as_secs_f64(),
        megabytes: megabytes(),
    };
    web.memory.borrow_mut().now = clock.now();
    web.memory.borrow().save(&plan.memory)?;
    write_whole(&plan.outcome, &serde_json::to_vec(&outcome)?)?;
    Ok(code)
}

/// The options of `citelight check` for the plan.
fn as_typed(plan: &Plan) -> Result<CheckOptions, Failure> {
    let words = ["--online", "--no-models", "--reports"].map(Into::into);
    let paths = [plan.reports.clone().into_os_string(), plan.submissions.clone().into_os_string()];
    check::typed(words.into_iter().chain(paths)).ok_or_else(|| Failure::Network {
        reason: "the simulation's own command line is not understood".to_owned(),
    })
}

/// Linux tells it in hundredths of a second, user and system.
fn processor_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// The greatest resident memory that Linux saw.
fn megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok()? / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn linux_tells_time_and_memory() {
        assert!(processor_seconds().is_some_and(|seconds| seconds >= 0.0));
        assert!(megabytes().is_some_and(|megabytes| megabytes > 1.0));
    }
}
