//! Corrections: proposed by the records, written so that nothing else in the file changes.

use std::path::PathBuf;

use citelight::export::{CheckedEntry, Fix};
use citelight::resolve::integrity::confidence::Ground;
use citelight::resolve::integrity::{CheckSettings, Inquiry, Label, check_entry};
use citelight::resolve::revise::{FieldEdit, SpannedEntry, apply, propose, read_bibtex};
use similar::TextDiff;

use super::check::Checked;
use super::files::{BibFile, From, Listed};
use super::name;
use crate::args::BibOptions;
use crate::failure::Failure;
use crate::network::SystemTime;
use crate::output::file::{beside, write_whole};

/// The correction of an entry; none where nothing is to be corrected.
pub(super) fn of(file: &BibFile, listed: &Listed, inquiry: &Inquiry) -> Option<Fix> {
    let mut edits = propose(&listed.entry, &inquiry.answers).edits;
    // One record confirms a right entry; to overrule what it says takes a second one.
    if inquiry.report.label == Label::Valid && inquiry.report.ground != Ground::ConfirmedBySeveral {
        edits.retain(|edit| edit.old.is_none());
    }
    if edits.is_empty() {
        return None;
    }
    let bibtex = match (&listed.from, &file.text) {
        (From::Span(at), Some(text)) => file.spans.get(*at).and_then(|span| entry_with(text, span, &edits)),
        _ => None,
    };
    Some(Fix { edits, bibtex })
}

/// The text of one entry with its edits.
fn entry_with(text: &str, span: &SpannedEntry, edits: &[FieldEdit]) -> Option<String> {
    let first = span.fields.first()?.start;
    let start = text.get(..first)?.rfind('@')?;
    let after = span.fields.last()?.end;
    let rest = text.get(after..)?;
    let end = after + rest.find(['}', ')'])? + 1;
    let moved = SpannedEntry {
        entry: span.entry.clone(),
        values: span
            .values
            .iter()
            .map(|(name, range)| (name.clone(), range.start - start..range.end - start))
            .collect(),
        fields: span.fields.iter().map(|range| range.start - start..range.end - start).collect(),
    };
    Some(apply(text.get(start..end)?, &[moved], &[edits.to_vec()]))
}

/// What is to be done with the corrections.
pub(super) enum Plan {
    /// They are shown in the output only.
    Nothing,
    /// They are shown as a diff.
    Diff,
    /// They are written into the files, or into another one.
    Write { to: Option<PathBuf>, backup: bool },
}

impl Plan {
    pub(super) fn of(options: &BibOptions, files: &[BibFile]) -> Result<Self, Failure> {
        if options.diff {
            return Ok(Self::Diff);
        }
        if !options.fix {
            return Ok(Self::Nothing);
        }
        if let (Some(to), [_, _, ..]) = (&options.output, files) {
            let reason =
                "--output takes the correction of one file; leave it out to correct each in its place";
            return Err(Failure::Unwritable { path: to.clone(), reason: reason.to_owned() });
        }
        for file in files.iter().filter(|file| !file.entries.is_empty()) {
            let reason = match (&file.text, file.spans.is_empty()) {
                (Some(_), false) => continue,
                (None, false) => "it is not UTF-8; convert it first (iconv -f latin1 -t utf-8)",
                (_, true) => "only BibTeX files can be corrected; check it without --fix",
            };
            return Err(Failure::Unwritable { path: file.path.clone(), reason: reason.to_owned() });
        }
        Ok(Self::Write { to: options.output.clone(), backup: options.backup })
    }

    /// Whether entries will be checked again as they are after their correction.
    pub(super) fn writes(&self) -> bool {
        matches!(self, Self::Write { .. })
    }

    /// Shows and writes the corrections. Where they were written, answers with the entries as they are now, checked
    /// against what the sources had said.
    pub(super) fn carry_out(
        &self,
        files: &[BibFile],
        checked: &[Vec<Checked>],
        settings: &CheckSettings,
    ) -> Result<Option<Vec<CheckedEntry>>, Failure> {
        if matches!(self, Self::Nothing) {
            return Ok(None);
        }
        let mut now = Vec::new();
        for (file, checked) in files.iter().zip(checked) {
            let Some(text) = &file.text else { continue };
            let corrected = corrected(file, text, checked)?;
            show_diff(&name(file), text, &corrected);
            match self {
                Self::Write { to: Some(to), .. } => write_whole(to, corrected.as_bytes())?,
                Self::Write { to: None, backup } if corrected != *text => {
                    if *backup {
                        write_whole(&beside(&file.path, "orig"), text.as_bytes())?;
                    }
                    write_whole(&file.path, corrected.as_bytes())?;
                }
                _ => {}
            }
            now.extend(check_again(file, &corrected, checked, settings));
        }
        Ok(matches!(self, Self::Write { .. }).then_some(now))
    }
}

/// The file with all its corrections.
fn corrected(file: &BibFile, text: &str, checked: &[Checked]) -> Result<String, Failure> {
    let mut edits: Vec<Vec<FieldEdit>> = vec![Vec::new(); file.spans.len()];
    for (listed, checked) in file.entries.iter().zip(checked) {
        if let (From::Span(at), Some(fix)) = (&listed.from, &checked.fix)
            && let Some(own) = edits.get_mut(*at)
        {
            own.clone_from(&fix.edits);
        }
    }
    let corrected = apply(text, &file.spans, &edits);
    // Nothing is written that would not be read again as the same entries.
    let keys = |entries: &[SpannedEntry]| -> Vec<String> {
        entries.iter().map(|entry| entry.entry.key.clone()).collect()
    };
    if keys(&read_bibtex(&corrected)) != keys(&file.spans) {
        let reason = "the corrected file would not be read as the same entries; nothing was written";
        return Err(Failure::Unwritable { path: file.path.clone(), reason: reason.to_owned() });
    }
    Ok(corrected)
}

fn check_again(
    file: &BibFile,
    corrected: &str,
    checked: &[Checked],
    settings: &CheckSettings,
) -> Vec<CheckedEntry> {
    let spans = read_bibtex(corrected);
    let one = |(listed, checked): (&Listed, &Checked)| {
        let report = match &listed.from {
            From::Span(at) if checked.fix.is_some() => {
                let entry = spans.get(*at).map_or(&listed.entry, |span| &span.entry);
                check_entry(entry, &checked.inquiry.answers, SystemTime::today(), settings)
            }
            _ => checked.inquiry.report.clone(),
        };
        CheckedEntry::new(report, name(file), listed.line, None)
    };
    file.entries.iter().zip(checked).map(one).collect()
}

fn show_diff(name: &str, old: &str, new: &str) {
    if old != new {
        let diff = TextDiff::from_lines(old, new);
        anstream::eprint!("{}", diff.unified_diff().context_radius(2).header(name, name));
    }
}
