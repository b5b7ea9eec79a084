//! What is on the page and no part of the article: running heads, page numbers, numbers of lines, notices at the foot.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use citelight_types::sort::SmallSort;

use super::line::Line;

/// Share of a page's height at its upper and lower edge in which heads and feet stand.
const MARGIN: f32 = 0.13;

/// Rows at each edge of a page that may be heads or feet.
const DEEPEST: usize = 4;

static NOTICE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)©|\(c\)\s*(?:19|20)\d\d|copyright|all rights reserved|\bISSN\b|\bISBN\b|^proceedings of|licen[cs]ed? under|creative commons|^arxiv:|^preprint|under review|https?://(?:dx\.)?doi\.org/10\.|^\d+(?:st|nd|rd|th) conference on|downloaded from|see front matter|permission to make|accepted (?:for publication|manuscript)|^submitted to|^draft version|^typeset using",
    )
    .ok()
});

/// A number of a page: `12`, `- 12 -`, `Page 3 of 10`, `xii`, `3/10`.
static PAGE_NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:[–—-]\s*)?(?:page\s+)?(?:S?\d{1,5}|[ivxl]{1,6})(?:\s*(?:of|/)\s*\d{1,4})?(?:\s*[–—-])?$",
    )
    .ok()
});

/// Drops furniture from the pages' lines; `heights` are the pages' heights.
pub(super) fn drop(pages: &mut [Vec<Line>], heights: &[f32]) {
    line_numbers(pages);
    notices(pages, heights);
    for _ in 0..DEEPEST {
        let mut gone = 0;
        gone += repeated(pages, heights, Edge::Upper) + repeated(pages, heights, Edge::Lower);
        if gone == 0 {
            break;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Upper,
    Lower,
}

fn is_page_number(line: &Line) -> bool {
    PAGE_NUMBER.as_ref().is_some_and(|regex| regex.is_match(line.text().trim()))
}

/// Whether a line begins or ends with what may be the number of the page, set apart.
fn has_page_number(line: &Line) -> bool {
    let is_number = |index: usize| line.words.get(index).is_some_and(|word| word.text.parse::<u16>().is_ok());
    let gap = |left: usize| match (line.words.get(left), line.words.get(left + 1)) {
        (Some(one), Some(next)) => next.x0 - one.x1 > 1.5 * line.size,
        _ => false,
    };
    let last = line.words.len().saturating_sub(1);
    is_page_number(line) || is_number(0) && gap(0) || is_number(last) && last > 0 && gap(last - 1)
}

/// The text with its numbers made alike.
fn pattern(line: &Line) -> String {
    let mut pattern = String::new();
    for c in line.text().chars().take(120) {
        if !c.is_ascii_digit() {
            pattern.extend(c.to_lowercase());
        } else if !pattern.ends_with('#') {
            pattern.push('#');
        }
    }
    pattern
}

/// Indices of the lines in the outermost row of a page, if it stands in the margin.
fn outermost(lines: &[Line], height: f32, edge: Edge) -> Vec<usize> {
    let y = lines.iter().map(|line| line.y);
    let extreme = match edge {
        Edge::Upper => y.fold(f32::NEG_INFINITY, f32::max),
        Edge::Lower => y.fold(f32::INFINITY, f32::min),
    };
    let row: Vec<usize> = (0..lines.len()).filter(|index| (lines[*index].y - extreme).abs() < 2.0).collect();
    // A page number may stand deeper than other furniture.
    let number = row.len() == 1 && row.iter().all(|index| is_page_number(&lines[*index]));
    let margin = if number { 1.6 * MARGIN } else { MARGIN };
    let in_margin = match edge {
        Edge::Upper => extreme > height * (1.0 - margin),
        Edge::Lower => extreme < height * margin,
    };
    if in_margin { row } else { Vec::new() }
}

/// Gap, in usual distances of rows, between the outermost row and the text.
fn gap_to_text(lines: &[Line], row: &[usize]) -> f32 {
    let Some(first) = row.first().and_then(|index| lines.get(*index)) else { return 0.0 };
    let usual = usual_gap(lines).max(first.size).max(1.0);
    lines
        .iter()
        .enumerate()
        .filter(|(index, _)| !row.contains(index))
        .map(|(_, line)| (line.y - first.y).abs() / usual)
        .fold(f32::INFINITY, f32::min)
}

/// Gap, in usual distances of rows, that parts heads and feet from the text.
const FAR: f32 = 1.3;

fn is_short(lines: &[Line], row: &[usize]) -> bool {
    row.iter().map(|index| lines[*index].words.len()).sum::<usize>() <= 20
}

/// The usual distance of rows on a page, in points.
fn usual_gap(lines: &[Line]) -> f32 {
    let mut heights: Vec<f32> = lines.iter().map(|line| line.y).collect();
    heights.small_sort_by(|left, right| right.total_cmp(left));
    let mut gaps: Vec<f32> =
        heights.windows(2).map(|pair| pair[0] - pair[1]).filter(|gap| *gap > 4.0).collect();
    gaps.small_sort_by(f32::total_cmp);
    gaps.get(gaps.len() / 2).copied().unwrap_or(12.0)
}

/// Drops the outermost rows that other pages have too; gives how many lines went.
fn repeated(pages: &mut [Vec<Line>], heights: &[f32], edge: Edge) -> usize {
    let rows: Vec<Vec<usize>> =
        pages.iter().zip(heights).map(|(lines, height)| outermost(lines, *height, edge)).collect();
    let mut patterns: HashMap<String, usize> = HashMap::new();
    let mut heights_of: HashMap<i32, usize> = HashMap::new();
    for (lines, row) in pages.iter().zip(&rows) {
        let mut own: Vec<String> = row.iter().map(|index| pattern(&lines[*index])).collect();
        own.small_sort_by(|one, other| one.cmp(other));
        own.dedup();
        for text in own {
            *patterns.entry(text).or_default() += 1;
        }
        // The first line of the text stands at one height too, but the next one follows closely.
        if let Some(first) = row.first()
            && is_short(lines, row)
            && gap_to_text(lines, row) > FAR
        {
            *heights_of.entry(lines[*first].y.round() as i32).or_default() += 1;
        }
    }
    let count = pages.len();
    let many = (count / 4).max(2);
    let mut gone = 0;
    for (lines, row) in pages.iter_mut().zip(&rows) {
        let Some(first) = row.first().map(|index| &lines[*index]) else { continue };
        let y = first.y.round() as i32;
        let at_height: usize = (y - 1..=y + 1).filter_map(|y| heights_of.get(&y)).sum();
        let short = is_short(lines, row);
        let apart = gap_to_text(lines, row);
        // Every page has one there, and the text keeps its distance.
        let by_place = at_height >= many.max(3) && at_height * 2 > count && short && apart > FAR;
        // A running head beside the number of the page, on this page only.
        let beside_number = short && apart > FAR && row.iter().any(|index| has_page_number(&lines[*index]));
        let mut drop = vec![false; lines.len()];
        for index in row {
            let line = &lines[*index];
            let text = line.text();
            let number = is_page_number(line);
            let same = patterns.get(&pattern(line)).copied().unwrap_or_default() >= many;
            drop[*index] =
                by_place || beside_number || number || same && (apart > 1.05 || text.chars().count() < 90);
        }
        let before = lines.len();
        let mut index = 0;
        lines.retain(|_| {
            index += 1;
            !drop[index - 1]
        });
        gone += before - lines.len();
    }
    gone
}

/// Drops notices of publishers at the lower edge of a page, with the lines of the same small print beside them.
fn notices(pages: &mut [Vec<Line>], heights: &[f32]) {
    let Some(notice) = NOTICE.as_ref() else { return };
    for (lines, height) in pages.iter_mut().zip(heights) {
        let lower: Vec<f32> = lines
            .iter()
            .filter(|line| (line.y < height * 0.1 || line.y > height * 0.93) && notice.is_match(&line.text()))
            .map(|line| line.y)
            .collect();
        lines.retain(|line| {
            let margin = line.y < height * 0.1 || line.y > height * 0.93;
            !(margin && lower.iter().any(|y| (line.y - y).abs() < 2.5))
        });
    }
}

/// A number at an end of a line, that may count the lines of a manuscript.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    line: usize,
    word: usize,
    number: u32,
    /// Right edge: the numbers are set flush.
    edge: f32,
}

/// How the lines of the pages before were counted.
#[derive(Clone, Copy, Debug)]
struct Count {
    edge: f32,
    step: u32,
    last: u32,
}

/// Points between right edges of numbers that are set flush.
const FLUSH: f32 = 3.0;

/// Drops the numbers of lines that manuscripts print in their margins.
fn line_numbers(pages: &mut [Vec<Line>]) {
    let mut count: Option<Count> = None;
    for lines in pages {
        let mut candidates = candidates(lines);
        candidates.small_sort_by(|left, right| left.edge.total_cmp(&right.edge));
        let mut from = 0;
        let mut marked: Vec<(usize, usize)> = Vec::new();
        while let Some(first) = candidates.get(from) {
            let to = from + candidates[from..].partition_point(|own| own.edge - first.edge < FLUSH);
            let mut group = candidates[from..to].to_vec();
            group.small_sort_by_key(|own| own.line);
            // A page with a few lines is believed if it goes on with what earlier ones count.
            let goes_on = count.and_then(|count| going_on(&group, count));
            if let Some(group) = goes_on.filter(|group| are_clear(group, lines)) {
                count = count.zip(group.last()).map(|(count, last)| Count { last: last.number, ..count });
                marked.extend(group.iter().map(|own| (own.line, own.word)));
            } else if let Some(step) = counts_lines(&group, lines) {
                count = group.last().map(|last| Count { edge: last.edge, step, last: last.number });
                marked.extend(group.iter().map(|own| (own.line, own.word)));
            }
            from = to;
        }
        marked.sort_unstable();
        for (line, word) in marked.into_iter().rev() {
            if let Some(line) = lines.get_mut(line)
                && word < line.words.len()
            {
                line.words.remove(word);
            }
        }
        lines.retain_mut(|line| {
            line.remeasure();
            !line.words.is_empty()
        });
    }
}

fn candidates(lines: &[Line]) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let ends = [0, line.words.len().saturating_sub(1)];
        for at in ends.into_iter().take(line.words.len().min(2)) {
            let word = line.words.get(at).filter(|word| word.text.len() <= 4);
            if let Some((word, number)) = word.and_then(|word| Some((word, word.text.parse().ok()?))) {
                candidates.push(Candidate { line: index, word: at, number, edge: word.x1 });
            }
        }
    }
    candidates
}

/// The numbers among these that go on with a count, if hardly any do not.
fn going_on(group: &[Candidate], count: Count) -> Option<Vec<Candidate>> {
    let mut expected = count.last + count.step;
    let own: Vec<Candidate> = group
        .iter()
        .filter(|own| {
            let fits = own.number >= expected && own.number < expected + 4 * count.step;
            let fits = fits && (own.number - expected).is_multiple_of(count.step);
            if fits {
                expected = own.number + count.step;
            }
            fits && (own.edge - count.edge).abs() < FLUSH
        })
        .copied()
        .collect();
    (!own.is_empty() && own.len() * 10 >= group.len() * 8).then_some(own)
}

/// The step by which numbers at one edge, from above, count the lines: they rise evenly and stand clear of the text.
fn counts_lines(group: &[Candidate], lines: &[Line]) -> Option<u32> {
    if group.len() < 8 {
        return None;
    }
    let step = group[1].number.saturating_sub(group[0].number);
    let even = group.windows(2).filter(|pair| pair[1].number.saturating_sub(pair[0].number) == step).count();
    (matches!(step, 1 | 5 | 10) && even * 10 >= (group.len() - 1) * 8 && are_clear(group, lines))
        .then_some(step)
}

/// Whether the numbers stand clear of the text.
fn are_clear(group: &[Candidate], lines: &[Line]) -> bool {
    let is_clear = |own: &&Candidate| {
        let words = &lines[own.line].words;
        let neighbour = if own.word == 0 { words.get(1) } else { words.get(own.word - 1) };
        words.len() == 1
            || neighbour.is_some_and(|other| {
                let word = &words[own.word];
                let gap = if own.word == 0 { other.x0 - word.x1 } else { word.x0 - other.x1 };
                gap > 0.8 * word.size
            })
    };
    group.iter().filter(is_clear).count() * 10 >= group.len() * 9
}
