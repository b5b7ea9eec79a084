//! Letters, accents, signs, and commands that only change how text looks.

use std::rc::Rc;

use super::cite::{self, Form};
use super::commands::{Effect, effect};
use super::footnote::Marked;
use super::piece::{Cite, Piece, plain};
use super::symbols;
use super::token::{Spot, Token, TokenKind, code};
use super::walk::{Closing, Walk};

impl Walk<'_> {
    pub(crate) fn letter_or_effect(&mut self, name: &Rc<str>, spot: Spot) {
        if let Some(command) = cite::command(name) {
            if let Some(cite) = self.read_cite(command, spot) {
                self.cite(cite);
            }
            return;
        }
        if let Some(accent) = symbols::accent(name) {
            let base = self.base();
            let text = if base.is_empty() && matches!(accent, '\u{303}' | '\u{302}') {
                (**name).to_owned()
            } else {
                symbols::accented(&base, accent)
            };
            self.made(&text, spot);
            return;
        }
        if let Some(text) = symbols::symbol(name).or_else(|| symbols::journal(name)) {
            self.made(text, spot);
            return;
        }
        match effect(name) {
            Some(effect) => self.effect(effect, spot),
            None => self.unknown(name, spot),
        }
    }

    pub(crate) fn effect(&mut self, effect: Effect, spot: Spot) {
        match effect {
            Effect::Drop(arguments) | Effect::Show(arguments) => self.drop_arguments(arguments),
            Effect::Mark(kind) => self.mark_group(kind),
            Effect::Switch(kind) => {
                self.push(Piece::Open(kind));
                self.at_group_end(Closing::Mark);
            }
            Effect::First(count) => {
                let arguments: Vec<_> = (0..count).map_while(|_| self.stream.braced()).collect();
                if let Some(first) = arguments.into_iter().next() {
                    self.stream.prepend(first.into_iter());
                }
            }
            Effect::Second => {
                self.stream.option();
                self.stream.braced();
            }
            Effect::Between(open, close) => {
                self.stream.star();
                if self.stream.take_open() {
                    self.made(open, spot);
                    self.enter_group(vec![Closing::Text(close)]);
                }
            }
            Effect::Gap => self.push(Piece::Gap(spot)),
            Effect::Assign => self.skip_assignment(),
        }
    }

    pub(crate) fn drop_arguments(&mut self, arguments: &str) {
        for argument in arguments.chars() {
            match argument {
                's' => {
                    self.stream.star();
                }
                'o' => {
                    self.stream.option();
                }
                'p' => {
                    self.stream.delimited('(', ')');
                }
                'n' => {
                    // `\write18`, `\write\file`
                    self.skip_assignment();
                    if self.stream.peek().is_some_and(|next| next.control().is_some()) {
                        self.stream.next();
                    }
                }
                'b' => {
                    if self.stream.option().is_some() {
                        self.stream.braced();
                    }
                }
                _ => {
                    // `\setlength\parindent{0pt}`: the first of several may be a control sequence.
                    let bare = arguments.matches('m').count() > 1;
                    let next = self.stream.peek();
                    if bare && next.is_some_and(|next| matches!(next.kind, TokenKind::Control(_))) {
                        self.stream.next();
                    } else {
                        self.stream.braced();
                    }
                }
            }
        }
    }

    /// Passes over what plain TeX assigns: `=0pt plus 1fil`, `64=11`.
    pub(crate) fn skip_assignment(&mut self) {
        for _ in 0..40 {
            let Some(token) = self.stream.next() else { return };
            match &token.kind {
                TokenKind::Char(c) if c.is_ascii_digit() || matches!(c, '=' | '-' | '+' | '.' | '`') => {}
                TokenKind::Char(c) if c.is_ascii_alphabetic() => {
                    // A unit or `plus`, `minus`: longer words are text.
                    let mut word = vec![token.clone()];
                    while let Some(next) = self.stream.next() {
                        if word.len() < 6
                            && matches!(next.kind, TokenKind::Char(c) if c.is_ascii_alphabetic())
                        {
                            word.push(next);
                        } else {
                            self.stream.back(next);
                            break;
                        }
                    }
                    let units = [
                        "pt", "em", "ex", "cm", "mm", "in", "pc", "sp", "bp", "truein", "fil", "fill",
                        "plus", "minus",
                    ];
                    if !units.contains(&code(&word).as_str()) {
                        self.stream.prepend(word.into_iter());
                        return;
                    }
                }
                TokenKind::Space => {}
                _ => {
                    self.stream.back(token);
                    return;
                }
            }
        }
    }

    /// A command that nobody knows: its text shows, an argument in brackets before a group does not. A name that says
    /// "cite" and an argument that may be keys are kept as a citation, which is shown only if the keys exist.
    pub(crate) fn unknown(&mut self, name: &str, spot: Spot) {
        let lower = name.to_ascii_lowercase();
        if lower.contains("cite") && !matches!(name, "citefield" | "citeurl" | "citelist" | "citereset") {
            let command = cite::Command { form: Form::Plain, list: false };
            if let Some(mut cite) = self.read_cite(command, spot) {
                cite.guessed = true;
                self.cite(cite);
            }
            return;
        }
        if matches!(name, "citefield" | "citeurl" | "citelist") {
            self.drop_arguments("oomo");
            self.stream.braced();
            return;
        }
        let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic());
        let at_once = |walk: &mut Self, length: usize| {
            let next = walk.stream.peek();
            next.is_some_and(|next| {
                !spot.made && next.spot.file == spot.file && next.spot.offset == spot.offset + length as u32
            })
        };
        // `\command*[…]`; behind a space `[…]` may be text: `\etal [3]`.
        let mut length = name.len() + 1;
        if is_word && at_once(self, length) && self.stream.star() {
            length += 1;
        }
        let is_own = is_word && at_once(self, length);
        if let Some(option) = self.stream.option() {
            let group_follows = self.stream.peek().is_some_and(|next| next.kind == TokenKind::Open);
            if !group_follows && !is_own {
                let bracket = |c| std::iter::once(Token::new(TokenKind::Char(c), spot));
                self.stream
                    .prepend(bracket('[').chain(option).chain(bracket(']')).collect::<Vec<_>>().into_iter());
            }
        }
    }

    /// A citation where it stands, or in a footnote of its own.
    pub(crate) fn cite(&mut self, cite: Cite) {
        if cite.form == Form::Nothing {
            let body = std::mem::replace(&mut self.body, true);
            self.push(Piece::Cite(Box::new(cite)));
            self.body = body;
            return;
        }
        let in_note = matches!(cite.form, Form::Footnote | Form::FootnoteFull)
            || cite.form == Form::Automatic && self.setup.cites_in_notes();
        let spot = cite.spot;
        if in_note && self.begin_footnote(Marked::Here("footnote"), None, spot) {
            self.push(Piece::Cite(Box::new(cite)));
            self.made(".", spot);
            self.end_footnote();
        } else {
            self.push(Piece::Cite(Box::new(cite)));
        }
    }

    /// The letter that an accent stands over.
    pub(crate) fn base(&mut self) -> String {
        self.stream.skip_spaces();
        let Some(token) = self.stream.next() else { return String::new() };
        match &token.kind {
            TokenKind::Open => {
                self.stream.back(token);
                let tokens = self.stream.braced().unwrap_or_default();
                plain(&self.pieces_of(tokens))
            }
            TokenKind::Char(c) => c.to_string(),
            TokenKind::Control(name) => match symbols::symbol(name) {
                Some(symbol) => symbol.to_owned(),
                None => {
                    self.stream.back(token);
                    String::new()
                }
            },
            _ => {
                self.stream.back(token);
                String::new()
            }
        }
    }
}
