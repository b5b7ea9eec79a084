//! From a tree of markup and the entries found in it to a document, whatever the dialect.

use std::collections::HashSet;

use super::bibliography::coins;
use super::fill::{Links, fill};
use super::front_back_matter::{drop_back_matter, drop_front_matter};
use super::lists::{self, ListPlace};
use super::printed_list::PrintedList;
use super::{Document, Format, anchors, distill, metadata, metadata_references, verifier};
use crate::citation::CitationStyle;
use crate::citation::entries::{self, Entry};
use crate::citation::reference::{self, Read};
use crate::markup::flow::MarkKind;
use crate::markup::outline::{self, Dialect, Draft, Outline, outline};
use crate::markup::tree::{NodeId, Tree};

/// A tree and what was found out about it before it is walked.
pub(crate) struct Parts<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) found: &'a [Entry],
    /// What is no part of the blocks: the reference list.
    pub(crate) apart: &'a HashSet<NodeId>,
    pub(crate) roots: Vec<NodeId>,
    /// What belongs to the document and has a reference list of its own: replies.
    pub(crate) replies: Vec<NodeId>,
    pub(crate) format: Format,
}

/// Walks the tree, reads the references, maps the citations, checks the result.
pub(crate) fn assemble(
    parts: &Parts<'_>,
    printed: Option<PrintedList>,
    dialect: &dyn Dialect,
    hide_links: bool,
) -> Document {
    let mut read = reference::read(parts.tree, parts.found, dialect, &metadata::identifiers(parts.tree));
    for (entry, read) in parts.found.iter().zip(&mut read) {
        coins::fill(parts.tree, entry.node, &mut read.reference);
    }
    metadata_references::confirm(parts.tree, &mut read);
    let nodes: Vec<NodeId> = parts.found.iter().map(|entry| entry.node).collect();
    assemble_read(parts, &nodes, read, printed, dialect, hide_links)
}

/// [`assemble`] with references that were read already, each from one of `nodes`.
pub(crate) fn assemble_read(
    parts: &Parts<'_>,
    nodes: &[NodeId],
    mut read: Vec<Read>,
    printed: Option<PrintedList>,
    dialect: &dyn Dialect,
    hide_links: bool,
) -> Document {
    let mut outline = outline(parts.tree, &parts.roots, parts.apart, dialect);
    let mut starts = Vec::new();
    for reply in &parts.replies {
        let own = outline::outline(parts.tree, &[*reply], parts.apart, dialect);
        let before = outline.drafts.len();
        starts.push(before);
        outline.drafts.extend(own.drafts);
        outline.left_out.extend(own.left_out.into_iter().map(|(node, at)| (node, at + before)));
    }
    let places = places(parts, nodes, &read, &outline);
    if let Some(list) = printed {
        read = list.take_from(&mut outline.drafts);
    }
    let scopes = lists::arrange(&mut outline.drafts, places, &starts, &mut read);
    let mut document = Document { format: parts.format, title: outline.title, ..Document::default() };
    metadata::fill(&mut document, parts.tree);
    let aliases: HashSet<&str> = read.iter().flat_map(|read| &read.aliases).map(String::as_str).collect();
    let cites = |draft: &Draft| {
        draft.flow.marks.iter().any(|mark| {
            matches!(&mark.kind, MarkKind::Link(ids) if ids.iter().any(|id| aliases.contains(id.as_str())))
        })
    };
    drop_front_matter(&mut outline.drafts, &document.authors, &cites);
    drop_back_matter(&mut outline.drafts, &cites);
    let links = if hide_links {
        Links::Hidden
    } else if distill::cites(parts.tree) {
        // `[1, 3]` beside its markers is a vector, and names with a year are cited by the marker behind them.
        Links::Required
    } else {
        Links::Among(anchors::of(parts.tree))
    };
    fill(&mut document, outline.drafts, &read, &scopes, links);
    list_from_metadata(&mut document, parts.tree);
    verifier::finish(&mut document, Some(parts.tree));
    document
}

/// Takes the reference list from the metadata of a page that shows neither a list nor an article. What may look like a citation in its
/// abstract points at no entry of a list that nobody sees.
fn list_from_metadata(document: &mut Document, tree: &Tree) {
    if document.references.is_empty() && (document.citations.is_empty() || !verifier::has_text(document)) {
        document.references = metadata_references::read(tree);
        if !document.references.is_empty() {
            document.citations.clear();
            document.style = CitationStyle::Unknown;
        }
    }
}

/// Where the lists of the entries stand, list by list.
fn places(parts: &Parts<'_>, nodes: &[NodeId], read: &[Read], outline: &Outline) -> Vec<ListPlace> {
    let tree = parts.tree;
    let mut places: Vec<ListPlace> = Vec::new();
    if read.iter().any(|entry| entry.reference.list as usize >= lists::MOST_LISTS) {
        return places;
    }
    for (node, entry) in nodes.iter().zip(read) {
        // The first entry of each list tells.
        if (entry.reference.list as usize) < places.len() {
            continue;
        }
        let above = || std::iter::once(*node).chain(tree.ancestors(*node));
        let at = above().find_map(|node| outline.left_out.get(&node).copied());
        let reply = parts.replies.iter().position(|reply| above().any(|node| node == *reply));
        let in_section = matches!(parts.format, Format::Jats | Format::Tei | Format::Latexml)
            && tree.ancestors(*node).any(|above| {
                matches!(tree.name(above), "sec" | "app" | "section" | "div")
                    && tree.elements(above).any(|child| {
                        matches!(tree.name(child), "title" | "head")
                            || tree.classes(child).any(|class| class == "ltx_title_section")
                    })
            });
        let heading = entries::heading_of(tree, *node);
        places.push(ListPlace {
            at: at.unwrap_or(outline.drafts.len()),
            in_section,
            heading,
            part: reply.map_or(0, |reply| reply + 1),
        });
    }
    places
}
