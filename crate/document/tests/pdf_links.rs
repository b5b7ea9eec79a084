//! Links of PDF files from citations to entries: where they lead, and what the words say besides.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use citelight_document::citation::Mapping;
use citelight_document::document::pdf::{PdfFont, PdfItem, PdfLink, PdfPage, PdfText, parse_pdf};
use citelight_document::document::{AnomalyKind, Document};

/// Points from one letter to the next, in type of 10 points.
const STEP: f32 = 4.6;

/// How far above the baseline of its entry a destination is.
const ABOVE: f32 = 9.0;

/// A page in type of 10 points that is filled line by line.
#[derive(Default)]
struct Sheet {
    items: Vec<PdfItem>,
    links: Vec<PdfLink>,
}

/// The place that a link leads to: its name, how far left, how high.
struct Place {
    name: Option<&'static str>,
    left: Option<f32>,
    top: f32,
}

impl Sheet {
    fn line(&mut self, x: f32, y: f32, text: &str) {
        let width = STEP * text.chars().count() as f32;
        let text = text.to_owned();
        self.items.push(PdfItem { text, x, y, width, size: 10.0, ..PdfItem::default() });
    }

    fn heading(&mut self, x: f32, y: f32, text: &str) {
        self.line(x, y, text);
        self.items.iter_mut().rev().take(1).for_each(|item| item.font = 1);
    }

    /// Links the letters of a line that is there already.
    fn link(&mut self, line: &str, letters: &str, place: &Place) {
        let own = self.items.iter().find(|item| item.text == line).expect("the line is there");
        let at = line.find(letters).expect("the letters are on the line");
        let before = line[..at].chars().count() as f32;
        self.links.push(PdfLink {
            x: own.x + STEP * before,
            y: own.y - 2.0,
            width: STEP * letters.chars().count() as f32,
            height: 11.0,
            name: place.name.map(str::to_owned),
            page: 0,
            left: place.left,
            top: Some(place.top),
        });
    }

    fn read(self, hide_links: bool) -> Document {
        let page = PdfPage { width: 600.0, height: 800.0, items: self.items, links: self.links };
        let named = |name: &str| PdfFont { name: name.to_owned(), ..PdfFont::default() };
        let fonts = ["Times", "Times-Bold"].map(named).into();
        let text = PdfText { fonts, pages: vec![page], ..PdfText::default() };
        parse_pdf(&text, "test", hide_links).expect("there is text")
    }
}

/// The surface, the numbers of the entries and whether links said so, citation by citation.
fn found(document: &Document) -> Vec<(&str, Vec<usize>, bool)> {
    let own = document.citations.iter().map(|citation| {
        let surface = document.blocks[citation.block].text.get(citation.range.clone());
        let numbers = citation.references.iter().map(|reference| reference + 1).collect();
        (surface.unwrap_or_default(), numbers, citation.status == Mapping::Linked)
    });
    own.collect()
}

#[test]
fn ranges_whose_ends_are_linked_have_a_middle() {
    let lines = [
        "The forests of the north have been described by many people [1, 3–6]. Others came",
        "after them, and they were counted in the lists of those who came later than all [2,4–6],",
        "which is well known. Then somebody said it again in a book that nobody has read [2–",
        "5]. That was the end of it, as far as we have been able to find out from the letters.",
    ];
    let mut sheet = Sheet::default();
    sheet.heading(60.0, 730.0, "1 Introduction");
    for (row, line) in lines.iter().enumerate() {
        sheet.line(60.0, 712.0 - 12.0 * row as f32, line);
    }
    sheet.heading(60.0, 640.0, "References");
    let height = |number: usize| 640.0 - 14.0 * number as f32;
    for (number, name) in (1..).zip(["Abel", "Berg", "Carl", "Dahl", "Ek", "Falk"]) {
        let entry =
            format!("[{number}] {name}, A. The woods of the north. Journal of Woods {number}, 200{number}.");
        sheet.line(60.0, height(number), &entry);
    }
    let links = [
        (0, "1,", 1),
        (0, "3–", 3),
        (0, "6]", 6),
        (1, "2,", 2),
        (1, "4–", 4),
        (1, "6]", 6),
        (2, "2–", 2),
        (3, "5]", 5),
    ];
    for (row, letters, number) in links {
        // One figure is linked, not what is beside it.
        let place = Place { name: None, left: Some(60.0), top: height(number) + ABOVE };
        sheet.link(lines[row], letters, &place);
        sheet.links.iter_mut().rev().take(1).for_each(|link| link.width = STEP);
    }
    let document = sheet.read(false);
    let numbers: Vec<_> =
        found(&document).into_iter().map(|(_, numbers, linked)| (numbers, linked)).collect();
    assert_eq!(numbers, [(vec![1, 3, 4, 5, 6], true), (vec![2, 4, 5, 6], true), (vec![2, 3, 4, 5], true)]);
}
