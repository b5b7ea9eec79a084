//! From words to lines in reading order: rows by baseline, columns by the gutters between them, raised and lowered
//! words put back onto the lines they belong to.

use citelight_types::sort::SmallSort;

use super::columns::{Area, Columns};
use super::line::Line;
use super::words::{Level, Word};
use super::{scripts, symbols};

/// Words of one page as rows: one baseline each, from above, words from the left.
pub(super) fn rows(mut words: Vec<Word>) -> Vec<Vec<Word>> {
    words.small_sort_by(|left, right| right.y.total_cmp(&left.y).then(left.x0.total_cmp(&right.x0)));
    let mut rows: Vec<Vec<Word>> = Vec::new();
    for word in words {
        match rows.last_mut() {
            Some(row)
                if row
                    .last()
                    .is_some_and(|last| last.y - word.y <= (0.06 * last.size.min(word.size)).max(0.5)) =>
            {
                row.push(word);
            }
            _ => rows.push(vec![word]),
        }
    }
    for row in &mut rows {
        row.small_sort_by(|left, right| left.x0.total_cmp(&right.x0));
    }
    rows
}

/// Cuts rows at the gutters: those of the page, and in a part of it those of `list`.
pub(super) fn lines(page: u32, rows: Vec<Vec<Word>>, columns: &Columns, list: Option<&Area>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for mut row in rows {
        let height = row.first().map_or(0.0, |word| word.y);
        let columns = list.filter(|list| height <= list.top).map_or(columns, |list| &list.columns);
        let mut parts: Vec<Vec<Word>> = Vec::new();
        for at in columns.cuts(&row).into_iter().rev() {
            parts.push(row.split_off(at.min(row.len())));
        }
        parts.push(row);
        for part in parts.into_iter().rev().filter(|part| !part.is_empty()) {
            let mut line = Line::new(page, part);
            line.band = columns.band(line.x0, line.x1);
            lines.push(line);
        }
    }
    symbols::attach(&mut lines);
    scripts::attach(&mut lines);
    drop_capitals(&mut lines);
    lines
}

/// A capital over several lines goes to the front of the first of them.
fn drop_capitals(lines: &mut Vec<Line>) {
    let mut index = 0;
    while index < lines.len() {
        let line = &lines[index];
        let capital = match line.words.as_slice() {
            [only] if only.text.chars().count() == 1 && only.text.chars().all(char::is_uppercase) => {
                only.clone()
            }
            _ => {
                index += 1;
                continue;
            }
        };
        let first = lines
            .iter()
            .enumerate()
            .filter(|(at, other)| {
                *at != index
                    && other.size * 1.7 < capital.size
                    && other.x0 >= capital.x1 - 1.0
                    && other.x0 < capital.x1 + capital.size
                    && other.y > capital.y + 0.2 * other.size
                    && other.y < capital.y + capital.size
            })
            .max_by(|left, right| left.1.y.total_cmp(&right.1.y))
            .map(|(at, _)| at);
        let Some(first) = first else {
            index += 1;
            continue;
        };
        let host = &mut lines[first];
        host.words.insert(0, Word { x1: host.x0, level: Level::Base, ..capital });
        host.remeasure();
        lines.remove(index);
    }
}
