//! The walk over a LaTeX source: expands macros, follows files, keeps track of groups and contexts, and collects blocks.

use std::collections::HashMap;
use std::rc::Rc;

use super::cite;
use super::counters::{Counters, Front};
use super::files::Files;
use super::macros::{Definitions, Macro, Over, expand};
use super::piece::{Piece, RawBlock, RawEntry, is_blank, plain};
use super::setup::Setup;
use super::stream::Stream;
use super::structure::is_structural;
use super::token::{Kind, Spot, Token, code};
use crate::document::{Anomaly, AnomalyKind, Severity};
use crate::markup::BlockKind;
use crate::markup::flow::MarkKind;

/// Deepest nesting of arguments that are read apart: notes of citations in notes of citations.
const DEEPEST_NEST: u32 = 4;

/// Anomalies that are listed; more say nothing new.
const MOST_ANOMALIES: usize = 50;

/// What a block in the making belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    Kind(BlockKind),
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
struct Group {
    environment: Option<Rc<str>>,
    closing: Vec<Closing>,
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
    groups: Vec<Group>,
    /// How many environments of a name are open.
    open: HashMap<Rc<str>, u32>,
    /// Text counts: the preamble is over.
    pub(crate) body: bool,
    nest: u32,
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

    /// Reads everything.
    pub(crate) fn run(&mut self) {
        while let Some(token) = self.next() {
            self.step(token);
        }
        while !self.groups.is_empty() {
            self.leave_group();
        }
        self.finish_entry();
        self.flush();
    }

    /// Reads everything as one text.
    pub(crate) fn as_one_text(&mut self) -> String {
        self.frames.push(Frame::new(FrameKind::Inline));
        while let Some(token) = self.next() {
            self.step(token);
        }
        while !self.groups.is_empty() {
            self.leave_group();
        }
        let pieces: Vec<Piece> = self.frames.drain(1..).flat_map(|frame| frame.pieces).collect();
        plain(&pieces)
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

    /// The next token that no macro of the document stands for.
    pub(crate) fn next(&mut self) -> Option<Token> {
        loop {
            let mut token = self.stream.next()?;
            let Kind::Control(name) = &token.kind else { return Some(token) };
            let name = self.defined.resolve(name);
            if self.conditional(&name) {
                continue;
            }
            if let Some(own) = self.defined.macros.get(&name) {
                let own = Rc::clone(own);
                if !expand(&mut self.stream, &own, &token) && self.stream.exhausted {
                    self.spent();
                }
                continue;
            }
            token.kind = Kind::Control(name);
            return Some(token);
        }
    }

    /// Says, once, that macros are not expanded any more.
    fn spent(&mut self) {
        let kind = AnomalyKind::ConverterError;
        if !self.anomalies.iter().any(|anomaly| anomaly.kind == kind) {
            let hint = "the macros of this source expand without end: they are left out from here on";
            let place = format!("line {}", self.stream.spot.line);
            self.note(kind, Severity::Warning, place, hint.to_owned());
        }
    }

    /// One token.
    fn step(&mut self, token: Token) {
        let spot = token.spot;
        match token.kind {
            Kind::Control(name) => self.command(&name, spot),
            Kind::Open => self.groups.push(Group { environment: None, closing: Vec::new() }),
            Kind::Close => {
                // A brace does not end an environment.
                if self.groups.last().is_some_and(|group| group.environment.is_none()) {
                    self.leave_group();
                }
            }
            Kind::Dollar => self.dollar(spot),
            Kind::Align if self.in_table() => self.push(Piece::Cell(spot)),
            Kind::Align => self.push(Piece::Gap(spot)),
            Kind::Space => self.text(" ", spot),
            Kind::Par => self.paragraph(spot),
            Kind::Tie => self.push(Piece::Gap(spot)),
            Kind::Char(c) => self.character(c, spot),
            Kind::EndEnvironment(name) => self.leave_environment(&name),
            Kind::Hash | Kind::Parameter(_) => {}
        }
    }

    /// A character, and what TeX's fonts make of it and its neighbours.
    fn character(&mut self, c: char, spot: Spot) {
        if self.setup.short_verb == Some(c)
            && let Some((raw, _)) = self.stream.lexer().and_then(|lexer| lexer.raw_line(c))
        {
            self.push(Piece::Open(MarkKind::Math));
            self.made(raw, spot);
            self.push(Piece::Close);
            return;
        }
        let follows = |walk: &mut Self, wanted: char| walk.stream.take_char(wanted);
        let made = match c {
            '-' if follows(self, '-') => {
                if follows(self, '-') {
                    "—"
                } else {
                    "–"
                }
            }
            '`' if follows(self, '`') => "“",
            '`' => "‘",
            '\'' if follows(self, '\'') => "”",
            '\'' => "’",
            '"' if self.setup.german => match self.stream.next() {
                Some(next) => {
                    let letter = match next.kind {
                        Kind::Char('a') => "ä",
                        Kind::Char('o') => "ö",
                        Kind::Char('u') => "ü",
                        Kind::Char('A') => "Ä",
                        Kind::Char('O') => "Ö",
                        Kind::Char('U') => "Ü",
                        Kind::Char('s') => "ß",
                        Kind::Char('`') => "„",
                        Kind::Char('\'') => "“",
                        Kind::Char('-' | '"' | '|') => "",
                        _ => {
                            self.stream.back(next);
                            "\""
                        }
                    };
                    if letter.is_empty() {
                        return;
                    }
                    letter
                }
                None => "\"",
            },
            _ => {
                let mut buffer = [0; 4];
                self.text(c.encode_utf8(&mut buffer), spot);
                return;
            }
        };
        self.made(made, spot);
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
        self.frame().contexts.last() == Some(&Context::Kind(BlockKind::Table))
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
            Some(Context::Kind(kind)) => Some(kind),
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

    /// Enters the group whose brace was taken; `closing` happens at its end.
    pub(crate) fn enter_group(&mut self, closing: Vec<Closing>) {
        self.groups.push(Group { environment: None, closing });
    }

    /// Something more is to happen when the innermost group ends.
    pub(crate) fn at_group_end(&mut self, closing: Closing) {
        if let Some(group) = self.groups.last_mut() {
            group.closing.push(closing);
        }
    }

    pub(crate) fn enter_environment(&mut self, name: &Rc<str>, closing: Vec<Closing>) {
        *self.open.entry(Rc::clone(name)).or_default() += 1;
        self.groups.push(Group { environment: Some(Rc::clone(name)), closing });
    }

    /// Whether an environment of this name is open.
    pub(crate) fn is_open(&self, name: &str) -> bool {
        self.open.get(name).is_some_and(|count| *count > 0)
    }

    /// Leaves the innermost environment of this name and all that is open inside it.
    pub(crate) fn leave_environment(&mut self, name: &Rc<str>) {
        if !self.is_open(name) {
            return;
        }
        while let Some(group) = self.groups.last() {
            let found = group.environment.as_ref() == Some(name);
            self.leave_group();
            if found {
                break;
            }
        }
    }

    fn leave_group(&mut self) {
        let Some(group) = self.groups.pop() else { return };
        if let Some(name) = &group.environment
            && let Some(count) = self.open.get_mut(name)
        {
            *count = count.saturating_sub(1);
        }
        for closing in group.closing.into_iter().rev() {
            match closing {
                Closing::Mark => self.push(Piece::Close),
                Closing::Block => self.end(),
                Closing::Text(text) => {
                    let spot = self.stream.spot;
                    self.made(text, spot);
                }
                Closing::Silence => self.body = false,
                Closing::Footnote => self.end_footnote(),
                Closing::Bibliography => {
                    self.finish_entry();
                    if self.frames.len() > 1 {
                        self.frames.pop();
                    }
                }
            }
        }
    }

    /// The name of the innermost open environment of a kind.
    pub(crate) fn innermost(&self, wanted: impl Fn(&str) -> bool) -> Option<Rc<str>> {
        let names = self.groups.iter().rev().take(60).filter_map(|group| group.environment.as_ref());
        names.into_iter().find(|name| wanted(name)).cloned()
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

    /// Begins a mark that ends with the group that is entered.
    pub(crate) fn mark_group(&mut self, kind: MarkKind) {
        if self.stream.take_open() {
            self.push(Piece::Open(kind));
            self.enter_group(vec![Closing::Mark]);
        }
    }

    /// What tokens print, read apart from everything else.
    pub(crate) fn pieces_of(&mut self, tokens: Vec<Token>) -> Vec<Piece> {
        let spot = tokens.first().map_or(self.stream.spot, |token| token.spot);
        if tokens.is_empty() {
            return Vec::new();
        }
        if self.nest >= DEEPEST_NEST || !self.stream.burn(tokens.len()) {
            return vec![Piece::Made(code(&tokens), spot)];
        }
        self.nest += 1;
        let aside = self.stream.isolate(tokens);
        let groups = std::mem::take(&mut self.groups);
        let open = std::mem::take(&mut self.open);
        let depth = self.frames.len();
        self.frames.push(Frame::new(FrameKind::Inline));
        while let Some(token) = self.next() {
            self.step(token);
        }
        while !self.groups.is_empty() {
            self.leave_group();
        }
        self.frames.truncate(depth + 1);
        let pieces = self.frames.pop().map(|frame| frame.pieces).unwrap_or_default();
        self.groups = groups;
        self.open = open;
        self.stream.restore(aside);
        self.nest -= 1;
        pieces
    }

    /// Keeps a definition, unless it would hide what this walk knows better.
    pub(crate) fn define(&mut self, definition: Option<(Rc<str>, Macro)>, over: Over) {
        let Some((name, own)) = definition else { return };
        if over == Over::Keep && self.defined.macros.contains_key(&name) {
            return;
        }
        if cite::command(&name).is_some() {
            // `\renewcommand{\cite}{\citep}` says how the document cites; the insides of packages do not.
            let other = own
                .body
                .iter()
                .filter_map(Token::control)
                .any(|inner| **inner != *name && cite::command(&self.defined.resolve(inner)).is_some());
            let itself = own.body.iter().filter_map(Token::control).any(|inner| *inner == name);
            if !other || itself || over == Over::Keep {
                return;
            }
        } else if is_structural(&name)
            || own.body.iter().filter_map(Token::control).any(|inner| *inner == name)
        {
            return;
        }
        if let Some(target) = Definitions::synonym(&own)
            && cite::command(&target).is_some()
            && target != name
        {
            self.defined.macros.remove(&name);
            self.defined.aliases.insert(name, target);
            return;
        }
        self.defined.aliases.remove(&name);
        self.defined.macros.insert(name, Rc::new(own));
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
