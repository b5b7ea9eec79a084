//! The reference list: where it is, and where each entry begins.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::groups::{begins_caption, feet, is_capitals, is_numbered};
use super::heading_words::is_list_heading;
use super::line::{Band, Line};
use super::list_lines::{end_of_pages, join_marks, without_legend};
use super::words::Level;
use citelight_types::sort::SmallSort;

use crate::citation::notes::{begins_back, without_number};

static LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:\[\s?(?P<square>\d{1,4})\s?\]|\((?P<round>\d{1,4})\)|(?P<dot>\d{1,4})[.)](?:\s|$)|(?P<bare>\d{1,4})\s+\p{Lu})").ok()
});
static KEY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^\[[\p{L}+’'\-:. ]{1,40}\+?\s?(?:\d{2}|(?:1[6-9]|20)\d\d)[a-z]?(?:\([^)]{1,60}\))?\]|^\[\p{Lu}[\p{L}+*]{1,8}\]").ok()
});
static YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|\D)(?:1[6-9]|20)\d\d(?:\D|$)|(?i:in press|forthcoming|n\.d\.|submitted|to appear)").ok()
});
/// `Smith, J.`, `J. Smith`, `Smith J`, `van der Berg, P.` at the start of an entry.
static NAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:(?:van|von|de|der|den|di|da|le|la|el|al|ter|ten|du|dos)\s+)*\p{Lu}[\p{L}’'\-.]*(?:\s\p{Lu}[\p{L}’'\-.]*){0,3}(?:,|\s\p{Lu}\.|\s\p{Lu}{1,3}[,.]|\s+and\s|\.)").ok()
});
/// Headings after a reference list.
static AFTER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:[A-Z\d.]{1,4}\s+)?(?:appendi(?:x|ces)|supplement|supporting information|acknowledge?ment|author contribution|author information|funding|conflicts? of interest|competing interest|declaration|data availability|biograph|about the author|figure captions?|tables?$|figures?$|additional information|how to cite|publisher’s note|checklist|affiliations?$|anexos?\b|anhang|anhänge|apéndices?\b|annexes?\b|приложени)").ok()
});

/// Fewest notes behind a list.
const FEWEST_NOTES: usize = 3;

/// Distance from the line above, in sizes, that no lines of one paragraph have.
const FAR: f32 = 2.0;

/// One in how many lines of a list says a year, at least.
const SELDOM: usize = 8;

/// Lines in larger type that are text behind a list.
const FEWEST_LARGER: usize = 6;

/// An entry: its lines.
pub(super) type Entry = Vec<Line>;

/// Where the list stands among the lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Region {
    /// The heading, if there is one.
    pub(super) heading: Option<usize>,
    pub(super) lines: std::ops::Range<usize>,
}

/// Finds the lists among all lines in reading order.
pub(super) fn regions(lines: &[Line]) -> Vec<Region> {
    let Some(main) = region(lines) else { return Vec::new() };
    let mut regions = vec![main];
    for heading in (0..lines.len()).filter(|index| is_list_heading(&lines[*index])) {
        let inside = |region: &Region| {
            region.heading == Some(heading) || region.lines.contains(&heading) && region.heading.is_some()
        };
        if regions.iter().any(inside) {
            continue;
        }
        let next = regions.iter().filter_map(|region| region.heading.or(Some(region.lines.start)));
        let next = next.filter(|start| *start > heading).min().unwrap_or(lines.len());
        let end = end_of_list(lines, heading).min(next);
        let own = &lines[heading + 1..end];
        let begins = own.first().is_some_and(|line| {
            let text = entry_text(line);
            label(&text).is_some_and(|label| label.strong) || begins_entry(&text)
        });
        if begins && own.iter().any(|line| has_year(&line.text())) {
            regions.push(Region { heading: Some(heading), lines: heading + 1..end });
        }
    }
    regions.small_sort_by_key(|region| region.lines.start);
    regions
}

/// Finds the longest list.
fn region(lines: &[Line]) -> Option<Region> {
    let headings: Vec<usize> = (0..lines.len()).filter(|index| is_list_heading(&lines[*index])).collect();
    let best = headings
        .iter()
        .map(|heading| {
            let end = end_of_list(lines, *heading);
            let own = &lines[heading + 1..end];
            let dated = own.iter().filter(|line| has_year(&line.text())).count();
            // `Literature` may be the last word of a title: what follows is the article.
            (dated * SELDOM >= own.len(), dated, *heading, end)
        })
        .max_by_key(|(is_dense, dated, heading, _)| (*is_dense, *dated, std::cmp::Reverse(*heading)));
    if let Some((_, dated, heading, end)) = best
        && dated >= 1
    {
        return Some(Region { heading: Some(heading), lines: heading + 1..end });
    }
    unheaded(lines)
}

pub(super) fn has_year(text: &str) -> bool {
    YEAR.as_ref().is_some_and(|year| year.is_match(text))
}

/// The line after the last one of the list under `heading`.
fn end_of_list(lines: &[Line], heading: usize) -> usize {
    let own = &lines[heading];
    let style = |line: &Line| ((line.size * 4.0).round() as i32, line.is_bold(), is_capitals(&line.text()));
    let usual = usual_size(&lines[heading + 1..]).unwrap_or(own.size);
    let stands_out = (own.size - usual).abs() > 0.05 * usual || own.is_bold() || is_capitals(&own.text());
    let is_larger = |line: &Line| line.size > 1.12 * usual;
    let mut larger = 0;
    for (index, line) in lines.iter().enumerate().skip(heading + 1) {
        // Text goes on in its own size behind a list in small type.
        larger = if is_larger(line) && line.prose_words() >= 4 { larger + 1 } else { 0 };
        if larger == FEWEST_LARGER && dated_between(lines, heading + 1, index + 1 - larger) {
            return index + 1 - larger;
        }
        let text = line.text();
        let text = text.trim();
        let above = &lines[index - 1];
        let first = text.chars().find(|c| c.is_alphabetic());
        if text.chars().count() > 110 || line.prose_words() == 0 || !first.is_some_and(char::is_uppercase) {
            continue;
        }
        let apart =
            above.page != line.page || above.band != line.band || (above.y - line.y).abs() > 1.35 * line.size;
        let like_heading = stands_out && style(line) == style(own);
        let known = AFTER.as_ref().is_some_and(|regex| regex.is_match(text))
            && (line.is_bold()
                || line.size > 1.05 * usual
                || is_capitals(text)
                || is_numbered(text)
                || line.prose_words() <= 3);
        let larger = is_larger(line) && (line.is_bold() || is_capitals(text)) && is_numbered(text);
        // `10. Annex` behind `9. References` is no entry.
        let numbers_go_on = like_heading && is_numbered(own.text().trim());
        if apart
            && (like_heading || known || larger)
            && (numbers_go_on || label(text).is_none())
            && raised_number(line).is_none()
        {
            return index;
        }
    }
    lines.len()
}

/// The size of most of the first lines of a list.
fn usual_size(list: &[Line]) -> Option<f32> {
    const FIRST: usize = 15;
    let mut sizes: Vec<f32> = list.iter().take(FIRST).map(|line| line.size).collect();
    sizes.small_sort_by(f32::total_cmp);
    sizes.get(sizes.len() / 2).copied()
}

/// Whether entries stand between two lines.
fn dated_between(lines: &[Line], from: usize, to: usize) -> bool {
    lines.get(from..to).is_some_and(|own| own.iter().any(|line| has_year(&line.text())))
}

/// Takes out the notes behind the last list, if its own entries have no numbers: lines that count from 1, of which one refers
/// back as only notes do. Each is given with the lines that it goes on in.
pub(super) fn take_notes(lines: &mut Vec<Line>) -> Vec<Vec<Line>> {
    let Some(heading) = lines.iter().rposition(is_list_heading) else { return Vec::new() };
    let first = lines.get(heading + 1..heading + 3);
    if first.is_none_or(|first| first.iter().any(|line| printed_number(line).is_some())) {
        return Vec::new();
    }
    let mut starts: Vec<usize> = Vec::new();
    for (index, line) in lines.iter().enumerate().skip(heading + 3) {
        if printed_number(line) == Some(starts.len() as u32 + 1) {
            starts.push(index);
        }
    }
    let refers_back =
        starts.iter().any(|start| begins_back(without_number(&entry_text(&lines[*start]))).is_some());
    let Some(start) = starts.first().copied().filter(|_| starts.len() >= FEWEST_NOTES && refers_back) else {
        return Vec::new();
    };
    let mut notes: Vec<Vec<Line>> = Vec::new();
    for (line, index) in lines.split_off(start).into_iter().zip(start..) {
        match notes.last_mut().filter(|_| starts.binary_search(&index).is_err()) {
            Some(note) => note.push(line),
            None => notes.push(vec![line]),
        }
    }
    notes
}

/// A list without a heading at the end of a document: lines that count from 1.
fn unheaded(lines: &[Line]) -> Option<Region> {
    let numbers: Vec<(usize, u32)> = lines
        .iter()
        .enumerate()
        .filter_map(|(index, line)| {
            Some((index, label(&entry_text(line)).filter(|found| found.strong)?.number))
        })
        .collect();
    let start = numbers.iter().enumerate().rev().find(|(at, (_, number))| {
        *number == 1
            && numbers.get(at + 1).is_some_and(|(_, next)| *next == 2)
            && numbers.get(at + 2).is_some_and(|(_, next)| *next == 3)
    })?;
    let (from, _) = *start.1;
    let dated = lines[from..].iter().filter(|line| has_year(&line.text())).count();
    (from * 3 > lines.len() && dated >= 3)
        .then(|| Region { heading: None, lines: from..end_of_list(lines, from) })
}

struct Label {
    number: u32,
    /// In brackets or with a stop.
    strong: bool,
}

/// Numbers of four digits that are years: no list counts so far.
const YEARS: std::ops::RangeInclusive<u32> = 1500..=2100;

/// The number that a line begins with. `2020. Owls at night.` goes on with an entry that says its year after its authors.
fn label(text: &str) -> Option<Label> {
    let found = LABEL.as_ref()?.captures(text)?;
    let strong = found.name("bare").is_none();
    let number = ["square", "round", "dot", "bare"].iter().find_map(|name| found.name(name))?;
    let number = number.as_str().parse().ok().filter(|number| !YEARS.contains(number))?;
    Some(Label { number, strong })
}

/// The number that a line of a list begins with, in brackets, with a stop or raised.
pub(super) fn printed_number(line: &Line) -> Option<u32> {
    label(&entry_text(line)).filter(|label| label.strong).map(|label| label.number)
}

/// The raised number that a line begins with: `¹³ N. Kalchbrenner, …`.
fn raised_number(line: &Line) -> Option<u32> {
    let first = line.words.first().filter(|word| word.level == Level::Superscript && line.words.len() > 1)?;
    let digits = first.text.trim_end_matches(['.', ',']);
    digits.parse().ok().filter(|_| (1..=4).contains(&digits.len()))
}

/// The text of a line in a list, a raised number set off as others are.
fn entry_text(line: &Line) -> String {
    let text = line.text();
    let rest = line.words.first().and_then(|first| text.strip_prefix(first.text.as_str()));
    match (raised_number(line), rest) {
        (Some(number), Some(rest)) => format!("({number}) {}", rest.trim_start()),
        _ => text,
    }
}

/// Cuts the list into entries: every way of telling where one begins is tried, the most plausible outcome is kept.
/// Gives the entries, how plausible they are, from 0 to 1, and the lines after the last one.
/// The numbers may begin after `before`, the last one of the list before.
pub(super) fn entries(lines: Vec<Line>, before: u32) -> (Vec<Entry>, f32, Vec<Line>) {
    let mut lines = without_legend(join_marks(lines));
    let after = lines.split_off(end_of_pages(&lines));
    let (entries, plausible, mut rest) = cut(lines, before);
    rest.extend(after);
    (entries, plausible, rest)
}

/// Every way of telling where an entry begins is tried.
fn cut(mut lines: Vec<Line>, before: u32) -> (Vec<Entry>, f32, Vec<Line>) {
    let texts: Vec<String> = lines.iter().map(entry_text).collect();
    let ways = [
        by_number(&texts, before),
        by_key(&texts),
        by_hanging(&lines),
        by_gap(&lines),
        by_indent(&lines),
        by_end(&lines, &texts),
    ];
    let mut best: (f32, Vec<bool>) = (-1.0, Vec::new());
    for (rank, starts) in ways.into_iter().enumerate() {
        let bonus = match rank {
            0 | 1 => 0.25,
            2 => 0.08,
            _ => 0.0,
        };
        let score = plausibility(&texts, &starts);
        // The surest signs come first; a later one must be clearly better.
        if score > 0.0 && score + bonus > best.0 + 0.02 {
            best = (score + bonus, starts);
        }
    }
    // A caption behind a whole entry is none of its lines.
    for (index, start) in best.1.iter_mut().enumerate().skip(1) {
        *start |= begins_caption(&texts[index])
            && ends_entry(&texts[index - 1])
            && gap(&lines, index).is_none_or(|gap| gap > FAR);
    }
    let rest = lines.split_off(end_of_entries(&lines, &best.1));
    let mut found: Vec<Entry> = Vec::new();
    for (line, start) in lines.into_iter().zip(best.1) {
        match found.last_mut() {
            Some(entry) if !start => entry.push(line),
            // What stands before the first entry is no entry.
            None if !start => {}
            _ => found.push(vec![line]),
        }
    }
    (found, best.0.clamp(0.0, 1.0), rest)
}

/// Takes the small print at the feet of columns out of the list's lines.
pub(super) fn take_feet(list: Vec<Line>) -> (Vec<Line>, Vec<Line>) {
    let mut sizes: HashMap<i32, usize> = HashMap::new();
    for line in &list {
        *sizes.entry((line.size * 4.0).round() as i32).or_default() += 1;
    }
    let usual = sizes
        .iter()
        .max_by_key(|(size, count)| (**count, **size))
        .map_or(10.0, |(size, _)| *size as f32 / 4.0);
    let feet = feet(&list, usual);
    let (notes, list): (Vec<_>, Vec<_>) = list.into_iter().zip(feet).partition(|(_, foot)| *foot);
    let lines = |pairs: Vec<(Line, bool)>| pairs.into_iter().map(|(line, _)| line).collect();
    (lines(list), lines(notes))
}

/// Takes out the captions that were cut from a list like entries, with or without a number of a line before them. Gives the
/// entries, also one that a caption goes over into, and the lines of the captions.
pub(super) fn without_captions(found: Vec<Entry>) -> (Vec<Entry>, Vec<Line>) {
    let (mut entries, mut captions) = (Vec::new(), Vec::new());
    for mut entry in found {
        let is_caption = entry.first().is_some_and(|line| {
            let text = line.text();
            begins_caption(text.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace()))
        });
        if !is_caption {
            entries.push(entry);
            continue;
        }
        let begins = |line: &Line| begins_entry(&line.text()) && has_year(&line.text());
        let end = entry.iter().skip(1).position(begins).map_or(entry.len(), |at| at + 1);
        let rest = entry.split_off(end);
        captions.append(&mut entry);
        entries.extend((!rest.is_empty()).then_some(rest));
    }
    (entries, captions)
}

/// Where the last entry ends: what is set apart or in another size, addresses of authors or floats, is no part of it.
fn end_of_entries(lines: &[Line], starts: &[bool]) -> usize {
    let Some(last) = starts.iter().rposition(|start| *start) else { return 0 };
    let mut gaps: Vec<f32> =
        (1..lines.len()).filter(|index| !starts[*index]).filter_map(|index| gap(lines, index)).collect();
    gaps.small_sort_by(f32::total_cmp);
    let usual = gaps.get(gaps.len() / 2).copied().unwrap_or(1.25);
    let ends = |index: &usize| {
        let apart = gap(lines, *index).is_some_and(|gap| gap > 1.3 * usual + 0.1);
        let unlike = (lines[*index].size - lines[last].size).abs() > 0.07 * lines[last].size;
        let moved = lines[*index].page != lines[*index - 1].page && ends_entry(&lines[*index - 1].text());
        apart || unlike || moved
    };
    (last + 1..lines.len()).find(ends).unwrap_or(lines.len())
}

/// Distance from the line above in one column, in sizes.
fn gap(lines: &[Line], index: usize) -> Option<f32> {
    let (above, line) = (lines.get(index.checked_sub(1)?)?, lines.get(index)?);
    (above.page == line.page && above.band == line.band && above.y > line.y)
        .then(|| (above.y - line.y) / line.size.max(1.0))
}

/// Lines that begin with the next number.
fn by_number(texts: &[String], before: u32) -> Vec<bool> {
    let labels: Vec<Option<Label>> = texts.iter().map(|text| label(text)).collect();
    let strong = labels.iter().flatten().filter(|label| label.strong).count();
    let mut expected: Option<u32> = None;
    let mut starts = vec![false; texts.len()];
    for (start, label) in starts.iter_mut().zip(&labels) {
        let Some(label) = label else { continue };
        if strong >= 3 && !label.strong {
            continue;
        }
        // A number may be missing where an entry was lost; a year or volume is far off.
        let fits = expected
            .map_or(label.number <= 3 || (before + 1..before + 4).contains(&label.number), |expected| {
                (expected..expected + 4).contains(&label.number)
            });
        // A second list (of a supplement) counts from 1 again.
        let anew = expected.is_some_and(|expected| expected > 4 && label.number == 1 && label.strong);
        if fits || anew {
            *start = true;
            expected = Some(label.number + 1);
        }
    }
    starts
}

/// The number that an entry begins with.
pub(super) fn entry_number(entry: &Entry) -> Option<u32> {
    printed_number(entry.first()?)
}

/// Length of the label that an entry begins with, if its text alone does not tell: a key in brackets (`[Knu84]`,
/// `[DS]`), a raised number.
pub(super) fn label_length(entry: &Entry, text: &str) -> Option<usize> {
    let first = entry.first()?;
    let raised = || raised_number(first).and_then(|_| Some(first.words.first()?.text.len()));
    KEY.as_ref()?.find(text).map(|found| found.end()).or_else(raised)
}

/// Lines that begin with `[Knu84]`.
fn by_key(texts: &[String]) -> Vec<bool> {
    texts.iter().map(|text| KEY.as_ref().is_some_and(|regex| regex.is_match(text))).collect()
}

/// Left ends of lines in one column of one page.
fn columns(lines: &[Line]) -> HashMap<(u32, Band), Vec<usize>> {
    let mut columns: HashMap<(u32, Band), Vec<usize>> = HashMap::new();
    for (index, line) in lines.iter().enumerate() {
        columns.entry((line.page, line.band)).or_default().push(index);
    }
    columns
}

/// Leftmost place in a column, and how far other lines are set in from it, in ems.
fn by_hanging(lines: &[Line]) -> Vec<bool> {
    let mut starts = vec![false; lines.len()];
    let mut bands: HashMap<Band, f32> = HashMap::new();
    for line in lines {
        let left = bands.entry(line.band).or_insert(f32::INFINITY);
        *left = left.min(line.x0);
    }
    for ((_, band), own) in columns(lines) {
        let left = own.iter().map(|index| lines[*index].x0).fold(f32::INFINITY, f32::min);
        let size = own.iter().map(|index| lines[*index].size).fold(1.0, f32::max);
        let set_in = own.iter().filter(|index| lines[**index].x0 > left + 0.4 * size).count();
        // All lines at one place: they go on with the entry before, unless the other pages' entries begin there.
        let usual = bands.get(&band).copied().unwrap_or(left);
        let only_goes_on = set_in == 0 && left > usual + 0.4 * size && left < usual + 4.0 * size;
        for index in own {
            starts[index] = !only_goes_on && lines[index].x0 <= left + 0.4 * size;
        }
    }
    starts
}

/// Entries whose first lines are set in.
fn by_indent(lines: &[Line]) -> Vec<bool> {
    let mut starts = vec![false; lines.len()];
    for (_, own) in columns(lines) {
        let left = own.iter().map(|index| lines[*index].x0).fold(f32::INFINITY, f32::min);
        for index in own {
            starts[index] = lines[index].x0 > left + 0.6 * lines[index].size.max(1.0);
        }
    }
    starts
}

/// Entries that blank space parts.
fn by_gap(lines: &[Line]) -> Vec<bool> {
    let mut gaps: Vec<f32> = (0..lines.len()).filter_map(|index| gap(lines, index)).collect();
    gaps.small_sort_by(f32::total_cmp);
    let usual = gaps.get(gaps.len() / 4).copied().unwrap_or(1.2);
    let mut starts = vec![false; lines.len()];
    for index in 0..lines.len() {
        starts[index] = match gap(lines, index) {
            Some(gap) => gap > usual * 1.12 + 0.06,
            // At the top of a column the line above tells.
            None => {
                let above = index.checked_sub(1).and_then(|above| lines.get(above));
                above.is_none_or(|above| ends_entry(&above.text()) && begins_entry(&lines[index].text()))
            }
        };
    }
    starts
}

/// Entries that end in a stop and a short line, before a name.
fn by_end(lines: &[Line], texts: &[String]) -> Vec<bool> {
    (0..lines.len())
        .map(|index| {
            let Some(before) = index.checked_sub(1) else { return true };
            ends_entry(&texts[before])
                && begins_entry(&texts[index])
                && (lines[before].slack() > 0.6 || has_year(&texts[before]))
        })
        .collect()
}

/// What journals print behind entries in place of links.
const LINKS: &[&str] = &[
    "Full Text",
    "Reference Source",
    "PubMed Abstract",
    "PubMed",
    "CrossRef",
    "Crossref",
    "Google Scholar",
    "CAS",
    "Article",
];

fn ends_entry(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with(['.', ')', ']'])
        || LINKS.iter().any(|link| text.ends_with(link))
        || text.ends_with(|c: char| c.is_ascii_digit())
        || text.contains("http")
}

pub(super) fn begins_entry(text: &str) -> bool {
    NAME.as_ref().is_some_and(|regex| regex.is_match(text)) || label(text).is_some()
}

/// How much the pieces look like entries, from 0 to 1: about one year each, of an entry's length, begun by a name or
/// a label.
fn plausibility(texts: &[String], starts: &[bool]) -> f32 {
    let mut pieces: Vec<String> = Vec::new();
    for (text, start) in texts.iter().zip(starts) {
        match pieces.last_mut() {
            Some(piece) if !start => {
                piece.push(' ');
                piece.push_str(text);
            }
            None if !start => {}
            _ => pieces.push(text.clone()),
        }
    }
    if pieces.is_empty() {
        return 0.0;
    }
    let lost: usize =
        texts.iter().zip(starts).take_while(|(_, start)| !**start).map(|(text, _)| text.len()).sum();
    let all: usize = texts.iter().map(String::len).sum();
    let score = |piece: &String| {
        let length = piece.chars().count();
        let of_length = if (45..=420).contains(&length) {
            1.0
        } else if (25..=700).contains(&length) {
            0.5
        } else {
            0.0
        };
        let dated = if has_year(piece) { 1.0 } else { 0.0 };
        let is_key = || KEY.as_ref().is_some_and(|regex| regex.is_match(piece));
        // `Mainzer et al. 2011, ApJ, 741, 90`
        let is_short = || piece.split_whitespace().nth(1) == Some("et");
        let begins = if begins_entry(piece) || is_key() || is_short() { 1.0 } else { 0.0 };
        let ends = if ends_entry(piece) { 1.0 } else { 0.0 };
        0.3 * of_length + 0.35 * dated + 0.2 * begins + 0.15 * ends
    };
    let mean = pieces.iter().map(score).sum::<f32>() / pieces.len() as f32;
    // Lines inside of entries that look like the first line of the next one.
    let swallowed = (1..texts.len())
        .filter(|index| !starts[*index] && begins_entry(&texts[*index]) && ends_entry(&texts[*index - 1]))
        .count();
    let whole = 1.0 - 0.4 * (swallowed as f32 / pieces.len() as f32).min(1.0);
    mean * whole * (1.0 - lost as f32 / all.max(1) as f32)
}
