//! Words that were set on a line of their own, moved onto the line that they belong to.

use citelight_types::sort::SmallSort;

use super::line::{Band, Line};
use super::words::{Level, Word};

/// Lines that are looked at on each side of a possible script line.
pub(super) const NEIGHBOURS: usize = 12;

pub(super) fn shares_column(one: Band, other: Band) -> bool {
    one == other || one == Band::Full || other == Band::Full
}

/// Moves words, each (its line, its place there, the line it goes to, its level there).
pub(super) fn move_words(lines: &mut Vec<Line>, moves: &[(usize, usize, usize, Level)]) {
    let mut taken: Vec<Vec<usize>> = vec![Vec::new(); lines.len()];
    let mut incoming: Vec<(usize, Word)> = Vec::new();
    for (index, at, host, level) in moves.iter().copied() {
        taken[index].push(at);
        if let Some(word) = lines[index].words.get(at) {
            incoming.push((host, Word { level, ..word.clone() }));
        }
    }
    for (line, taken) in lines.iter_mut().zip(&taken) {
        if !taken.is_empty() {
            let mut at = 0;
            let mut next = taken.iter().peekable();
            line.words.retain(|_| {
                let gone = next.peek() == Some(&&at);
                if gone {
                    next.next();
                }
                at += 1;
                !gone
            });
        }
    }
    for (host, word) in incoming {
        lines[host].words.push(word);
    }
    lines.retain(|line| !line.words.is_empty());
    for line in lines {
        line.words.small_sort_by(|left, right| left.x0.total_cmp(&right.x0));
        line.remeasure();
    }
}
