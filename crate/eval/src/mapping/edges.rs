//! Measuring the mapper: the page's own links are the gold, the mapping without them is judged.
use std::ops::Range;

use citelight::citation::{CitationStyle, Mapping};
use citelight::document::{Document, Input, PageLink, ParseError, page_links, parse};

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
    /// Links of the page to entries, each with the entry it names: read from the markup alone.
    pub links: usize,
    /// Those of them that a citation carries when links are used.
    pub kept: usize,
    /// Edges of links whose own text names another work than the entry they lead to (neither its year nor any of its
    /// names): mistakes of the page, no gold.
    pub contradicted: usize,
}

/// Families of styles, each with the least edge F1 that is asked of the mapper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Numbers in brackets or raised.
    Numeric,
    /// Names with years, or with pages.
    AuthorYear,
    /// Alphabetic labels.
    Label,
    /// Footnotes.
    Note,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Numeric, Self::AuthorYear, Self::Label, Self::Note];

    /// The family of a style; none where no citations were found.
    pub fn of(style: CitationStyle) -> Option<Self> {
        match style {
            CitationStyle::Numeric | CitationStyle::Superscript => Some(Self::Numeric),
            CitationStyle::AuthorYear | CitationStyle::AuthorPage => Some(Self::AuthorYear),
            CitationStyle::Label => Some(Self::Label),
            CitationStyle::Note => Some(Self::Note),
            CitationStyle::Unknown => None,
        }
    }

    /// Least edge F1 with links hidden. Labels are held to the bar of author-year: styles that print one label for
    /// several works leave edges that no text decides.
    pub fn bar(self) -> f64 {
        match self {
            Self::Numeric => 0.98,
            Self::AuthorYear | Self::Label => 0.95,
            Self::Note => 0.90,
        }
    }

    /// The family's name for tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Numeric => "numeric",
            Self::AuthorYear => "author-year",
            Self::Label => "label",
            Self::Note => "note",
        }
    }
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

    /// kept / links: 1 if every link of the page led to its entry; 1 if there are none.
    pub fn linked(&self) -> f64 {
        share(self.kept, self.links)
    }

    /// Whether the page meets its family's bar with links hidden, and keeps all its links; a page without links and
    /// one without citations meet it.
    pub fn meets_bar(&self) -> bool {
        let bar = Family::of(self.style).map_or(0.0, Family::bar);
        (self.gold == 0 || self.f1() >= bar) && self.kept == self.links
    }

    /// Adds another page's counts.
    pub fn add(&mut self, other: &Self) {
        self.gold += other.gold;
        self.found += other.found;
        self.right += other.right;
        self.unlinked += other.unlinked;
        self.ambiguous += other.ambiguous;
        self.references += other.references;
        self.citations += other.citations;
        self.links += other.links;
        self.kept += other.kept;
        self.contradicted += other.contradicted;
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
    compare_input(Input::new(content, origin))
}

/// [`compare`] for an input with companions.
///
/// # Errors
/// [`ParseError`] if the input cannot be parsed.
pub fn compare_input(input: Input<'_>) -> Result<(Document, Comparison), ParseError> {
    let linked = parse(input)?;
    let blind = parse(input.without_links())?;
    let links = page_links(input.content, &linked);
    let contradicts = |edge: &Edge| contradicts(&linked, &links, edge);
    let (contradicted, gold): (Vec<Edge>, Vec<Edge>) =
        edges(&linked, true).into_iter().partition(contradicts);
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
        links: links.len(),
        kept: links.iter().filter(|link| is_kept(&linked, link)).count(),
        contradicted: contradicted.len(),
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

/// Whether a citation over a link's text points at its entry.
fn is_kept(document: &Document, link: &PageLink) -> bool {
    document
        .citations
        .iter()
        .filter(|citation| citation.references.contains(&link.reference))
        .any(|citation| is_over(document, citation.block, &citation.range, link))
}

/// Whether a stretch of a block's text shares text with a link.
fn is_over(document: &Document, block: usize, range: &Range<usize>, link: &PageLink) -> bool {
    let origins = document.blocks.get(block).map(|block| block.origins.as_slice()).unwrap_or_default();
    let first = origins.partition_point(|origin| origin.start <= range.start).saturating_sub(1);
    let over = origins.get(first..).unwrap_or_default();
    over.iter().take_while(|origin| origin.start < range.end).any(|origin| link.tags.contains(&origin.node))
}

/// Whether every link that gives an edge names another work than it leads to.
fn contradicts(document: &Document, links: &[PageLink], edge: &Edge) -> bool {
    let Some(reference) = document.references.get(edge.reference) else { return false };
    let mut own = links
        .iter()
        .filter(|link| link.reference == edge.reference && is_over(document, edge.block, &edge.range, link))
        .peekable();
    own.peek().is_some() && own.all(|link| link.names_another(reference))
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
