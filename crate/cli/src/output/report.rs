//! An audit for people: grouped by need, each finding with claim, evidence, place and reason.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use citelight::audit::counts::CitationClass;
use citelight::document::AnomalyKind;
use citelight::export::report::{ReportLanguage, Row, sections, state};
use citelight::export::{CheckExport, Level, PolicyOutcome};
use citelight::finding::{Evidence, Verdict};

use super::{cut, plain};

/// Characters of a claim or a quotation that are shown.
const SHOWN: usize = 300;

/// Writes an audit; supported citations only if `all`.
pub(crate) fn write(export: &CheckExport, all: bool, out: &mut impl Write) -> io::Result<()> {
    let (bold, english) = (Style::new().bold(), ReportLanguage::default());
    writeln!(out, "{bold}{}{bold:#}", plain(export.map.title.as_deref().unwrap_or("untitled")))?;
    writeln!(out, "{}", state(export, &english).join(" · "))?;
    for notice in &export.notices {
        writeln!(out, "! {}", plain(&notice.message))?;
    }
    // What the findings rest on: a link that contradicts its text may have had the wrong source read.
    for link in export.map.anomalies.iter().filter(|own| own.kind == AnomalyKind::ContradictoryLink) {
        writeln!(out, "! {} ({})", plain(&link.hint), cut(&link.place, 140))?;
    }
    if let Some(policy) = &export.policy {
        by_policy(export, policy, out)?;
    }
    for section in sections(export) {
        let style = style(section.class);
        writeln!(out, "\n{style}{}{style:#}", section.heading(&english))?;
        if section.class == CitationClass::Supported && !all {
            writeln!(out, "  not shown; --all shows them")?;
            continue;
        }
        let is_unchecked = |row: &&Row<'_>| row.finding.verdict == Verdict::Unchecked;
        let is_shown =
            |row: &&Row<'_>| all || row.finding.verdict != Verdict::Supported || row.policy.is_some();
        for row in section.rows.iter().filter(is_shown).filter(|row| !is_unchecked(row)) {
            decided(row, &english, out)?;
        }
        let open: Vec<Row<'_>> = section.rows.iter().filter(is_unchecked).copied().collect();
        unchecked(&open, out)?;
    }
    Ok(())
}

/// What the policy makes of the entries, the gravest first.
fn by_policy(export: &CheckExport, policy: &PolicyOutcome, out: &mut impl Write) -> io::Result<()> {
    let bold = Style::new().bold();
    let [errors, warnings, notes] =
        [Level::Error, Level::Warning, Level::Note].map(|level| policy.count(level));
    writeln!(
        out,
        "\n{bold}Entries by the policy {}{bold:#}: {errors} errors, {warnings} warnings, {notes} notes",
        plain(&policy.policy)
    )?;
    for judged in policy.by_gravity() {
        let entry = export.map.references.iter().find(|entry| entry.id == judged.reference);
        let raw = entry.map_or("", |entry| entry.raw.as_str());
        let facts: Vec<String> =
            judged.told().map(|fact| format!("{} ({})", fact.kind.words(), fact.level.name())).collect();
        writeln!(out, "  {:7} {}: {}", judged.level.name(), facts.join(", "), cut(raw, 100))?;
    }
    Ok(())
}

fn decided(row: &Row<'_>, english: &ReportLanguage, out: &mut impl Write) -> io::Result<()> {
    let finding = row.finding;
    let head: Vec<String> =
        std::iter::once(surface(row)).chain(row.qualities(english)).filter(|part| !part.is_empty()).collect();
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
fn unchecked(group: &[Row<'_>], out: &mut impl Write) -> io::Result<()> {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for row in group {
        let (message, surface) = (&row.finding.message, surface(row));
        match reasons.iter_mut().find(|(known, _)| known == message) {
            Some((_, surfaces)) => surfaces.push(surface),
            None => reasons.push((message, vec![surface])),
        }
    }
    for (message, surfaces) in reasons {
        writeln!(out, "  {} {}", cut(&surfaces.join(", "), 80), plain(message))?;
    }
    Ok(())
}

fn surface(row: &Row<'_>) -> String {
    let surface = cut(row.marker(), 60);
    match row.citation.map_or(0, |citation| citation.references.len()) {
        0 | 1 => surface,
        _ => format!("{surface} → {}", plain(&row.finding.reference)),
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

fn style(class: CitationClass) -> Style {
    let colour = match class {
        CitationClass::Supported => AnsiColor::Green,
        CitationClass::Review => AnsiColor::Red,
        CitationClass::Reference | CitationClass::RetractedSince => AnsiColor::Magenta,
        CitationClass::MayDiffer | CitationClass::MayNotFit | CitationClass::Undecidable => AnsiColor::Yellow,
        CitationClass::Unchecked | CitationClass::Dismissed => AnsiColor::BrightBlack,
    };
    Style::new().bold().fg_color(Some(colour.into()))
}
