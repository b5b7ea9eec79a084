//! Notes below a rule that no mark leads to, beside a reference list: they would be taken for more of its entries. (Those under
//! a heading of their own are told by it: [`numbered_notes`](super::super::footnotes::numbered_notes).)

use std::collections::{HashMap, HashSet};

use super::{Found, ids, is_heading};
use crate::document::footnotes::leading_number;
use crate::markup::tree::{NodeId, Tree};

/// Fewest notes that are believed.
const FEWEST: usize = 2;

/// Bytes of a note that are read for its number.
const HEAD: usize = 40;

/// Bytes of the longest raised mark, or of one in brackets.
const MARK: usize = 5;

/// The numbered items that may be notes: as many of them as marks without a link show in the text before them.
pub(super) fn find(tree: &Tree) -> HashMap<NodeId, Found> {
    let mut below_rule = false;
    let mut found: Vec<NodeId> = Vec::new();
    let mut held: HashSet<NodeId> = HashSet::new();
    let mut marks: HashSet<usize> = HashSet::new();
    for node in tree.descendants(Tree::ROOT) {
        if let Some(text) = tree.text(node) {
            let in_note = tree.ancestors(node).take(6).any(|above| held.contains(&above));
            if !in_note {
                marks.extend(marks_in(tree, node, text));
            }
            continue;
        }
        let name = tree.name(node);
        if name == "hr" || is_heading(tree, node) {
            below_rule = name == "hr";
            continue;
        }
        if !below_rule || tree.ancestors(node).take(6).any(|above| held.contains(&above)) {
            continue;
        }
        let number = found.len() + 1;
        let is_item = name == "li" && tree.parent(node).is_some_and(|list| tree.name(list) == "ol");
        let is_numbered = || {
            matches!(name, "p" | "div" | "li" | "dd")
                && !tree.elements(node).any(|inner| matches!(tree.name(inner), "p" | "div" | "ol" | "ul"))
                && leading_number(&tree.words_below(node, HEAD)) == Some(number)
        };
        if is_item || is_numbered() {
            held.insert(node);
            found.push(node);
        }
    }
    let marked = (1..=found.len()).filter(|number| marks.contains(number)).count();
    if found.len() < FEWEST || marked * 2 < found.len() {
        return HashMap::new();
    }
    found.into_iter().map(|node| (node, Found { ids: ids(tree, node), marks: Vec::new() })).collect()
}

/// The numbers of marks in a text: raised, or in brackets.
fn marks_in<'a>(tree: &Tree, node: NodeId, text: &'a str) -> impl Iterator<Item = usize> + 'a {
    let raised = tree.parent(node).is_some_and(|parent| tree.name(parent) == "sup");
    let whole = text.trim();
    let own = (raised && whole.len() <= MARK).then(|| whole.trim_matches(['[', ']', '(', ')']).parse().ok());
    let bracketed = text.split('[').skip(1).filter_map(|rest| rest.split_once(']')?.0.parse().ok());
    own.flatten().into_iter().chain(bracketed)
}
