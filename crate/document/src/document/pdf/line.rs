//! A line of text, and where it stands across its page.

use super::words::{Level, Word};

/// Where a line stands across the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Band {
    /// Over the whole width, or the only column.
    #[default]
    Full,
    Left,
    /// Between two other columns.
    Middle,
    Right,
}

impl Band {
    /// The columns, from the left.
    pub(super) const COLUMNS: [Self; 3] = [Self::Left, Self::Middle, Self::Right];
    pub(super) const ALL: [Self; 4] = [Self::Full, Self::Left, Self::Middle, Self::Right];
}

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

impl Line {
    pub(super) fn new(page: u32, words: Vec<Word>) -> Self {
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
