//! Figures by policies, by the two problems, by time, beside simple baselines and by source, in the form of all suites.

use citelight::sources::shown_name;

use super::apis::{Apis, Figures};
use super::baselines::Baseline;
use super::folds::Fold;
use super::report::Report;
use super::segments::Segments;
use crate::results::{Figure, Unit, key};
use crate::statistics::Share;

pub(super) fn further(report: &Report<'_>) -> Vec<Figure> {
    let mut figures: Vec<Figure> = report.metrics.folds.iter().flat_map(fold).collect();
    for (group, named) in &report.metrics.problems {
        let section = "Flagged entries by what stands behind them";
        for (column, count) in [("not found", named.not_found), ("described wrongly", named.misdescribed)] {
            let share = Share::of(count, named.flagged);
            figures.extend(share.figure(key(["problems", group, column]), [section, group, column]));
        }
    }
    let withdrawn = report.metrics.withdrawn;
    for (column, count) in [
        ("said withdrawn or retracted", withdrawn.said),
        ("said withdrawn", withdrawn.said_withdrawn),
        ("not found", withdrawn.not_found),
    ] {
        let cell = ["Works that were withdrawn", "all", column];
        figures.extend(Share::of(count, withdrawn.entries).figure(key(["withdrawn", column]), cell));
    }
    figures.extend(segments(&report.temporal));
    figures.extend(report.baselines.iter().flat_map(baseline));
    figures.extend(report.apis.iter().flat_map(apis));
    figures
}

fn fold(fold: &Fold) -> Vec<Figure> {
    let section = "By policies of venues";
    let row = fold.policy.as_str();
    let all = (fold.confusion.alarms + fold.confusion.passed + fold.kept.0) as u64;
    let cell = |column: &str| key(["policies", row, column]);
    let counts = fold.confusion;
    let shares = [
        ("forbidden", Share::of(fold.kept.0, fold.kept.1)),
        ("detected", Share::of(counts.hits, counts.hits + counts.misses)),
        ("held up wrongly", Share::of(counts.alarms, counts.alarms + counts.passed)),
    ];
    let shares =
        shares.into_iter().filter_map(|(column, share)| share.figure(cell(column), [section, row, column]));
    let scores = [("F1", fold.f1), ("MCC", fold.mcc)]
        .map(|(column, value)| Figure::new(cell(column), [section, row, column], value, Unit::Score).of(all));
    shares.chain(scores).collect()
}

fn segments(temporal: &Segments) -> Vec<Figure> {
    let section = "By when the papers appeared";
    let mut figures = Vec::new();
    for segment in &temporal.segments {
        let row = segment.name;
        let cell = |column: &str| key(["time", row, column]);
        figures.extend(segment.detected.figure(cell("detected"), [section, row, "detected"]));
        figures.extend(segment.alarms.figure(cell("false positives"), [section, row, "false positives"]));
        let all = (segment.detected.of + segment.alarms.of) as u64;
        for (column, value) in [("F1", segment.f1), ("MCC", segment.mcc)] {
            figures.push(Figure::new(cell(column), [section, row, column], value, Unit::Score).of(all));
        }
    }
    if let Some((drop, lower, upper)) = temporal.drop {
        let cell = [section, "oldest less newest", "detected"];
        figures.push(Figure::new("time/drop", cell, drop, Unit::Score).between(lower, upper));
    }
    figures
}

fn baseline(baseline: &Baseline) -> Vec<Figure> {
    let section = "Simple baselines in the same world";
    let row = baseline.name;
    let metrics = &baseline.metrics;
    [
        ("detected", metrics.dr, Unit::Share),
        ("false positives", metrics.fpr, Unit::Share),
        ("F1", metrics.f1, Unit::Score),
        ("tier-weighted F1", metrics.tier_weighted_f1, Unit::Score),
        ("ECE", metrics.ece, Unit::Score),
        ("MCC", metrics.mcc, Unit::Score),
    ]
    .map(|(column, value, unit)| {
        Figure::new(key(["baselines", row, column]), [section, row, column], value, unit)
            .of(metrics.entries as u64)
    })
    .into()
}

fn apis(apis: &Apis) -> Vec<Figure> {
    let mut figures = Vec::new();
    for row in &apis.rows {
        let name = shown_name(&row.source);
        let section = "Sources: what each has, and what it costs";
        let cell = |column: &str| key(["sources", name, column]);
        figures.extend(row.has.figure(cell("titles that it has"), [section, name, "titles that it has"]));
        let alone = [section, name, "titles that it alone has"];
        figures.push(Figure::new(cell("alone"), alone, row.has_alone as f64, Unit::Count));
        figures.extend(row.asked.figure(cell("entries asked"), [section, name, "entries asked for"]));
        let requests = [section, name, "requests an entry"];
        figures.push(Figure::new(cell("requests"), requests, row.requests, Unit::Score));
        for (section, part, own) in
            [("Sources: each alone", "alone", &row.alone), ("Sources: all but one", "without", &row.without)]
        {
            let Figures { dr, fpr, f1, mcc, coverage } = *own;
            let columns = [
                ("detected", dr, Unit::Share),
                ("false positives", fpr, Unit::Share),
                ("F1", f1, Unit::Score),
                ("MCC", mcc, Unit::Score),
                ("coverage", coverage, Unit::Share),
            ];
            figures.extend(columns.map(|(column, value, unit)| {
                Figure::new(key(["sources", name, part, column]), [section, name, column], value, unit)
            }));
        }
    }
    let section = "Entries by the sources that were asked";
    for stratum in &apis.strata {
        let row = stratum.sources.as_str();
        let cell = |column: &str| key(["asked", row, column]);
        figures.extend(stratum.detected.figure(cell("detected"), [section, row, "detected"]));
        figures.extend(stratum.alarms.figure(cell("false positives"), [section, row, "false positives"]));
        let f1 = Figure::new(cell("F1"), [section, row, "F1"], stratum.f1, Unit::Score);
        figures.push(f1.of(stratum.entries as u64));
    }
    figures
}
