//! Levels of headings, and blocks under them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::front;
use super::groups::{Group, GroupKind, is_capitals};
use super::heading_words::is_abstract_heading;
use super::order::Body;
use citelight_types::sort::SmallSort;

use crate::markup::BlockKind;
use crate::markup::flow::{Flow, Mark, MarkKind};
use crate::markup::outline::Draft;

static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:(?i:section|appendix|chapter)\s+)?(?:(?P<arabic>\d{1,2}(?:\.\d{1,2}){0,3})\.?|(?P<roman>[IVX]{1,5})\.|(?P<letter>[A-Z])(?P<more>(?:\.\d{1,2}){0,3})\.?)[\s:]+\S").ok()
});

/// How a heading is set: size in half points, bold, capitals, slanted.
pub(super) type Style = (i32, bool, bool, bool);

pub(super) fn style(group: &Group) -> Style {
    let Some(line) = group.lines.first() else { return Style::default() };
    let slanted = line.share(|word| word.font.italic) > 0.6;
    ((line.size * 2.0).round() as i32, line.is_bold(), is_capitals(&line.text()), slanted)
}

/// The level of each group that is a heading (0 for the others), from 1.
pub(super) fn levels(groups: &[Group], body: &Body) -> Vec<u8> {
    let text = |group: &Group| group.lines.first().map(|line| line.text()).unwrap_or_default();
    let has_roman = groups
        .iter()
        .any(|group| group.kind == GroupKind::Heading && text(group).trim_start().starts_with("II."));
    let mut by_style: HashMap<Style, HashMap<u8, usize>> = HashMap::new();
    let mut numbered: Vec<Option<u8>> = Vec::new();
    for group in groups {
        let depth =
            (group.kind == GroupKind::Heading).then(|| depth(text(group).trim(), has_roman)).flatten();
        if let Some(depth) = depth {
            *by_style.entry(style(group)).or_default().entry(depth).or_default() += 1;
        }
        numbered.push(depth);
    }
    // Styles that never have a number: by size, then weight.
    let mut bare: Vec<Style> =
        groups.iter().filter(|group| group.kind == GroupKind::Heading).map(style).collect();
    bare.small_sort_by_key(|style| (std::cmp::Reverse(style.0), !style.2, !style.1, style.3));
    bare.dedup();
    let largest = bare.first().map_or((body.size * 2.0) as i32, |style| style.0);
    groups
        .iter()
        .zip(numbered)
        .map(|(group, depth)| {
            if group.kind != GroupKind::Heading {
                return 0;
            }
            let own = style(group);
            let usual = by_style
                .get(&own)
                .and_then(|depths| depths.iter().max_by_key(|(depth, count)| (**count, 10 - **depth)));
            let rank = || {
                let place = bare.iter().position(|style| *style == own).unwrap_or_default();
                let level = if own.0 == largest { 1 } else { place as u8 + 1 };
                level.clamp(1, 4)
            };
            depth.or(usual.map(|(depth, _)| *depth)).unwrap_or_else(rank)
        })
        .collect()
}

/// The depth that a heading's number says.
fn depth(text: &str, has_roman: bool) -> Option<u8> {
    let found = NUMBER.as_ref()?.captures(text)?;
    if let Some(arabic) = found.name("arabic") {
        let dots = arabic.as_str().matches('.').count() as u8;
        return Some(dots + 1);
    }
    if found.name("roman").is_some() {
        return Some(1);
    }
    let more = found.name("more").map_or(0, |more| more.as_str().matches('.').count() as u8);
    Some(if has_roman && more == 0 { 2 } else { more + 1 })
}

/// Writes drafts, keeping the headings above.
#[derive(Debug, Default)]
pub(super) struct Writer {
    drafts: Vec<Draft>,
    headings: Vec<(u8, String)>,
    in_abstract: bool,
}

impl Writer {
    pub(super) fn write(&mut self, kind: GroupKind, level: u8, mut flow: Flow) {
        if flow.is_blank() {
            return;
        }
        let kind = match kind {
            GroupKind::Heading if is_abstract_heading(&flow.text) => {
                self.in_abstract = true;
                return;
            }
            GroupKind::Heading => {
                self.in_abstract = false;
                self.headings.retain(|(above, _)| *above < level);
                let section = self.section();
                self.headings.push((level, flow.text.clone()));
                self.drafts.push(Draft { kind: BlockKind::Heading(level), section, flow, scope: 0 });
                return;
            }
            GroupKind::Paragraph | GroupKind::ListItem if self.begins_abstract(&flow) => {
                self.in_abstract = true;
                flow.cut_start(front::run_in_length(&flow.text));
                BlockKind::Abstract
            }
            GroupKind::Paragraph if self.in_abstract && is_keywords(&flow.text) => {
                self.in_abstract = false;
                return;
            }
            GroupKind::Paragraph if self.in_abstract => BlockKind::Abstract,
            GroupKind::Paragraph => BlockKind::Paragraph,
            GroupKind::ListItem => BlockKind::ListItem,
            GroupKind::Math => BlockKind::Math,
            GroupKind::Caption => BlockKind::Caption,
            GroupKind::Table => BlockKind::Table,
            GroupKind::Footnote => {
                drop_marker(&mut flow);
                BlockKind::Footnote
            }
        };
        if !flow.is_blank() {
            link_notes(&mut flow);
            let section = self.section();
            self.drafts.push(Draft { kind, section, flow, scope: 0 });
        }
    }

    fn section(&self) -> Vec<String> {
        self.headings.iter().map(|(_, text)| text.clone()).collect()
    }

    /// The abstract's name is run in: only before anything else was written.
    fn begins_abstract(&self, flow: &Flow) -> bool {
        let nothing = !self
            .drafts
            .iter()
            .any(|draft| matches!(draft.kind, BlockKind::Heading(_) | BlockKind::Paragraph));
        nothing && !self.in_abstract && front::run_in_length(&flow.text) > 0
    }

    /// How many blocks were written.
    pub(super) fn written(&self) -> usize {
        self.drafts.len()
    }

    pub(super) fn finish(self) -> Vec<Draft> {
        self.drafts
    }
}

fn is_keywords(text: &str) -> bool {
    let lower = text.chars().take(24).collect::<String>().to_lowercase();
    [
        "keyword",
        "key words",
        "index terms",
        "ccs concepts",
        "jel ",
        "pacs",
        "msc",
        "subject headings",
        "mathematics subject",
        "mathematical subject",
        "2000 math",
        "2010 math",
        "2020 math",
    ]
    .iter()
    .any(|start| lower.starts_with(start))
}

/// The number or sign that a footnote begins with is no part of its text.
fn drop_marker(flow: &mut Flow) {
    let raised = flow
        .marks
        .iter()
        .find(|mark| mark.kind == MarkKind::Superscript && mark.range.start == 0)
        .map(|mark| mark.range.end);
    let sign = flow.text.chars().next().filter(|c| "∗†‡§¶*".contains(*c)).map(char::len_utf8);
    if let Some(end) = raised.or(sign)
        && end <= 12
    {
        let id = note_id(flow, 0..end);
        let rest = &flow.text[end..];
        let space = rest.len() - rest.trim_start().len();
        flow.cut_start(end + space);
        flow.mark(MarkKind::Note(vec![id]), 0);
    }
}

/// What a note is called: its page and its mark. Notes stand on the page of their marks.
fn note_id(flow: &Flow, mark: Range<usize>) -> String {
    let at = flow.origins.partition_point(|origin| origin.start <= mark.start).saturating_sub(1);
    let page = flow.origins.get(at).map_or(0, |origin| origin.node);
    let sign = flow.text.get(mark).unwrap_or_default();
    format!("note-{page}-{}", sign.trim())
}

/// Raised signs may lead to notes of their page.
fn link_notes(flow: &mut Flow) {
    let raised: Vec<Range<usize>> = flow
        .marks
        .iter()
        .filter(|mark| mark.kind == MarkKind::Superscript && mark.range.len() <= 12)
        .map(|mark| mark.range.clone())
        .collect();
    for range in raised {
        let id = note_id(flow, range.clone());
        flow.marks.push(Mark { kind: MarkKind::Link(vec![id]), range });
    }
}
