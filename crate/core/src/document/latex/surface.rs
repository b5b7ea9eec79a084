//! What a reader sees where the source cites, with a link to every entry that is meant.

use std::collections::{HashMap, HashSet};

use super::cite::{Cite, Form, Group};
use super::piece::{CrossReference, Piece, Shown};
use super::references::{Printed, References};
use super::style::{Look, Plain, Scheme};
use super::token::Spot;
use crate::document::flow::{Flow, MarkKind, Place};

/// Fewest numbers in a row that become a range.
const SHORTEST_RANGE: usize = 3;

/// Makes flows of pieces.
#[derive(Debug)]
pub(crate) struct Printer<'a> {
    pub(crate) look: &'a Look,
    pub(crate) references: &'a References,
    pub(crate) labels: &'a HashMap<String, (String, String)>,
    pub(crate) aliases: &'a HashMap<String, Vec<Piece>>,
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

    fn print(&mut self, flow: &mut Flow, pieces: &[Piece]) {
        let mut open: Vec<(MarkKind, usize)> = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(text, spot) => flow.push(text, place(*spot)),
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
        let known = keys.clone().filter(|key| self.references.index(key).is_some()).count();
        if cite.guessed && known == 0 {
            // Not a citation after all: its argument is text.
            let text = keys.map(String::as_str).collect::<Vec<_>>().join(", ");
            made(flow, &text, cite.spot);
            return;
        }
        for key in keys {
            let alias = matches!(cite.form, Form::Alias | Form::AliasParenthetical);
            if self.references.index(key).is_none() && !(alias && self.aliases.contains_key(key)) {
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
    fn bracketed(
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

    fn before(&mut self, flow: &mut Flow, group: &Group, spot: Spot) {
        if super::piece::is_blank(&group.before) {
            return;
        }
        self.print(flow, &group.before);
        flow.push_break(place(spot));
    }

    fn after(&mut self, flow: &mut Flow, group: &Group, spot: Spot) {
        if super::piece::is_blank(&group.after) {
            return;
        }
        flow.push_at(",", place(spot));
        flow.push_break(place(spot));
        if self.look.biblatex {
            // biblatex names the pages that a bare number means.
            let text = super::piece::plain(&group.after);
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
    fn link(&mut self, flow: &mut Flow, text: &str, index: usize, spot: Spot) {
        let start = flow.here();
        made(flow, text, spot);
        if let Some(printed) = self.references.printed.get(index) {
            flow.mark(MarkKind::Link(vec![printed.id.clone()]), start);
        }
    }

    /// What `shown` makes of each key, linked, between separators.
    fn list(
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
            match self.references.get(key) {
                Some((index, printed)) => {
                    let text = shown(self, printed);
                    self.link(flow, &text, index, spot);
                }
                None => flow.push_at("?", place(spot)),
            }
        }
    }

    fn each(&mut self, flow: &mut Flow, cite: &Cite, shown: impl Fn(&Self, &Printed) -> String + Copy) {
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
                let known = printer
                    .references
                    .get(key)
                    .map(|(index, printed)| (index, printed.names.shown(" and ", 2)));
                let text = match (aliases.get(key), &known) {
                    (Some(pieces), _) => super::piece::plain(pieces),
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

    /// Numbers or labels.
    fn numbered(&mut self, flow: &mut Flow, cite: &Cite, form: Form) {
        let (open, close) = match form {
            Form::Bare | Form::BareTextual => (String::new(), String::new()),
            _ => (self.look.open.clone(), self.look.close.clone()),
        };
        if matches!(form, Form::Textual | Form::BareTextual) {
            self.textual(flow, cite, |printer, flow, cite| {
                printer.bracketed(flow, cite, &open, &close, |printer, flow, keys| {
                    printer.numbers(flow, keys, ", ", cite.spot);
                });
            });
        } else if self.look.one_by_one && !open.is_empty() {
            self.one_by_one(flow, cite, &open, &close);
        } else {
            let separator = format!("{} ", self.look.separator);
            self.bracketed(flow, cite, &open, &close, |printer, flow, keys| {
                printer.numbers(flow, keys, &separator, cite.spot);
            });
        }
    }

    /// `[1], [2, p. 3]`
    fn one_by_one(&mut self, flow: &mut Flow, cite: &Cite, open: &str, close: &str) {
        let mut first = true;
        for group in &cite.groups {
            let last = group.keys.len().saturating_sub(1);
            for (at, key) in group.keys.iter().enumerate() {
                if !first {
                    flow.push_at(", ", place(cite.spot));
                }
                first = false;
                flow.push_at(open, place(cite.spot));
                if at == 0 {
                    self.before(flow, group, cite.spot);
                }
                self.numbers(flow, std::slice::from_ref(key), ", ", cite.spot);
                if at == last {
                    self.after(flow, group, cite.spot);
                }
                flow.push_at(close, place(cite.spot));
            }
        }
    }

    /// `Knuth [3]`, key by key.
    fn textual(&mut self, flow: &mut Flow, cite: &Cite, number: impl Fn(&mut Self, &mut Flow, &Cite)) {
        let mut first = true;
        for group in &cite.groups {
            let last = group.keys.len().saturating_sub(1);
            for (at, key) in group.keys.iter().enumerate() {
                if !first {
                    flow.push_at(", ", place(cite.spot));
                }
                first = false;
                let names = self.references.get(key).map(|(_, printed)| self.names(printed, cite.star, true));
                if let Some(names) = names
                    && !names.is_empty()
                {
                    // The number links, not the name: it is one citation.
                    made(flow, &names, cite.spot);
                    if self.look.scheme != Scheme::Superscript {
                        flow.push_break(place(cite.spot));
                    }
                }
                let single = Group {
                    before: if at == 0 { group.before.clone() } else { Vec::new() },
                    after: if at == last { group.after.clone() } else { Vec::new() },
                    keys: vec![key.clone()],
                };
                number(self, flow, &Cite { groups: vec![single], ..cite.clone() });
            }
        }
    }

    /// The numbers of keys: as they stand, or ascending with ranges.
    fn numbers(&mut self, flow: &mut Flow, keys: &[String], separator: &str, spot: Spot) {
        let compress = self.look.compress && self.look.scheme != Scheme::Label;
        let found: Vec<Option<usize>> = keys.iter().map(|key| self.references.index(key)).collect();
        let known: Option<Vec<usize>> = found.into_iter().collect();
        let Some(mut known) = known.filter(|_| compress) else {
            self.list(flow, keys, separator, spot, |_, printed| printed.label.clone());
            return;
        };
        known.sort_unstable();
        known.dedup();
        let mut at = 0;
        while at < known.len() {
            let mut end = at + 1;
            while known.get(end).is_some_and(|next| *next == known[end - 1] + 1) {
                end += 1;
            }
            let run = &known[at..end];
            let long = run.len() >= SHORTEST_RANGE;
            for (position, index) in run.iter().enumerate() {
                let label = self.references.printed.get(*index).map(|printed| printed.label.clone());
                let label = label.unwrap_or_default();
                let inner = long && position > 0 && position + 1 < run.len();
                if inner {
                    // The dash stands for all between its ends, and links to them.
                    if position == 1 {
                        let start = flow.here();
                        flow.push_at("–", place(spot));
                        for between in &run[1..run.len() - 1] {
                            if let Some(printed) = self.references.printed.get(*between) {
                                flow.mark(MarkKind::Link(vec![printed.id.clone()]), start);
                            }
                        }
                    }
                    continue;
                }
                if (at > 0 || position > 0) && !(long && position > 0) {
                    flow.push_at(separator, place(spot));
                }
                self.link(flow, &label, *index, spot);
            }
            at = end;
        }
    }

    fn superscript(&mut self, flow: &mut Flow, cite: &Cite) {
        let mut after = Vec::new();
        for group in &cite.groups {
            self.before(flow, group, cite.spot);
            let start = flow.here();
            self.numbers(flow, &group.keys, ",", cite.spot);
            flow.mark(MarkKind::Superscript, start);
            after.push(&group.after);
        }
        for pieces in after.into_iter().filter(|pieces| !super::piece::is_blank(pieces)) {
            flow.push_at(" (", place(cite.spot));
            self.print(flow, pieces);
            flow.push_at(")", place(cite.spot));
        }
    }

    fn names(&self, printed: &Printed, all: bool, in_text: bool) -> String {
        let and = if in_text { self.look.and } else { self.look.and_bracketed };
        let most = if all { usize::MAX } else { self.look.most_names };
        printed.names.shown(and, most)
    }

    fn author_year(&mut self, flow: &mut Flow, cite: &Cite, form: Form) {
        let (open, close) = (self.look.open.clone(), self.look.close.clone());
        match form {
            Form::Textual => self.textual_author_year(flow, cite, &open, &close),
            Form::Bare | Form::BareTextual => {
                let comma = if form == Form::BareTextual && !self.look.biblatex {
                    String::new()
                } else {
                    self.look.before_year.clone()
                };
                self.bracketed(flow, cite, "", "", |printer, flow, keys| {
                    printer.names_and_years(flow, keys, &comma, cite);
                });
            }
            _ => {
                let comma = self.look.before_year.clone();
                self.bracketed(flow, cite, &open, &close, |printer, flow, keys| {
                    printer.names_and_years(flow, keys, &comma, cite);
                });
            }
        }
    }

    /// `Knuth, 1984, 1986a,b; Lamport, 1994`
    fn names_and_years(&mut self, flow: &mut Flow, keys: &[String], comma: &str, cite: &Cite) {
        let all = cite.star && !self.look.biblatex;
        let without_names = cite.star && self.look.biblatex;
        let mut previous: Option<(String, Option<i32>)> = None;
        for (at, key) in keys.iter().enumerate() {
            let Some((index, printed)) = self.references.get(key) else {
                if at > 0 {
                    flow.push_at(&format!("{} ", self.look.separator), place(cite.spot));
                }
                flow.push_at("?", place(cite.spot));
                previous = None;
                continue;
            };
            let names = self.names(printed, all, cite.form == Form::BareTextual);
            let year = printed.dated();
            let (own_year, suffix) = (printed.year, printed.suffix);
            let mut text = format!("{names}{comma} {year}");
            if without_names || names.is_empty() {
                text.clone_from(&year);
            }
            if let Some((last, last_year)) = &previous
                && *last == names
                && !names.is_empty()
            {
                match suffix {
                    Some(letter) if *last_year == own_year => {
                        flow.push_at(",", place(cite.spot));
                        text = letter.to_string();
                    }
                    _ => {
                        flow.push_at(", ", place(cite.spot));
                        text.clone_from(&year);
                    }
                }
            } else if at > 0 {
                flow.push_at(&format!("{} ", self.look.separator), place(cite.spot));
            }
            self.link(flow, text.trim(), index, cite.spot);
            previous = Some((names, own_year));
        }
    }

    /// `Knuth (1984, p. 3)`
    fn textual_author_year(&mut self, flow: &mut Flow, cite: &Cite, open: &str, close: &str) {
        let mut first = true;
        for group in &cite.groups {
            let mut at = 0;
            while at < group.keys.len() {
                if !first {
                    let separator = if self.look.biblatex { ", " } else { "; " };
                    flow.push_at(separator, place(cite.spot));
                }
                first = false;
                let Some((index, printed)) = self.references.get(&group.keys[at]) else {
                    flow.push_at("?", place(cite.spot));
                    at += 1;
                    continue;
                };
                let names = self.names(printed, cite.star, true);
                // Works of the same authors share the names.
                let same = group.keys[at + 1..]
                    .iter()
                    .take_while(|key| {
                        self.references
                            .get(key)
                            .is_some_and(|(_, own)| self.names(own, cite.star, true) == names)
                    })
                    .count();
                let names = if names.is_empty() { printed.title.clone() } else { names };
                self.link(flow, &names, index, cite.spot);
                flow.push_break(place(cite.spot));
                flow.push_at(open, place(cite.spot));
                if at == 0 {
                    self.before(flow, group, cite.spot);
                }
                let end = at + same + 1;
                self.list(flow, &group.keys[at..end], ", ", cite.spot, |_, printed| printed.dated());
                if end == group.keys.len() {
                    self.after(flow, group, cite.spot);
                }
                flow.push_at(close, place(cite.spot));
                at = end;
            }
        }
    }

    fn author_title(&mut self, flow: &mut Flow, cite: &Cite, form: Form) {
        let shown = |printer: &Self, printed: &Printed| {
            let names = printer.names(printed, cite.star, true);
            if names.is_empty() { printed.title.clone() } else { format!("{names}, “{}”", printed.title) }
        };
        if form == Form::Parenthetical && cite.form != Form::Plain && cite.form != Form::Footnote {
            let (open, close) = (self.look.open.clone(), self.look.close.clone());
            self.bracketed(flow, cite, &open, &close, |printer, flow, keys| {
                printer.list(flow, keys, "; ", cite.spot, shown);
            });
        } else {
            self.each(flow, cite, shown);
        }
    }

    /// In a note: the whole entry first, names and title afterwards, *ibid.* where the style has it.
    fn note(&mut self, flow: &mut Flow, cite: &Cite) {
        self.bracketed(flow, cite, "", "", |printer, flow, keys| {
            for (at, key) in keys.iter().enumerate() {
                if at > 0 {
                    flow.push_at("; ", place(cite.spot));
                }
                let Some((index, printed)) = printer.references.get(key) else {
                    flow.push_at("?", place(cite.spot));
                    continue;
                };
                let names = printed.names.shown(printer.look.and, printer.look.most_names);
                let text = if printer.look.ibid && printer.last == Some(index) {
                    "Ibid.".to_owned()
                } else if printer.named.insert(index) {
                    printed.full.trim_end_matches('.').to_owned()
                } else if names.is_empty() {
                    printed.title.clone()
                } else {
                    format!("{names}, {}", printed.title)
                };
                printer.last = Some(index);
                printer.link(flow, &text, index, cite.spot);
            }
        });
    }
}

/// Text that was made, its white space collapsed like any other.
fn made(flow: &mut Flow, text: &str, spot: Spot) {
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
