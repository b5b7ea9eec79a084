//! Siblings of one kind, which may be the entries of a list.

use std::collections::HashMap;

use super::wording::{ends_list, is_bold_heading, is_dated, is_heading, is_prose};
use crate::markup::tree::{NodeId, Tree};

/// Elements between a list and what holds its heading.
const LIST_DEPTH: usize = 4;

/// Siblings of one kind.
pub(super) struct Group {
    pub(super) parent: NodeId,
    pub(super) nodes: Vec<NodeId>,
    /// A heading that says "references" was the last one before one of them.
    pub(super) under_heading: bool,
    /// They stand right in the stretch of such a heading: beside it, or as items of a list there.
    pub(super) in_section: bool,
    /// That heading.
    pub(super) heading: Option<NodeId>,
}

/// The groups of siblings of a page, in order. What stands in a note is a citation, not an entry of a list.
pub(super) fn groups(tree: &Tree) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut by_kind: HashMap<(NodeId, &str, &str, Option<NodeId>), usize> = HashMap::new();
    let mut heading_says = false;
    let mut section: Option<Section> = None;
    for node in tree.descendants(Tree::ROOT) {
        let name = tree.name(node);
        let level = name.strip_prefix('h').and_then(|level| level.parse::<u8>().ok());
        let bold = is_bold_heading(tree, node);
        if bold || level.is_some() || tree.classes(node).any(|class| class.contains("heading")) {
            heading_says = is_heading(&tree.words_below(node, 80));
            let opened = tree.parent(node).filter(|_| heading_says);
            section = match opened {
                Some(parent) => Some(Section { heading: node, level: level.unwrap_or(u8::MAX), parent }),
                None => section.filter(|open| level.is_some_and(|level| level > open.level)),
            };
        }
        let may_hold =
            matches!(name, "li" | "div" | "p" | "tr" | "article" | "dd" | "dt" | "section" | "span" | "cite");
        if !may_hold || bold {
            continue;
        }
        // Nor is what holds notes an entry: `<div class="mw-references-wrap">` around a list of them.
        let of_notes = tree.is_note(node) || tree.notes().around.contains(&node);
        let Some(parent) = tree.parent(node).filter(|_| !of_notes) else { continue };
        // Items of a list are of one kind whatever their classes (MDPI's say how many digits the number has).
        let class = if name == "li" { "" } else { tree.classes(node).next().unwrap_or_default() };
        // In a page without sections the paragraphs of the text are siblings of the entries.
        let beside = section.filter(|section| section.parent == parent).map(|section| section.heading);
        let at = *by_kind.entry((parent, name, class, beside)).or_insert_with(|| {
            groups.push(Group {
                parent,
                nodes: Vec::new(),
                under_heading: false,
                in_section: false,
                heading: section.filter(|_| heading_says).map(|section| section.heading),
            });
            groups.len() - 1
        });
        let Some(group) = groups.get_mut(at) else { continue };
        group.nodes.push(node);
        group.under_heading |= heading_says;
        let item = matches!(name, "li" | "dd" | "tr");
        group.in_section |= heading_says
            && section.is_some_and(|section| {
                parent == section.parent
                    || item && tree.ancestors(parent).take(LIST_DEPTH).any(|above| above == section.parent)
            });
    }
    groups.retain(|group| {
        !std::iter::once(group.parent).chain(tree.ancestors(group.parent)).any(|above| tree.is_note(above))
    });
    groups
}

/// The stretch of a page under a heading that says "references".
#[derive(Clone, Copy, Debug)]
struct Section {
    heading: NodeId,
    /// Level of the heading; headings of the list's parts are deeper.
    level: u8,
    /// What holds the heading.
    parent: NodeId,
}

/// Bytes that tell that a text stands behind a list.
const BEHIND: usize = 160;
/// Paragraphs behind a list, if it is short: where more follow, something else is meant.
const FEW_BEHIND: usize = 4;

/// The entries of a group in which at least two read like some, and their mean length in bytes; else none.
pub(super) fn entries_of(tree: &Tree, group: &Group) -> (Vec<NodeId>, f64) {
    let long_enough = |node: &&NodeId| tree.words_below(**node, 30).len() >= 15;
    let mut entries: Vec<NodeId> = group.nodes.iter().filter(long_enough).copied().collect();
    let end = entries.iter().position(|node| ends_list(&tree.words_below(*node, BEHIND)));
    if let Some(end) = end.filter(|end| *end >= 2 && entries.len() - end <= end + FEW_BEHIND) {
        entries.truncate(end);
    }
    let reads = |node: &&NodeId| {
        let words = tree.words_below(**node, 2_000);
        is_dated(&words) && !is_prose(&words)
    };
    let dated = entries.iter().filter(reads).count();
    let text: usize = entries.iter().map(|node| tree.words_below(*node, 600).len().min(600)).sum();
    if entries.len() < 2 || dated * 10 < entries.len() * 6 {
        return (Vec::new(), 0.0);
    }
    let mean = text as f64 / entries.len() as f64;
    (entries, mean)
}
