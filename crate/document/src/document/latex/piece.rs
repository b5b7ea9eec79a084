//! What a walk over the source finds: text with its places, and citations not yet shown, since what they show depends
//! on the reference list, which may come last.

use std::rc::Rc;

use super::cite::Form;
use super::token::Spot;
use crate::markup::BlockKind;
use crate::markup::flow::MarkKind;

/// A piece of running text.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// Stands so in the source.
    Text(String, Spot),
    /// Was made here: accents, dashes, what macros print.
    Made(String, Spot),
    /// Words on its sides do not join.
    Gap(Spot),
    /// A row of a table ends.
    Row(Spot),
    /// A cell of a table ends.
    Cell(Spot),
    /// What follows, up to the matching end, is marked.
    Open(MarkKind),
    Close,
    Cite(Box<Cite>),
    /// The raised mark of a note.
    NoteMark(NoteMark),
    /// A number of something in the document, by its labels.
    Reference(Box<CrossReference>),
}

/// One group of keys with what stands before and after it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) before: Vec<Piece>,
    pub(crate) after: Vec<Piece>,
    pub(crate) keys: Vec<String>,
}

/// A citation as the source gives it.
#[derive(Clone, Debug)]
pub(crate) struct Cite {
    pub(crate) form: Form,
    /// `\citet*` names all authors, `\parencite*` leaves them out.
    pub(crate) star: bool,
    /// The command is none that is known, but its name says so and its argument may be keys.
    pub(crate) guessed: bool,
    pub(crate) groups: Vec<Group>,
    pub(crate) spot: Spot,
}

/// The mark of a footnote or an endnote.
#[derive(Clone, Debug)]
pub(crate) struct NoteMark {
    pub(crate) number: u32,
    /// Under which the note is found.
    pub(crate) id: String,
    pub(crate) spot: Spot,
}

/// `\ref`, `\eqref`, `\cref` …
#[derive(Clone, Debug)]
pub(crate) struct CrossReference {
    pub(crate) labels: Vec<String>,
    pub(crate) shown: Shown,
    pub(crate) spot: Spot,
}

/// How a cross-reference shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// `3`
    Number,
    /// `(3)`
    Bracketed,
    /// `section 3`
    Named,
    /// `Section 3`
    Capital,
}

/// Whether nothing but white space is in the pieces.
pub(crate) fn is_blank(pieces: &[Piece]) -> bool {
    pieces.iter().all(|piece| match piece {
        Piece::Text(text, _) | Piece::Made(text, _) => text.trim().is_empty(),
        Piece::Cite(_) | Piece::Reference(_) => false,
        _ => true,
    })
}

/// A block whose citations are not yet shown.
#[derive(Clone, Debug)]
pub(crate) struct RawBlock {
    pub(crate) kind: BlockKind,
    pub(crate) pieces: Vec<Piece>,
}

/// An entry of a `thebibliography`.
#[derive(Clone, Debug)]
pub(crate) struct RawEntry {
    pub(crate) key: Rc<str>,
    /// The argument in brackets.
    pub(crate) label: Option<Vec<Piece>>,
    pub(crate) pieces: Vec<Piece>,
    /// Addresses that its `\href`s lead to.
    pub(crate) links: Vec<String>,
    pub(crate) spot: Spot,
    /// Which list it stands in, from 0.
    pub(crate) list: u32,
}

/// The words of pieces, white space collapsed; citations and cross-references left out.
pub(crate) fn plain(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(words, _) | Piece::Made(words, _) => text.push_str(words),
            Piece::Gap(_) | Piece::Row(_) | Piece::Cell(_) => text.push(' '),
            Piece::Cite(cite) => {
                let keys = cite.groups.iter().flat_map(|group| group.keys.iter().map(String::as_str));
                text.push_str(&keys.collect::<Vec<_>>().join(", "));
            }
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
