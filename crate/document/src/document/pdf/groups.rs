//! From lines in reading order to groups that belong together, and what each of them is.

use std::sync::LazyLock;

use regex::Regex;

use super::heading_words::is_abstract_heading;
use super::line::{Band, Line};
use super::order::Body;
use super::words::Level;
use citelight_types::sort::SmallSort;

use crate::citation::entries;

/// What a group of lines is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GroupKind {
    Heading,
    Paragraph,
    ListItem,
    Math,
    Caption,
    /// Cells in rows, and the lettering of figures.
    Table,
    Footnote,
}

/// Lines that belong together.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) kind: GroupKind,
    pub(super) lines: Vec<Line>,
}

static CAPTION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"^(?:(?i:supplementary|supporting|extended data|online)\s+)?(?i:figure|fig\.?|table|tab\.|algorithm|scheme|chart|box|listing|plate|appendix (?:figure|table))\s*(?:[A-Z]{0,2}\d{1,3}(?:[.-]\d+)*[a-z]?|[IVX]{1,5})\b\s*(?P<mark>[:.|—–(]?)",
    )
    .ok()
});

static BULLET: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"^(?:[•‣◦▪■●∙·◆▶✓➢–—*]\s|\((?:[ivx]{1,4}|[a-z]|\d{1,2})\)\s|(?:[ivx]{1,4}|[a-z]|\d{1,2})[.)]\s)",
    )
    .ok()
});

/// `1`, `2.3`, `IV.`, `A.`, `A.1`, `Appendix B` before a heading's words.
static NUMBERED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:(?i:section|appendix|chapter)\s+)?(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-Z](?:\.\d{1,2}){0,3}\.?|§\s?\d+\.?)[\s:]+\S").ok()
});

static KNOWN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:[\dIVX]+\.?\s+)?(?:introduction|background|related works?|methods?|materials? and methods|methodology|results?|results? and discussions?|discussions?|conclusions?|concluding remarks|acknowledge?ments?|funding|author contributions?|competing interests?|conflicts? of interest|data availability|supplementary (?:materials?|information)|preliminaries|experiments?|evaluation|limitations?|future work|appendix|appendices)[.:]?$").ok()
});

/// Groups the lines and says what each group is.
pub(super) fn groups(lines: Vec<Line>, body: &Body) -> Vec<Group> {
    let feet = feet(&lines, body.size);
    let mut groups: Vec<Group> = Vec::new();
    let mut gap_before = f32::INFINITY;
    for (line, foot) in lines.into_iter().zip(feet) {
        let goes_on_above = groups.last().is_some_and(|group| is_next_of_heading(group, &line, body));
        let kind = if goes_on_above { GroupKind::Heading } else { line_kind(&line, body, foot) };
        let open = groups.last_mut();
        match open {
            Some(group) if group.kind == kind && goes_on(group, &line, gap_before, body) => {
                gap_before = gap(group.lines.last(), &line);
                group.lines.push(line);
            }
            _ => {
                gap_before = f32::INFINITY;
                groups.push(Group { kind, lines: vec![line] });
            }
        }
    }
    classify(&mut groups, body);
    groups
}

/// Distance of two baselines in sizes of the larger one.
fn gap(above: Option<&Line>, below: &Line) -> f32 {
    above.map_or(f32::INFINITY, |above| (above.y - below.y) / above.size.max(below.size).max(1.0))
}

/// Whether two lines do not follow each other in one column.
fn is_break(above: &Line, below: &Line) -> bool {
    above.page != below.page
        || above.band != below.band && above.band != Band::Full && below.band != Band::Full
        || below.y > above.y + 0.5 * above.size
}

/// Which lines are the small print at the foot of their columns, `usual` being the size of the text above.
pub(super) fn feet(lines: &[Line], usual: f32) -> Vec<bool> {
    let mut feet = vec![false; lines.len()];
    let mut small = true;
    for (index, line) in lines.iter().enumerate().rev() {
        if lines.get(index + 1).is_none_or(|next| is_break(line, next)) {
            small = true;
        }
        // Markers and numbers in a small line are smaller still.
        small = small && line.size < 0.93 * usual && line.cells() <= 2;
        feet[index] = small;
    }
    feet
}

/// What a line looks like by itself.
fn line_kind(line: &Line, body: &Body, foot: bool) -> GroupKind {
    if is_math(line) {
        return GroupKind::Math;
    }
    if is_tabular(line) {
        return GroupKind::Table;
    }
    if foot { GroupKind::Footnote } else { GroupKind::Paragraph }.heading_if(looks_like_heading(line, body))
}

impl GroupKind {
    fn heading_if(self, is: bool) -> Self {
        if is { Self::Heading } else { self }
    }
}

/// A line of a displayed formula: set in, few words, mathematical signs.
fn is_math(line: &Line) -> bool {
    let prose = line.prose_words();
    let set_in = line.indent() > 1.2 || line.cells() > 1;
    let signs = line.share(|word| {
        word.font.math
            || word.level != Level::Base
            || word
                .text
                .chars()
                .all(|c| !c.is_alphabetic() && !matches!(c, '.' | ',' | ';' | ':' | '-' | '–' | '[' | ']'))
            || word.text.chars().any(|c| {
                matches!(
                    c,
                    '=' | '≤'
                        | '≥'
                        | '∈'
                        | '∑'
                        | '∫'
                        | '∂'
                        | '√'
                        | '\u{fffd}'
                        | '≈'
                        | '∝'
                        | '→'
                        | '×'
                )
            })
    });
    if has_equation_number(line) && line.indent() > 1.2 && prose <= 3 {
        return true;
    }
    let has_math_font = line.words.iter().any(|word| word.font.math)
        || line
            .words
            .iter()
            .any(|word| word.text.chars().any(|c| matches!(c, '=' | '∑' | '∫' | '∈' | '≤' | '≥')));
    has_math_font && set_in && prose * 4 <= line.words.len() && prose <= 3 && (signs > 0.35 || prose == 0)
}

/// `(12)` at the right edge, apart from what is before it.
fn has_equation_number(line: &Line) -> bool {
    let [.., before, last] = line.words.as_slice() else { return false };
    let inner = last.text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let number = inner.is_some_and(|inner| {
        (1..=7).contains(&inner.len())
            && inner.contains(|c: char| c.is_ascii_digit())
            && !inner.contains(char::is_whitespace)
    });
    number && line.slack() < 1.0 && last.x0 - before.x1 > 1.2 * line.size
}

/// A line of text that was stretched to the width of its column: its gaps are wide, but alike.
fn is_stretched(line: &Line) -> bool {
    let mut gaps: Vec<f32> = (1..line.words.len())
        .filter(|index| line.parted(*index))
        .map(|index| line.words[index].x0 - line.words[index - 1].x1)
        .collect();
    gaps.small_sort_by(f32::total_cmp);
    let (Some(middle), Some(widest)) = (gaps.get(gaps.len() / 2), gaps.last()) else { return false };
    let full = line.indent() < 0.4 && line.slack() < 0.4;
    let alike = *widest < 2.2 * middle || line.prose_words() >= 4 && *widest < 2.6 * line.size;
    full && alike && line.prose_words() * 3 >= gaps.len()
}

/// A row of a table: cells apart from each other.
fn is_tabular(line: &Line) -> bool {
    let cells = line.cells();
    if cells > 1 && is_stretched(line) {
        return false;
    }
    let numbered_heading = cells == 2
        && line.words.first().is_some_and(|word| {
            word.text.len() <= 6
                && word.text.starts_with(|c: char| c.is_ascii_digit())
                && word.text.ends_with(|c: char| c.is_ascii_digit() || c == '.')
        });
    cells >= 3 || cells == 2 && !numbered_heading && line.prose_words() <= 8
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphabetic()).count()
}

/// All letters are capitals, or small ones that look like capitals.
pub(super) fn is_capitals(text: &str) -> bool {
    letters(text) >= 4 && !text.chars().any(char::is_lowercase)
}

/// Whether a line is set like a heading.
fn looks_like_heading(line: &Line, body: &Body) -> bool {
    let text = line.text();
    let text = text.trim();
    if letters(text) < 3 || text.chars().count() > 130 || line.share(|word| word.font.math) > 0.3 {
        return false;
    }
    let known = KNOWN.as_ref().is_some_and(|regex| regex.is_match(text))
        || is_abstract_heading(text)
        || entries::is_heading(text);
    if known && text.starts_with(|c: char| !c.is_lowercase()) && (line.is_bold() || !text.ends_with('.')) {
        return true;
    }
    if is_caption(line, body) || line.size < 0.8 * body.size {
        return false;
    }
    let numbered = is_numbered(text);
    let begins = text.chars().find(|c| c.is_alphabetic()).is_some_and(|c| !c.is_lowercase());
    let larger = line.size > 1.08 * body.size;
    let bold = !body.bold && line.share(|word| word.font.bold) > 0.85;
    let slanted = line.share(|word| word.font.italic) > 0.85;
    let capitals = is_capitals(text) || line.share(|word| word.font.small_capitals) > 0.7;
    let centred = line.indent() > 3.0 && (line.indent() - line.slack()).abs() < 2.0;
    // Sentences end in a stop; a heading that runs into its paragraph belongs to it.
    let ends = text.ends_with(['.', ',', ';', ':']) && !(numbered && capitals);
    let room =
        line.slack() > 0.8 || larger || bold && numbered || line.band == Band::Full && line.indent() > 2.0;
    let in_capitals = capitals && line.words.len() >= 2 && line.prose_words() >= 1;
    let set_apart = larger || bold || in_capitals || (slanted || centred) && numbered;
    begins && room && set_apart && (larger || !ends)
}

/// Whether a line is the second or third of a heading: it is set alike and follows closely.
fn is_next_of_heading(group: &Group, line: &Line, body: &Body) -> bool {
    let Some(last) = group.lines.last().filter(|_| group.kind == GroupKind::Heading && group.lines.len() < 4)
    else {
        return false;
    };
    let share = |line: &Line| line.share(|word| word.font.bold || word.font.small_capitals);
    (last.size - line.size).abs() < 0.03 * last.size
        && (share(last) - share(line)).abs() < 0.3
        && (share(line) > 0.7 || last.size > 1.15 * body.size)
        && !is_alone(last)
        && !is_numbered(line.text().trim())
        && !is_break(last, line)
        && gap(Some(last), line) < 1.5
        && last.slack() < 12.0
}

pub(super) fn is_numbered(text: &str) -> bool {
    NUMBERED.as_ref().is_some_and(|regex| regex.is_match(text))
}

/// Whether a text begins as captions do.
pub(super) fn begins_caption(text: &str) -> bool {
    CAPTION.as_ref().is_some_and(|regex| regex.is_match(text))
}

/// Whether a line begins a caption: `Figure 3:`, or `Table 2` set unlike the body.
fn is_caption(line: &Line, body: &Body) -> bool {
    let text = line.text();
    let Some(found) = CAPTION.as_ref().and_then(|regex| regex.captures(&text)) else { return false };
    let marked = found.name("mark").is_some_and(|mark| matches!(mark.as_str(), ":" | "." | "|" | "—" | "–"));
    let unlike = (line.size - body.size).abs() > 0.04 * body.size
        || line.words.first().is_some_and(|word| word.font.bold);
    let whole = found.get(0).map(|all| all.len()) == Some(text.trim_end().len());
    marked || unlike || whole
}

fn begins_item(text: &str) -> bool {
    BULLET.as_ref().is_some_and(|regex| regex.is_match(text))
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(['”', '"', '’', ')', ']', '»']).ends_with(['.', '!', '?', ':', '。'])
}

/// Whether a line goes on with the group before it, which is of its kind.
fn goes_on(group: &Group, line: &Line, gap_before: f32, body: &Body) -> bool {
    let Some(last) = group.lines.last() else { return false };
    if is_break(last, line) {
        return false;
    }
    let distance = gap(Some(last), line);
    if group.kind == GroupKind::Math || group.kind == GroupKind::Table {
        return distance < 2.6;
    }
    let like = (last.size - line.size).abs() <= 0.07 * last.size.max(line.size);
    if group.kind == GroupKind::Heading {
        let apart = is_numbered(line.text().trim()) || last.is_bold() != line.is_bold();
        return like && !apart && distance < 1.6 && last.slack() < 8.0 && !is_alone(last);
    }
    let expected = if gap_before.is_finite() { gap_before } else { body.leading.max(1.25) };
    if !like || distance > expected * 1.2 + 0.08 {
        return false;
    }
    if is_caption(line, body) && last.slack() > 0.5 {
        return false;
    }
    // Captions may hang or be set in from their second line on.
    let is_second = group.lines.len() == 1 && last.slack() < 2.5;
    if is_second && is_caption(last, body) {
        return true;
    }
    let text = line.text();
    let marked = line
        .words
        .first()
        .is_some_and(|word| word.level == Level::Superscript || "∗†‡§¶*".contains(word.text.as_str()));
    if group.kind == GroupKind::Footnote && marked && text.chars().count() > 3 {
        return false;
    }
    let previous = last.text();
    let step = line.indent() - last.indent();
    let first = group.lines.first().map(Line::text).unwrap_or_default();
    let from_first = line.indent() - group.lines.first().map_or(0.0, Line::indent);
    if begins_item(&text)
        && (last.slack() > 1.0 && ends_sentence(&previous) || begins_item(&first) && from_first.abs() < 0.6)
    {
        return false;
    }
    // The first line of a paragraph is set in; a hanging item is set in after its first line.
    if (0.6..7.0).contains(&step) && last.indent() < 0.5 && !begins_item(&first) {
        return group.lines.len() == 1 && !ends_sentence(&previous) && line.indent() > 7.0;
    }
    // Paragraphs without indent part where a line ends early.
    !(last.slack() > 2.5
        && ends_sentence(&previous)
        && step.abs() < 0.5
        && text.starts_with(char::is_uppercase))
}

/// Whether a heading stands for itself: nothing is added to `References`.
fn is_alone(line: &Line) -> bool {
    let text = line.text();
    entries::is_heading(text.trim())
        || is_abstract_heading(&text)
        || KNOWN.as_ref().is_some_and(|regex| regex.is_match(text.trim()))
}

/// Looks at whole groups: captions, lettering of figures, items.
fn classify(groups: &mut [Group], body: &Body) {
    for index in 0..groups.len() {
        let before = index.checked_sub(1).and_then(|at| groups.get(at));
        let after_footnote = before.is_some_and(|group| group.kind == GroupKind::Footnote);
        let Some(group) = groups.get(index) else { break };
        let kind = refine(group, body, after_footnote);
        if let Some(group) = groups.get_mut(index) {
            group.kind = kind;
        }
    }
}

fn refine(group: &Group, body: &Body, after_footnote: bool) -> GroupKind {
    let Some(first) = group.lines.first() else { return group.kind };
    let text = first.text();
    if matches!(
        group.kind,
        GroupKind::Paragraph | GroupKind::Footnote | GroupKind::Table | GroupKind::Heading
    ) && is_caption(first, body)
    {
        return GroupKind::Caption;
    }
    let words: usize = group.lines.iter().map(|line| line.words.len()).sum();
    let prose: usize = group.lines.iter().map(Line::prose_words).sum();
    match group.kind {
        GroupKind::Footnote => {
            let marked = first.words.first().is_some_and(|word| {
                word.level == Level::Superscript
                    || word.size < 0.86 * first.size
                    || "∗†‡§¶*".contains(word.text.as_str())
                    || word.text.parse::<u16>().is_ok()
            });
            if marked || after_footnote || prose >= 6 && prose * 2 > words {
                GroupKind::Footnote
            } else {
                GroupKind::Table
            }
        }
        GroupKind::Heading if group.lines.len() > 4 => GroupKind::Paragraph,
        GroupKind::Table
            if prose * 10 > words * 7
                && words > 40
                && group.lines.iter().filter(|line| line.cells() > 1).count() * 3 < group.lines.len() =>
        {
            GroupKind::Paragraph
        }
        GroupKind::Paragraph if begins_item(&text) => GroupKind::ListItem,
        GroupKind::Paragraph => {
            let small = first.size < 0.93 * body.size || first.size > 1.15 * body.size;
            // Lettering of figures: short lines in another size, no sentences.
            let lettering = small
                && words < 4 * group.lines.len()
                && !group.lines.iter().any(|line| ends_sentence(&line.text()));
            let no_words = prose == 0 && words < 12 && !ends_sentence(&text);
            if lettering || no_words { GroupKind::Table } else { GroupKind::Paragraph }
        }
        kind => kind,
    }
}

/// Joins paragraphs that a column's or page's end, a float or a tall formula parted.
pub(super) fn rejoin(groups: Vec<Group>) -> Vec<Group> {
    let mut joined: Vec<Group> = Vec::with_capacity(groups.len());
    for group in groups {
        if group.kind == GroupKind::Paragraph
            && let Some(open) = open_paragraph(&joined, &group)
            && let Some(host) = joined.get_mut(open)
        {
            host.lines.extend(group.lines);
            continue;
        }
        joined.push(group);
    }
    joined
}

/// The paragraph that `group` goes on with: what stands between must be no text of the column.
fn open_paragraph(joined: &[Group], group: &Group) -> Option<usize> {
    const FARTHEST: usize = 40;
    let first = group.lines.first()?;
    let like = |line: &Line| (line.size - first.size).abs() <= 0.07 * line.size.max(first.size);
    // Notes of a table, its cells and their heads stand in between in smaller print.
    let (at, host) = joined.iter().enumerate().rev().take(FARTHEST).find(|(_, other)| match other.kind {
        GroupKind::Paragraph | GroupKind::ListItem => other.lines.last().is_some_and(like),
        kind => matches!(kind, GroupKind::Heading | GroupKind::Math),
    })?;
    if !matches!(host.kind, GroupKind::Paragraph | GroupKind::ListItem) {
        return None;
    }
    let last = host.lines.last()?;
    let text = first.text();
    let previous = last.text();
    let begins = text.trim_start().chars().next()?;
    let hyphen = previous.ends_with(['-', '‐', '\u{ad}']);
    let moved = is_break(last, first) || at + 1 < joined.len();
    let continues =
        begins.is_lowercase() || hyphen || begins.is_ascii_digit() || matches!(begins, '(' | '[' | '“' | '$');
    let unfinished = !ends_sentence(&previous);
    let full = last.slack() < 2.5;
    let not_set_in = first.indent() < 0.6;
    // A tall formula inside a line pushes it away from the one above.
    let pushed = last.slack() < 0.5 && gap(Some(last), first) < 2.2;
    let goes_on = continues && (full || moved || hyphen) || not_set_in && (moved && full || pushed);
    (unfinished && goes_on).then_some(at)
}
