//! `citelight-eval damage`: damage injected into pages, and whether the document's verifier says so, and where.
//!
//! A real document is first written down as a plain page, the page is damaged, read, and judged against what the verifier
//! says of the undamaged page.

mod inject;
mod judge;
mod page;
#[cfg(test)]
mod tests;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use citelight::citation::CitationStyle;
use citelight::document::{Anomaly, Document, Input, parse};
use citelight_cli::args::Format;
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::output::{self, cut};
use serde::Serialize;

use crate::args::DamageOptions;
use crate::chance::Chance;
use crate::mapping::pages;
use crate::results::{self, Sheet, key};
use crate::results::{Bar, Figure};
use crate::statistics::Share;
use inject::{ALL, Damage, inject};
use judge::{InjectionOutcome, alarms, judge, sound};
use page::Page;

/// References that a document needs to be damaged: of fewer, a list that breaks off looks like a short one.
const REFERENCES: usize = 8;

/// Share of sound pages of which the verifier may warn.
const ALARMED: f64 = 0.05;

/// Everything that was measured.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    /// Pages that were damaged.
    pages: usize,
    /// Pages that are none, have no citations, or too few references.
    passed_over: usize,
    /// Sound pages of which the verifier warns, written down as plain pages.
    alarmed: Share,
    /// The same pages as they are published.
    alarmed_as_published: Share,
    damages: Vec<DamageFigures>,
    /// Alarms on sound pages, and damage that was not placed.
    errors: Vec<String>,
}

/// What became of one kind of damage.
#[derive(Serialize)]
struct DamageFigures {
    name: &'static str,
    detected: Share,
    placed: Share,
    repaired: Share,
}

pub(super) fn run(options: &DamageOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    let report = measure(&options.paths, options.seed, options.trials)?;
    results::keep(kept, || sheet(&report, options))?;
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => write(&report, options.errors, &mut anstream::stdout().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(paths: &[PathBuf], seed: u64, trials: u64) -> Result<Report, Failure> {
    let (mut damaged, mut passed_over, mut alarmed, mut as_published) = (0, 0, 0, 0);
    let mut outcomes: Vec<(Damage, InjectionOutcome)> = Vec::new();
    let mut errors = Vec::new();
    for file in pages(paths)? {
        let name = file.display().to_string();
        let Some(document) = fit(&read_text("the page", &file)?, &name) else {
            passed_over += 1;
            continue;
        };
        let page = Page::of(&document);
        let sound = sound(&page);
        let false_alarms = alarms(&sound);
        damaged += 1;
        alarmed += usize::from(!false_alarms.is_empty());
        let published = alarms(&document);
        as_published += usize::from(!published.is_empty());
        errors.extend(published.into_iter().map(|alarm| told(&name, "as published", alarm)));
        errors.extend(false_alarms.into_iter().map(|alarm| told(&name, "sound", alarm)));
        for damage in ALL {
            let own = outcomes_of(&page, &sound, damage, (seed, trials));
            let lost = own.iter().filter(|outcome| !outcome.placed).count();
            if lost > 0 {
                errors.push(format!("{name}: {}, {lost} of {} not placed", damage.words(), own.len()));
            }
            outcomes.extend(own.into_iter().map(|outcome| (damage, outcome)));
        }
    }
    Ok(Report {
        schema: "citelight/eval-damage/1",
        pages: damaged,
        passed_over,
        alarmed: Share::of(alarmed, damaged),
        alarmed_as_published: Share::of(as_published, damaged),
        damages: ALL.map(|damage| DamageFigures::of(damage, &outcomes)).into(),
        errors,
    })
}

fn told(name: &str, state: &str, alarm: &Anomaly) -> String {
    format!("{name}: {state}, {:?} at {}", alarm.kind, cut(&alarm.place, 80))
}

/// A page that can be damaged.
fn fit(content: &str, name: &str) -> Option<Document> {
    let document = parse(Input::new(content, name)).ok()?;
    let fits = document.style != CitationStyle::Unknown && document.references.len() >= REFERENCES;
    fits.then_some(document)
}

/// The same damage in so many places; pages that are too short for it have none.
fn outcomes_of(
    page: &Page,
    sound: &Document,
    damage: Damage,
    (seed, trials): (u64, u64),
) -> Vec<InjectionOutcome> {
    let injected = (0..trials).filter_map(|trial| {
        let mut chance = Chance::of(seed, &format!("{} {trial}", damage.words()));
        inject(page, damage, &mut chance)
    });
    injected.map(|damaged| judge(sound, &damaged, damage)).collect()
}

impl DamageFigures {
    fn of(damage: Damage, outcomes: &[(Damage, InjectionOutcome)]) -> Self {
        let own: Vec<&InjectionOutcome> =
            outcomes.iter().filter(|(kind, _)| *kind == damage).map(|(_, outcome)| outcome).collect();
        let share = |holds: fn(&InjectionOutcome) -> bool| {
            Share::of(own.iter().filter(|outcome| holds(outcome)).count(), own.len())
        };
        Self {
            name: damage.words(),
            detected: share(|outcome| outcome.detected),
            placed: share(|outcome| outcome.placed),
            repaired: share(|outcome| outcome.repaired),
        }
    }
}

fn sheet(report: &Report, options: &DamageOptions) -> Sheet {
    let mut figures: Vec<Figure> = Vec::new();
    for kind in &report.damages {
        for (column, share) in
            [("detected", kind.detected), ("placed", kind.placed), ("repaired", kind.repaired)]
        {
            figures.extend(share.figure(key([kind.name, column]), ["Damage", kind.name, column]));
        }
    }
    figures.extend(
        report
            .alarmed
            .figure("sound/alarmed", ["Sound pages", "all", "with an alarm"])
            .map(|figure| figure.aiming_at(Bar::AtMost(ALARMED))),
    );
    figures.extend(
        report
            .alarmed_as_published
            .figure("sound/published", ["Sound pages", "as published", "with an alarm"])
            .map(|figure| figure.aiming_at(Bar::AtMost(ALARMED))),
    );
    Sheet {
        title: "Damage noticed by the verifier".to_owned(),
        about: format!(
            "Real pages are converted to plain ones and damaged in {} places each, as happens to extracted text. \
             “Detected”: the verifier reports something that it does not report for the undamaged page; “placed”: \
             it names the place; “repaired”: the text reads as if nothing had happened. {} pages have too few \
             references or no citations and were skipped.",
            options.trials, report.passed_over
        ),
        figures,
        inputs: options.paths.clone(),
        seeds: vec![options.seed],
        ..Sheet::default()
    }
}

fn write(report: &Report, details: bool, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{} pages, {} passed over", report.pages, report.passed_over)?;
    for kind in &report.damages {
        writeln!(
            out,
            "{:20} detected {}, placed {}, repaired {}",
            kind.name, kind.detected, kind.placed, kind.repaired
        )?;
    }
    writeln!(out, "sound pages with an alarm: {}", report.alarmed)?;
    writeln!(out, "the same as published: {}", report.alarmed_as_published)?;
    for line in report.errors.iter().filter(|_| details) {
        writeln!(out, "  {}", output::plain(line))?;
    }
    Ok(())
}
