//! The figures of a simulation in the one form of all suites.
use super::Report;
use crate::results::Sheet;
use crate::results::{Bar, Figure, Unit, key_of};

/// Share by which what is measured may differ from run to run: machines are busy.
const BUSY: f64 = 1.0;

pub(super) fn sheet(report: &Report) -> Sheet {
    Sheet {
        title: format!("A venue's {} submissions under a virtual clock", report.submissions),
        about: format!(
            "citelight check over {} submissions of {} references at the sources' documented limits, for a caller \
             with a mail address and the free keys, with {} $ a day at OpenAlex. The check is the command's own; \
             time and the \
             network are simulated, and so are works, latencies and faults (docs/scale.md says what is assumed). Models do \
             not run. Processor time is of a {} build.",
            report.submissions,
            report.references,
            report.allowance,
            if cfg!(debug_assertions) { "debug" } else { "release" }
        ),
        figures: figures(report),
        seeds: vec![report.seed],
        ..Sheet::default()
    }
}

fn figures(report: &Report) -> Vec<Figure> {
    let run = &report.run;
    let figure = |section: &str, row: &str, value: f64, unit: Unit| {
        Figure::new([section, row].map(key_of).join("/"), [section, row, "value"], value, unit)
    };
    let ends = &run.ends;
    let share = |count: u64| count as f64 / report.submissions.max(1) as f64;
    let mut figures = vec![
        figure("Time", "hours", run.hours, Unit::Hours),
        figure("Time", "submissions an hour", run.submissions_per_hour, Unit::PerHour),
        figure("Time", "hours that the limits leave at least", run.least_hours, Unit::Hours),
        figure("Time", "times these", run.hours / run.least_hours.max(f64::MIN_POSITIVE), Unit::Ratio),
        figure("Submissions", "checked", share(ends.checked), Unit::Share).of(report.submissions as u64),
        figure("Submissions", "incomplete", share(ends.incomplete), Unit::Share)
            .of(report.submissions as u64),
        figure("References", "to different works", report.distinct_share, Unit::Share),
        figure("References", "resolved", ends.resolved as f64, Unit::Count),
        figure("References", "ghosts", ends.ghosts as f64, Unit::Count),
        figure("References", "to what no index has", report.unheld as f64, Unit::Count),
        figure("References", "open", ends.open as f64, Unit::Count),
        figure("Questions", "answered from what was kept", run.kept_share, Unit::Share),
        figure("Questions", "asked twice", run.asked_twice as f64, Unit::Count).aiming_at(Bar::AtMost(0.0)),
        figure("Questions", "over a limit", run.over_limit as f64, Unit::Count).aiming_at(Bar::AtMost(0.0)),
        figure("Cost", "OpenAlex", run.dollars, Unit::Dollars),
        figure("Cost", "OpenAlex on the dearest day", run.dollars_of_a_day, Unit::Dollars),
    ];
    for (api, source) in &run.sources {
        let name = api.as_str();
        let cell = |column: &str, value: f64, unit| {
            Figure::new(["sources", name, &key_of(column)].join("/"), ["Sources", name, column], value, unit)
        };
        figures.push(cell("requests", source.counts.requests as f64, Unit::Count));
        figures.push(cell("hours at least", source.least_hours, Unit::Hours));
    }
    if let Some(killed) = &report.killed {
        figures.push(figure("Restart", "requests before the kill", killed.before as f64, Unit::Count));
        figures.push(figure("Restart", "requests after it", killed.after as f64, Unit::Count));
        figures.push(figure(
            "Restart",
            "questions under way at the kill",
            killed.cut_off as f64,
            Unit::Count,
        ));
        let twice = figure("Restart", "asked twice", killed.asked_twice as f64, Unit::Count);
        figures.push(twice.aiming_at(Bar::AtMost(killed.cut_off as f64)));
        let same = figure("Restart", "the same end", f64::from(u8::from(killed.same_end)), Unit::Count);
        figures.push(same.aiming_at(Bar::AtLeast(1.0)));
        figures.push(figure("Restart", "hours", killed.hours, Unit::Hours));
    }
    if let Some(cost) = &report.endpoint {
        figures.push(figure("Cost", "requests to an endpoint", cost.requests, Unit::Count));
        figures.push(figure("Cost", "endpoint", cost.dollars, Unit::Dollars));
    }
    let measured = [
        ("processor seconds", run.processor_seconds, Unit::Seconds),
        ("of these for made-up answers", Some(run.web_seconds), Unit::Seconds),
        ("memory at most", run.megabytes, Unit::Megabytes),
    ];
    figures.extend(measured.into_iter().filter_map(|(row, value, unit)| {
        let value = value?;
        Some(figure("Measured", row, value, unit).give_or_take(BUSY * value))
    }));
    figures
}
