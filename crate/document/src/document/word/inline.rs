//! The text of a paragraph on its way to HTML: stretches with how they are set and what they link to.

use super::fields::Meaning;
use super::styles::Face;
use crate::document::render_html::escaped;

/// A stretch of a paragraph.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) content: Inline,
    pub(super) face: Face,
    /// Index of the link that it belongs to.
    pub(super) link: Option<usize>,
}

/// What stands in a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Inline {
    Text(String),
    Break,
    /// A formula, as its letters.
    Formula(String),
    /// The mark of a note, by its number.
    Note(usize),
    /// A place that links may lead to.
    Place(String),
}

/// The id of the element at a bookmark.
fn place_id(name: &str) -> String {
    let safe = |c: char| if c.is_alphanumeric() || matches!(c, '_' | '-') { c } else { '-' };
    format!("place-{}", name.chars().map(safe).collect::<String>())
}

/// What a reader sees of stretches.
pub(super) fn text(segments: &[Segment]) -> String {
    let mut text = String::new();
    for segment in segments {
        match &segment.content {
            Inline::Text(own) | Inline::Formula(own) => text.push_str(own),
            Inline::Break => text.push(' '),
            Inline::Note(_) | Inline::Place(_) => {}
        }
    }
    text.trim().to_owned()
}

/// Stretches as HTML.
pub(super) fn html(segments: &[Segment], links: &[Meaning]) -> String {
    let mut html = String::new();
    let mut rest = segments;
    while let Some(first) = rest.first() {
        let end = rest.iter().position(|segment| segment.link != first.link).unwrap_or(rest.len());
        let (group, after) = rest.split_at(end);
        let (open, close) = match first.link.and_then(|link| links.get(link)) {
            Some(meaning) if !text(group).is_empty() => tags(meaning),
            _ => (String::new(), ""),
        };
        html.push_str(&open);
        faces(&mut html, group);
        html.push_str(close);
        rest = after;
    }
    html
}

/// How the HTML of a citation or a link begins and ends; citations as pandoc writes them.
fn tags(meaning: &Meaning) -> (String, &'static str) {
    match meaning {
        Meaning::Citation(cited) => {
            let keys: Vec<String> = cited.iter().map(|index| (index + 1).to_string()).collect();
            let span = format!("<span class=\"citation\" data-cites=\"{}\">", keys.join(" "));
            match keys.as_slice() {
                [one] => (format!("{span}<a href=\"#ref-{one}\" role=\"doc-biblioref\">"), "</a></span>"),
                _ => (span, "</span>"),
            }
        }
        Meaning::Place(name) => (format!("<a href=\"#{}\">", place_id(name)), "</a>"),
        Meaning::Address(address) => (format!("<a href=\"{}\">", escaped(address)), "</a>"),
        Meaning::Bibliography | Meaning::Contents | Meaning::Text => (String::new(), ""),
    }
}

/// Stretches of one link. Word parts text at will: what is set alike stands in one element.
fn faces(html: &mut String, group: &[Segment]) {
    let mut rest = group;
    while let Some(first) = rest.first() {
        let end = rest.iter().position(|segment| segment.face != first.face).unwrap_or(rest.len());
        let (alike, after) = rest.split_at(end);
        let Face { bold, italic, superscript } = first.face;
        let tags: Vec<&str> = [("b", bold), ("i", italic), ("sup", superscript)]
            .into_iter()
            .filter_map(|(tag, is_set)| is_set.then_some(tag))
            .collect();
        tags.iter().for_each(|tag| html.push_str(&format!("<{tag}>")));
        for segment in alike {
            match &segment.content {
                Inline::Text(text) => html.push_str(&escaped(text)),
                Inline::Break => html.push_str("<br>"),
                Inline::Formula(formula) => {
                    let formula = escaped(formula);
                    html.push_str(&format!("<math alttext=\"{formula}\"><mtext>{formula}</mtext></math>"));
                }
                Inline::Note(number) => html.push_str(&format!(
                    "<sup><a href=\"#fn{number}\" id=\"fnref{number}\" role=\"doc-noteref\">{number}</a></sup>"
                )),
                Inline::Place(name) => html.push_str(&format!("<span id=\"{}\"></span>", place_id(name))),
            }
        }
        tags.iter().rev().for_each(|tag| html.push_str(&format!("</{tag}>")));
        rest = after;
    }
}
