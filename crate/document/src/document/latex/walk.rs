//! The walk over a LaTeX source: its state, and how text is collected to blocks. Other files give it what it does: steps, groups,
//! macros, commands, environments.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::counters::{Counters, Front};
use super::files::Files;
use super::macros::Definitions;
use super::piece::{Piece, RawBlock, RawEntry, is_blank};
use super::setup::Setup;
use super::stream::Stream;
use super::token::Spot;
use crate::document::{Anomaly, AnomalyKind, Severity};
use crate::markup::BlockKind;

/// Anomalies that are listed; more say nothing new.
const MOST_ANOMALIES: usize = 50;

/// What a block in the making belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    Block(BlockKind),
    /// A figure: only captions and prose are kept.
    Float,
    /// Nothing of it is text of the article.
    Drop,
}

/// What happens when a group or an environment ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closing {
    /// A mark ends.
    Mark,
    /// The block and its context end.
    Block,
    /// The footnote ends.
    Footnote,
    /// This is printed.
    Text(&'static str),
    /// What follows is no part of the article again.
    Silence,
    /// The reference list ends.
    Bibliography,
}

/// A group or environment that is open.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) environment: Option<Rc<str>>,
    pub(super) closing: Vec<Closing>,
}

/// Where pieces go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameKind {
    Main,
    Footnote,
    /// An argument read apart, an entry of the reference list: never parted into blocks.
    Inline,
}

/// Text being collected.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) kind: FrameKind,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) contexts: Vec<Context>,
    /// File and offset where the next character would continue the last piece.
    expected: (u32, u32),
    /// Blocks to be put after the one being collected.
    pub(super) after: Vec<RawBlock>,
}

impl Frame {
    pub(super) fn new(kind: FrameKind) -> Self {
        Self { kind, pieces: Vec::new(), contexts: Vec::new(), expected: (0, 0), after: Vec::new() }
    }
}

/// The walk and all it found.
#[derive(Debug)]
pub(crate) struct Walk<'a> {
    pub(crate) stream: Stream<'a>,
    pub(crate) files: &'a Files<'a>,
    pub(crate) defined: Definitions,
    pub(crate) setup: Setup,
    pub(crate) frames: Vec<Frame>,
    pub(super) groups: Vec<Group>,
    /// How many environments of a name are open.
    pub(super) open: HashMap<Rc<str>, u32>,
    /// Environments of code, by file and name, whose end no longer comes.
    pub(super) unended: HashSet<(u32, Rc<str>)>,
    /// Text counts: the preamble is over.
    pub(crate) body: bool,
    /// How deep arguments are read apart.
    pub(super) nest: u32,
    /// Footnotes are no part of what is being read: a title.
    pub(crate) drop_notes: bool,
    pub(crate) blocks: Vec<RawBlock>,
    pub(crate) entries: Vec<RawEntry>,
    /// For each list of entries, how many blocks stand before it.
    pub(crate) lists: Vec<usize>,
    /// The entry being read.
    pub(crate) entry: Option<RawEntry>,
    pub(crate) links: Vec<String>,
    pub(crate) counters: Counters,
    pub(crate) front: Front,
    /// `\defcitealias`
    pub(crate) cite_aliases: HashMap<String, Vec<Piece>>,
    pub(crate) anomalies: Vec<Anomaly>,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(files: &'a Files<'a>, size: usize, body: bool) -> Self {
        Self {
            stream: Stream::new(size),
            files,
            defined: Definitions::default(),
            setup: Setup::default(),
            frames: vec![Frame::new(FrameKind::Main)],
            groups: Vec::new(),
            open: HashMap::new(),
            unended: HashSet::new(),
            body,
            nest: 0,
            drop_notes: false,
            blocks: Vec::new(),
            entries: Vec::new(),
            lists: Vec::new(),
            entry: None,
            links: Vec::new(),
            counters: Counters::default(),
            front: Front::default(),
            cite_aliases: HashMap::new(),
            anomalies: Vec::new(),
        }
    }

    pub(crate) fn note(&mut self, kind: AnomalyKind, severity: Severity, place: String, hint: String) {
        if self.anomalies.len() < MOST_ANOMALIES {
            self.anomalies.push(Anomaly { kind, severity, place, hint });
        }
    }

    pub(crate) fn frame(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(FrameKind::Main));
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Text as it stands in the source.
    pub(crate) fn text(&mut self, text: &str, spot: Spot) {
        if spot.made {
            self.made(text, spot);
            return;
        }
        if !self.listens() {
            return;
        }
        let frame = self.frame();
        let continues = frame.expected == (spot.file, spot.offset);
        frame.expected = (spot.file, spot.offset + text.encode_utf16().count() as u32);
        match frame.pieces.last_mut() {
            Some(Piece::Text(last, _)) if continues => last.push_str(text),
            _ => frame.pieces.push(Piece::Text(text.to_owned(), spot)),
        }
    }

    /// Text that does not stand so in the source.
    pub(crate) fn made(&mut self, text: &str, spot: Spot) {
        if !self.listens() {
            return;
        }
        if let Some(Piece::Made(last, start)) = self.frame().pieces.last_mut()
            && start.file == spot.file
            && start.line == spot.line
        {
            last.push_str(text);
            return;
        }
        self.push(Piece::Made(text.to_owned(), spot));
    }

    /// Whether text counts here.
    pub(super) fn listens(&mut self) -> bool {
        (self.body || self.frames.len() > 1) && self.frame().contexts.last() != Some(&Context::Drop)
    }

    pub(crate) fn push(&mut self, piece: Piece) {
        if self.listens() {
            self.frame().pieces.push(piece);
        }
    }

    pub(crate) fn in_table(&mut self) -> bool {
        self.frame().contexts.last() == Some(&Context::Block(BlockKind::Table))
    }

    /// A border between paragraphs.
    pub(crate) fn paragraph(&mut self, spot: Spot) {
        if self.in_table() || self.frame().kind == FrameKind::Inline {
            self.push(Piece::Gap(spot));
        } else {
            self.flush();
        }
    }

    /// Begins a block of its own.
    pub(crate) fn begin(&mut self, context: Context) {
        if self.frame().kind != FrameKind::Inline {
            self.flush();
        }
        self.frame().contexts.push(context);
    }

    /// Ends the block that [`Walk::begin`] began.
    pub(crate) fn end(&mut self) {
        if self.frame().kind != FrameKind::Inline {
            self.flush();
        }
        self.frame().contexts.pop();
    }

    /// Ends the block being collected.
    pub(crate) fn flush(&mut self) {
        let in_footnote = self.frames.len() > 1;
        let frame = self.frame();
        if frame.kind == FrameKind::Inline {
            return;
        }
        let pieces = std::mem::take(&mut frame.pieces);
        let after = std::mem::take(&mut frame.after);
        let mut blocks = Vec::new();
        let kind = match frame.contexts.last().copied() {
            Some(Context::Block(kind)) => Some(kind),
            Some(Context::Float) => is_prose(&pieces).then_some(BlockKind::Paragraph),
            Some(Context::Drop) => None,
            None => Some(BlockKind::Paragraph),
        };
        if let Some(kind) = kind
            && !is_blank(&pieces)
        {
            blocks.push(RawBlock { kind, pieces });
        }
        blocks.extend(after);
        if in_footnote {
            self.frame().after.extend(blocks);
        } else {
            self.blocks.extend(blocks);
        }
    }

    /// A block that is complete.
    pub(crate) fn push_block(&mut self, block: RawBlock) {
        if self.frames.len() > 1 { self.frame().after.push(block) } else { self.blocks.push(block) }
    }

    /// Begins the reference list: its text goes to entries.
    pub(crate) fn begin_entries(&mut self) {
        self.flush();
        self.lists.push(self.blocks.len());
        self.frames.push(Frame::new(FrameKind::Inline));
    }

    /// The text that was collected for the entry being read goes to it.
    pub(crate) fn finish_entry(&mut self) {
        if let Some(mut entry) = self.entry.take() {
            entry.pieces = std::mem::take(&mut self.frame().pieces);
            entry.links = std::mem::take(&mut self.links);
            self.entries.push(entry);
        }
    }
}

/// Whether pieces in a figure read as prose: labels and panels do not.
fn is_prose(pieces: &[Piece]) -> bool {
    let mut length = 0;
    for piece in pieces {
        match piece {
            Piece::Text(text, _) | Piece::Made(text, _) => length += text.len(),
            Piece::Cite(_) => return true,
            _ => {}
        }
    }
    length >= 80
}
