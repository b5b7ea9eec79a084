//! Footnotes and endnotes: a raised number where they are called, a block of their own behind the paragraph.

use super::piece::{NoteMark, Piece};
use super::token::Spot;
use super::walk::{Context, Frame, FrameKind, Walk};
use crate::markup::BlockKind;
use crate::markup::flow::MarkKind;

/// Deepest nesting of footnotes.
const DEEPEST_FOOTNOTE: usize = 8;

/// Where the mark of a note stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marked {
    /// Where the note is written, numbered by this counter.
    Here(&'static str),
    /// `\footnotetext`: an earlier `\footnotemark` leads to it.
    Before,
    Nowhere,
}

impl Marked {
    /// Of the notes that a command makes.
    pub(crate) fn of(command: &str) -> Self {
        match command {
            "footnotetext" => Self::Before,
            "blfootnote" | "bibnote" => Self::Nowhere,
            "endnote" => Self::Here("endnote"),
            _ => Self::Here("footnote"),
        }
    }
}

/// Under which a note is found; no key of an entry holds a backslash.
fn note_id(counter: &str, number: u32) -> String {
    format!("\\{counter} {number}")
}

impl Walk<'_> {
    /// Begins a footnote; true if one may stand here.
    pub(crate) fn begin_footnote(&mut self, marked: Marked, number: Option<u32>, spot: Spot) -> bool {
        let inline = self.frames.iter().any(|frame| frame.kind == FrameKind::Inline);
        if inline || self.frames.len() > DEEPEST_FOOTNOTE {
            return false;
        }
        let mut frame = Frame::new(FrameKind::Footnote);
        let listens = self.listens();
        frame.contexts.push(if listens { Context::Block(BlockKind::Footnote) } else { Context::Drop });
        let id = match marked {
            Marked::Here(counter) => {
                let mark = self.next_note(counter, number, spot);
                let id = mark.id.clone();
                self.push(Piece::NoteMark(mark));
                Some(id)
            }
            Marked::Before => Some(note_id("footnote", number.unwrap_or(self.counters.value("footnote")))),
            Marked::Nowhere => None,
        };
        self.frames.push(frame);
        if let Some(id) = id {
            self.push(Piece::Open(MarkKind::Note(vec![id])));
        }
        true
    }

    /// The mark of the next note, or of the note that was given this number.
    pub(crate) fn next_note(&mut self, counter: &str, number: Option<u32>, spot: Spot) -> NoteMark {
        let number = number.unwrap_or_else(|| {
            self.counters.add(counter, 1);
            self.counters.value(counter)
        });
        NoteMark { number, id: note_id(counter, number), spot }
    }

    /// Ends what [`Walk::begin_footnote`] began.
    pub(crate) fn end_footnote(&mut self) {
        self.flush();
        if self.frames.len() > 1 {
            let blocks = self.frames.pop().map(|frame| frame.after).unwrap_or_default();
            self.frame().after.extend(blocks);
        }
    }
}
