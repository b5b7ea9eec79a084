//! What a reader sees where the source cites, with a link to every entry that is meant.

use std::collections::{HashMap, HashSet};

use super::cite::Form;
use super::piece::{Cite, CrossReference, Group, NoteMark, Piece, Shown, is_blank, plain};
use super::printed::{Printed, References};
use super::style::{Look, Plain, Scheme};
use super::token::Spot;
use crate::markup::flow::{Flow, MarkKind, Place};

/// Makes flows of pieces.
#[derive(Debug)]
pub(crate) struct Printer<'a> {
    pub(crate) look: &'a Look,
    pub(crate) references: &'a References,
    pub(crate) labels: &'a HashMap<String, (String, String)>,
    pub(crate) aliases: &'a HashMap<String, Vec<Piece>>,
    /// The list that the text being printed cites, where several have a key.
    pub(crate) list: u32,
    /// Entries that a note has named in full.
    pub(crate) named: HashSet<usize>,
    /// The entry that the last note was about.
    pub(crate) last: Option<usize>,
    /// Keys that are no entry's.
    pub(crate) missing: Vec<(String, Spot)>,
}

/// The place of a spot.
pub(crate) fn place(spot: Spot) -> Place {
    Place { node: spot.file, run: 0, offset: spot.offset, line: spot.line }
}

impl<'a> Printer<'a> {
    /// The entry that a key means here.
    pub(crate) fn entry(&self, key: &str) -> Option<(usize, &'a Printed)> {
        self.references.get(key, self.list)
    }
}

impl Printer<'_> {
    /// The flow of a block.
    pub(crate) fn flow(&mut self, pieces: &[Piece]) -> Flow {
        let mut flow = Flow::default();
        self.print(&mut flow, pieces);
        let end = flow.text.trim_end().len();
        if end < flow.text.len() {
            flow.truncate(end);
        }
        flow
    }

    pub(crate) fn print(&mut self, flow: &mut Flow, pieces: &[Piece]) {
        let mut open: Vec<(MarkKind, usize)> = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(text, spot) => flow.push(text, place(*spot)),
                // The stop of a note whose citation ends in one: `Ibid.`
                Piece::Made(text, _) if text == "." && flow.text.ends_with('.') => {}
                Piece::Made(text, spot) => made(flow, text, *spot),
                Piece::Gap(spot) => flow.push_break(place(*spot)),
                Piece::Row(spot) => {
                    flow.drop_break();
                    if !flow.is_blank() && !flow.text.ends_with('\n') {
                        flow.push_at("\n", place(*spot));
                    }
                }
                Piece::Cell(spot) => {
                    flow.drop_break();
                    if !flow.is_blank() && !flow.text.ends_with('\n') {
                        flow.push_at(" | ", place(*spot));
                    }
                }
                Piece::Open(kind) => open.push((kind.clone(), flow.here())),
                Piece::Close => {
                    if let Some((kind, start)) = open.pop() {
                        flow.mark(kind, start);
                    }
                }
                Piece::Cite(cite) => self.cite(flow, cite),
                Piece::NoteMark(mark) => note_mark(flow, mark),
                Piece::Reference(reference) => self.cross_reference(flow, reference),
            }
        }
        while let Some((kind, start)) = open.pop() {
            flow.mark(kind, start);
        }
    }

    fn cross_reference(&mut self, flow: &mut Flow, reference: &CrossReference) {
        let mut shown = Vec::new();
        for (index, label) in reference.labels.iter().enumerate() {
            let (kind, number) = match self.labels.get(label) {
                Some((kind, number)) if !number.is_empty() => (kind.as_str(), number.as_str()),
                _ => ("", "??"),
            };
            shown.push(match reference.shown {
                Shown::Bracketed => format!("({number})"),
                Shown::Named | Shown::Capital if index == 0 && !kind.is_empty() => {
                    let mut name = kind.to_owned();
                    if reference.shown == Shown::Capital
                        && let Some(first) = name.get_mut(..1)
                    {
                        first.make_ascii_uppercase();
                    }
                    format!("{name} {number}")
                }
                _ => number.to_owned(),
            });
        }
        made(flow, &shown.join(", "), reference.spot);
    }

    /// One citation.
    fn cite(&mut self, flow: &mut Flow, cite: &Cite) {
        if cite.form == Form::Nothing {
            return;
        }
        let keys = cite.groups.iter().flat_map(|group| &group.keys);
        let known = keys.clone().filter(|key| self.entry(key).is_some()).count();
        if cite.guessed && known == 0 {
            // Not a citation after all: its argument is text.
            let text = keys.map(String::as_str).collect::<Vec<_>>().join(", ");
            made(flow, &text, cite.spot);
            return;
        }
        for key in keys {
            let alias = matches!(cite.form, Form::Alias | Form::AliasParenthetical);
            if self.entry(key).is_none() && !(alias && self.aliases.contains_key(key)) {
                self.missing.push((key.clone(), cite.spot));
            }
        }
        let superscript = cite.form == Form::Superscript
            || self.look.scheme == Scheme::Superscript
                && matches!(cite.form, Form::Plain | Form::Parenthetical | Form::Automatic);
        if superscript {
            flow.drop_break();
        }
        let start = flow.here();
        match cite.form {
            Form::Alias => self.alias(flow, cite, "", ""),
            Form::AliasParenthetical => {
                let (open, close) = (self.look.open.clone(), self.look.close.clone());
                self.alias(flow, cite, &open, &close);
            }
            Form::Author => self.each(flow, cite, |printer, printed| printer.names(printed, cite.star, true)),
            Form::Year => self.each(flow, cite, |_, printed| printed.dated()),
            Form::YearParenthetical => {
                let (open, close) = (self.look.open.clone(), self.look.close.clone());
                self.bracketed(flow, cite, &open, &close, |printer, flow, keys| {
                    printer.list(flow, keys, ", ", cite.spot, |_, printed| printed.dated());
                });
            }
            Form::Title => self.each(flow, cite, |_, printed| printed.title.clone()),
            Form::Full | Form::FootnoteFull => self.each(flow, cite, |_, printed| printed.full.clone()),
            Form::Superscript => self.superscript(flow, cite),
            Form::Number => self.each(flow, cite, |_, printed| printed.label.clone()),
            _ => self.by_scheme(flow, cite),
        }
        flow.mark(MarkKind::Cite, start);
    }

    fn by_scheme(&mut self, flow: &mut Flow, cite: &Cite) {
        let form = match cite.form {
            Form::Plain | Form::Footnote => match self.look.plain {
                _ if cite.guessed => Form::Parenthetical,
                Plain::Parenthetical => Form::Parenthetical,
                Plain::Textual => Form::Textual,
                Plain::Bare if self.look.scheme == Scheme::AuthorYear => Form::BareTextual,
                Plain::Bare => Form::Parenthetical,
            },
            Form::Automatic => Form::Parenthetical,
            form => form,
        };
        match self.look.scheme {
            Scheme::Numeric | Scheme::Label => self.numbered(flow, cite, form),
            Scheme::Superscript => match form {
                Form::Bare | Form::BareTextual => self.numbered(flow, cite, form),
                Form::Textual => {
                    self.textual(flow, cite, |printer, flow, cite| printer.superscript(flow, cite));
                }
                _ => self.superscript(flow, cite),
            },
            Scheme::AuthorYear => self.author_year(flow, cite, form),
            Scheme::AuthorTitle => self.author_title(flow, cite, form),
            Scheme::Note => self.note(flow, cite),
        }
    }

    /// Brackets around what `inner` prints for each group, with its notes.
    pub(crate) fn bracketed(
        &mut self,
        flow: &mut Flow,
        cite: &Cite,
        open: &str,
        close: &str,
        mut inner: impl FnMut(&mut Self, &mut Flow, &[String]),
    ) {
        if !open.is_empty() {
            flow.push_at(open, place(cite.spot));
        }
        for (index, group) in cite.groups.iter().enumerate() {
            if index > 0 {
                let separator = format!("{} ", self.look.separator);
                flow.push_at(&separator, place(cite.spot));
            }
            self.before(flow, group, cite.spot);
            inner(self, flow, &group.keys);
            self.after(flow, group, cite.spot);
        }
        if !close.is_empty() {
            flow.push_at(close, place(cite.spot));
        }
    }

    pub(crate) fn before(&mut self, flow: &mut Flow, group: &Group, spot: Spot) {
        if is_blank(&group.before) {
            return;
        }
        self.print(flow, &group.before);
        flow.push_break(place(spot));
    }

    pub(crate) fn after(&mut self, flow: &mut Flow, group: &Group, spot: Spot) {
        if is_blank(&group.after) {
            return;
        }
        flow.push_at(",", place(spot));
        flow.push_break(place(spot));
        if self.look.biblatex {
            // biblatex names the pages that a bare number means.
            let text = plain(&group.after);
            let digits = text.chars().all(|c| c.is_ascii_digit());
            let range = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | ',' | ' '));
            if digits {
                flow.push_at("p. ", place(spot));
            } else if range && text.starts_with(|c: char| c.is_ascii_digit()) {
                flow.push_at("pp. ", place(spot));
            }
        }
        self.print(flow, &group.after);
    }

    /// Text that links to an entry.
    pub(crate) fn link(&mut self, flow: &mut Flow, text: &str, index: usize, spot: Spot) {
        let start = flow.here();
        made(flow, text, spot);
        self.mark_link(flow, start, index);
    }

    /// What was printed since `start` links to an entry.
    pub(crate) fn mark_link(&self, flow: &mut Flow, start: usize, index: usize) {
        if let Some(printed) = self.references.printed.get(index) {
            flow.mark(MarkKind::Link(vec![printed.id.clone()]), start);
        }
    }

    /// What `shown` makes of each key, linked, between separators.
    pub(crate) fn list(
        &mut self,
        flow: &mut Flow,
        keys: &[String],
        separator: &str,
        spot: Spot,
        shown: impl Fn(&Self, &Printed) -> String,
    ) {
        for (at, key) in keys.iter().enumerate() {
            if at > 0 {
                flow.push_at(separator, place(spot));
            }
            match self.entry(key) {
                Some((index, printed)) => {
                    let text = shown(self, printed);
                    self.link(flow, &text, index, spot);
                }
                None => flow.push_at("?", place(spot)),
            }
        }
    }

    pub(crate) fn each(
        &mut self,
        flow: &mut Flow,
        cite: &Cite,
        shown: impl Fn(&Self, &Printed) -> String + Copy,
    ) {
        self.bracketed(flow, cite, "", "", |printer, flow, keys| {
            printer.list(flow, keys, "; ", cite.spot, shown);
        });
    }

    fn alias(&mut self, flow: &mut Flow, cite: &Cite, open: &str, close: &str) {
        let aliases = self.aliases;
        self.bracketed(flow, cite, open, close, |printer, flow, keys| {
            for (at, key) in keys.iter().enumerate() {
                if at > 0 {
                    flow.push_at("; ", place(cite.spot));
                }
                let known =
                    printer.entry(key).map(|(index, printed)| (index, printed.names.shown(" and ", 2)));
                let text = match (aliases.get(key), &known) {
                    (Some(pieces), _) => plain(pieces),
                    (None, Some((_, names))) => names.clone(),
                    (None, None) => "?".to_owned(),
                };
                match known {
                    Some((index, _)) => printer.link(flow, &text, index, cite.spot),
                    None => made(flow, &text, cite.spot),
                }
            }
        });
    }

    pub(crate) fn names(&self, printed: &Printed, all: bool, in_text: bool) -> String {
        let and = if in_text { self.look.and } else { self.look.and_bracketed };
        let most = if all { usize::MAX } else { self.look.most_names };
        printed.names.shown(and, most)
    }
}

/// The number of a note, raised behind the word before it.
fn note_mark(flow: &mut Flow, mark: &NoteMark) {
    flow.drop_break();
    let start = flow.here();
    flow.push_at(&mark.number.to_string(), place(mark.spot));
    flow.mark(MarkKind::Superscript, start);
    flow.mark(MarkKind::Link(vec![mark.id.clone()]), start);
}

/// Text that was made, its white space collapsed like any other.
pub(crate) fn made(flow: &mut Flow, text: &str, spot: Spot) {
    let mut words = text.split_whitespace();
    if text.starts_with(char::is_whitespace) {
        flow.push_break(place(spot));
    }
    let Some(first) = words.next() else { return };
    let mut joined = first.to_owned();
    for word in words {
        joined.push(' ');
        joined.push_str(word);
    }
    flow.push_at(&joined, place(spot));
    if text.ends_with(char::is_whitespace) {
        flow.push_break(place(spot));
    }
}
