//! Headings, abstracts, captions, and the numbers by which a text refers to its parts.

use std::rc::Rc;

use super::piece::{CrossReference, Piece, Shown};
use super::token::{Spot, code};
use super::walk::{Closing, Context, Walk};
use crate::markup::BlockKind;

impl Walk<'_> {
    pub(crate) fn heading(&mut self, level: u8, name: &str, spot: Spot) {
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
        self.begin(Context::Block(BlockKind::Heading(level)));
        self.enter_group(vec![Closing::Block]);
    }

    pub(crate) fn made_heading(&mut self, text: &str, spot: Spot) {
        self.begin(Context::Block(BlockKind::Heading(1)));
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
        self.begin(Context::Block(BlockKind::Abstract));
        match environment {
            Some(name) => self.enter_environment(name, closing),
            None => self.enter_group(closing),
        }
    }

    pub(crate) fn caption(&mut self, name: &str, spot: Spot) {
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
        self.begin(Context::Block(BlockKind::Caption));
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

    pub(crate) fn cross_reference(&mut self, name: &str, spot: Spot) {
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
}
