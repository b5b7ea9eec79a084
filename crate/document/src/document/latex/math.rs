//! Formulas: kept as TeX, the document's own macros expanded.

use std::rc::Rc;

use super::cite;
use super::piece::Piece;
use super::token::{Spot, Token, TokenKind, code};
use super::walk::{Context, FrameKind, Walk};
use crate::markup::BlockKind;
use crate::markup::flow::MarkKind;

/// Longest formula, in tokens.
const LONGEST: usize = 60_000;

/// How a formula ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Dollar,
    Dollars,
    /// `\)`, `\]`
    Control(&'static str),
    Environment(Rc<str>),
}

/// A formula that was read.
struct Formula {
    pieces: Vec<Piece>,
    labels: Vec<(String, u32)>,
    /// Numbers of equations it used up.
    numbered: u32,
}

impl Walk<'_> {
    /// What begins with `$`.
    pub(crate) fn dollar(&mut self, spot: Spot) {
        let next = self.stream.next();
        match next {
            Some(next) if next.kind == TokenKind::Dollar => self.display(&End::Dollars, spot),
            next => {
                if let Some(next) = next {
                    self.stream.back(next);
                }
                self.inline(&End::Dollar, spot);
            }
        }
    }

    /// A formula in the line.
    pub(crate) fn inline(&mut self, end: &End, spot: Spot) {
        let Some(formula) = self.formula(end) else {
            if *end == End::Dollar {
                self.text("$", spot);
            }
            return;
        };
        self.show(formula.pieces, "$", spot);
    }

    /// A formula of its own.
    pub(crate) fn display(&mut self, end: &End, spot: Spot) {
        let Some(formula) = self.formula(end) else { return };
        for (label, number) in formula.labels {
            let number = (self.counters.value("equation") + number).to_string();
            self.counters.label(label, "equation", number);
        }
        if is_numbered(end) {
            self.counters.add("equation", formula.numbered);
        }
        if self.in_table() || self.frame().kind == FrameKind::Inline {
            self.show(formula.pieces, "$", spot);
            return;
        }
        self.begin(Context::Block(BlockKind::Math));
        self.show(formula.pieces, "$$", spot);
        self.end();
    }

    fn show(&mut self, pieces: Vec<Piece>, fence: &str, spot: Spot) {
        if pieces.is_empty() {
            return;
        }
        self.push(Piece::Open(MarkKind::Math));
        self.push(Piece::Made(fence.to_owned(), spot));
        for piece in pieces {
            self.push(piece);
        }
        self.push(Piece::Made(fence.to_owned(), spot));
        self.push(Piece::Close);
    }

    /// The formula up to its end; nothing, and everything put back, if the end is not found where it must be.
    fn formula(&mut self, end: &End) -> Option<Formula> {
        let inline = matches!(end, End::Dollar | End::Control(")"));
        let mut formula = Formula { pieces: Vec::new(), labels: Vec::new(), numbered: 1 };
        let mut tokens: Vec<Token> = Vec::new();
        let mut written = 0;
        let mut depth = 0_i32;
        let mut unnumbered = 0;
        while tokens.len() < LONGEST && self.stream.burn(1) {
            let Some(token) = self.next() else { break };
            let spot = token.spot;
            match &token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth -= 1,
                TokenKind::Dollar if depth <= 0 && *end == End::Dollar => {
                    return Some(self.finish(formula, &tokens[written..], unnumbered));
                }
                TokenKind::Dollar if depth <= 0 && *end == End::Dollars => {
                    if let Some(next) = self.stream.next()
                        && next.kind != TokenKind::Dollar
                    {
                        self.stream.back(next);
                    }
                    return Some(self.finish(formula, &tokens[written..], unnumbered));
                }
                TokenKind::Par if inline => {
                    tokens.push(token);
                    break;
                }
                TokenKind::EndEnvironment(name) => {
                    // The closing code of the document's own environment ends the formula.
                    let name = Rc::clone(name);
                    self.leave_environment(&name);
                    continue;
                }
                TokenKind::Control(name) => {
                    if *end == End::Control("]") && &**name == "]"
                        || *end == End::Control(")") && &**name == ")"
                    {
                        return Some(self.finish(formula, &tokens[written..], unnumbered));
                    }
                    match &**name {
                        "end" => {
                            let argument = self.stream.braced();
                            let own = argument.as_deref().map(code).unwrap_or_default();
                            if let End::Environment(name) = end
                                && own.trim() == &**name
                            {
                                return Some(self.finish(formula, &tokens[written..], unnumbered));
                            }
                            // `\newenvironment{Eqn}{$$}{$$}`: the end of the formula is in the closing code.
                            if self.close_own(own.trim()) {
                                continue;
                            }
                            tokens.push(token);
                            self.keep(&mut tokens, argument, spot);
                            continue;
                        }
                        "label" => {
                            if let Some(label) = self.stream.braced() {
                                let number = formula.numbered.saturating_sub(unnumbered).max(1);
                                formula.labels.push((code(&label).trim().to_owned(), number));
                            }
                            continue;
                        }
                        "nonumber" | "notag" => {
                            unnumbered += 1;
                            continue;
                        }
                        "\\" if depth <= 0 && is_rows(end) => formula.numbered += 1,
                        "section" | "chapter" | "subsection" | "bibliography" => {
                            tokens.push(token);
                            break;
                        }
                        name => {
                            if let Some(command) = cite::command(name) {
                                let made = code(&tokens[written..]);
                                if let Some(cite) = self.read_cite(command, spot) {
                                    formula.pieces.push(Piece::Made(made, spot));
                                    formula.pieces.push(Piece::Cite(Box::new(cite)));
                                    written = tokens.len();
                                    continue;
                                }
                            }
                        }
                    }
                }
                _ => {}
            }
            tokens.push(token);
        }
        // Citations that were read stay read: they are put after what is put back.
        for piece in formula.pieces.into_iter().filter(|piece| matches!(piece, Piece::Cite(_))) {
            self.push(piece);
        }
        self.stream.prepend(tokens.into_iter());
        None
    }

    fn keep(&mut self, tokens: &mut Vec<Token>, argument: Option<Vec<Token>>, spot: Spot) {
        if let Some(argument) = argument {
            tokens.push(Token::new(TokenKind::Open, spot));
            tokens.extend(argument);
            tokens.push(Token::new(TokenKind::Close, spot));
        }
    }

    fn finish(&mut self, mut formula: Formula, rest: &[Token], unnumbered: u32) -> Formula {
        let spot = rest.first().map_or(self.stream.spot, |token| token.spot);
        let rest = code(rest);
        if !rest.trim().is_empty() {
            formula.pieces.push(Piece::Made(rest, spot));
        }
        formula.numbered = formula.numbered.saturating_sub(unnumbered);
        let last = formula.pieces.len().saturating_sub(1);
        for (index, piece) in formula.pieces.iter_mut().enumerate() {
            if let Piece::Made(text, _) = piece {
                let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
                if index > 0 && text.starts_with(char::is_whitespace) {
                    words.insert(0, ' ');
                }
                if index < last && text.ends_with(char::is_whitespace) {
                    words.push(' ');
                }
                *text = words;
            }
        }
        formula
    }
}

/// Environments of displayed formulas.
pub(crate) fn is_display(name: &str) -> bool {
    matches!(
        name.trim_end_matches('*'),
        "equation"
            | "align"
            | "gather"
            | "multline"
            | "eqnarray"
            | "displaymath"
            | "alignat"
            | "flalign"
            | "xalignat"
            | "dmath"
            | "dgroup"
            | "darray"
            | "IEEEeqnarray"
            | "empheq"
            | "prooftree"
            | "mathpar"
            | "tikzcd"
            | "equationarray"
    )
}

fn is_rows(end: &End) -> bool {
    matches!(end, End::Environment(name)
        if matches!(&**name, "align" | "gather" | "eqnarray" | "alignat" | "flalign" | "IEEEeqnarray"))
}

fn is_numbered(end: &End) -> bool {
    matches!(end, End::Environment(name) if !name.ends_with('*') && !matches!(&**name, "displaymath" | "tikzcd" | "prooftree" | "mathpar"))
}
