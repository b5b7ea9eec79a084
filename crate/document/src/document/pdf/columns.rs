//! One column, two or three: where the gutters of a page are, decided over the whole document.

use std::ops::Range;

use citelight_types::sort::SmallSort;

use super::line::Band;
use super::words::Word;

/// Blank space between two columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gutter {
    pub(super) from: f32,
    pub(super) to: f32,
}

/// The columns of a page: its gutters from the left, two at most.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Columns(Vec<Gutter>);

/// How sure a page is of its columns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Vote {
    pub(super) columns: Columns,
    /// Share of the page's letters that stand in a column beside another one.
    pub(super) beside: f32,
    /// Letters on the page.
    pub(super) letters: usize,
}

/// Gap between words, in ems, from which on they are not on one line of running text.
pub(super) const WIDE_GAP: f32 = 0.9;

/// Gap, in ems, that may be a gutter: columns stand close together in some classes, and stops hang into the gap.
const GUTTER: f32 = 0.7;

/// Letters under which a page says nothing about columns.
const LEAST_LETTERS: usize = 300;

/// Share of letters in either column from which on two columns are believed.
const LEAST_SIDE: f32 = 0.14;

impl Gutter {
    fn middle(self) -> f32 {
        f32::midpoint(self.from, self.to)
    }

    /// Where a row is to be cut: the index of the first word right of the gutter.
    fn cut(self, row: &[Word]) -> Option<usize> {
        let at = row.partition_point(|word| f32::midpoint(word.x0, word.x1) < self.middle());
        let (before, after) = (at.checked_sub(1).and_then(|index| row.get(index)), row.get(at));
        match (before, after) {
            (Some(before), Some(after)) => {
                let gap = after.x0 - before.x1;
                let wide =
                    gap >= WIDE_GAP * before.size.max(after.size) || gap >= 0.75 * (self.to - self.from);
                let clear = before.x1 <= self.to + 1.0 && after.x0 >= self.from - 1.0;
                (wide && clear).then_some(at)
            }
            _ => None,
        }
    }

    /// Whether what ends here stands left of it: ends may hang a little into the gutter.
    fn is_right_of(self, x1: f32) -> bool {
        x1 <= self.to.max(self.middle() + 2.0)
    }

    fn is_left_of(self, x0: f32) -> bool {
        x0 >= self.from.min(self.middle() - 2.0)
    }

    /// A gutter is wider than the space between words.
    fn is_wide(self) -> bool {
        self.to - self.from >= 5.0
    }
}

impl Columns {
    pub(super) fn are_one(&self) -> bool {
        self.0.is_empty()
    }

    /// Where a row is to be cut: the indices of the first words right of gutters.
    pub(super) fn cuts(&self, row: &[Word]) -> Vec<usize> {
        self.0.iter().filter_map(|gutter| gutter.cut(row)).collect()
    }

    /// The band that a line with these ends stands in.
    pub(super) fn band(&self, x0: f32, x1: f32) -> Band {
        match self.0.as_slice() {
            [first, ..] if first.is_right_of(x1) => Band::Left,
            [.., last] if last.is_left_of(x0) => Band::Right,
            [first, last] if first.is_left_of(x0) && last.is_right_of(x1) => Band::Middle,
            _ => Band::Full,
        }
    }

    fn are_wide(&self) -> bool {
        !self.are_one() && self.0.iter().all(|gutter| gutter.is_wide())
    }

    /// Whether they overlap with others, gutter by gutter.
    fn are_near(&self, other: &Self) -> bool {
        let overlap = |(own, other): (&Gutter, &Gutter)| own.from < other.to && other.from < own.to;
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(overlap)
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
pub(super) fn stretches<'w>(rows: impl IntoIterator<Item = &'w Vec<Word>>) -> Vec<Stretch> {
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
    let nothing = Vote { columns: Columns::default(), beside: 0.0, letters };
    if letters < LEAST_LETTERS || !(50.0..20_000.0).contains(&width) {
        return nothing;
    }
    if let Some(columns) = three(stretches, letters) {
        let beside = beside(stretches, &columns, letters);
        return Vote { columns, beside, letters };
    }
    let Some(gutter) = gutter(stretches, letters, 0.3 * width..0.7 * width) else { return nothing };
    let columns = Columns(vec![gutter]);
    let beside = beside(stretches, &columns, letters);
    Vote { columns, beside, letters }
}

/// Share of the letters that cross no gutter.
fn beside(stretches: &[Stretch], columns: &Columns, letters: usize) -> f32 {
    let clear = |stretch: &&Stretch| {
        let is_clear = |gutter: &Gutter| stretch.x1 <= gutter.to + 1.0 || stretch.x0 >= gutter.from - 1.0;
        columns.0.iter().all(is_clear)
    };
    let clear: usize = stretches.iter().filter(clear).map(|stretch| stretch.letters).sum();
    clear as f32 / letters as f32
}

/// The best gutter with its middle in a part of the page, if enough stands on both of its sides.
fn gutter(stretches: &[Stretch], letters: usize, part: Range<f32>) -> Option<Gutter> {
    // Letters over, left of and right of each point of the page.
    let bins =
        stretches.iter().map(|stretch| stretch.x1).fold(part.end, f32::max).clamp(1.0, 20_000.0) as usize + 1;
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
        let inside = x as f32 > part.start && (x as f32) < part.end;
        if !inside || (side as f32) < LEAST_SIDE * letters as f32 {
            continue;
        }
        scores[x] = side * 2 - crossing;
        if best.is_none_or(|(score, _)| scores[x] > score) {
            best = Some((scores[x], x));
        }
    }
    let (score, first) = best?;
    let tolerated = letters as i64 / 100;
    let last = (first..bins).take_while(|x| scores[*x] >= score - tolerated).last().unwrap_or(first);
    Some(Gutter { from: first as f32, to: last as f32 + 1.0 })
}

/// Share of the letters that may cross the gutters of three columns.
const MOST_CROSSING: f32 = 0.3;

/// How far the widths of three columns may be from their mean.
const UNEVEN: f32 = 0.12;

/// Share of the letters that must stand in lines which fill their column: cells of tables do not.
const LEAST_FULL: f32 = 0.5;

/// Three columns of one width, filled with lines.
fn three(stretches: &[Stretch], letters: usize) -> Option<Columns> {
    let (left, right) = edges(stretches, letters)?;
    let width = right - left;
    let at = |share: f32| left + share * width;
    let gutters = [(0.28, 0.38), (0.62, 0.72)].map(|(from, to)| gutter(stretches, letters, at(from)..at(to)));
    let [Some(first), Some(last)] = gutters else { return None };
    let widths = [first.from - left, last.from - first.to, right - last.to];
    let mean = widths.iter().sum::<f32>() / 3.0;
    let columns = Columns(vec![first, last]);
    let is_even = widths.iter().all(|own| (own - mean).abs() < UNEVEN * mean);
    if !is_even || !columns.are_wide() || beside(stretches, &columns, letters) < 1.0 - MOST_CROSSING {
        return None;
    }
    are_filled(stretches, &columns, mean, letters).then_some(columns)
}

/// Left and right edge between which nearly all letters stand.
fn edges(stretches: &[Stretch], letters: usize) -> Option<(f32, f32)> {
    let outside = letters / 50;
    let edge = |mut ends: Vec<(f32, usize)>| {
        let mut passed = 0;
        ends.small_sort_by(|left, right| left.0.total_cmp(&right.0));
        let found = ends.into_iter().find(|(_, letters)| {
            passed += letters;
            passed > outside
        });
        found.map(|(x, _)| x)
    };
    let left = edge(stretches.iter().map(|stretch| (stretch.x0, stretch.letters)).collect())?;
    let right = edge(stretches.iter().map(|stretch| (-stretch.x1, stretch.letters)).collect())?;
    Some((left, -right))
}

/// Whether most letters stand in lines that reach from edge to edge of columns of this width, in each column.
fn are_filled(stretches: &[Stretch], columns: &Columns, width: f32, letters: usize) -> bool {
    let mut full = [0_usize; 3];
    for stretch in stretches.iter().filter(|stretch| stretch.x1 - stretch.x0 > 0.6 * width) {
        match columns.band(stretch.x0, stretch.x1) {
            Band::Left => full[0] += stretch.letters,
            Band::Middle => full[1] += stretch.letters,
            Band::Right => full[2] += stretch.letters,
            Band::Full => {}
        }
    }
    let own = if columns.0.len() == 1 { vec![full[0], full[2]] } else { full.to_vec() };
    let least = 0.4 * LEAST_SIDE * letters as f32;
    own.iter().sum::<usize>() as f32 > LEAST_FULL * letters as f32
        && own.iter().all(|own| *own as f32 > least)
}

/// The columns of every page: what the document as a whole does decides where a page alone is unsure.
pub(super) fn agree(votes: &[Vote]) -> Vec<Columns> {
    let sure: Vec<&Vote> =
        votes.iter().filter(|vote| vote.beside >= 0.7 && vote.columns.are_wide()).collect();
    let counted = votes.iter().filter(|vote| vote.letters >= LEAST_LETTERS).count();
    let usual = [1, 2].into_iter().filter_map(|gutters| {
        let own: Vec<&Columns> =
            sure.iter().map(|vote| &vote.columns).filter(|columns| columns.0.len() == gutters).collect();
        (own.len() * 10 >= counted * 4).then(|| (own.len(), median(&own)))
    });
    let usual = usual.max_by_key(|(pages, _)| *pages).and_then(|(_, columns)| columns);
    votes
        .iter()
        .map(|vote| {
            let own = &vote.columns;
            let is_sure = |beside: f32| vote.beside >= beside && own.are_wide();
            match &usual {
                // A page that is sure keeps its own, as long as it is near the usual one, or has one more.
                Some(usual) if is_sure(0.7) && own.are_near(usual) => own.clone(),
                Some(usual) if is_sure(0.85) && own.0.len() > usual.0.len() => own.clone(),
                Some(usual) => usual.clone(),
                // A list in columns at the end of an article in one.
                None if is_sure(0.85) => own.clone(),
                None => Columns::default(),
            }
        })
        .collect()
}

/// The columns in the middle of these, all of which have as many.
fn median(columns: &[&Columns]) -> Option<Columns> {
    let mut columns = columns.to_vec();
    let place = |columns: &Columns| columns.0.iter().map(|gutter| gutter.middle()).sum::<f32>();
    columns.small_sort_by(|left, right| place(left).total_cmp(&place(right)));
    columns.get(columns.len() / 2).map(|columns| (*columns).clone())
}

/// A part of a page, from a height down, with its own columns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Area {
    /// Baseline of its first row.
    pub(super) top: f32,
    pub(super) columns: Columns,
}

/// Heights that are tried on a page.
const MOST_CUTS: usize = 40;

/// Share of the letters of a list's part of a page that must cross no gutter.
const CLEAR_LIST: f32 = 0.92;

/// Distance of rows, in usual ones, that may part text from a list in more columns.
const APART: f32 = 1.4;

/// The part of a page, from row `first` on, that is set in more columns than the page as a whole: a list of references under
/// text of fewer columns.
pub(super) fn list_area(rows: &[&Vec<Word>], first: usize, whole: &Columns, width: f32) -> Option<Area> {
    let heights: Vec<f32> = rows.iter().map(|row| row.first().map_or(0.0, |word| word.y)).collect();
    let mut gaps: Vec<f32> =
        heights.windows(2).map(|pair| pair[0] - pair[1]).filter(|gap| *gap > 4.0).collect();
    gaps.small_sort_by(f32::total_cmp);
    let usual = gaps.get(gaps.len() / 2).copied()?;
    let is_cut = |row: &usize| {
        *row <= first + 1
            || row.checked_sub(1).is_some_and(|above| heights[above] - heights[*row] > APART * usual)
    };
    let area = |row: usize| {
        let stretches = stretches(rows[row..].iter().copied());
        let vote = vote(&stretches, width);
        let is_sure =
            vote.beside >= CLEAR_LIST && vote.columns.are_wide() && vote.columns.0.len() > whole.0.len();
        let filled = is_sure && {
            let (left, right) = edges(&stretches, vote.letters)?;
            let blank: f32 = vote.columns.0.iter().map(|gutter| gutter.to - gutter.from).sum();
            let width = (right - left - blank) / (vote.columns.0.len() + 1) as f32;
            are_filled(&stretches, &vote.columns, width, vote.letters)
        };
        filled.then(|| (vote.beside, Area { top: heights[row], columns: vote.columns }))
    };
    let areas = (first..rows.len()).filter(is_cut).take(MOST_CUTS).filter_map(area);
    // The surest, and of those the highest.
    areas
        .fold(None, |best: Option<(f32, Area)>, own| match best {
            Some(best) if best.0 + 0.005 >= own.0 => Some(best),
            _ => Some(own),
        })
        .map(|(_, area)| area)
}
