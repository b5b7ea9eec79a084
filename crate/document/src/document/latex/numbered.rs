//! Citations by number or label: `[1–3]`, `[1], [2]`, `¹⁻³`, `Knuth [3]`.

use super::cite::Form;
use super::piece::{Cite, Group};
use super::style::Scheme;
use super::surface::{Printer, made, place};
use super::token::Spot;
use crate::markup::flow::{Flow, MarkKind};

/// Fewest numbers in a row that become a range.
const SHORTEST_RANGE: usize = 3;

impl Printer<'_> {
    /// Numbers or labels.
    pub(crate) fn numbered(&mut self, flow: &mut Flow, cite: &Cite, form: Form) {
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
    pub(crate) fn one_by_one(&mut self, flow: &mut Flow, cite: &Cite, open: &str, close: &str) {
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
    pub(crate) fn textual(
        &mut self,
        flow: &mut Flow,
        cite: &Cite,
        number: impl Fn(&mut Self, &mut Flow, &Cite),
    ) {
        let mut first = true;
        for group in &cite.groups {
            let last = group.keys.len().saturating_sub(1);
            for (at, key) in group.keys.iter().enumerate() {
                if !first {
                    flow.push_at(", ", place(cite.spot));
                }
                first = false;
                let names = self.entry(key).map(|(_, printed)| self.names(printed, cite.star, true));
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
    pub(crate) fn numbers(&mut self, flow: &mut Flow, keys: &[String], separator: &str, spot: Spot) {
        let compress = self.look.compress && self.look.scheme != Scheme::Label;
        let found: Vec<Option<usize>> =
            keys.iter().map(|key| self.entry(key).map(|(index, _)| index)).collect();
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

    pub(crate) fn superscript(&mut self, flow: &mut Flow, cite: &Cite) {
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
}
