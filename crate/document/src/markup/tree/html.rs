//! HTML to a [`Tree`], with html5ever, stopped early when the nesting is hostile.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TokenizerResult, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, QualName, local_name};

use super::{Element, MAX_DEPTH, MAX_NODES, NodeId, NodeKind, Tree};

/// Bytes handed to the parser between two checks of the limits.
const CHUNK: usize = 4 * 1024;

/// Most gaps in which an attribute may begin before a tag has to end. The tokenizer compares each attribute of a tag with all
/// before it.
const MAX_GAPS: usize = 2_000;

/// Parses HTML.
///
/// # Errors
/// A reason, in words, if the nesting or the number of nodes exceeds what any article has.
pub fn parse(content: &str) -> Result<Tree, String> {
    let builder = TreeBuilder::new(Sink::new(), TreeBuilderOpts::default());
    let tokenizer = Tokenizer::new(SelfClosing { builder }, TokenizerOpts::default());
    let input = BufferQueue::default();
    let feed = |text: &str| {
        input.push_back(StrTendril::from(text));
        while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    };
    let sink = &tokenizer.sink.builder.sink;
    let mut rest = content;
    let mut gaps = 0;
    while !rest.is_empty() {
        let mut end = rest.len().min(CHUNK);
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let (chunk, after) = rest.split_at(end);
        feed(chunk);
        sink.check()?;
        gaps = if sink.built.take() { 0 } else { gaps + gaps_in(chunk) };
        if gaps > MAX_GAPS {
            // Ends a tag; within quotation marks or a comment it is one more character of what nobody reads.
            feed(">");
            gaps = 0;
        }
        rest = after;
    }
    tokenizer.end();
    sink.check()?;
    let mut tree = tokenizer.sink.builder.sink.tree.into_inner();
    tree.number_elements();
    tree.cut = is_cut(content);
    Ok(tree)
}

/// A page that opens `<html>` and never closes it was cut: every generator and every saved page closes it.
fn is_cut(content: &str) -> bool {
    let has = |tag: &str| {
        content.match_indices('<').any(|(at, _)| {
            content
                .as_bytes()
                .get(at..at + tag.len())
                .is_some_and(|found| found.eq_ignore_ascii_case(tag.as_bytes()))
        })
    };
    has("<html") && !has("</html")
}

/// Places where an attribute could begin, were the text within a tag.
fn gaps_in(text: &str) -> usize {
    let is_gap = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'"' | b'\'');
    text.as_bytes().windows(2).filter(|pair| is_gap(&pair[0]) && !is_gap(&pair[1])).count()
}

/// Closes elements that a page closes in their own tag, as XML does: `<object/>`, `<script/>`. HTML leaves them open, and the article
/// that follows would stand in them.
struct SelfClosing {
    builder: TreeBuilder<NodeId, Sink>,
}

impl SelfClosing {
    /// Whether nobody means what follows a tag to stand in its element.
    fn closes(&self, tag: &Tag) -> bool {
        let is_empty = match &*tag.name {
            "a" => !tag.attrs.iter().any(|attribute| &*attribute.name.local == "href"),
            name => EMPTY.contains(&name),
        };
        tag.self_closing
            && tag.kind == TagKind::StartTag
            && is_empty
            && !self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl TokenSink for SelfClosing {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        let end = match &token {
            Token::TagToken(tag) if self.closes(tag) => {
                let tag =
                    Tag { kind: TagKind::EndTag, self_closing: false, attrs: Vec::new(), ..tag.clone() };
                Some(Token::TagToken(tag))
            }
            _ => None,
        };
        let result = self.builder.process_token(token, line);
        end.map_or(result, |end| self.builder.process_token(end, line))
    }

    fn end(&self) {
        self.builder.sink.ended.set(true);
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Elements of which a tag like `<object/>` is the whole: what they hold is not shown, or is set otherwise.
const EMPTY: &[&str] = &[
    "script", "style", "title", "noscript", "template", "iframe", "object", "video", "audio", "canvas",
    "map", "select", "textarea", "button", "label", "i", "b", "em", "strong", "sup", "sub", "u", "small",
    "code", "cite", "span",
];

/// Elements that hold what is shown in their place where they cannot be shown. One that a page never ends holds the rest of the page.
const EMBEDDED: &[&str] = &["object", "video", "audio", "canvas", "map"];

/// Builds the arena while html5ever parses.
struct Sink {
    tree: RefCell<Tree>,
    line: Cell<u32>,
    too_deep: Cell<bool>,
    /// Whether an element, a comment or text arrived since this was last asked.
    built: Cell<bool>,
    /// The page ended: what is still open the page never closed.
    ended: Cell<bool>,
}

impl Sink {
    fn new() -> Self {
        Self {
            tree: RefCell::new(Tree::new()),
            line: Cell::new(1),
            too_deep: Cell::new(false),
            built: Cell::new(false),
            ended: Cell::new(false),
        }
    }

    fn check(&self) -> Result<(), String> {
        if self.too_deep.get() {
            return Err(format!(
                "elements are nested over {MAX_DEPTH} deep; save the page again or check another"
            ));
        }
        if self.tree.borrow().nodes.len() > MAX_NODES {
            return Err(format!("the page has over {MAX_NODES} nodes; check a part of it"));
        }
        Ok(())
    }

    fn note_depth(&self, depth: u32) {
        if depth > MAX_DEPTH {
            self.too_deep.set(true);
        }
    }

    /// Line on which text that begins so stands: html5ever has already counted a line feed it begins with.
    fn line_of(&self, text: &str) -> u32 {
        self.line.get().saturating_sub(u32::from(text.starts_with('\n')))
    }
}

fn element(name: QualName, attributes: Vec<Attribute>) -> NodeKind {
    let attributes =
        attributes.into_iter().map(|attribute| (attribute.name.local, attribute.value)).collect();
    NodeKind::Element(Box::new(Element { name, attributes, tag: 0 }))
}

impl TreeSink for Sink {
    type Handle = NodeId;
    type Output = Self;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn pop(&self, node: &NodeId) {
        if self.ended.get()
            && let NodeKind::Element(element) = &mut self.tree.borrow_mut().node_mut(*node).kind
            && EMBEDDED.contains(&&*element.name.local)
        {
            element.name.local = local_name!("div");
        }
    }

    fn get_document(&self) -> NodeId {
        Tree::ROOT
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> Ref<'a, QualName> {
        Ref::map(self.tree.borrow(), |tree| match &tree.node(*target).kind {
            NodeKind::Element(element) => &element.name,
            _ => &tree.nameless,
        })
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, _flags: ElementFlags) -> NodeId {
        self.built.set(true);
        self.tree.borrow_mut().create(element(name, attrs), self.line.get())
    }

    fn create_comment(&self, _text: StrTendril) -> NodeId {
        self.built.set(true);
        self.tree.borrow_mut().create(NodeKind::Other, self.line.get())
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> NodeId {
        self.tree.borrow_mut().create(NodeKind::Other, self.line.get())
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        self.built.set(true);
        let mut tree = self.tree.borrow_mut();
        match child {
            NodeOrText::AppendNode(node) => {
                let depth = tree.append(*parent, node);
                self.note_depth(depth);
            }
            NodeOrText::AppendText(text) => {
                let line = self.line_of(&text);
                tree.append_text(*parent, text, line);
            }
        }
    }

    fn append_based_on_parent_node(&self, element: &NodeId, previous: &NodeId, child: NodeOrText<NodeId>) {
        let has_parent = self.tree.borrow().parent(*element).is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}

    fn get_template_contents(&self, _target: &NodeId) -> NodeId {
        // A fragment apart: the contents of a template are no text of the page.
        self.tree.borrow_mut().create(NodeKind::Other, self.line.get())
    }

    fn same_node(&self, x: &NodeId, y: &NodeId) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &NodeId, new_node: NodeOrText<NodeId>) {
        let mut tree = self.tree.borrow_mut();
        match new_node {
            NodeOrText::AppendNode(node) => tree.insert_before(*sibling, node),
            NodeOrText::AppendText(text) => {
                let line = self.line_of(&text);
                let previous = tree.previous(*sibling);
                if let Some(previous) = previous
                    && let NodeKind::Text(own) = &mut tree.node_mut(previous).kind
                {
                    own.push_tendril(&text);
                    return;
                }
                let id = tree.create(NodeKind::Text(text), line);
                tree.insert_before(*sibling, id);
            }
        }
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attrs: Vec<Attribute>) {
        if let NodeKind::Element(element) = &mut self.tree.borrow_mut().node_mut(*target).kind {
            for attribute in attrs {
                if !element.attributes.iter().any(|(name, _)| *name == attribute.name.local) {
                    element.attributes.push((attribute.name.local, attribute.value));
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.tree.borrow_mut().detach(*target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        let mut tree = self.tree.borrow_mut();
        while let Some(child) = Tree::some(tree.node(*node).first) {
            let depth = tree.append(*new_parent, child);
            self.note_depth(depth);
        }
    }

    fn set_current_line(&self, line: u64) {
        self.line.set(u32::try_from(line).unwrap_or(u32::MAX));
    }
}
