//! `citelight-eval hallmark`: HALLMARK in a closed world.

mod entries;
mod metrics;
mod peers;
mod plackett_luce;
mod plot;
mod ranking;
mod report;
mod scores;
mod sheet;
mod world;

pub use entries::{EntryOutcome, GoldEntry, ask_all, check_all, read_entries};
pub use metrics::{Confusion, DetectAt, GroupRate, Metrics, SubtestAccuracy, TypeRecall, precision_at};
pub use plackett_luce::Unsettled;
pub use scores::{Rank, Scores, ScoresError, rank, read_scores};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
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
    let (answers, outcomes, seconds) = check_each(&entries, &world, &settings);
    let entries_per_second = entries.len() as f64 / start.elapsed().as_secs_f64().max(f64::EPSILON);
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
    };
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

fn text(report: &Report<'_>, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{} in the closed world {}: {} entries, {:.0} entries/s",
        report.file, report.records, report.metrics.entries, report.entries_per_second
    )?;
    line("all", &report.metrics, out)?;
    line("first half", &report.first_half, out)?;
    line("second half", &report.second_half, out)?;
    line("conservative", &report.conservative, out)?;
    details(&report.metrics, out)?;
    writeln!(out, "\nOthers (live indexes). {CLOSED_WORLD}")?;
    for peer in report.peers {
        writeln!(
            out,
            "  {:12} {:36} DR {:.3}  FPR {:.3}  F1 {:.3}  TW-F1 {:.3}  ECE {:.3}",
            peer.split, peer.name, peer.dr, peer.fpr, peer.f1, peer.tier_weighted_f1, peer.ece
        )?;
    }
    for ranking in &report.rankings {
        ranking.write(out)?;
    }
    Ok(())
}

fn line(name: &str, m: &Metrics, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{name:13} n {:4}  DR {:.3}  FPR {:.3} (indexed {:.3}, unindexed {}/{})  F1 {:.3} (indexed {:.3})  TW-F1 {:.3}  \
         ECE {:.3}  AUROC {:.3}  MCC {:.3}  coverage {:.3}  precision at 2 % {:.3}, at 5 % {:.3} (with the unindexed {:.3}, {:.3})",
        m.entries,
        m.dr,
        m.fpr,
        m.fpr_indexed,
        m.unindexed.1,
        m.unindexed.0,
        m.f1,
        m.f1_indexed,
        m.tier_weighted_f1,
        m.ece,
        m.auroc,
        m.mcc,
        m.coverage,
        m.precision_at_2,
        m.precision_at_5,
        m.precision_with_unindexed.0,
        m.precision_with_unindexed.1
    )
}

fn details(metrics: &Metrics, out: &mut impl Write) -> io::Result<()> {
    for (name, found) in &metrics.subtests {
        let accuracy = found.right as f64 / found.applicable.max(1) as f64;
        let (applicable, abstained) = (found.applicable, found.abstained);
        writeln!(out, "  {name:20} accuracy {accuracy:.3} of {applicable} ({abstained} not applicable)")?;
    }
    for (error_type, found) in &metrics.types {
        writeln!(
            out,
            "  {:24} flagged {:3}/{:3}  with original {:3}/{:3}  typed right {:3}",
            format!("{error_type:?}"),
            found.flagged,
            found.entries,
            found.flagged_with_original,
            found.with_original,
            found.typed
        )?;
    }
    for (tier, rate) in &metrics.tiers {
        writeln!(out, "  tier {tier:19} flagged {:3}/{:3}", rate.flagged, rate.entries)?;
    }
    for (method, rate) in &metrics.generation_methods {
        writeln!(out, "  made by {method:16} flagged {:3}/{:3}", rate.flagged, rate.entries)?;
    }
    for found in &metrics.detect_at_k {
        writeln!(out, "  detect@{} ({}): {:.3}", found.k, found.strategy, found.detected)?;
    }
    Ok(())
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
