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

/// Text above a list that goes on in the second column, as proceedings have it. The entries of the right column stand
/// beside those of the left one, under others.
fn two_columns(text: &[&str], left: &[&str], right: &[&str]) -> Sheet {
    let mut sheet = Sheet::default();
    for row in 0..16 {
        let line = text.get(row).unwrap_or(&"words of the left column that go on and on with");
        sheet.line(50.0, 740.0 - 12.0 * row as f32, line);
    }
    sheet.heading(50.0, 510.0, "References");
    let others = ["Ant", "Bee", "Cat", "Dog", "Elk", "Fox", "Gnu", "Hen"];
    for (row, name) in others.iter().enumerate() {
        let entry = format!("{name}wood, P. Shrubs and others. Woods 4, 195{row}.");
        sheet.line(310.0, 720.0 - 30.0 * row as f32, &entry);
    }
    for (x, entries) in [(50.0, left), (310.0, right)] {
        for (row, entry) in entries.iter().enumerate() {
            sheet.line(x, 480.0 - 30.0 * row as f32, entry);
        }
    }
    sheet
}

#[test]
fn words_decide_between_entries_of_two_columns_at_one_height() {
    let text = [
        "We take it from others (Abel, 2001; Donahue et",
        "al., 2016; 2018), and from what Carl (1999) said,",
    ];
    let left = [
        "Abel, A. Oaks of the north. Woods 1, 2001.",
        "Donahue, C. and Ek, B. Ash trees. Woods, 2018.",
        "Falk, D. Elms and beeches. Woods 7, 2011.",
    ];
    let right = [
        "Carl, E. Poplars in rows. Woods 9, 1999.",
        "Wang, Z. and Gran, F. Limes. Woods 3, 2003.",
        "Donahue, J. and Hall, K. Firs. Woods, 2016.",
    ];
    let mut sheet = two_columns(&text, &left, &right);
    let mut link = |line: usize, letters: &str, row: usize| {
        // The column beside is a trifle nearer.
        let top = 480.0 - 30.0 * row as f32 + ABOVE;
        sheet.link(text[line], letters, &Place { name: None, left: None, top });
    };
    link(0, "Abel", 0);
    link(0, "2001", 0);
    link(1, "2016", 2);
    link(1, "2018", 1);
    link(1, "1999", 0);
    let document = sheet.read(false);
    let numbers: Vec<Vec<usize>> = found(&document).into_iter().map(|(_, numbers, _)| numbers).collect();
    let is = |start: &str| {
        document.references.iter().position(|own| own.raw.starts_with(start)).map_or(0, |at| at + 1)
    };
    let wanted = [vec![is("Abel"), is("Donahue, J."), is("Donahue, C.")], vec![is("Carl")]];
    assert_eq!(numbers, wanted);
    let told = document.anomalies.iter().map(|anomaly| anomaly.kind);
    assert!(!told.clone().any(|kind| kind == AnomalyKind::ContradictoryLink), "{:?}", document.anomalies);
}

#[test]
fn a_place_that_many_names_share_is_no_entry() {
    let text = [
        "The data were shared by few people (Abel 2001), as Berg (2012) said, and it has been said",
        "again since (Dahl and Ek 2009; Falk 2011), though Carl (2010) did not agree with it at all.",
    ];
    let entries = [
        "Abel, A. (2001). Sharing of data in the woods. Journal of Woods, 1(2), 3–9.",
        "Berg, B. (2012). Reasons for sharing them. Journal of Woods, 12(2), 30–39.",
        "Carl, C. (2010). Against it, with some reasons. Journal of Woods, 10(1), 1–2.",
        "Dahl, D., & Ek, E. (2009). Tools of the sharing. Journal of Woods, 9(4), 99–120.",
        "Falk, F. (2011). Letters on what was shared. Journal of Woods, 11(2), 44–47.",
    ];
    let mut sheet = Sheet::default();
    sheet.heading(60.0, 730.0, "1 Introduction");
    sheet.line(60.0, 712.0, text[0]);
    sheet.line(60.0, 700.0, text[1]);
    sheet.heading(60.0, 640.0, "References");
    let height = |row: usize| 620.0 - 14.0 * row as f32;
    for (row, entry) in entries.iter().enumerate() {
        sheet.line(60.0, height(row), entry);
    }
    // The program knows no destination lower than the fourth entry.
    let low = height(3) + ABOVE;
    for (line, letters, name, top) in [
        (0, "Abel 2001", "CR1", low),
        (0, "2012", "CR2", low),
        (1, "Dahl and Ek 2009", "CR4", low),
        (1, "Falk 2011", "CR5", height(4) + ABOVE),
        (1, "2010", "CR3", low),
    ] {
        sheet.link(text[line], letters, &Place { name: Some(name), left: Some(0.0), top });
    }
    let document = sheet.read(false);
    let numbers: Vec<Vec<usize>> = found(&document).into_iter().map(|(_, numbers, _)| numbers).collect();
    assert_eq!(numbers, [vec![1], vec![2], vec![4, 5], vec![3]]);
    assert!(!document.anomalies.iter().any(|anomaly| anomaly.kind == AnomalyKind::ContradictoryLink));
}

/// A publisher's program measured the heights on a larger sheet.
#[test]
fn where_most_links_lead_to_no_entry_the_words_decide() {
    let names = ["Abel", "Berg", "Carl", "Dahl", "Ekman", "Falk"];
    let mut sheet = Sheet::default();
    sheet.heading(60.0, 730.0, "1 Introduction");
    let lines: Vec<String> = (1..)
        .zip(names)
        .map(|(row, name)| {
            format!("It was said before by {name} (200{row}), and has been said by others since then.")
        })
        .collect();
    for (row, line) in lines.iter().enumerate() {
        sheet.line(60.0, 712.0 - 12.0 * row as f32, line);
    }
    sheet.heading(60.0, 610.0, "References");
    let height = |row: usize| 590.0 - [0.0, 14.0, 45.0, 64.0, 87.0, 121.0][row];
    for (row, name) in names.iter().enumerate() {
        let entry = format!("{name}, A. (200{}). Sharing of data. Journal of Woods, 1(2), 3–9.", row + 1);
        sheet.line(60.0, height(row), &entry);
    }
    for (row, line) in lines.iter().enumerate() {
        let name = Some(["CR1", "CR2", "CR3", "CR4", "CR5", "CR6"][row]);
        let place = Place { name, left: Some(0.0), top: height(row) + 61.0 };
        sheet.link(line, &format!("200{}", row + 1), &place);
    }
    let document = sheet.read(false);
    let numbers: Vec<Vec<usize>> = found(&document).into_iter().map(|(_, numbers, _)| numbers).collect();
    assert_eq!(numbers, [[1], [2], [3], [4], [5], [6]]);
}

#[test]
fn names_that_count_lead_to_their_entries_whatever_their_height() {
    let years = [1999, 2003, 2007, 2010, 2012, 2014, 2018, 2020];
    let entries = ["Abel", "Berg", "Carl", "Dahl", "Ek", "Falk", "Gran", "Hall"];
    let text = "All of them were seen in the years 1999, 2003, 2007, 2010, 2012, 2014, 2018 and 2020 by us.";
    for step in [1, 5] {
        let mut sheet = Sheet::default();
        sheet.heading(60.0, 730.0, "1 Introduction");
        sheet.line(60.0, 712.0, text);
        sheet.heading(60.0, 640.0, "References");
        for (row, (name, year)) in entries.iter().zip(years).enumerate() {
            let y = 620.0 - 20.0 * row as f32;
            sheet.line(
                60.0,
                y,
                &format!("{name}, A. The woods of the north. Journal of Woods {row}, {year}."),
            );
            // The heights drift until the entry above is nearer.
            let top = y + ABOVE + 2.0 * row as f32;
            sheet.link(text, &year.to_string(), &Place { name: None, left: Some(60.0), top });
            let name = format!("CR{}", step * (row + 1));
            sheet.links.iter_mut().rev().take(1).for_each(|link| link.name = Some(name.clone()));
        }
        let document = sheet.read(false);
        let linked: Vec<usize> = found(&document).into_iter().flat_map(|(_, numbers, _)| numbers).collect();
        assert_eq!(linked, (1..=8).collect::<Vec<_>>());
    }
}

#[test]
fn a_link_over_a_group_leaves_the_works_beside_its_own_to_the_words() {
    let text = [
        "It was said first (Abel, 2001; Berg, 2012), and",
        "then it was said again in the letters (Dahl, 2003a, b).",
        "Others said so, too (Carl and Ek, 2007), in the north.",
    ];
    let entries = [
        "Abel, A. Oaks of the north. Woods 1, 2001.",
        "Berg, C. Ash trees of the north. Woods, 2012.",
        "Carl, D. and Ek, B. Elms and beeches. Woods 7, 2007.",
        "Dahl, E. Poplars in rows. Woods 9, 2003a.",
        "Dahl, E. Limes in rows. Woods 10, 2003b.",
    ];
    let mut sheet = Sheet::default();
    sheet.heading(60.0, 730.0, "1 Introduction");
    for (row, line) in text.iter().enumerate() {
        sheet.line(60.0, 712.0 - 12.0 * row as f32, line);
    }
    sheet.heading(60.0, 640.0, "References");
    let height = |row: usize| 620.0 - 20.0 * row as f32;
    for (row, entry) in entries.iter().enumerate() {
        sheet.line(60.0, height(row), entry);
    }
    let mut link = |line: usize, letters: &str, row: usize| {
        sheet.link(text[line], letters, &Place { name: None, left: Some(60.0), top: height(row) + ABOVE });
    };
    link(0, "(Abel, 2001; Berg, 2012)", 0);
    link(1, "Dahl, 2003a, b", 3);
    // Leads to a work whose name and year are others.
    link(2, "Carl and Ek, 2007", 0);
    let document = sheet.read(false);
    let numbers: Vec<Vec<usize>> = found(&document).into_iter().map(|(_, numbers, _)| numbers).collect();
    assert_eq!(numbers, [vec![1, 2], vec![4, 5], vec![3]]);
    let told = document.anomalies.iter().map(|anomaly| anomaly.kind);
    assert!(!told.clone().any(|kind| kind == AnomalyKind::ContradictoryLink), "{:?}", document.anomalies);
}
