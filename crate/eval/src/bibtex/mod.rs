//! `citelight-eval bibtex`: two-stage revision on damaged copies of right entries, field by field.
//!
//! Each right entry that the world knows is written to a BibTeX file, damaged, the file is revised, and each field is
//! compared with what it was.

mod damage;
mod patterns;
mod sheet;
mod stages;
mod trial;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use citelight::cite;
use citelight::resolve::corrections::label::FieldLabel;
use citelight::resolve::corrections::read_bibtex;
use citelight::resolve::integrity::{BibEntry, Label};
use citelight_cli::args::Format;
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::output;
use serde::Serialize;

use crate::args::BibtexOptions;
use crate::hallmark::{GoldEntry, World, WorldError, read_entries};
use crate::results;
use crate::statistics::Share;
use patterns::Patterns;
use stages::Stages;
use trial::{Trials, bibtex, revise_all};

/// Everything that was measured.
#[derive(Default, Serialize)]
struct Report {
    schema: &'static str,
    /// Right entries.
    entries: usize,
    rounds: u64,
    /// Damaged fields that the revision made right again.
    corrected: Share,
    /// The same where it found a record that is the entry's work.
    corrected_with_record: Share,
    /// By what was damaged, and how.
    by_field: BTreeMap<&'static str, Share>,
    by_damage: BTreeMap<&'static str, Share>,
    by_mode: BTreeMap<&'static str, Share>,
    /// Right fields that the revision made wrong, of entries that still name their work.
    regressed: Share,
    /// The same of entries under another paper's title and without an author of their own: they were made that paper's.
    regressed_as_another_work: Share,
    /// Entries of which no field is wrong or missing.
    fully_correct: Stages<Share>,
    /// How the errors lie, by entries.
    modes: BTreeMap<&'static str, Stages<usize>>,
    /// Nine fields, six labels: entries.
    labels: BTreeMap<&'static str, Stages<BTreeMap<FieldLabel, usize>>>,
    /// Fields that the right entry does not have, added from records.
    added: usize,
    /// How the errors lie.
    patterns: Patterns,
    /// What was not corrected although a record was found, and what regressed.
    errors: Vec<String>,
}

pub(super) fn run(options: &BibtexOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    let malformed = |what: &'static str, path: &Path| {
        let path = path.to_owned();
        move |error: WorldError| Failure::Malformed { what, path, reason: error.to_string() }
    };
    let world = World::from_json_lines(&read_text("the file of records", &options.records)?)
        .map_err(malformed("the file of records", &options.records))?;
    let right = match &options.entries {
        Some(path) => {
            let entries = read_entries(&read_text("the file of entries", path)?)
                .map_err(malformed("the file of entries", path))?;
            known(entries, &world)
        }
        None => written(&world),
    };
    if right.len() < 2 {
        return Err(Failure::Malformed {
            what: "the file of records",
            path: options.records.clone(),
            reason: "it knows fewer than two right entries; give entries and a world of the same papers"
                .to_owned(),
        });
    }
    let report = Report::of(&revise_all(&right, &world, options.seed, options.rounds)?);
    results::keep(kept, || sheet::sheet(&report, options))?;
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => write(&report, options.errors, &mut anstream::stdout().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The valid entries whose paper some source has.
fn known(entries: Vec<GoldEntry>, world: &World) -> Vec<BibEntry> {
    let is_known = |gold: &GoldEntry| {
        gold.label == Label::Valid && world.has_title(gold.entry.field("title").unwrap_or_default())
    };
    let known = entries.into_iter().filter(is_known).map(|gold| gold.entry);
    known.filter(survives).collect()
}

/// The records themselves, as `citelight cite` writes them; of a work that several sources have, the first source's.
fn written(world: &World) -> Vec<BibEntry> {
    let mut entries: BTreeMap<String, BibEntry> = BTreeMap::new();
    for record in world.sources().iter().flat_map(|store| store.records()) {
        let Some(read) = read_bibtex(&cite::bibtex(record)).into_iter().next() else { continue };
        if read.entry.field("author").is_some() && survives(&read.entry) {
            entries.entry(record.id.clone()).or_insert(read.entry);
        }
    }
    entries.into_values().collect()
}

/// Whether an entry is the same when it was written to a file: values with a brace too many are not.
fn survives(entry: &BibEntry) -> bool {
    read_bibtex(&bibtex(entry)).first().is_some_and(|read| read.entry == *entry)
}

impl Report {
    fn of(trials: &Trials) -> Self {
        let mut report = Self {
            schema: "citelight/eval-bibtex/1",
            entries: trials.entries,
            rounds: trials.rounds,
            ..Self::default()
        };
        let damaged =
            || trials.all.iter().flat_map(|trial| trial.damages.iter().map(move |own| (trial, own)));
        let share = |wanted: &dyn Fn(&trial::Trial, &trial::DamageOutcome) -> bool| {
            let all = damaged().filter(|(trial, own)| wanted(trial, own));
            let (right, count) =
                all.fold((0, 0), |(right, count), (_, own)| (right + usize::from(own.corrected), count + 1));
            Share::of(right, count)
        };
        report.corrected = share(&|_, _| true);
        report.corrected_with_record = share(&|trial, _| trial.has_record);
        for (trial, own) in damaged() {
            let (field, how, mode) = (own.damage.field, own.damage.how, trial.mode);
            let by = &mut report.by_field;
            by.entry(field.words()).or_insert_with(|| share(&|_, own| own.damage.field == field));
            let by = &mut report.by_damage;
            by.entry(how.words()).or_insert_with(|| share(&|_, own| own.damage.how == how));
            report.by_mode.entry(mode.words()).or_insert_with(|| share(&|trial, _| trial.mode == mode));
        }
        let regressed = |is_another_work: bool| {
            let trials = trials.all.iter().filter(|trial| trial.is_another_work == is_another_work);
            let (regressed, untouched) = trials.fold((0, 0), |(regressed, untouched), trial| {
                (regressed + trial.regressed.len(), untouched + trial.untouched)
            });
            Share::of(regressed, untouched)
        };
        report.regressed = regressed(false);
        report.regressed_as_another_work = regressed(true);
        report.added = trials.all.iter().map(|trial| trial.added).sum();
        report.label(trials);
        report.patterns = Patterns::of(trials);
        report.errors = trials.all.iter().flat_map(trial::Trial::errors).collect();
        report
    }

    /// Nine fields, six labels, before and after.
    fn label(&mut self, trials: &Trials) {
        let is_right = |labels: &trial::Labels| {
            labels.iter().all(|label| matches!(label, FieldLabel::Correct | FieldLabel::NotApplicable))
        };
        let right = |labels: fn(&trial::Trial) -> &trial::Labels| {
            Share::of(trials.all.iter().filter(|trial| is_right(labels(trial))).count(), trials.all.len())
        };
        self.fully_correct =
            Stages { before: right(|trial| &trial.labels.before), after: right(|trial| &trial.labels.after) };
        for trial in &trials.all {
            let Stages { before, after } = &trial.labels;
            for (place, name) in trial::FIELD_NAMES.into_iter().enumerate() {
                let counts = self.labels.entry(name).or_default();
                *counts.before.entry(before[place]).or_default() += 1;
                *counts.after.entry(after[place]).or_default() += 1;
            }
            self.modes.entry(sheet::mode_name(before)).or_default().before += 1;
            self.modes.entry(sheet::mode_name(after)).or_default().after += 1;
        }
    }
}

fn write(report: &Report, details: bool, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{} right entries, each damaged in {} ways", report.entries, report.rounds)?;
    writeln!(out, "corrected {}", report.corrected)?;
    writeln!(out, "  where a record is the entry's work {}", report.corrected_with_record)?;
    for (heading, shares) in
        [("field", &report.by_field), ("damage", &report.by_damage), ("errors", &report.by_mode)]
    {
        for (name, share) in shares {
            writeln!(out, "  {heading} {name:12} {share}")?;
        }
    }
    writeln!(out, "right fields made wrong {}; fields added {}", report.regressed, report.added)?;
    let as_another = &report.regressed_as_another_work;
    writeln!(out, "  where title and authors are no longer the work's {as_another}")?;
    let Stages { before, after } = &report.fully_correct;
    writeln!(out, "fully correct entries: before {before}, after {after}")?;
    for (mode, Stages { before, after }) in &report.modes {
        writeln!(out, "  errors {mode:10} before {before:5}, after {after:5}")?;
    }
    writeln!(out, "{:12}{}", "", sheet::LABELS.map(|(_, name)| format!("{name:>20}")).concat())?;
    for name in trial::FIELD_NAMES {
        let Some(Stages { before, after }) = report.labels.get(name) else { continue };
        let cells = sheet::LABELS.map(|(label, _)| {
            let count = |of: &BTreeMap<FieldLabel, usize>| of.get(&label).copied().unwrap_or(0);
            format!("{:>20}", format!("{} → {}", count(before), count(after)))
        });
        writeln!(out, "{name:12}{}", cells.concat())?;
    }
    for line in report.patterns.lines() {
        writeln!(out, "{line}")?;
    }
    for line in report.errors.iter().filter(|_| details) {
        writeln!(out, "  {}", output::plain(line))?;
    }
    Ok(())
}
