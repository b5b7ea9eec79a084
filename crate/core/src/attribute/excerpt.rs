//! The excerpt: a sentence with the mark of the wanted citation, and its neighbours.

use std::ops::Range;

use citelight_document::document::Document;
use citelight_document::document::sentences::sentences;
use citelight_document::markup::Block;
use citelight_types::identifiers::Identifiers;
use citelight_types::sort::SmallSort;
use citelight_verify::claim::masking::{MARK, MARKS, NEIGHBOUR, masked, spaced, unmarked};

/// Characters of an excerpt that are read; a longer one is cut around its mark.
const LONGEST: usize = 4_000;

/// Why a text is no excerpt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExcerptError {
    /// The mark is missing.
    #[error("the excerpt does not say which citation is wanted; write [CITATION] in its place")]
    NoMark,
    /// There is nothing but the mark.
    #[error("the excerpt holds nothing but its mark; give the sentence around the citation")]
    NoText,
}

/// A sentence of which one citation's source is wanted. Neighbouring citations are masked: half of CiteAgent's errors
/// came from following those (CiteME, section 5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The sentences before, as far as known.
    pub before: String,
    /// The sentence with [`MARK`].
    pub sentence: String,
    /// The sentences after.
    pub after: String,
    /// How many marks the excerpt bears: several citations in one place are wanted at once.
    pub marks: usize,
    /// The paper it stands in.
    pub paper: CitingPaper,
}

/// What is known of the paper that an excerpt stands in: later works and the paper itself are never its source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CitingPaper {
    /// Title.
    pub title: Option<String>,
    /// Year of publication.
    pub year: Option<i32>,
    /// Identifiers.
    pub identifiers: Identifiers,
}

impl Excerpt {
    /// Reads an excerpt that bears [`MARK`].
    ///
    /// # Errors
    /// [`ExcerptError`] if there is no mark, or nothing else.
    pub fn parse(text: &str, paper: CitingPaper) -> Result<Self, ExcerptError> {
        let marked = MARKS.replace_all(text, MARK);
        let at = marked.find(MARK).ok_or(ExcerptError::NoMark)?;
        let marks = marked.matches(MARK).count();
        let text = masked(around(&marked, at));
        if !text.replace(MARK, "").chars().any(char::is_alphabetic) {
            return Err(ExcerptError::NoText);
        }
        let at = text.find(MARK).ok_or(ExcerptError::NoMark)?;
        let ranges = sentences(&text, &[]);
        let own = ranges.iter().find(|range| range.contains(&at)).cloned().unwrap_or(0..text.len());
        Ok(Self::cut(&text, own, marks, paper))
    }

    /// The excerpt around a citation of a document: its sentence, and those next to it in the paragraph. None if the
    /// document has no such citation, or no text around it.
    pub fn of_citation(document: &Document, citation: usize) -> Option<Self> {
        let wanted = document.citations.get(citation)?;
        let block = document.blocks.get(wanted.block)?;
        let paper = CitingPaper {
            title: document.title.clone(),
            year: document.year,
            identifiers: document.identifiers.clone(),
        };
        let near = wanted.sentence.saturating_sub(1)..=wanted.sentence + 1;
        let mut text = String::new();
        let mut own = 0..0;
        for index in near {
            let Some(sentence) = block.sentences.get(index) else { continue };
            let start = text.len();
            text.push_str(&masked_within(document, block, sentence, citation)?);
            if index == wanted.sentence {
                own = start..text.len();
            }
            text.push(' ');
        }
        text.get(own.clone())?.contains(MARK).then(|| Self::cut(&text, own, 1, paper))
    }

    fn cut(text: &str, own: Range<usize>, marks: usize, paper: CitingPaper) -> Self {
        let part = |range: Range<usize>| spaced(text.get(range).unwrap_or_default());
        Self {
            before: part(0..own.start),
            sentence: part(own.clone()),
            after: part(own.end..text.len()),
            marks,
            paper,
        }
    }

    /// The whole excerpt, with its mark.
    pub fn text(&self) -> String {
        spaced(&format!("{} {} {}", self.before, self.sentence, self.after))
    }

    /// The whole excerpt without its mark and what masks others.
    pub fn plain(&self) -> String {
        unmarked(&self.text())
    }

    /// The sentence alone without its mark.
    pub fn plain_sentence(&self) -> String {
        unmarked(&self.sentence)
    }
}

/// At most [`LONGEST`] characters around a byte.
fn around(text: &str, at: usize) -> &str {
    let start = text.get(..at).unwrap_or_default().char_indices().rev().take(LONGEST / 2).last();
    let end = text.get(at..).unwrap_or_default().char_indices().nth(LONGEST / 2);
    let (start, end) = (start.map_or(at, |(start, _)| start), end.map_or(text.len(), |(end, _)| at + end));
    text.get(start..end).unwrap_or(text)
}

/// A sentence of a block: the wanted citation as [`MARK`], all others masked.
fn masked_within(
    document: &Document,
    block: &Block,
    sentence: &Range<usize>,
    wanted: usize,
) -> Option<String> {
    let own = document.citations.get(wanted)?.block;
    let mut masks: Vec<(Range<usize>, &str)> = document
        .citations
        .iter()
        .enumerate()
        .filter(|(_, citation)| citation.block == own)
        .map(|(index, citation)| (citation.range.clone(), if index == wanted { MARK } else { NEIGHBOUR }))
        .filter(|(range, _)| range.start < sentence.end && sentence.start < range.end)
        .collect();
    // Where two citations share text the wanted one is shown.
    masks.small_sort_by_key(|(range, mask)| (range.start, *mask == NEIGHBOUR));
    let mut text = String::new();
    let mut at = sentence.start;
    for (range, mask) in masks {
        if range.start < at && mask == NEIGHBOUR {
            continue;
        }
        text.push_str(block.text.get(at..range.start.max(at)).unwrap_or_default());
        text.push(' ');
        text.push_str(mask);
        text.push(' ');
        at = at.max(range.end.min(sentence.end));
    }
    text.push_str(block.text.get(at..sentence.end).unwrap_or_default());
    Some(masked(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Excerpt {
        Excerpt::parse(text, CitingPaper::default()).unwrap()
    }

    #[test]
    fn citations_of_neighbours_are_masked_with_their_names() {
        for text in [
            "Unlike BERT (Devlin et al., 2019), the Transformer of [CITATION] relies on attention alone [3, 5–7].",
            "Unlike BERT [Dev19], the Transformer of [CITATION] relies on attention alone \\citep[see][]{vaswani}.",
            "Unlike BERT Devlin and Chang (2019), the Transformer of [CITATION] relies on attention alone (see Lee, 2018; Li 2017a).",
            "Unlike BERT [@devlin, p. 3], the Transformer of [CITATION] relies on attention alone [Smith et al., 2020].",
        ] {
            let expected = "Unlike BERT [·] the Transformer of [CITATION] relies on attention alone [·]";
            let got = parse(text).sentence.replace("[·] ,", "[·]").replace(" .", "");
            assert_eq!(got.replace("[·],", "[·]").trim_end_matches('.'), expected, "{text}");
        }
        assert_eq!(parse("(Lee, 2018; [CITATION]) found it.").sentence, "[CITATION] found it.");
        assert_eq!(
            parse("Earlier (in 2019) it grew [CITATION].").sentence,
            "Earlier (in 2019) it grew [CITATION]."
        );
    }

    #[test]
    fn the_sentence_is_cut_out_with_its_neighbours() {
        let excerpt = parse("Rivers rise in spring. Weirs hold them back [CITATION]. We measured forty.");
        assert_eq!(excerpt.before, "Rivers rise in spring.");
        assert_eq!(excerpt.plain_sentence(), "Weirs hold them back.");
        assert_eq!(excerpt.after, "We measured forty.");
        assert_eq!(excerpt.marks, 1);
    }

    #[test]
    fn a_text_without_mark_or_words_is_no_excerpt() {
        assert_eq!(Excerpt::parse("No mark.", CitingPaper::default()), Err(ExcerptError::NoMark));
        assert_eq!(Excerpt::parse(" [CITATION] [3].", CitingPaper::default()), Err(ExcerptError::NoText));
        assert_eq!(parse("As TARGETCIT showed for weirs.").sentence, "As [CITATION] showed for weirs.");
    }

    proptest::proptest! {
        #[test]
        fn any_marked_text_keeps_its_mark(before in "\\PC{0,60}", after in "\\PC{0,60}") {
            if let Ok(excerpt) = Excerpt::parse(&format!("{before} [CITATION] {after}"), CitingPaper::default()) {
                proptest::prop_assert!(excerpt.text().contains(MARK));
                proptest::prop_assert!(!excerpt.plain().contains(MARK));
            }
        }
    }
}
