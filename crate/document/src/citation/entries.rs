//! Finding the bibliography entries of a page: by the markup's own names where there are any, else as the largest
//! group of like siblings under a heading or container that says "references"; lists of one or two only where the page
//! leaves no doubt that they are some.

mod aliases;
mod further;
mod groups;
mod short_list;
mod wording;

pub(crate) use aliases::aliases;
pub(crate) use short_list::is_entry;
pub(crate) use wording::{ends_list, is_dated, is_heading, is_prose};

use std::collections::{HashMap, HashSet};

use crate::markup::tree::{NodeId, Step, Tree};
use groups::{Group, entries_of, groups};
use wording::container_says;

/// The class of a reference list on a page that was made from a document of another format.
pub(crate) const MADE_LIST: &str = "citelight-references";

/// One entry's nodes.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The element that holds the entry.
    pub(crate) node: NodeId,
    /// The element that holds its printed label, if it has one.
    pub(crate) label: Option<NodeId>,
    /// Which list of the page it stands in, from 0.
    pub(crate) list: u32,
    /// Its place in the list, from 1, or from where the list begins to count.
    pub(crate) number: u32,
    /// The element that holds several works under one number, and which of them this one is, from 1.
    pub(crate) shared: Option<(NodeId, u32)>,
    /// The element that names the fields of the same work, where another one than `node` does.
    pub(crate) named: Option<NodeId>,
}

/// The entries of the page's reference lists, in order.
pub(crate) fn find(tree: &Tree) -> Vec<Entry> {
    let named = |is_entry: &dyn Fn(NodeId) -> bool, list: &dyn Fn(NodeId) -> Option<NodeId>| {
        tree.descendants(Tree::ROOT)
            .filter(|node| is_entry(*node))
            .map(|node| (node, list(node)))
            .collect::<Vec<(NodeId, Option<NodeId>)>>()
    };
    let mut nodes = named(&|node| tree.has_class(node, "ltx_bibitem"), &|node| {
        tree.ancestors(node).find(|above| tree.has_class(*above, "ltx_bibliography"))
    });
    if nodes.is_empty() {
        nodes = named(
            &|node| tree.name(node) == "ref" && has_ref_parent(tree, node) && !tree.is_note(node),
            &|node| tree.ancestors(node).filter(|above| tree.name(*above) == "ref-list").last(),
        );
    }
    if nodes.is_empty() {
        // Pages that Citelight makes say which elements are the entries, whatever stands in them.
        let list = |node: NodeId| tree.ancestors(node).find(|above| tree.has_class(*above, MADE_LIST));
        nodes = named(&|node| tree.has_class(node, "csl-entry") && list(node).is_some(), &list);
    }
    if nodes.is_empty() {
        let groups = groups(tree);
        let main = like_siblings(tree, &groups);
        nodes = further::find(tree, &groups, main)
            .into_iter()
            .flat_map(|list| {
                let first = list.first().copied();
                list.into_iter().map(move |node| (node, first))
            })
            .collect();
    }
    listed(tree, nodes)
}

/// The entries of nodes, each given with the node that stands for its list.
fn listed(tree: &Tree, nodes: Vec<(NodeId, Option<NodeId>)>) -> Vec<Entry> {
    let list_of: HashMap<NodeId, Option<NodeId>> = nodes.iter().copied().collect();
    let mut lists: Vec<(Option<NodeId>, u32)> = Vec::new();
    let mut entries = Vec::new();
    for node in outermost(tree, nodes.into_iter().map(|(node, _)| node).collect()) {
        let own = list_of.get(&node).copied().flatten();
        // A list without a heading of its own right behind another one goes on with it.
        let goes_on = |(before, _): &(Option<NodeId>, u32)| {
            *before == own || own.is_some_and(|own| goes_on_with(tree, *before, own))
        };
        if !lists.last().is_some_and(goes_on) {
            lists.push((own, 0));
        } else if let Some(last) = lists.last_mut() {
            last.0 = own;
        }
        let list = lists.len() as u32 - 1;
        let Some((_, count)) = lists.last_mut() else { continue };
        *count = counted(tree, node).unwrap_or(*count + 1);
        let number = *count;
        let works = works_of(tree, node);
        if works.len() < 2 && works.iter().all(|work| work.named.is_none()) {
            let label = label_of(tree, node).or_else(|| term_of(tree, node));
            entries.push(Entry { node, label, list, number, shared: None, named: None });
            continue;
        }
        let label = tree.elements(node).find(|child| tree.name(*child) == "label");
        entries.extend(works.into_iter().zip(1..).map(|(Work { printed, named }, nth)| {
            let label = label.or_else(|| label_of(tree, printed));
            Entry { node: printed, label, list, number, shared: Some((node, nth)), named }
        }));
    }
    entries
}

/// A work of a JATS `ref`: the element that is printed, and the one that only names its fields, if there are both.
struct Work {
    printed: NodeId,
    named: Option<NodeId>,
}

/// The works of a JATS `ref`, each with an element of its own. SciELO writes each work twice, once as it is printed and once in fields;
/// other publishers put the two forms into `citation-alternatives`.
fn works_of(tree: &Tree, node: NodeId) -> Vec<Work> {
    if tree.name(node) != "ref" {
        return Vec::new();
    }
    let works: Vec<NodeId> = tree.elements(node).filter(|child| is_work(tree, *child)).collect();
    in_two_forms(tree, &works).unwrap_or_else(|| {
        let one = |work: NodeId| {
            let forms: Vec<NodeId> = tree.elements(work).filter(|form| is_work(tree, *form)).collect();
            let both = in_two_forms(tree, &forms).unwrap_or_default();
            both.into_iter().next().unwrap_or(Work { printed: work, named: None })
        };
        works.into_iter().map(one).collect()
    })
}

fn is_work(tree: &Tree, node: NodeId) -> bool {
    let names = ["element-citation", "mixed-citation", "nlm-citation", "citation", "citation-alternatives"];
    names.contains(&tree.name(node))
}

/// The works of elements of which half are as printed and half name the fields of the same works, in the same order.
fn in_two_forms(tree: &Tree, forms: &[NodeId]) -> Option<Vec<Work>> {
    let named = |name: &'static str| {
        forms
            .iter()
            .copied()
            .filter(move |form| tree.name(*form) == name && !tree.words_below(*form, 1).is_empty())
    };
    let (printed, in_fields) = (named("mixed-citation"), named("element-citation"));
    let counts = (printed.clone().count(), in_fields.clone().count());
    (counts.0 > 0 && counts.0 == counts.1 && counts.0 + counts.1 == forms.len()).then(|| {
        printed.zip(in_fields).map(|(printed, named)| Work { printed, named: Some(named) }).collect()
    })
}

/// Whether a JATS list has no title and stands right behind another one.
fn goes_on_with(tree: &Tree, before: Option<NodeId>, own: NodeId) -> bool {
    tree.name(own) == "ref-list"
        && tree.parent(own) == before.and_then(|before| tree.parent(before))
        && !tree.elements(own).any(|child| tree.name(child) == "title")
}

/// The number that the markup of an ordered list gives to an item: by the item, or by where the list begins.
fn counted(tree: &Tree, node: NodeId) -> Option<u32> {
    let number = |node: NodeId, name: &str| tree.attribute(node, name)?.trim().parse::<u32>().ok();
    if tree.name(node) != "li" {
        return None;
    }
    let first = |parent: NodeId| tree.elements(parent).find(|child| tree.name(*child) == "li") == Some(node);
    let start = || tree.parent(node).filter(|parent| first(*parent)).and_then(|list| number(list, "start"));
    number(node, "value").or_else(start).filter(|number| (1..10_000).contains(number))
}

/// What the heading over an entry's list says.
pub(crate) fn heading_of(tree: &Tree, node: NodeId) -> String {
    let says = |node: NodeId| {
        matches!(tree.name(node), "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "title" | "head")
            || tree.classes(node).any(|class| class.contains("heading") || class.contains("title"))
    };
    let mut below = node;
    for above in tree.ancestors(node).take(6) {
        let before = tree.elements(above).take_while(|child| *child != below);
        if let Some(heading) = before.filter(|child| says(*child)).last() {
            return tree.words_below(heading, 80);
        }
        below = above;
    }
    String::new()
}

/// Nodes that stand in no other of them: an entry inside an entry would be read once for each level of the nesting.
fn outermost(tree: &Tree, nodes: Vec<NodeId>) -> Vec<NodeId> {
    let all: HashSet<NodeId> = nodes.into_iter().collect();
    let mut outer = Vec::new();
    tree.walk(Tree::ROOT, |step| match step {
        Step::Enter(node) if all.contains(&node) => {
            outer.push(node);
            false
        }
        _ => true,
    });
    outer
}

fn has_ref_parent(tree: &Tree, node: NodeId) -> bool {
    tree.parent(node).is_some_and(|parent| tree.name(parent) == "ref-list")
}

/// The element that holds an entry's printed label.
fn label_of(tree: &Tree, node: NodeId) -> Option<NodeId> {
    tree.descendants(node).take(40).find(|inner| {
        tree.name(*inner) == "label"
            || tree.classes(*inner).any(|class| {
                matches!(
                    class,
                    "label"
                        | "ltx_tag_bibitem"
                        | "ltx_bibtag"
                        | "refnumber"
                        | "reference-label"
                        | "ref-label"
                        | "csl-left-margin"
                ) || class.ends_with("reflink-indicator-number")
            })
    })
}

/// The term that a definition stands under: `<dt id="b1">[1]</dt><dd>`.
fn term_of(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let before = || std::iter::successors(tree.previous(node), |before| tree.previous(*before)).take(3);
    let term = before().find(|before| tree.is_element(*before)).filter(|term| tree.name(*term) == "dt")?;
    (tree.name(node) == "dd").then_some(term)
}

/// The largest group of siblings of one kind that read like entries and stand where references stand; a short one only
/// where the page itself says that it is a reference list.
fn like_siblings(tree: &Tree, groups: &[Group]) -> Vec<NodeId> {
    let mut best: (f64, Vec<NodeId>) = (0.0, Vec::new());
    for group in groups {
        let named = group.under_heading || container_says(tree, group.parent, group.nodes.first().copied());
        if group.nodes.len() < 2 || !named {
            continue;
        }
        let (entries, mean) = entries_of(tree, group);
        // Many entries, each of the length of an entry, beat few long ones.
        let score = entries.len() as f64 * if mean > 45.0 { 1.0 } else { 0.3 };
        if score > best.0 {
            best = (score, entries);
        }
    }
    if best.1.is_empty() { short_list::find(tree, groups) } else { best.1 }
}
