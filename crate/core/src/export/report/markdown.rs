//! The report as Markdown (CommonMark).

use std::fmt::Write;

use super::language::ReportLanguage;
use super::rows::{READING, Row, made_with, place, plain, sections, state, title};
use crate::export::CheckExport;
use citelight_types::finding::Verdict;

pub(super) fn markdown(export: &CheckExport, language: &ReportLanguage) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = report(export, language, &mut out);
    out
}

fn report(export: &CheckExport, language: &ReportLanguage, out: &mut String) -> std::fmt::Result {
    writeln!(out, "# {}\n", escaped(&title(export, language)))?;
    if let Some(origin) = &export.origin {
        writeln!(out, "{}\n", escaped(origin))?;
    }
    for clause in state(export, language) {
        writeln!(out, "- {clause}")?;
    }
    for notice in &export.notices {
        writeln!(out, "- {}", escaped(&notice.message))?;
    }
    writeln!(out, "\n{}", language.say(READING))?;
    for section in sections(export) {
        writeln!(out, "\n## {}", section.heading(language))?;
        for row in &section.rows {
            finding(row, language, out)?;
        }
    }
    writeln!(out, "\n---\n\n{}", escaped(&made_with(export, language)))
}

fn finding(row: &Row<'_>, language: &ReportLanguage, out: &mut String) -> std::fmt::Result {
    writeln!(out, "\n### {}\n", escaped(row.marker()))?;
    let qualities = row.qualities(language);
    if !qualities.is_empty() {
        writeln!(out, "{}\n", escaped(&qualities.join(" · ")))?;
    }
    line(out, language.say("Sentence"), &format!("“{}”", escaped(row.sentence())))?;
    if !row.entry().is_empty() {
        line(out, language.say("Entry"), &escaped(row.entry()))?;
    }
    if row.finding.verdict != Verdict::Unchecked {
        for evidence in row.finding.evidence.iter().take(3) {
            let (words, place) = (escaped(&evidence.text), escaped(&place(evidence, language)));
            let origin = escaped(&evidence.place.origin);
            line(out, row.speaker(language), &format!("“{words}” ({place}, {origin})"))?;
        }
    }
    line(out, language.say("Why"), &escaped(&row.finding.message))
}

fn line(out: &mut String, name: &str, text: &str) -> std::fmt::Result {
    writeln!(out, "- {name}: {text}")
}

/// Somebody else's words, none of which is markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in plain(text).chars() {
        if "\\`*_{}[]<>#!|&~$^".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
