//! The report as Markdown (CommonMark).

use std::fmt::Write;

use super::language::ReportLanguage;
use super::rows::{READING, Row, made_with, origin, place, plain, policy_part, sections, state, title};
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
    if let Some((heading, entries)) = policy_part(export, language) {
        writeln!(out, "\n## {}\n", escaped(&heading))?;
        for (words, entry) in entries {
            writeln!(out, "- {}: {}", escaped(&words), escaped(&entry))?;
        }
    }
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
    let sentence = language.fill("“{text}”", &[("text", &escaped(row.sentence()))]);
    line(out, language.say("Sentence"), &sentence)?;
    if !row.entry().is_empty() {
        line(out, language.say("Entry"), &escaped(row.entry()))?;
    }
    if row.finding.verdict != Verdict::Unchecked {
        for evidence in row.finding.evidence.iter().take(3) {
            let text = escaped(&evidence.text);
            let origin = origin(evidence).map(str::to_owned);
            let place =
                std::iter::once(place(evidence, language)).chain(origin).filter(|part| !part.is_empty());
            let place = escaped(&language.list(&place.collect::<Vec<_>>()));
            let quoted = language.fill("“{text}” ({place})", &[("text", &text), ("place", &place)]);
            line(out, row.speaker(language), &quoted)?;
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
