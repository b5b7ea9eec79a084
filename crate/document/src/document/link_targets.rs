//! Where link-like elements lead within their document.

use crate::markup::tree::{NodeId, Tree};

/// Ids that a link-like element points at, without the document's address.
pub(crate) fn link_targets(tree: &Tree, node: NodeId) -> Vec<String> {
    let mut targets = Vec::new();
    for (name, value) in tree.attributes(node) {
        match name {
            "href" => {
                if let Some((_, fragment)) = value.rsplit_once('#') {
                    targets.push(fragment.trim());
                }
            }
            "rid" | "data-rid" | "data-jats-rid" | "data-xml-rid" | "reveal-id" | "data-open" => {
                targets.extend(value.split_ascii_whitespace());
            }
            _ => {}
        }
    }
    targets.retain(|target| !target.is_empty());
    targets.dedup();
    targets.into_iter().map(str::to_owned).chain(cited_keys(tree, node)).collect()
}

/// Keys that pandoc's `data-cites` names, as the ids of their entries.
fn cited_keys(tree: &Tree, node: NodeId) -> Vec<String> {
    let keys = tree.attribute(node, "data-cites").unwrap_or_default();
    keys.split_ascii_whitespace().map(|key| format!("ref-{key}")).collect()
}
