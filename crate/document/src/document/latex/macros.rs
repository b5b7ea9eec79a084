//! What a document defines: macros, environments, switches.

use std::collections::HashMap;
use std::rc::Rc;

use super::stream::{Stream, trimmed};
use super::token::{Kind, Token, code};

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
    /// `\let\a\b`
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
        while pattern.len() < 200 {
            let token = stream.next()?;
            match token.kind {
                Kind::Open => {
                    stream.back(token);
                    break;
                }
                Kind::Close => {
                    stream.back(token);
                    return None;
                }
                _ => pattern.push(token),
            }
        }
        let body = with_parameters(stream.braced()?);
        let pattern = with_parameters(pattern);
        let count = pattern.iter().filter(|token| matches!(token.kind, Kind::Parameter(_))).count();
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
                Kind::Char('m' | 'v' | 'b') => arguments.push(Argument::Mandatory),
                Kind::Char('s') => arguments.push(Argument::Star),
                Kind::Char('o') => arguments.push(Argument::Optional(None)),
                Kind::Char('O') => {
                    let mut default = Vec::new();
                    let mut depth = 0_i32;
                    for token in tokens.by_ref() {
                        match token.kind {
                            Kind::Open => depth += 1,
                            Kind::Close => depth -= 1,
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
        let mut words = made.body.iter().filter(|token| token.kind != Kind::Space);
        let first = words.next()?.control()?;
        let arguments =
            words.all(|token| matches!(token.kind, Kind::Open | Kind::Close | Kind::Parameter(1)));
        arguments.then(|| Rc::clone(first))
    }

    /// What a control sequence was let be.
    pub(crate) fn resolve(&self, name: &Rc<str>) -> Rc<str> {
        let mut name = Rc::clone(name);
        for _ in 0..8 {
            match self.aliases.get(&name) {
                Some(other) => name = Rc::clone(other),
                None => break,
            }
        }
        name
    }
}

/// Puts a macro's expansion before what is left to read. False, the arguments left where they are, if there is no
/// fuel or the arguments are not there.
pub(crate) fn expand(stream: &mut Stream<'_>, own: &Macro, call: &Token) -> bool {
    let Some(arguments) = arguments(stream, own) else { return false };
    let mut spot = call.spot;
    spot.made = true;
    let mut size = own.body.len();
    for token in &own.body {
        if let Kind::Parameter(number) = token.kind {
            size += arguments.get(usize::from(number).wrapping_sub(1)).map_or(0, Vec::len);
        }
    }
    if !stream.burn(size + 1) {
        return false;
    }
    let mut expansion = Vec::with_capacity(size);
    for token in &own.body {
        match token.kind {
            Kind::Parameter(number) => {
                if let Some(argument) = arguments.get(usize::from(number).wrapping_sub(1)) {
                    expansion.extend(argument.iter().cloned());
                }
            }
            _ => expansion.push(Token { kind: token.kind.clone(), spot }),
        }
    }
    stream.prepend(expansion.into_iter());
    true
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
                vec![Token::new(Kind::Control(stream.names.get(name)), stream.spot)]
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
        if !matches!(first.kind, Kind::Parameter(_)) {
            let token = stream.next();
            match token {
                Some(token) if token.kind == first.kind => taken.push(token),
                Some(token) => {
                    stream.back(token);
                    stream.prepend(taken.into_iter());
                    return None;
                }
                None => return None,
            }
            rest = after;
            continue;
        }
        let length = after.iter().position(|token| matches!(token.kind, Kind::Parameter(_)));
        let delimiter = &after[..length.unwrap_or(after.len())];
        if delimiter.is_empty() {
            let argument = stream.argument()?;
            taken.extend(argument.iter().cloned());
            found.push(argument);
            rest = after;
            continue;
        }
        let mut argument: Vec<Token> = Vec::new();
        let mut depth = 0_i32;
        loop {
            let next = stream.next().filter(|_| argument.len() < 5_000);
            let Some(token) = next.filter(|token| token.kind != Kind::Par && stream.burn(1)) else {
                taken.append(&mut argument);
                stream.prepend(taken.into_iter());
                return None;
            };
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                _ => {}
            }
            argument.push(token);
            let start = argument.len().checked_sub(delimiter.len());
            let ends = depth == 0
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
    if !tokens.iter().any(|token| token.kind == Kind::Hash) {
        return tokens;
    }
    let mut joined = Vec::with_capacity(tokens.len());
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if token.kind == Kind::Hash {
            let parameter = match tokens.peek().map(|next| &next.kind) {
                Some(Kind::Char(c @ '1'..='9')) => Some(Kind::Parameter(*c as u8 - b'0')),
                Some(Kind::Hash) => Some(Kind::Hash),
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
