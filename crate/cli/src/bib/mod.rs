//! `citelight bib`: checks bibliographies against the scholarly sources.

mod annotate;
mod check;
mod checked;
mod files;
mod fix;
mod github;
mod institution;
mod junit;
mod sarif;
mod sources;
mod text;

use std::process::ExitCode;

#[cfg(feature = "lsp")]
use citelight::citation::Reference;
#[cfg(any(feature = "lsp", feature = "mcp"))]
use citelight::export::Policy;
use citelight::export::{BibExport, CheckedEntry};
#[cfg(feature = "lsp")]
use citelight::resolve::corrections::FieldEdit;
#[cfg(feature = "lsp")]
use citelight::resolve::integrity::BibEntry;
use citelight::resolve::integrity::CheckSettings;

use crate::args::{BibFormat, BibOptions};
use crate::failure::Failure;
use crate::output;
#[cfg(feature = "mcp")]
pub(crate) use files::{of_text, read_file};
#[cfg(feature = "lsp")]
pub(crate) use fix::in_place;
#[cfg(feature = "lsp")]
pub(crate) use sarif::rule;
pub(crate) use sources::Sources;
#[cfg(feature = "lsp")]
pub(crate) use text::retraction;
#[cfg(any(feature = "lsp", feature = "mcp"))]
pub(crate) use text::verdict;

/// Entries that are under way at once where nobody says how many.
#[cfg(feature = "mcp")]
const JOBS: usize = 32;

pub(crate) fn run(options: &BibOptions) -> Result<ExitCode, Failure> {
    let policy = crate::policy::of(&options.policy)?;
    let files = files::read(&options.files)?;
    let fixes = fix::Plan::of(options, &files)?;
    annotate::check(&files, options.annotate.as_deref())?;
    let sources = Sources::open(options)?;
    let settings = settings(options.strict, &sources);
    let checked = check::check(&files, &sources, &settings, options.jobs, &fixes);
    if let Some(line) = sources.summary() {
        anstream::eprintln!("{line}");
    }
    let left = fixes.carry_out(&files, &checked, &settings, &policy)?;
    let export = check::export(&files, &checked, &policy);
    if let Some(to) = &options.annotate {
        annotate::write(&files, &export.entries, to)?;
    }
    write(&export, options)?;
    Ok(exit_code(left.as_ref().unwrap_or(&export.entries)))
}

/// Checks the entries of files and writes nothing.
#[cfg(feature = "mcp")]
pub(crate) fn checked(
    files: &[files::BibFile],
    sources: &Sources,
    strict: bool,
    policy: &Policy,
) -> BibExport {
    let settings = settings(strict, sources);
    let checked = check::check(files, sources, &settings, JOBS, &fix::Plan::Nothing);
    check::export(files, &checked, policy)
}

/// Looks one entry up: what came of it, judged by a policy, and the edits that the records propose.
#[cfg(feature = "lsp")]
pub(crate) async fn look_up(
    entry: &BibEntry,
    reference: Option<&Reference>,
    sources: &Sources,
    settings: &CheckSettings,
    policy: &Policy,
) -> (CheckedEntry, Vec<FieldEdit>) {
    let inquiry = check::ask(entry, reference, sources, settings).await;
    let edits = fix::edits(entry, &inquiry, settings);
    (CheckedEntry::new(inquiry.report, String::new(), 0, None, policy), edits)
}

pub(crate) fn settings(strict: bool, sources: &Sources) -> CheckSettings {
    CheckSettings { strict, ghost_sources: sources.ghost_sources(), ..CheckSettings::default() }
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
