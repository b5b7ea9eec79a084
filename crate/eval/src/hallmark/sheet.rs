//! HALLMARK's figures in the form of all suites.
use std::path::Path;

use super::figures::further;
use super::peers::Peer;
use super::ranking::Ranking;
use super::report::{CLOSED_WORLD, Report};
use crate::args::HallmarkOptions;
use crate::hallmark::{GoldType, GroupRate, Metrics};
use crate::results::{self, Sheet, key};
use crate::results::{Bar, Figure, Unit};
use crate::statistics::Share;

/// What was aimed at in a noisy world, by column.
const NOISY: [(&str, Bar); 5] = [
    ("detected", Bar::AtLeast(0.92)),
    ("false positives, indexed", Bar::AtMost(0.02)),
    ("F1", Bar::AtLeast(0.93)),
    ("tier-weighted F1", Bar::AtLeast(0.93)),
    ("ECE", Bar::AtMost(0.05)),
];
/// The same in a world without gaps and errors.
const CLEAN: [(&str, Bar); 1] = [("F1", Bar::AtLeast(0.993))];
/// Least share of a type that is to be found where some source has the original.
const OF_A_TYPE: f64 = 0.75;

pub(super) fn sheet(report: &Report<'_>, options: &HallmarkOptions) -> Sheet {
    let mut figures = Vec::new();
    figures.extend(whole("all", &report.metrics, bars(report.is_noisy)));
    figures.extend(whole("first half", &report.first_half, &[]));
    figures.extend(whole("second half", &report.second_half, &[]));
    figures.extend(whole("conservative", &report.conservative, &[]));
    figures.extend(report.peers.iter().flat_map(published));
    figures.extend(further(report));
    figures.extend(parts(&report.metrics));
    figures.extend(report.rankings.iter().flat_map(ranked));
    let world = if report.is_noisy {
        "with gaps, errors, aliases and duplicates, like real indexes"
    } else {
        "in which every paper is described correctly"
    };
    Sheet {
        title: format!(
            "{} in a {} closed world",
            results::titled("HALLMARK", &options.entries),
            if report.is_noisy { "noisy" } else { "clean" }
        ),
        about: format!(
            "Which of the benchmark's bad entries are found and which good ones accused, in a world of records \
             {world}. \
             “Indexed” excludes good entries that no source has; the conservative reading calls entries that no \
             source has undecided. Precision at 2 % and 5 % says what a flag is worth if only so many entries are \
             bad. Thresholds and confidences were \
             chosen on the first half of dev_public. Policies say which differences a venue forbids: what it lets pass \
             counts as good, by the gold and by the checks. {CLOSED_WORLD} Worths and places are computed here from the \
             scores in that release."
        ),
        figures,
        inputs: [&options.entries, &options.records].into_iter().chain(&options.ranking).cloned().collect(),
        plots: results::drawn(
            options.plot.as_deref(),
            "Share of each type of bad entries that was found, with intervals, and the worths of the tools of each ranking",
        ),
        ..Sheet::default()
    }
}

fn bars(is_noisy: bool) -> &'static [(&'static str, Bar)] {
    if is_noisy { &NOISY } else { &CLEAN }
}

/// A row of figures over all entries.
fn whole(row: &str, metrics: &Metrics, bars: &[(&str, Bar)]) -> Vec<Figure> {
    let cell = |column: &str| (key([row, column]), ["All entries", row, column].map(str::to_owned));
    let entries = metrics.entries as u64;
    let score = |column: &str, value: f64, unit: Unit| {
        let (key, [section, row, column]) = cell(column);
        Figure::new(key, [&section, &row, &column], value, unit).of(entries)
    };
    let share = |column: &str, share: Share| {
        let (key, [section, row, column]) = cell(column);
        share.figure(key, [&section, &row, &column])
    };
    let counts = metrics.confusion;
    let (good, (unindexed, alarms_unindexed)) = (counts.alarms + counts.passed, metrics.unindexed);
    let alarms_indexed = counts.alarms - alarms_unindexed;
    let figures = [
        share("detected", Share::of(counts.hits, counts.hits + counts.misses)),
        share("false positives", Share::of(counts.alarms, good)),
        share("false positives, indexed", Share::of(alarms_indexed, good - unindexed)),
        Some(score("F1", metrics.f1, Unit::Score)),
        Some(score("F1, indexed", metrics.f1_indexed, Unit::Score)),
        Some(score("tier-weighted F1", metrics.tier_weighted_f1, Unit::Score)),
        Some(score("ECE", metrics.ece, Unit::Score)),
        Some(score("AUROC", metrics.auroc, Unit::Score)),
        Some(score("MCC", metrics.mcc, Unit::Score)),
        Some(score("coverage", metrics.coverage, Unit::Share)),
        Some(score("precision at 2 %", metrics.precision_at_2, Unit::Share)),
        Some(score("precision at 5 %", metrics.precision_at_5, Unit::Share)),
        Some(score("precision at 2 %, unindexed too", metrics.precision_with_unindexed.0, Unit::Share)),
        Some(score("precision at 5 %, unindexed too", metrics.precision_with_unindexed.1, Unit::Share)),
    ];
    let figures = figures.into_iter().flatten().map(|figure| {
        let bar = bars.iter().find(|(column, _)| *column == figure.column);
        bar.map_or(figure.clone(), |(_, bar)| figure.aiming_at(*bar))
    });
    figures.collect()
}

/// A row of another tool, as its authors have it.
fn published(peer: &Peer) -> Vec<Figure> {
    let section = format!("Others on {} (live indexes)", peer.split);
    [
        ("detected", peer.dr, Unit::Share),
        ("false positives", peer.fpr, Unit::Share),
        ("F1", peer.f1, Unit::Score),
        ("tier-weighted F1", peer.tier_weighted_f1, Unit::Score),
        ("ECE", peer.ece, Unit::Score),
    ]
    .map(|(column, value, unit)| {
        let key = key(["others", peer.split, peer.name, column]);
        Figure::new(key, [&section, peer.name, column], value, unit).published()
    })
    .into()
}

/// Figures of parts of the entries, and of parts of the checks.
fn parts(metrics: &Metrics) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (error_type, found) in &metrics.types {
        let name = type_name(*error_type);
        let row = name.as_str();
        let original = Share::of(found.flagged_with_original, found.with_original);
        let cell = |section, column| (key(["types", row, column]), [section, row, column]);
        let (flagged, with_original, typed) =
            (cell("Types", "found"), cell("Types", "found, with an original"), cell("Types", "called so"));
        figures.extend(Share::of(found.flagged, found.entries).figure(flagged.0, flagged.1));
        let original = original.figure(with_original.0, with_original.1);
        figures.extend(original.map(|figure| figure.aiming_at(Bar::AtLeast(OF_A_TYPE))));
        figures.extend(Share::of(found.typed, found.entries).figure(typed.0, typed.1));
        if found.alike > found.typed {
            let alike = cell("Types", "called so or alike");
            figures.extend(Share::of(found.alike, found.entries).figure(alike.0, alike.1));
        }
    }
    let rate = |rate: &GroupRate| Share::of(rate.flagged, rate.entries);
    for (tier, found) in &metrics.tiers {
        let row = format!("tier {tier}");
        figures.extend(rate(found).figure(key(["tiers", &row, "found"]), ["Tiers", &row, "found"]));
    }
    for (method, found) in &metrics.generation_methods {
        let row = method.replace('_', " ");
        let cell = ["Ways in which entries were made", &row, "flagged"];
        figures.extend(rate(found).figure(key(["made-by", &row, "flagged"]), cell));
    }
    for (test, found) in &metrics.subtests {
        let row = test.replace('_', " ");
        let accuracy = Share::of(found.right, found.applicable);
        figures.extend(accuracy.figure(key(["sub-tests", &row, "right"]), ["Sub-tests", &row, "right"]));
        let cell = ["Sub-tests", row.as_str(), "not applicable here"];
        figures.push(Figure::new(
            key(["sub-tests", &row, "open"]),
            cell,
            found.abstained as f64,
            Unit::Count,
        ));
    }
    let bad = (metrics.confusion.hits + metrics.confusion.misses) as u64;
    for found in &metrics.detect_at_k {
        let row = format!("detect@{} (… {})", found.k, found.strategy);
        let cell = ["Strategies, each with those before it", row.as_str(), "found"];
        figures
            .push(Figure::new(format!("detect-at/{}", found.k), cell, found.detected, Unit::Share).of(bad));
    }
    figures
}

pub(super) fn type_name(error_type: GoldType) -> String {
    let name = serde_json::to_value(error_type).ok();
    name.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default().replace('_', " ")
}

/// The rows of a table's tools; tools that were never compared have none.
fn ranked(ranking: &Ranking) -> Vec<Figure> {
    let table = Path::new(&ranking.file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let section = format!("Ranking by {table}");
    let mut figures = Vec::new();
    for group in &ranking.groups {
        for (at, rank) in group.iter().enumerate() {
            let Some(worth) = rank.worth else { continue };
            let figure = |column: &str, value: f64, unit: Unit| {
                let key = format!("ranking/{}", key([&table, &rank.tool, column]));
                Figure::new(key, [&section, &rank.tool, column], value, unit).of(rank.cells as u64)
            };
            figures.push(figure("place", (at + 1) as f64, Unit::Count));
            figures.push(figure("worth", worth, Unit::Score));
            figures.extend(rank.mean.map(|mean| figure("mean score", mean, Unit::Score)));
        }
    }
    figures
}

#[cfg(test)]
mod tests {
    use crate::hallmark::{Confusion, TypeRecall};
    use citelight::resolve::integrity::ErrorType;

    use super::*;

    #[test]
    fn shares_have_intervals_and_bars() {
        let metrics = Metrics {
            entries: 20,
            confusion: Confusion { hits: 9, misses: 1, alarms: 2, passed: 8 },
            unindexed: (2, 2),
            f1: 0.86,
            ..Metrics::default()
        };
        let figures = whole("all", &metrics, bars(true));
        let named = |key: &str| figures.iter().find(|figure| figure.key == key).unwrap();
        assert_eq!((named("all/detected").value, named("all/detected").of), (0.9, Some(10)));
        assert_eq!(named("all/false-positives").value, 0.2);
        let indexed = named("all/false-positives-indexed");
        assert_eq!((indexed.value, indexed.bar), (0.0, Some(Bar::AtMost(0.02))));
        assert_eq!(named("all/f1").bar, Some(Bar::AtLeast(0.93)));
        assert!(named("all/detected").interval.is_some());
    }

    #[test]
    fn a_type_without_an_original_has_no_share_of_them() {
        let found = TypeRecall { entries: 4, flagged: 4, typed: 3, ..TypeRecall::default() };
        let metrics =
            Metrics { types: [(ErrorType::FabricatedDoi.into(), found)].into(), ..Metrics::default() };
        let keys: Vec<String> = parts(&metrics).into_iter().map(|figure| figure.key).collect();
        assert_eq!(keys, ["types/fabricated-doi/found", "types/fabricated-doi/called-so"]);
    }
}
