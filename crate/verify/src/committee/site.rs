//! Where a work is cited, with the sentences around it: windows that grow from the sentence to its paragraph, then to its
//! section (BibAgent, appendix D.2).

use std::ops::Range;

use crate::claim::masking::{NEIGHBOUR, masked, unmarked};
use crate::claim::{claim_of, plain_sentence, tidy, without_attribution};
use citelight_document::citation::Citation;
use citelight_document::document::Document;
use citelight_document::markup::{Block, BlockKind};

/// A place at which a work is cited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The part of the citing sentence that stands for the work, without citation markers.
    pub target: String,
    /// The sentences of the section, without markers, in order.
    sentences: Vec<String>,
    /// Index of the citing sentence among them.
    own: usize,
    /// The sentences of its paragraph.
    paragraph: Range<usize>,
}

/// A window around a target, as it is handed to whoever paraphrases it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// What is to be paraphrased: the sentence, or the part of it that stands for the work.
    pub target: String,
    /// The sentences of the window in order, the citing one included.
    pub window: Vec<String>,
    /// r: sentences on either side of the citing one, where there are so many.
    pub radius: usize,
}

impl Site {
    /// The place of a citation in a document; none if the citation stands nowhere.
    pub fn of(document: &Document, citation: &Citation) -> Option<Self> {
        let claim = claim_of(document, citation);
        Self::at(document, citation.block, citation.sentence, claim.text)
    }

    /// A sentence that names the work without a citation marker.
    pub fn of_sentence(document: &Document, block: usize, sentence: usize) -> Option<Self> {
        Self::at(document, block, sentence, plain_sentence(document, block, sentence)?)
    }

    /// A sentence of which nothing around is known, as indexes quote them. Markers of citations are taken off.
    pub fn alone(sentence: &str) -> Self {
        let target = plain_text(sentence);
        Self { sentences: vec![target.clone()], target, own: 0, paragraph: 0..1 }
    }

    /// A sentence among those of its paragraph, without markers, where the document is not at hand; none if it is not among
    /// them, or empty. `target` is the part of it that stands for the work.
    pub fn within(target: String, sentences: Vec<String>, own: usize) -> Option<Self> {
        let stands = own < sentences.len() && !target.trim().is_empty();
        let paragraph = 0..sentences.len();
        stands.then_some(Self { target, sentences, own, paragraph })
    }

    fn at(document: &Document, block: usize, sentence: usize, target: String) -> Option<Self> {
        if target.trim().is_empty() {
            return None;
        }
        let section = section_of(document, block)?;
        let (mut sentences, mut own, mut paragraph) = (Vec::new(), None, 0..0);
        for index in section {
            let Some(current) = document.blocks.get(index).filter(|block| is_running(block)) else {
                continue;
            };
            let first = sentences.len();
            for number in 0..current.sentences.len() {
                if (index, number) == (block, sentence) {
                    own = Some(sentences.len());
                }
                sentences.extend(plain_sentence(document, index, number));
            }
            if index == block {
                paragraph = first..sentences.len();
            }
        }
        Some(Self { target, sentences, own: own?, paragraph })
    }

    /// The citing sentence as it stands, without markers.
    pub fn sentence(&self) -> &str {
        self.sentences.get(self.own).map_or(self.target.as_str(), String::as_str)
    }

    /// The sentences of the paragraph, at most so many around the citing one, and its place among them.
    pub fn paragraph(&self, most: usize) -> (Vec<String>, usize) {
        let before = (self.own - self.paragraph.start).min(most / 2);
        let first = self.own - before;
        let end = self.paragraph.end.min(first + most);
        (self.sentences.get(first..end).unwrap_or_default().to_vec(), before)
    }

    /// The sentences of the window of radius `r`: within the paragraph until all of it is in, then within the section.
    pub fn window(&self, radius: usize) -> Range<usize> {
        let around = |limits: &Range<usize>| {
            self.own.saturating_sub(radius).max(limits.start)..(self.own + radius + 1).min(limits.end)
        };
        let whole_paragraph = |radius: usize| {
            self.own.saturating_sub(radius) <= self.paragraph.start
                && self.own + radius + 1 >= self.paragraph.end
        };
        match radius.checked_sub(1) {
            Some(smaller) if whole_paragraph(smaller) => around(&(0..self.sentences.len())),
            _ => around(&self.paragraph),
        }
    }

    /// The radius from which a window no longer grows.
    pub fn widest(&self) -> usize {
        self.own.max(self.sentences.len().saturating_sub(self.own + 1))
    }

    /// The window of radius `r`.
    pub fn context(&self, radius: usize) -> Context {
        let window = self.sentences.get(self.window(radius)).unwrap_or_default().to_vec();
        Context { target: self.target.clone(), window, radius }
    }
}

/// A quoted sentence without its markers, and without who says it.
fn plain_text(quoted: &str) -> String {
    let masked = masked(quoted);
    // Whom a marker at the head names is nobody any more; with someone in its place "found that" is known for what it is.
    let by_someone = masked.strip_prefix(NEIGHBOUR).map(|rest| tidy(&unmarked(&format!("They{rest}"))));
    let said = by_someone.map(|text| (without_attribution(&text), text)).filter(|(said, text)| said != text);
    said.map_or_else(|| without_attribution(&tidy(&unmarked(&masked))), |(said, _)| said)
}

fn is_running(block: &Block) -> bool {
    matches!(
        block.kind,
        BlockKind::Paragraph | BlockKind::Abstract | BlockKind::ListItem | BlockKind::Footnote
    )
}

/// The blocks around one under the same headings.
fn section_of(document: &Document, block: usize) -> Option<Range<usize>> {
    let own = &document.blocks.get(block)?.section;
    let same = |index: &usize| {
        document
            .blocks
            .get(*index)
            .is_some_and(|other| &other.section == own && !matches!(other.kind, BlockKind::Heading(_)))
    };
    let start = (0..block).rev().take_while(same).last().unwrap_or(block);
    let end = (block + 1..document.blocks.len()).take_while(same).last().unwrap_or(block);
    Some(start..end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_document::document::{Input, parse};

    const PAGE: &str = "<html><head><title>T</title></head><body><article><h1>T</h1>\
        <h2>Introduction</h2><p>Unrelated words stand here.</p>\
        <h2>Weirs</h2><p>One weir stood. Two weirs fell. Weirs of oak last longer [1]. Four weirs hold. Five weirs leak.</p>\
        <p>Six weirs rot. Seven weirs burn.</p>\
        <h2>References</h2><ol><li>Smith A. Weirs of oak. River J. 2001;1:2-3.</li><li>Lee B. Lakes. Lake J. 1999;3:4-5.</li></ol></article></body></html>";

    fn site() -> Site {
        let document = parse(Input::new(PAGE, "page.html")).unwrap();
        let citation = document.citations.first().expect("a citation");
        Site::of(&document, citation).expect("a site")
    }

    #[test]
    fn windows_grow_to_the_paragraph_and_then_to_the_section() {
        let site = site();
        assert_eq!(site.sentence(), "Weirs of oak last longer.");
        let window = |radius| site.context(radius).window.join(" ");
        assert_eq!(window(1), "Two weirs fell. Weirs of oak last longer. Four weirs hold.");
        assert!(window(2).starts_with("One weir stood.") && window(2).ends_with("Five weirs leak."));
        assert!(window(3).ends_with("Six weirs rot."));
        assert!(window(4).ends_with("Seven weirs burn.") && !window(9).contains("Unrelated"));
        assert_eq!(site.widest(), 4);
        assert_eq!(window(4), window(40));
    }

    #[test]
    fn a_quoted_sentence_has_no_surroundings() {
        let alone = Site::alone("Oak lasts longer than pine (Smith et al., 2001; Lee, 2003) [4, 5].");
        assert_eq!(alone.target, "Oak lasts longer than pine.");
        assert_eq!((alone.widest(), alone.context(3).window.len()), (0, 1));
    }

    #[test]
    fn a_paragraph_is_cut_around_the_sentence() {
        let site = site();
        let (whole, own) = site.paragraph(64);
        assert_eq!((whole.len(), own, whole[own].as_str()), (5, 2, site.sentence()));
        let (cut, own) = site.paragraph(3);
        assert_eq!((cut.len(), cut[own].as_str()), (3, site.sentence()));
    }

    proptest::proptest! {
        #[test]
        fn windows_hold_the_sentence_and_never_shrink(radius in 0usize..9) {
            let site = site();
            let (small, large) = (site.window(radius), site.window(radius + 1));
            proptest::prop_assert!(small.contains(&site.own));
            proptest::prop_assert!(large.start <= small.start && small.end <= large.end);
        }
    }
}
