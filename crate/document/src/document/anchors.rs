//! The places of a page or an XML file that its links may lead to.

use std::collections::HashMap;

use crate::markup::tree::{NodeId, Tree};

/// What a link leads to, apart from entries of a reference list and notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// A section, a figure, a table or a formula.
    Other,
    /// Any other element, or nothing that the page has.
    Unclear,
}

/// Ancestors in which a section, a figure, a table or a formula is looked for that a place marks.
const NEAR: usize = 2;

/// The places by their names.
pub(crate) fn of(tree: &Tree) -> HashMap<&str, Anchor> {
    let mut places: HashMap<&str, Anchor> = HashMap::new();
    for node in tree.descendants(Tree::ROOT).filter(|node| tree.is_element(*node)) {
        let name = tree.attribute(node, "name").filter(|_| tree.name(node) == "a");
        for id in tree.attribute(node, "id").into_iter().chain(name) {
            let kind = kind(tree, node);
            places
                .entry(id)
                .and_modify(|own| *own = if kind == Anchor::Other { kind } else { *own })
                .or_insert(kind);
        }
    }
    // A place that the page does not have is none of an entry that it has.
    for node in tree.descendants(Tree::ROOT).filter(|node| tree.is_element(*node)) {
        let within = tree.attribute(node, "href").and_then(|target| target.strip_prefix('#'));
        let named = ["rid", "target"].into_iter().filter_map(|name| tree.attribute(node, name));
        let named = named.flat_map(str::split_ascii_whitespace).map(|target| target.trim_start_matches('#'));
        for id in within.map(str::trim).into_iter().chain(named).filter(|id| !id.is_empty()) {
            places.entry(id).or_insert(Anchor::Unclear);
        }
    }
    places
}

fn kind(tree: &Tree, node: NodeId) -> Anchor {
    let is_other = |node: NodeId| {
        matches!(
            tree.name(node),
            "h1" | "h2"
                | "h3"
                | "h4"
                | "h5"
                | "h6"
                | "figure"
                | "figcaption"
                | "fig"
                | "table"
                | "table-wrap"
                | "caption"
                | "math"
                | "disp-formula"
                | "formula"
                | "img"
                | "sec"
        ) || tree.classes(node).any(|class| {
            matches!(
                class,
                "ltx_equation"
                    | "ltx_figure"
                    | "ltx_table"
                    | "ltx_section"
                    | "ltx_subsection"
                    | "ltx_theorem"
            )
        })
    };
    let marks = |above: NodeId| !matches!(tree.name(above), "table" | "sec") && is_other(above);
    if is_other(node) || tree.ancestors(node).take(NEAR).any(marks) { Anchor::Other } else { Anchor::Unclear }
}
