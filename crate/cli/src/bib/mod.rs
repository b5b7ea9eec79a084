//! `citelight bib`: checks bibliographies against the scholarly sources.

mod check;
mod checked;
mod files;
mod fix;
mod github;
mod junit;
mod policy;
mod sarif;
mod sources;
mod text;

use std::process::ExitCode;

#[cfg(feature = "mcp")]
use citelight::export::Policy;
use citelight::export::{BibExport, CheckedEntry};
use citelight::resolve::integrity::CheckSettings;

use crate::args::{BibFormat, BibOptions};
use crate::failure::Failure;
use crate::output;
#[cfg(feature = "mcp")]
pub(crate) use files::{of_text, read_file};
pub(crate) use sources::Sources;

/// Entries that are under way at once where nobody says how many.
#[cfg(feature = "mcp")]
const JOBS: usize = 32;

pub(crate) fn run(options: &BibOptions) -> Result<ExitCode, Failure> {
    let policy = policy::of(&options.policy)?;
    let files = files::read(&options.files)?;
    let fixes = fix::Plan::of(options, &files)?;
    let sources = Sources::open(options)?;
    let settings = CheckSettings {
        strict: options.strict,
        ghost_sources: sources.ghost_sources(),
        ..CheckSettings::default()
    };
    let checked = check::check(&files, &sources, &settings, options.jobs, &fixes);
    if let Some(line) = sources.summary() {
        anstream::eprintln!("{line}");
    }
    let left = fixes.carry_out(&files, &checked, &settings, &policy)?;
    let entries = files
        .iter()
        .zip(&checked)
        .flat_map(|(file, checked)| check::export(file, checked, &policy))
        .collect();
    let export = BibExport::new(entries, &policy);
    write(&export, options)?;
    Ok(exit_code(left.as_ref().unwrap_or(&export.entries)))
}

/// Checks the entries of files and writes nothing.
#[cfg(feature = "mcp")]
pub(crate) fn checked(files: &[files::BibFile], sources: &Sources, strict: bool) -> BibExport {
    let settings =
        CheckSettings { strict, ghost_sources: sources.ghost_sources(), ..CheckSettings::default() };
    let checked = check::check(files, sources, &settings, JOBS, &fix::Plan::Nothing);
    let policy = Policy::default();
    let entries =
        files.iter().zip(&checked).flat_map(|(file, checked)| check::export(file, checked, &policy));
    BibExport::new(entries.collect(), &policy)
}

fn write(export: &BibExport, options: &BibOptions) -> Result<(), Failure> {
    match options.format {
        BibFormat::Text => text::write(export, options.all, &mut anstream::stdout().lock())?,
        BibFormat::Json => output::json(export)?,
        BibFormat::Sarif => output::json(&sarif::log(export))?,
        BibFormat::Junit => junit::write(export, &mut std::io::stdout().lock())?,
        BibFormat::Github => github::write(export, &mut std::io::stdout().lock())?,
    }
    Ok(())
}

/// 1 if an entry needs review by the policy, else 2 if one could not be checked, else 0.
fn exit_code(entries: &[CheckedEntry]) -> ExitCode {
    if entries.iter().any(CheckedEntry::needs_review) {
        ExitCode::from(1)
    } else if entries.iter().any(CheckedEntry::is_unchecked) {
        ExitCode::from(2)
    } else {
        ExitCode::SUCCESS
    }
}
