//! Macros of the document: expanded where they stand, kept where they are defined.

use std::rc::Rc;

use super::cite;
use super::macros::{Definitions, Expansion, Macro, Over, expand};
use super::reserved::is_reserved;
use super::token::{Token, TokenKind};
use super::walk::Walk;
use crate::document::{AnomalyKind, Severity};

impl Walk<'_> {
    /// The next token that no macro of the document stands for.
    pub(crate) fn next(&mut self) -> Option<Token> {
        loop {
            let mut token = self.stream.next()?;
            let TokenKind::Control(called) = &token.kind else { return Some(token) };
            let name = self.defined.resolve(called);
            if self.conditional(&name) {
                continue;
            }
            if let Some(own) = self.defined.macros.get(called) {
                let own = Rc::clone(own);
                match expand(&mut self.stream, &own, &token) {
                    Expansion::Done => continue,
                    Expansion::Left if !self.stream.exhausted => continue,
                    Expansion::Left => self.endless(
                        "the macros of this source expand without end: they are left out from here on",
                    ),
                    Expansion::Endless => {
                        self.endless("a macro of this source calls itself without end: it is left out");
                        self.defined.macros.remove(&name);
                    }
                }
                // What is built in of this name is still understood, a citation above all.
            }
            token.kind = TokenKind::Control(name);
            return Some(token);
        }
    }

    /// Says, once, that macros are not expanded.
    fn endless(&mut self, hint: &str) {
        let kind = AnomalyKind::ConverterError;
        // Programs of packages print nothing before the text begins.
        let severity = if self.body { Severity::Warning } else { Severity::Info };
        if !self.anomalies.iter().any(|anomaly| anomaly.kind == kind && anomaly.severity >= severity) {
            let place = format!("line {}", self.stream.spot.line);
            self.note(kind, severity, place, hint.to_owned());
        }
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
        } else if is_reserved(&name) || own.body.iter().filter_map(Token::control).any(|inner| *inner == name)
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
