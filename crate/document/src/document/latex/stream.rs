//! What is still to be read: files and tokens that macros put before them; reading of arguments.
//!
//! Everything that is read a second time costs fuel, so that no source can make the work grow beyond a multiple of
//! its size: when it is spent, macros are passed over and arguments are left where they stand. Macros have fuel of
//! their own, so that arguments of citations can still be read when macros have burnt all of theirs.

use std::rc::Rc;

use super::token::{Lexer, Names, Spot, Token, TokenKind};

/// Fuel for each byte of the input and its companions.
const FUEL_PER_BYTE: u64 = 5;

/// Fuel that even a small input has.
const LEAST_FUEL: u64 = 200_000;

/// Fuel that no input has more of: what a thesis of two megabytes needs, spent in about a second.
const MOST_FUEL: u64 = 10_000_000;

/// Deepest nesting of macros: TeX's own programs stay far below it.
const DEEPEST_MACROS: usize = 1_000;

/// Longest argument in brackets, in tokens.
const LONGEST_OPTION: usize = 4_000;

/// Longest argument in braces, in tokens.
const LONGEST_ARGUMENT: usize = 400_000;

/// Something to be read.
#[derive(Debug)]
enum Item<'a> {
    Token(Token),
    /// The end of what a macro of this name expanded to.
    EndMacro(Rc<str>),
    File(Box<Lexer<'a>>),
    /// The end of an included file.
    EndFile,
}

/// The sources, the next one to be read last.
#[derive(Debug)]
pub(crate) struct Stream<'a> {
    items: Vec<Item<'a>>,
    pub(crate) names: Names,
    fuel: u64,
    macro_fuel: u64,
    /// How many macros are being read, one inside the other.
    macro_depth: usize,
    /// The fuel of macros is spent: none is expanded any more.
    pub(crate) exhausted: bool,
    /// Where the last token stood.
    pub(crate) spot: Spot,
    /// Names of the files that are being read, the innermost last.
    active: Vec<String>,
}

impl<'a> Stream<'a> {
    /// Nothing to read yet; `size` is how many bytes may come in all.
    pub(crate) fn new(size: usize) -> Self {
        let fuel = (LEAST_FUEL + FUEL_PER_BYTE * size as u64).min(MOST_FUEL);
        Self {
            items: Vec::new(),
            names: Names::default(),
            // What macros make is read once more as arguments.
            fuel: fuel * 2,
            macro_fuel: fuel,
            macro_depth: 0,
            exhausted: false,
            spot: Spot::default(),
            active: Vec::new(),
        }
    }

    /// Uses fuel; false if there is none left.
    pub(crate) fn burn(&mut self, amount: usize) -> bool {
        match self.fuel.checked_sub(amount as u64) {
            Some(left) => {
                self.fuel = left;
                true
            }
            None => false,
        }
    }

    /// Uses fuel of macros; false if there is none left.
    pub(crate) fn burn_macro(&mut self, amount: usize) -> bool {
        match self.macro_fuel.checked_sub(amount as u64) {
            Some(left) => self.macro_fuel = left,
            None => self.exhausted = true,
        }
        !self.exhausted
    }

    /// Begins the expansion of a macro. False if macros are nested so deep that they would never end: then all that
    /// the outermost call of this one made is dropped.
    pub(crate) fn begin_macro(&mut self, name: &Rc<str>) -> bool {
        if self.macro_depth < DEEPEST_MACROS {
            self.macro_depth += 1;
            self.items.push(Item::EndMacro(Rc::clone(name)));
            return true;
        }
        // Files that the macro opened stay.
        let files =
            self.items.iter().rposition(|item| matches!(item, Item::File(_))).map_or(0, |file| file + 1);
        let is_call = |item: &Item<'_>| matches!(item, Item::EndMacro(own) if own == name);
        if let Some(call) = self.items.iter().skip(files).position(is_call) {
            let dropped = self.items.drain(files + call..);
            let macros = dropped.filter(|item| matches!(item, Item::EndMacro(_))).count();
            self.macro_depth = self.macro_depth.saturating_sub(macros);
        }
        false
    }

    /// Reads `text` next.
    pub(crate) fn open(&mut self, name: &str, text: &'a str, file: u32, at_letter: bool) {
        self.items.push(Item::EndFile);
        self.active.push(name.to_owned());
        let mut lexer = Lexer::new(text, file);
        lexer.at_letter = at_letter;
        self.items.push(Item::File(Box::new(lexer)));
    }

    /// Whether the file is being read now.
    pub(crate) fn is_active(&self, name: &str) -> bool {
        self.active.iter().any(|own| own == name)
    }

    /// How many files are open, one inside the other.
    pub(crate) fn depth(&self) -> usize {
        self.active.len()
    }

    /// The file being read, if no macro stands before it.
    pub(crate) fn lexer(&mut self) -> Option<&mut Lexer<'a>> {
        while matches!(self.items.last(), Some(Item::EndMacro(_))) {
            self.items.pop();
            self.macro_depth = self.macro_depth.saturating_sub(1);
        }
        match self.items.last_mut() {
            Some(Item::File(lexer)) => Some(lexer),
            _ => None,
        }
    }

    /// Makes `@` a letter, or no letter any more, in the file being read.
    pub(crate) fn set_at_letter(&mut self, on: bool) {
        if let Some(lexer) = self.file() {
            lexer.at_letter = on;
        }
    }

    /// Begins or ends LaTeX3's syntax in the file being read.
    pub(crate) fn set_expl(&mut self, on: bool) {
        if let Some(lexer) = self.file() {
            lexer.expl = on;
        }
    }

    /// The file being read, even if macros stand before it.
    fn file(&mut self) -> Option<&mut Lexer<'a>> {
        self.items.iter_mut().rev().find_map(|item| match item {
            Item::File(lexer) => Some(&mut **lexer),
            _ => None,
        })
    }

    /// Leaves the file being read (`\endinput`).
    pub(crate) fn end_input(&mut self) {
        while let Some(item) = self.items.pop() {
            match item {
                Item::File(_) => break,
                Item::EndMacro(_) => self.macro_depth = self.macro_depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Leaves everything (`\end{document}`).
    pub(crate) fn end_all(&mut self) {
        self.items.clear();
        self.active.clear();
        self.macro_depth = 0;
    }

    /// Sets everything aside, to read `tokens` alone; give what this returns to [`Stream::restore`].
    pub(crate) fn isolate(&mut self, tokens: Vec<Token>) -> Isolated<'a> {
        let items = tokens.into_iter().rev().map(Item::Token).collect();
        Isolated(std::mem::replace(&mut self.items, items))
    }

    /// Puts back what was set aside.
    pub(crate) fn restore(&mut self, aside: Isolated<'a>) {
        self.items = aside.0;
    }

    /// The next token, macros as they stand.
    pub(crate) fn next(&mut self) -> Option<Token> {
        loop {
            match self.items.last_mut()? {
                Item::Token(_) => {
                    let Some(Item::Token(token)) = self.items.pop() else { continue };
                    self.spot = token.spot;
                    return Some(token);
                }
                Item::File(lexer) => match lexer.next(&mut self.names) {
                    Some(token) => {
                        self.spot = token.spot;
                        return Some(token);
                    }
                    None => {
                        self.items.pop();
                    }
                },
                Item::EndFile => {
                    self.items.pop();
                    self.active.pop();
                }
                Item::EndMacro(_) => {
                    self.items.pop();
                    self.macro_depth = self.macro_depth.saturating_sub(1);
                }
            }
        }
    }

    /// Puts a token back.
    pub(crate) fn back(&mut self, token: Token) {
        self.items.push(Item::Token(token));
    }

    /// Puts tokens before all that is left.
    pub(crate) fn prepend(&mut self, tokens: impl DoubleEndedIterator<Item = Token>) {
        self.items.extend(tokens.rev().map(Item::Token));
    }

    /// The next token, which stays.
    pub(crate) fn peek(&mut self) -> Option<Token> {
        let token = self.next()?;
        self.back(token.clone());
        Some(token)
    }

    /// Passes over white space, not over empty lines.
    pub(crate) fn skip_spaces(&mut self) {
        while let Some(token) = self.next() {
            if token.kind != TokenKind::Space {
                self.back(token);
                break;
            }
        }
    }

    /// Takes a star, if one stands next.
    pub(crate) fn star(&mut self) -> bool {
        self.take_char('*')
    }

    /// Takes `c`, if it stands next.
    pub(crate) fn take_char(&mut self, c: char) -> bool {
        match self.next() {
            Some(token) if token.is_char(c) => true,
            Some(token) => {
                self.back(token);
                false
            }
            None => false,
        }
    }

    /// Takes `{`, white space before it too, if one stands next.
    pub(crate) fn take_open(&mut self) -> bool {
        self.skip_spaces();
        match self.next() {
            Some(token) if token.kind == TokenKind::Open => true,
            Some(token) => {
                self.back(token);
                false
            }
            None => false,
        }
    }

    /// An argument: a group without its braces, or one token. None, and nothing taken, if there is none.
    pub(crate) fn argument(&mut self) -> Option<Vec<Token>> {
        self.skip_spaces();
        let token = self.next()?;
        match token.kind {
            TokenKind::Open => self.group(token),
            TokenKind::Close | TokenKind::Par | TokenKind::EndEnvironment(_) => {
                self.back(token);
                None
            }
            _ => Some(vec![token]),
        }
    }

    /// An argument, if it is a group.
    pub(crate) fn braced(&mut self) -> Option<Vec<Token>> {
        self.skip_spaces();
        let token = self.next()?;
        if token.kind == TokenKind::Open {
            return self.group(token);
        }
        self.back(token);
        None
    }

    /// The group after `open`; put back if it never ends.
    fn group(&mut self, open: Token) -> Option<Vec<Token>> {
        let mut tokens = Vec::new();
        let mut depth = 0_u32;
        while tokens.len() < LONGEST_ARGUMENT && self.burn(1) {
            let Some(token) = self.next() else { break };
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 0 => return Some(tokens),
                TokenKind::Close => depth -= 1,
                _ => {}
            }
            tokens.push(token);
        }
        self.prepend(tokens.into_iter());
        self.back(open);
        None
    }

    /// An argument in brackets, without them.
    pub(crate) fn option(&mut self) -> Option<Vec<Token>> {
        self.delimited('[', ']')
    }

    /// An argument between two characters, without them: `<see>` as apacite and beamer have it.
    pub(crate) fn delimited(&mut self, open: char, close: char) -> Option<Vec<Token>> {
        let mut spaces = Vec::new();
        let first = loop {
            match self.next() {
                Some(token) if token.kind == TokenKind::Space => spaces.push(token),
                other => break other,
            }
        };
        let first = first?;
        if !first.is_char(open) {
            self.back(first);
            self.prepend(spaces.into_iter());
            return None;
        }
        let mut tokens: Vec<Token> = Vec::new();
        let mut depth = 0_i32;
        while tokens.len() < LONGEST_OPTION && self.burn(1) {
            let Some(token) = self.next() else { break };
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth -= 1,
                TokenKind::Char(c) if c == close && depth == 0 => return Some(tokens),
                _ => {}
            }
            let ends = token.kind == TokenKind::Par || depth < 0;
            tokens.push(token);
            if ends {
                break;
            }
        }
        self.prepend(tokens.into_iter());
        self.back(first);
        None
    }
}

/// What [`Stream::isolate`] set aside.
#[derive(Debug)]
pub(crate) struct Isolated<'a>(Vec<Item<'a>>);

/// White space at both ends dropped.
pub(crate) fn trimmed(mut tokens: Vec<Token>) -> Vec<Token> {
    let is_space = |token: &Token| matches!(token.kind, TokenKind::Space | TokenKind::Par);
    while tokens.last().is_some_and(is_space) {
        tokens.pop();
    }
    let start = tokens.iter().position(|token| !is_space(token)).unwrap_or(tokens.len());
    tokens.drain(..start);
    tokens
}

/// Parts a list at commas outside braces.
pub(crate) fn split_commas(tokens: &[Token]) -> Vec<Vec<Token>> {
    let mut parts = vec![Vec::new()];
    let mut depth = 0_i32;
    for token in tokens {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth -= 1,
            TokenKind::Char(',') if depth == 0 => {
                parts.push(Vec::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(token.clone());
        }
    }
    parts.into_iter().map(trimmed).collect()
}
