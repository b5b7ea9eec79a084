//! Entries of a `thebibliography`: where they begin, and what marks their fields.

use std::rc::Rc;

use super::piece::{Piece, RawEntry, plain};
use super::token::{Spot, code};
use super::walk::Walk;
use crate::markup::flow::MarkKind;

impl Walk<'_> {
    pub(crate) fn begin_entry(&mut self, name: &str, spot: Spot) {
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
        let list = self.lists.len().saturating_sub(1) as u32;
        self.entry = Some(RawEntry { key, label, pieces: Vec::new(), links: Vec::new(), spot, list });
        self.push(Piece::Open(MarkKind::Part));
    }

    /// `\bibinfo{year}{1984}`: the entry says which field its text is.
    pub(crate) fn bibliography_field(&mut self) {
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
    pub(crate) fn citeauthoryear(&mut self, spot: Spot) {
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
}
