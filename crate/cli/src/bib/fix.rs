//! Corrections: proposed by the records, written so that nothing else in the file changes.

use std::ops::Range;
use std::path::PathBuf;

use citelight::export::{CheckedEntry, Fix, Policy};
use citelight::resolve::corrections::{
    ENTRY_TYPE, FieldEdit, SpannedEntry, apply, propose, read_bibtex, renamed,
};
use citelight::resolve::integrity::{BibEntry, CheckSettings, Inquiry, check_entry};
use similar::TextDiff;

use super::checked::Checked;
use super::files::{BibFile, From, Listed, name};
use crate::args::BibOptions;
use crate::failure::Failure;
use crate::network::SystemTime;
use crate::output::file::{beside, write_whole};

/// The correction of an entry, if it needs one; and hints at what has to be corrected by hand.
pub(super) fn of(
    file: &BibFile,
    listed: &Listed,
    inquiry: &Inquiry,
    settings: &CheckSettings,
) -> (Option<Fix>, Vec<String>) {
    let edits = edits(&listed.entry, inquiry, settings);
    if edits.is_empty() {
        return (None, Vec::new());
    }
    let From::Span(at) = &listed.from else { return (Some(Fix { edits, bibtex: None }), Vec::new()) };
    match file.spans.get(*at) {
        Some(span) => in_place(file.text.as_deref(), span, edits),
        None => (None, Vec::new()),
    }
}

/// The edits that the records propose.
pub(super) fn edits(entry: &BibEntry, inquiry: &Inquiry, settings: &CheckSettings) -> Vec<FieldEdit> {
    let check = |entry: &BibEntry| check_entry(entry, &inquiry.answers, SystemTime::today(), settings);
    propose(entry, &inquiry.report, &inquiry.answers, &check).edits
}

/// What of these edits can be made where the entry stands, and what has to be corrected by hand.
pub(crate) fn in_place(
    text: Option<&str>,
    span: &SpannedEntry,
    edits: Vec<FieldEdit>,
) -> (Option<Fix>, Vec<String>) {
    let (inherited, edits): (Vec<FieldEdit>, Vec<FieldEdit>) =
        edits.into_iter().partition(|edit| span.inherited.contains_key(&edit.field));
    let by_hand = inherited.iter().map(|edit| {
        let from = span.inherited.get(&edit.field).map_or("", String::as_str);
        let (field, old) = (&edit.field, edit.old.as_deref().unwrap_or_default());
        format!(
            "The {field} is inherited from “{from}”, so --fix leaves it: {old} there, {} in the record.",
            edit.new
        )
    });
    let mut by_hand: Vec<String> = by_hand.collect();
    // An entry that stays wrong until another one is corrected is not completed.
    let edits: Vec<FieldEdit> =
        edits.into_iter().filter(|edit| by_hand.is_empty() || edit.old.is_some()).collect();
    if edits.is_empty() {
        return (None, by_hand);
    }
    let Some(text) = text else { return (Some(Fix { edits, bibtex: None }), by_hand) };
    match entry_with(text, span, &edits) {
        Some(bibtex) => (Some(Fix { edits, bibtex: Some(bibtex) }), by_hand),
        None => {
            let fields: Vec<&str> = edits.iter().map(|edit| edit.field.as_str()).collect();
            let fields = fields.join(", ");
            by_hand.push(format!(
                "The entry is not valid BibTeX, so --fix leaves it; the record differs in: {fields}."
            ));
            (None, by_hand)
        }
    }
}

/// The text of one entry with its edits; none where it would not read back as the entry with just these edits.
fn entry_with(text: &str, span: &SpannedEntry, edits: &[FieldEdit]) -> Option<String> {
    if !span.is_sound {
        return None;
    }
    let start = span.range.start;
    let moved = |range: &Range<usize>| range.start - start..range.end - start;
    let alone = SpannedEntry {
        values: span.values.iter().map(|(name, range)| (name.clone(), moved(range))).collect(),
        fields: span.fields.iter().map(moved).collect(),
        range: moved(&span.range),
        ..span.clone()
    };
    let written = apply(text.get(span.range.clone())?, &[alone], &[edits.to_vec()]);
    let read = read_bibtex(&written);
    let [again] = read.as_slice() else { return None };
    let kind = edits.iter().find(|edit| edit.field == ENTRY_TYPE).map(|edit| edit.new.as_str());
    let fields = || edits.iter().filter(|edit| edit.field != ENTRY_TYPE);
    let has_edits = kind.is_none_or(|kind| again.entry.kind == kind)
        && fields().all(|edit| again.entry.fields.get(renamed(&edit.field, kind)) == Some(&edit.new));
    let keeps = span.values.keys().all(|name| again.values.contains_key(renamed(name, kind)));
    let adds = fields().filter(|edit| !span.values.contains_key(&edit.field)).count();
    let is_same = again.entry.key == span.entry.key && again.values.len() == span.values.len() + adds;
    (again.is_sound && has_edits && keeps && is_same).then_some(written)
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
                (None, false) => "it is not UTF-8; save it as UTF-8 in your editor first",
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
        policy: &Policy,
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
            now.extend(check_again(file, &corrected, checked, (settings, policy)));
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
    (settings, policy): (&CheckSettings, &Policy),
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
        CheckedEntry::new(report, name(file), listed.line, None, policy)
    };
    file.entries.iter().zip(checked).map(one).collect()
}

fn show_diff(name: &str, old: &str, new: &str) {
    if old != new {
        let diff = TextDiff::from_lines(old, new);
        anstream::eprint!("{}", diff.unified_diff().context_radius(2).header(name, name));
    }
}
