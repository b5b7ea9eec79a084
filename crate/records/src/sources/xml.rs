//! Walking the XML of answers.

use super::api::ResponseError;
pub(crate) use citelight_document::markup::tree::{NodeId, Tree, xml};

/// Parses a whole answer: one that breaks off is malformed.
pub(super) fn parse(body: &str) -> Result<Tree, ResponseError> {
    let tree = xml::parse(body).map_err(ResponseError::Malformed)?;
    if tree.cut {
        return Err(ResponseError::Malformed("the XML breaks off".to_owned()));
    }
    Ok(tree)
}

/// Child elements of a name.
pub(super) fn children<'a>(tree: &'a Tree, node: NodeId, name: &'a str) -> impl Iterator<Item = NodeId> + 'a {
    tree.elements(node).filter(move |child| tree.name(*child) == name)
}

/// The first element at a path of names below a node.
pub(super) fn find(tree: &Tree, node: NodeId, path: &[&str]) -> Option<NodeId> {
    path.iter().try_fold(node, |node, name| tree.elements(node).find(|child| tree.name(*child) == *name))
}

/// The words at a path, white space collapsed; never empty.
pub(super) fn words(tree: &Tree, node: NodeId, path: &[&str]) -> Option<String> {
    let words = tree.words_below(find(tree, node, path)?, 100_000);
    (!words.is_empty()).then_some(words)
}
