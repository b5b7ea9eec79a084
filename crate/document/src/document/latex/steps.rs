//! Reading tokens one by one: the whole source, one text, or an argument apart from everything else.

use super::piece::{Piece, plain};
use super::token::{Kind, Spot, Token, code};
use super::walk::{Frame, FrameKind, Group, Walk};
use crate::markup::flow::MarkKind;

/// Deepest nesting of arguments that are read apart: notes of citations in notes of citations.
const DEEPEST_NEST: u32 = 4;

impl Walk<'_> {
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
}
