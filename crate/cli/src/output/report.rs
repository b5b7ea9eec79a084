//! An audit for people: grouped by need, each finding with claim, evidence, place and reason.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use citelight::audit::finding::{Evidence, Finding, Verdict};
use citelight::audit::words::{category_words, verdict_word};
use citelight::document::AnomalyKind;
use citelight::export::CheckExport;

use super::{cut, plain};

/// Characters of a claim or a quotation that are shown.
const SHOWN: usize = 300;

/// Writes an audit; supported citations only if `all`.
pub(crate) fn write(export: &CheckExport, all: bool, out: &mut impl Write) -> io::Result<()> {
    let bold = Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}", plain(export.map.title.as_deref().unwrap_or("untitled")))?;
    writeln!(out, "{}", state(export))?;
    for notice in &export.notices {
        writeln!(out, "! {}", plain(&notice.message))?;
    }
    // What the findings rest on: a link that contradicts its text may have had the wrong source read.
    for link in export.map.anomalies.iter().filter(|own| own.kind == AnomalyKind::ContradictoryLink) {
        writeln!(out, "! {} ({})", plain(&link.hint), cut(&link.place, 140))?;
    }
    for verdict in [Verdict::Miscited, Verdict::Undecidable, Verdict::Unchecked, Verdict::Supported] {
        let group: Vec<&Finding> =
            export.findings.iter().filter(|finding| finding.verdict == verdict).collect();
        if group.is_empty() {
            continue;
        }
        let style = style(verdict);
        writeln!(out, "\n{style}{} ({}){style:#}", verdict_word(verdict), group.len())?;
        match verdict {
            Verdict::Supported if !all => writeln!(out, "  not shown; --all shows them")?,
            Verdict::Unchecked => unchecked(&group, export, out)?,
            _ => {
                for finding in group {
                    decided(finding, export, out)?;
                }
            }
        }
    }
    Ok(())
}

/// "42 of 60 citations checked · 3 need review · 2 could not be checked".
fn state(export: &CheckExport) -> String {
    let summary = &export.summary;
    let read = summary.pairs - summary.unchecked;
    let mut parts = vec![
        format!("{read} of {} citations checked", summary.pairs),
        format!("{} need review", summary.miscited),
        format!("{} could not be checked", summary.unchecked),
    ];
    if summary.unmapped > 0 {
        parts.push(format!("{} point at no entry", summary.unmapped));
    }
    parts.push(format!(
        "references: {} found, {} not found, {} open",
        summary.references_resolved, summary.references_ghost, summary.references_open
    ));
    parts.join(" · ")
}

fn decided(finding: &Finding, export: &CheckExport, out: &mut impl Write) -> io::Result<()> {
    let category = finding.category.map(category_words).unwrap_or_default();
    let confidence = finding.confidence.map(|confidence| format!("confidence {confidence:.2}"));
    let head = [surface(finding, export), category, confidence.unwrap_or_default()];
    let head: Vec<&str> = head.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    writeln!(out, "\n  {}", head.join(" · "))?;
    writeln!(out, "    Claim   “{}”", cut(&finding.claim, SHOWN))?;
    for evidence in finding.evidence.iter().take(if finding.verdict == Verdict::Miscited { 2 } else { 1 }) {
        match &finding.committee {
            None => writeln!(out, "    Source  {}", place(evidence))?,
            // What a committee shows are words of papers that cite the source.
            Some(_) => writeln!(out, "    Citing  {}", witness(evidence))?,
        }
        writeln!(out, "            “{}”", cut(&evidence.text, SHOWN))?;
    }
    writeln!(out, "    Why     {}", plain(&finding.message))
}

/// Findings that nothing could be said about: one line per reason.
fn unchecked(group: &[&Finding], export: &CheckExport, out: &mut impl Write) -> io::Result<()> {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for finding in group {
        let surface = surface(finding, export);
        match reasons.iter_mut().find(|(message, _)| *message == finding.message) {
            Some((_, surfaces)) => surfaces.push(surface),
            None => reasons.push((&finding.message, vec![surface])),
        }
    }
    for (message, surfaces) in reasons {
        writeln!(out, "  {} {}", cut(&surfaces.join(", "), 80), plain(message))?;
    }
    Ok(())
}

fn surface(finding: &Finding, export: &CheckExport) -> String {
    let citation = export.map.citations.iter().find(|citation| citation.id == finding.citation);
    let surface = citation.map(|citation| citation.surface.as_str()).unwrap_or_default();
    match citation.map_or(0, |citation| citation.references.len()) {
        0 | 1 => cut(surface, 60),
        _ => format!("{} → {}", cut(surface, 60), plain(&finding.reference)),
    }
}

fn place(evidence: &Evidence) -> String {
    let place = &evidence.place;
    let section = place.section.last().map(|section| format!("{} ", cut(section, 60))).unwrap_or_default();
    format!("{section}¶{} · {}", place.paragraph, plain(&place.origin))
}

fn witness(evidence: &Evidence) -> String {
    let title =
        evidence.place.section.last().map(|title| format!("{} · ", cut(title, 60))).unwrap_or_default();
    format!("{title}{}", plain(&evidence.place.origin))
}

fn style(verdict: Verdict) -> Style {
    let colour = match verdict {
        Verdict::Supported => AnsiColor::Green,
        Verdict::Miscited => AnsiColor::Red,
        Verdict::Undecidable => AnsiColor::Yellow,
        Verdict::Unchecked => AnsiColor::BrightBlack,
    };
    Style::new().bold().fg_color(Some(colour.into()))
}
