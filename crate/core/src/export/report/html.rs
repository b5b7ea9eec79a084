//! The report as one page: no script, nothing fetched.

use maud::{DOCTYPE, Markup, html};

use super::rows::{READING, Row, Section, place, plain, sections, state};
use crate::audit::counts::CitationClass;
use crate::export::CheckExport;
use citelight_types::finding::{Evidence, Verdict};

const STYLE: &str = include_str!("report.css");

pub(super) fn html(export: &CheckExport) -> String {
    let title = format!("Citations of “{}”", plain(export.map.title.as_deref().unwrap_or("untitled")));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { (title) }
                style { (STYLE) }
            }
            body {
                main {
                    h1 { (title) }
                    @if let Some(origin) = &export.origin { p.origin { (plain(origin)) } }
                    ul {
                        @for clause in state(export) { li { (clause) } }
                        @for notice in &export.notices { li { (plain(&notice.message)) } }
                    }
                    p { (READING) }
                    @for section in &sections(export) { (group(section)) }
                    footer { "Citelight. Models: " (plain(&export.models.join(", "))) "." }
                }
            }
        }
    };
    page.into_string()
}

fn group(section: &Section<'_>) -> Markup {
    let class = match section.class {
        CitationClass::Review => "review",
        CitationClass::Reference | CitationClass::RetractedSince => "reference",
        CitationClass::MayDiffer | CitationClass::MayNotFit | CitationClass::Undecidable => "undecidable",
        CitationClass::Unchecked | CitationClass::Dismissed => "unchecked",
        CitationClass::Supported => "supported",
    };
    html! {
        section class=(class) {
            h2 { (section.heading()) }
            @for row in &section.rows { (finding(row)) }
        }
    }
}

fn finding(row: &Row<'_>) -> Markup {
    let shown = if row.finding.verdict == Verdict::Unchecked { 0 } else { 3 };
    html! {
        article {
            h3 { (plain(row.marker())) }
            @let qualities = row.qualities();
            @if !qualities.is_empty() { p.qualities { (plain(&qualities.join(" · "))) } }
            dl {
                dt { "Sentence" }
                dd { q { (plain(row.sentence())) } }
                @if !row.entry().is_empty() {
                    dt { "Entry" }
                    dd { (plain(row.entry())) }
                }
                @for evidence in row.finding.evidence.iter().take(shown) {
                    dt { (row.speaker()) }
                    dd { blockquote { (plain(&evidence.text)) } (origin(evidence)) }
                }
                dt { "Why" }
                dd { (plain(&row.finding.message)) }
            }
        }
    }
}

/// A link only to the web: an origin is a text of somebody else.
fn origin(evidence: &Evidence) -> Markup {
    let origin = &evidence.place.origin;
    html! {
        (plain(&place(evidence))) ", "
        @if origin.starts_with("https://") || origin.starts_with("http://") {
            a href=(origin) rel="noreferrer" { (plain(origin)) }
        } @else {
            (plain(origin))
        }
    }
}
