//! What the elements of any other article page are, and which part of the page is the article.

use std::collections::HashSet;

use super::distill::{self, Distill};
use super::link_targets::link_targets;
use super::note_markup;
use crate::citation::entries::aliases;
use crate::markup::flow::MarkKind;
use crate::markup::outline::{Dialect, Role};
use crate::markup::tree::{NodeId, Step, Tree};

/// Parses a page and finds its notes.
///
/// # Errors
/// Those of [`crate::markup::tree::html::parse`].
pub(crate) fn parse(content: &str) -> Result<Tree, String> {
    let mut tree = crate::markup::tree::html::parse(content)?;
    tree.decode_fragments();
    note_markup::mark(&mut tree);
    Ok(tree)
}

/// A publisher's or repository's article page.
pub(crate) struct Html {
    /// Running text in each node, in bytes, by [`NodeId`].
    mass: Vec<u32>,
    /// All text in each node that leads nowhere, in bytes.
    text: Vec<u32>,
    /// Elements that hold a link to an entry of the reference list.
    citing: HashSet<NodeId>,
    /// Tables that hold a table.
    outer_tables: HashSet<NodeId>,
    /// Of a page that cites as Distill's template does.
    distill: Option<Distill>,
}

/// What flows together and is shorter than this are labels, buttons, menus: they say nothing about where the article stands.
const RUNNING_TEXT: u32 = 40;

/// Words in a class or id that name apparatus of a page.
const APPARATUS: &[&str] = &[
    "nav",
    "navigation",
    "navbar",
    "menu",
    "breadcrumb",
    "breadcrumbs",
    "cookie",
    "cookies",
    "consent",
    "share",
    "sharing",
    "social",
    "recommended",
    "recommendations",
    "related",
    "footer",
    "advert",
    "advertisement",
    "ads",
    "ad",
    "banner",
    "sidebar",
    "popup",
    "popper",
    "tooltip",
    "metrics",
    "altmetric",
    "altmetrics",
    "modal",
    "dropdown",
    "toolbar",
    "newsletter",
    "signup",
    "login",
    "companion",
    "toc",
    "outline",
    "hidden",
    "jumplink",
    "openurl",
    "permissions",
    "citethis",
    "citation-tools",
    "download",
    "downloads",
    "button",
    "buttons",
    "btn",
    "pagination",
    "search",
    "skip",
    "snippets",
    "promo",
];

/// Elements that never hold running text of the article.
const SILENT: &[&str] = &[
    "script", "style", "noscript", "template", "head", "nav", "footer", "aside", "button", "select", "input",
    "textarea", "iframe", "svg", "object", "video", "audio", "canvas", "dialog", "menu", "option", "label",
    "map", "image",
];

impl Html {
    /// Weighs the page; what is `apart` (the reference list) weighs nothing.
    pub(crate) fn new(tree: &Tree, apart: &HashSet<NodeId>) -> Self {
        let mut scales = Scales {
            mass: vec![0; tree.len()],
            text: vec![0; tree.len()],
            open: Vec::new(),
            run: 0,
            links: 0,
        };
        tree.walk(Tree::ROOT, |step| match step {
            Step::Enter(node) => {
                if let Some(text) = tree.text(node) {
                    scales.weigh(text);
                    scales.enter(node, false);
                    return true;
                }
                let name = tree.name(node);
                // Long notes do not say where the article stands either.
                let silent = SILENT.contains(&name) && !tree.notes().around.contains(&node);
                if apart.contains(&node) || silent || name == "math" || tree.is_note(node) {
                    return false;
                }
                scales.links += usize::from(name == "a");
                let flows = matches!(role_by_name(tree, node), Role::Inline | Role::Marked(_) | Role::Break);
                scales.enter(node, !flows);
                true
            }
            Step::Leave(node) => {
                scales.links -= usize::from(tree.text(node).is_none() && tree.name(node) == "a");
                scales.leave();
                true
            }
        });
        let tables = tree.descendants(Tree::ROOT).filter(|node| tree.name(*node) == "table");
        let outer_tables = tables
            .filter_map(|table| tree.ancestors(table).find(|above| tree.name(*above) == "table"))
            .collect();
        let citing = citing(tree, apart);
        Self { mass: scales.mass, text: scales.text, citing, outer_tables, distill: Distill::of(tree) }
    }

    /// Bytes of running text in a node.
    pub(crate) fn mass(&self, node: NodeId) -> u32 {
        self.mass.get(node as usize).copied().unwrap_or_default()
    }

    /// The elements that hold the article: the smallest that holds nearly all running text, and the abstract if that
    /// stands outside of it.
    pub(crate) fn roots(&self, tree: &Tree) -> Vec<NodeId> {
        let body = tree.descendants(Tree::ROOT).find(|node| tree.name(*node) == "body");
        let Some(mut root) = body.or_else(|| tree.elements(Tree::ROOT).next()) else { return Vec::new() };
        loop {
            let enough = u64::from(self.mass(root)) * 9 / 10;
            let heaviest = tree.elements(root).max_by_key(|child| self.mass(*child));
            // One paragraph is no article, however short the others are.
            match heaviest.filter(|child| tree.name(*child) != "p") {
                Some(child)
                    if u64::from(self.mass(child)) >= enough
                        && self.mass(child) > 0
                        && self.holds_the_text(child, root) =>
                {
                    root = child;
                }
                _ => break,
            }
            if matches!(tree.name(root), "article" | "main") {
                break;
            }
        }
        let abstract_ =
            tree.descendants(Tree::ROOT).find(|node| is_abstract(tree, *node) && self.mass(*node) > 0);
        let is_apart = |node: &NodeId| {
            *node != root
                && !tree.ancestors(*node).any(|above| above == root)
                && !tree.ancestors(root).any(|above| above == *node)
        };
        let title = self.distill.as_ref().and_then(|_| distill::title(tree));
        let mut roots: Vec<NodeId> = title.into_iter().chain(abstract_).filter(is_apart).collect();
        roots.push(root);
        roots.extend(self.notes_outside(tree, root));
        roots
    }

    /// Whether a child holds the better part of what can be read in its parent: where each line of an article is an element,
    /// little of it is running text.
    fn holds_the_text(&self, child: NodeId, parent: NodeId) -> bool {
        let text = |node: NodeId| u64::from(self.text.get(node as usize).copied().unwrap_or_default());
        text(child) * 2 >= text(parent)
    }

    /// Elements outside of the article's that hold its notes.
    fn notes_outside(&self, tree: &Tree, root: NodeId) -> Vec<NodeId> {
        let mut lists: Vec<NodeId> = Vec::new();
        for note in tree.descendants(Tree::ROOT).filter(|node| tree.is_note(*node)) {
            let Some(list) = tree.parent(note).filter(|list| lists.last() != Some(list)) else { continue };
            let covered = tree.ancestors(note).any(|above| above == root || lists.contains(&above));
            if !covered && !tree.ancestors(root).any(|above| above == list) && list != root {
                lists.push(list);
            }
        }
        lists
    }

    fn is_apparatus(&self, tree: &Tree, node: NodeId) -> bool {
        if matches!(
            tree.attribute(node, "role"),
            Some("navigation" | "banner" | "contentinfo" | "complementary" | "dialog" | "menu")
        ) || tree.attribute(node, "hidden").is_some() && !self.is_tab(tree, node)
        {
            return true;
        }
        let is_part = u64::from(self.mass(node)) * 4 < u64::from(self.mass(Tree::ROOT)).max(1);
        // Some servers put a form around the whole page.
        if tree.name(node) == "form" && is_part {
            return true;
        }
        // Org calls its sections `outline-2` and `outline-text-2`.
        let of_org = |name: &str| {
            name.strip_prefix("outline-").is_some_and(|rest| {
                rest.ends_with(|c: char| c.is_ascii_digit()) || rest.starts_with("container")
            })
        };
        let names = |name: &str| {
            let mut words = words_of(name);
            !of_org(name)
                && words.any(|word| APPARATUS.iter().any(|apparatus| apparatus.eq_ignore_ascii_case(word)))
        };
        let by_id = tree.attribute(node, "id").is_some_and(names) && !self.is_named_after_heading(tree, node);
        let named = by_id || tree.classes(node).any(names);
        // What is hidden until it is asked for: a dialog with the page's source.
        let asked_for = tree.attribute(node, "aria-hidden") == Some("true")
            && tree.classes(node).any(|class| matches!(class, "modal" | "popup" | "dropdown-menu"));
        // Themes name whole pages `with-sidebar`: what holds much of the text is no apparatus.
        named && (asked_for || is_part && !self.is_section(tree, node))
    }

    /// Whether an element is a part of the text that a click on its tab shows.
    fn is_tab(&self, tree: &Tree, node: NodeId) -> bool {
        tree.attribute(node, "role") == Some("tabpanel")
            && self.citing.contains(&node)
            && self.mass(node) >= 2 * PROSE
    }

    /// Whether an element is a section of the text whatever it is called: a heading, running text, and citations that link to the list.
    /// What floats over a page repeats figures with their citations, and what is hidden is there for programs.
    fn is_section(&self, tree: &Tree, node: NodeId) -> bool {
        const FLOATING: &[&str] = &["modal", "popup", "popper", "tooltip", "dropdown"];
        let floats = |class: &str| class == "hidden" || words_of(class).any(|word| FLOATING.contains(&word));
        self.citing.contains(&node)
            && self.mass(node) >= 2 * PROSE
            && heading_in(tree, node).is_some()
            && !tree.classes(node).any(floats)
    }

    /// Whether an id was made of the heading of its section: `related-work` over “Related work”. Pandoc, Quarto and Sphinx make them so.
    fn is_named_after_heading(&self, tree: &Tree, node: NodeId) -> bool {
        let heading = heading_in(tree, node);
        let Some(heading) = heading.filter(|heading| *heading == node || self.mass(node) >= PROSE) else {
            return false;
        };
        let heading = tree.words_below(heading, 200).to_lowercase();
        let said: HashSet<&str> = words_of(&heading).collect();
        let id = tree.attribute(node, "id").unwrap_or_default().to_lowercase();
        words_of(&id)
            .filter(|word| {
                !matches!(*word, "sec" | "section") && !word.bytes().all(|byte| byte.is_ascii_digit())
            })
            .all(|word| said.contains(word))
    }
}

/// Nodes of a section among which its heading stands.
const HEADING_WITHIN: usize = 12;

/// Bytes of running text that lists of links do not have.
const PROSE: u32 = 120;

/// The heading that an element is or begins with.
fn heading_in(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let is_heading = |node: &NodeId| matches!(tree.name(*node), "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
    std::iter::once(node).chain(tree.descendants(node).take(HEADING_WITHIN)).find(is_heading)
}

/// The elements that hold a link to an entry of the list, whose nodes are `apart`.
fn citing(tree: &Tree, apart: &HashSet<NodeId>) -> HashSet<NodeId> {
    let ids: HashSet<String> = apart.iter().flat_map(|entry| aliases(tree, *entry)).collect();
    let leads_there = |node: &NodeId| {
        tree.name(*node) == "a" && link_targets(tree, *node).iter().any(|target| ids.contains(target))
    };
    let mut citing = HashSet::new();
    if ids.is_empty() {
        return citing;
    }
    for link in tree.descendants(Tree::ROOT).filter(leads_there) {
        // Above one that is known all are.
        for above in tree.ancestors(link) {
            if !citing.insert(above) {
                break;
            }
        }
    }
    citing
}

/// The words of a name in markup.
fn words_of(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Text of a page on its way to [`Html`].
struct Scales {
    mass: Vec<u32>,
    text: Vec<u32>,
    /// Elements and texts that were entered and not left: whether it stands apart from what is around it.
    open: Vec<(NodeId, bool)>,
    /// Bytes that flow together, whatever inline elements they stand in.
    run: u32,
    /// How many of the open elements are links.
    links: usize,
}

impl Scales {
    fn weigh(&mut self, text: &str) {
        let length = u32::try_from(text.trim().len()).unwrap_or(u32::MAX);
        if self.links == 0 && length > 0 {
            self.run = self.run.saturating_add(length);
            if let Some((node, _)) = self.open.last() {
                add(&mut self.text, *node, length);
            }
        }
    }

    fn enter(&mut self, node: NodeId, apart: bool) {
        if apart {
            self.end_run();
        }
        self.open.push((node, apart));
    }

    fn leave(&mut self) {
        if self.open.last().is_some_and(|(_, apart)| *apart) {
            self.end_run();
        }
        let Some((node, _)) = self.open.pop() else { return };
        let Some((parent, _)) = self.open.last() else { return };
        for weights in [&mut self.mass, &mut self.text] {
            let own = weights.get(node as usize).copied().unwrap_or_default();
            add(weights, *parent, own);
        }
    }

    /// What flowed together belongs to the element that it stands apart in.
    fn end_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        let holder = self.open.iter().rev().find(|(_, apart)| *apart).or(self.open.first());
        if run >= RUNNING_TEXT
            && let Some((node, _)) = holder
        {
            add(&mut self.mass, *node, run);
        }
    }
}

fn add(weights: &mut [u32], node: NodeId, more: u32) {
    if let Some(sum) = weights.get_mut(node as usize) {
        *sum = sum.saturating_add(more);
    }
}

fn is_abstract(tree: &Tree, node: NodeId) -> bool {
    tree.classes(node).chain(tree.attribute(node, "id")).any(|name| {
        let name = name.to_ascii_lowercase();
        name.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word == "abstract")
    })
}

impl Dialect for Html {
    fn role(&self, tree: &Tree, node: NodeId) -> Role {
        if let Some(role) = self.distill.as_ref().and_then(|distill| distill.role(tree, node)) {
            return role;
        }
        match role_by_name(tree, node) {
            role @ (Role::Skip
            | Role::InlineMath(_)
            | Role::DisplayMath(_)
            | Role::Break
            | Role::Footnote) => role,
            Role::Table if self.is_layout(node) => Role::Block,
            role @ (Role::Row | Role::Cell) => {
                let table = tree.ancestors(node).find(|above| tree.name(*above) == "table");
                if table.is_none_or(|table| self.is_layout(table)) { Role::Block } else { role }
            }
            role => {
                if self.is_apparatus(tree, node) && !tree.notes().around.contains(&node) {
                    return Role::Skip;
                }
                let is_box = matches!(role, Role::Block);
                if is_box
                    && is_abstract(tree, node)
                    && u64::from(self.mass(node)) * 2 < u64::from(self.mass(Tree::ROOT))
                {
                    return Role::Abstract;
                }
                if is_box && tree.classes(node).any(|class| class.contains("caption")) {
                    return Role::Caption;
                }
                role
            }
        }
    }
}

impl Html {
    /// A table that is there for the looks: it holds another one, or long running text.
    fn is_layout(&self, table: NodeId) -> bool {
        self.mass(table) > 3_000 || self.outer_tables.contains(&table)
    }
}

/// The role that HTML itself gives an element.
pub(crate) fn role_by_name(tree: &Tree, node: NodeId) -> Role {
    let name = tree.name(node);
    if tree.is_note(node) {
        return Role::Footnote;
    }
    match name {
        "math" => math(tree, node),
        "script" if tree.attribute(node, "type").is_some_and(|kind| kind.starts_with("math/tex")) => {
            Role::InlineMath(tidy_tex(&tree.text_below(node)))
        }
        "nav" | "footer" | "aside" | "table" if tree.notes().around.contains(&node) => Role::Block,
        _ if SILENT.contains(&name) => Role::Skip,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
            // The document's title is the h1: level 0 of the headings.
            match name.as_bytes().get(1).map_or(1, |digit| digit.saturating_sub(b'1')) {
                0 => Role::Title,
                level => Role::Heading(level),
            }
        }
        "li" | "dd" | "dt" => Role::ListItem,
        "figcaption" | "caption" => Role::Caption,
        "table" => Role::Table,
        "tr" => Role::Row,
        "td" | "th" => Role::Cell,
        "br" | "hr" | "wbr" => Role::Break,
        _ if is_way_back(tree, node) || is_permalink(tree, node) => Role::Skip,
        "sup" => Role::Marked(MarkKind::Superscript),
        "i" | "em" | "cite" => Role::Marked(MarkKind::Italic),
        "b" | "strong" => Role::Marked(MarkKind::Bold),
        // Plain texts stand in a `pre` alone, with their citations.
        "code" | "samp" | "kbd" => Role::Marked(MarkKind::Code),
        "p" | "div" | "section" | "article" | "main" | "body" | "html" | "header" | "ul" | "ol" | "dl"
        | "blockquote" | "form" | "pre" | "figure" | "address" | "center" | "fieldset" | "details"
        | "summary" | "tbody" | "thead" | "tfoot" => Role::Block,
        _ => {
            let targets = link_targets(tree, node);
            if targets.is_empty() { Role::Inline } else { Role::Marked(MarkKind::Link(targets)) }
        }
    }
}

/// `↩`: leads from a note back to its mark.
fn is_way_back(tree: &Tree, node: NodeId) -> bool {
    tree.notes().ways_back.contains(&node)
        || tree.attribute(node, "role") == Some("doc-backlink")
        || tree.attribute(node, "data-footnote-backref").is_some()
        || tree
            .classes(node)
            .any(|class| matches!(class, "footnote-back" | "footnote-backref" | "mw-cite-backlink"))
}

/// `¶`, `#`: a sign in or beside a heading that leads to itself.
fn is_permalink(tree: &Tree, node: NodeId) -> bool {
    tree.name(node) == "a"
        && (tree.attribute(node, "aria-hidden") == Some("true")
            || tree.classes(node).any(|class| {
                matches!(class, "anchor" | "headerlink" | "permalink" | "anchorjs-link" | "header-anchor")
            }))
        && !tree.words_below(node, 8).contains(char::is_alphanumeric)
}

/// A MathML formula, as the TeX that its markup carries.
pub(crate) fn math(tree: &Tree, node: NodeId) -> Role {
    let tex = tex(tree, node);
    if tree.attribute(node, "display") == Some("block") {
        Role::DisplayMath(tex)
    } else {
        Role::InlineMath(tex)
    }
}

/// TeX of a MathML element: `alttext`, else its TeX annotation, else the characters it shows.
pub(crate) fn tex(tree: &Tree, node: NodeId) -> String {
    if let Some(alttext) = tree.attribute(node, "alttext").filter(|text| !text.trim().is_empty()) {
        return tidy_tex(alttext);
    }
    let annotation = tree.descendants(node).find(|inner| {
        tree.name(*inner) == "annotation"
            && tree.attribute(*inner, "encoding").is_some_and(|encoding| encoding.contains("tex"))
    });
    if let Some(annotation) = annotation {
        return tidy_tex(&tree.text_below(annotation));
    }
    let mut shown = String::new();
    tree.walk(node, |step| {
        if let Step::Enter(inner) = step {
            if matches!(tree.name(inner), "annotation" | "annotation-xml") {
                return false;
            }
            shown.extend(tree.text(inner).unwrap_or_default().split_whitespace());
        }
        true
    });
    shown
}

/// TeX on one line, without the comment signs that LaTeXML breaks long lines with.
fn tidy_tex(tex: &str) -> String {
    tex.replace("%\n", "").split_whitespace().collect::<Vec<_>>().join(" ")
}
