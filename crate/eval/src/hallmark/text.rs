//! The figures for people.

use std::io::{self, Write};

use super::baselines::Baseline;
use super::folds::Fold;
use super::metrics::{Metrics, ProblemNamed, Withdrawn};
use super::report::{CLOSED_WORLD, Report};

pub(super) fn text(report: &Report<'_>, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{} in the closed world {}: {} entries, {:.0} entries/s",
        report.file, report.records, report.metrics.entries, report.entries_per_second
    )?;
    line("all", &report.metrics, out)?;
    line("first half", &report.first_half, out)?;
    line("second half", &report.second_half, out)?;
    line("conservative", &report.conservative, out)?;
    if report.timed_out > 0 {
        writeln!(out, "{} entries took longer than the limit and were called valid", report.timed_out)?;
    }
    further(report, out)?;
    details(&report.metrics, out)?;
    if let Some(apis) = &report.apis {
        apis.write(out)?;
    }
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

/// The figures by policies, by time and beside simple baselines.
fn further(report: &Report<'_>, out: &mut impl Write) -> io::Result<()> {
    let metrics = &report.metrics;
    for Fold { policy, kept: (kept, bad), dr, fpr, f1, mcc, .. } in &metrics.folds {
        writeln!(
            out,
            "  policy {policy:14} forbids {kept:3}/{bad:3}  DR {dr:.3}  FPR {fpr:.3}  F1 {f1:.3}  MCC {mcc:.3}"
        )?;
    }
    for (group, named) in &metrics.problems {
        let ProblemNamed { flagged, not_found, misdescribed } = named;
        writeln!(
            out,
            "  {group}: of {flagged} flagged {not_found} not found, {misdescribed} described wrongly"
        )?;
    }
    if metrics.withdrawn.entries > 0 {
        let Withdrawn { entries, said, said_withdrawn, not_found } = metrics.withdrawn;
        writeln!(
            out,
            "  withdrawn or retracted {entries}: said of {said}, withdrawn of {said_withdrawn}; not found {not_found}"
        )?;
    }
    for segment in &report.temporal.segments {
        writeln!(
            out,
            "  {:16} DR {}  FPR {}  F1 {:.3}  MCC {:.3}",
            segment.name, segment.detected, segment.alarms, segment.f1, segment.mcc
        )?;
    }
    if let Some((drop, lower, upper)) = report.temporal.drop {
        writeln!(
            out,
            "  contamination: DR drops by {drop:.3} (95 % {lower:.3}–{upper:.3}) from the oldest to the newest; {} undated",
            report.temporal.undated
        )?;
    }
    for Baseline { name, metrics } in &report.baselines {
        let Metrics { dr, fpr, f1, tier_weighted_f1, ece, mcc, .. } = metrics;
        writeln!(
            out,
            "  baseline {name:36} DR {dr:.3}  FPR {fpr:.3}  F1 {f1:.3}  TW-F1 {tier_weighted_f1:.3}  ECE {ece:.3}  MCC {mcc:.3}"
        )?;
    }
    Ok(())
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
            "  {:24} flagged {:3}/{:3}  with original {:3}/{:3}  typed right {:3} (or alike {:3})",
            format!("{error_type:?}"),
            found.flagged,
            found.entries,
            found.flagged_with_original,
            found.with_original,
            found.typed,
            found.alike
        )?;
        let mut called: Vec<(&String, &usize)> =
            metrics.called.get(error_type).into_iter().flatten().collect();
        called.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let called: Vec<String> = called.into_iter().map(|(name, count)| format!("{name} {count}")).collect();
        writeln!(out, "  {:24} called {}", "", called.join(", "))?;
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
