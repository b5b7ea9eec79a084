//! The page's own links to its entries, read from the markup alone: what the mapping without them is measured by.

use std::collections::{HashMap, HashSet};

use super::link_targets::link_targets;
use super::{Document, Format, html};
use crate::citation::contradiction::names_another;
use crate::citation::{CitationStyle, Reference, entries};
use crate::markup::BlockKind;
use crate::markup::tree::{self, NodeId, Tree};

/// A link of the page: the elements whose text is its text, and the entry it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLink {
    /// The elements, by the numbers of [`Origin::node`](crate::markup::Origin).
    pub tags: HashSet<u32>,
    /// Index of the reference.
    pub reference: usize,
    /// What the link says.
    pub text: String,
}

impl PageLink {
    /// Whether what the link says names another work than this entry: neither its year nor any of its names.
    pub fn names_another(&self, entry: &Reference) -> bool {
        names_another(&self.text, &entry.raw)
    }
}

/// The links of a page to its entries, where they stand in the document's text. In documents that cite in notes those
/// of the notes are left out: they belong to the notes' marks.
pub fn page_links(content: &str, document: &Document) -> Vec<PageLink> {
    let tree = match document.format {
        Format::Html | Format::Latexml | Format::Docx => html::parse(content),
        Format::Jats | Format::Tei => tree::xml::parse(content),
        _ => return Vec::new(),
    };
    let Ok(tree) = tree else { return Vec::new() };
    let mut by_id: HashMap<String, usize> = HashMap::new();
    let mut inside: HashSet<NodeId> = HashSet::new();
    for (index, entry) in entries::find(&tree).iter().enumerate() {
        inside.insert(entry.node);
        inside.extend(tree.descendants(entry.node));
        for alias in entries::aliases(&tree, entry.node) {
            by_id.entry(alias).or_insert(index);
        }
    }
    for (index, reference) in document.references.iter().enumerate() {
        by_id.entry(reference.id.clone()).or_insert(index);
    }
    let shown: HashSet<u32> = document
        .blocks
        .iter()
        .filter(|block| document.style != CitationStyle::Note || block.kind != BlockKind::Footnote)
        .flat_map(|block| &block.origins)
        .map(|origin| origin.node)
        .collect();
    let mut links = Vec::new();
    for node in tree.descendants(Tree::ROOT).filter(|node| tree.is_element(*node) && !inside.contains(node)) {
        let mut targets = link_targets(&tree, node);
        let target = tree.attribute(node, "target").unwrap_or_default();
        targets
            .extend(target.split_ascii_whitespace().filter_map(|id| id.strip_prefix('#')).map(str::to_owned));
        let references: Vec<usize> = targets.iter().filter_map(|id| by_id.get(id).copied()).collect();
        if references.is_empty() {
            continue;
        }
        let within =
            std::iter::once(node).chain(tree.descendants(node)).filter(|inner| tree.is_element(*inner));
        let tags: HashSet<u32> =
            within.map(|inner| tree.tag(inner)).filter(|tag| shown.contains(tag)).collect();
        if !tags.is_empty() {
            let text = tree.words_below(node, 200);
            links.extend(references.into_iter().map(|reference| PageLink {
                tags: tags.clone(),
                reference,
                text: text.clone(),
            }));
        }
    }
    links
}
