//! Commands that structure a document: each is read here, or handed to the file that knows its kind.

use std::rc::Rc;

use super::environments::is_built_in;
use super::footnote::Marked;
use super::inclusion::address_of;
use super::macros::{Definitions, Over};
use super::math::End;
use super::piece::Piece;
use super::preamble::list;
use super::token::{Spot, Token, TokenKind, code};
use super::walk::{Closing, Walk};
use crate::markup::flow::MarkKind;

impl Walk<'_> {
    /// A control sequence that the document did not define.
    pub(crate) fn command(&mut self, name: &Rc<str>, spot: Spot) {
        if let Some(stem) = self.setup.of_further_list(name) {
            if stem == "bibliographystyle" {
                self.stream.braced();
            } else {
                let stem = self.stream.names.get(stem);
                self.command(&stem, spot);
            }
            return;
        }
        match &**name {
            "newcites" => {
                let lists = self.stream.braced().map(|tokens| list(&tokens)).unwrap_or_default();
                self.stream.braced();
                let named = lists.into_iter().filter(|name| !name.is_empty());
                self.setup.further_lists.extend(named);
            }
            "begin" => self.begin_environment(spot),
            "end" => self.end_environment(),
            "par" | "bigbreak" | "medbreak" | "endgraf" => self.paragraph(spot),
            "\\" | "tabularnewline" | "cr" => {
                self.stream.star();
                self.stream.option();
                let piece = if self.in_table() { Piece::Row(spot) } else { Piece::Gap(spot) };
                self.push(piece);
            }
            "linebreak" => {
                self.stream.option();
                self.push(Piece::Gap(spot));
            }
            // What spans the columns is text.
            "twocolumn" => {
                if let Some(text) = self.stream.option() {
                    self.stream.prepend(text.into_iter());
                }
            }
            "(" => self.inline(&End::Control(")"), spot),
            "[" => self.display(&End::Control("]"), spot),
            "ensuremath" => {
                if let Some(tokens) = self.stream.braced() {
                    let dollar = || std::iter::once(Token::new(TokenKind::Dollar, spot));
                    let tokens: Vec<Token> = dollar().chain(tokens).chain(dollar()).collect();
                    self.stream.prepend(tokens.into_iter());
                }
            }
            "newcommand" | "renewcommand" | "DeclareRobustCommand" | "providecommand" => {
                self.join_control();
                let over = if &**name == "providecommand" { Over::Keep } else { Over::Replace };
                let definition = Definitions::new_command(&mut self.stream);
                self.define(definition, over);
            }
            "def" | "gdef" | "edef" | "xdef" => {
                self.join_control();
                let definition = Definitions::def(&mut self.stream);
                self.define(definition, Over::Replace);
            }
            "NewDocumentCommand"
            | "RenewDocumentCommand"
            | "DeclareDocumentCommand"
            | "ProvideDocumentCommand"
            | "NewExpandableDocumentCommand" => {
                let definition = Definitions::document_command(&mut self.stream);
                self.define(definition, Over::Replace);
            }
            "newenvironment" | "renewenvironment" => {
                if let Some((name, environment)) = Definitions::new_environment(&mut self.stream)
                    && !is_built_in(&name)
                {
                    self.defined.environments.insert(name, environment);
                }
            }
            "lstnewenvironment"
            | "DefineVerbatimEnvironment"
            | "newminted"
            | "newtcblisting"
            | "DeclareTCBListing"
            | "NewTCBListing" => self.read_code_environment(name),
            "let" | "cs_set_eq:NN" | "cs_gset_eq:NN" | "cs_new_eq:NN" => self.read_let(),
            "NewCommandCopy" | "RenewCommandCopy" | "DeclareCommandCopy" | "LetLtxMacro"
            | "GlobalLetLtxMacro" => self.read_copy(),
            "MakeShortVerb" => {
                self.stream.star();
                let sign = self.stream.braced().and_then(|tokens| tokens.first()?.control()?.chars().next());
                self.setup.short_verb = sign;
            }
            "newif" => {
                self.stream.skip_spaces();
                if let Some(token) = self.stream.next()
                    && let Some(stem) = token.control().and_then(|name| name.strip_prefix("if"))
                {
                    let stem = self.stream.names.get(stem);
                    self.defined.switches.insert(stem, false);
                }
            }
            "newboolean" | "newtoggle" | "setboolean" | "toggletrue" | "togglefalse" => {
                self.read_switch(name)
            }
            "ifthenelse" | "iftoggle" | "ifbool" | "IfBooleanTF" | "IfNoValueTF" | "IfValueTF" => {
                self.choose(name)
            }
            "csname" => self.read_csname(spot),
            "newtheorem" | "spnewtheorem" => self.read_theorem(),
            "documentclass" | "documentstyle" => self.read_class(),
            "usepackage" | "RequirePackage" | "PassOptionsToPackage" => self.read_packages(name),
            "makeatletter" => self.stream.set_at_letter(true),
            "ExplSyntaxOn" => self.stream.set_expl(true),
            "ExplSyntaxOff" => self.stream.set_expl(false),
            "ProvidesExplPackage" | "ProvidesExplClass" | "ProvidesExplFile" => {
                self.drop_arguments("mmmm");
                self.stream.set_expl(true);
            }
            "makeatother" => self.stream.set_at_letter(false),
            "endinput" => self.stream.end_input(),
            "IfFileExists" => {
                let name = self.stream.braced().map(|tokens| self.name_of(tokens)).unwrap_or_default();
                let (yes, no) = (self.stream.braced(), self.stream.braced());
                let branch = if self.files.find(&name, "tex").is_some() { yes } else { no };
                self.stream.prepend(branch.unwrap_or_default().into_iter());
            }
            "input" | "include" | "subfile" | "subfileinclude" | "InputIfFileExists" | "import"
            | "subimport" => {
                self.read_file(name, spot);
            }
            "bibliographystyle" => {
                self.setup.bibliography_style =
                    self.stream.braced().map(|tokens| code(&tokens).trim().to_owned());
            }
            "bibliography" | "addbibresource" | "addglobalbib" => {
                self.stream.option();
                if let Some(tokens) = self.stream.braced() {
                    let names = self.name_of(tokens);
                    let names = names.split(',').map(|name| name.trim().to_owned());
                    self.setup.bibliographies.extend(names.filter(|name| !name.is_empty()));
                }
            }
            "setcitestyle" | "citestyle" | "ExecuteBibliographyOptions" => {
                self.stream.option();
                let options = self.stream.braced().map(|tokens| list(&tokens)).unwrap_or_default();
                if &**name == "ExecuteBibliographyOptions" {
                    self.setup.add_package("biblatex", &options);
                } else {
                    self.setup.cite_style.extend(options);
                }
            }
            "bibpunct" => {
                self.stream.option();
                let mut signs = Vec::new();
                for _ in 0..6 {
                    signs.push(self.stream.argument().map(|tokens| code(&tokens)).unwrap_or_default());
                }
                self.setup.punctuation = Some(signs);
            }
            "defcitealias" => {
                if let (Some(key), Some(text)) = (self.stream.braced(), self.stream.braced()) {
                    let pieces = self.pieces_of(text);
                    self.cite_aliases.insert(code(&key).trim().to_owned(), pieces);
                }
            }
            // Of classes of conferences, publishers and universities.
            "title" | "subtitle" | "icmltitle" | "aistatstitle" | "Title" | "TITLE" | "thesistitle"
            | "ttitle" | "papertitle" | "articletitle" | "IEEEtitle" | "mytitle" => {
                self.stream.option();
                if let Some(tokens) = self.stream.braced()
                    && (self.front.title.is_empty() || &**name == "title")
                {
                    self.drop_notes = true;
                    self.front.title = self.pieces_of(tokens);
                    self.drop_notes = false;
                }
            }
            "author" => {
                self.stream.star();
                self.stream.option();
                if let Some(tokens) = self.stream.braced() {
                    self.front.authors.push(tokens);
                }
                self.stream.option();
            }
            "date" | "acmYear" => {
                if let Some(tokens) = self.stream.braced() {
                    self.front.date = code(&tokens);
                }
            }
            "acmDOI" => self.front.doi = self.stream.braced().map(|tokens| code(&tokens)),
            "abstract" => {
                if self.stream.take_open() {
                    self.open_abstract(None);
                }
            }
            "part" | "chapter" => self.heading(0, name, spot),
            "section" => self.heading(1, name, spot),
            "subsection" => self.heading(2, name, spot),
            "subsubsection" => self.heading(3, name, spot),
            "paragraph" | "subparagraph" => {
                self.stream.star();
                self.stream.option();
                self.paragraph(spot);
                if self.stream.take_open() {
                    self.push(Piece::Open(MarkKind::Bold));
                    self.enter_group(vec![Closing::Text(" "), Closing::Mark]);
                }
            }
            "footnotemark" => {
                let number = self.stream.option().and_then(|tokens| code(&tokens).trim().parse().ok());
                if !self.drop_notes {
                    let mark = self.next_note("footnote", number, spot);
                    self.push(Piece::NoteMark(mark));
                }
            }
            "appendix" | "appendices" => self.counters.begin_appendix(),
            "acknowledgments" | "acknowledgements" | "acks" | "acknowledgement" => {
                self.made_heading("Acknowledgements", spot);
            }
            "footnote" | "footnotetext" | "endnote" | "bibnote" | "blfootnote" | "tablefootnote"
            | "sidefootnote" => {
                let number = self.stream.option().and_then(|tokens| code(&tokens).trim().parse().ok());
                if self.drop_notes {
                    self.stream.braced();
                } else if self.stream.take_open() {
                    let marked = Marked::of(name);
                    if self.begin_footnote(marked, number, spot) {
                        self.enter_group(vec![Closing::Footnote]);
                    } else {
                        self.text(" (", spot);
                        self.enter_group(vec![Closing::Text(")")]);
                    }
                }
            }
            "caption" | "captionof" | "captionbox" | "subcaption" | "tablecaption" | "figcaption"
            | "tabcaption" => {
                self.caption(name, spot);
            }
            "item" => {
                let label = self.stream.option();
                if self.in_table() {
                    self.push(Piece::Gap(spot));
                } else {
                    self.paragraph(spot);
                }
                if let Some(label) = label {
                    let space = Token::new(TokenKind::Space, spot);
                    self.stream.prepend(label.into_iter().chain(std::iter::once(space)));
                }
            }
            "bibitem" | "harvarditem" => self.begin_entry(name, spot),
            "newblock" => {
                if self.entry.is_some() {
                    self.push(Piece::Close);
                    self.push(Piece::Gap(spot));
                    self.push(Piece::Open(MarkKind::Part));
                }
            }
            "bibinfo" | "bibfield" => self.bibliography_field(),
            "label" => {
                if let Some(label) = self.stream.braced() {
                    self.counters.label_here(code(&label).trim().to_owned());
                }
            }
            "ref" | "eqref" | "cref" | "Cref" | "autoref" | "vref" | "subref" | "nameref" | "labelcref"
            | "thmref" | "Autoref" | "fullref" => self.cross_reference(name, spot),
            "url" | "nolinkurl" => self.read_url(spot),
            "href" => {
                // A look at the next token would end its being read raw.
                if self.stream.lexer().is_none_or(|lexer| lexer.peek() == Some('[')) {
                    self.stream.option();
                }
                if let Some(address) = self.address() {
                    self.links.push(address);
                }
            }
            // The lists that mnras.bst makes: `\mn@doi [\nat] {10.1038/300728a0}`.
            "mn@doi" => {
                let shown = self.stream.option();
                if let Some(tokens) = self.stream.braced() {
                    let doi = address_of(&tokens);
                    self.links.push(format!("https://doi.org/{doi}"));
                    match shown.filter(|shown| !shown.is_empty()) {
                        Some(shown) => self.stream.prepend(shown.into_iter()),
                        None => self.made(&format!("doi:{doi}"), spot),
                    }
                }
            }
            "mn@eprint" => {
                let (archive, number) = (self.stream.braced(), self.stream.braced());
                let name =
                    |tokens: Option<Vec<Token>>| tokens.map(|tokens| code(&tokens)).unwrap_or_default();
                self.made(&format!("{}:{}", name(archive), name(number)), spot);
            }
            "doi" => {
                if let Some(tokens) = self.stream.braced() {
                    let doi = address_of(&tokens);
                    self.links.push(format!("https://doi.org/{doi}"));
                    self.made(&format!("doi:{doi}"), spot);
                }
            }
            "verb" | "lstinline" | "mintinline" => self.read_verb(name, spot),
            "citetext" => {
                if self.stream.take_open() {
                    self.made("(", spot);
                    self.enter_group(vec![Closing::Text(")")]);
                }
            }
            "citeauthoryear" => self.citeauthoryear(spot),
            "etalchar" => {
                if let Some(tokens) = self.stream.braced() {
                    self.made(&code(&tokens), spot);
                }
            }
            "xspace" => {
                let next = self.stream.peek();
                let joins = next.is_none_or(|next| match next.kind {
                    TokenKind::Char(c) => !c.is_alphanumeric() && c != '(' && c != '$',
                    TokenKind::Dollar | TokenKind::Open => false,
                    TokenKind::Control(name) => !name.chars().all(char::is_alphabetic) || &*name == "xspace",
                    _ => true,
                });
                if !joins {
                    self.push(Piece::Gap(spot));
                }
            }
            _ => self.letter_or_effect(name, spot),
        }
    }
}
