//! What LaTeXML's elements are: arXiv HTML, ar5iv, engrafo, from version 0.8.0 on.

use super::html;
use crate::markup::flow::MarkKind;
use crate::markup::outline::{Dialect, Role};
use crate::markup::tree::{NodeId, Tree};

/// LaTeXML's HTML.
pub(crate) struct Latexml;

/// The element that holds the article.
pub(crate) fn root(tree: &Tree) -> Option<NodeId> {
    tree.descendants(Tree::ROOT).find(|node| tree.has_class(*node, "ltx_document"))
}

/// Classes of what is no part of the text: apparatus of the page, front matter that the metadata has, list markers.
const APPARATUS: &[&str] = &[
    "ltx_page_navbar",
    "ltx_page_header",
    "ltx_page_footer",
    "ltx_page_logo",
    "ltx_TOC",
    "ltx_toclist",
    "ltx_bibliography",
    "ltx_authors",
    "ltx_dates",
    "ltx_keywords",
    "ltx_classification",
    "ltx_note_mark",
    "ltx_note_type",
    "ltx_tag_note",
    "ltx_tag_item",
    "ltx_rule",
    "ltx_pagination",
    "ltx_picture",
    "ltx_index",
    "ltx_role_refnum",
];

impl Dialect for Latexml {
    fn role(&self, tree: &Tree, node: NodeId) -> Role {
        let name = tree.name(node);
        if name == "math" {
            return html::math(tree, node);
        }
        for class in tree.classes(node) {
            if !class.starts_with("ltx_") {
                continue;
            }
            if APPARATUS.contains(&class) {
                return Role::Skip;
            }
            match class {
                // A macro that LaTeXML did not know; inside a citation it is all that the reader sees of it.
                "ltx_ERROR" if !in_cite(tree, node) => return Role::Skip,
                "ltx_note" => return note(tree, node),
                "ltx_title_document" => return Role::Title,
                "ltx_title_abstract" | "ltx_title_bibliography" => return Role::Skip,
                // Run-in headings of statements begin their paragraph.
                "ltx_title_theorem" | "ltx_title_proof" | "ltx_runin" => return Role::Block,
                "ltx_abstract" => return Role::Abstract,
                "ltx_caption" => return Role::Caption,
                "ltx_equation" | "ltx_equationgroup" | "ltx_eqn_table" => return display_math(tree, node),
                "ltx_tabular" => return Role::Table,
                "ltx_tr" => return Role::Row,
                "ltx_td" => return Role::Cell,
                "ltx_item" => return Role::ListItem,
                "ltx_missing_citation" => return Role::Marked(MarkKind::Unresolved),
                "ltx_cite" => return Role::Marked(MarkKind::Cite),
                "ltx_bibblock" => return Role::Marked(MarkKind::Part),
                "ltx_font_italic" => return Role::Marked(MarkKind::Italic),
                "ltx_font_bold" => return Role::Marked(MarkKind::Bold),
                "ltx_p" | "ltx_para" => return Role::Block,
                "ltx_tag_bibitem" => return Role::Skip,
                _ => {}
            }
        }
        html::role_by_name(tree, node)
    }
}

fn in_cite(tree: &Tree, node: NodeId) -> bool {
    tree.ancestors(node).take(3).any(|above| tree.has_class(above, "ltx_cite"))
}

/// Notes in the margin of the markup: footnotes are blocks of their own, other notes are apparatus.
fn note(tree: &Tree, node: NodeId) -> Role {
    let is_footnote = tree.classes(node).any(|class| {
        matches!(
            class,
            "ltx_role_footnote" | "ltx_role_footnotetext" | "ltx_role_endnote" | "ltx_role_thanks"
        )
    });
    if is_footnote { Role::Footnote } else { Role::Skip }
}

/// All formulas of an equation or group, and its number.
fn display_math(tree: &Tree, node: NodeId) -> Role {
    let mut tex = Vec::new();
    let mut numbers = Vec::new();
    for inner in tree.descendants(node) {
        if tree.name(inner) == "math" {
            tex.push(html::tex(tree, inner));
        } else if tree.has_class(inner, "ltx_tag_equation") || tree.has_class(inner, "ltx_tag_equationgroup")
        {
            numbers.push(tree.words_below(inner, 40));
        }
    }
    if tex.is_empty() {
        // Engrafo's MathJax: no MathML, and the TeX for screen readers.
        let formulas = tree.descendants(node).filter(|inner| tree.has_class(*inner, "mjx-math"));
        let spoken = formulas.filter_map(|formula| tree.attribute(formula, "aria-label"));
        tex.extend(spoken.map(|label| label.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    let numbers = numbers.iter().map(|number| format!("\\tag{{{}}}", number.trim_matches(['(', ')'])));
    Role::DisplayMath(
        tex.into_iter().chain(numbers).filter(|tex| !tex.is_empty()).collect::<Vec<_>>().join(" "),
    )
}
