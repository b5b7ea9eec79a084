//! A document cut into the passages that a search ranks.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Document;
use crate::citation::Reference;
use crate::markup::BlockKind;
use citelight_types::finding::Extent;

/// The text of a work in passages, with where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentedText {
    /// Where the text came from, to be shown.
    pub origin: String,
    /// Whole text or abstract.
    pub extent: Extent,
    /// Whether stretches of the text are known to be missing: what it does not say may stand there.
    pub has_gaps: bool,
    /// Its passages in reading order.
    pub passages: Vec<Passage>,
    /// Its reference list, as far as its passages cite it.
    pub references: Vec<CitedEntry>,
}

/// An entry of a source's own reference list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedEntry {
    /// Its text, without the label.
    pub text: String,
    /// Title of the work, where the entry was parsed.
    pub title: Option<String>,
    /// Its DOI.
    pub doi: Option<String>,
}

impl CitedEntry {
    fn of(reference: &Reference) -> Self {
        Self {
            text: reference.raw.clone(),
            title: reference.title.clone(),
            doi: reference.identifiers.doi.clone(),
        }
    }
}

/// A paragraph of a source, or a stretch of a long one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Its text.
    pub text: String,
    /// Sentences as byte ranges of `text`.
    pub sentences: Vec<Range<usize>>,
    /// For each sentence what it cites: indices into [`SegmentedText::references`].
    pub cites: Vec<Vec<usize>>,
    /// Headings above it, outermost first.
    pub section: Vec<String>,
    /// Paragraph within the section, from 1.
    pub paragraph: u32,
    /// Number of its first sentence within the paragraph, from 1.
    pub first_sentence: u32,
}

/// Words over which a paragraph is split: about the bi-encoder's window of 256 word pieces (its model card).
pub const PASSAGE_WORDS: usize = 180;

impl SegmentedText {
    /// Segments a parsed source: running text, captions and tables; no headings, no formulas alone, no reference list.
    pub fn of(document: &Document, origin: impl Into<String>, extent: Extent) -> Self {
        let mut passages = Vec::new();
        let mut references = References::default();
        let mut place: (&[String], u32) = (&[], 0);
        for (number, block) in document.blocks.iter().enumerate() {
            if matches!(block.kind, BlockKind::Heading(_) | BlockKind::Math) || block.text.trim().is_empty() {
                continue;
            }
            place = if place.0 == block.section { (place.0, place.1 + 1) } else { (&block.section, 1) };
            let whole = vec![0..block.text.len()];
            let sentences = if block.sentences.is_empty() { &whole } else { &block.sentences };
            let sentences = &statements(&block.text, sentences);
            let cites: Vec<Vec<usize>> =
                sentences.iter().map(|sentence| references.cited(document, number, sentence)).collect();
            split(&block.text, sentences, |range, first| {
                let cites = cites[range.clone()].to_vec();
                passages.push(Passage::cut(&block.text, &sentences[range], cites, place.0, place.1, first));
            });
        }
        let has_gaps = document.has_gaps();
        Self { origin: origin.into(), extent, has_gaps, passages, references: references.entries }
    }
}

/// The entries that were cited so far, each once.
#[derive(Default)]
struct References {
    entries: Vec<CitedEntry>,
    /// Where an entry of the document's list stands among them.
    places: BTreeMap<usize, usize>,
}

impl References {
    /// What a stretch of a block cites.
    fn cited(&mut self, document: &Document, block: usize, range: &Range<usize>) -> Vec<usize> {
        let mut cited = Vec::new();
        for &reference in
            document.citations_within(block, range).iter().flat_map(|citation| &citation.references)
        {
            let Some(entry) = document.references.get(reference) else { continue };
            let entries = &mut self.entries;
            let place = *self.places.entry(reference).or_insert_with(|| {
                entries.push(CitedEntry::of(entry));
                entries.len() - 1
            });
            if !cited.contains(&place) {
                cited.push(place);
            }
        }
        cited
    }
}

/// Sentences, parted at semicolons: "A fell with the soft ball; B fell with the hard one" says two things, and words of
/// both together would seem to say a third.
fn statements(text: &str, sentences: &[Range<usize>]) -> Vec<Range<usize>> {
    /// Words that a part must have to say something by itself.
    const LEAST_WORDS: usize = 5;
    let says_something = |range: &Range<usize>| {
        text.get(range.clone()).is_some_and(|part| part.split_whitespace().nth(LEAST_WORDS - 1).is_some())
    };
    let mut statements = Vec::new();
    for sentence in sentences {
        let mut start = sentence.start;
        let whole = text.get(sentence.clone()).unwrap_or_default();
        let stops = whole.match_indices("; ").filter(outside_brackets(whole));
        for stop in stops.map(|(at, _)| sentence.start + at + "; ".len()) {
            if says_something(&(start..stop)) && says_something(&(stop..sentence.end)) {
                statements.push(start..stop);
                start = stop;
            }
        }
        statements.push(start..sentence.end);
    }
    statements
}

/// Whether places of a text, asked in their order, stand outside of brackets: "(Sigma; St Louis, MO)", "(Smith, 2001; Lee,
/// 2004)" part nothing.
fn outside_brackets(text: &str) -> impl FnMut(&(usize, &str)) -> bool {
    let (mut read, mut open) = (0, 0_i64);
    move |(at, _)| {
        for byte in text.bytes().take(*at).skip(read) {
            open += i64::from(matches!(byte, b'(' | b'[')) - i64::from(matches!(byte, b')' | b']'));
        }
        read = *at;
        open <= 0
    }
}

/// Splits sentences into stretches of at most [`PASSAGE_WORDS`] words, overlapping by one sentence.
fn split(text: &str, sentences: &[Range<usize>], mut emit: impl FnMut(Range<usize>, usize)) {
    let count = |range: &Range<usize>| text.get(range.clone()).map_or(0, |s| s.split_whitespace().count());
    let mut start = 0;
    while start < sentences.len() {
        let mut words = 0;
        let mut end = start;
        while end < sentences.len() && (end == start || words + count(&sentences[end]) <= PASSAGE_WORDS) {
            words += count(&sentences[end]);
            end += 1;
        }
        emit(start..end, start);
        if end == sentences.len() {
            break;
        }
        start = if end - start > 1 { end - 1 } else { end };
    }
}

impl Passage {
    fn cut(
        text: &str,
        sentences: &[Range<usize>],
        cites: Vec<Vec<usize>>,
        section: &[String],
        paragraph: u32,
        first: usize,
    ) -> Self {
        let start = sentences.first().map_or(0, |range| range.start);
        let end = sentences.last().map_or(text.len(), |range| range.end);
        Self {
            text: text.get(start..end).unwrap_or_default().to_owned(),
            sentences: sentences.iter().map(|range| range.start - start..range.end - start).collect(),
            cites,
            section: section.to_vec(),
            paragraph,
            first_sentence: u32::try_from(first + 1).unwrap_or(u32::MAX),
        }
    }

    /// The text of sentence `index`.
    pub fn sentence(&self, index: usize) -> &str {
        self.sentences.get(index).and_then(|range| self.text.get(range.clone())).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted(text: &str) -> Vec<&str> {
        statements(text, &[0..text.len()]).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn sentences_are_parted_at_semicolons_but_not_within_brackets() {
        let two = "Activity fell with the soft ball; it rose again with the hard one.";
        assert_eq!(parted(two), ["Activity fell with the soft ball; ", "it rose again with the hard one."]);
        for one in [
            "The cells were incubated with 10 μM of the dye (Sigma; St Louis, MO) at 37°C for 15 min.",
            "Activity fell in both groups of adults (Smith and Lee, 2001; Miller and others, 2004) after the meal.",
        ] {
            assert_eq!(parted(one), [one]);
        }
    }
}
