//! The names by which links point into an element.

use crate::markup::tree::{NodeId, Tree};

/// Every id by which a link may point into an entry.
pub(crate) fn aliases(tree: &Tree, node: NodeId) -> Vec<String> {
    let mut aliases = Vec::new();
    for inner in std::iter::once(node).chain(tree.descendants(node)).filter(|inner| tree.is_element(*inner)) {
        for (name, value) in tree.attributes(inner) {
            match name {
                "id" | "content-id" | "data-bib-id" | "data-legacy-id" => aliases.push(value.to_owned()),
                "name" if tree.name(inner) == "a" => aliases.push(value.to_owned()),
                _ => {}
            }
        }
    }
    // ScienceDirect links to `b0200` and names the entry's anchor `ref-id-b0200`.
    let stripped: Vec<String> =
        aliases.iter().filter_map(|alias| alias.strip_prefix("ref-id-").map(str::to_owned)).collect();
    aliases.extend(stripped);
    aliases
}
