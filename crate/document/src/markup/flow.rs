//! Running text in the making: white space collapsed, every stretch with its origin, marks over what matters later.

use std::ops::Range;

use super::{Origin, PageBox};

/// A place inside a run of text nodes of the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Tag of the parent element.
    pub(crate) node: u32,
    /// Which run of text among its children.
    pub(crate) run: u32,
    /// UTF-16 code units from the start of the run.
    pub(crate) offset: u32,
    /// Line in the source.
    pub(crate) line: u32,
}

/// What a stretch of text is, beyond its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MarkKind {
    /// Points at the elements of any of these ids: what a link, an `xref` or a `data-*rid` says.
    Link(Vec<String>),
    /// Points at one element of these ids, the likeliest first, or at none that is known: the words decide.
    LinkToOneOf(Vec<String>),
    /// The text of the note of these ids: links to one of them are its marks.
    Note(Vec<String>),
    /// Set as a superscript.
    Superscript,
    /// The markup says that this is a citation.
    Cite,
    /// A citation of a work that the converter did not find.
    Unresolved,
    /// A formula.
    Math,
    /// Code: what stands in brackets there is an index.
    Code,
    /// Set in italics.
    Italic,
    /// Set in bold.
    Bold,
    /// The text of an element whose class, `itemprop` or name says which field of a reference it is.
    Field(String),
    /// A block of a bibliography entry (`\newblock`).
    Part,
}

/// Bytes after which an origin is begun anew: whoever looks a place up counts from its origin's start.
const LONGEST_ORIGIN: usize = 4_096;

/// A marked stretch of a flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) kind: MarkKind,
    pub(crate) range: Range<usize>,
}

/// Text with origins and marks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Flow {
    pub(crate) text: String,
    pub(crate) origins: Vec<Origin>,
    pub(crate) marks: Vec<Mark>,
    /// White space waits until something follows it; `true` if it stands in the original.
    gap: Option<(Place, bool)>,
    /// The last word goes on: what cut it was a line end.
    half: bool,
    /// Where the next character would continue the last origin.
    expected: Option<(u32, u32, u32)>,
}

impl Flow {
    /// Appends text that stands at `place` in the original.
    pub(crate) fn push(&mut self, text: &str, mut place: Place) {
        for c in text.chars() {
            let width = c.len_utf16() as u32;
            if c.is_whitespace() {
                if !matches!(self.gap, Some((_, true))) {
                    self.gap = Some((place, true));
                }
                place.line += u32::from(c == '\n');
            } else if !is_invisible(c) {
                self.close_gap();
                self.push_char(c, place);
            }
            place.offset += width;
        }
    }

    /// Appends text that does not stand so in the original; `node` is the element it was made from.
    pub(crate) fn push_made(&mut self, text: &str, node: u32, line: u32) {
        self.close_gap();
        let start = self.text.len();
        self.origins.push(Origin { start, node, run: 0, offset: 0, line, verbatim: false, area: None });
        self.text.push_str(text);
        self.expected = None;
    }

    /// Appends a word of a page as it stands; `verbatim` is false if letters were recomposed.
    pub(crate) fn push_word(&mut self, word: &str, place: Place, area: PageBox, verbatim: bool) {
        self.close_gap();
        self.origins.push(Origin {
            start: self.text.len(),
            node: place.node,
            run: place.run,
            offset: place.offset,
            line: place.line,
            verbatim,
            area: Some(area),
        });
        self.text.push_str(word);
        (self.expected, self.half) = (None, false);
    }

    /// The word that was pushed last is to be joined with the next.
    pub(crate) fn leave_open(&mut self) {
        self.half = true;
    }

    /// Whether [`Flow::leave_open`] was said of the last word.
    pub(crate) fn ends_in_half_word(&self) -> bool {
        self.half
    }

    /// [`Flow::push_made`] for text that stands for something in a file: its place is kept.
    pub(crate) fn push_at(&mut self, text: &str, place: Place) {
        self.close_gap();
        let Place { node, run, offset, line } = place;
        self.origins.push(Origin {
            start: self.text.len(),
            node,
            run,
            offset,
            line,
            verbatim: false,
            area: None,
        });
        self.text.push_str(text);
        self.expected = None;
    }

    /// Takes back white space at the end: a superscript follows its word.
    pub(crate) fn drop_break(&mut self) {
        self.gap = None;
    }

    /// A line break or the border of an inline box: words on its sides do not join.
    pub(crate) fn push_break(&mut self, place: Place) {
        self.gap.get_or_insert((place, false));
    }

    fn close_gap(&mut self) {
        let Some((place, verbatim)) = self.gap.take() else { return };
        if self.text.is_empty() || self.text.ends_with(char::is_whitespace) {
            return;
        }
        if verbatim {
            self.push_char(' ', place);
        } else {
            self.push_made(" ", place.node, place.line);
        }
    }

    fn push_char(&mut self, c: char, place: Place) {
        let is_long = |last: &Origin| self.text.len() - last.start >= LONGEST_ORIGIN;
        let goes_on = self.expected == Some((place.node, place.run, place.offset));
        if !goes_on || self.origins.last().is_none_or(is_long) {
            self.origins.push(Origin {
                start: self.text.len(),
                node: place.node,
                run: place.run,
                offset: place.offset,
                line: place.line,
                verbatim: true,
                area: None,
            });
        }
        self.text.push(c);
        self.expected = Some((place.node, place.run, place.offset + c.len_utf16() as u32));
    }

    /// Where the next visible character will stand: the start of a mark.
    pub(crate) fn here(&self) -> usize {
        let gap = self.gap.is_some() && !self.text.is_empty() && !self.text.ends_with(char::is_whitespace);
        self.text.len() + usize::from(gap)
    }

    /// Marks everything from `start` on, if there is anything.
    pub(crate) fn mark(&mut self, kind: MarkKind, start: usize) {
        if start < self.text.len() {
            self.marks.push(Mark { kind, range: start..self.text.len() });
        }
    }

    /// Marks a stretch, if there is anything in it.
    pub(crate) fn mark_range(&mut self, kind: MarkKind, range: Range<usize>) {
        if range.start < range.end.min(self.text.len()) {
            self.marks.push(Mark { kind, range });
        }
    }

    /// Drops the text from byte `end` on.
    pub(crate) fn truncate(&mut self, end: usize) {
        self.text.truncate(end);
        self.origins.retain(|origin| origin.start < end);
        self.marks.retain_mut(|mark| {
            mark.range.end = mark.range.end.min(end);
            !mark.range.is_empty()
        });
        (self.gap, self.expected) = (None, None);
    }

    /// Drops the text before byte `end`.
    pub(crate) fn cut_start(&mut self, end: usize) {
        let before = self.origins.iter().rposition(|origin| origin.start <= end);
        if let Some(index) = before {
            self.origins.drain(..index);
            if let Some(first) = self.origins.first_mut() {
                if first.verbatim {
                    first.offset += self.text[first.start..end].encode_utf16().count() as u32;
                }
                first.start = end;
            }
        }
        for origin in &mut self.origins {
            origin.start -= end;
        }
        for mark in &mut self.marks {
            mark.range = mark.range.start.saturating_sub(end)..mark.range.end.saturating_sub(end);
        }
        self.marks.retain(|mark| !mark.range.is_empty());
        self.text.drain(..end);
    }

    /// A stretch of the text, with its origins and marks, as a flow.
    pub(crate) fn slice(&self, range: Range<usize>) -> Self {
        let first = self.origins.partition_point(|origin| origin.start <= range.start).saturating_sub(1);
        let end = self.origins.partition_point(|origin| origin.start < range.end).max(first);
        let inside = |mark: &&Mark| mark.range.start < range.end && range.start < mark.range.end;
        let mut own = Self {
            text: self.text[..range.end].to_owned(),
            origins: self.origins[first..end].to_vec(),
            marks: self.marks.iter().filter(inside).cloned().collect(),
            ..Self::default()
        };
        own.truncate(range.end);
        own.cut_start(range.start);
        own
    }

    /// Appends another flow as a further line.
    pub(crate) fn append(&mut self, other: &Self) {
        if let Some(first) = other.origins.first().filter(|_| !self.is_blank()) {
            self.push_made(" ", first.node, first.line);
        }
        let shift = self.text.len();
        self.text.push_str(&other.text);
        self.origins
            .extend(other.origins.iter().map(|origin| Origin { start: origin.start + shift, ..*origin }));
        self.marks.extend(other.marks.iter().map(|mark| Mark {
            kind: mark.kind.clone(),
            range: mark.range.start + shift..mark.range.end + shift,
        }));
        (self.gap, self.expected) = (None, None);
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }
}

/// Characters that no reader sees and no search should stumble over: soft hyphens, joiners, direction marks.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}
