//! Reference lists of a page beside the main one: those of other sections, of the methods, of a supplement, of a reply; and
//! the rest of a list that something interrupts.

use std::collections::HashSet;

use super::aliases::aliases;
use super::groups::{Group, entries_of};
use super::short_list;
use super::wording::container_says;
use crate::markup::tree::{NodeId, Tree};

/// Mean bytes of a list's entries: shorter ones are labels or links.
const SHORTEST: f64 = 30.0;
/// Bytes of the longest entry: longer ones are paragraphs.
const LONGEST: usize = 900;
/// Entries that are read to decide whether a group is a list of them.
const READ: usize = 12;
/// Most groups that are looked at.
const LOOKED_AT: usize = 400;

/// All lists of a page, the main one among them, each as its entries. Lists under one heading are one.
pub(super) fn find(tree: &Tree, groups: &[Group], main: Vec<NodeId>) -> Vec<Vec<NodeId>> {
    let Some(first) = main.first().copied() else { return Vec::new() };
    let Some(own) = groups.iter().find(|group| group.nodes.contains(&first)) else { return vec![main] };
    let ids: HashSet<String> = main.iter().flat_map(|node| aliases(tree, *node)).collect();
    let mut taken = Taken::default();
    taken.add(tree, &main);
    let mut texts = HashSet::from([words(tree, &main)]);
    let mut lists: Vec<(Option<NodeId>, Vec<NodeId>)> = vec![(own.heading, main)];
    let candidates = groups
        .iter()
        .map(|group| (group, is_twin(tree, own, group)))
        .filter(|(group, twin)| group.in_section || *twin);
    for (group, twin) in candidates.take(LOOKED_AT) {
        // What follows a list under its heading, and is set otherwise, is something else.
        if group.heading.is_some() && group.heading == own.heading && !twin {
            continue;
        }
        let (mut entries, mean) = entries_of(tree, group);
        if entries.is_empty() && group.in_section {
            entries = short_list::entries(tree, group);
        } else if mean < SHORTEST {
            continue;
        }
        let touches = |node: &NodeId| taken.touches(tree, *node);
        if entries.is_empty() || entries.iter().any(touches) || !read_as_entries(tree, &entries, &ids) {
            continue;
        }
        taken.add(tree, &entries);
        // Pages show their list twice: in the text, and beside it.
        if !texts.insert(words(tree, &entries)) {
            continue;
        }
        match lists.iter_mut().find(|(heading, _)| heading.is_some() && *heading == group.heading) {
            Some((_, list)) => list.extend(entries),
            None => lists.push((group.heading, entries)),
        }
    }
    lists.into_iter().map(|(_, list)| list).collect()
}

/// Whether nodes read as entries and not as paragraphs of a section that is called “Literature”: those are long, name no
/// work each, and link to entries.
fn read_as_entries(tree: &Tree, nodes: &[NodeId], ids: &HashSet<String>) -> bool {
    let cites = |node: NodeId| {
        tree.descendants(node)
            .filter_map(|inner| tree.attribute(inner, "href")?.strip_prefix('#'))
            .any(|id| ids.contains(id))
    };
    let first = || nodes.iter().copied().take(READ);
    let texts: Vec<String> = first().map(|node| tree.words_below(node, LONGEST + 1)).collect();
    let read = texts.iter().filter(|text| short_list::is_entry(text)).count();
    read * 2 >= texts.len() && texts.iter().all(|text| text.len() <= LONGEST) && !first().any(cites)
}

/// Nodes of lists that were found, and what is above them.
#[derive(Default)]
struct Taken {
    nodes: HashSet<NodeId>,
    above: HashSet<NodeId>,
}

impl Taken {
    fn add(&mut self, tree: &Tree, nodes: &[NodeId]) {
        for node in nodes {
            self.nodes.insert(*node);
            self.above.extend(tree.ancestors(*node));
        }
    }

    /// Whether a node is, holds or stands in one of them.
    fn touches(&self, tree: &Tree, node: NodeId) -> bool {
        self.nodes.contains(&node)
            || self.above.contains(&node)
            || tree.ancestors(node).any(|above| self.nodes.contains(&above))
    }
}

fn words(tree: &Tree, nodes: &[NodeId]) -> Vec<String> {
    nodes.iter().map(|node| tree.words_below(*node, 200)).collect()
}

/// Whether a group has the markup of the main list and the page calls it a list of references, too.
fn is_twin(tree: &Tree, own: &Group, group: &Group) -> bool {
    let kind = |group: &Group| {
        let node = group.nodes.first().copied()?;
        Some((
            tree.name(node),
            tree.classes(node).next(),
            tree.name(group.parent),
            tree.classes(group.parent).next(),
        ))
    };
    let says = || group.under_heading || container_says(tree, group.parent, group.nodes.first().copied());
    group.nodes.len() > 1 && kind(group) == kind(own) && says()
}
