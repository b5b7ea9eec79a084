//! `citelight-eval works`: a bibliography of real works of every kind. Whoever calls one of them invented, or described
//! wrongly, is wrong: the indexes lack most, and hold much that only looks alike.

mod printed;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use citelight::citation::Reference;
use citelight::citation::string::parse_reference;
use citelight::resolve::corrections::read_bibtex;
use citelight::resolve::integrity::{
    BibEntry, CheckSettings, Day, EntryReport, Label, inquire, weigh_reading,
};
use citelight::resolve::{Resolution, resolve};
use citelight::settings::Settings;
use citelight_cli::args::Format;
use citelight_cli::article::Article;
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::output;
use futures_util::FutureExt;
use serde::Serialize;

use crate::args::WorksOptions;
use crate::hallmark::World;
use crate::hallmark::counted::as_network;
use crate::results::{self, Bar, Figure, Sheet, Unit, key};
use crate::statistics::Share;

const TODAY: Day = Day { year: 2026, month: 11, day: 27 };
/// Most false alarms.
const ALARMS: f64 = 0.01;

/// The ways in which a work is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Way {
    /// As an entry of a bibliography file: `citelight bib`.
    Entry,
    /// As an entry of a printed list, for `bib`.
    PrintedEntry,
    /// As a reference of a document whose list is a bibliography file: `check`, the panel.
    Reference,
    /// As a reference of a printed list.
    PrintedReference,
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Self::Entry => "bibliography file, bib",
            Self::PrintedEntry => "printed list, bib",
            Self::Reference => "bibliography file, check",
            Self::PrintedReference => "printed list, check",
        }
    }
}

/// What came of a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Confirmed,
    /// Called invented, not found or described wrongly.
    Accused,
    /// Said not to be checkable, with what to do about it.
    NotCheckable,
    /// Neither.
    Undecided,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Tally {
    works: usize,
    confirmed: usize,
    not_checkable: usize,
    undecided: usize,
    accused: usize,
}

impl Tally {
    fn add(&mut self, outcome: Outcome) {
        self.works += 1;
        *match outcome {
            Outcome::Confirmed => &mut self.confirmed,
            Outcome::Accused => &mut self.accused,
            Outcome::NotCheckable => &mut self.not_checkable,
            Outcome::Undecided => &mut self.undecided,
        } += 1;
    }
}

#[derive(Default, Serialize)]
struct WorksReport {
    schema: &'static str,
    ways: BTreeMap<Way, BTreeMap<String, Tally>>,
    /// One line for each false alarm.
    alarms: Vec<String>,
}

impl WorksReport {
    fn add(&mut self, way: Way, kind: &str, name: &str, (outcome, why): (Outcome, String)) {
        let tallies = self.ways.entry(way).or_default();
        tallies.entry(kind.to_owned()).or_default().add(outcome);
        tallies.entry(ALL.to_owned()).or_default().add(outcome);
        if outcome == Outcome::Accused {
            self.alarms.push(format!("{}: {kind}/{name}: {why}", way.name()));
        }
    }
}

/// The row of all works; files are named in small letters.
const ALL: &str = "all";

pub(super) fn run(options: &WorksOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    let report = measure(&options.files, &options.records)?;
    results::keep(kept, || sheet(&report, options))?;
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => write(&report, options.errors, &mut anstream::stdout().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(files: &[PathBuf], records: &Path) -> Result<WorksReport, Failure> {
    let lines = read_text("the file of records", records)?;
    let world = World::from_json_lines(&lines).map_err(|error| Failure::Malformed {
        what: "the file of records",
        path: records.to_owned(),
        reason: error.to_string(),
    })?;
    let mut report = WorksReport { schema: "citelight/eval-works/1", ..WorksReport::default() };
    for path in files {
        let text = read_text("the bibliography", path)?;
        let kind = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let entries = read_bibtex(&text);
        for entry in entries.iter().filter(|entry| !entry.is_auxiliary()).map(|span| &span.entry) {
            // Sets and the like name no work.
            let Some(line) = printed::line(entry) else { continue };
            report.add(Way::Entry, &kind, &entry.key, of_entry(entry, None, &world));
            let reference = parse_reference(&line);
            let read = BibEntry::of_reference(&reference);
            report.add(Way::PrintedEntry, &kind, &entry.key, of_entry(&read, Some(&reference), &world));
            report.add(Way::PrintedReference, &kind, &entry.key, of_reference(&reference, &world));
        }
        for reference in Article::of_text(path, text).parse(false)?.references {
            report.add(Way::Reference, &kind, &reference.id, of_reference(&reference, &world));
        }
    }
    Ok(report)
}

fn of_entry(entry: &BibEntry, read_from: Option<&Reference>, world: &World) -> (Outcome, String) {
    let settings = CheckSettings::default();
    let (inquiry, _) = as_network(world, &entry.identifiers(), world.handle(entry), |sources, register| {
        inquire(entry, sources, register, TODAY, &settings).now_or_never()
    });
    // Stores in memory answer at once.
    let Some(mut inquiry) = inquiry else { return (Outcome::Undecided, String::new()) };
    if let Some(reference) = read_from {
        weigh_reading(&mut inquiry.report, reference);
    }
    let EntryReport { label, reasons, not_checkable, .. } = inquiry.report;
    let outcome = match label {
        Label::Valid => Outcome::Confirmed,
        Label::Hallucinated => Outcome::Accused,
        Label::Uncertain if not_checkable.is_some() => Outcome::NotCheckable,
        Label::Uncertain => Outcome::Undecided,
    };
    (outcome, reasons.join(" "))
}

fn of_reference(reference: &Reference, world: &World) -> (Outcome, String) {
    let settings = Settings::default();
    let handle = world.handle(&BibEntry::of_reference(reference));
    let (outcome, _) = as_network(world, &reference.identifiers, handle, |sources, register| {
        resolve(reference, sources, register, &settings).now_or_never()
    });
    let Some(outcome) = outcome else { return (Outcome::Undecided, String::new()) };
    match outcome.resolution {
        Resolution::Resolved { .. } => (Outcome::Confirmed, String::new()),
        Resolution::Ghost { .. } => (Outcome::Accused, format!("ghost: {}", reference.raw)),
        Resolution::Unknown { not_checkable: Some(_), .. } => (Outcome::NotCheckable, String::new()),
        Resolution::Ambiguous { .. } | Resolution::Unknown { .. } => (Outcome::Undecided, String::new()),
    }
}

fn sheet(report: &WorksReport, options: &WorksOptions) -> Sheet {
    let mut figures = Vec::new();
    for (way, kinds) in &report.ways {
        for (kind, tally) in kinds {
            let share = |column: &str, count: usize| {
                Share::of(count, tally.works)
                    .figure(key([way.name(), kind, column]), [way.name(), kind, column])
            };
            let works = [way.name(), kind, "works"];
            figures.push(Figure::new(key(works), works, tally.works as f64, Unit::Count));
            let alarms = share("false alarms", tally.accused);
            figures.extend(match kind == ALL {
                true => alarms.map(|figure| figure.aiming_at(Bar::AtMost(ALARMS))),
                false => alarms,
            });
            figures.extend(share("confirmed", tally.confirmed));
            figures.extend(share("not checkable here", tally.not_checkable));
        }
    }
    Sheet {
        title: "Real works of every kind, most of which no index holds".to_owned(),
        about: "Books, theses, reports, standards, law, data, software, web pages, and works in Hungarian, Chinese, Spanish and \
        other languages. All are real: whoever calls one invented, not found or described wrongly raises a false alarm. The \
        indexes are simulated: each holds what one of its kind would, with other editions, reviews and namesakes, and lacks \
        the rest (tests/fixtures/works/README.md)."
            .to_owned(),
        figures,
        inputs: options.files.iter().cloned().chain([options.records.clone()]).collect(),
        ..Sheet::default()
    }
}

fn write(report: &WorksReport, details: bool, out: &mut impl Write) -> io::Result<()> {
    for (way, kinds) in &report.ways {
        writeln!(out, "{}", way.name())?;
        for (kind, Tally { works, confirmed, not_checkable, undecided, accused }) in kinds {
            writeln!(
                out,
                "  {kind:<20} {works:>4} works  {confirmed:>4} confirmed  {not_checkable:>4} not checkable  {undecided:>4} \
                 undecided  {accused:>4} accused ({:.3})",
                *accused as f64 / (*works).max(1) as f64
            )?;
        }
    }
    for line in report.alarms.iter().filter(|_| details) {
        writeln!(out, "  {}", output::plain(line))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture(path: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures").join(path)
    }

    /// The whole list is measured by the suite `works`; these are what went wrong most.
    #[test]
    fn real_works_that_no_index_holds_are_not_called_invented() {
        let files =
            ["standards", "hungarian", "software-data"].map(|name| fixture(&format!("works/{name}.bib")));
        let report = measure(&files, &fixture("works/world.jsonl")).unwrap();
        assert!(report.ways.values().all(|kinds| kinds[ALL].accused <= 1), "{:#?}", report.alarms);
        let told = report.ways[&Way::Entry][ALL];
        assert!(told.works > 70 && told.not_checkable > told.works / 3, "{told:?}");
    }
}
