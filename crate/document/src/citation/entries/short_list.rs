//! Reference lists of one or two entries. Their number says nothing, so the page must: by the heading right over them or
//! by what it calls their container; and they must read like entries.

use super::groups::Group;
use super::wording::{is_dated, is_heading, is_prose};
use crate::citation::string::parse_reference;
use crate::markup::tree::{NodeId, Tree};

/// Words in a class or id that mean a reference list and nothing else; [`LIST_WORDS`](super::wording) are used for single citations, too.
const NAMES: &[&str] = &["references", "reflist", "refs", "bibliography", "biblist"];
/// The same, of several words.
const COMPOUNDS: &[&str] = &["ref-list", "reference-list", "csl-bib-body"];

/// Bytes of an entry: less is a label.
const SHORTEST: usize = 12;
/// More is a text.
const LONGEST: usize = 900;
/// Siblings of a group, with what stands beside its entries.
const SIBLINGS: usize = 4;

/// Groups that are looked at: a page that calls more than these a reference list has none.
const LOOKED_AT: usize = 64;

/// Entries of the longest short list, the outermost and first one of equals.
pub(super) fn find(tree: &Tree, groups: &[Group]) -> Vec<NodeId> {
    let mut best: Vec<NodeId> = Vec::new();
    let named = groups.iter().filter(|group| group.nodes.len() <= SIBLINGS);
    for group in named.filter(|group| group.in_section || is_called_list(tree, group)).take(LOOKED_AT) {
        let entries = entries(tree, group);
        if entries.len() > best.len() {
            best = entries;
        }
    }
    best
}

/// The one or two entries of a group, one of which must read like one. Labels and buttons may stand beside them, no text.
pub(super) fn entries(tree: &Tree, group: &Group) -> Vec<NodeId> {
    let block = |node: &NodeId| !matches!(tree.name(*node), "span" | "cite" | "dt");
    let mut entries = Vec::new();
    let mut reads = false;
    for node in &group.nodes {
        let text = tree.words_below(*node, LONGEST + 1);
        if text.len() < SHORTEST || is_heading(&text) {
            continue;
        }
        if text.len() > LONGEST || !block(node) || holds_list(tree, *node) {
            return Vec::new();
        }
        reads |= is_entry(&text);
        entries.push(*node);
    }
    if reads && entries.len() <= 2 { entries } else { Vec::new() }
}

/// Nodes of an entry among which its parts stand.
const PARTS: usize = 100;

/// Whether an element is what a list stands in, with its heading or the buttons below it.
fn holds_list(tree: &Tree, node: NodeId) -> bool {
    tree.descendants(node).take(PARTS).any(|inner| match tree.name(inner) {
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => is_heading(&tree.words_below(inner, 80)),
        "li" => is_entry(&tree.words_below(inner, LONGEST + 1)),
        _ => false,
    })
}

/// Whether a text reads like an entry: dated, and with somebody who wrote something, or an identifier.
pub(crate) fn is_entry(text: &str) -> bool {
    if !is_dated(text) || is_prose(text) {
        return false;
    }
    let read = parse_reference(text);
    let identified = read.identifiers.doi.is_some() || read.identifiers.arxiv.is_some();
    let described = !read.authors.is_empty() && (read.title.is_some() || read.venue.is_some());
    identified || described || read.is_identifier_only()
}

/// Whether the page calls the group's container, or one just above it, a reference list, or the group's own elements entries.
fn is_called_list(tree: &Tree, group: &Group) -> bool {
    let role = |node: NodeId| tree.attribute(node, "role").or_else(|| tree.attribute(node, "epub:type"));
    let is_entry = |node: &NodeId| {
        matches!(role(*node), Some("doc-biblioentry" | "biblioentry")) || tree.has_class(*node, "csl-entry")
    };
    group.nodes.iter().all(is_entry)
        || std::iter::once(group.parent).chain(tree.ancestors(group.parent).take(2)).any(|node| {
            matches!(role(node), Some("doc-bibliography" | "bibliography"))
                || tree.classes(node).chain(tree.attribute(node, "id")).any(is_name)
        })
}

fn is_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    COMPOUNDS.iter().any(|compound| name.contains(compound))
        || name.split(|c: char| !c.is_alphanumeric()).any(|word| NAMES.contains(&word))
}
