//! From a tree to blocks in reading order: one walk for every format; a [`Dialect`] says what each element is.

use std::collections::{HashMap, HashSet};

use super::BlockKind;
use super::flow::{Flow, MarkKind, Place};
use super::tree::{NodeId, Step, Tree};

/// Characters of a heading that the blocks below it carry.
const LONGEST_HEADING: usize = 200;

/// What an element is to the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Not part of the article's text.
    Skip,
    /// Flows with the text around it.
    Inline,
    /// Stands apart from the text around it.
    Block,
    /// The document's title.
    Title,
    /// A heading of this level, from 1.
    Heading(u8),
    /// An item of a list.
    ListItem,
    /// Holds the abstract.
    Abstract,
    /// A caption of a figure or table.
    Caption,
    /// A note, wherever it stands in the markup.
    Footnote,
    /// A table of data.
    Table,
    /// A row of one.
    Row,
    /// A cell of one.
    Cell,
    /// A displayed formula, as TeX.
    DisplayMath(String),
    /// A formula in the line, as TeX.
    InlineMath(String),
    /// A line break.
    Break,
    /// Flows with the text, and is marked.
    Marked(MarkKind),
    /// A citation that stands in no text of the page.
    Citation(Vec<Cited>),
}

/// An entry that a citation names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cited {
    /// Id of the entry's element.
    pub(crate) id: String,
    /// What the reader sees in its place: its number.
    pub(crate) shown: String,
}

/// A family of markup: what its elements are.
pub(crate) trait Dialect {
    /// What `node`, an element, is.
    fn role(&self, tree: &Tree, node: NodeId) -> Role;
}

/// A block in the making.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) kind: BlockKind,
    pub(crate) section: Vec<String>,
    pub(crate) flow: Flow,
    /// Which reference lists it may cite: index of a [`Scope`](super::lists::Scope).
    pub(crate) scope: usize,
}

/// What a walk found.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    pub(crate) title: Option<String>,
    pub(crate) drafts: Vec<Draft>,
    /// Nodes that were left out, each with how many drafts stand before it.
    pub(crate) left_out: HashMap<NodeId, usize>,
}

/// Walks `roots` in order and collects their blocks, leaving out the nodes in `apart`.
pub(crate) fn outline(
    tree: &Tree,
    roots: &[NodeId],
    apart: &HashSet<NodeId>,
    dialect: &dyn Dialect,
) -> Outline {
    let mut walk = Walk {
        tree,
        dialect,
        apart,
        outline: Outline::default(),
        headings: Vec::new(),
        frames: vec![Frame::default()],
        open: Vec::new(),
    };
    for root in roots {
        tree.walk(*root, |step| walk.step(step));
        walk.flush();
    }
    walk.outline
}

/// The text of one node as a single flow: bibliography entries, titles.
pub(crate) fn flow_of(tree: &Tree, node: NodeId, apart: &HashSet<NodeId>, dialect: &dyn Dialect) -> Flow {
    let one = OneFlow { dialect };
    let mut outline = outline(tree, &[node], apart, &one);
    if outline.drafts.is_empty() { Flow::default() } else { outline.drafts.swap_remove(0).flow }
}

/// Makes every block of a dialect flow.
struct OneFlow<'a> {
    dialect: &'a dyn Dialect,
}

impl Dialect for OneFlow<'_> {
    fn role(&self, tree: &Tree, node: NodeId) -> Role {
        match self.dialect.role(tree, node) {
            Role::DisplayMath(tex) => Role::InlineMath(tex),
            role @ (Role::Skip
            | Role::Inline
            | Role::InlineMath(_)
            | Role::Break
            | Role::Marked(_)
            | Role::Citation(_)) => role,
            _ => Role::Marked(MarkKind::Part),
        }
    }
}

/// Text being collected; a footnote inside a paragraph gets a frame of its own.
#[derive(Default)]
struct Frame {
    flow: Flow,
    /// Counts flushes: a mark does not reach over one.
    serial: u32,
    contexts: Vec<Context>,
    /// Ids of the note that is being collected.
    note: Vec<String>,
    /// Blocks to be put after the one being collected.
    after: Vec<Draft>,
    /// Where in the flow the last piece of an entry ended.
    piece_end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Title,
    Kind(BlockKind),
}

/// An element that was entered and not yet left.
struct Open {
    role: Role,
    tag: u32,
    line: u32,
    run: u32,
    offset: u32,
    in_run: bool,
    mark_start: usize,
    mark_serial: u32,
}

/// Whether an element is a field of an entry that has no punctuation of its own between its fields, as JATS has them.
fn is_field(tree: &Tree, node: NodeId) -> bool {
    tree.parent(node).is_some_and(|parent| {
        matches!(
            tree.name(parent),
            "element-citation"
                | "nlm-citation"
                | "product"
                | "person-group"
                | "name"
                | "string-name"
                | "date"
        )
    })
}

/// Whether an element of JATS holds one of the pieces that an entry is made of. Files that leave the punctuation to a style sheet
/// write them with nothing between.
pub(crate) fn is_piece(name: &str) -> bool {
    matches!(
        name,
        "name"
            | "string-name"
            | "surname"
            | "given-names"
            | "collab"
            | "etal"
            | "person-group"
            | "article-title"
            | "chapter-title"
            | "part-title"
            | "trans-title"
            | "data-title"
            | "source"
            | "trans-source"
            | "year"
            | "month"
            | "day"
            | "date-in-citation"
            | "volume"
            | "issue"
            | "supplement"
            | "fpage"
            | "lpage"
            | "page-range"
            | "elocation-id"
            | "edition"
            | "version"
            | "series"
            | "publisher-name"
            | "publisher-loc"
            | "conf-name"
            | "conf-date"
            | "conf-loc"
            | "patent"
            | "comment"
            | "ext-link"
            | "uri"
    ) || is_identifier(name)
}

fn is_identifier(name: &str) -> bool {
    matches!(name, "pub-id" | "object-id" | "isbn")
}

/// Whether a citation stands right behind another one: style sheets put the sign between them.
fn follows_citation(tree: &Tree, node: NodeId) -> bool {
    let is_cite = |node: NodeId| tree.name(node) == "cite";
    is_cite(node) && tree.previous(node).is_some_and(is_cite)
}

struct Walk<'a> {
    tree: &'a Tree,
    dialect: &'a dyn Dialect,
    apart: &'a HashSet<NodeId>,
    outline: Outline,
    headings: Vec<(u8, String)>,
    frames: Vec<Frame>,
    open: Vec<Open>,
}

impl Walk<'_> {
    fn step(&mut self, step: Step) -> bool {
        match step {
            Step::Enter(node) => {
                if let Some(text) = self.tree.text(node) {
                    self.text(text, self.tree.line(node));
                    return true;
                }
                self.tree.is_element(node) && self.enter(node)
            }
            Step::Leave(node) => {
                if self.tree.is_element(node) {
                    self.leave();
                    self.leave_piece(node);
                }
                true
            }
        }
    }

    fn frame(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::default());
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn text(&mut self, text: &str, line: u32) {
        let Some(open) = self.open.last_mut() else { return };
        let place = Place { node: open.tag, run: open.run, offset: open.offset, line };
        open.in_run = true;
        open.offset += text.encode_utf16().count() as u32;
        self.frame().flow.push(text, place);
    }

    /// Enters an element; false if its content is not to be visited.
    fn enter(&mut self, node: NodeId) -> bool {
        if let Some(parent) = self.open.last_mut()
            && parent.in_run
        {
            (parent.run, parent.offset, parent.in_run) = (parent.run + 1, 0, false);
        }
        if self.apart.contains(&node) {
            self.leave_out(node);
            return false;
        }
        let role = self.dialect.role(self.tree, node);
        let (tag, line) = (self.tree.tag(node), self.tree.line(node));
        let here = self.here();
        if role != Role::Skip
            && (is_field(self.tree, node)
                || follows_citation(self.tree, node)
                || self.is_glued(self.tree.name(node)))
        {
            self.frame().flow.push_break(here);
        }
        match &role {
            Role::Skip => {
                self.leave_out(node);
                return false;
            }
            Role::InlineMath(tex) => {
                if !tex.is_empty() {
                    let frame = self.frame();
                    frame.flow.push_made(&format!("${tex}$"), tag, line);
                    let start = frame.flow.text.len() - tex.len() - 2;
                    frame.flow.mark(MarkKind::Math, start);
                }
                return false;
            }
            Role::Citation(entries) => {
                self.citation(entries, tag, line);
                return false;
            }
            Role::DisplayMath(tex) => {
                self.flush();
                if !tex.is_empty() {
                    self.frame().contexts.push(Context::Kind(BlockKind::Math));
                    self.frame().flow.push_made(&format!("$${tex}$$"), tag, line);
                    self.frame().flow.mark(MarkKind::Math, 0);
                    self.flush();
                    self.frame().contexts.pop();
                }
                return false;
            }
            Role::Break => self.frame().flow.push_break(here),
            Role::Footnote => {
                // A note in the middle of a text hangs on the word before it.
                let place = format!("note at {tag}");
                let flow = &mut self.frame().flow;
                let word = flow.text.rfind(char::is_whitespace).map_or(0, |space| space + 1);
                flow.mark(MarkKind::Link(vec![place.clone()]), word);
                let own = self.tree.attribute(node, "id").map(str::to_owned);
                let others = self.tree.notes().elements.get(&node).into_iter().flatten().cloned();
                let note = own.into_iter().chain(others).chain([place]).collect();
                let contexts = vec![Context::Kind(BlockKind::Footnote)];
                self.frames.push(Frame { contexts, note, ..Frame::default() });
            }
            Role::Row => {
                if self.in_table() && !self.frame().flow.is_blank() {
                    self.frame().flow.push_made("\n", tag, line);
                }
            }
            Role::Cell => {
                let flow = &mut self.frame().flow;
                if !flow.is_blank() && !flow.text.ends_with('\n') {
                    flow.push_made(" | ", tag, line);
                }
            }
            Role::Block if !self.in_table() => self.flush(),
            Role::Block => self.frame().flow.push_break(here),
            Role::Title => self.begin(Context::Title),
            Role::Heading(level) => self.begin(Context::Kind(BlockKind::Heading(*level))),
            Role::ListItem => self.begin(Context::Kind(BlockKind::ListItem)),
            Role::Abstract => self.begin(Context::Kind(BlockKind::Abstract)),
            Role::Caption => self.begin(Context::Kind(BlockKind::Caption)),
            Role::Table => self.begin(Context::Kind(BlockKind::Table)),
            Role::Marked(MarkKind::Part) => self.frame().flow.push_break(here),
            Role::Inline | Role::Marked(_) => {}
        }
        let is_pointer = self.tree.name(node) == "ptr";
        let frame = self.frame();
        // An empty pointer hangs on the word before it.
        let word =
            is_pointer.then(|| frame.flow.text.rfind(char::is_whitespace).map_or(0, |space| space + 1));
        let (mark_start, mark_serial) = (word.unwrap_or_else(|| frame.flow.here()), frame.serial);
        self.open.push(Open { role, tag, line, run: 0, offset: 0, in_run: false, mark_start, mark_serial });
        true
    }

    /// `[1, 3]`, as the reader sees it.
    fn citation(&mut self, entries: &[Cited], tag: u32, line: u32) {
        let flow = &mut self.frame().flow;
        for (index, Cited { id, shown }) in entries.iter().enumerate() {
            flow.push_made(if index == 0 { "[" } else { ", " }, tag, line);
            let start = flow.text.len();
            flow.push_made(shown, tag, line);
            flow.mark(MarkKind::Link(vec![id.clone()]), start);
        }
        if !entries.is_empty() {
            flow.push_made("]", tag, line);
        }
    }

    /// Whether a piece of an entry begins right behind another one, or an identifier behind a word.
    fn is_glued(&mut self, name: &str) -> bool {
        let Frame { flow, piece_end, .. } = self.frame();
        let behind_word =
            || flow.text.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | ',' | ';' | ')'));
        is_piece(name) && *piece_end == flow.text.len() || is_identifier(name) && behind_word()
    }

    /// Remembers where a node stood that is no part of the text.
    fn leave_out(&mut self, node: NodeId) {
        let pending = usize::from(!self.frame().flow.is_blank());
        self.outline.left_out.insert(node, self.outline.drafts.len() + pending);
    }

    fn leave(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let here = self.here();
        match open.role {
            Role::Marked(kind) => {
                let frame = self.frame();
                let is_part = kind == MarkKind::Part;
                if frame.serial == open.mark_serial {
                    frame.flow.mark(kind, open.mark_start);
                }
                if is_part {
                    frame.flow.push_break(here);
                }
            }
            Role::Break => self.frame().flow.push_break(here),
            Role::Footnote => {
                self.flush();
                let blocks = self.frames.pop().map(|frame| frame.after).unwrap_or_default();
                self.frame().after.extend(blocks);
            }
            Role::Block if !self.in_table() => self.flush(),
            Role::Block => self.frame().flow.push_break(here),
            Role::Title
            | Role::Heading(_)
            | Role::ListItem
            | Role::Abstract
            | Role::Caption
            | Role::Table => {
                self.flush();
                self.frame().contexts.pop();
            }
            _ => {}
        }
    }

    fn leave_piece(&mut self, node: NodeId) {
        let name = self.tree.name(node);
        if !is_piece(name) {
            return;
        }
        let frame = self.frame();
        frame.piece_end = frame.flow.text.len();
        let behind = || self.tree.next(node).and_then(|next| self.tree.text(next));
        if is_identifier(name) && behind().is_some_and(|text| text.starts_with(char::is_alphanumeric)) {
            let here = self.here();
            self.frame().flow.push_break(here);
        }
    }

    /// The place in the element that is open.
    fn here(&self) -> Place {
        self.open.last().map_or(Place { node: 0, run: 0, offset: 0, line: 0 }, |open| Place {
            node: open.tag,
            run: open.run,
            offset: open.offset,
            line: open.line,
        })
    }

    fn in_table(&mut self) -> bool {
        self.frame().contexts.last() == Some(&Context::Kind(BlockKind::Table))
    }

    fn begin(&mut self, context: Context) {
        self.flush();
        self.frame().contexts.push(context);
    }

    /// Ends the block being collected.
    fn flush(&mut self) {
        let in_footnote = self.frames.len() > 1;
        let frame = self.frame();
        frame.serial += 1;
        frame.piece_end = 0;
        let mut flow = std::mem::take(&mut frame.flow);
        if !frame.note.is_empty() {
            flow.mark(MarkKind::Note(frame.note.clone()), 0);
        }
        let after = std::mem::take(&mut frame.after);
        let context = frame.contexts.last().copied().unwrap_or(Context::Kind(BlockKind::Paragraph));
        let mut drafts = Vec::new();
        if !flow.is_blank() {
            match context {
                Context::Title => {
                    self.outline.title.get_or_insert_with(|| flow.text.clone());
                }
                Context::Kind(kind) => {
                    if let BlockKind::Heading(level) = kind {
                        self.headings.retain(|(above, _)| *above < level);
                    }
                    let section = self.headings.iter().map(|(_, text)| text.clone()).collect();
                    if let BlockKind::Heading(level) = kind {
                        // Every block below carries it: a heading as long as a page must not be copied into each.
                        let text = flow.text.chars().take(LONGEST_HEADING).collect();
                        self.headings.push((level, text));
                    }
                    drafts.push(Draft { kind, section, flow, scope: 0 });
                }
            }
        }
        drafts.extend(after);
        if in_footnote {
            self.frame().after.extend(drafts);
        } else {
            self.outline.drafts.extend(drafts);
        }
    }
}
