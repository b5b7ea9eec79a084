//! Checked bibliographies for people.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use citelight::export::{BibExport, BibSummary, CheckedEntry, Level, Policy};
use citelight::finding::{Reason, RetractionManner};
use citelight::resolve::integrity::{Label, Problem, Status};
use citelight::sources::WorkStatus;

use crate::output::{cut, plain};

/// Characters of a value that are shown.
const SHOWN: usize = 160;

/// Writes what needs review or could not be told, file by file; right entries too if `all`.
pub(super) fn write(export: &BibExport, all: bool, out: &mut impl Write) -> io::Result<()> {
    let mut file = "";
    for entry in &export.entries {
        // What a policy accepts is shown with the correct entries.
        if !entry.deserves_a_look() && !all {
            continue;
        }
        if entry.file != file {
            file = &entry.file;
            let bold = Style::new().bold();
            writeln!(out, "{bold}{}{bold:#}", plain(file))?;
        }
        one(entry, out)?;
    }
    writeln!(out, "{}", state(&export.summary))?;
    if export.policy == Policy::default().name {
        return Ok(());
    }
    let BibSummary { errors, warnings, notes, .. } = export.summary;
    writeln!(
        out,
        "by the policy {}: {errors} errors · {warnings} warnings · {notes} notes",
        plain(&export.policy)
    )
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
    for hint in entry.hints.iter().filter(|_| entry.label != Label::Valid || entry.level > Level::None) {
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
        _ if entry.level == Level::Note => AnsiColor::Yellow,
        Label::Uncertain => AnsiColor::Yellow,
        _ => AnsiColor::Green,
    }
}

/// "needs review, described wrongly: authors (confidence 0.98)", "needs review, not found (confidence 0.93)".
pub(crate) fn verdict(entry: &CheckedEntry) -> String {
    let retracted = match &entry.work {
        WorkStatus::Retracted { manner, .. } if entry.is_retracted() => Some(manner.word()),
        _ => None,
    };
    let problem = match entry.problem {
        // What the identifier leads to says more than that the title leads nowhere.
        Some(Problem::NotFound) if entry.names_another_work() => {
            Some("not found, identifier of another work".to_owned())
        }
        Some(Problem::NotFound) => Some("not found".to_owned()),
        Some(Problem::Misdescribed) => Some(format!("described wrongly: {}", differing(entry))),
        None if entry.label == Label::Hallucinated => Some("not as described".to_owned()),
        None => None,
    };
    let consequence = match entry.level {
        Level::Error | Level::Warning => "needs review",
        Level::Note => "for the authors",
        Level::None => "accepted by the policy",
    };
    match (entry.label, problem) {
        (Label::Hallucinated, Some(problem)) => {
            let retracted = retracted.map(|word| format!(", {word}")).unwrap_or_default();
            format!("{consequence}, {problem}{retracted} (confidence {:.2})", entry.confidence)
        }
        _ if let Some(retracted) = retracted => format!("{consequence}, {retracted}"),
        (Label::Uncertain, _) if entry.is_unchecked() => "could not be checked".to_owned(),
        (Label::Uncertain, _) if entry.not_checkable.is_some() => "not checkable here".to_owned(),
        (Label::Uncertain, _) if entry.status == Status::TitleMismatch => "the title differs".to_owned(),
        (Label::Uncertain, _) => "undecided".to_owned(),
        _ if entry.level > Level::None => format!("{consequence}, {}", differing(entry)),
        _ => "verified".to_owned(),
    }
}

/// "authors, venue": the weightiest first.
fn differing(entry: &CheckedEntry) -> String {
    let facts = entry.discrepancies.iter().rev().filter(|judged| {
        judged.kind.problem() == Some(Problem::Misdescribed)
            && (entry.problem.is_none() || entry.level == Level::None || judged.level > Level::None)
    });
    facts.map(|judged| judged.kind.words()).collect::<Vec<_>>().join(", ")
}

/// What a notice about the work says.
pub(crate) fn retraction(work: &WorkStatus) -> Option<String> {
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

/// "40 entries: 35 confirmed · 3 need review (1 not found, 2 described wrongly) · 2 undecided, 1 of them because a source failed".
fn state(summary: &BibSummary) -> String {
    let review = match (summary.not_found, summary.misdescribed) {
        (0, 0) => format!("{} need review", summary.needs_review),
        (missing, wrong) => {
            format!("{} need review ({missing} not found, {wrong} described wrongly)", summary.needs_review)
        }
    };
    let mut parts = vec![format!("{} confirmed", summary.valid), review];
    if summary.retracted > 0 {
        parts.push(format!("{} retracted", summary.retracted));
    }
    let undecided = summary.uncertain.saturating_sub(summary.not_checkable);
    parts.push(match summary.unchecked {
        0 => format!("{undecided} undecided"),
        unchecked => {
            format!("{undecided} undecided, {unchecked} of them because a source failed or none was there")
        }
    });
    if summary.not_checkable > 0 {
        parts.push(format!("{} not checkable here", summary.not_checkable));
    }
    if summary.fixable > 0 {
        parts.push(format!("{} can be corrected or completed with --fix", summary.fixable));
    }
    format!("{} entries: {}", summary.entries, parts.join(" · "))
}
