//! Reading order on a page, the edges of its columns, and the measures of the body text.

use std::collections::HashMap;

use citelight_types::sort::SmallSort;

use super::heading_words::{is_abstract_heading, is_list_heading};
use super::line::{Band, Line};

/// Measures of the running text of a document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Body {
    /// Font size of most letters, in points.
    pub(super) size: f32,
    /// Distance of baselines, in sizes.
    pub(super) leading: f32,
    /// Most of the text is bold (posters, some slides): bold is no heading then.
    pub(super) bold: bool,
}

/// Takes the measures.
pub(super) fn body(pages: &[Vec<Line>]) -> Body {
    // Lists of references are set smaller, and in a short paper they are long.
    let list = pages.iter().rposition(|page| page.iter().any(is_list_heading));
    let before = &pages[..list.map_or(pages.len(), |page| page + 1)];
    let enough = before.iter().flatten().filter(|line| line.prose_words() >= 4).count() >= 20;
    let counted = if enough { before } else { pages };
    let lines = || counted.iter().flatten();
    let mut sizes: HashMap<i32, usize> = HashMap::new();
    let mut bold = 0;
    let mut all = 0;
    for line in lines().filter(|line| line.prose_words() >= 4) {
        let letters: usize = line.words.iter().map(|word| word.text.len()).sum();
        *sizes.entry((line.size * 4.0).round() as i32).or_default() += letters;
        all += letters;
        bold += if line.is_bold() { letters } else { 0 };
    }
    let size = sizes
        .iter()
        .max_by_key(|(size, count)| (**count, **size))
        .map_or(10.0, |(size, _)| *size as f32 / 4.0);
    let mut gaps: HashMap<i32, usize> = HashMap::new();
    for page in pages {
        for band in Band::ALL {
            let mut column: Vec<&Line> =
                page.iter().filter(|line| line.band == band && (line.size - size).abs() < 0.5).collect();
            column.small_sort_by(|left, right| right.y.total_cmp(&left.y));
            for pair in column.windows(2) {
                let gap = (pair[0].y - pair[1].y) / size;
                if (0.9..2.6).contains(&gap) {
                    *gaps.entry((gap * 20.0).round() as i32).or_default() += 1;
                }
            }
        }
    }
    let leading =
        gaps.iter().max_by_key(|(gap, count)| (**count, -**gap)).map_or(1.2, |(gap, _)| *gap as f32 / 20.0);
    Body { size, leading, bold: bold * 2 > all }
}

/// Writes the edges of the columns into the lines. Below its height in `lists`, a page has columns of its own.
pub(super) fn edges(pages: &mut [Vec<Line>], lists: &[Option<f32>], body: &Body) {
    for (page, list) in pages.iter_mut().zip(lists) {
        for below in [false, true] {
            for band in Band::ALL {
                column_edges(page, body, &|line| {
                    line.band == band && list.is_some_and(|top| line.y <= top + 0.1) == below
                });
            }
        }
    }
}

/// Writes the edges of one column into its lines.
fn column_edges(page: &mut [Line], body: &Body, is_own: &dyn Fn(&Line) -> bool) {
    let own = || page.iter().filter(|line| is_own(line));
    let prose: Vec<&Line> = own().filter(|line| line.prose_words() >= 3 && line.cells() == 1).collect();
    let chosen: Vec<&Line> = if prose.len() >= 3 { prose } else { own().collect() };
    let Some(left) = left_edge(&chosen, body) else { return };
    let mut ends: Vec<f32> = chosen.iter().map(|line| line.x1).collect();
    ends.small_sort_by(f32::total_cmp);
    let right = ends[(ends.len() - 1) * 9 / 10];
    for line in page.iter_mut().filter(|line| is_own(line)) {
        (line.left, line.right) = (left, right);
    }
}

/// The leftmost place at which many lines begin.
fn left_edge(lines: &[&Line], body: &Body) -> Option<f32> {
    let mut starts: HashMap<i32, (usize, f32)> = HashMap::new();
    for line in lines {
        let entry = starts.entry((line.x0 / 2.0).round() as i32).or_insert((0, f32::INFINITY));
        entry.0 += 1;
        entry.1 = entry.1.min(line.x0);
    }
    let most = starts.values().map(|(count, _)| *count).max()?;
    let many = (most / 4).max(1);
    let often =
        starts.values().filter(|(count, _)| *count >= many).map(|(_, x)| *x).fold(f32::INFINITY, f32::min);
    let usual =
        starts.values().filter(|(count, _)| *count == most).map(|(_, x)| *x).fold(f32::INFINITY, f32::min);
    // A hanging number a little outside is no edge; an indented majority (a list of references) is none either.
    Some(if usual - often > 4.0 * body.size { usual } else { often })
}

/// Puts the lines of a page in reading order: what spans the page parts what stands beside each other, and so does the
/// height at which a `list` in columns of its own begins.
pub(super) fn order(mut lines: Vec<Line>, front: Option<f32>, list: Option<f32>, body: &Body) -> Vec<Line> {
    let mut changes = [change_of_size(&lines, body), list.map(|top| top + 0.1)];
    lines.small_sort_by(|left, right| {
        let height = |line: &Line| line.after.unwrap_or(line.y);
        height(right)
            .total_cmp(&height(left))
            .then(right.y.total_cmp(&left.y))
            .then(left.x0.total_cmp(&right.x0))
    });
    let mut ordered: Vec<Line> = Vec::with_capacity(lines.len());
    let mut columns: [Vec<Line>; 3] = Default::default();
    for mut line in lines {
        if front.is_some_and(|front| line.y > front) {
            line.band = Band::Full;
        }
        let height = line.after.unwrap_or(line.y);
        let parts = changes.iter_mut().filter_map(|change| change.take_if(|change| height < *change)).count();
        if parts > 0 {
            columns.iter_mut().for_each(|column| ordered.append(column));
        }
        let [left, middle, right] = &mut columns;
        match line.band {
            Band::Left => left.push(line),
            Band::Middle => middle.push(line),
            Band::Right => right.push(line),
            Band::Full => {
                columns.iter_mut().for_each(|column| ordered.append(column));
                ordered.push(line);
            }
        }
    }
    columns.iter_mut().for_each(|column| ordered.append(column));
    ordered
}

/// The height at which all columns change over from the body's size to smaller print, with blank space between: text
/// ends there in two columns of one height, and a list of references without a heading begins in two new ones.
fn change_of_size(lines: &[Line], body: &Body) -> Option<f32> {
    let column = |band: &Band| {
        let mut column: Vec<&Line> = lines.iter().filter(|line| line.band == *band).collect();
        column.small_sort_by(|left, right| right.y.total_cmp(&left.y));
        column
    };
    let mut columns: Vec<Vec<&Line>> = Band::COLUMNS.iter().map(column).collect();
    columns.retain(|column| !column.is_empty());
    // From where on a column holds nothing but smaller print, if that is after a gap: the lines above and below it.
    let change = |column: &[&Line]| {
        let is_small = |line: &&Line| line.size < 0.95 * body.size;
        let first = column.len() - column.iter().rev().take_while(|line| is_small(line)).count();
        let (above, below) = (column.get(first.checked_sub(1)?)?, column.get(first)?);
        (above.y - below.y > 1.8 * body.leading * body.size).then_some((above.y, below.y))
    };
    let changes: Vec<(f32, f32)> = columns.iter().map(|column| change(column)).collect::<Option<_>>()?;
    let above = changes.iter().map(|change| change.0).reduce(f32::min)?;
    let below = changes.iter().map(|change| change.1).reduce(f32::max)?;
    (columns.len() > 1 && above - below > 1.5 * body.leading * body.size).then(|| f32::midpoint(above, below))
}

/// Where the two columns of the first page begin: above it stand title and authors, whatever their places.
pub(super) fn front(lines: &[Line], body: &Body) -> Option<f32> {
    let is_prose = |line: &Line| {
        line.band != Band::Full
            && (line.size - body.size).abs() < 0.12 * body.size
            && line.x1 - line.x0 > 0.85 * (line.right - line.left)
            && line.prose_words() >= 4
    };
    let abstract_ = lines.iter().filter(|line| is_abstract_heading(&line.text())).map(|line| line.y);
    let mut tops: Vec<f32> = Vec::new();
    for band in Band::COLUMNS {
        let mut column: Vec<&Line> = lines.iter().filter(|line| line.band == band).collect();
        column.small_sort_by(|left, right| right.y.total_cmp(&left.y));
        let first = column.windows(3).position(|three| three.iter().all(|line| is_prose(line)));
        // The end of a paragraph may stand above the first full lines.
        let top = first.map(|first| {
            let goes_up = |at: usize| {
                let (above, below) = (column[at - 1], column[at]);
                above.y - below.y < 1.25 * body.leading * body.size && (above.size - below.size).abs() < 0.3
            };
            (1..=first).rev().take_while(|at| goes_up(*at)).last().map_or(first, |at| at - 1)
        });
        tops.extend(top.and_then(|top| column.get(top)).map(|line| line.y));
    }
    let has_two = tops.len() >= 2;
    let top = tops.into_iter().chain(abstract_).fold(f32::NEG_INFINITY, f32::max);
    (has_two && top.is_finite()).then_some(top + 0.5 * body.size)
}
