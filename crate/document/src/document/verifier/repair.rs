//! Repairs that cannot be wrong: a paragraph that stands twice is read once, and two neighbouring stretches that were
//! exchanged go back when that, and nothing else, heals every border.

use std::collections::HashSet;
use std::ops::Range;

use super::anomalies::{anomaly, head, is_prose, list, tail};
use super::citations::in_blocks;
use super::duplicates::LEAST_PARAGRAPH;
use super::order;
use super::seams::{End, Start, cannot_join, end_of_block, start_of};
use citelight_types::sort::SmallSort;

use crate::document::{Anomaly, AnomalyKind, Document, Severity};
use crate::markup::{Block, BlockKind};

/// More doubtful borders than this: too much is wrong for one exchange to explain it.
const MOST_SEAMS: usize = 14;

/// Borders that an exchange must heal to be believed.
const LEAST_HEALED: usize = 2;

/// First mentions of references that an exchange must put in order to be believed without that.
const LEAST_ORDERED: usize = 3;

/// Drops each later copy of a paragraph, with its citations.
pub(super) fn drop_duplicates(document: &mut Document) -> Vec<Anomaly> {
    let mut seen: HashSet<&str> = HashSet::new();
    let is_copy: Vec<bool> = document
        .blocks
        .iter()
        .map(|block| {
            is_prose(block) && block.text.len() >= LEAST_PARAGRAPH && !seen.insert(block.text.as_str())
        })
        .collect();
    if !is_copy.contains(&true) {
        return Vec::new();
    }
    let copies = document.blocks.iter().zip(&is_copy).filter(|(_, is_copy)| **is_copy);
    let places = copies.map(|(block, _)| head(&block.text)).collect();
    let mut repaired = Vec::new();
    list(
        &mut repaired,
        AnomalyKind::DuplicateText,
        Severity::Info,
        places,
        "the paragraph stands twice: it was read once",
    );
    let kept: Vec<usize> = (0..document.blocks.len()).filter(|index| !is_copy[*index]).collect();
    rearrange(document, &kept);
    repaired
}

/// Puts two exchanged stretches back, if exactly one exchange heals the text.
pub(super) fn exchange(document: &mut Document) -> Option<Anomaly> {
    let blocks = &document.blocks;
    let seams: Vec<usize> = (1..blocks.len())
        .filter(|at| !matches!(seam(document, at - 1, *at), Seam::Sound | Seam::Unclear))
        .collect();
    if seams.len() < 2 || seams.len() > MOST_SEAMS {
        return None;
    }
    let ordered = order::disorder(document.citations.iter());
    let mut healing: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    for (first, from) in seams.iter().enumerate() {
        for (second, middle) in seams.iter().enumerate().skip(first + 1) {
            for to in seams.iter().skip(second + 1) {
                let (left, right) = (*from..*middle, *middle..*to);
                if heals(document, &left, &right, ordered) {
                    healing.push((left, right));
                }
            }
        }
    }
    let [(left, right)] = healing.as_slice() else { return None };
    let place = format!("{} | {}", head(&blocks[left.start].text), tail(&blocks[right.end - 1].text));
    let kept: Vec<usize> =
        (0..left.start).chain(right.clone()).chain(left.clone()).chain(right.end..blocks.len()).collect();
    rearrange(document, &kept);
    Some(anomaly(
        AnomalyKind::OutOfOrder,
        Severity::Info,
        place,
        "two stretches of text stood in each other's place: they were put back, and every sentence now goes on",
    ))
}

/// Whether exchanging two neighbouring stretches leaves no broken border and no more disorder than there was.
fn heals(document: &Document, left: &Range<usize>, right: &Range<usize>, disorder: usize) -> bool {
    let blocks = &document.blocks;
    let borders = |pairs: [(usize, usize); 3]| pairs.map(|(before, after)| seam(document, before, after));
    let (Some(before), after) = (left.start.checked_sub(1), right.end) else { return false };
    let now = borders([(before, left.start), (left.end - 1, right.start), (right.end - 1, after)]);
    let then = borders([(before, right.start), (right.end - 1, left.start), (left.end - 1, after)]);
    let count = |seams: &[Seam; 3], kind: Seam| seams.iter().filter(|seam| **seam == kind).count();
    if count(&then, Seam::Broken) + count(&then, Seam::Unclear) > 0 || count(&then, Seam::Joined) == 0 {
        return false;
    }
    let reordered = order::disorder(
        in_blocks(&document.citations, 0..left.start)
            .iter()
            .chain(in_blocks(&document.citations, right.clone()))
            .chain(in_blocks(&document.citations, left.clone()))
            .chain(in_blocks(&document.citations, after..blocks.len())),
    );
    reordered <= disorder
        && (count(&now, Seam::Broken) >= LEAST_HEALED || disorder - reordered >= LEAST_ORDERED)
}

/// How two blocks meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seam {
    /// A sentence ends, another begins.
    Sound,
    /// A sentence goes on.
    Joined,
    /// A sentence breaks off, or goes on from nothing.
    Broken,
    /// Formulas, lists, floats: nothing can be said.
    Unclear,
}

fn seam(document: &Document, before: usize, after: usize) -> Seam {
    let (Some(left), Some(right)) = (document.blocks.get(before), document.blocks.get(after)) else {
        return Seam::Unclear;
    };
    let end = match left.kind {
        BlockKind::Paragraph => end_of_block(document, before),
        BlockKind::Heading(_) => End::Closed,
        _ => return Seam::Unclear,
    };
    let start = match right.kind {
        BlockKind::Paragraph => start_of(&right.text),
        BlockKind::Heading(_) => Start::Fresh,
        _ => return Seam::Unclear,
    };
    match (end, start) {
        (End::Closed, Start::Continues) | (End::Torn, Start::Fresh) => Seam::Broken,
        (End::Torn | End::Open, Start::Continues) if cannot_join(&left.text, &right.text) => Seam::Broken,
        (End::Torn | End::Open, Start::Continues) => Seam::Joined,
        (End::Closed, Start::Fresh | Start::Unclear) | (End::Open | End::Unclear, Start::Fresh) => {
            Seam::Sound
        }
        _ => Seam::Unclear,
    }
}

/// Keeps the blocks `kept`, in that order: citations move with their blocks, sections follow the headings.
fn rearrange(document: &mut Document, kept: &[usize]) {
    let moved = kept.windows(2).any(|pair| pair[0] > pair[1]);
    let mut new_index: Vec<Option<usize>> = vec![None; document.blocks.len()];
    for (index, old) in kept.iter().enumerate() {
        new_index[*old] = Some(index);
    }
    let mut old: Vec<Option<Block>> = std::mem::take(&mut document.blocks).into_iter().map(Some).collect();
    document.blocks = kept.iter().filter_map(|index| old.get_mut(*index)?.take()).collect();
    document.citations.retain_mut(|citation| {
        let Some(Some(index)) = new_index.get(citation.block) else { return false };
        citation.block = *index;
        true
    });
    document
        .citations
        .small_sort_by_key(|citation| (citation.block, citation.range.start, citation.range.end));
    for (index, citation) in document.citations.iter_mut().enumerate() {
        citation.id = format!("c{index}");
    }
    if moved {
        renew_sections(&mut document.blocks);
    }
}

/// The headings above each block, told from the blocks alone.
fn renew_sections(blocks: &mut [Block]) {
    let mut headings: Vec<(u8, String)> = Vec::new();
    for block in blocks {
        if let BlockKind::Heading(level) = block.kind {
            headings.retain(|(above, _)| *above < level);
        }
        block.section = headings.iter().map(|(_, text)| text.clone()).collect();
        if let BlockKind::Heading(level) = block.kind {
            headings.push((level, block.text.clone()));
        }
    }
}
