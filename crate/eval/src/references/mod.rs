//! `citelight-eval references`: labelled reference strings, and how well each of their fields is read.

pub mod gold;
pub mod score;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use citelight::citation::string::parse_reference;
use citelight_cli::args::Format;
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::output;
use serde::Serialize;

use crate::args::ReferencesOptions;
use crate::references::gold::{Gold, Part};
use crate::references::score::{Comparison, Counts, Measure, compare, is_wholly_right};
use crate::results::{self, Sheet, key};
use crate::results::{Bar, Figure, Unit};
use crate::statistics::Share;

/// Least F1 of a field on strings that nothing was trained on.
const FIELD: f64 = 0.90;
/// The same of what a work is known by.
const KNOWN_BY: f64 = 0.95;

/// Everything that was measured.
#[derive(Default, Serialize)]
struct Report {
    schema: &'static str,
    /// Strings that rules were written with in view and weights trained on.
    development: Table,
    /// Strings that were only measured on.
    held_out: Table,
    /// What was read wrongly in the development part.
    #[serde(skip)]
    wrong: Vec<String>,
}

/// The fields of one part of the strings.
#[derive(Default, Serialize)]
struct Table {
    strings: usize,
    /// Strings of which everything was read rightly, and nothing was left out or invented.
    wholly_right: usize,
    fields: BTreeMap<&'static str, Field>,
    /// Over all fields but the first author, who is among the authors.
    average: Field,
    #[serde(skip)]
    counts: BTreeMap<Measure, Counts>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
struct Field {
    gold: usize,
    found: usize,
    right: usize,
    precision: f64,
    recall: f64,
    f1: f64,
}

impl From<Counts> for Field {
    fn from(counts: Counts) -> Self {
        let Counts { gold, found, right } = counts;
        let (precision, recall, f1) = (counts.precision(), counts.recall(), counts.f1());
        Self { gold, found, right, precision, recall, f1 }
    }
}

pub(super) fn run(options: &ReferencesOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    let mut all = Vec::new();
    for path in &options.files {
        let read = gold::read(&read_text("the labelled strings", path)?);
        all.extend(read.map_err(|error| Failure::Malformed {
            what: "the file of labelled strings",
            path: path.clone(),
            reason: error.to_string(),
        })?);
    }
    let report = measure(gold::without_copies(all), options.fold);
    results::keep(kept, || sheet(&report, options))?;
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => write(&report, options.errors, &mut anstream::stdout().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(all: impl Iterator<Item = Gold>, fold: Option<u8>) -> Report {
    let mut report = Report { schema: "citelight/eval-references/1", ..Report::default() };
    for gold in all {
        let held_out = gold.part() == Part::HeldOut;
        if fold.is_some_and(|fold| held_out || gold.fold() != fold) {
            continue;
        }
        let compared = compare(&gold, &parse_reference(&gold.raw));
        if held_out {
            report.held_out.add(&compared);
        } else {
            report.development.add(&compared);
            report.wrong.extend(compared.iter().filter(|own| !own.is_right()).map(|own| told(own, &gold)));
        }
    }
    report.development.finish();
    report.held_out.finish();
    report
}

fn told(comparison: &Comparison, gold: &Gold) -> String {
    let Comparison { measure, gold: wanted, found } = comparison;
    format!("{}: {wanted:?} read {found:?} | {}", measure.name(), gold.raw)
}

impl Table {
    fn add(&mut self, compared: &[Comparison]) {
        self.strings += 1;
        self.wholly_right += usize::from(is_wholly_right(compared));
        for comparison in compared {
            self.counts.entry(comparison.measure).or_default().add(comparison.counts());
        }
    }

    fn finish(&mut self) {
        let mut average = Counts::default();
        for (measure, counts) in &self.counts {
            if measure.in_average() {
                average.add(*counts);
            }
            self.fields.insert(measure.name(), Field::from(*counts));
        }
        self.average = Field::from(average);
    }

    /// The fields in the order of tables, then their average.
    fn rows(&self) -> impl Iterator<Item = (&'static str, Field)> {
        let fields = self.counts.iter().map(|(measure, counts)| (measure.name(), Field::from(*counts)));
        fields.chain([("average", self.average)])
    }
}

fn sheet(report: &Report, options: &ReferencesOptions) -> Sheet {
    let mut figures = Vec::new();
    for (part, table) in [("held out", &report.held_out), ("development", &report.development)] {
        if table.strings == 0 {
            continue;
        }
        let section =
            if part == "held out" { "Strings only measured on" } else { "Strings of the development" };
        let strings = [section, "all", "strings"];
        figures.push(Figure::new(key([part, "strings"]), strings, table.strings as f64, Unit::Count));
        let whole = Share::of(table.wholly_right, table.strings);
        figures.extend(whole.figure(key([part, "wholly right"]), [section, "all", "wholly right"]));
        for (row, field) in table.rows() {
            let own = field_figures(part, section, row, field);
            figures.extend(own.into_iter().map(|figure| match bar(part, row) {
                Some(least) if figure.column == "F1" => figure.aiming_at(Bar::AtLeast(least)),
                _ => figure,
            }));
        }
    }
    Sheet {
        title: "Fields of reference strings".to_owned(),
        about: "How well the fields of labelled strings are read: a value is right if its letters and digits are \
        those of the gold. The average covers all fields except the first author. A hash of its letters assigns a \
        string to a part; weights were trained on three quarters, the development part, and rules were written with \
        these in view."
            .to_owned(),
        figures,
        inputs: options.files.clone(),
        ..Sheet::default()
    }
}

/// What is asked of a field of strings that nothing was trained on.
fn bar(part: &str, field: &str) -> Option<f64> {
    let known_by = ["title", "first author", "year"].contains(&field);
    (part == "held out").then_some(if known_by { KNOWN_BY } else { FIELD })
}

fn field_figures(part: &str, section: &str, row: &str, field: Field) -> Vec<Figure> {
    let share = |column: &str, of: usize| {
        Share::of(field.right, of).figure(key([part, row, column]), [section, row, column])
    };
    let f1 = Figure::new(key([part, row, "F1"]), [section, row, "F1"], field.f1, Unit::Score);
    [share("precision", field.found), share("recall", field.gold), Some(f1.of(field.gold as u64))]
        .into_iter()
        .flatten()
        .collect()
}

fn write(report: &Report, details: bool, out: &mut impl Write) -> io::Result<()> {
    for (part, table) in [("development", &report.development), ("held out", &report.held_out)] {
        if table.strings == 0 {
            continue;
        }
        writeln!(out, "{part}: {} strings, {} of them wholly right", table.strings, table.wholly_right)?;
        writeln!(
            out,
            "  {:<14} {:>6} {:>6} {:>6} {:>7} {:>7} {:>7}",
            "field", "gold", "found", "right", "P", "R", "F1"
        )?;
        for (name, Field { gold, found, right, precision, recall, f1 }) in table.rows() {
            writeln!(
                out,
                "  {name:<14} {gold:>6} {found:>6} {right:>6} {precision:>7.4} {recall:>7.4} {f1:>7.4}"
            )?;
        }
    }
    for line in report.wrong.iter().filter(|_| details) {
        writeln!(out, "  {}", output::plain(line))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRINGS: &str = "<dataset><sequence><author>Lee, A.</author><date>(2010).</date><title>Tides of small harbours.</title>\
        <journal>Journal of Tides,</journal><volume>12(3),</volume><pages>34-56.</pages></sequence></dataset>";

    #[test]
    fn a_string_is_told_field_by_field() {
        let all = gold::read(STRINGS).unwrap();
        let report = measure(all.clone().into_iter(), None);
        let (measured, empty) = match report.held_out.strings {
            0 => (&report.development, &report.held_out),
            _ => (&report.held_out, &report.development),
        };
        assert_eq!((measured.strings, empty.strings), (1, 0));
        assert_eq!(
            measured.fields["title"],
            Field { gold: 1, found: 1, right: 1, precision: 1.0, recall: 1.0, f1: 1.0 }
        );
        assert_eq!(measured.average.gold, 7);
        assert_eq!(measured.wholly_right, 1);
        let folds = (0..4).map(|fold| measure(all.clone().into_iter(), Some(fold)).development.strings);
        assert_eq!(folds.sum::<usize>(), report.development.strings, "a string is in one fold");
    }

    #[test]
    fn more_is_asked_of_what_a_work_is_known_by() {
        assert_eq!((bar("held out", "title"), bar("held out", "pages")), (Some(0.95), Some(0.90)));
        assert_eq!(bar("development", "title"), None);
    }
}
