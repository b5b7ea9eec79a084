//! TeX's conditionals, as far as a document's own switches decide them.

use std::rc::Rc;

use super::reserved::is_reserved;
use super::token::{Kind, Token, code};
use super::walk::Walk;

/// Commands that begin with `if` and take their branches in braces, or are no conditionals at all.
const NO_CONDITIONALS: &[&str] = &[
    "iff",
    "ifthenelse",
    "iftoggle",
    "ifbool",
    "ifboolexpr",
    "ifboolexpe",
    "ifstrequal",
    "ifstrempty",
    "ifblank",
    "ifempty",
    "ifdef",
    "ifdefempty",
    "ifdefstring",
    "ifcsdef",
    "ifundef",
    "ifnumcomp",
    "ifnumequal",
    "ifentrytype",
    "iffieldundef",
    "ifnameundef",
    "iflistundef",
    "iffootnote",
    "ifciteseen",
];

/// Whether a control sequence begins a conditional that `\fi` ends.
fn is_conditional(name: &str) -> bool {
    name.strip_prefix("if").is_some_and(|rest| !rest.starts_with(char::is_whitespace))
        && !NO_CONDITIONALS.contains(&name)
}

impl Walk<'_> {
    /// Decides a conditional; false if the control sequence is none.
    pub(crate) fn conditional(&mut self, name: &Rc<str>) -> bool {
        match &**name {
            // `\loop` … `\repeat` is a conditional whose end has another name; it is gone through once.
            "fi" | "loop" | "repeat" => return true,
            // The branch before it was taken.
            "else" | "or" => {
                self.skip_branch(false);
                return true;
            }
            _ => {}
        }
        if let Some(stem) = name.strip_suffix("true").or_else(|| name.strip_suffix("false"))
            && let Some(value) = self.defined.switches.get_mut(stem)
        {
            *value = name.ends_with("true");
            return true;
        }
        let defined_so = self.defined.macros.contains_key(name);
        if defined_so || !is_conditional(name) {
            return false;
        }
        let holds = match &name[2..] {
            "true" | "pdf" | "PDFTeX" => true,
            "x" => self.same_meaning(),
            "defined" => {
                let token = self.stream.next();
                token.and_then(|token| token.control().cloned()).is_some_and(|name| self.is_defined(&name))
            }
            "csname" => {
                let mut name = Vec::new();
                while name.len() < 100 {
                    match self.stream.next() {
                        Some(token) if token.control().is_some_and(|name| &**name == "endcsname") => break,
                        Some(token) => name.push(token),
                        None => break,
                    }
                }
                let name = self.stream.names.get(&code(&name));
                self.is_defined(&name)
            }
            switch => self.defined.switches.get(switch).copied().unwrap_or(false),
        };
        if !holds {
            self.skip_branch(true);
        }
        true
    }

    fn is_defined(&self, name: &Rc<str>) -> bool {
        self.defined.macros.contains_key(name) || self.defined.aliases.contains_key(name)
    }

    /// `\ifx`: whether the next two tokens mean the same.
    fn same_meaning(&mut self) -> bool {
        let mut meaning = || -> Option<Token> {
            let token = self.stream.next()?;
            if token.control().is_some_and(|name| &**name == "csname") {
                let mut name = Vec::new();
                while name.len() < 100 {
                    let token = self.stream.next()?;
                    if token.control().is_some_and(|name| &**name == "endcsname") {
                        break;
                    }
                    name.push(token);
                }
                let name = self.stream.names.get(&code(&name));
                return Some(Token::new(Kind::Control(name), token.spot));
            }
            Some(token)
        };
        let (Some(first), Some(second)) = (meaning(), meaning()) else { return false };
        match (first.control(), second.control()) {
            (Some(first), Some(second)) => {
                let of = |name| self.defined.macros.get(name).map(|own| &own.body);
                let undefined = ["undefined", "relax", "@undefined"];
                first == second
                    || match (of(first), of(second)) {
                        (Some(first), Some(second)) => first.len() == second.len() && first == second,
                        (None, None) => {
                            // Neither is the document's own: equal only if neither means anything.
                            undefined.contains(&&**second) && !is_reserved(first)
                        }
                        _ => false,
                    }
            }
            (None, None) => first.kind == second.kind,
            _ => false,
        }
    }

    /// Passes over a branch up to `\fi`, or to `\else` if it ends the branch. Never leaves the file it began in.
    fn skip_branch(&mut self, to_else: bool) {
        let depth_of_files = self.stream.depth();
        let mut depth = 0_u32;
        while let Some(token) = self.stream.next() {
            if self.stream.depth() < depth_of_files {
                self.stream.back(token);
                break;
            }
            let Some(name) = token.control() else { continue };
            match &**name {
                "fi" | "repeat" if depth == 0 => break,
                "fi" | "repeat" => depth -= 1,
                "else" if depth == 0 && to_else => break,
                name if is_conditional(name) => depth += 1,
                // Conditionals do not reach over the end of the text.
                "end" => {
                    let argument = self.stream.braced();
                    if argument.is_some_and(|argument| code(&argument) == "document") {
                        break;
                    }
                }
                _ => {}
            }
        }
    }

    /// `\setboolean{draft}{true}`, `\toggletrue{draft}`, `\newboolean{draft}`
    pub(crate) fn read_switch(&mut self, name: &str) {
        let Some(switch) = self.stream.braced() else { return };
        let value = match name {
            "setboolean" => self.stream.braced().is_some_and(|value| code(&value).trim() == "true"),
            "toggletrue" => true,
            _ => false,
        };
        let switch = self.stream.names.get(code(&switch).trim());
        self.defined.switches.insert(switch, value);
    }

    /// Commands that take condition and branches in braces.
    pub(crate) fn choose(&mut self, name: &str) {
        let Some(condition) = self.stream.braced() else { return };
        let holds = match name {
            "iftoggle" | "ifbool" => {
                self.defined.switches.get(code(&condition).trim()).copied().unwrap_or(false)
            }
            "IfBooleanTF" => is_control(&condition, "BooleanTrue"),
            "IfNoValueTF" => is_control(&condition, "NoValue"),
            "IfValueTF" => !is_control(&condition, "NoValue"),
            _ => self.test(&condition),
        };
        let yes = self.stream.braced();
        let no = self.stream.braced();
        if let Some(branch) = if holds { yes } else { no } {
            self.stream.prepend(branch.into_iter());
        }
    }

    /// A test of `\ifthenelse`: `\equal{a}{b}`, `\boolean{a}`, and `\not` before either.
    fn test(&self, condition: &[Token]) -> bool {
        let mut tokens = condition.iter().filter(|token| token.kind != Kind::Space).peekable();
        let negated =
            tokens.next_if(|token| token.control().is_some_and(|name| &**name == "not" || &**name == "NOT"));
        let Some(operator) = tokens.next().and_then(Token::control) else { return false };
        let mut arguments: Vec<String> = Vec::new();
        let mut argument: Vec<Token> = Vec::new();
        let mut depth = 0_i32;
        for token in tokens {
            match token.kind {
                Kind::Open if depth == 0 => depth = 1,
                Kind::Close if depth == 1 => {
                    depth = 0;
                    arguments.push(code(&argument));
                    argument.clear();
                }
                Kind::Open => {
                    depth += 1;
                    argument.push(token.clone());
                }
                Kind::Close => {
                    depth -= 1;
                    argument.push(token.clone());
                }
                _ if depth > 0 => argument.push(token.clone()),
                _ => {}
            }
        }
        let holds = match (&**operator, arguments.as_slice()) {
            ("equal", [first, second, ..]) => first.trim() == second.trim(),
            ("boolean", [name, ..]) => self.defined.switches.get(name.trim()).copied().unwrap_or(false),
            _ => false,
        };
        holds != negated.is_some()
    }
}

fn is_control(tokens: &[Token], name: &str) -> bool {
    tokens.first().and_then(Token::control).is_some_and(|own| &**own == name)
}
