//! The running text of one block: what pandoc's syntax adds to CommonMark is read from it, then it becomes a flow.

use std::collections::HashSet;
use std::ops::Range;

use super::cite::{self, Cited};
use super::library::Library;
use super::place::Places;
use super::surface;
use crate::markup::flow::{Flow, MarkKind};

/// Stands for an [`Atom`] in the text of an [`Inline`].
const OBJECT: char = '\u{fffc}';

/// Bytes of the longest group of raised numbers.
const LONGEST_RAISED: usize = 40;

/// What is no running text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    /// TeX of a formula in the line.
    Math(String),
    /// Code, shown as it is written.
    Code(String),
    /// The mark of the note of this label.
    Note(String),
    Break,
}

/// A stretch of the text that stands so in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Span {
    start: usize,
    /// Byte in the file; none for text that does not stand so (entities).
    source: Option<usize>,
    /// Byte in the file near which it stands.
    near: usize,
}

/// The text of a block, in the making.
#[derive(Clone, Debug, Default)]
pub(super) struct Inline {
    text: String,
    spans: Vec<Span>,
    atoms: Vec<(usize, Atom, usize)>,
    italics: Vec<Range<usize>>,
    raised: Vec<Range<usize>>,
    raised_from: Option<usize>,
    escaped: HashSet<usize>,
    open: Vec<usize>,
}

impl Inline {
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Appends text; `source` is where it stands in `file`.
    pub(super) fn push(&mut self, text: &str, source: Range<usize>, file: &str) {
        let verbatim = file.get(source.clone()) == Some(text);
        let escaped = source.start > 0 && file.as_bytes().get(source.start - 1) == Some(&b'\\');
        if escaped {
            self.escaped.insert(self.text.len());
        }
        let start = self.text.len();
        self.spans.push(Span { start, source: verbatim.then_some(source.start), near: source.start });
        self.text.extend(text.chars().map(|c| if c == OBJECT { ' ' } else { c }));
    }

    pub(super) fn push_atom(&mut self, atom: Atom, source: usize) {
        self.atoms.push((self.text.len(), atom, source));
        self.spans.push(Span { start: self.text.len(), source: None, near: source });
        self.text.push(OBJECT);
    }

    /// Appends text in which pandoc's `^1^` is a raised number.
    pub(super) fn push_with_raised(&mut self, text: &str, source: Range<usize>, file: &str) {
        let verbatim = file.get(source.clone()) == Some(text);
        let mut at = 0;
        if verbatim {
            while let Some((open, close)) = raised_number(text, at) {
                let part = |from: usize, to: usize| source.start + from..source.start + to;
                if at < open {
                    self.push(&text[at..open], part(at, open), file);
                }
                self.begin_raised();
                self.push(&text[open + 1..close], part(open + 1, close), file);
                self.end_raised();
                at = close + 1;
            }
        }
        if at == 0 {
            self.push(text, source, file);
        } else if at < text.len() {
            self.push(&text[at..], source.start + at..source.end, file);
        }
    }

    pub(super) fn begin_raised(&mut self) {
        self.raised_from = Some(self.text.len());
    }

    pub(super) fn end_raised(&mut self) {
        if let Some(start) = self.raised_from.take().filter(|start| *start < self.text.len()) {
            self.raised.push(start..self.text.len());
        }
    }

    pub(super) fn begin_italic(&mut self) {
        self.open.push(self.text.len());
    }

    pub(super) fn end_italic(&mut self) {
        if let Some(start) = self.open.pop().filter(|start| *start < self.text.len()) {
            self.italics.push(start..self.text.len());
        }
    }

    /// The citations in it.
    pub(super) fn citations(&self) -> Vec<Cited> {
        cite::citations(&self.text, &self.escaped)
    }

    /// `^[…]`: notes written where their marks stand; the range with its brackets.
    fn inline_notes(&self) -> Vec<Range<usize>> {
        let mut notes = Vec::new();
        let mut end = 0;
        for (at, _) in self.text.match_indices("^[") {
            if at < end {
                continue;
            }
            let mut depth = 0_usize;
            let close = self.text[at + 1..].char_indices().take_while(|(offset, _)| *offset < 8_000).find(
                |(_, c)| {
                    match c {
                        '[' => depth += 1,
                        ']' => depth -= 1,
                        _ => {}
                    }
                    depth == 0
                },
            );
            if let Some((offset, _)) = close {
                end = at + 1 + offset + 1;
                notes.push(at..end);
            }
        }
        notes
    }
}

/// Writes an inline out: its own flow first, then those of the notes in it, each with its label.
pub(super) fn flows(
    inline: &Inline,
    library: &Library,
    places: &Places<'_>,
    notes: &mut Notes,
) -> Vec<(Flow, Option<String>)> {
    let mut writer =
        Writer { inline, library, places, notes, citations: inline.citations(), after: Vec::new() };
    let inside = writer.inline.inline_notes();
    let flow = writer.flow(0..inline.text.len(), &inside);
    let mut flows = vec![(flow, None)];
    flows.extend(writer.after.into_iter().map(|(flow, label)| (flow, Some(label))));
    flows
}

/// Numbers the notes in the order of their marks.
#[derive(Debug, Default)]
pub(super) struct Notes {
    labels: Vec<String>,
}

impl Notes {
    fn number(&mut self, label: &str) -> usize {
        match self.labels.iter().position(|own| own == label) {
            Some(index) => index + 1,
            None => {
                self.labels.push(label.to_owned());
                self.labels.len()
            }
        }
    }

    fn next_label(&self) -> String {
        format!("inline {}", self.labels.len() + 1)
    }
}

struct Writer<'a> {
    inline: &'a Inline,
    library: &'a Library,
    places: &'a Places<'a>,
    notes: &'a mut Notes,
    citations: Vec<Cited>,
    after: Vec<(Flow, String)>,
}

impl Writer<'_> {
    /// The flow of a stretch, `inside` being the notes to be set apart.
    fn flow(&mut self, range: Range<usize>, inside: &[Range<usize>]) -> Flow {
        let mut flow = Flow::default();
        let mut at = range.start;
        while at < range.end {
            let note = inside.get(inside.partition_point(|note| note.start < at)).cloned();
            let note = note.filter(|note| note.end <= range.end);
            let cited = self.citations.partition_point(|cited| cited.range.start < at);
            let cited = self.citations.get(cited).filter(|cited| cited.range.end <= range.end).cloned();
            let next_note = note.as_ref().map_or(usize::MAX, |note| note.start);
            let next_cited = cited.as_ref().map_or(usize::MAX, |cited| cited.range.start);
            let end = range.end.min(next_note).min(next_cited);
            self.plain(&mut flow, at..end);
            if let Some(note) = note.filter(|note| note.start == end) {
                let label = self.notes.next_label();
                self.mark(&mut flow, &label, self.near(note.start));
                let own = self.flow(note.start + 2..note.end - 1, &[]);
                self.after.push((own, label));
                at = note.end;
            } else if let Some(cited) = cited.filter(|cited| cited.range.start == end) {
                self.citation(&mut flow, &cited);
                at = cited.range.end;
            } else {
                at = end.max(at + 1);
            }
        }
        flow
    }

    fn near(&self, at: usize) -> usize {
        let index = self.inline.spans.partition_point(|span| span.start <= at).saturating_sub(1);
        self.inline
            .spans
            .get(index)
            .map_or(0, |span| span.source.map_or(span.near, |source| source + at - span.start))
    }

    /// A citation, written out, with a link for each of its works.
    fn citation(&mut self, flow: &mut Flow, cited: &Cited) {
        let written = surface::written(cited, self.library);
        let text = written.text.replace(OBJECT, "");
        let place = self.places.of(self.near(cited.range.start));
        flow.push_made(&text, place.node, place.line);
        let start = flow.text.len() - text.len();
        if text.len() == written.text.len() {
            for (range, key) in written.items {
                flow.mark_range(MarkKind::Link(vec![key]), start + range.start..start + range.end);
            }
        } else {
            let keys = written.items.into_iter().map(|(_, key)| key).collect();
            flow.mark_range(MarkKind::Link(keys), start..flow.text.len());
        }
        flow.mark_range(MarkKind::Cite, start..flow.text.len());
    }

    /// The mark of a note: its number, raised.
    fn mark(&mut self, flow: &mut Flow, label: &str, source: usize) {
        let number = self.notes.number(label).to_string();
        let place = self.places.of(source);
        let start = flow.text.len();
        flow.push_made(&number, place.node, place.line);
        let start = start.max(flow.text.len() - number.len());
        flow.mark_range(MarkKind::Superscript, start..flow.text.len());
        flow.mark_range(MarkKind::Link(vec![note_id(label)]), start..flow.text.len());
    }

    /// Text that holds neither citations nor notes.
    fn plain(&mut self, flow: &mut Flow, range: Range<usize>) {
        let mut at = range.start;
        let mut index = self.inline.spans.partition_point(|span| span.start <= at).saturating_sub(1);
        while at < range.end {
            let Some(span) = self.inline.spans.get(index) else { return };
            let end = self.inline.spans.get(index + 1).map_or(range.end, |next| next.start.min(range.end));
            let atom = self.inline.atoms.binary_search_by_key(&span.start, |(start, ..)| *start);
            let before = flow.here();
            match (atom, span.source) {
                (Ok(atom), _) if self.inline.text[at..].starts_with(OBJECT) => {
                    let (_, atom, source) = self.inline.atoms[atom].clone();
                    self.atom(flow, &atom, source);
                }
                (_, Some(source)) => {
                    flow.push(&self.inline.text[at..end], self.places.of(source + at - span.start));
                }
                (_, None) => {
                    let place = self.places.of(span.near);
                    flow.push_made(&self.inline.text[at..end], place.node, place.line);
                }
            }
            let italic = self.inline.italics.iter().any(|italic| italic.start <= at && end <= italic.end);
            if italic {
                flow.mark(MarkKind::Italic, before);
            }
            let raised = self.inline.raised.partition_point(|raised| raised.end <= at);
            if self.inline.raised.get(raised).is_some_and(|raised| raised.start <= at && end <= raised.end) {
                flow.mark(MarkKind::Superscript, before);
            }
            at = end;
            index += 1;
        }
    }

    fn atom(&mut self, flow: &mut Flow, atom: &Atom, source: usize) {
        let place = self.places.of(source);
        match atom {
            Atom::Math(tex) => {
                let text = format!("${tex}$");
                flow.push_made(&text, place.node, place.line);
                flow.mark_range(MarkKind::Math, flow.text.len() - text.len()..flow.text.len());
            }
            Atom::Code(code) => flow.push_made(code, place.node, place.line),
            Atom::Note(label) => self.mark(flow, label, source),
            Atom::Break => flow.push_break(place),
        }
    }
}

/// The next `^1,2^` of a text from byte `from` on: where its signs stand.
fn raised_number(text: &str, from: usize) -> Option<(usize, usize)> {
    let mut at = from;
    while let Some(open) = text.get(at..)?.find('^').map(|found| at + found) {
        let inside = &text[open + 1..];
        let length =
            inside.find(|c: char| !(c.is_ascii_digit() || matches!(c, ',' | '-' | '–' | '.' | ' ')))?;
        let is_number = inside.starts_with(|c: char| c.is_ascii_digit()) && length <= LONGEST_RAISED;
        if is_number && inside[length..].starts_with('^') {
            return Some((open, open + 1 + length));
        }
        at = open + 1;
    }
    None
}

/// The id of the note of a label.
pub(super) fn note_id(label: &str) -> String {
    format!("note {label}")
}
