//! A document written down as a plain page: headings, paragraphs, entries, nothing else.
use std::fmt::Write as _;
use std::ops::Range;

use citelight::citation::{CitationStyle, Reference};
use citelight::document::Document;
use citelight::markup::BlockKind;

/// A stretch of the page being written.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) kind: BlockKind,
    pub(super) text: String,
    /// Citations set as superscripts.
    raised: Vec<Range<usize>>,
}

/// A document as a plain page.
#[derive(Clone, Debug)]
pub(super) struct Page {
    title: String,
    pub(super) units: Vec<Unit>,
    pub(super) entries: Vec<String>,
}

impl Page {
    /// Writes a document down.
    pub(super) fn of(document: &Document) -> Self {
        let raise = document.style == CitationStyle::Superscript;
        let mut units = Vec::new();
        for (index, block) in document.blocks.iter().enumerate() {
            let citations = document.citations.iter().filter(|citation| raise && citation.block == index);
            units.push(Unit {
                kind: block.kind,
                text: block.text.clone(),
                raised: citations.map(|citation| citation.range.clone()).collect(),
            });
        }
        let entries = document.references.iter().map(entry).collect();
        Self { title: document.title.clone().unwrap_or_default(), units, entries }
    }

    /// Bytes of its paragraphs.
    pub(super) fn mass(&self) -> usize {
        self.units.iter().filter(|unit| unit.kind == BlockKind::Paragraph).map(|unit| unit.text.len()).sum()
    }

    /// Parts the units at a border between two words near `at`, counted in bytes of paragraphs; the index of the unit
    /// that begins there.
    pub(super) fn part(&mut self, at: usize) -> usize {
        let mut left = at;
        for index in 0..self.units.len() {
            let unit = &self.units[index];
            if unit.kind != BlockKind::Paragraph {
                continue;
            }
            if left >= unit.text.len() {
                left -= unit.text.len();
                continue;
            }
            let free = |at: usize| unit.raised.iter().all(|range| at <= range.start || range.end <= at);
            let Some(space) = unit
                .text
                .match_indices(' ')
                .map(|(at, _)| at)
                .find(|at| *at >= left && free(*at) && *at + 1 < unit.text.len())
            else {
                return index + 1;
            };
            let mut head = unit.clone();
            let mut tail = unit.clone();
            head.text.truncate(space);
            head.raised.retain(|range| range.end <= space);
            tail.text.drain(..=space);
            tail.raised.retain(|range| range.start > space);
            for range in &mut tail.raised {
                *range = range.start - space - 1..range.end - space - 1;
            }
            self.units.splice(index..=index, [head, tail]);
            return index + 1;
        }
        self.units.len()
    }

    /// The words on both sides of the border before unit `at`.
    pub(super) fn words_at(&self, at: usize) -> Vec<String> {
        let mut words = Vec::new();
        let left = self.units[..at].iter().rev().find(|unit| is_running(unit.kind));
        let right = self.units[at..].iter().find(|unit| is_running(unit.kind));
        words.extend(left.map(|unit| last_chars(&unit.text)));
        words.extend(right.map(|unit| unit.text.chars().take(24).collect()));
        words
    }

    pub(super) fn html(&self) -> String {
        let mut html = format!(
            "<html><head><title>{0}</title></head><body><article><h1>{0}</h1>\n",
            escaped(&self.title)
        );
        for unit in &self.units {
            let text = marked(unit);
            let _ = match unit.kind {
                BlockKind::Heading(level) => {
                    let level = (level + 1).min(6);
                    writeln!(html, "<h{level}>{text}</h{level}>")
                }
                BlockKind::Abstract => writeln!(html, "<div class=\"abstract\"><p>{text}</p></div>"),
                BlockKind::ListItem => writeln!(html, "<ul><li>{text}</li></ul>"),
                BlockKind::Caption => writeln!(html, "<figure><figcaption>{text}</figcaption></figure>"),
                BlockKind::Math => writeln!(
                    html,
                    "<math display=\"block\" alttext=\"{}\"></math>",
                    escaped(unit.text.trim_matches('$')).replace('"', "&quot;")
                ),
                BlockKind::Table => writeln!(html, "<table><tr><td>{text}</td></tr></table>"),
                BlockKind::Footnote => Ok(()),
                BlockKind::Paragraph => writeln!(html, "<p>{text}</p>"),
            };
        }
        html.push_str("<h2>References</h2>\n<ol class=\"references\">\n");
        for (index, entry) in self.entries.iter().enumerate() {
            let _ = writeln!(html, "<li id=\"r{}\">{}</li>", index + 1, escaped(entry));
        }
        html.push_str("</ol></article></body></html>");
        html
    }
}

/// A line of the list, as it is printed; entries that markup holds in fields without punctuation get some.
fn entry(reference: &Reference) -> String {
    let mut line = reference.raw.clone();
    if reference.fields_from_markup && !line.contains(". ") {
        let people: Vec<String> =
            reference.authors.iter().map(|person| format!("{} {}", person.family, person.given)).collect();
        line = format!(
            "{}. ({}). {}. {} {}: {}.",
            people.join(", "),
            reference.year.unwrap_or_default(),
            reference.title.as_deref().unwrap_or_default(),
            reference.venue.as_deref().unwrap_or_default(),
            reference.volume.as_deref().unwrap_or_default(),
            reference.pages.as_deref().unwrap_or_default()
        );
    }
    match &reference.label {
        Some(label) if label.chars().any(|c| c.is_ascii_digit()) && label.len() < 6 => {
            format!("{label} {line}")
        }
        _ => line,
    }
}

fn is_running(kind: BlockKind) -> bool {
    matches!(kind, BlockKind::Paragraph | BlockKind::Heading(_) | BlockKind::ListItem)
}

pub(super) fn last_chars(text: &str) -> String {
    let skip = text.chars().count().saturating_sub(24);
    text.chars().skip(skip).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn marked(unit: &Unit) -> String {
    let mut html = String::new();
    let mut at = 0;
    for range in &unit.raised {
        if range.start < at {
            continue;
        }
        html.push_str(&escaped(&unit.text[at..range.start]));
        let _ = write!(html, "<sup>{}</sup>", escaped(&unit.text[range.clone()]));
        at = range.end;
    }
    html.push_str(&escaped(&unit.text[at..]));
    html
}
