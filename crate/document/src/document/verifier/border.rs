//! Borders of two paragraphs that the layout of a PDF left in doubt: which they are, and how two become one.
//!
//! The layout joins what a column's or page's end parted wherever geometry and letters tell. What is left here may be one
//! sentence or two with something missing between them: somebody who understands it must say so.

use super::seams::{borders, cannot_join};
use super::verify;
use crate::citation::Citation;
use crate::document::pdf::ends_in_hyphen;
use crate::document::sentences::sentences;
use crate::document::{Anomaly, Document, Format, Severity};
use crate::markup::{Block, Origin};

/// A border in doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubtfulBorder {
    /// Index of the paragraph before it; the one after it is the next block.
    pub left: usize,
    /// Index of what the verifier said of it, in the document's anomalies.
    pub anomaly: usize,
    /// The paragraph before it ends in a hyphen.
    pub has_hyphen: bool,
}

/// The borders of a PDF at which a sentence may go on, in reading order. Where something stands between two paragraphs, or
/// their words cannot stand in one sentence, nothing is to be joined.
pub fn doubtful_borders(document: &Document) -> Vec<DoubtfulBorder> {
    if document.format != Format::Pdf {
        return Vec::new();
    }
    let in_doubt = borders(document).into_iter().filter_map(|broken| {
        let (left, right) = (document.blocks.get(broken.left)?, document.blocks.get(broken.right)?);
        if broken.right != broken.left + 1 || cannot_join(&left.text, &right.text) {
            return None;
        }
        let anomaly = document.anomalies.iter().position(|anomaly| *anomaly == broken.anomaly)?;
        Some(DoubtfulBorder { left: broken.left, anomaly, has_hyphen: ends_in_hyphen(&left.text) })
    });
    in_doubt.collect()
}

/// Makes one paragraph of two, and one sentence of the last of the first and the first of the second. No word changes but
/// the one that a hyphen parts; citations keep their ids and move with their words.
pub fn join(document: &mut Document, left: usize, without_hyphen: bool) {
    let right = left + 1;
    if right >= document.blocks.len() {
        return;
    }
    let after = document.blocks.remove(right);
    let Some(before) = document.blocks.get_mut(left) else { return };
    let whole = before.sentences.len();
    part(before, without_hyphen);
    let (offset, length) = (before.text.len(), before.text.trim_end().len());
    before.text.push_str(&after.text);
    let moved = |origin: Origin| Origin { start: origin.start + offset, ..origin };
    before.origins.extend(after.origins.into_iter().map(moved));
    let mut sentences = after.sentences.into_iter().map(|range| range.start + offset..range.end + offset);
    let mut shared = 0;
    if let Some(last) = before.sentences.last_mut() {
        let first = sentences.next();
        shared = usize::from(first.is_some());
        last.end = first.map_or(length, |first| first.end);
    }
    before.sentences.extend(sentences);
    for citation in &mut document.citations {
        if citation.block == right {
            citation.block = left;
            citation.range = citation.range.start + offset..citation.range.end + offset;
            citation.sentence += whole - shared;
        } else if citation.block > right {
            citation.block -= 1;
        } else if citation.block == left {
            citation.range.end = citation.range.end.min(length);
        }
    }
}

/// Why a join is none: read anew, the paragraph does not hold what the page says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinFault {
    /// The sentences of the joined paragraph still part at the border.
    TwoSentences,
    /// The checks find something that they did not find before.
    NewDoubt,
    /// A citation does not stand on the same words any more.
    Citations,
}

/// Joins two paragraphs, reads the result anew and checks it; the document stays as it was where that finds a fault.
///
/// # Errors
/// [`JoinFault`], the first one.
pub fn join_checked(document: &mut Document, left: usize, without_hyphen: bool) -> Result<(), JoinFault> {
    let mut joined = document.clone();
    join(&mut joined, left, without_hyphen);
    let Some(block) = joined.blocks.get(left) else { return Err(JoinFault::TwoSentences) };
    let (before, surfaces) = (document.blocks.get(left), surfaces(&joined));
    let border = before.map_or(0, |before| before.text.trim_end_matches('-').len());
    let parts = |range: &std::ops::Range<usize>| (border..=border + 2).contains(&range.start);
    if sentences(&block.text, &[]).iter().any(parts) {
        return Err(JoinFault::TwoSentences);
    }
    if surfaces != self::surfaces(document) {
        return Err(JoinFault::Citations);
    }
    let known = verify(document, None);
    let is_new = |found: &Anomaly| {
        found.severity > Severity::Info
            && known.iter().all(|known| known.kind != found.kind || known.place != found.place)
    };
    // What was said of the border may now be said of the paragraph's other end.
    let count = |found: &[Anomaly]| found.iter().filter(|one| one.severity > Severity::Info).count();
    let anew = verify(&joined, None);
    if anew.iter().any(is_new) && count(&anew) >= count(&known) {
        return Err(JoinFault::NewDoubt);
    }
    *document = joined;
    Ok(())
}

/// The words of each citation, by its id. A citation that ended at the border may have lost the hyphen there.
fn surfaces(document: &Document) -> Vec<(&str, &str)> {
    let surface = |citation: &Citation| {
        let block = document.blocks.get(citation.block);
        block.and_then(|block| block.text.get(citation.range.clone())).map(|text| text.trim_end_matches('-'))
    };
    let told = document.citations.iter();
    told.map(|citation| (citation.id.as_str(), surface(citation).unwrap_or_default())).collect()
}

/// What parts the two: nothing after a hyphen, else a space, which stands nowhere in the file.
fn part(before: &mut Block, without_hyphen: bool) {
    if ends_in_hyphen(&before.text) {
        if without_hyphen {
            before.text.pop();
            let end = before.text.len();
            before.origins.retain(|origin| origin.start < end);
        }
        return;
    }
    let last = before.origins.last().copied();
    before.origins.extend(last.map(|last| Origin {
        start: before.text.len(),
        offset: 0,
        verbatim: false,
        area: None,
        ..last
    }));
    before.text.push(' ');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::citation::Mapping;
    use crate::document::verifier;
    use crate::markup::BlockKind;

    fn paragraph(text: &str, sentences: &[&str]) -> Block {
        let mut from = 0;
        let ranges = sentences.iter().map(|sentence| {
            let start = from + text[from..].find(sentence).unwrap();
            from = start + sentence.len();
            start..from
        });
        let origin = Origin { start: 0, node: 0, run: 0, offset: 0, line: 0, verbatim: true, area: None };
        Block {
            kind: BlockKind::Paragraph,
            text: text.to_owned(),
            section: Vec::new(),
            sentences: ranges.collect(),
            origins: vec![origin],
        }
    }

    fn citation(id: &str, block: usize, text: &str, sentence: usize, surface: &str) -> Citation {
        let start = text.find(surface).unwrap();
        Citation {
            id: id.to_owned(),
            block,
            range: start..start + surface.len(),
            sentence,
            references: vec![0],
            status: Mapping::Matched,
            narrative: false,
        }
    }

    const LEFT: &str =
        "Weirs are old [1]. The life of timber was estimated in forty rivers of the north with the multi-";
    const RIGHT: &str = "Gaussian method of Smith [2]. It takes hours.";
    const LAST: &str = "We went on [3].";

    fn document() -> Document {
        let left = paragraph(LEFT, &["Weirs are old [1].", &LEFT[19..]]);
        let right = paragraph(RIGHT, &["Gaussian method of Smith [2].", "It takes hours."]);
        let mut document = Document {
            format: Format::Pdf,
            blocks: vec![left, right, paragraph(LAST, &[LAST])],
            citations: vec![
                citation("c0", 0, LEFT, 0, "[1]"),
                citation("c1", 1, RIGHT, 0, "[2]"),
                citation("c2", 2, LAST, 0, "[3]"),
            ],
            ..Document::default()
        };
        document.anomalies = verifier::verify(&document, None);
        document
    }

    #[test]
    fn a_border_is_in_doubt_only_between_neighbours_of_a_pdf() {
        let mut document = document();
        let [border] = doubtful_borders(&document)[..] else {
            panic!("one border: {:?}", document.anomalies)
        };
        assert_eq!((border.left, border.has_hyphen), (0, true));
        assert!(document.anomalies[border.anomaly].hint.contains("breaks off"));
        document.format = Format::Html;
        assert_eq!(doubtful_borders(&document), []);
        document.format = Format::Pdf;
        let heading = Block { kind: BlockKind::Heading(1), ..paragraph("Results", &["Results"]) };
        document.blocks.insert(1, heading);
        document.anomalies = verifier::verify(&document, None);
        assert_eq!(doubtful_borders(&document), []);
    }

    #[test]
    fn two_paragraphs_become_one_and_citations_keep_their_words_and_ids() {
        for (without_hyphen, word) in [(false, "multi-Gaussian"), (true, "multiGaussian")] {
            let mut document = document();
            join(&mut document, 0, without_hyphen);
            let [one, two] = &document.blocks[..] else { panic!("two blocks") };
            assert_eq!(one.sentences.len(), 3);
            assert!(one.sentence(1).unwrap().contains(&format!("{word} method of Smith [2].")));
            assert_eq!((one.sentence(2), two.sentence(0)), (Some("It takes hours."), Some(LAST)));
            for (citation, surface) in document.citations.iter().zip(["[1]", "[2]", "[3]"]) {
                let block = &document.blocks[citation.block];
                assert_eq!(&block.text[citation.range.clone()], surface);
                assert!(block.sentence(citation.sentence).unwrap().contains(surface));
            }
            let ids: Vec<&str> = document.citations.iter().map(|citation| citation.id.as_str()).collect();
            assert_eq!(ids, ["c0", "c1", "c2"]);
        }
    }

    #[test]
    fn a_join_that_does_not_hold_is_thrown_away() {
        let mut whole = document();
        assert_eq!(join_checked(&mut whole, 0, false), Ok(()));
        assert_eq!(whole.blocks.len(), 2);
        // `… in the north. | Gaussian method …`: two sentences, whatever the endpoint says.
        let mut parted = document();
        let closed = LEFT.replace(" with the multi-", ".");
        parted.blocks[0] = paragraph(&closed, &["Weirs are old [1].", &closed[19..]]);
        let before = parted.clone();
        assert_eq!(join_checked(&mut parted, 0, false), Err(JoinFault::TwoSentences));
        assert_eq!(parted, before);
    }

    #[test]
    fn without_a_hyphen_a_space_that_stands_nowhere_parts_the_words() {
        let mut document = document();
        document.blocks[0] = paragraph("It was measured by the", &["It was measured by the"]);
        document.citations.remove(0);
        join(&mut document, 0, false);
        let one = &document.blocks[0];
        assert!(one.text.starts_with("It was measured by the Gaussian method"));
        let made: Vec<(usize, bool)> =
            one.origins.iter().map(|origin| (origin.start, origin.verbatim)).collect();
        assert_eq!(made, [(0, true), (22, false), (23, true)]);
        join(&mut document, 7, false);
        assert_eq!(document.blocks.len(), 2, "there is nothing to join");
    }
}
