//! `citelight-eval hallmark`: HALLMARK in a closed world.

mod apis;
mod baselines;
mod contribution;
pub(crate) mod counted;
mod entries;
mod figures;
mod folds;
mod metrics;
mod peers;
mod plackett_luce;
mod plot;
mod ranking;
mod report;
mod scores;
mod segments;
mod sheet;
mod taxonomy;
mod text;
mod world;

pub use counted::{Asked, inquire_all};
pub use entries::{EntryOutcome, GoldEntry, ask_all, check_all, read_entries};
pub use folds::Fold;
pub use metrics::{
    Confusion, DetectAt, GroupRate, Metrics, ProblemNamed, SubtestAccuracy, TypeRecall, Withdrawn,
    precision_at,
};
pub use plackett_luce::Unsettled;
pub use scores::{Rank, Scores, ScoresError, rank, read_scores};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
pub use taxonomy::GoldType;
pub use world::{World, WorldError};

use citelight::resolve::integrity::{Answers, CheckSettings, Day, Label};
use citelight_cli::args::Format;
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::output;
use serde_json::json;

use crate::args::HallmarkOptions;
use crate::results;
use peers::PEERS;
use report::{CLOSED_WORLD, Report};
use text::text;

/// The day of the benchmark's release (v1.2.2), by which a year lies in the future.
const TODAY: Day = Day { year: 2026, month: 7, day: 22 };

pub(super) fn run(options: &HallmarkOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    let malformed = |what: &'static str, path: &Path| {
        let path = path.to_owned();
        move |error: WorldError| Failure::Malformed { what, path, reason: error.to_string() }
    };
    let entries = read_entries(&read_text("the file of entries", &options.entries)?)
        .map_err(malformed("the file of entries", &options.entries))?;
    let world = World::from_json_lines(&read_text("the file of records", &options.records)?)
        .map_err(malformed("the file of records", &options.records))?;

    // The files hold whatever was published in their world.
    let settings = CheckSettings { strict: options.strict, indexing_lag: None, ..CheckSettings::default() };
    let start = Instant::now();
    let (answers, mut outcomes, seconds) = check_each(&entries, &world, &settings);
    let entries_per_second = entries.len() as f64 / start.elapsed().as_secs_f64().max(f64::EPSILON);
    let timed_out = give_up_on(&mut outcomes, &seconds, options.limit);
    let apis = options.apis.then(|| apis::apis(&entries, &answers, &outcomes, &world, TODAY, &settings));
    let baselines = baselines::baselines(&entries, &outcomes, &world, TODAY, &settings);
    let conservative = CheckSettings {
        absence_is_error: false,
        indexing_lag: CheckSettings::default().indexing_lag,
        ..settings
    };
    let conservative = check_all(&entries, &answers, &world, TODAY, &conservative);
    let half = |first: bool| -> Vec<EntryOutcome> {
        outcomes.iter().filter(|outcome| outcome.gold.is_in_first_half() == first).cloned().collect()
    };
    let report = Report {
        schema: "citelight/eval-hallmark/1",
        file: options.entries.display().to_string(),
        records: options.records.display().to_string(),
        is_noisy: world.is_noisy(),
        entries_per_second,
        metrics: Metrics::of(&outcomes),
        conservative: Metrics::of(&conservative),
        first_half: Metrics::of(&half(true)),
        second_half: Metrics::of(&half(false)),
        peers: &PEERS,
        peers_note: CLOSED_WORLD,
        rankings: ranking::among(&options.ranking, &outcomes)?,
        temporal: segments::segments(&outcomes),
        baselines,
        timed_out,
        apis,
    };
    if let Some(folder) = &options.contribute {
        contribution::write(folder, &options.entries, &report, &outcomes, &seconds)?;
    }
    if let Some(path) = &options.predictions {
        let lines = predictions(&outcomes, &seconds);
        std::fs::write(path, lines)
            .map_err(|error| Failure::Unwritable { path: path.clone(), reason: error.to_string() })?;
    }
    if let Some(path) = &options.plot {
        plot::plot(&report, path)?;
    }
    results::keep(kept, || sheet::sheet(&report, options))?;
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => {
            let mut out = anstream::stdout().lock();
            text(&report, &mut out)?;
            if options.errors {
                errors(&outcomes, &mut out)?;
            }
            if options.grounds {
                grounds(&half(true), &mut out)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What takes longer than the limit is called valid, as in the benchmark (appendix F): nobody is accused of a slow source.
fn give_up_on(outcomes: &mut [EntryOutcome], seconds: &[f64], limit: f64) -> usize {
    let late = outcomes.iter_mut().zip(seconds).filter(|(_, seconds)| **seconds > limit);
    late.map(|(outcome, _)| {
        (outcome.report.label, outcome.report.confidence) = (Label::Valid, 0.5);
        (outcome.report.error_type, outcome.report.problem) = (None, None);
        outcome.report.discrepancies.clear();
    })
    .count()
}

/// Every entry on its own, with the seconds it took.
fn check_each(
    entries: &[GoldEntry],
    world: &World,
    settings: &CheckSettings,
) -> (Vec<Answers>, Vec<EntryOutcome>, Vec<f64>) {
    let (mut answers, mut outcomes, mut seconds) = (Vec::new(), Vec::new(), Vec::new());
    for entry in entries.chunks(1) {
        let start = Instant::now();
        let answered = ask_all(entry, world);
        outcomes.extend(check_all(entry, &answered, world, TODAY, settings));
        seconds.push(start.elapsed().as_secs_f64());
        answers.extend(answered);
    }
    (answers, outcomes, seconds)
}

/// HALLMARK's form of predictions.
fn predictions(outcomes: &[EntryOutcome], seconds: &[f64]) -> String {
    let mut lines = String::new();
    for (outcome, seconds) in outcomes.iter().zip(seconds) {
        let report = &outcome.report;
        let subtests: BTreeMap<&str, Option<bool>> =
            report.subtests.named().into_iter().map(|(name, test)| (name, test.passed)).collect();
        let line = json!({
            "bibtex_key": report.key,
            "label": report.label,
            "confidence": report.confidence,
            "reason": report.reasons.join(" "),
            "predicted_hallucination_type": report.error_type,
            "subtest_results": subtests,
            "api_sources_queried": report.asked,
            "wall_clock_seconds": seconds,
            "api_calls": report.asked.len(),
        });
        lines.push_str(&line.to_string());
        lines.push('\n');
    }
    lines
}

fn errors(outcomes: &[EntryOutcome], out: &mut impl Write) -> io::Result<()> {
    for outcome in outcomes.iter().filter(|outcome| is_wrong(outcome)) {
        let GoldEntry { entry, label, error_type, .. } = &outcome.gold;
        let report = &outcome.report;
        writeln!(
            out,
            "  {} {label:?} {error_type:?} indexed {} → {:?} {:?} {:?}\n     {:?}\n     {}",
            entry.key,
            outcome.is_indexed,
            report.label,
            report.status,
            report.error_type,
            entry.fields,
            output::plain(&report.reasons.join(" "))
        )?;
    }
    Ok(())
}

fn is_wrong(outcome: &EntryOutcome) -> bool {
    (outcome.report.label == Label::Hallucinated) != (outcome.gold.label == Label::Hallucinated)
}

/// How often each confidence was right: what the table of confidences was made from.
fn grounds(outcomes: &[EntryOutcome], out: &mut impl Write) -> io::Result<()> {
    let mut table: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for outcome in outcomes {
        let report = &outcome.report;
        let ground = format!("{:?} {:?} {:.2}", report.ground, report.label, report.confidence);
        let row = table.entry(ground).or_default();
        row.0 += usize::from(!is_wrong(outcome));
        row.1 += 1;
    }
    for (ground, (right, all)) in table {
        writeln!(out, "  {ground}: {right}/{all}")?;
    }
    Ok(())
}
