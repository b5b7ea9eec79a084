//! Mathematical signs of a line that are drawn off its baseline: roots, sums and tall brackets hang from where they are
//! drawn, arrows and hats float over their letters. Left alone they would be lines of their own and part the text.

use super::line::Line;
use super::move_words::{NEIGHBOURS, move_words, shares_column};
use super::words::{Level, Word};

/// How far above the baseline of its line a sign may be drawn, in sizes of the line; a hanging one, another one.
const HANGING: std::ops::Range<f32> = 0.3..1.5;
const FLOATING: std::ops::Range<f32> = 0.02..0.6;

/// Letters that a sign may have: `√`, `(`, `∑∑`.
const LONGEST: usize = 2;

/// Words of a line that holds nothing but such signs, at most.
const MOST_SIGNS: usize = 8;

/// Moves such signs onto their lines.
pub(super) fn attach(lines: &mut Vec<Line>) {
    let mut moves: Vec<(usize, usize, usize, Level)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if line.words.len() > MOST_SIGNS || !line.words.iter().all(is_sign) {
            continue;
        }
        let from = index.saturating_sub(NEIGHBOURS);
        let to = (index + NEIGHBOURS + 1).min(lines.len());
        for (at, word) in line.words.iter().enumerate() {
            let host = (from..to)
                .filter(|host| *host != index && shares_column(line.band, lines[*host].band))
                .filter_map(|host| Some((host, distance(word, &lines[host])?)))
                .min_by(|left, right| left.1.total_cmp(&right.1));
            if let Some((host, _)) = host {
                moves.push((index, at, host, Level::Base));
            }
        }
    }
    if !moves.is_empty() {
        move_words(lines, &moves);
    }
}

/// Whether a word is one mathematical sign. Fonts of large signs often have no table of characters: `∑` is read as `P`.
fn is_sign(word: &Word) -> bool {
    word.font.math
        && word.text.chars().count() <= LONGEST
        && (word.font.hanging || !word.text.contains(|c: char| c.is_ascii_alphanumeric()))
}

fn floats(word: &Word) -> bool {
    word.text.chars().all(|c| {
        unicode_normalization::char::is_combining_mark(c)
            || matches!(c, 'ˆ' | '˜' | '¯' | '˙' | '¨' | '´' | '`' | 'ˇ' | '˘' | '→' | '^' | '~')
    })
}

fn hangs(word: &Word) -> bool {
    word.font.hanging || word.text.starts_with('√')
}

/// How far a sign is from where signs of `line` are drawn, if it may be one of them: it stands between the line's words,
/// or floats over one of them.
fn distance(word: &Word, line: &Line) -> Option<f32> {
    if line.prose_words() == 0 || word.size > 2.0 * line.size {
        return None;
    }
    let rise = (word.y - line.y) / line.size.max(1.0);
    let (reach, usual) = if hangs(word) {
        (HANGING, 0.8)
    } else if floats(word) {
        (FLOATING, 0.2)
    } else {
        return None;
    };
    let beside = word.x0 > line.x0 - line.size && word.x1 < line.x1 + line.size;
    let middle = f32::midpoint(word.x0, word.x1);
    let over = line.words.iter().any(|own| own.x0 + 0.5 < middle && middle < own.x1 - 0.5);
    (reach.contains(&rise) && beside && (floats(word) || !over)).then_some((rise - usual).abs())
}
