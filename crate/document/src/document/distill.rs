//! Pages of Distill's template (distill.pub, the blog posts of ICLR, many research blogs): a citation names its entries in an attribute,
//! `<d-cite key="olah2017,carter2019">`, and a script draws their numbers where nothing but the reader sees them.

use std::collections::HashMap;

use super::Document;
use crate::citation::{Citation, Mapping};
use crate::markup::flow::MarkKind;
use crate::markup::outline::{Cited, Role};
use crate::markup::tree::{NodeId, Tree};

/// What stands in place of the number of an entry that the list lacks.
const UNKNOWN: char = '?';

/// Bytes of a citation that is drawn beforehand.
const LONGEST_MARKER: usize = 60;

/// The numbers of a page's entries, from 1, by their keys.
pub(super) struct Distill(HashMap<String, usize>);

impl Distill {
    /// As the entries stand in the page's list, and as they are cited where the page has none: the template lists them in that order.
    pub(super) fn of(tree: &Tree) -> Self {
        let mut numbers = HashMap::new();
        let list = tree.descendants(Tree::ROOT).find(|node| tree.name(*node) == "d-citation-list");
        let below = list.into_iter().flat_map(|list| tree.descendants(list));
        let entries = below.filter(|node| tree.name(*node) == "li");
        let ids = entries.filter_map(|entry| tree.attribute(entry, "id"));
        let cited = tree.descendants(Tree::ROOT).filter(|node| tree.name(*node) == "d-cite");
        let mut number = |key: &str| {
            let next = numbers.len() + 1;
            numbers.entry(key.to_owned()).or_insert(next);
        };
        let mut ids = ids.peekable();
        if ids.peek().is_some() {
            ids.for_each(&mut number);
        } else {
            cited.flat_map(|node| keys(tree, node)).for_each(&mut number);
        }
        Self(numbers)
    }

    /// What an element of the template is; none if it is not of the template.
    pub(super) fn role(&self, tree: &Tree, node: NodeId) -> Option<Role> {
        let tex = || tree.text_below(node).trim().to_owned();
        Some(match tree.name(node) {
            "d-cite" if is_marker(&tree.words_below(node, LONGEST_MARKER + 1)) => {
                Role::Marked(MarkKind::Link(keys(tree, node).map(str::to_owned).collect()))
            }
            "d-cite" => {
                let cited = |key: &str| Cited {
                    id: key.to_owned(),
                    shown: self.0.get(key).map_or_else(|| UNKNOWN.to_string(), usize::to_string),
                };
                Role::Citation(keys(tree, node).map(cited).collect())
            }
            "d-math" if tree.attribute(node, "block").is_some() => Role::DisplayMath(tex()),
            "d-math" => Role::InlineMath(tex()),
            // The article's title stands apart, and its sections may begin with an h1.
            "h1" if tree.ancestors(node).any(|above| tree.name(above) == "d-article") => Role::Heading(1),
            "d-footnote" => Role::Footnote,
            "d-abstract" => Role::Abstract,
            "d-hover-box" | "d-footnote-list" | "d-contents" | "d-toc" | "d-byline" | "d-front-matter"
            | "d-bibliography" | "distill-header" | "distill-footer" | "distill-appendix" => Role::Skip,
            "d-title" | "d-article" | "d-appendix" | "d-figure" | "d-code" | "d-interstitial"
            | "d-citation-list" => Role::Block,
            _ => return None,
        })
    }
}

/// Whether this is the citation as a page shows it that was drawn beforehand: `[1, 3]`. What a tag that is not closed swallows is hidden.
fn is_marker(text: &str) -> bool {
    !text.trim().is_empty() && text.len() <= LONGEST_MARKER
}

/// Whether a page cites as the template does.
pub(super) fn cites(tree: &Tree) -> bool {
    tree.descendants(Tree::ROOT).any(|node| tree.name(node) == "d-cite")
}

/// Keeps the citations that the page marks: `[1, 3]` elsewhere is a vector, and names with a year stand beside their marker.
pub(super) fn keep_citations(document: &mut Document) {
    let Document { citations, blocks, .. } = document;
    let surface = |citation: &Citation| blocks.get(citation.block)?.text.get(citation.range.clone());
    citations.retain(|citation| {
        citation.status == Mapping::Linked || surface(citation).is_some_and(|words| words.contains(UNKNOWN))
    });
    for (index, citation) in citations.iter_mut().enumerate() {
        citation.id = format!("c{index}");
    }
}

/// The title of a page, which stands before its article.
pub(super) fn title(tree: &Tree) -> Option<NodeId> {
    tree.descendants(Tree::ROOT).find(|node| tree.name(*node) == "d-title")
}

fn keys(tree: &Tree, node: NodeId) -> impl Iterator<Item = &str> {
    let named = tree.attribute(node, "key").or_else(|| tree.attribute(node, "bibtex-key"));
    named.unwrap_or_default().split(',').map(str::trim).filter(|key| !key.is_empty())
}
