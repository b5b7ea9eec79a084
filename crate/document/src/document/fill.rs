//! From drafts and references to the blocks and citations of a document.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::anchors::Anchor;
use super::footnotes::{self, Footnotes, WorksCited};
use super::{Document, distill, paragraph_numbers, sentences, verifier};
use citelight_types::sort::SmallSort;

use crate::citation::links::Ranges;
use crate::citation::map::{self, MapBlock};
use crate::citation::reference::Read;
use crate::citation::{Citation, CitationStyle, Mapping, Reference, Scope};
use crate::markup::flow::{Flow, MarkKind};
use crate::markup::outline::Draft;
use crate::markup::{Block, BlockKind};

/// What is known of the links of a document.
pub(crate) enum Links<'a> {
    /// They are not to be used.
    Hidden,
    /// Those to entries alone.
    ToEntries,
    /// These are the places that links may lead to.
    Among(HashMap<&'a str, Anchor>),
    /// Those to entries alone, and what has none is no citation.
    Required,
    /// Those to entries alone, which keys make: where most citations have keys, numbers in brackets without one are indices.
    Keyed,
}

/// Links of a document whose other places are not known.
pub(crate) fn links_of(hide: bool) -> Links<'static> {
    if hide { Links::Hidden } else { Links::ToEntries }
}

/// Maps the citations and makes blocks of the drafts.
pub(crate) fn fill(
    document: &mut Document,
    mut drafts: Vec<Draft>,
    read: &[Read],
    scopes: &[Scope],
    links: Links<'_>,
) {
    if !read.is_empty() {
        footnotes::numbered_notes(&mut drafts);
    }
    let notes = Footnotes::of(&drafts);
    // Without a reference list the notes themselves are the entries.
    let full = if read.is_empty() { footnotes::works_cited(&drafts) } else { WorksCited::default() };
    let read = if read.is_empty() { full.read.as_slice() } else { read };
    let targets = targets(read);
    document.references = read.iter().map(|entry| entry.reference.clone()).collect();
    set_unique_ids(&mut document.references);
    let mut to_map: Vec<MapBlock<'_>> = drafts
        .iter()
        .map(|draft| map_block(draft.kind, &draft.flow, &targets, scopes.get(draft.scope), &links))
        .collect();
    for (index, number) in paragraph_numbers::find(&drafts) {
        // A number that links to an entry is one.
        if let Some(block) = to_map
            .get_mut(index)
            .filter(|block| !block.links.iter().any(|(range, _)| range.start < number.end))
        {
            block.formulas.push(number);
        }
    }
    let entries_are_linked = to_map.iter().any(|block| !block.links.is_empty());
    for (index, (block, draft)) in to_map.iter_mut().zip(&drafts).enumerate() {
        block.note_marks = notes.marks(index, &draft.flow);
        block.made = full.made.get(&index).cloned().unwrap_or_default();
        block.scope = draft.scope;
        if let Links::Among(anchors) = &links {
            let to_entry = |id: &String| targets.contains_key(id.as_str());
            let leads_away = |id: &String| match anchors.get(id.as_str()) {
                Some(Anchor::Other) => true,
                // Where no link leads to an entry, the ids of the entries may not be known.
                Some(Anchor::Unclear) => entries_are_linked,
                None => false,
            };
            let away = draft.flow.marks.iter().filter(|mark| match &mark.kind {
                MarkKind::Link(ids) => !ids.iter().any(to_entry) && ids.iter().any(leads_away),
                _ => false,
            });
            let to_notes: HashSet<&Range<usize>> = block.note_marks.iter().map(|note| &note.range).collect();
            let away = away.map(|mark| mark.range.clone()).filter(|range| !to_notes.contains(range));
            block.elsewhere = away.collect();
        }
    }
    let mapped = map::map(&to_map, &document.references, scopes);
    let mut note_marks: Vec<(usize, Range<usize>)> = to_map
        .iter()
        .enumerate()
        .flat_map(|(index, block)| block.note_marks.iter().map(move |mark| (index, mark.range.clone())))
        .collect();
    note_marks.small_sort_by_key(|(block, range)| (*block, range.start));
    let cites: Vec<_> = to_map.iter_mut().map(|block| std::mem::take(&mut block.cites)).collect();
    let superscripts: Vec<_> = to_map.into_iter().map(|block| block.superscripts).collect();
    document.blocks =
        drafts.into_iter().zip(superscripts).map(|(draft, marks)| block(draft, &marks)).collect();
    document.style = mapped.style;
    document.citations = mapped.citations;
    if matches!(links, Links::Required) {
        keep_marked(document);
    }
    if matches!(links, Links::Keyed) {
        drop_unkeyed_numbers(document, &cites);
    }
    document
        .citations
        .small_sort_by_key(|citation| (citation.block, citation.range.start, citation.range.end));
    note_marks.retain(|(block, range)| document.citations_within(*block, range).is_empty());
    document.note_marks = note_marks;
    if mapped.cut {
        document.anomalies.push(verifier::not_looked_for());
    }
    for (index, citation) in document.citations.iter_mut().enumerate() {
        citation.id = format!("c{index}");
        let block = document.blocks.get(citation.block);
        citation.sentence =
            block.and_then(|block| block.sentence_at(citation.range.start)).unwrap_or_default();
    }
}

/// Keeps the citations that are linked, or that the page draws without a number.
fn keep_marked(document: &mut Document) {
    let Document { citations, blocks, .. } = document;
    let surface = |citation: &Citation| blocks.get(citation.block)?.text.get(citation.range.clone());
    citations.retain(|citation| {
        let is_unknown = || surface(citation).is_some_and(|words| words.contains(distill::UNKNOWN));
        citation.status == Mapping::Linked || is_unknown()
    });
}

/// Drops numbers that no key made, and those in the notes of keyed citations: `\cite[Thm.~{[2]}]{weil}`. A document
/// that cites by hand as often as by keys keeps them.
fn drop_unkeyed_numbers(document: &mut Document, cites: &[Vec<Range<usize>>]) {
    if !matches!(document.style, CitationStyle::Numeric | CitationStyle::Superscript) {
        return;
    }
    let marks =
        Ranges::new(cites.iter().enumerate().flat_map(|(block, own)| {
            own.iter().map(move |range| (block, range.clone(), (block, range.start)))
        }));
    let mark = |citation: &Citation| marks.over(citation.block, &citation.range).next().copied();
    let is_linked = |citation: &&Citation| citation.status == Mapping::Linked;
    let linked: HashSet<_> = document.citations.iter().filter(is_linked).filter_map(mark).collect();
    let keyed = document.citations.iter().filter(is_linked).count();
    let typed = document.citations.iter().filter(|citation| mark(citation).is_none()).count();
    document.citations.retain(|citation| match mark(citation) {
        _ if citation.status == Mapping::Linked => true,
        Some(mark) => !linked.contains(&mark),
        None => keyed <= typed,
    });
}

/// A block with its sentences.
fn block(draft: Draft, superscripts: &[Range<usize>]) -> Block {
    let text = draft.flow.text;
    let sentences = match draft.kind {
        BlockKind::Math | BlockKind::Heading(_) => std::iter::once(0..text.len()).collect(),
        _ => sentences::sentences(&text, superscripts),
    };
    Block { kind: draft.kind, text, section: draft.section, sentences, origins: draft.flow.origins }
}

/// The entries that links lead to by their ids. Works of one entry share its id; entries of several lists may have the same.
fn targets(read: &[Read]) -> HashMap<&str, Vec<Vec<usize>>> {
    let mut targets: HashMap<&str, Vec<Vec<usize>>> = HashMap::new();
    for (index, entry) in read.iter().enumerate() {
        for alias in &entry.aliases {
            let own = targets.entry(alias).or_default();
            let first = |entries: &Vec<usize>| {
                entries.first().and_then(|first| read.get(*first)).map(|first| &first.reference)
            };
            // Within one list the first counts, as in a browser.
            let in_list = own
                .iter()
                .position(|entries| first(entries).is_some_and(|first| first.list == entry.reference.list));
            match in_list {
                None => own.push(vec![index]),
                Some(at) if first(&own[at]).is_some_and(|first| first.shares_entry(&entry.reference)) => {
                    own[at].push(index);
                }
                Some(_) => {}
            }
        }
    }
    targets
}

/// Ids tell entries apart, though two lists may count alike.
fn set_unique_ids(references: &mut [Reference]) {
    let mut taken: HashSet<String> = references.iter().map(|reference| reference.id.clone()).collect();
    let mut counts: HashMap<String, u32> = HashMap::new();
    for reference in references {
        let count = counts.entry(reference.id.clone()).or_insert(0);
        *count += 1;
        if *count == 1 {
            continue;
        }
        let own = std::mem::take(&mut reference.id);
        while !taken.insert(format!("{own}-{count}")) {
            *count += 1;
        }
        reference.id = format!("{own}-{count}");
    }
}

/// A block's text and marks as the mapper wants them; no links and no hints of the markup if they are to be hidden.
fn map_block<'a>(
    kind: BlockKind,
    flow: &'a Flow,
    targets: &HashMap<&str, Vec<Vec<usize>>>,
    scope: Option<&Scope>,
    links: &Links<'_>,
) -> MapBlock<'a> {
    let hide_links = matches!(links, Links::Hidden);
    let mut block = MapBlock { kind: Some(kind), text: &flow.text, ..MapBlock::default() };
    for mark in &flow.marks {
        match &mark.kind {
            MarkKind::Superscript => block.superscripts.push(mark.range.clone()),
            MarkKind::Italic => block.italics.push(mark.range.clone()),
            MarkKind::Math | MarkKind::Code => block.formulas.push(mark.range.clone()),
            MarkKind::Unresolved if !hide_links => block.unresolved.push(mark.range.clone()),
            MarkKind::Cite if !hide_links => block.cites.push(mark.range.clone()),
            MarkKind::Link(ids) if !hide_links => {
                // One link may name several entries (`rid="b4 b5"`), and one entry by several attributes.
                let references = entries_of(ids, targets, scope);
                block.links.extend(references.into_iter().map(|reference| (mark.range.clone(), reference)));
            }
            MarkKind::LinkToOneOf(ids) if !hide_links => {
                block.ambiguous_links.push((mark.range.clone(), entries_of(ids, targets, scope)));
            }
            _ => {}
        }
    }
    block.links.small_sort_by_key(|(range, _)| (range.start, range.end));
    block.italics.small_sort_by_key(|range| range.end);
    block
}

/// The entries that ids lead to; of several lists' entries with one id, the one of the block's own list.
fn entries_of(ids: &[String], targets: &HashMap<&str, Vec<Vec<usize>>>, scope: Option<&Scope>) -> Vec<usize> {
    let is_own = |entries: &&Vec<usize>| {
        let first = entries.first();
        first.is_some_and(|first| scope.is_some_and(|scope| scope.own.contains(first)))
    };
    let entry = |id: &String| {
        let entries = targets.get(id.as_str())?;
        if entries.len() < 2 { entries.first() } else { entries.iter().find(is_own).or(entries.first()) }
    };
    let mut references: Vec<usize> = ids.iter().filter_map(entry).flatten().copied().collect();
    references.dedup();
    references
}
