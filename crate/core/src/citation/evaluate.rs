//! Measuring the mapper: the page's own links are the gold, the mapping without them is judged.

use crate::citation::{CitationStyle, Mapping};
use crate::document::{Document, Input, ParseError, parse};

/// Counts of edges citation → reference on one page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EdgeCounts {
    /// Edges that the page's links give, ranges spelled out.
    pub gold: usize,
    /// Edges found with the links hidden.
    pub found: usize,
    /// Edges found that are gold.
    pub right: usize,
    /// Edges found where the page has no link at all (authors and converters leave some out): not judged.
    pub unlinked: usize,
    /// Citations that were left ambiguous with the links hidden.
    pub ambiguous: usize,
    /// References on the page.
    pub references: usize,
    /// Citations found with the links hidden.
    pub citations: usize,
    /// Style as decided with the links hidden.
    pub style: CitationStyle,
}

impl EdgeCounts {
    /// right / judged, judged being what was found where the page has links; 1 if nothing was.
    pub fn precision(&self) -> f64 {
        share(self.right, self.found.saturating_sub(self.unlinked))
    }

    /// right / gold; 1 if there is no gold.
    pub fn recall(&self) -> f64 {
        share(self.right, self.gold)
    }

    /// Harmonic mean of precision and recall.
    pub fn f1(&self) -> f64 {
        let (precision, recall) = (self.precision(), self.recall());
        if precision + recall == 0.0 { 0.0 } else { 2.0 * precision * recall / (precision + recall) }
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// An edge: from a stretch of a block's text to a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Index of the block.
    pub block: usize,
    /// Bytes of the citation's surface form.
    pub range: std::ops::Range<usize>,
    /// Index of the reference.
    pub reference: usize,
}

/// What the links say and what the text alone said.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Gold edges that were not found.
    pub missed: Vec<Edge>,
    /// Found edges that are not gold.
    pub wrong: Vec<Edge>,
    /// Found edges where the page has no link.
    pub unlinked: Vec<Edge>,
    /// The counts.
    pub counts: EdgeCounts,
}

/// Maps a page with its links and again without, and compares the edges.
///
/// # Errors
/// [`ParseError`] if the page cannot be parsed.
pub fn compare(content: &str, origin: &str) -> Result<(Document, Comparison), ParseError> {
    let linked = parse(Input::new(content, origin))?;
    let blind = parse(Input::new(content, origin).without_links())?;
    let gold = edges(&linked, true);
    let found = edges(&blind, false);
    let same = |left: &Edge, right: &Edge| {
        left.block == right.block
            && left.reference == right.reference
            && left.range.start < right.range.end
            && right.range.start < left.range.end
    };
    let mut taken = vec![false; gold.len()];
    let mut comparison = Comparison::default();
    let mut unlinked = 0;
    for edge in &found {
        let judged = gold.iter().any(|own| {
            own.block == edge.block && own.range.start < edge.range.end && edge.range.start < own.range.end
        });
        unlinked += usize::from(!judged);
        match gold.iter().enumerate().find(|(index, own)| !taken[*index] && same(own, edge)) {
            Some((index, _)) => taken[index] = true,
            None if judged => comparison.wrong.push(edge.clone()),
            None => comparison.unlinked.push(edge.clone()),
        }
    }
    comparison.missed =
        gold.iter().zip(&taken).filter(|(_, taken)| !**taken).map(|(edge, _)| edge.clone()).collect();
    comparison.counts = EdgeCounts {
        gold: gold.len(),
        found: found.len(),
        right: taken.iter().filter(|taken| **taken).count(),
        unlinked,
        ambiguous: blind
            .citations
            .iter()
            .filter(|citation| matches!(citation.status, Mapping::Ambiguous { .. }))
            .count(),
        references: blind.references.len(),
        citations: blind.citations.len(),
        style: blind.style,
    };
    Ok((linked, comparison))
}

/// [`compare`], counts only.
///
/// # Errors
/// [`ParseError`] if the page cannot be parsed.
pub fn evaluate(content: &str, origin: &str) -> Result<EdgeCounts, ParseError> {
    compare(content, origin).map(|(_, comparison)| comparison.counts)
}

fn edges(document: &Document, linked_only: bool) -> Vec<Edge> {
    document
        .citations
        .iter()
        .filter(|citation| !linked_only || citation.status == Mapping::Linked)
        .flat_map(|citation| {
            citation.references.iter().map(|reference| Edge {
                block: citation.block,
                range: citation.range.clone(),
                reference: *reference,
            })
        })
        .collect()
}
