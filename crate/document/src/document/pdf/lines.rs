//! From words to lines in reading order: rows by baseline, columns by the gutters between them, raised and lowered
//! words put back onto the lines they belong to.

use super::columns::{Band, Columns};
use super::symbols;
use super::words::{Level, Word};

/// A line of text in one column.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) page: u32,
    /// From left to right.
    pub(super) words: Vec<Word>,
    pub(super) x0: f32,
    pub(super) x1: f32,
    /// The baseline.
    pub(super) y: f32,
    /// The size of most of its letters.
    pub(super) size: f32,
    pub(super) band: Band,
    /// Left and right edge of the column it stands in.
    pub(super) left: f32,
    pub(super) right: f32,
    /// Stands beside other text and is read after what reaches down to this height.
    pub(super) after: Option<f32>,
}

/// Gap between words, in ems, from which on they are not on one line of running text.
pub(super) const WIDE_GAP: f32 = 0.9;

impl Line {
    fn new(page: u32, words: Vec<Word>) -> Self {
        let mut line = Self { page, words, ..Self::default() };
        line.remeasure();
        line
    }

    /// Brings ends, baseline and size up to date with the words.
    pub(super) fn remeasure(&mut self) {
        self.x0 = self.words.iter().map(|word| word.x0).fold(f32::INFINITY, f32::min);
        self.x1 = self.words.iter().map(|word| word.x1).fold(f32::NEG_INFINITY, f32::max);
        let base = self.words.iter().filter(|word| word.level == Level::Base);
        if let Some(main) = base.max_by_key(|word| word.text.chars().filter(|c| c.is_alphanumeric()).count())
        {
            self.y = main.y;
        }
        self.size = main_size(&self.words);
    }

    /// The words as a reader sees them.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (index, word) in self.words.iter().enumerate() {
            if index > 0 && self.parted(index) {
                text.push(' ');
            }
            text.push_str(&word.text);
        }
        text
    }

    /// Whether white space stands between word `index` and the one before.
    pub(super) fn parted(&self, index: usize) -> bool {
        let (Some(before), Some(word)) =
            (index.checked_sub(1).and_then(|at| self.words.get(at)), self.words.get(index))
        else {
            return false;
        };
        if word.item == before.item {
            return word.spaced;
        }
        let gap = word.x0 - before.x1;
        // Small letters of small capitals and markers stand near, words do not.
        gap > 0.14 * before.size.max(word.size).min(self.size.max(1.0))
    }

    /// Share of letters for which `is` holds.
    pub(super) fn share(&self, is: impl Fn(&Word) -> bool) -> f32 {
        let count = |word: &Word| word.text.chars().count();
        let all: usize = self.words.iter().map(count).sum();
        let those: usize = self.words.iter().filter(|word| is(word)).map(count).sum();
        if all == 0 { 0.0 } else { those as f32 / all as f32 }
    }

    /// Stretches of words between wide gaps.
    pub(super) fn cells(&self) -> usize {
        let wide = self.words.windows(2).filter(|pair| pair[1].x0 - pair[0].x1 > 1.5 * self.size).count();
        wide + 1
    }

    /// Words of running text: letters only, three or more.
    pub(super) fn prose_words(&self) -> usize {
        self.words
            .iter()
            .filter(|word| {
                let bare = word.text.trim_matches(|c: char| !c.is_alphanumeric());
                !word.font.math
                    && bare.chars().count() >= 3
                    && bare.chars().all(|c| c.is_alphabetic() || c == '-')
            })
            .count()
    }

    pub(super) fn is_bold(&self) -> bool {
        self.share(|word| word.font.bold) > 0.6
    }

    /// Indentation in ems.
    pub(super) fn indent(&self) -> f32 {
        (self.x0 - self.left) / self.size.max(1.0)
    }

    /// Room left at its end, in ems.
    pub(super) fn slack(&self) -> f32 {
        (self.right - self.x1) / self.size.max(1.0)
    }
}

/// The size of most letters. Small ones count for more: capitals may be small capitals.
fn main_size(words: &[Word]) -> f32 {
    let mut sizes: Vec<(f32, usize)> = Vec::new();
    for word in words.iter().filter(|word| word.level == Level::Base) {
        let letters = 1 + word.text.chars().map(|c| if c.is_lowercase() { 4 } else { 1 }).sum::<usize>();
        match sizes.iter_mut().take(12).find(|(size, _)| (size - word.size).abs() < 0.3) {
            Some((_, count)) => *count += letters,
            None => sizes.push((word.size, letters)),
        }
    }
    let most = sizes.iter().max_by(|left, right| left.1.cmp(&right.1).then(left.0.total_cmp(&right.0)));
    most.map_or(0.0, |(size, _)| *size)
}

/// Words of one page as rows: one baseline each, from above, words from the left.
pub(super) fn rows(mut words: Vec<Word>) -> Vec<Vec<Word>> {
    words.sort_by(|left, right| right.y.total_cmp(&left.y).then(left.x0.total_cmp(&right.x0)));
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
        row.sort_by(|left, right| left.x0.total_cmp(&right.x0));
    }
    rows
}

/// Gap, in ems, that may be a gutter: columns stand close together in some classes, and stops hang into the gap.
const GUTTER: f32 = 0.7;

/// Stretches of rows without a wide gap, for finding the columns.
pub(super) fn stretches(rows: &[Vec<Word>]) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    for row in rows {
        let mut open: Option<Stretch> = None;
        for word in row {
            let letters = word.text.chars().count();
            match &mut open {
                Some(stretch) if word.x0 - stretch.x1 <= GUTTER * word.size => {
                    stretch.x1 = stretch.x1.max(word.x1);
                    stretch.letters += letters;
                }
                _ => {
                    found.extend(open.take());
                    open = Some(Stretch { x0: word.x0, x1: word.x1, letters });
                }
            }
        }
        found.extend(open);
    }
    found
}

/// A stretch of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) x0: f32,
    pub(super) x1: f32,
    pub(super) letters: usize,
}

/// Cuts rows at the gutter and puts the lines in reading order.
pub(super) fn lines(page: u32, rows: Vec<Vec<Word>>, columns: &Columns) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for row in rows {
        match columns.cut(&row) {
            Some(at) => {
                let mut row = row;
                let right = row.split_off(at);
                for part in [row, right] {
                    if !part.is_empty() {
                        lines.push(Line::new(page, part));
                    }
                }
            }
            None => lines.push(Line::new(page, row)),
        }
    }
    for line in &mut lines {
        line.band = columns.band(line.x0, line.x1);
    }
    symbols::attach(&mut lines);
    attach_scripts(&mut lines);
    drop_capitals(&mut lines);
    lines
}

/// How far up or down scripts may be, in sizes of their line.
const RAISED: std::ops::Range<f32> = 0.03..0.85;
const LOWERED: std::ops::Range<f32> = 0.03..0.6;

/// Scripts are at most this large, in sizes of their line.
const SCRIPT_SIZE: f32 = 0.86;

/// Words of a line beyond which it is none: what was drawn over itself again and again has no scripts.
const LONGEST_LINE: usize = 200;

/// Lines that are looked at on each side of a possible script line.
pub(super) const NEIGHBOURS: usize = 12;

/// Moves raised and lowered small words onto the lines they belong to.
fn attach_scripts(lines: &mut Vec<Line>) {
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
        line.words.sort_by(|left, right| left.x0.total_cmp(&right.x0));
        line.remeasure();
    }
}

pub(super) fn shares_column(one: Band, other: Band) -> bool {
    one == other || one == Band::Full || other == Band::Full
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
