//! Files that a source includes, and what is read raw out of it: addresses, code in the line.

use super::piece::{Piece, plain};
use super::token::{Lexer, Spot, Token, TokenKind, code};
use super::walk::Walk;
use crate::document::{AnomalyKind, Severity};
use crate::markup::flow::MarkKind;

impl Walk<'_> {
    pub(crate) fn read_file(&mut self, name: &str, spot: Spot) {
        let mut path = String::new();
        if matches!(name, "import" | "subimport") {
            self.stream.star();
            path = self.stream.braced().map(|tokens| code(&tokens)).unwrap_or_default();
        }
        self.stream.option();
        let given = match self.stream.braced() {
            Some(tokens) => self.name_of(tokens),
            None if name == "input" => self.bare_name(),
            None => return,
        };
        let branches = (name == "InputIfFileExists").then(|| (self.stream.braced(), self.stream.braced()));
        let given = given.trim();
        if given.is_empty() {
            return;
        }
        let wanted = if path.is_empty() { given.to_owned() } else { format!("{}/{given}", path.trim()) };
        let found = self.files.find(&wanted, "tex");
        if let Some((yes, no)) = branches {
            let branch = if found.is_some() { yes } else { no };
            self.stream.prepend(branch.unwrap_or_default().into_iter());
            if found.is_none() {
                return;
            }
        }
        match found {
            Some(file) if self.stream.is_active(file.name) => {
                let hint = "the file includes itself: it is read once";
                self.note(AnomalyKind::MissingFile, Severity::Info, wanted, hint.to_owned());
            }
            Some(file) => {
                if self.stream.burn(file.content.len()) {
                    if name != "input" {
                        self.paragraph(spot);
                    }
                    self.stream.open(file.name, file.content, file.number, false);
                }
            }
            None if is_of_tex(&wanted) => {}
            None if is_figure(&wanted) => {
                let hint = "figures that were not given: they cite nothing";
                if !self.anomalies.iter().any(|anomaly| anomaly.hint == hint) {
                    self.note(AnomalyKind::MissingFile, Severity::Info, wanted, hint.to_owned());
                }
            }
            None => {
                let hint = format!(
                    "line {} includes a file that was not given: its text is missing; give it along with the source",
                    spot.line
                );
                self.note(AnomalyKind::MissingFile, Severity::Warning, wanted, hint);
            }
        }
    }

    /// The name of a file, in which the document's own macros may stand.
    pub(crate) fn name_of(&mut self, tokens: Vec<Token>) -> String {
        if tokens.iter().any(|token| token.control().is_some()) {
            return plain(&self.pieces_of(tokens));
        }
        code(&tokens)
    }

    /// `\input name`
    pub(crate) fn bare_name(&mut self) -> String {
        let mut name = String::new();
        while name.len() < 200 {
            match self.stream.next() {
                Some(Token { kind: TokenKind::Char(c), .. }) => name.push(c),
                Some(token) => {
                    self.stream.back(token);
                    break;
                }
                None => break,
            }
        }
        name
    }

    pub(crate) fn read_url(&mut self, spot: Spot) {
        if let Some(address) = self.address() {
            self.links.push(address.clone());
            self.made(&address, spot);
        }
    }

    /// An address in braces, in which `%` begins no comment.
    pub(crate) fn address(&mut self) -> Option<String> {
        let raw = self.stream.lexer().and_then(|lexer| lexer.braced_line());
        match raw {
            Some((raw, _)) => {
                Some(raw.replace("\\_", "_").replace("\\%", "%").replace("\\#", "#").trim().to_owned())
            }
            None => self.stream.braced().map(|tokens| address_of(&tokens)),
        }
    }

    pub(crate) fn read_verb(&mut self, name: &str, spot: Spot) {
        if name == "mintinline" {
            self.stream.braced();
        }
        // Code is never searched for citations.
        if let Some((raw, _)) = self.stream.lexer().and_then(Lexer::raw_code) {
            self.push(Piece::Open(MarkKind::Math));
            self.made(raw, spot);
            self.push(Piece::Close);
        }
    }
}

/// Files that come with TeX, and parts of packages, which hold no text.
fn is_of_tex(name: &str) -> bool {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let stem = if extension == "tex" { stem } else { name };
    matches!(extension, "def" | "cfg" | "fd" | "ldf" | "clo" | "sty" | "cls" | "enc" | "map")
        || stem.starts_with("glyphtounicode")
        || matches!(
            stem,
            "epsf" | "psfig" | "pictex" | "prepictex" | "postpictex" | "xy" | "amssym" | "tikz" | "pgf"
        )
}

/// Whether a file is a figure that a program drew as TeX.
fn is_figure(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    matches!(
        extension,
        "pgf"
            | "pdf_tex"
            | "eps_tex"
            | "svg_tex"
            | "pstex_t"
            | "pstex"
            | "pdftex_t"
            | "pdf_t"
            | "eps_t"
            | "tikz"
            | "pspdftex"
    )
}

/// An address as a reader follows it.
pub(crate) fn address_of(tokens: &[Token]) -> String {
    code(tokens)
        .replace("\\%", "%")
        .replace("\\_", "_")
        .replace("\\#", "#")
        .replace("\\&", "&")
        .trim()
        .to_owned()
}
