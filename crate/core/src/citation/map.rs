//! From the text to citations: every style's finder runs, the document's dominant style is decided, links (where they
//! may be used) are laid over.

use std::collections::HashSet;
use std::ops::Range;

use super::author_year::{self, Years};
use super::debris;
use super::label::{self, Labels};
use super::links::{self, Link};
use super::numeric::{self, Numbers};
use super::surface::{BlockText, Form, Surface, Target};
use super::{Citation, CitationStyle, Mapping, Reference};
use crate::document::BlockKind;

/// A block as the mapper sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct MapBlock<'a> {
    pub(crate) kind: Option<BlockKind>,
    pub(crate) text: &'a str,
    pub(crate) superscripts: Vec<Range<usize>>,
    pub(crate) formulas: Vec<Range<usize>>,
    /// What the markup says is a citation; empty when links are hidden.
    pub(crate) cites: Vec<Range<usize>>,
    /// Links to references; empty when links are hidden.
    pub(crate) links: Vec<(Range<usize>, usize)>,
}

/// What mapping a document gives.
#[derive(Debug, Default)]
pub(crate) struct Mapped {
    pub(crate) style: CitationStyle,
    pub(crate) citations: Vec<Citation>,
}

/// Maps the citations of all blocks to the references.
pub(crate) fn map(blocks: &[MapBlock<'_>], references: &[Reference]) -> Mapped {
    let numbers = Numbers::new(references);
    let years = Years::new(references);
    let labels = Labels::new(references);
    let mut candidates = Candidates::default();
    let texts: Vec<BlockText<'_>> = blocks
        .iter()
        .enumerate()
        .filter(|(_, block)| !matches!(block.kind, Some(BlockKind::Math)))
        .map(|(index, block)| BlockText {
            index,
            text: block.text,
            superscripts: &block.superscripts,
            formulas: &block.formulas,
        })
        .collect();
    for text in texts.iter().copied() {
        candidates.bracketed.extend(numeric::bracketed(text, &numbers));
        candidates.parenthesised.extend(numeric::parenthesised(text, &numbers));
        candidates.superscripts.extend(numeric::superscripts(text, &numbers));
        candidates.author_year.extend(author_year::find(text, &years));
        candidates.labels.extend(label::find(text, &labels));
    }
    let links: Vec<Link> = blocks
        .iter()
        .enumerate()
        .flat_map(|(block, own)| {
            own.links.iter().map(move |(range, reference)| Link {
                block,
                range: range.clone(),
                reference: *reference,
            })
        })
        .collect();
    let form = candidates.dominant(references);
    let mut surfaces = form.map(|form| candidates.of(form)).unwrap_or_default();
    if form == Some(Form::AuthorYear) {
        add_debris(&mut surfaces, debris::find(&texts, references));
    }
    let cites: Vec<(usize, Range<usize>)> = blocks
        .iter()
        .enumerate()
        .flat_map(|(block, own)| own.cites.iter().map(move |range| (block, range.clone())))
        .collect();
    let plain: Vec<&str> = blocks.iter().map(|block| block.text).collect();
    let laid = links::overlay(surfaces, &links, &cites, &plain);
    let style = match form {
        Some(Form::Bracketed | Form::Parenthesised) => CitationStyle::Numeric,
        Some(Form::Superscript) => CitationStyle::Superscript,
        Some(Form::AuthorYear) => CitationStyle::AuthorYear,
        Some(Form::Label) => CitationStyle::Label,
        None => CitationStyle::Unknown,
    };
    let citations = laid.into_iter().map(|(surface, linked)| citation(surface, linked)).collect();
    Mapped { style, citations }
}

/// Adds citations that a broken conversion spoiled: to the surface around them where there is one.
fn add_debris(surfaces: &mut Vec<Surface>, debris: Vec<Surface>) {
    let overlap =
        |left: &Range<usize>, right: &Range<usize>| left.start < right.end && right.start < left.end;
    let mut extra = Vec::new();
    for other in debris {
        let around =
            surfaces.iter_mut().find(|own| own.block == other.block && overlap(&own.range, &other.range));
        match around {
            Some(own) if own.parts.iter().any(|part| overlap(&part.range, &other.range)) => {}
            Some(own) => own.parts.extend(other.parts),
            None => extra.push(other),
        }
    }
    surfaces.append(&mut extra);
    surfaces.sort_by_key(|surface| (surface.block, surface.range.start));
}

/// What each finder found.
#[derive(Debug, Default)]
struct Candidates {
    bracketed: Vec<Surface>,
    parenthesised: Vec<Surface>,
    superscripts: Vec<Surface>,
    author_year: Vec<Surface>,
    labels: Vec<Surface>,
}

impl Candidates {
    fn of(self, form: Form) -> Vec<Surface> {
        match form {
            Form::Bracketed => self.bracketed,
            Form::Parenthesised => self.parenthesised,
            Form::Superscript => self.superscripts,
            Form::AuthorYear => self.author_year,
            Form::Label => self.labels,
        }
    }

    /// The style that accounts for most of the reference list; mentions break ties.
    fn dominant(&self, references: &[Reference]) -> Option<Form> {
        let total = references.len().max(1) as f64;
        let score = |surfaces: &[Surface], trust: f64, floor: f64| {
            let known: HashSet<usize> = surfaces.iter().flat_map(Surface::known).collect();
            let coverage = known.len() as f64 / total;
            let mentions = surfaces.iter().filter(|surface| surface.known().next().is_some()).count() as f64;
            let mentions = mentions.min(2.0 * total) / (2.0 * total);
            if coverage < floor || known.is_empty() { 0.0 } else { trust * (coverage + 0.3 * mentions) }
        };
        // Numbers in round brackets and superscripts are often something else: they must cover much of the list.
        let scores = [
            (Form::AuthorYear, score(&self.author_year, 1.1, 0.0)),
            (Form::Label, score(&self.labels, 1.1, 0.0)),
            (Form::Bracketed, score(&self.bracketed, 1.0, 0.0)),
            (Form::Superscript, score(&self.superscripts, 0.9, 0.25)),
            (Form::Parenthesised, score(&self.parenthesised, 0.8, 0.3)),
        ];
        let best = scores.iter().max_by(|left, right| left.1.total_cmp(&right.1))?;
        (best.1 > 0.0).then_some(best.0)
    }
}

fn citation(surface: Surface, linked: bool) -> Citation {
    let mut references = Vec::new();
    let mut candidates = Vec::new();
    for part in &surface.parts {
        match &part.target {
            Target::Known(known) => references.extend(known.iter().copied()),
            Target::OneOf(several) => candidates.extend(several.iter().copied()),
            Target::Nothing => {}
        }
    }
    let mut seen = HashSet::new();
    references.retain(|reference| seen.insert(*reference));
    candidates.retain(|reference| seen.insert(*reference));
    let status = if linked {
        Mapping::Linked
    } else if !candidates.is_empty() {
        Mapping::Ambiguous { candidates }
    } else if references.is_empty() {
        Mapping::Unmatched
    } else {
        Mapping::Matched
    };
    Citation {
        id: String::new(),
        block: surface.block,
        range: surface.range,
        sentence: 0,
        references,
        status,
        narrative: surface.narrative,
    }
}
