//! The report as Markdown (CommonMark).

use std::fmt::Write;

use super::rows::{READING, Row, place, plain, sections, state};
use crate::export::CheckExport;
use citelight_types::finding::Verdict;

pub(super) fn markdown(export: &CheckExport) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = report(export, &mut out);
    out
}

fn report(export: &CheckExport, out: &mut String) -> std::fmt::Result {
    writeln!(out, "# Citations of “{}”\n", escaped(export.map.title.as_deref().unwrap_or("untitled")))?;
    if let Some(origin) = &export.origin {
        writeln!(out, "{}\n", escaped(origin))?;
    }
    for clause in state(export) {
        writeln!(out, "- {clause}")?;
    }
    for notice in &export.notices {
        writeln!(out, "- {}", escaped(&notice.message))?;
    }
    writeln!(out, "\n{READING}")?;
    for section in sections(export) {
        writeln!(out, "\n## {}", section.heading())?;
        for row in &section.rows {
            finding(row, out)?;
        }
    }
    writeln!(out, "\n---\n\nCitelight. Models: {}.", escaped(&export.models.join(", ")))
}

fn finding(row: &Row<'_>, out: &mut String) -> std::fmt::Result {
    writeln!(out, "\n### {}\n", escaped(row.marker()))?;
    let qualities = row.qualities();
    if !qualities.is_empty() {
        writeln!(out, "{}\n", escaped(&qualities.join(" · ")))?;
    }
    writeln!(out, "- Sentence: “{}”", escaped(row.sentence()))?;
    if !row.entry().is_empty() {
        writeln!(out, "- Entry: {}", escaped(row.entry()))?;
    }
    if row.finding.verdict != Verdict::Unchecked {
        for evidence in row.finding.evidence.iter().take(3) {
            let (words, place) = (escaped(&evidence.text), escaped(&place(evidence)));
            writeln!(out, "- {}: “{words}” ({place}, {})", row.speaker(), escaped(&evidence.place.origin))?;
        }
    }
    writeln!(out, "- Why: {}", escaped(&row.finding.message))
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
