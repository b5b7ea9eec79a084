//! Commands that structure a document: definitions, files, headings, notes, entries, references; and letters and signs.

use std::collections::HashMap;
use std::rc::Rc;

use super::cite::{self, Cite, Form};
use super::commands::{Effect, effect};
use super::macros::{Definitions, Over};
use super::math::End;
use super::piece::{CrossReference, Piece, RawEntry, Shown, plain};
use super::stream::trimmed;
use super::symbols;
use super::token::{Kind, Spot, Token, code};
use super::walk::{Closing, Context, Walk};
use crate::document::flow::MarkKind;
use crate::document::{AnomalyKind, BlockKind, Severity};

/// What the front matter says of the document itself.
#[derive(Debug, Default)]
pub(crate) struct Front {
    pub(crate) title: Vec<Piece>,
    /// The arguments of `\author`.
    pub(crate) authors: Vec<Vec<Token>>,
    pub(crate) date: String,
    pub(crate) doi: Option<String>,
}

/// A kind of theorem.
#[derive(Clone, Debug)]
pub(crate) struct Theorem {
    pub(crate) title: Vec<Token>,
    /// The counter it shares; none if it has no number.
    pub(crate) counter: Option<Rc<str>>,
    /// The number begins with the section's.
    pub(crate) within: bool,
}

/// Numbers that the document gives its parts.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    sections: [u32; 7],
    appendix: bool,
    pub(crate) has_chapter: bool,
    values: HashMap<String, u32>,
    pub(crate) theorems: HashMap<Rc<str>, Theorem>,
    /// Kind and number by label.
    pub(crate) labels: HashMap<String, (String, String)>,
    /// What a `\label` names now.
    anchor: (String, String),
}

impl Counters {
    pub(crate) fn value(&self, counter: &str) -> u32 {
        self.values.get(counter).copied().unwrap_or_default()
    }

    pub(crate) fn add(&mut self, counter: &str, amount: u32) {
        let value = self.values.entry(counter.to_owned()).or_default();
        *value = value.saturating_add(amount);
    }

    /// Steps a counter of floats or footnotes and makes it what labels name.
    pub(crate) fn step(&mut self, counter: &str) -> u32 {
        self.add(counter, 1);
        let value = self.value(counter);
        self.anchor = (counter.to_owned(), value.to_string());
        value
    }

    pub(crate) fn label(&mut self, label: String, kind: &str, number: String) {
        self.labels.entry(label).or_insert_with(|| (kind.to_owned(), number));
    }

    fn label_here(&mut self, label: String) {
        let (kind, number) = self.anchor.clone();
        self.label(label, &kind, number);
    }

    /// Steps the counter of a heading; `level` is 0 for chapters, 1 for sections.
    fn heading(&mut self, level: usize) {
        let level = level.min(self.sections.len() - 1);
        self.sections[level] = self.sections[level].saturating_add(1);
        self.sections[level + 1..].fill(0);
        let kind = if level == 0 { "chapter" } else { "section" };
        self.anchor = (kind.to_owned(), self.section(level));
        if level <= 1 {
            self.values.retain(|counter, _| !counter.starts_with("thm:within:"));
        }
    }

    fn section(&self, level: usize) -> String {
        let first = usize::from(!self.has_chapter);
        let mut parts: Vec<String> =
            self.sections.get(first..=level).unwrap_or_default().iter().map(u32::to_string).collect();
        if self.appendix
            && let Some(part) = parts.first_mut()
            && let Ok(number @ 1..=26) = part.parse::<u8>()
        {
            *part = char::from(b'A' + number - 1).to_string();
        }
        parts.join(".")
    }

    pub(crate) fn begin_appendix(&mut self) {
        self.appendix = true;
        self.sections = [0; 7];
    }

    /// The number of the next theorem of a kind.
    pub(crate) fn theorem(&mut self, theorem: &Theorem) -> Option<String> {
        let counter = theorem.counter.as_ref()?;
        let key = format!("thm:{}{counter}", if theorem.within { "within:" } else { "" });
        self.add(&key, 1);
        let value = self.value(&key);
        let number = if theorem.within { format!("{}.{value}", self.section(1)) } else { value.to_string() };
        self.anchor = ("theorem".to_owned(), number.clone());
        Some(number)
    }
}

/// Commands whose meaning is built in and that a document's own definitions (mostly the insides of packages) do not
/// change.
pub(crate) fn is_structural(name: &str) -> bool {
    matches!(
        name,
        "begin"
            | "end"
            | "section"
            | "subsection"
            | "subsubsection"
            | "chapter"
            | "part"
            | "paragraph"
            | "subparagraph"
            | "footnote"
            | "footnotetext"
            | "thanks"
            | "caption"
            | "item"
            | "bibitem"
            | "newblock"
            | "maketitle"
            | "title"
            | "author"
            | "date"
            | "abstract"
            | "label"
            | "ref"
            | "eqref"
            | "input"
            | "include"
            | "bibliography"
            | "addbibresource"
            | "bibliographystyle"
            | "printbibliography"
            | "documentclass"
            | "usepackage"
            | "RequirePackage"
            | "url"
            | "href"
            | "verb"
            | "par"
            | "\\"
            | "("
            | ")"
            | "["
            | "]"
            | "newcommand"
            | "renewcommand"
            | "def"
            | "let"
            | "bibinfo"
            | "bibfield"
            | "natexlab"
            | "appendix"
            | "textit"
            | "emph"
            | "textbf"
            | "textsuperscript"
            | "affiliation"
            | "address"
            | "email"
            | "keywords"
            | "if"
            | "else"
            | "fi"
            | "endinput"
            | "xspace"
            | "doi"
            | "etalchar"
            | "@"
            | "-"
            | ","
            | "thebibliography"
            | "sloppy"
    )
}

impl Walk<'_> {
    /// A control sequence that the document did not define.
    pub(crate) fn command(&mut self, name: &Rc<str>, spot: Spot) {
        match &**name {
            "begin" => self.begin_environment(spot),
            "end" => self.end_environment(),
            "par" | "bigbreak" | "medbreak" | "endgraf" => self.paragraph(spot),
            "\\" | "tabularnewline" | "cr" => {
                self.stream.star();
                self.stream.option();
                let piece = if self.in_table() { Piece::Row(spot) } else { Piece::Gap(spot) };
                self.push(piece);
            }
            "(" => self.inline(&End::Control(")"), spot),
            "[" => self.display(&End::Control("]"), spot),
            "ensuremath" => {
                if let Some(tokens) = self.stream.braced() {
                    let dollar = || std::iter::once(Token::new(Kind::Dollar, spot));
                    let tokens: Vec<Token> = dollar().chain(tokens).chain(dollar()).collect();
                    self.stream.prepend(tokens.into_iter());
                }
            }
            "newcommand" | "renewcommand" | "DeclareRobustCommand" | "providecommand" => {
                let over = if &**name == "providecommand" { Over::Keep } else { Over::Replace };
                let definition = Definitions::new_command(&mut self.stream);
                self.define(definition, over);
            }
            "def" | "gdef" | "edef" | "xdef" => {
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
                    && !super::environments::is_built_in(&name)
                {
                    self.defined.environments.insert(name, environment);
                }
            }
            "let" => self.read_let(),
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
            "makeatother" => self.stream.set_at_letter(false),
            "endinput" => self.stream.end_input(),
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
                    let names = code(&tokens);
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
            "title" | "subtitle" => {
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
            "appendix" | "appendices" => self.counters.begin_appendix(),
            "acknowledgments" | "acknowledgements" | "acks" | "acknowledgement" => {
                self.made_heading("Acknowledgements", spot);
            }
            "footnote" | "footnotetext" | "endnote" | "bibnote" | "blfootnote" | "tablefootnote"
            | "sidefootnote" => {
                self.stream.option();
                if self.drop_notes {
                    self.stream.braced();
                } else if self.stream.take_open() {
                    let begun = self.begin_footnote();
                    if begun {
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
                    let space = Token::new(Kind::Space, spot);
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
                    Kind::Char(c) => !c.is_alphanumeric() && c != '(' && c != '$',
                    Kind::Dollar | Kind::Open => false,
                    Kind::Control(name) => !name.chars().all(char::is_alphabetic) || &*name == "xspace",
                    _ => true,
                });
                if !joins {
                    self.push(Piece::Gap(spot));
                }
            }
            _ => self.letter_or_effect(name, spot),
        }
    }

    fn letter_or_effect(&mut self, name: &Rc<str>, spot: Spot) {
        if let Some(command) = cite::command(name) {
            if let Some(cite) = self.read_cite(command, spot) {
                self.cite(cite);
            }
            return;
        }
        if let Some(accent) = symbols::accent(name) {
            let base = self.base();
            let text = if base.is_empty() && matches!(accent, '\u{303}' | '\u{302}') {
                (**name).to_owned()
            } else {
                symbols::accented(&base, accent)
            };
            self.made(&text, spot);
            return;
        }
        if let Some(text) = symbols::symbol(name).or_else(|| symbols::journal(name)) {
            self.made(text, spot);
            return;
        }
        match effect(name) {
            Some(effect) => self.effect(effect, spot),
            None => self.unknown(name, spot),
        }
    }

    fn effect(&mut self, effect: Effect, spot: Spot) {
        match effect {
            Effect::Drop(arguments) | Effect::Show(arguments) => self.drop_arguments(arguments),
            Effect::Mark(kind) => self.mark_group(kind),
            Effect::Switch(kind) => {
                self.push(Piece::Open(kind));
                self.at_group_end(Closing::Mark);
            }
            Effect::First(count) => {
                let arguments: Vec<_> = (0..count).map_while(|_| self.stream.braced()).collect();
                if let Some(first) = arguments.into_iter().next() {
                    self.stream.prepend(first.into_iter());
                }
            }
            Effect::Second => {
                self.stream.option();
                self.stream.braced();
            }
            Effect::Between(open, close) => {
                self.stream.star();
                if self.stream.take_open() {
                    self.made(open, spot);
                    self.enter_group(vec![Closing::Text(close)]);
                }
            }
            Effect::Gap => self.push(Piece::Gap(spot)),
            Effect::Assign => self.skip_assignment(),
        }
    }

    pub(crate) fn drop_arguments(&mut self, arguments: &str) {
        for argument in arguments.chars() {
            match argument {
                's' => {
                    self.stream.star();
                }
                'o' => {
                    self.stream.option();
                }
                'p' => {
                    self.stream.delimited('(', ')');
                }
                _ => {
                    // `\setlength\parindent{0pt}`: the first of several may be a control sequence.
                    let bare = arguments.matches('m').count() > 1;
                    let next = self.stream.peek();
                    if bare && next.is_some_and(|next| matches!(next.kind, Kind::Control(_))) {
                        self.stream.next();
                    } else {
                        self.stream.braced();
                    }
                }
            }
        }
    }

    /// Passes over what plain TeX assigns: `=0pt plus 1fil`, `64=11`.
    fn skip_assignment(&mut self) {
        for _ in 0..40 {
            let Some(token) = self.stream.next() else { return };
            match &token.kind {
                Kind::Char(c) if c.is_ascii_digit() || matches!(c, '=' | '-' | '+' | '.' | '`') => {}
                Kind::Char(c) if c.is_ascii_alphabetic() => {
                    // A unit or `plus`, `minus`: longer words are text.
                    let mut word = vec![token.clone()];
                    while let Some(next) = self.stream.next() {
                        if word.len() < 6 && matches!(next.kind, Kind::Char(c) if c.is_ascii_alphabetic()) {
                            word.push(next);
                        } else {
                            self.stream.back(next);
                            break;
                        }
                    }
                    let units = [
                        "pt", "em", "ex", "cm", "mm", "in", "pc", "sp", "bp", "truein", "fil", "fill",
                        "plus", "minus",
                    ];
                    if !units.contains(&code(&word).as_str()) {
                        self.stream.prepend(word.into_iter());
                        return;
                    }
                }
                Kind::Space => {}
                _ => {
                    self.stream.back(token);
                    return;
                }
            }
        }
    }

    /// A command that nobody knows: its text shows, an argument in brackets before a group does not. A name that says
    /// "cite" and an argument that may be keys are kept as a citation, which is shown only if the keys exist.
    fn unknown(&mut self, name: &str, spot: Spot) {
        let lower = name.to_ascii_lowercase();
        if lower.contains("cite") && !matches!(name, "citefield" | "citeurl" | "citelist" | "citereset") {
            let command = cite::Command { form: Form::Plain, list: false };
            if let Some(mut cite) = self.read_cite(command, spot) {
                cite.guessed = true;
                self.cite(cite);
            }
            return;
        }
        if matches!(name, "citefield" | "citeurl" | "citelist") {
            self.drop_arguments("oomo");
            self.stream.braced();
            return;
        }
        if let Some(option) = self.stream.option() {
            let group_follows = self.stream.peek().is_some_and(|next| next.kind == Kind::Open);
            if !group_follows {
                let bracket = |c| std::iter::once(Token::new(Kind::Char(c), spot));
                self.stream
                    .prepend(bracket('[').chain(option).chain(bracket(']')).collect::<Vec<_>>().into_iter());
            }
        }
    }

    /// A citation where it stands, or in a footnote of its own.
    fn cite(&mut self, cite: Cite) {
        if cite.form == Form::Nothing {
            let body = std::mem::replace(&mut self.body, true);
            self.push(Piece::Cite(Box::new(cite)));
            self.body = body;
            return;
        }
        let in_note = matches!(cite.form, Form::Footnote | Form::FootnoteFull)
            || cite.form == Form::Automatic && self.setup.cites_in_notes();
        let spot = cite.spot;
        if in_note && self.begin_footnote() {
            self.push(Piece::Cite(Box::new(cite)));
            self.made(".", spot);
            self.end_footnote();
        } else {
            self.push(Piece::Cite(Box::new(cite)));
        }
    }

    /// The letter that an accent stands over.
    fn base(&mut self) -> String {
        self.stream.skip_spaces();
        let Some(token) = self.stream.next() else { return String::new() };
        match &token.kind {
            Kind::Open => {
                self.stream.back(token);
                let tokens = self.stream.braced().unwrap_or_default();
                plain(&self.pieces_of(tokens))
            }
            Kind::Char(c) => c.to_string(),
            Kind::Control(name) => match symbols::symbol(name) {
                Some(symbol) => symbol.to_owned(),
                None => {
                    self.stream.back(token);
                    String::new()
                }
            },
            _ => {
                self.stream.back(token);
                String::new()
            }
        }
    }

    fn heading(&mut self, level: u8, name: &str, spot: Spot) {
        let star = self.stream.star();
        self.stream.option();
        if !self.stream.take_open() {
            return;
        }
        self.counters.has_chapter |= name == "chapter";
        if !star && name != "part" {
            self.counters.heading(usize::from(level));
        }
        let _ = spot;
        self.begin(Context::Kind(BlockKind::Heading(level)));
        self.enter_group(vec![Closing::Block]);
    }

    pub(crate) fn made_heading(&mut self, text: &str, spot: Spot) {
        self.begin(Context::Kind(BlockKind::Heading(1)));
        self.made(text, spot);
        self.end();
    }

    /// The abstract begins; it may stand in the preamble.
    pub(crate) fn open_abstract(&mut self, environment: Option<&Rc<str>>) {
        let mut closing = Vec::new();
        if !self.body {
            self.body = true;
            closing.push(Closing::Silence);
        }
        closing.push(Closing::Block);
        self.begin(Context::Kind(BlockKind::Abstract));
        match environment {
            Some(name) => self.enter_environment(name, closing),
            None => self.enter_group(closing),
        }
    }

    fn caption(&mut self, name: &str, spot: Spot) {
        let star = self.stream.star();
        let mut counter = self.float_counter();
        if name == "captionof"
            && let Some(kind) = self.stream.braced()
        {
            counter = if code(&kind).contains("table") { "table" } else { "figure" };
        }
        self.stream.option();
        if !self.stream.take_open() {
            return;
        }
        let was_silent = !self.body;
        self.begin(Context::Kind(BlockKind::Caption));
        if !star && name != "subcaption" && !was_silent {
            let number = self.counters.step(counter);
            let word = match counter {
                "table" => "Table",
                "algorithm" => "Algorithm",
                "listing" => "Listing",
                "scheme" => "Scheme",
                "chart" => "Chart",
                _ => "Figure",
            };
            self.made(&format!("{word} {number}: "), spot);
        }
        self.enter_group(vec![Closing::Block]);
    }

    fn begin_entry(&mut self, name: &str, spot: Spot) {
        if self.frames.len() < 2 {
            // An entry outside a list, as some hand-made lists have them.
            self.begin_entries();
        }
        self.finish_entry();
        let label = self.stream.option();
        let mut label = label.map(|tokens| self.pieces_of(tokens));
        if name == "harvarditem"
            && let (Some(full), Some(year)) = (self.stream.braced(), self.stream.braced())
        {
            let full = label.take().unwrap_or_else(|| self.pieces_of(full));
            let year = plain(&self.pieces_of(year));
            label = Some(full.into_iter().chain([Piece::Made(format!("({year})"), spot)]).collect());
        }
        let Some(key) = self.stream.braced() else { return };
        let key = Rc::from(code(&key).trim());
        self.links.clear();
        self.frame().pieces.clear();
        self.entry = Some(RawEntry { key, label, pieces: Vec::new(), links: Vec::new(), spot });
        self.push(Piece::Open(MarkKind::Part));
    }

    /// `\bibinfo{year}{1984}`: the entry says which field its text is.
    fn bibliography_field(&mut self) {
        let Some(field) = self.stream.braced() else { return };
        let field = match code(&field).trim() {
            "author" => "author",
            "title" => "article-title",
            "journal" | "booktitle" => "source",
            "year" => "year",
            "volume" => "volume",
            "number" => "issue",
            "pages" => "fpage",
            "collaboration" => "collab",
            _ => return,
        };
        if self.entry.is_some() {
            self.mark_group(MarkKind::Field(field.to_owned()));
        }
    }

    /// `\citeauthoryear{full}{short}{year}` of chicago and named, in the label of an entry.
    fn citeauthoryear(&mut self, spot: Spot) {
        let first = self.stream.braced().unwrap_or_default();
        let second = self.stream.braced().unwrap_or_default();
        let third = self.stream.braced();
        let (long, short, year) = match third {
            Some(year) => (first, second, year),
            None => (Vec::new(), first, second),
        };
        for (tokens, after) in [(short, "("), (year, ")"), (long, "")] {
            let pieces = self.pieces_of(tokens);
            for piece in pieces {
                self.push(piece);
            }
            self.made(after, spot);
        }
    }

    fn cross_reference(&mut self, name: &str, spot: Spot) {
        self.stream.star();
        let Some(labels) = self.stream.braced() else { return };
        let shown = match name {
            "eqref" => Shown::Bracketed,
            "cref" | "vref" | "fullref" => Shown::Named,
            "Cref" | "autoref" | "Autoref" | "thmref" => Shown::Capital,
            _ => Shown::Number,
        };
        let labels = code(&labels).split(',').map(|label| label.trim().to_owned()).collect();
        self.push(Piece::Reference(Box::new(CrossReference { labels, shown, spot })));
    }

    fn read_url(&mut self, spot: Spot) {
        if let Some(address) = self.address() {
            self.links.push(address.clone());
            self.made(&address, spot);
        }
    }

    /// An address in braces, in which `%` begins no comment.
    fn address(&mut self) -> Option<String> {
        let raw = self.stream.lexer().and_then(|lexer| lexer.braced_line());
        match raw {
            Some((raw, _)) => {
                Some(raw.replace("\\_", "_").replace("\\%", "%").replace("\\#", "#").trim().to_owned())
            }
            None => self.stream.braced().map(|tokens| address_of(&tokens)),
        }
    }

    fn read_verb(&mut self, name: &str, spot: Spot) {
        if name == "mintinline" {
            self.stream.braced();
        }
        // Code is never searched for citations.
        if let Some((raw, _)) = self.stream.lexer().and_then(super::token::Lexer::raw_code) {
            self.push(Piece::Open(MarkKind::Math));
            self.made(raw, spot);
            self.push(Piece::Close);
        }
    }

    fn read_let(&mut self) {
        let Some(name) = self.stream.next().and_then(|token| token.control().cloned()) else { return };
        self.stream.skip_spaces();
        let mut target = self.stream.next();
        if target.as_ref().is_some_and(|token| token.is_char('=')) {
            self.stream.skip_spaces();
            target = self.stream.next();
        }
        let Some(target) = target else { return };
        let Some(target) = target.control().cloned() else { return };
        let target = self.defined.resolve(&target);
        if is_structural(&name) || target == name {
            return;
        }
        if let Some(own) = self.defined.macros.get(&target).cloned() {
            if cite::command(&name).is_none() {
                self.defined.aliases.remove(&name);
                self.defined.macros.insert(name, own);
            }
        } else if cite::command(&name).is_none() || cite::command(&target).is_some() {
            self.defined.macros.remove(&name);
            self.defined.aliases.insert(name, target);
        }
    }

    fn read_csname(&mut self, spot: Spot) {
        let mut name = Vec::new();
        while name.len() < 100 {
            match self.next() {
                Some(token) if token.control().is_some_and(|name| &**name == "endcsname") => {
                    let name = self.stream.names.get(code(&name).trim());
                    self.stream.back(Token::new(Kind::Control(name), spot));
                    return;
                }
                Some(token) if token.kind != Kind::Par => name.push(token),
                _ => return,
            }
        }
    }

    fn read_theorem(&mut self) {
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

    fn read_class(&mut self) {
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

    fn read_packages(&mut self, name: &str) {
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

    fn read_file(&mut self, name: &str, spot: Spot) {
        let mut path = String::new();
        if matches!(name, "import" | "subimport") {
            self.stream.star();
            path = self.stream.braced().map(|tokens| code(&tokens)).unwrap_or_default();
        }
        self.stream.option();
        let given = match self.stream.braced() {
            Some(tokens) => code(&tokens),
            None if name == "input" => self.bare_name(),
            None => return,
        };
        if name == "InputIfFileExists" {
            self.stream.braced();
            self.stream.braced();
        }
        let given = given.trim();
        if given.is_empty() {
            return;
        }
        let wanted = if path.is_empty() { given.to_owned() } else { format!("{}/{given}", path.trim()) };
        let found = self.files.find(&wanted, "tex");
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
            None => {
                let hint = format!(
                    "line {} includes a file that was not given: its text is missing; give it along with the source",
                    spot.line
                );
                self.note(AnomalyKind::MissingFile, Severity::Warning, wanted, hint);
            }
        }
    }

    /// `\input name`
    fn bare_name(&mut self) -> String {
        let mut name = String::new();
        while name.len() < 200 {
            match self.stream.next() {
                Some(Token { kind: Kind::Char(c), .. }) => name.push(c),
                Some(token) => {
                    self.stream.back(token);
                    break;
                }
                None => break,
            }
        }
        name
    }
}

/// A list of options or names.
pub(crate) fn list(tokens: &[Token]) -> Vec<String> {
    super::stream::split_commas(tokens)
        .into_iter()
        .map(|tokens| code(&trimmed(tokens)))
        .filter(|option| !option.is_empty())
        .collect()
}

/// An address as a reader follows it.
fn address_of(tokens: &[Token]) -> String {
    code(tokens)
        .replace("\\%", "%")
        .replace("\\_", "_")
        .replace("\\#", "#")
        .replace("\\&", "&")
        .trim()
        .to_owned()
}
