//! The front of the first page: title, what stands around it, identifiers.

use std::sync::LazyLock;

use regex::Regex;

use super::groups::{Group, Kind, is_numbered};
use super::heading_words::is_abstract_heading;
use super::line::Line;
use super::order::Body;
use super::text_layer::PdfText;
use crate::document::Document;
use citelight_types::date::Date;
use citelight_types::identifiers::doi;

/// What the front says.
#[derive(Debug, Default)]
pub(super) struct Front {
    pub(super) title: Option<String>,
    /// Texts of the first page before the article begins.
    pub(super) texts: Vec<String>,
}

static ARXIV: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)arxiv:\s?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?").ok());
static PUBLISHED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let day = r"(?:\d{1,2}(?:st|nd|rd|th)?[ ,]+)?";
    let month = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[ ,]+";
    Regex::new(&format!(
        r"(?i)\b(?:first published|published|available)(?: online)?(?: on)? ?:? ?({day}{month}(?:\d{{1,2}}[ ,]+)?\d{{4}}|\d{{4}}-\d{{2}}-\d{{2}})"
    ))
    .ok()
});
static COPYRIGHT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:©|\(c\)|Copyright) ?(?:©|\(c\))? ?((?:19|20)\d{2})\b").ok());
static DOI: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#"(?i)10\.\d{4,9}/[^\s"<>]+"#).ok());
static RUN_IN: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)^(?:a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|summary)\s*[.:—–-]*\s").ok());

/// Whether a group is the abstract with its name run in: `Abstract—We show …`.
pub(super) fn is_run_in_abstract(group: &Group) -> bool {
    let Some(line) = group.lines.first() else { return false };
    let text = line.text();
    let first = line.words.first();
    let unlike = first.is_some_and(|word| {
        (word.font.bold || word.font.italic || word.text.chars().all(|c| !c.is_lowercase()))
            && line
                .words
                .get(1)
                .is_some_and(|next| next.font != word.font || next.text.starts_with(char::is_uppercase))
    });
    let marked = text.to_lowercase().starts_with("abstract")
        && first.is_some_and(|word| word.text.ends_with([':', '.', '—', '–']))
        || text.starts_with("Abstract—")
        || text.starts_with("Abstract–");
    marked || unlike && RUN_IN.as_ref().is_some_and(|regex| regex.is_match(&format!("{text} ")))
}

/// Length of the name that an abstract's text begins with.
pub(super) fn run_in_length(text: &str) -> usize {
    static NAME: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?i)^(?:a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|summary)\s*[.:—–-]*\s*").ok());
    NAME.as_ref().and_then(|regex| regex.find(text)).map_or(0, |found| found.end())
}

/// Parts what stands before the article from the article.
pub(super) fn split(groups: Vec<Group>, body: &Body) -> (Front, Vec<Group>) {
    let title = title(&groups, body);
    let begins = begin(&groups);
    let mut front = Front {
        title: title.as_ref().map(|(_, text)| text.clone()),
        texts: groups.iter().take(begins.max(12)).map(text_of).collect(),
    };
    front.texts.truncate(60);
    let title_at = title.map(|(index, _)| index);
    let kept = groups
        .into_iter()
        .enumerate()
        .filter(|(index, group)| {
            let apart = matches!(group.kind, Kind::Table | Kind::Footnote) && *index > 8;
            // A figure may stand above the abstract.
            let kept = apart || group.kind == Kind::Caption;
            Some(*index) != title_at && (*index >= begins || kept)
        })
        .map(|(_, group)| group)
        .collect();
    (front, kept)
}

fn text_of(group: &Group) -> String {
    group.lines.iter().map(Line::text).collect::<Vec<_>>().join(" ")
}

/// Where the article begins: with its abstract, else with the first heading that has a number or the first prose.
fn begin(groups: &[Group]) -> usize {
    let on_first = |group: &Group| group.lines.first().is_some_and(|line| line.page <= 1);
    let abstract_ = groups.iter().position(|group| {
        on_first(group)
            && (group.kind == Kind::Heading
                && group.lines.first().is_some_and(|line| is_abstract_heading(&line.text()))
                || matches!(group.kind, Kind::Paragraph) && is_run_in_abstract(group))
    });
    if let Some(abstract_) = abstract_ {
        return abstract_;
    }
    groups
        .iter()
        .position(|group| {
            let prose: usize = group.lines.iter().map(Line::prose_words).sum();
            let numbered = group.kind == Kind::Heading
                && group.lines.first().is_some_and(|line| is_numbered(line.text().trim()));
            numbered || group.kind == Kind::Paragraph && group.lines.len() >= 3 && prose >= 24
        })
        .unwrap_or_default()
}

/// The title: what is set largest in the upper part of the first page.
fn title(groups: &[Group], body: &Body) -> Option<(usize, String)> {
    let candidates = groups.iter().enumerate().take(40).filter(|(_, group)| {
        let Some(first) = group.lines.first() else { return false };
        let letters: usize =
            group.lines.iter().map(|line| line.text().chars().filter(|c| c.is_alphabetic()).count()).sum();
        first.page == 0
            && matches!(group.kind, Kind::Heading | Kind::Paragraph)
            && group.lines.len() <= 6
            && letters >= 8
            && first.size > 1.08 * body.size
            && !is_abstract_heading(&first.text())
            && group.lines.iter().map(Line::prose_words).sum::<usize>() >= 1
    });
    let size = |group: &Group| group.lines.iter().map(|line| line.size).fold(0.0, f32::max);
    let largest =
        candidates.max_by(|left, right| size(left.1).total_cmp(&size(right.1)).then(right.0.cmp(&left.0)));
    // Some classes set the title in bold capitals of the body's size.
    let (index, group) = largest.or_else(|| {
        groups.iter().enumerate().take(4).find(|(_, group)| {
            group.kind == Kind::Heading
                && group.lines.first().is_some_and(|line| line.page == 0 && !is_numbered(line.text().trim()))
                && group.lines.iter().map(Line::prose_words).sum::<usize>() >= 3
        })
    })?;
    let text = text_of(group);
    is_plausible_title(&text).then_some((index, text))
}

/// A file's metadata often hold a file name or the name of a template.
pub(super) fn is_plausible_title(title: &str) -> bool {
    let words = title.split_whitespace().count();
    let lower = title.to_lowercase();
    (2..60).contains(&words)
        && !lower.contains("untitled")
        && ![".doc", ".tex", ".dvi", ".pdf", ".qxd", ".indd"]
            .iter()
            .any(|ending| lower.trim_end().ends_with(ending))
        && !lower.starts_with("microsoft word")
}

/// Turned text on the first page.
pub(super) fn stamps(text: &PdfText) -> Vec<String> {
    let Some(page) = text.pages.first() else { return Vec::new() };
    let turned = page.items.iter().filter(|item| item.angle.abs() > 45.0).take(50);
    let stamp: Vec<&str> = turned.map(|item| item.text.as_str()).collect();
    let plain = page.items.iter().take(4_000).filter(|item| {
        item.text.len() < 400 && (item.text.contains("arXiv:") || item.text.to_lowercase().contains("doi"))
    });
    std::iter::once(stamp.join(" ")).chain(plain.map(|item| item.text.clone())).collect()
}

/// Identifiers that the first page states.
pub(super) fn identifiers(document: &mut Document, front: &[String], stamps: &[String]) {
    let stamped = stamps
        .iter()
        .find_map(|text| ARXIV.as_ref()?.captures(text)?.get(1).map(|id| id.as_str().to_owned()));
    document.identifiers.arxiv = stamped;
    let stated = front.iter().chain(stamps).find_map(|text| {
        let lower = text.to_lowercase();
        if !lower.contains("doi") {
            return None;
        }
        doi(DOI.as_ref()?.find(text)?.as_str())
    });
    document.identifiers.doi = stated;
}

/// When the first page says that the paper was published; the year of a copyright only hints at it.
pub(super) fn dates(document: &mut Document, front: &[String], stamps: &[String]) {
    let found = |regex: &LazyLock<Option<Regex>>| {
        let texts = front.iter().chain(stamps);
        texts.filter_map(|text| Date::from_words(regex.as_ref()?.captures(text)?.get(1)?.as_str())).next()
    };
    document.published = found(&PUBLISHED);
    document.dated = found(&COPYRIGHT);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_page_may_say_when_it_was_published() {
        let of = |text: &str| {
            let mut document = Document::default();
            dates(&mut document, &[text.to_owned()], &[]);
            document.appearance().map(|found| (found.date.to_string(), found.is_hint))
        };
        for (text, date, is_hint) in [
            (
                "Received: 3 May 2019 / Accepted: 2 June 2019 / Published online: 16 June 2019",
                "2019-06-16",
                false,
            ),
            ("Published 2019-06-16", "2019-06-16", false),
            ("First published: March 2012", "2012-03", false),
            ("Published online on June 16, 2019 by a press", "2019-06-16", false),
            ("© 2018 The Authors", "2018", true),
            ("Copyright © 2018 by the society", "2018", true),
        ] {
            assert_eq!(of(text), Some((date.to_owned(), is_hint)), "{text}");
        }
        assert_eq!(of("Data published by Lee in 2019 were used"), None);
    }
}
