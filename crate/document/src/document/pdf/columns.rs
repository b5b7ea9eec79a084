//! One column or two: where the gutter of a page is, decided over the whole document.

use citelight_types::sort::SmallSort;

use super::line::Band;
use super::words::Word;

/// The columns of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Columns {
    One,
    /// Two, with the gutter between these places.
    Two {
        from: f32,
        to: f32,
    },
}

/// How sure a page is of its columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vote {
    pub(super) columns: Columns,
    /// Share of the page's letters that stand in a column beside another one.
    pub(super) beside: f32,
    /// Letters on the page.
    pub(super) letters: usize,
}

/// Gap between words, in ems, from which on they are not on one line of running text.
const WIDE_GAP: f32 = 0.9;

/// Gap, in ems, that may be a gutter: columns stand close together in some classes, and stops hang into the gap.
const GUTTER: f32 = 0.7;

/// Letters under which a page says nothing about columns.
const LEAST_LETTERS: usize = 300;

/// Share of letters in either column from which on two columns are believed.
const LEAST_SIDE: f32 = 0.14;

impl Columns {
    /// Where a row is to be cut: the index of the first word right of the gutter.
    pub(super) fn cut(&self, row: &[Word]) -> Option<usize> {
        let Self::Two { from, to } = *self else { return None };
        let middle = f32::midpoint(from, to);
        let at = row.partition_point(|word| f32::midpoint(word.x0, word.x1) < middle);
        let (before, after) = (at.checked_sub(1).and_then(|index| row.get(index)), row.get(at));
        match (before, after) {
            (Some(before), Some(after)) => {
                let gap = after.x0 - before.x1;
                let wide = gap >= WIDE_GAP * before.size.max(after.size) || gap >= 0.75 * (to - from);
                let clear = before.x1 <= to + 1.0 && after.x0 >= from - 1.0;
                (wide && clear).then_some(at)
            }
            _ => None,
        }
    }

    /// The band that a line with these ends stands in.
    pub(super) fn band(&self, x0: f32, x1: f32) -> Band {
        let Self::Two { from, to } = *self else { return Band::Full };
        let middle = f32::midpoint(from, to);
        // Ends may hang a little into the gutter.
        if x1 <= to.max(middle + 2.0) {
            Band::Left
        } else if x0 >= from.min(middle - 2.0) {
            Band::Right
        } else {
            Band::Full
        }
    }
}

/// A stretch of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) x0: f32,
    pub(super) x1: f32,
    pub(super) letters: usize,
}

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

/// What a page's stretches say about its columns.
pub(super) fn vote(stretches: &[Stretch], width: f32) -> Vote {
    let letters: usize = stretches.iter().map(|stretch| stretch.letters).sum();
    let nothing = Vote { columns: Columns::One, beside: 0.0, letters };
    if letters < LEAST_LETTERS || !(50.0..20_000.0).contains(&width) {
        return nothing;
    }
    // Letters over, left of and right of each point of the page.
    let bins = width as usize + 1;
    let (mut over, mut ends, mut starts) =
        (vec![0_i64; bins + 1], vec![0_i64; bins + 1], vec![0_i64; bins + 1]);
    let bin = |x: f32| (x.max(0.0) as usize).min(bins - 1);
    for stretch in stretches {
        let letters = stretch.letters as i64;
        over[bin(stretch.x0)] += letters;
        over[bin(stretch.x1) + 1] -= letters;
        ends[bin(stretch.x1)] += letters;
        starts[bin(stretch.x0)] += letters;
    }
    let (mut crossing, mut left, mut started) = (0_i64, 0_i64, 0_i64);
    let mut best: Option<(i64, usize)> = None;
    let mut scores = vec![i64::MIN; bins];
    for x in 0..bins {
        crossing += over[x];
        started += starts[x];
        let right = letters as i64 - started;
        let side = left.min(right);
        left += ends[x];
        let inside = x as f32 > 0.3 * width && (x as f32) < 0.7 * width;
        if !inside || (side as f32) < LEAST_SIDE * letters as f32 {
            continue;
        }
        scores[x] = side * 2 - crossing;
        if best.is_none_or(|(score, _)| scores[x] > score) {
            best = Some((scores[x], x));
        }
    }
    let Some((score, first)) = best else { return nothing };
    let tolerated = letters as i64 / 100;
    let last = (first..bins).take_while(|x| scores[*x] >= score - tolerated).last().unwrap_or(first);
    let columns = Columns::Two { from: first as f32, to: last as f32 + 1.0 };
    let beside: usize = stretches
        .iter()
        .filter(|stretch| stretch.x1 <= last as f32 + 2.0 || stretch.x0 >= first as f32 - 1.0)
        .map(|stretch| stretch.letters)
        .sum();
    Vote { columns, beside: beside as f32 / letters as f32, letters }
}

/// The columns of every page: what the document as a whole does decides where a page alone is unsure.
pub(super) fn agree(votes: &[Vote]) -> Vec<Columns> {
    let sure: Vec<&Vote> =
        votes.iter().filter(|vote| vote.beside >= 0.7 && is_gutter(vote.columns)).collect();
    let counted = votes.iter().filter(|vote| vote.letters >= LEAST_LETTERS).count();
    let mut middles: Vec<(f32, f32)> = sure
        .iter()
        .filter_map(|vote| match vote.columns {
            Columns::Two { from, to } => Some((from, to)),
            Columns::One => None,
        })
        .collect();
    middles.small_sort_by(|left, right| (left.0 + left.1).total_cmp(&(right.0 + right.1)));
    let usual = middles.get(middles.len() / 2).copied();
    let two = sure.len() * 10 >= counted * 4 && !sure.is_empty();
    votes
        .iter()
        .map(|vote| match (vote.columns, usual) {
            // A page that is sure keeps its own, as long as it is near the usual one.
            (Columns::Two { from, to }, Some((usual_from, usual_to))) if two => {
                let near = from < usual_to && usual_from < to;
                if vote.beside >= 0.7 && near && is_gutter(vote.columns) {
                    vote.columns
                } else {
                    Columns::Two { from: usual_from, to: usual_to }
                }
            }
            (Columns::One, Some((from, to))) if two => Columns::Two { from, to },
            // A list in two columns at the end of an article in one.
            (Columns::Two { .. }, _) if vote.beside >= 0.85 && is_gutter(vote.columns) => vote.columns,
            _ => Columns::One,
        })
        .collect()
}

/// A gutter is wider than the space between words.
fn is_gutter(columns: Columns) -> bool {
    matches!(columns, Columns::Two { from, to } if to - from >= 5.0)
}
