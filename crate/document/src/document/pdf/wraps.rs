//! Floats that the text flows around: where lines of a paragraph end early, all at one place, what stands beside them is
//! no part of them.

use citelight_types::sort::SmallSort;

use super::line::{Band, Line};

/// Lines that must end at one place.
const LEAST_LINES: usize = 4;

/// Pages with more lines are drawings.
const MOST_LINES: usize = 600;

/// Which side of its column a float stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// A stretch of a column that a float narrows.
#[derive(Clone, Copy, Debug)]
struct Zone {
    side: Side,
    band: Band,
    /// Where the text ends (or begins) beside the float.
    edge: f32,
    upper: f32,
    lower: f32,
}

/// Parts floats from the text beside them; they are read after it.
pub(super) fn part(lines: Vec<Line>) -> Vec<Line> {
    if lines.len() > MOST_LINES {
        return lines;
    }
    let mut lines = part_margin(lines);
    for side in [Side::Right, Side::Left] {
        for band in Band::ALL {
            for zone in zones(&lines, side, band) {
                lines = split(lines, &zone);
            }
        }
    }
    lines
}

/// Parts what stands in a wide margin beside the text: dates, addresses, notices of a journal.
fn part_margin(lines: Vec<Line>) -> Vec<Line> {
    let in_margin =
        |line: &Line| line.words.iter().take_while(|word| word.x1 < line.left - 0.5 * line.size).count();
    let is_aside = |line: &Line| {
        let count = in_margin(line);
        let next = line.words.get(count).map_or(line.left, |word| word.x0);
        let end =
            count.checked_sub(1).and_then(|last| line.words.get(last)).map_or(line.left, |word| word.x1);
        line.band == Band::Full && count > 0 && next - end > line.size
    };
    let asides: Vec<&Line> = lines.iter().filter(|line| is_aside(line)).collect();
    // Labels of a list hang beside the lines they belong to, on the same baselines.
    let alone = asides.iter().filter(|line| in_margin(line) == line.words.len()).count();
    if asides.len() < LEAST_LINES || alone * 2 < asides.len() {
        return lines;
    }
    let mut kept = Vec::with_capacity(lines.len());
    let mut apart: Vec<Line> = Vec::new();
    for mut line in lines {
        if is_aside(&line) {
            let rest = line.words.split_off(in_margin(&line));
            let mut beside = Line { words: std::mem::take(&mut line.words), ..line.clone() };
            beside.remeasure();
            // Read at the end of the page.
            beside.after = Some(f32::NEG_INFINITY);
            apart.push(beside);
            line.words = rest;
            line.remeasure();
        }
        if !line.words.is_empty() {
            kept.push(line);
        }
    }
    let left = apart.iter().map(|line| line.x0).fold(f32::INFINITY, f32::min);
    let right = apart.iter().map(|line| line.x1).fold(f32::NEG_INFINITY, f32::max);
    for line in &mut apart {
        (line.left, line.right) = (left, right);
    }
    kept.extend(apart);
    kept
}

/// Ends of text before a gap, if the line may be text beside a float: where it stops, and its size.
fn text_end(line: &Line, side: Side) -> Option<f32> {
    let size = line.size.max(1.0);
    let gap = line.words.windows(2).position(|pair| pair[1].x0 - pair[0].x1 > 0.85 * size);
    let (end, words) = match (side, gap) {
        (Side::Right, Some(at)) => (line.words.get(at)?.x1, &line.words[..=at]),
        (Side::Right, None) => (line.x1, line.words.as_slice()),
        (Side::Left, _) => {
            let at = line.words.windows(2).rposition(|pair| pair[1].x0 - pair[0].x1 > 0.85 * size);
            let from = at.map_or(0, |at| at + 1);
            (line.words.get(from)?.x0, &line.words[from..])
        }
    };
    let letters: usize =
        words.iter().map(|word| word.text.chars().filter(|c| c.is_lowercase()).count()).sum();
    let outer = match side {
        Side::Right => line.x0 - line.left < 2.5 * size && line.right - end > 6.0 * size,
        Side::Left => line.right - line.x1 < 0.8 * size && end - line.left > 6.0 * size,
    };
    (outer && letters >= 12).then_some(end)
}

/// Zones in one column: runs of lines that end within two or three points of each other.
fn zones(lines: &[Line], side: Side, band: Band) -> Vec<Zone> {
    let mut ends: Vec<(f32, f32, f32)> = lines
        .iter()
        .filter(|line| line.band == band)
        .filter_map(|line| Some((line.y, text_end(line, side)?, line.size)))
        .collect();
    ends.small_sort_by(|left, right| right.0.total_cmp(&left.0));
    let mut zones = Vec::new();
    let mut used = vec![false; ends.len()];
    for start in 0..ends.len() {
        if used[start] {
            continue;
        }
        let (mut last, edge, size) = ends[start];
        let mut run = vec![start];
        for (index, (y, end, _)) in ends.iter().enumerate().skip(start + 1) {
            // A paragraph's last line may end anywhere: one or two lines are passed over.
            if last - y > 3.9 * size.max(1.0) {
                break;
            }
            // Stops and hyphens may hang over the edge a little.
            if (end - edge).abs() < 0.25 * size.max(8.0) {
                run.push(index);
                last = *y;
            }
        }
        let beside = || has_neighbours(lines, side, band, edge, (ends[start].0, last), size);
        if run.len() >= LEAST_LINES && beside() {
            for index in &run {
                used[*index] = true;
            }
            zones.push(Zone {
                side,
                band,
                edge,
                upper: ends[start].0 + 0.6 * size,
                lower: last - 0.6 * size,
            });
        }
    }
    zones
}

/// Whether something stands beside the text: a narrow paragraph alone is no sign of a float.
fn has_neighbours(
    lines: &[Line],
    side: Side,
    band: Band,
    edge: f32,
    (upper, lower): (f32, f32),
    size: f32,
) -> bool {
    let beyond = |x0: f32, x1: f32| match side {
        Side::Right => x0 > edge + 0.8 * size,
        Side::Left => x1 < edge - 0.8 * size,
    };
    let words = lines
        .iter()
        .filter(|line| line.band == band && line.y < upper + size && line.y > lower - size)
        .flat_map(|line| &line.words)
        .filter(|word| beyond(word.x0, word.x1));
    let crossing = lines
        .iter()
        .filter(|line| line.band == band && line.y <= upper + 0.1 * size && line.y >= lower - 0.1 * size)
        .flat_map(|line| &line.words)
        .any(|word| word.x0 < edge - 0.5 * size && word.x1 > edge + 0.8 * size);
    words.count() >= 3 && !crossing
}

/// Cuts the lines of a zone at its edge.
fn split(lines: Vec<Line>, zone: &Zone) -> Vec<Line> {
    let mut kept = Vec::with_capacity(lines.len());
    let mut apart: Vec<Line> = Vec::new();
    for mut line in lines {
        let inside =
            line.after.is_none() && line.band == zone.band && line.y <= zone.upper && line.y >= zone.lower;
        if !inside {
            kept.push(line);
            continue;
        }
        let (text, float): (Vec<_>, Vec<_>) = line.words.drain(..).partition(|word| {
            let middle = f32::midpoint(word.x0, word.x1);
            match zone.side {
                Side::Right => middle < zone.edge + 1.0,
                Side::Left => middle > zone.edge - 1.0,
            }
        });
        if !float.is_empty() {
            let mut beside = Line { words: float, ..line.clone() };
            beside.remeasure();
            beside.after = Some(zone.lower);
            apart.push(beside);
        }
        if !text.is_empty() {
            line.words = text;
            line.remeasure();
            match zone.side {
                Side::Right => line.right = zone.edge,
                Side::Left => line.left = zone.edge,
            }
            kept.push(line);
        }
    }
    let left = apart.iter().map(|line| line.x0).fold(f32::INFINITY, f32::min);
    let right = apart.iter().map(|line| line.x1).fold(f32::NEG_INFINITY, f32::max);
    for line in &mut apart {
        (line.left, line.right) = (left, right);
    }
    kept.extend(apart);
    kept
}
