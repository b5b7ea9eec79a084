//! Windows: W consecutive sentences of a passage, the premises of NLI (BibAgent, section 3.2).

use super::lexical::SentenceHit;
use super::retrieve::RankedPassage;
use super::source_text::SourceText;
use citelight_types::settings::Settings;
use citelight_types::sort::SmallSort;

/// A stretch of consecutive sentences of one passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Window {
    /// Index of the passage.
    pub passage: usize,
    /// First sentence.
    pub first: usize,
    /// One past the last sentence.
    pub end: usize,
}

impl Window {
    /// The window of one sentence.
    pub fn single(passage: usize, sentence: usize) -> Self {
        Self { passage, first: sentence, end: sentence + 1 }
    }

    /// Its text, unchanged.
    pub fn text(self, source: &SourceText) -> &str {
        let Some(passage) = source.passages.get(self.passage) else { return "" };
        let bytes = passage.sentences.get(self.first).zip(passage.sentences.get(self.end.saturating_sub(1)));
        bytes.and_then(|(first, last)| passage.text.get(first.start..last.end)).unwrap_or_default()
    }

    /// Whether it holds a sentence.
    pub fn holds(self, passage: usize, sentence: usize) -> bool {
        self.passage == passage && (self.first..self.end).contains(&sentence)
    }
}

/// Windows of the kept passages, nearest to the claim first, and how many there were before the cut.
pub fn windows(
    source: &SourceText,
    passages: &[RankedPassage],
    sentences: &[SentenceHit],
    settings: &Settings,
) -> (Vec<Window>, usize) {
    let width = settings.window_sentences.max(1);
    let mut scored: Vec<(f64, Window)> = Vec::new();
    for ranked in passages {
        let count = source.passages[ranked.passage].sentences.len();
        for first in 0..count.saturating_sub(width - 1).max(1) {
            let window = Window { passage: ranked.passage, first, end: (first + width).min(count) };
            let held = sentences.iter().filter(|hit| window.holds(hit.passage, hit.sentence));
            // The best sentence ranks the window; its neighbours' words break ties between windows that share it.
            let best = held.clone().map(|hit| hit.coverage).fold(0.0, f64::max);
            let sum: f64 = held.map(|hit| hit.coverage).sum();
            scored.push((best + 0.1 * sum + 0.1 * ranked.similarity.unwrap_or(0.0), window));
        }
    }
    scored.small_sort_by(|(a, one), (b, other)| b.total_cmp(a).then(one.cmp(other)));
    let all = scored.len();
    scored.truncate(settings.max_windows);
    (scored.into_iter().map(|(_, window)| window).collect(), all)
}
