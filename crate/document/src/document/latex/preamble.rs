//! What the preamble sets up: class, packages, synonyms, kinds of theorems.

use std::rc::Rc;

use super::cite;
use super::counters::Theorem;
use super::reserved::is_reserved;
use super::stream::{split_commas, trimmed};
use super::token::{Spot, Token, TokenKind, code};
use super::walk::Walk;

impl Walk<'_> {
    /// `\let\name=\target`
    pub(crate) fn read_let(&mut self) {
        let Some(name) = self.named_control() else { return };
        self.stream.skip_spaces();
        if self.stream.take_char('=') {
            self.stream.skip_spaces();
        }
        if let Some(target) = self.named_control() {
            self.copy_meaning(name, &target);
        }
    }

    /// `\NewCommandCopy{\name}{\target}`
    pub(crate) fn read_copy(&mut self) {
        self.stream.star();
        let arguments = (self.stream.argument(), self.stream.argument());
        let name = |tokens: Option<Vec<Token>>| trimmed(tokens?).first()?.control().cloned();
        if let (Some(name), Some(target)) = (name(arguments.0), name(arguments.1)) {
            self.copy_meaning(name, &target);
        }
    }

    /// The control sequence that stands next, or that `\csname` makes; nothing else is taken.
    fn named_control(&mut self) -> Option<Rc<str>> {
        self.join_control();
        let token = self.stream.next()?;
        let name = token.control().cloned();
        if name.is_none() {
            self.stream.back(token);
        }
        name
    }

    /// Makes one control sequence of `\csname …\endcsname`, if it stands next: a definition names it, it is not to be
    /// executed.
    pub(crate) fn join_control(&mut self) {
        self.stream.skip_spaces();
        while let Some(token) = self.stream.next() {
            match token.control().map(|name| &**name) {
                Some("expandafter") => {}
                Some("csname") => return self.read_csname(token.spot),
                _ => return self.stream.back(token),
            }
        }
    }

    /// Gives `name` the meaning that `target` has now.
    fn copy_meaning(&mut self, name: Rc<str>, target: &Rc<str>) {
        let own = self.defined.macros.get(target).cloned();
        let target = self.defined.resolve(target);
        if is_reserved(&name) {
            return;
        }
        if target == name {
            // `\let\cite\oldcite`: what is built in is back.
            if own.is_none() {
                self.defined.macros.remove(&name);
                self.defined.aliases.remove(&name);
            }
            return;
        }
        if let Some(own) = own {
            if cite::command(&name).is_none() {
                self.defined.aliases.remove(&name);
                self.defined.macros.insert(name, own);
            }
        } else if cite::command(&name).is_none() || cite::command(&target).is_some() {
            self.defined.macros.remove(&name);
            self.defined.aliases.insert(name, target);
        }
    }

    pub(crate) fn read_csname(&mut self, spot: Spot) {
        let mut name = Vec::new();
        while name.len() < 100 {
            match self.next() {
                Some(token) if token.control().is_some_and(|name| &**name == "endcsname") => {
                    let name = self.stream.names.get(code(&name).trim());
                    self.stream.back(Token::new(TokenKind::Control(name), spot));
                    return;
                }
                Some(token) if token.kind != TokenKind::Par => name.push(token),
                _ => return,
            }
        }
    }

    /// What defines an environment of code.
    pub(crate) fn read_code_environment(&mut self, command: &str) {
        let given = self.stream.option();
        let named = self.stream.braced();
        let name = match (command, &given) {
            ("newminted", Some(given)) => Some(code(given)),
            ("newminted", None) => named.map(|language| format!("{}code", code(&language).trim())),
            _ => named.map(|name| code(&name)),
        };
        self.setup.code_environments.extend(name.map(|name| name.trim().to_owned()));
        self.drop_arguments(if command == "newminted" { "m" } else { "oomm" });
    }

    pub(crate) fn read_theorem(&mut self) {
        let star = self.stream.star();
        let Some(name) = self.stream.braced() else { return };
        let shared = self.stream.option();
        let Some(title) = self.stream.braced() else { return };
        let within = self.stream.option().is_some();
        let name = self.stream.names.get(code(&name).trim());
        let base = shared.map(|tokens| self.stream.names.get(code(&tokens).trim()));
        let parent = base.as_ref().and_then(|base| self.counters.theorems.get(base)).cloned();
        let (counter, within) = match (star, parent, base) {
            (true, ..) => (None, false),
            (_, Some(parent), _) => (parent.counter, parent.within),
            (_, None, Some(base)) => (Some(base), within),
            _ => (Some(Rc::clone(&name)), within),
        };
        self.counters.theorems.insert(name, Theorem { title, counter, within });
    }

    pub(crate) fn read_class(&mut self) {
        self.body = false;
        let options = self.stream.option().map(|tokens| list(&tokens)).unwrap_or_default();
        let Some(class) = self.stream.braced() else { return };
        self.stream.option();
        let class = code(&class).trim().to_lowercase();
        if self.setup.class.is_empty() || class != "subfiles" {
            self.setup.class = class;
            self.setup.class_options = options;
        }
    }

    pub(crate) fn read_packages(&mut self, name: &str) {
        let (names, options) = if name == "PassOptionsToPackage" {
            let options = self.stream.braced().map(|tokens| list(&tokens)).unwrap_or_default();
            (self.stream.braced(), options)
        } else {
            let options = self.stream.option().map(|tokens| list(&tokens)).unwrap_or_default();
            (self.stream.braced(), options)
        };
        let Some(names) = names else { return };
        if name != "PassOptionsToPackage" {
            self.stream.option();
        }
        for package in list(&names) {
            self.setup.add_package(&package, &options);
            // A package that comes with the source may define what the source uses.
            if let Some(file) = self.files.find(&package, "sty")
                && !self.stream.is_active(file.name)
                && self.stream.burn(file.content.len())
            {
                self.stream.open(file.name, file.content, file.number, true);
            }
        }
    }
}

/// A list of options or names.
pub(crate) fn list(tokens: &[Token]) -> Vec<String> {
    split_commas(tokens)
        .into_iter()
        .map(|tokens| code(&trimmed(tokens)))
        .filter(|option| !option.is_empty())
        .collect()
}
