//! The report as one page: no script, nothing fetched.

use maud::{DOCTYPE, Markup, html};

use super::language::ReportLanguage;
use super::rows::{
    READING, Row, Section, made_with, origin, place, plain, policy_part, sections, state, title,
};
use crate::audit::counts::CitationClass;
use crate::export::CheckExport;
use citelight_types::finding::{Evidence, Verdict};

const STYLE: &str = include_str!("report.css");

pub(super) fn html(export: &CheckExport, language: &ReportLanguage) -> String {
    let title = plain(&title(export, language));
    let page = html! {
        (DOCTYPE)
        html lang=(language.code) {
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
                        @for clause in state(export, language) { li { (clause) } }
                        @for notice in &export.notices { li { (plain(&notice.message)) } }
                    }
                    p { (language.say(READING)) }
                    @if let Some((heading, entries)) = policy_part(export, language) {
                        section class="policy" {
                            h2 { (heading) }
                            @for (words, entry) in &entries { p { strong { (words) } br; (plain(entry)) } }
                        }
                    }
                    @for section in &sections(export) { (group(section, language)) }
                    footer { (plain(&made_with(export, language))) }
                }
            }
        }
    };
    page.into_string()
}

fn group(section: &Section<'_>, language: &ReportLanguage) -> Markup {
    let class = match section.class {
        CitationClass::Review => "review",
        CitationClass::Reference | CitationClass::RetractedSince => "reference",
        CitationClass::MayDiffer | CitationClass::MayNotFit | CitationClass::Undecidable => "undecidable",
        CitationClass::Unchecked | CitationClass::Dismissed => "unchecked",
        CitationClass::Supported => "supported",
    };
    html! {
        section class=(class) {
            h2 { (section.heading(language)) }
            @for row in &section.rows { (finding(row, language)) }
        }
    }
}

fn finding(row: &Row<'_>, language: &ReportLanguage) -> Markup {
    let shown = if row.finding.verdict == Verdict::Unchecked { 0 } else { 3 };
    html! {
        article {
            h3 { (plain(row.marker())) }
            @let qualities = row.qualities(language);
            @if !qualities.is_empty() { p.qualities { (plain(&qualities.join(" · "))) } }
            dl {
                dt { (language.say("Sentence")) }
                dd { q { (plain(row.sentence())) } }
                @if !row.entry().is_empty() {
                    dt { (language.say("Entry")) }
                    dd { (plain(row.entry())) }
                }
                @for evidence in row.finding.evidence.iter().take(shown) {
                    dt { (row.speaker(language)) }
                    dd { blockquote { (plain(&evidence.text)) } (place_and_origin(evidence, language)) }
                }
                dt { (language.say("Why")) }
                dd { (plain(&row.finding.message)) }
            }
        }
    }
}

/// A link only to the web: an origin is a text of somebody else.
fn place_and_origin(evidence: &Evidence, language: &ReportLanguage) -> Markup {
    html! {
        (plain(&place(evidence, language)))
        @if let Some(origin) = origin(evidence) {
            (language.say(", "))
            @if origin.starts_with("https://") || origin.starts_with("http://") {
                a href=(origin) rel="noreferrer" { (plain(origin)) }
            } @else {
                (plain(origin))
            }
        }
    }
}
