//! From characters to TeX's tokens, each with its place in the source.

use std::collections::HashSet;
use std::rc::Rc;

/// Where a token stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spot {
    /// 0 for the input itself, else one more than the index of the companion.
    pub(crate) file: u32,
    /// Line in that file, from 1.
    pub(crate) line: u32,
    /// UTF-16 code units from the start of that file.
    pub(crate) offset: u32,
    /// The token came out of a macro: it stands nowhere, `offset` is where the macro was called.
    pub(crate) made: bool,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A control sequence, without its backslash.
    Control(Rc<str>),
    /// `{`
    Open,
    /// `}`
    Close,
    /// `$`
    Dollar,
    /// `&`
    Align,
    /// White space.
    Space,
    /// An empty line.
    Par,
    /// `#`
    Hash,
    /// `#1` in the body of a macro.
    Parameter(u8),
    /// `~`
    Tie,
    /// Anything else.
    Char(char),
    /// Ends an environment that a document defined, after its closing code.
    EndEnvironment(Rc<str>),
}

/// A token and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) spot: Spot,
}

impl Token {
    pub(crate) fn new(kind: TokenKind, spot: Spot) -> Self {
        Self { kind, spot }
    }

    pub(crate) fn is_char(&self, c: char) -> bool {
        self.kind == TokenKind::Char(c)
    }

    /// The control sequence's name.
    pub(crate) fn control(&self) -> Option<&Rc<str>> {
        match &self.kind {
            TokenKind::Control(name) => Some(name),
            _ => None,
        }
    }
}

/// Names of control sequences, each kept once.
#[derive(Debug, Default)]
pub(crate) struct Names(HashSet<Rc<str>>);

impl Names {
    pub(crate) fn get(&mut self, name: &str) -> Rc<str> {
        if let Some(known) = self.0.get(name) {
            return Rc::clone(known);
        }
        let name: Rc<str> = Rc::from(name);
        self.0.insert(Rc::clone(&name));
        name
    }
}

/// TeX's states while it reads a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    NewLine,
    Middle,
    SkipSpaces,
}

/// Reads tokens from one file.
#[derive(Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    file: u32,
    line: u32,
    offset: u32,
    state: State,
    /// `@` is a letter: in packages, and after `\makeatletter`.
    pub(crate) at_letter: bool,
    /// LaTeX3's syntax: `_` and `:` are letters, white space is nothing.
    pub(crate) expl: bool,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str, file: u32) -> Self {
        Self { text, at: 0, file, line: 1, offset: 0, state: State::NewLine, at_letter: false, expl: false }
    }

    pub(crate) fn spot(&self) -> Spot {
        Spot { file: self.file, line: self.line, offset: self.offset, made: false }
    }

    /// The next character, as it stands.
    pub(crate) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        self.offset += c.len_utf16() as u32;
        self.line += u32::from(c == '\n');
        Some(c)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(&wanted) {
            self.take();
        }
        &self.text[start..self.at]
    }

    /// The next token.
    pub(crate) fn next(&mut self, names: &mut Names) -> Option<Token> {
        loop {
            let spot = self.spot();
            let c = self.take()?;
            let kind = match c {
                '%' => {
                    self.take_while(|c| c != '\n');
                    self.take();
                    self.take_while(|c| c == ' ' || c == '\t');
                    if self.state == State::Middle {
                        // An empty line after a comment is still an empty line.
                        self.state = State::SkipSpaces;
                        if self.peek() == Some('\n') {
                            self.state = State::NewLine;
                        }
                    }
                    continue;
                }
                c if self.expl && c.is_whitespace() => continue,
                '\n' => match self.state {
                    State::NewLine => {
                        // All empty lines in a row are one border of paragraphs.
                        self.take_while(char::is_whitespace);
                        return Some(Token::new(TokenKind::Par, spot));
                    }
                    _ if self.blank_line_follows() => {
                        self.take_while(char::is_whitespace);
                        self.state = State::NewLine;
                        return Some(Token::new(TokenKind::Par, spot));
                    }
                    State::Middle => {
                        self.state = State::NewLine;
                        self.take_while(|c| c == ' ' || c == '\t');
                        TokenKind::Space
                    }
                    State::SkipSpaces => {
                        self.state = State::NewLine;
                        self.take_while(|c| c == ' ' || c == '\t');
                        continue;
                    }
                },
                c if c.is_whitespace() => {
                    if self.state != State::Middle {
                        continue;
                    }
                    self.state = State::SkipSpaces;
                    TokenKind::Space
                }
                '\\' => self.control(names),
                '{' => TokenKind::Open,
                '}' => TokenKind::Close,
                '$' => TokenKind::Dollar,
                '&' => TokenKind::Align,
                '#' => TokenKind::Hash,
                '~' => TokenKind::Tie,
                c => TokenKind::Char(c),
            };
            match kind {
                TokenKind::Space | TokenKind::Control(_) => {}
                _ => self.state = State::Middle,
            }
            return Some(Token::new(kind, spot));
        }
    }

    /// Whether nothing but white space stands between here and the next line's end.
    fn blank_line_follows(&self) -> bool {
        let rest = &self.text[self.at..];
        let content = rest.trim_start_matches([' ', '\t', '\r']);
        content.starts_with('\n')
    }

    /// The name after a backslash; white space after a word belongs to it.
    fn control(&mut self, names: &mut Names) -> TokenKind {
        let (at_letter, expl) = (self.at_letter, self.expl);
        let word = self.take_while(|c| {
            c.is_ascii_alphabetic() || at_letter && c == '@' || expl && matches!(c, '_' | ':')
        });
        if !word.is_empty() {
            self.state = State::SkipSpaces;
            return TokenKind::Control(names.get(word));
        }
        let Some(c) = self.take() else { return TokenKind::Char('\\') };
        self.state = if c.is_whitespace() { State::SkipSpaces } else { State::Middle };
        if c == '\n' {
            self.state = State::NewLine;
        }
        let mut buffer = [0; 4];
        TokenKind::Control(names.get(if c.is_whitespace() { " " } else { c.encode_utf8(&mut buffer) }))
    }

    /// The characters up to `end` as they stand, `end` consumed; all that is left if `end` never comes.
    pub(crate) fn raw_until(&mut self, end: &str) -> (&'a str, Spot) {
        match self.distance(end) {
            Some(length) => self.raw(length, end.len()),
            None => self.raw(self.text.len() - self.at, 0),
        }
    }

    /// In how many bytes a text comes.
    pub(crate) fn distance(&self, text: &str) -> Option<usize> {
        self.text[self.at..].find(text)
    }

    /// The next bytes as they stand; `past` bytes behind them are consumed, too.
    pub(crate) fn raw(&mut self, length: usize, past: usize) -> (&'a str, Spot) {
        let spot = self.spot();
        let raw = &self.text[self.at..self.at + length];
        self.skip(length + past);
        self.state = State::Middle;
        (raw, spot)
    }

    /// What follows `\verb` and its kin: a star and options passed over, then code between two of a sign or in braces.
    pub(crate) fn raw_code(&mut self) -> Option<(&'a str, Spot)> {
        if self.peek() == Some('*') {
            self.take();
        }
        if self.peek() == Some('[') {
            self.take();
            self.raw_line(']')?;
        }
        self.braced_line().or_else(|| self.raw_delimited())
    }

    /// `|code|`: what stands between two of the next character, on one line.
    pub(crate) fn raw_delimited(&mut self) -> Option<(&'a str, Spot)> {
        let delimiter = self.peek().filter(|c| !c.is_whitespace())?;
        let rest = &self.text[self.at + delimiter.len_utf8()..];
        rest.split('\n').next().filter(|line| line.contains(delimiter))?;
        self.take();
        self.raw_line(delimiter)
    }

    /// What stands before `end`, `end` consumed, if it comes on this line.
    pub(crate) fn raw_line(&mut self, end: char) -> Option<(&'a str, Spot)> {
        let rest = &self.text[self.at..];
        let length = rest.split('\n').next().unwrap_or_default().find(end)?;
        let spot = self.spot();
        self.skip(length + end.len_utf8());
        self.state = State::Middle;
        Some((&rest[..length], spot))
    }

    /// `{code}` on one line, braces balanced.
    pub(crate) fn braced_line(&mut self) -> Option<(&'a str, Spot)> {
        let rest = self.text[self.at..].strip_prefix('{')?;
        let mut depth = 0_u32;
        for (end, c) in rest.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => {
                    self.take();
                    let spot = self.spot();
                    self.skip(end + 1);
                    self.state = State::Middle;
                    return Some((&rest[..end], spot));
                }
                '}' => depth -= 1,
                '\n' => return None,
                _ => {}
            }
        }
        None
    }

    fn skip(&mut self, bytes: usize) {
        let skipped = &self.text[self.at..self.at + bytes];
        self.line += skipped.matches('\n').count() as u32;
        self.offset += skipped.encode_utf16().count() as u32;
        self.at += bytes;
    }
}

/// Tokens as TeX code again.
pub(crate) fn code(tokens: &[Token]) -> String {
    let mut code = String::new();
    let mut after_word = false;
    for token in tokens {
        match &token.kind {
            TokenKind::Control(name) => {
                code.push('\\');
                code.push_str(name);
                after_word = name.chars().all(|c| c.is_ascii_alphabetic() || c == '@');
                continue;
            }
            TokenKind::Char(c) => {
                if after_word && c.is_ascii_alphabetic() {
                    code.push(' ');
                }
                code.push(*c);
            }
            TokenKind::Open => code.push('{'),
            TokenKind::Close => code.push('}'),
            TokenKind::Dollar => code.push('$'),
            TokenKind::Align => code.push('&'),
            TokenKind::Space | TokenKind::Par => code.push(' '),
            TokenKind::Hash => code.push('#'),
            TokenKind::Parameter(number) => {
                code.push('#');
                code.push(char::from(b'0' + number));
            }
            TokenKind::Tie => code.push('~'),
            TokenKind::EndEnvironment(_) => {}
        }
        after_word = false;
    }
    code
}
