//! Superscripts and subscripts, put back onto their lines.

use super::line::Line;
use super::move_words::{NEIGHBOURS, move_words, shares_column};
use super::words::{Level, Word};

/// How far up or down scripts may be, in sizes of their line.
const RAISED: std::ops::Range<f32> = 0.03..0.85;
const LOWERED: std::ops::Range<f32> = 0.03..0.6;

/// Scripts are at most this large, in sizes of their line.
const SCRIPT_SIZE: f32 = 0.86;

/// Words of a line beyond which it is none: what was drawn over itself again and again has no scripts.
const LONGEST_LINE: usize = 200;

/// Moves raised and lowered small words onto the lines they belong to.
pub(super) fn attach(lines: &mut Vec<Line>) {
    let mut moves: Vec<(usize, usize, usize, Level)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let from = index.saturating_sub(NEIGHBOURS);
        let to = (index + NEIGHBOURS + 1).min(lines.len());
        // A line of small print is no script of the larger line beside it.
        if line.words.len() > LONGEST_LINE || line.prose_words() >= 3 {
            continue;
        }
        for (at, word) in line.words.iter().enumerate() {
            let hosts = || {
                (from..to)
                    .filter(|host| *host != index && shares_column(line.band, lines[*host].band))
                    .filter(|host| lines[*host].words.len() <= LONGEST_LINE)
                    .filter_map(|host| {
                        let (level, distance) = script_of(word, &lines[host])?;
                        Some((host, level, distance))
                    })
            };
            // A script of a script belongs to the base line too: the largest hosts are meant.
            let largest = hosts().map(|(host, ..)| lines[host].size).fold(0.0, f32::max);
            let host = hosts()
                .filter(|(host, ..)| lines[*host].size > 0.93 * largest)
                .min_by(|left, right| left.2.total_cmp(&right.2));
            if let Some((host, level, _)) = host {
                moves.push((index, at, host, level));
            }
        }
    }
    move_words(lines, &moves);
}

/// Whether `word` is a script of `line`, and how far from the usual height.
fn script_of(word: &Word, line: &Line) -> Option<(Level, f32)> {
    if word.size > SCRIPT_SIZE * line.size {
        return None;
    }
    let rise = (word.y - line.y) / line.size;
    let level = if RAISED.contains(&rise) {
        Level::Superscript
    } else if LOWERED.contains(&-rise) {
        Level::Subscript
    } else {
        return None;
    };
    // A word ends or begins right beside it, and none stands in its way.
    let slack = 0.35 * line.size;
    let beside = line.words.iter().any(|own| {
        own.size * SCRIPT_SIZE >= word.size
            && ((word.x0 - own.x1).abs() < slack || (own.x0 - word.x1).abs() < slack)
    });
    let chained = word.x0 > line.x0 - slack && word.x0 < line.x1 + 2.5 * line.size;
    let over = line.words.iter().any(|own| {
        own.size * SCRIPT_SIZE >= word.size
            && own.text.chars().count() > 1
            && word.x0.max(own.x0) + 0.5 * word.size.min(own.size) < word.x1.min(own.x1)
    });
    let usual = if level == Level::Superscript { 0.37 } else { 0.16 };
    ((beside || chained) && !over)
        .then_some((level, (rise.abs() - usual).abs() + if beside { 0.0 } else { 1.0 }))
}
