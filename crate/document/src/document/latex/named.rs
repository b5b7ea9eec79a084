//! Citations by name: author and year, author and title, whole entries in notes.

use super::cite::Form;
use super::piece::Cite;
use super::printed::Printed;
use super::surface::{Printer, place};
use crate::markup::flow::Flow;

impl Printer<'_> {
    pub(crate) fn author_year(&mut self, flow: &mut Flow, cite: &Cite, form: Form) {
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
    pub(crate) fn names_and_years(&mut self, flow: &mut Flow, keys: &[String], comma: &str, cite: &Cite) {
        let all = cite.star && !self.look.biblatex;
        let without_names = cite.star && self.look.biblatex;
        let mut previous: Option<(String, Option<i32>)> = None;
        for (at, key) in keys.iter().enumerate() {
            let Some((index, printed)) = self.entry(key) else {
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
            if without_names {
                text.clone_from(&year);
            } else if names.is_empty() {
                // A work without author is cited by its title.
                text = format!("“{}{comma}” {year}", printed.title);
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
    pub(crate) fn textual_author_year(&mut self, flow: &mut Flow, cite: &Cite, open: &str, close: &str) {
        let mut first = true;
        for group in &cite.groups {
            let mut at = 0;
            while at < group.keys.len() {
                if !first {
                    let separator = if self.look.biblatex { ", " } else { "; " };
                    flow.push_at(separator, place(cite.spot));
                }
                first = false;
                let Some((index, printed)) = self.entry(&group.keys[at]) else {
                    flow.push_at("?", place(cite.spot));
                    at += 1;
                    continue;
                };
                let names = self.names(printed, cite.star, true);
                // Works of the same authors share the names.
                let same = group.keys[at + 1..]
                    .iter()
                    .take_while(|key| {
                        self.entry(key).is_some_and(|(_, own)| self.names(own, cite.star, true) == names)
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

    pub(crate) fn author_title(&mut self, flow: &mut Flow, cite: &Cite, form: Form) {
        let titled = |printed: &Printed| format!("“{}”", printed.title);
        let shown = |printer: &Self, printed: &Printed| {
            let names = printer.names(printed, false, true);
            // `\parencite*`: the sentence names the authors.
            if names.is_empty() || cite.star {
                titled(printed)
            } else {
                format!("{names}, {}", titled(printed))
            }
        };
        if form == Form::Textual {
            self.textual_author_title(flow, cite, titled);
        } else if form == Form::Parenthetical && cite.form != Form::Plain && cite.form != Form::Footnote {
            let (open, close) = (self.look.open.clone(), self.look.close.clone());
            self.bracketed(flow, cite, &open, &close, |printer, flow, keys| {
                printer.list(flow, keys, "; ", cite.spot, shown);
            });
        } else {
            self.each(flow, cite, shown);
        }
    }

    /// `Aristotle (“Rhetoric”, p. 59)`, key by key.
    fn textual_author_title(&mut self, flow: &mut Flow, cite: &Cite, titled: impl Fn(&Printed) -> String) {
        let (open, close) = (self.look.open.clone(), self.look.close.clone());
        let mut first = true;
        for group in &cite.groups {
            for (at, key) in group.keys.iter().enumerate() {
                if !std::mem::take(&mut first) {
                    flow.push_at(", ", place(cite.spot));
                }
                let Some((index, printed)) = self.entry(key) else {
                    flow.push_at("?", place(cite.spot));
                    continue;
                };
                let (names, title) = (self.names(printed, false, true), titled(printed));
                if names.is_empty() {
                    self.link(flow, &title, index, cite.spot);
                    continue;
                }
                // One citation, one link: names, brackets and all.
                let start = flow.here();
                flow.push_at(&names, place(cite.spot));
                flow.push_break(place(cite.spot));
                flow.push_at(&open, place(cite.spot));
                if at == 0 {
                    self.before(flow, group, cite.spot);
                }
                flow.push_at(&title, place(cite.spot));
                if at + 1 == group.keys.len() {
                    self.after(flow, group, cite.spot);
                }
                flow.push_at(&close, place(cite.spot));
                self.mark_link(flow, start, index);
            }
        }
    }

    /// In a note: the whole entry first, names and title afterwards, *ibid.* where the style has it.
    pub(crate) fn note(&mut self, flow: &mut Flow, cite: &Cite) {
        self.bracketed(flow, cite, "", "", |printer, flow, keys| {
            for (at, key) in keys.iter().enumerate() {
                if at > 0 {
                    flow.push_at("; ", place(cite.spot));
                }
                let Some((index, printed)) = printer.entry(key) else {
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
