//! What a document defines: macros, environments, switches.

use std::collections::HashMap;
use std::rc::Rc;

use super::stream::{Stream, trimmed};
use super::token::{Spot, Token, TokenKind, code};

/// Longest argument that ends where a text stands, in tokens.
const LONGEST_DELIMITED: usize = 5_000;

/// How a macro takes its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Parameters {
    /// `\newcommand`: so many, the first in brackets if it has a default.
    Plain { count: u8, default: Option<Vec<Token>> },
    /// `\def\x#1 to #2.{…}`: what stands before, between and after the arguments.
    Delimited(Vec<Token>),
    /// `\NewDocumentCommand`.
    Document(Vec<Argument>),
}

/// An argument of `\NewDocumentCommand`.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Argument {
    Mandatory,
    Star,
    Optional(Option<Vec<Token>>),
}

/// A macro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Macro {
    parameters: Parameters,
    pub(crate) body: Vec<Token>,
}

/// An environment: what its beginning and its end expand to.
#[derive(Clone, Debug)]
pub(crate) struct Environment {
    pub(crate) begin: Rc<Macro>,
    pub(crate) end: Vec<Token>,
}

/// Everything defined so far.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    pub(crate) macros: HashMap<Rc<str>, Rc<Macro>>,
    pub(crate) environments: HashMap<Rc<str>, Environment>,
    /// `\let\a\b`, for what is built in: `\b` keeps its meaning there, whatever the document makes of it later. No
    /// name is both an alias and a macro.
    pub(crate) aliases: HashMap<Rc<str>, Rc<str>>,
    /// `\newif`, booleans of etoolbox and ifthen.
    pub(crate) switches: HashMap<Rc<str>, bool>,
}

/// How a definition treats an older one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    Replace,
    Keep,
}

impl Definitions {
    /// Reads what follows `\newcommand` and its kind. Returns the name and the macro.
    pub(crate) fn new_command(stream: &mut Stream<'_>) -> Option<(Rc<str>, Macro)> {
        stream.star();
        let name = command_name(stream)?;
        let count = stream.option().and_then(|tokens| number(&tokens)).unwrap_or(0).min(9);
        let default = stream.option();
        let body = stream.argument()?;
        Some((name, Macro { parameters: Parameters::Plain { count, default }, body: with_parameters(body) }))
    }

    /// Reads what follows `\def`.
    pub(crate) fn def(stream: &mut Stream<'_>) -> Option<(Rc<str>, Macro)> {
        stream.skip_spaces();
        let first = stream.next()?;
        let Some(name) = first.control().cloned() else {
            stream.back(first);
            return None;
        };
        let mut pattern = Vec::new();
        let mut brace = None;
        while pattern.len() < 200 {
            let token = stream.next()?;
            match token.kind {
                TokenKind::Open => {
                    // `\def\x#1#{…}`: the argument ends before a brace, which stays.
                    brace = pattern
                        .pop_if(|last: &mut Token| last.kind == TokenKind::Hash)
                        .map(|_| token.clone());
                    stream.back(token);
                    break;
                }
                TokenKind::Close => {
                    stream.back(token);
                    return None;
                }
                _ => pattern.push(token),
            }
        }
        let mut body = with_parameters(stream.braced()?);
        let mut pattern = with_parameters(pattern);
        body.extend(brace.clone());
        pattern.extend(brace);
        let count = pattern.iter().filter(|token| matches!(token.kind, TokenKind::Parameter(_))).count();
        let parameters = if count == pattern.len() {
            Parameters::Plain { count: count.min(9) as u8, default: None }
        } else {
            Parameters::Delimited(pattern)
        };
        Some((name, Macro { parameters, body }))
    }

    /// Reads what follows `\NewDocumentCommand` and its kind.
    pub(crate) fn document_command(stream: &mut Stream<'_>) -> Option<(Rc<str>, Macro)> {
        let name = command_name(stream)?;
        let specification = stream.braced()?;
        let body = with_parameters(stream.braced()?);
        let mut arguments = Vec::new();
        let mut tokens = specification.into_iter();
        while let Some(token) = tokens.next() {
            match token.kind {
                TokenKind::Char('m' | 'v' | 'b') => arguments.push(Argument::Mandatory),
                TokenKind::Char('s') => arguments.push(Argument::Star),
                TokenKind::Char('o') => arguments.push(Argument::Optional(None)),
                TokenKind::Char('O') => {
                    let mut default = Vec::new();
                    let mut depth = 0_i32;
                    for token in tokens.by_ref() {
                        match token.kind {
                            TokenKind::Open => depth += 1,
                            TokenKind::Close => depth -= 1,
                            _ => default.push(token),
                        }
                        if depth <= 0 {
                            break;
                        }
                    }
                    arguments.push(Argument::Optional(Some(default)));
                }
                _ => {}
            }
            if arguments.len() == 9 {
                break;
            }
        }
        Some((name, Macro { parameters: Parameters::Document(arguments), body }))
    }

    /// Reads what follows `\newenvironment` and its kind.
    pub(crate) fn new_environment(stream: &mut Stream<'_>) -> Option<(Rc<str>, Environment)> {
        stream.star();
        let name = code(&stream.braced()?);
        let name = stream.names.get(name.trim());
        let count = stream.option().and_then(|tokens| number(&tokens)).unwrap_or(0).min(9);
        let default = stream.option();
        let body = with_parameters(stream.argument()?);
        let end = stream.argument()?;
        let begin = Rc::new(Macro { parameters: Parameters::Plain { count, default }, body });
        Some((name, Environment { begin, end }))
    }

    /// A macro that only stands for another control sequence: `\renewcommand{\cite}{\citep}`.
    pub(crate) fn synonym(made: &Macro) -> Option<Rc<str>> {
        let Parameters::Plain { default: None, .. } = made.parameters else { return None };
        let mut words = made.body.iter().filter(|token| token.kind != TokenKind::Space);
        let first = words.next()?.control()?;
        let arguments = words
            .all(|token| matches!(token.kind, TokenKind::Open | TokenKind::Close | TokenKind::Parameter(1)));
        arguments.then(|| Rc::clone(first))
    }

    /// What a control sequence was let be.
    pub(crate) fn resolve(&self, name: &Rc<str>) -> Rc<str> {
        Rc::clone(self.aliases.get(name).unwrap_or(name))
    }
}

/// What became of the call of a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expansion {
    /// What it expands to stands before what is left to read.
    Done,
    /// Its arguments are not there, or there is no fuel: they are left where they are.
    Left,
    /// It calls itself without end.
    Endless,
}

/// Puts a macro's expansion before what is left to read.
pub(crate) fn expand(stream: &mut Stream<'_>, own: &Macro, call: &Token) -> Expansion {
    if stream.exhausted {
        return Expansion::Left;
    }
    let Some(arguments) = arguments(stream, own) else { return Expansion::Left };
    let mut spot = call.spot;
    spot.made = true;
    let mut size = own.body.len();
    for token in &own.body {
        if let TokenKind::Parameter(number) = token.kind {
            size += arguments.get(usize::from(number).wrapping_sub(1)).map_or(0, Vec::len);
        }
    }
    if !stream.burn_macro(size + 1) {
        let groups = arguments.into_iter().flat_map(|argument| grouped(argument, spot));
        stream.prepend(groups.collect::<Vec<_>>().into_iter());
        return Expansion::Left;
    }
    if let Some(name) = call.control()
        && !stream.begin_macro(name)
    {
        return Expansion::Endless;
    }
    let mut expansion = Vec::with_capacity(size);
    for token in &own.body {
        match token.kind {
            TokenKind::Parameter(number) => {
                if let Some(argument) = arguments.get(usize::from(number).wrapping_sub(1)) {
                    expansion.extend(argument.iter().cloned());
                }
            }
            _ => expansion.push(Token { kind: token.kind.clone(), spot }),
        }
    }
    stream.prepend(expansion.into_iter());
    Expansion::Done
}

/// An argument in braces.
fn grouped(argument: Vec<Token>, spot: Spot) -> impl Iterator<Item = Token> {
    let brace = |kind| std::iter::once(Token::new(kind, spot));
    brace(TokenKind::Open).chain(argument).chain(brace(TokenKind::Close))
}

fn arguments(stream: &mut Stream<'_>, own: &Macro) -> Option<Vec<Vec<Token>>> {
    let mut found = Vec::new();
    match &own.parameters {
        Parameters::Plain { count, default } => {
            let mut left = *count;
            if let Some(default) = default {
                found.push(stream.option().unwrap_or_else(|| default.clone()));
                left = left.saturating_sub(1);
            }
            for _ in 0..left {
                found.push(stream.argument()?);
            }
        }
        Parameters::Document(arguments) => {
            let flag = |stream: &mut Stream<'_>, name| {
                vec![Token::new(TokenKind::Control(stream.names.get(name)), stream.spot)]
            };
            for argument in arguments {
                let value = match argument {
                    Argument::Mandatory => stream.argument()?,
                    Argument::Star => {
                        let name = if stream.star() { "BooleanTrue" } else { "BooleanFalse" };
                        flag(stream, name)
                    }
                    Argument::Optional(default) => match (stream.option(), default) {
                        (Some(value), _) => value,
                        (None, Some(default)) => default.clone(),
                        (None, None) => flag(stream, "NoValue"),
                    },
                };
                found.push(value);
            }
        }
        Parameters::Delimited(pattern) => return delimited(stream, pattern),
    }
    Some(found)
}

/// Arguments that end where a text stands; everything is put back if it does not.
fn delimited(stream: &mut Stream<'_>, pattern: &[Token]) -> Option<Vec<Vec<Token>>> {
    let mut found = Vec::new();
    let mut taken: Vec<Token> = Vec::new();
    let mut rest = pattern;
    while let Some((first, after)) = rest.split_first() {
        if !matches!(first.kind, TokenKind::Parameter(_)) {
            let token = stream.next();
            match token {
                Some(token) if token.kind == first.kind => taken.push(token),
                Some(token) => {
                    stream.back(token);
                    stream.prepend(taken.into_iter());
                    return None;
                }
                None => {
                    stream.prepend(taken.into_iter());
                    return None;
                }
            }
            rest = after;
            continue;
        }
        let length = after.iter().position(|token| matches!(token.kind, TokenKind::Parameter(_)));
        let delimiter = &after[..length.unwrap_or(after.len())];
        if delimiter.is_empty() {
            let Some(argument) = stream.argument() else {
                stream.prepend(taken.into_iter());
                return None;
            };
            taken.extend(grouped(argument.clone(), stream.spot));
            found.push(argument);
            rest = after;
            continue;
        }
        let mut argument: Vec<Token> = Vec::new();
        let mut depth = 0_i32;
        loop {
            let Some(token) = stream.next() else {
                stream.prepend(taken.into_iter().chain(argument));
                return None;
            };
            let outside = depth == 0;
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth -= 1,
                _ => {}
            }
            let breaks_off = depth < 0 || token.kind == TokenKind::Par;
            argument.push(token);
            if breaks_off || argument.len() >= LONGEST_DELIMITED || !stream.burn(1) {
                stream.prepend(taken.into_iter().chain(argument));
                return None;
            }
            let start = argument.len().checked_sub(delimiter.len());
            let ends = outside
                && start.is_some_and(|start| {
                    argument[start..].iter().zip(delimiter).all(|(own, other)| own.kind == other.kind)
                });
            if ends {
                break;
            }
        }
        taken.extend(argument.iter().cloned());
        argument.truncate(argument.len() - delimiter.len());
        found.push(argument);
        rest = &after[delimiter.len()..];
    }
    Some(found)
}

/// `{\name}` or `\name`.
fn command_name(stream: &mut Stream<'_>) -> Option<Rc<str>> {
    let tokens = trimmed(stream.argument()?);
    tokens.first()?.control().cloned()
}

fn number(tokens: &[Token]) -> Option<u8> {
    code(tokens).trim().parse().ok()
}

/// Joins `#` and the digit after it; `##` becomes `#`.
fn with_parameters(tokens: Vec<Token>) -> Vec<Token> {
    if !tokens.iter().any(|token| token.kind == TokenKind::Hash) {
        return tokens;
    }
    let mut joined = Vec::with_capacity(tokens.len());
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if token.kind == TokenKind::Hash {
            let parameter = match tokens.peek().map(|next| &next.kind) {
                Some(TokenKind::Char(c @ '1'..='9')) => Some(TokenKind::Parameter(*c as u8 - b'0')),
                Some(TokenKind::Hash) => Some(TokenKind::Hash),
                _ => None,
            };
            if let Some(kind) = parameter {
                tokens.next();
                joined.push(Token::new(kind, token.spot));
                continue;
            }
        }
        joined.push(token);
    }
    joined
}
