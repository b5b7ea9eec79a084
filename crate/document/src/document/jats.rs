//! What the elements of JATS and NLM XML are.

use super::front_back_matter::ends_article;
use super::html;
use super::link_targets::link_targets;
use crate::citation::entries;
use crate::markup::flow::MarkKind;
use crate::markup::outline::{Dialect, Role};
use crate::markup::tree::{NodeId, Notes, Tree};

/// JATS (NISO Z39.96) or its NLM forerunners.
pub(crate) struct Jats;

/// Whether the tree is an article of JATS or a piece of one, and not of one of the many other formats in XML, of which some call their root
/// `article`, too.
pub(crate) fn is_jats(tree: &Tree) -> bool {
    let is_part = |name: &str| matches!(name, "article-meta" | "front" | "sec" | "ref-list");
    tree.descendants(Tree::ROOT).any(|node| is_part(tree.name(node)))
}

/// The parts of an article that hold its text, in reading order.
pub(crate) fn roots(tree: &Tree) -> Vec<NodeId> {
    let article =
        tree.descendants(Tree::ROOT).find(|node| tree.name(*node) == "article").unwrap_or(Tree::ROOT);
    let child = |parent: NodeId, name: &'static str| {
        tree.elements(parent).filter(move |node| tree.name(*node) == name)
    };
    let meta = child(article, "front").flat_map(|front| child(front, "article-meta")).next();
    let title = meta.into_iter().flat_map(|meta| child(meta, "title-group")).next();
    // Plain-language and graphical abstracts say the same over again.
    let abstract_ = meta
        .into_iter()
        .flat_map(|meta| child(meta, "abstract"))
        .find(|node| tree.attribute(*node, "abstract-type").is_none());
    let rest =
        ["body", "back", "floats-group", "floats-wrap"].into_iter().flat_map(|name| child(article, name));
    title.into_iter().chain(abstract_).chain(rest).collect()
}

/// Replies, letters and other articles inside the article that bring a reference list of their own.
pub(crate) fn replies(tree: &Tree) -> Vec<NodeId> {
    tree.descendants(Tree::ROOT)
        .filter(|node| is_reply(tree, *node) && !has_ancestor(tree, *node, &["sub-article", "response"]))
        .filter(|node| tree.descendants(*node).any(|inner| tree.name(inner) == "ref"))
        .collect()
}

/// Whether a node belongs to the article itself or to one of these replies.
pub(crate) fn is_read(tree: &Tree, node: NodeId, replies: &[NodeId]) -> bool {
    let holder =
        tree.ancestors(node).filter(|above| matches!(tree.name(*above), "sub-article" | "response")).last();
    holder.is_none_or(|holder| replies.contains(&holder))
}

/// A translation says the article again.
fn is_reply(tree: &Tree, node: NodeId) -> bool {
    matches!(tree.name(node), "sub-article" | "response")
        && tree.attribute(node, "article-type").is_none_or(|kind| kind != "translation")
        && tree.attribute(node, "response-type").is_none_or(|kind| kind != "translation")
}

/// Marks the items of lists that are called notes and stand beside another reference list: they are no entries.
pub(crate) fn mark_notes(tree: &mut Tree) {
    let title = |list: NodeId| {
        let title = tree.elements(list).find(|child| tree.name(*child) == "title");
        title.map(|title| tree.words_below(title, 80)).unwrap_or_default()
    };
    let (mut notes, mut others) = (Vec::new(), 0);
    for list in tree.descendants(Tree::ROOT).filter(|node| tree.name(*node) == "ref-list") {
        let items = tree.elements(list).filter(|child| tree.name(*child) == "ref");
        let heading = title(list);
        if ends_article(&heading) && !entries::is_heading(&heading) {
            notes.push((list, items.collect::<Vec<NodeId>>()));
        } else {
            others += items.count();
        }
    }
    if notes.is_empty() || others == 0 {
        return;
    }
    let mut marked = Notes::default();
    for (list, items) in notes {
        marked.around.extend(std::iter::once(list).chain(tree.ancestors(list)));
        marked.elements.extend(items.into_iter().map(|item| (item, entries::aliases(tree, item))));
    }
    tree.set_notes(marked);
}

impl Dialect for Jats {
    fn role(&self, tree: &Tree, node: NodeId) -> Role {
        match tree.name(node) {
            "ref" if tree.is_note(node) => Role::Footnote,
            "ref-list" if tree.notes().around.contains(&node) => Role::Block,
            "sub-article" | "response" => Role::Block,
            "article-title" if is_title_of_reply(tree, node) => Role::Heading(1),
            "front-stub" | "front" | "article-meta" => Role::Block,
            _ if is_metadata_of_reply(tree, node) => Role::Skip,
            "article-title" if parent_is(tree, node, "title-group") => Role::Title,
            "subtitle" | "trans-title-group" | "alt-title" | "fn-group"
                if parent_is(tree, node, "title-group") =>
            {
                Role::Skip
            }
            "title" if parent_is(tree, node, "ref-list") && is_around_notes(tree, node) => Role::Heading(1),
            // A line of its own in the caption around it.
            "title" if parent_is(tree, node, "caption") => Role::Block,
            "title" if has_ancestor(tree, node, &["abstract", "caption", "ref-list"]) => Role::Skip,
            "title" => Role::Heading(section_depth(tree, node)),
            "abstract" => Role::Abstract,
            "p" | "sec" | "body" | "back" | "disp-quote" | "boxed-text" | "ack" | "app" | "app-group"
            | "fig" | "table-wrap" | "fig-group" | "statement" | "list" | "def-list" | "verse-group"
            | "speech" | "notes" | "title-group" => Role::Block,
            "list-item" | "def-item" => Role::ListItem,
            "caption" => Role::Caption,
            "fn" => Role::Footnote,
            "table" => Role::Table,
            "tr" => Role::Row,
            "td" | "th" => Role::Cell,
            "disp-formula" | "disp-formula-group" => Role::DisplayMath(displayed(tree, node)),
            "inline-formula" => Role::InlineMath(formula(tree, node)),
            "math" => html::math(tree, node),
            "break" => Role::Break,
            "sup" => Role::Marked(MarkKind::Superscript),
            "italic" => Role::Marked(MarkKind::Italic),
            "bold" => Role::Marked(MarkKind::Bold),
            "label" if !parent_is(tree, node, "sec") => Role::Skip,
            "ref-list"
            | "object-id"
            | "tex-math"
            | "graphic"
            | "media"
            | "supplementary-material"
            | "permissions"
            | "contrib-group"
            | "alternatives"
            | "bio"
            | "glossary"
            | "xml-model"
            | "attrib"
            | "pub-id"
            | "issn"
            | "uri"
            | "comment" => skipped(tree, node),
            _ => {
                let targets = link_targets(tree, node);
                if targets.is_empty() { Role::Inline } else { Role::Marked(MarkKind::Link(targets)) }
            }
        }
    }
}

/// Names that are apparatus in the text and part of the reader's line in an entry.
fn skipped(tree: &Tree, node: NodeId) -> Role {
    let in_entry = has_ancestor(tree, node, &["ref"]);
    match tree.name(node) {
        "uri" | "comment" => Role::Inline,
        "pub-id" if in_entry && tree.attribute(node, "pub-id-type") != Some("coden") => Role::Inline,
        "alternatives" => Role::Inline,
        "supplementary-material" | "media" | "permissions" | "bio" | "glossary" | "attrib"
            if cites(tree, node) =>
        {
            Role::Block
        }
        _ => Role::Skip,
    }
}

/// Whether an element holds a citation of an entry.
fn cites(tree: &Tree, node: NodeId) -> bool {
    tree.descendants(node).any(|inner| tree.attribute(inner, "ref-type") == Some("bibr"))
}

/// The title of a reply.
fn is_title_of_reply(tree: &Tree, node: NodeId) -> bool {
    parent_is(tree, node, "title-group") && has_ancestor(tree, node, &["sub-article", "response"])
}

/// What a reply's front matter says beside its title.
fn is_metadata_of_reply(tree: &Tree, node: NodeId) -> bool {
    tree.parent(node)
        .is_some_and(|parent| matches!(tree.name(parent), "front-stub" | "front" | "article-meta"))
        && !matches!(tree.name(node), "title-group" | "article-meta" | "abstract")
        && has_ancestor(tree, node, &["sub-article", "response"])
}

fn is_around_notes(tree: &Tree, node: NodeId) -> bool {
    tree.parent(node).is_some_and(|parent| tree.notes().around.contains(&parent))
}

fn parent_is(tree: &Tree, node: NodeId, name: &str) -> bool {
    tree.parent(node).is_some_and(|parent| tree.name(parent) == name)
}

fn has_ancestor(tree: &Tree, node: NodeId, names: &[&str]) -> bool {
    tree.ancestors(node).any(|above| names.contains(&tree.name(above)))
}

/// How many sections a title stands in.
fn section_depth(tree: &Tree, node: NodeId) -> u8 {
    let depth = tree
        .ancestors(node)
        .filter(|above| matches!(tree.name(*above), "sec" | "app" | "ack" | "sub-article" | "response"))
        .count();
    depth.clamp(1, 6) as u8
}

/// A displayed formula's TeX. One that is only a picture stands in its place all the same: the sentence goes on around it.
fn displayed(tree: &Tree, node: NodeId) -> String {
    let tex = formula(tree, node);
    let is_picture = || tree.descendants(node).any(|inner| tree.name(inner).ends_with("graphic"));
    if tex.is_empty() && is_picture() { "\\text{(formula)}".to_owned() } else { tex }
}

/// A formula's TeX: as given, else from its MathML, else the characters it shows.
fn formula(tree: &Tree, node: NodeId) -> String {
    let inner = |name: &str| tree.descendants(node).find(|inner| tree.name(*inner) == name);
    if let Some(tex) = inner("tex-math") {
        let text = tree.text_below(tex);
        // Springer ships a whole LaTeX document around each formula.
        let body = text.split("\\begin{document}").nth(1).unwrap_or(&text);
        let body = body.split("\\end{document}").next().unwrap_or(body);
        return body.trim().trim_matches('$').split_whitespace().collect::<Vec<_>>().join(" ");
    }
    match inner("math") {
        Some(math) => html::tex(tree, math),
        None => tree.words_below(node, 400),
    }
}
