//! Pages of Distill's template (distill.pub, ICLR's blog posts, many research blogs): a citation names its entries in an attribute,
//! `<d-cite key="olah2017,carter2019">`, and a script draws their numbers in a shadow tree, which no saved page has.

use std::collections::HashMap;

use crate::markup::flow::MarkKind;
use crate::markup::outline::{Cited, Role};
use crate::markup::tree::{NodeId, Tree};

/// What stands in place of the number of an entry that the list lacks.
pub(super) const UNKNOWN: char = '?';

/// Bytes of a citation whose numbers stand in the page itself.
const LONGEST_MARKER: usize = 60;

/// The numbers of a page's entries, from 1, by their keys.
pub(super) struct Distill(HashMap<String, usize>);

impl Distill {
    /// None of a page that does not cite so. Entries have the numbers of the page's list; where it has none, those in which they are
    /// cited, since the template lists them in that order.
    pub(super) fn of(tree: &Tree) -> Option<Self> {
        if !cites(tree) {
            return None;
        }
        let named = |name: &'static str| move |node: &NodeId| tree.name(*node) == name;
        let list = tree.descendants(Tree::ROOT).find(named("d-citation-list"));
        let entries = list.into_iter().flat_map(|list| tree.descendants(list)).filter(named("li"));
        let mut keys_in_order: Vec<&str> = entries.filter_map(|entry| tree.attribute(entry, "id")).collect();
        if keys_in_order.is_empty() {
            let cited = tree.descendants(Tree::ROOT).filter(named("d-cite"));
            keys_in_order = cited.flat_map(|node| keys(tree, node)).collect();
        }
        let mut numbers = HashMap::new();
        for key in keys_in_order {
            let next = numbers.len() + 1;
            numbers.entry(key.to_owned()).or_insert(next);
        }
        Some(Self(numbers))
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

/// Whether this is a citation whose numbers stand in the page itself: `[1, 3]`. What a tag that is not closed swallows is hidden.
fn is_marker(text: &str) -> bool {
    !text.trim().is_empty() && text.len() <= LONGEST_MARKER
}

/// Whether a page cites as the template does.
pub(super) fn cites(tree: &Tree) -> bool {
    tree.descendants(Tree::ROOT).any(|node| tree.name(node) == "d-cite")
}

/// The title, which stands before the article.
pub(super) fn title(tree: &Tree) -> Option<NodeId> {
    tree.descendants(Tree::ROOT).find(|node| tree.name(*node) == "d-title")
}

fn keys(tree: &Tree, node: NodeId) -> impl Iterator<Item = &str> {
    let named = tree.attribute(node, "key").or_else(|| tree.attribute(node, "bibtex-key"));
    named.unwrap_or_default().split(',').map(str::trim).filter(|key| !key.is_empty())
}
