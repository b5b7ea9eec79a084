//! Environments: what stands in them, and what they make of it.

use std::rc::Rc;

use super::counters::Theorem;
use super::macros::expand;
use super::math::{End, is_display};
use super::piece::{Piece, RawBlock};
use super::preamble::list;
use super::token::{Spot, Token, TokenKind, code};
use super::walk::{Closing, Context, FrameKind, Walk};
use crate::markup::BlockKind;
use crate::markup::flow::MarkKind;

/// What an environment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Document,
    Abstract,
    /// Code, shown as it stands.
    Code,
    /// Not shown, whatever it holds.
    Raw,
    /// A displayed formula.
    Display,
    InlineMath,
    /// A figure, a table with its caption.
    Float,
    Table,
    List,
    Bibliography,
    Proof,
    Appendix,
    Acknowledgements,
    /// Front matter that the document's fields have, or no text of the article.
    Dropped,
    /// Flows with the text around it.
    Transparent,
    /// Stands apart from the text around it.
    Block,
}

/// What the environment of this name is, and which arguments it takes (see [`super::commands::Effect::Drop`]).
fn role(name: &str) -> Option<(Role, &'static str)> {
    Some(match name.trim_end_matches('*') {
        "document" => (Role::Document, ""),
        "abstract" | "onecolabstract" | "Abstract" | "abstracts" => (Role::Abstract, "o"),
        "verbatim" | "Verbatim" | "BVerbatim" | "LVerbatim" | "lstlisting" | "minted" | "semiverbatim"
        | "verbatimtab" | "spverbatim" | "alltt" | "Sinput" | "Soutput" | "CodeInput" | "CodeOutput"
        | "lstcode" | "Highlighting" | "tcblisting" | "code" | "Code" | "python" => (Role::Code, ""),
        "comment" | "filecontents" | "CCSXML" | "tikzpicture" | "pgfpicture" | "pspicture" | "picture"
        | "forest" | "asy" | "luacode" | "pycode" | "overpic" | "axis" | "feynman" | "VerbatimOut"
        | "circuitikz" => (Role::Raw, ""),
        "math" => (Role::InlineMath, ""),
        "figure" | "wrapfigure" | "SCfigure" | "sidewaysfigure" | "floatingfigure" | "marginfigure"
        | "teaserfigure" | "scheme" | "chart" | "graph" | "plate" | "algorithm" | "algorithm2e"
        | "listing" | "table" | "wraptable" | "sidewaystable" | "margintable" | "algorithmic"
        | "procedure" | "figwindow" => (Role::Float, "oomm"),
        "subfigure" | "subtable" => (Role::Float, "om"),
        "tabular" | "supertabular" | "xtabular" | "NiceTabular" | "tblr" | "longtblr" | "mpsupertabular" => {
            (Role::Table, "om")
        }
        "longtable" | "deluxetable" | "longtabu" | "tabu" | "planotable" => (Role::Table, "om"),
        "tabularx" | "tabulary" | "tabularstar" | "xltabular" => (Role::Table, "omom"),
        "itemize" | "enumerate" | "description" | "compactitem" | "compactenum" | "compactdesc"
        | "inparaenum" | "inparaitem" | "asparaenum" | "asparaitem" | "trivlist" | "tablenotes"
        | "outline" | "easylist" => (Role::List, "o"),
        "list" => (Role::List, "mm"),
        "thebibliography" => (Role::Bibliography, "m"),
        "proof" | "pf" => (Role::Proof, ""),
        "appendix" | "appendices" | "subappendices" => (Role::Appendix, ""),
        "acknowledgments" | "acknowledgements" | "acks" | "ack" | "acknowledgement" | "acknowledgment"
        | "theacknowledgments" => (Role::Acknowledgements, ""),
        "keyword"
        | "keywords"
        | "IEEEkeywords"
        | "highlights"
        | "graphicalabstract"
        | "IEEEbiography"
        | "biography"
        | "IEEEbiographynophoto"
        | "tocentry"
        | "acronym"
        | "nomenclature"
        | "coverletter"
        | "AMS"
        | "classification" => (Role::Dropped, "om"),
        "multicols" | "spacing" | "otherlanguage" | "adjustwidth" | "changemargin" | "addmargin" => {
            (Role::Block, "mo")
        }
        "minipage" | "adjustbox" | "tcolorbox" | "mdframed" | "framed" | "shaded" | "savequote"
        | "subequations" | "boxedminipage" | "textblock" => (Role::Block, "oom"),
        "center" | "flushleft" | "flushright" | "quote" | "quotation" | "displayquote" | "verse"
        | "landscape" | "frontmatter" | "mainmatter" | "backmatter" | "threeparttable" | "measuredfigure"
        | "refsection" | "refsegment" | "suppinfo" | "dedication" | "titlepage" | "widetext"
        | "sidewayspage" => (Role::Block, "o"),
        "small" | "footnotesize" | "scriptsize" | "large" | "sloppypar" | "flushbottom" | "singlespace"
        | "doublespace" | "onehalfspace" | "samepage" | "CJK" | "linenumbers" | "em" | "it" | "bf"
        | "group" => (Role::Transparent, ""),
        name if is_display(name) => (Role::Display, ""),
        _ => return None,
    })
}

/// Whether a document's own definition of the environment is passed over.
pub(crate) fn is_built_in(name: &str) -> bool {
    role(name).is_some_and(|(role, _)| !matches!(role, Role::Block | Role::Transparent | Role::Proof))
        && !matches!(name, "code" | "Code" | "python")
}

impl<'a> Walk<'a> {
    /// `\begin`
    pub(crate) fn begin_environment(&mut self, spot: Spot) {
        let Some(name) = self.stream.braced() else { return };
        let name = self.stream.names.get(code(&name).trim());
        let kind = role(&name);
        if self.setup.code_environments.contains(&*name) {
            return self.raw(&name, true, spot);
        }
        if !is_built_in(&name)
            && let Some(own) = self.defined.environments.get(&name)
        {
            let begin = Rc::clone(&own.begin);
            self.enter_environment(&name, Vec::new());
            let call = Token::new(TokenKind::Control(Rc::clone(&name)), spot);
            expand(&mut self.stream, &begin, &call);
            return;
        }
        if let Some(theorem) = self.counters.theorems.get(&name).cloned() {
            return self.begin_theorem(&name, &theorem, spot);
        }
        let Some((kind, arguments)) = kind else {
            self.stream.option();
            self.begin_block(&name);
            return;
        };
        match kind {
            Role::Code | Role::Raw => return self.raw(&name, kind == Role::Code, spot),
            Role::Display => {
                // The number of columns.
                if name.starts_with("alignat") || name.starts_with("xalignat") {
                    self.stream.braced();
                }
                return self.display(&End::Environment(name), spot);
            }
            Role::InlineMath => return self.inline(&End::Environment(name), spot),
            Role::Proof => return self.begin_proof(&name, spot),
            Role::Float => {
                self.stream.option();
                self.stream.option();
                if name.starts_with("wrap") || name.starts_with("sub") || name.starts_with("floating") {
                    self.drop_arguments("omom");
                }
            }
            Role::Table if &*name == "tabular*" => self.drop_arguments("omom"),
            Role::Dropped => {}
            Role::Block if &*name == "refsection" => {
                let files = self.stream.option().map(|tokens| list(&tokens)).unwrap_or_default();
                self.setup.bibliographies.extend(files);
            }
            _ => self.drop_arguments(arguments),
        }
        match kind {
            Role::Document => {
                self.body = true;
                self.enter_environment(&name, Vec::new());
            }
            Role::Abstract => self.open_abstract(Some(&name)),
            Role::Float => self.begin_context(&name, Context::Float),
            Role::Table if self.in_table() => self.enter_environment(&name, Vec::new()),
            Role::Table => self.begin_context(&name, Context::Block(BlockKind::Table)),
            Role::List => self.begin_context(&name, Context::Block(BlockKind::ListItem)),
            Role::Dropped => self.begin_context(&name, Context::Drop),
            Role::Bibliography => {
                self.begin_entries();
                self.enter_environment(&name, vec![Closing::Bibliography]);
            }
            Role::Appendix => {
                self.counters.begin_appendix();
                self.begin_block(&name);
            }
            Role::Acknowledgements => {
                self.made_heading("Acknowledgements", spot);
                self.begin_block(&name);
            }
            Role::Transparent => self.enter_environment(&name, Vec::new()),
            _ => self.begin_block(&name),
        }
    }

    /// `\end`
    pub(crate) fn end_environment(&mut self) {
        let Some(name) = self.stream.braced() else { return };
        let name = self.stream.names.get(code(&name).trim());
        if &*name == "document" {
            self.leave_environment(&name);
            // Inside an included file (`\subfile`), only that file ends.
            if self.stream.depth() > 1 {
                self.stream.end_input()
            } else {
                self.stream.end_all()
            }
            return;
        }
        if self.close_own(&name) {
            return;
        }
        self.leave_environment(&name);
        if self.frame().kind != FrameKind::Inline
            && role(&name).is_none_or(|(role, _)| role != Role::Transparent)
        {
            let spot = self.stream.spot;
            self.paragraph(spot);
        }
    }

    /// Puts the closing code of an environment that the document defined before what is left to read; false if the name
    /// is no open environment of its own.
    pub(crate) fn close_own(&mut self, name: &str) -> bool {
        if is_built_in(name) || !self.is_open(name) {
            return false;
        }
        let Some(own) = self.defined.environments.get(name) else { return false };
        let spot = Spot { made: true, ..self.stream.spot };
        let end = own.end.clone();
        if !self.stream.burn(end.len() + 1) {
            return false;
        }
        let end = end.into_iter().map(|token| Token { spot, ..token });
        let marker = Token::new(TokenKind::EndEnvironment(self.stream.names.get(name)), spot);
        self.stream.prepend(end.chain([marker]).collect::<Vec<_>>().into_iter());
        true
    }

    /// The kind of float that is open, as counters name it.
    pub(crate) fn float_counter(&self) -> &'static str {
        let name = self.innermost(|name| matches!(role(name), Some((Role::Float | Role::Table, _))));
        match name.as_deref().unwrap_or_default() {
            name if name.contains("table") || name.contains("tab") => "table",
            name if name.starts_with("algorithm") => "algorithm",
            "listing" => "listing",
            "scheme" => "scheme",
            "chart" => "chart",
            _ => "figure",
        }
    }

    fn begin_context(&mut self, name: &Rc<str>, context: Context) {
        if self.in_table() {
            self.enter_environment(name, Vec::new());
            return;
        }
        // Prose in a list inside a figure is still a figure's.
        self.begin(context);
        self.enter_environment(name, vec![Closing::Block]);
    }

    fn begin_block(&mut self, name: &Rc<str>) {
        let spot = self.stream.spot;
        self.paragraph(spot);
        self.enter_environment(name, Vec::new());
    }

    fn begin_theorem(&mut self, name: &Rc<str>, theorem: &Theorem, spot: Spot) {
        self.begin_block(name);
        let note = self.stream.option();
        let title = self.pieces_of(theorem.title.clone());
        let number = self.counters.theorem(theorem);
        self.push(Piece::Open(MarkKind::Bold));
        for piece in title {
            self.push(piece);
        }
        if let Some(number) = number {
            self.made(&format!(" {number}"), spot);
        }
        self.push(Piece::Close);
        if let Some(note) = note {
            let note = self.pieces_of(note);
            self.made(" (", spot);
            for piece in note {
                self.push(piece);
            }
            self.made(")", spot);
        }
        self.made(". ", spot);
    }

    fn begin_proof(&mut self, name: &Rc<str>, spot: Spot) {
        self.begin_block(name);
        match self.stream.option() {
            Some(title) => {
                for piece in self.pieces_of(title) {
                    self.push(piece);
                }
            }
            None => self.made("Proof", spot),
        }
        self.made(". ", spot);
    }

    /// An environment whose content is not TeX.
    fn raw(&mut self, name: &Rc<str>, shown: bool, spot: Spot) {
        let end = |name: &str| format!("\\end{{{name}}}");
        // `\newenvironment{code}{\begin{verbatim}}{\end{verbatim}}`: what ends in the source is the document's own.
        let own = self.innermost(|open| self.defined.environments.contains_key(open));
        let (end, outer) = (end(name), own.map(|own| end(&own)));
        let Some(lexer) = self.stream.lexer() else {
            // Out of a macro: there is nothing to read raw.
            self.begin(Context::Drop);
            self.enter_environment(name, vec![Closing::Block]);
            return;
        };
        // Options of listings and the language of minted code.
        if lexer.peek() == Some('[') {
            lexer.raw_line(']');
        }
        if &**name == "minted" {
            lexer.braced_line();
        }
        let place = (lexer.spot().file, Rc::clone(name));
        if self.unended.contains(&place) {
            return;
        }
        let own = lexer.distance(&end).map(|length| (length, end.len()));
        let outer = outer.and_then(|outer| lexer.distance(&outer)).map(|length| (length, 0));
        let Some((length, past)) = own.into_iter().chain(outer).min() else {
            // A macro began it and does not end it: the text behind it is none of it.
            self.unended.insert(place);
            return;
        };
        let (raw, start) = lexer.raw(length, past);
        self.paragraph(spot);
        if !shown || raw.trim().is_empty() || !self.body || self.frame().kind == FrameKind::Inline {
            return;
        }
        // Code is text of the article and is never searched for citations, like a formula.
        let kind = BlockKind::Paragraph;
        let pieces = vec![Piece::Open(MarkKind::Math), Piece::Text(raw.to_owned(), start), Piece::Close];
        let dropped = self.frame().contexts.last() == Some(&Context::Drop);
        if !dropped {
            self.push_block(RawBlock { kind, pieces });
        }
    }
}
