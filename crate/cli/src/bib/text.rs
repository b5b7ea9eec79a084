//! Checked bibliographies for people.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use citelight::export::{BibExport, BibSummary, CheckedEntry};
use citelight::finding::{Reason, RetractionManner};
use citelight::resolve::integrity::{Label, Status};
use citelight::sources::WorkStatus;

use crate::output::{cut, plain};

/// Characters of a value that are shown.
const SHOWN: usize = 160;

/// Writes what needs review or could not be told, file by file; right entries too if `all`.
pub(super) fn write(export: &BibExport, all: bool, out: &mut impl Write) -> io::Result<()> {
    let mut file = "";
    for entry in &export.entries {
        if entry.label == Label::Valid && !entry.work.is_retracted() && !all {
            continue;
        }
        if entry.file != file {
            file = &entry.file;
            let bold = Style::new().bold();
            writeln!(out, "{bold}{}{bold:#}", plain(file))?;
        }
        one(entry, out)?;
    }
    writeln!(out, "{}", state(&export.summary))
}

fn one(entry: &CheckedEntry, out: &mut impl Write) -> io::Result<()> {
    let style = Style::new().bold().fg_color(Some(colour(entry).into()));
    let line = if entry.line > 0 { format!(" (line {})", entry.line) } else { String::new() };
    let words = verdict(entry);
    writeln!(out, "  {}{line}: {style}{words}{style:#}", plain(&entry.key))?;
    for reason in &entry.reasons {
        writeln!(out, "    {}", cut(reason, 2 * SHOWN))?;
    }
    if let Some(retraction) = retraction(&entry.work) {
        writeln!(out, "    {retraction}")?;
    }
    for hint in entry.hints.iter().filter(|_| entry.label != Label::Valid) {
        writeln!(out, "    hint: {}", cut(hint, SHOWN))?;
    }
    for failure in &entry.failures {
        writeln!(out, "    failed: {}", cut(failure, SHOWN))?;
    }
    for edit in entry.fix.iter().flat_map(|fix| &fix.edits) {
        let new = cut(&edit.new, SHOWN);
        match &edit.old {
            Some(old) => writeln!(out, "    fix {}: {} → {new}", plain(&edit.field), cut(old, SHOWN))?,
            None => writeln!(out, "    add {}: {new}", plain(&edit.field))?,
        }
    }
    Ok(())
}

fn colour(entry: &CheckedEntry) -> AnsiColor {
    match entry.label {
        _ if entry.needs_review() => AnsiColor::Red,
        Label::Uncertain => AnsiColor::Yellow,
        _ => AnsiColor::Green,
    }
}

/// "needs review, author mismatch (confidence 0.98)".
pub(super) fn verdict(entry: &CheckedEntry) -> String {
    let status = match entry.status {
        Status::Verified => "verified",
        Status::NotFound => "not found",
        Status::Hallucinated => "no such work as described",
        Status::TitleMismatch => "title mismatch",
        Status::AuthorMismatch => "author mismatch",
        Status::YearMismatch => "year mismatch",
        Status::VenueMismatch => "venue mismatch",
        Status::IdentifierOfAnotherWork => "identifier of another work",
        Status::PartialMatch => "partial match",
        Status::Unverified => "unverified",
    };
    let retracted = match &entry.work {
        WorkStatus::Retracted { manner, .. } if entry.is_retracted() => format!(", {}", manner.word()),
        _ => String::new(),
    };
    match entry.label {
        Label::Hallucinated => {
            format!("needs review, {status}{retracted} (confidence {:.2})", entry.confidence)
        }
        _ if entry.is_retracted() => format!("needs review{retracted}"),
        Label::Uncertain if entry.is_unchecked() => "could not be checked".to_owned(),
        Label::Uncertain if entry.status == Status::TitleMismatch => "the title differs".to_owned(),
        Label::Uncertain => format!("undecided, {status}"),
        Label::Valid => status.to_owned(),
    }
}

/// What a notice about the work says.
pub(super) fn retraction(work: &WorkStatus) -> Option<String> {
    match work {
        WorkStatus::Retracted { notice, date, manner: RetractionManner::Replaced, .. } => {
            let reason = Reason::RetractedAndReplaced { date: *date, notice: notice.clone() };
            Some(plain(&reason.sentence()))
        }
        WorkStatus::Retracted { year, notice, date, manner } => {
            let reason = Reason::Retracted {
                year: *year,
                notice: notice.clone(),
                date: *date,
                citing: None,
                manner: *manner,
            };
            Some(plain(&reason.sentence()))
        }
        WorkStatus::Concern { notice } => {
            let named = notice.as_ref().map(|notice| format!(" (notice: {})", plain(notice)));
            Some(format!("An expression of concern stands{}.", named.unwrap_or_default()))
        }
        WorkStatus::Corrected { .. } | WorkStatus::Current => None,
    }
}

/// "40 entries: 35 confirmed · 3 need review · 2 undecided, 1 of them because a source failed".
fn state(summary: &BibSummary) -> String {
    let mut parts =
        vec![format!("{} confirmed", summary.valid), format!("{} need review", summary.needs_review)];
    if summary.retracted > 0 {
        parts.push(format!("{} retracted", summary.retracted));
    }
    parts.push(match summary.unchecked {
        0 => format!("{} undecided", summary.uncertain),
        unchecked => format!(
            "{} undecided, {unchecked} of them because a source failed or none was there",
            summary.uncertain
        ),
    });
    if summary.fixable > 0 {
        parts.push(format!("{} can be corrected or completed with --fix", summary.fixable));
    }
    format!("{} entries: {}", summary.entries, parts.join(" · "))
}
