//! One arena for HTML and XML: nodes in a vector, links as indices, nothing recursive.
//!
//! An element carries the *tag* that [`Origin::node`](super::Origin) speaks of: the number that a page-side snapshot
//! wrote into `data-citelight`, else its index in document order.

use std::collections::{HashMap, HashSet};

use html5ever::tendril::StrTendril;
use html5ever::{LocalName, Namespace, QualName};
use percent_encoding::percent_decode_str;

pub mod html;
pub mod xml;

/// Index of a node in its [`Tree`].
pub type NodeId = u32;

/// "No node".
const NONE: NodeId = NodeId::MAX;

/// The attribute with which a page-side snapshot numbers its elements.
const SNAPSHOT_ATTRIBUTE: &str = "data-citelight";

/// Deeper nesting than this is hostile: real pages stay under 100.
pub(crate) const MAX_DEPTH: u32 = 1_000;

/// More nodes than this is hostile: a 2 MB LaTeXML page has about 150,000.
pub(crate) const MAX_NODES: usize = 2_000_000;

/// A parsed page or file.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// Which elements are notes, once that was found out.
    notes: Notes,
    /// The markup ended where its root element was still open.
    pub cut: bool,
    /// The name of what is no element: html5ever never asks for it, but must not be met with a panic.
    nameless: QualName,
}

#[derive(Debug)]
struct Node {
    parent: NodeId,
    previous: NodeId,
    next: NodeId,
    first: NodeId,
    last: NodeId,
    depth: u32,
    line: u32,
    kind: NodeKind,
}

#[derive(Debug)]
enum NodeKind {
    Root,
    Element(Box<Element>),
    Text(StrTendril),
    /// Comments, processing instructions, template contents: no text of the page.
    Other,
}

/// An element's name, attributes and tag.
#[derive(Debug)]
struct Element {
    name: QualName,
    attributes: Vec<(LocalName, StrTendril)>,
    tag: u32,
}

/// Which elements of a page are its notes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    /// The elements that hold a note each, with the ids under which marks point at it.
    pub(crate) elements: HashMap<NodeId, Vec<String>>,
    /// Elements around notes.
    pub(crate) around: HashSet<NodeId>,
    /// Links from notes back to their marks.
    pub(crate) ways_back: HashSet<NodeId>,
}

/// A step of [`Tree::walk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Before the children of a node.
    Enter(NodeId),
    /// After the children of a node.
    Leave(NodeId),
}

impl Tree {
    /// A tree that holds nothing but its root.
    fn new() -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            notes: Notes::default(),
            cut: false,
            nameless: QualName::new(None, Namespace::default(), LocalName::default()),
        };
        tree.create(NodeKind::Root, 1);
        tree
    }

    /// The root: the parent of the outermost element.
    pub const ROOT: NodeId = 0;

    fn create(&mut self, kind: NodeKind, line: u32) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node {
            parent: NONE,
            previous: NONE,
            next: NONE,
            first: NONE,
            last: NONE,
            depth: 0,
            line,
            kind,
        });
        id
    }

    /// Number of nodes ever made: the bound of every [`NodeId`].
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Whether an element is a note.
    pub(crate) fn is_note(&self, node: NodeId) -> bool {
        self.notes.elements.contains_key(&node)
    }

    pub(crate) fn set_notes(&mut self, notes: Notes) {
        self.notes = notes;
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    fn some(id: NodeId) -> Option<NodeId> {
        (id != NONE).then_some(id)
    }

    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        Self::some(self.node(id).parent)
    }

    pub(crate) fn next(&self, id: NodeId) -> Option<NodeId> {
        Self::some(self.node(id).next)
    }

    pub(crate) fn previous(&self, id: NodeId) -> Option<NodeId> {
        Self::some(self.node(id).previous)
    }

    pub(crate) fn line(&self, id: NodeId) -> u32 {
        self.node(id).line
    }

    /// The node's children, in order.
    pub(crate) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Self::some(self.node(id).first), move |child| self.next(*child))
    }

    /// The node's child elements, in order.
    pub fn elements(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.children(id).filter(|child| self.is_element(*child))
    }

    /// Parents, from the nearest.
    pub(crate) fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), move |node| self.parent(*node))
    }

    /// Everything below the node in document order, the node excluded.
    pub(crate) fn descendants(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.following(id, id, true), move |node| self.following(*node, id, true))
    }

    /// The next node in document order inside `root`; below `id` first if `down`.
    fn following(&self, id: NodeId, root: NodeId, down: bool) -> Option<NodeId> {
        if down && let Some(first) = Self::some(self.node(id).first) {
            return Some(first);
        }
        let mut at = id;
        while at != root {
            if let Some(next) = self.next(at) {
                return Some(next);
            }
            at = self.parent(at)?;
        }
        None
    }

    /// Visits `root` and everything below it; `enter` says whether to go into a node (then it is left again).
    pub fn walk(&self, root: NodeId, mut visit: impl FnMut(Step) -> bool) {
        let mut at = root;
        loop {
            if visit(Step::Enter(at)) {
                if let Some(first) = Self::some(self.node(at).first) {
                    at = first;
                    continue;
                }
                visit(Step::Leave(at));
            }
            loop {
                if at == root {
                    return;
                }
                if let Some(next) = self.next(at) {
                    at = next;
                    break;
                }
                let Some(parent) = self.parent(at) else { return };
                at = parent;
                visit(Step::Leave(at));
            }
        }
    }

    pub(crate) fn is_element(&self, id: NodeId) -> bool {
        matches!(self.node(id).kind, NodeKind::Element(_))
    }

    /// The element's local name, lower case in HTML; empty for anything else.
    pub fn name(&self, id: NodeId) -> &str {
        match &self.node(id).kind {
            NodeKind::Element(element) => &element.name.local,
            _ => "",
        }
    }

    /// The text of a text node.
    pub fn text(&self, id: NodeId) -> Option<&str> {
        match &self.node(id).kind {
            NodeKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The element's attribute of this local name.
    pub fn attribute(&self, id: NodeId, name: &str) -> Option<&str> {
        match &self.node(id).kind {
            NodeKind::Element(element) => {
                element.attributes.iter().find(|(local, _)| &**local == name).map(|(_, value)| &**value)
            }
            _ => None,
        }
    }

    /// All attributes of an element: local name and value.
    pub(crate) fn attributes(&self, id: NodeId) -> impl Iterator<Item = (&str, &str)> {
        match &self.node(id).kind {
            NodeKind::Element(element) => element.attributes.as_slice(),
            _ => &[],
        }
        .iter()
        .map(|(name, value)| (&**name, &**value))
    }

    /// Has links name the ids they lead to, where their fragments are percent-encoded: `#M%C3%BCller` of `id="Müller"`.
    pub(crate) fn decode_fragments(&mut self) {
        let decoded = |tree: &Self, node: NodeId| {
            let (address, fragment) = tree.attribute(node, "href")?.rsplit_once('#')?;
            let decoded = percent_decode_str(fragment).decode_utf8().ok()?;
            (decoded != fragment).then(|| (address.to_owned(), fragment.to_owned(), decoded.into_owned()))
        };
        let links: Vec<(NodeId, (String, String, String))> =
            self.descendants(Self::ROOT).filter_map(|node| Some((node, decoded(self, node)?))).collect();
        if links.is_empty() {
            return;
        }
        let ids: HashSet<String> = self
            .descendants(Self::ROOT)
            .filter_map(|node| self.attribute(node, "id"))
            .map(str::to_owned)
            .collect();
        for (node, (address, fragment, decoded)) in links {
            if ids.contains(&decoded) && !ids.contains(&fragment) {
                self.set_attribute(node, "href", &format!("{address}#{decoded}"));
            }
        }
    }

    fn set_attribute(&mut self, id: NodeId, name: &str, value: &str) {
        let Some(node) = self.nodes.get_mut(id as usize) else { return };
        if let NodeKind::Element(element) = &mut node.kind
            && let Some((_, own)) = element.attributes.iter_mut().find(|(local, _)| &**local == name)
        {
            *own = StrTendril::from(value);
        }
    }

    /// The element's classes.
    pub(crate) fn classes(&self, id: NodeId) -> impl Iterator<Item = &str> {
        self.attribute(id, "class").unwrap_or_default().split_ascii_whitespace()
    }

    pub(crate) fn has_class(&self, id: NodeId, class: &str) -> bool {
        self.classes(id).any(|own| own == class)
    }

    /// The tag by which [`Origin`](super::Origin)s name the element; 0 for anything that is none.
    pub(crate) fn tag(&self, id: NodeId) -> u32 {
        match &self.node(id).kind {
            NodeKind::Element(element) => element.tag,
            _ => 0,
        }
    }

    /// All text below the node, as it stands in the source.
    pub(crate) fn text_below(&self, id: NodeId) -> String {
        let mut text = self.text(id).unwrap_or_default().to_owned();
        for node in self.descendants(id) {
            text.push_str(self.text(node).unwrap_or_default());
        }
        text
    }

    /// `text_below` with white space collapsed, given up after about `limit` bytes, or so many nodes
    /// that text of this length never needs: empty elements nested in each other cost no more than words do.
    pub fn words_below(&self, id: NodeId, limit: usize) -> String {
        let mut words = String::new();
        let mut gap = false;
        let nodes = std::iter::once(id).chain(self.descendants(id)).take(256 + 4 * limit);
        for text in nodes.filter_map(|node| self.text(node)) {
            for c in text.chars() {
                if c.is_whitespace() {
                    gap = true;
                    continue;
                }
                if gap && !words.is_empty() {
                    words.push(' ');
                }
                gap = false;
                words.push(c);
            }
            if words.len() > limit {
                break;
            }
        }
        words
    }

    /// Unlinks a node from its parent and siblings.
    fn detach(&mut self, id: NodeId) {
        let (parent, previous, next) = {
            let node = self.node(id);
            (node.parent, node.previous, node.next)
        };
        if previous != NONE {
            self.node_mut(previous).next = next;
        } else if parent != NONE {
            self.node_mut(parent).first = next;
        }
        if next != NONE {
            self.node_mut(next).previous = previous;
        } else if parent != NONE {
            self.node_mut(parent).last = previous;
        }
        let node = self.node_mut(id);
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
    }

    /// Makes `id` the last child of `parent`; returns its depth.
    fn append(&mut self, parent: NodeId, id: NodeId) -> u32 {
        self.detach(id);
        let last = self.node(parent).last;
        let depth = self.node(parent).depth + 1;
        let node = self.node_mut(id);
        (node.parent, node.previous, node.depth) = (parent, last, depth);
        if last != NONE {
            self.node_mut(last).next = id;
        } else {
            self.node_mut(parent).first = id;
        }
        self.node_mut(parent).last = id;
        depth
    }

    /// Puts `id` right before `sibling`.
    fn insert_before(&mut self, sibling: NodeId, id: NodeId) {
        self.detach(id);
        let (parent, previous, depth) = {
            let node = self.node(sibling);
            (node.parent, node.previous, node.depth)
        };
        let node = self.node_mut(id);
        (node.parent, node.previous, node.next, node.depth) = (parent, previous, sibling, depth);
        self.node_mut(sibling).previous = id;
        if previous != NONE {
            self.node_mut(previous).next = id;
        } else if parent != NONE {
            self.node_mut(parent).first = id;
        }
    }

    /// Adds text after the last child of `parent`, joining it to a text node that is there.
    fn append_text(&mut self, parent: NodeId, text: StrTendril, line: u32) {
        let last = self.node(parent).last;
        if last != NONE
            && let NodeKind::Text(own) = &mut self.node_mut(last).kind
        {
            own.push_tendril(&text);
            return;
        }
        let id = self.create(NodeKind::Text(text), line);
        self.append(parent, id);
    }

    /// Numbers the elements in document order, unless a snapshot numbered them.
    fn number_elements(&mut self) {
        let mut index = 0;
        let mut at = Some(Self::ROOT);
        while let Some(id) = at {
            if let NodeKind::Element(element) = &mut self.nodes[id as usize].kind {
                let given = element.attributes.iter().find(|(name, _)| &**name == SNAPSHOT_ATTRIBUTE);
                element.tag = given.and_then(|(_, value)| value.parse().ok()).unwrap_or(index);
                index += 1;
            }
            at = self.following(id, Self::ROOT, true);
        }
    }
}
