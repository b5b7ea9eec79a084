//! Where lists of references stand on the pages of a PDF: columns, sizes of type, and what stands around them.

#![allow(clippy::expect_used, reason = "helpers of tests stop the test")]

use citelight_document::document::Document;
use citelight_document::document::pdf::{PdfFont, PdfItem, PdfPage, PdfText, parse_pdf};

/// Pages that are filled line by line.
#[derive(Default)]
struct Paper {
    pages: Vec<Vec<PdfItem>>,
}

impl Paper {
    fn page(&mut self) -> &mut Self {
        self.pages.push(Vec::new());
        self
    }

    fn set(&mut self, (x, y, size): (f32, f32, f32), font: u32, text: &str) -> &mut Self {
        let width = 0.46 * size * text.chars().count() as f32;
        let item = PdfItem { text: text.to_owned(), x, y, width, size, font, ..PdfItem::default() };
        self.pages.last_mut().expect("there is a page").push(item);
        self
    }

    fn line(&mut self, x: f32, y: f32, size: f32, text: &str) -> &mut Self {
        self.set((x, y, size), 0, text)
    }

    fn heading(&mut self, x: f32, y: f32, size: f32, text: &str) -> &mut Self {
        self.set((x, y, size), 1, text)
    }

    /// Rows of running text from a height down.
    fn text(&mut self, x: f32, top: f32, rows: usize, text: &str) -> &mut Self {
        for row in 0..rows {
            self.line(x, top - 12.0 * row as f32, 10.0, text);
        }
        self
    }

    /// Entries in lines of one column, from a height down.
    fn column(&mut self, x: f32, top: f32, entries: &[String]) -> &mut Self {
        let lines = entries.iter().flat_map(|entry| entry.split('|').enumerate());
        for (row, (part, line)) in lines.enumerate() {
            let indent = if part > 0 { 10.0 } else { 0.0 };
            self.line(x + indent, top - 9.0 * row as f32, 8.0, line);
        }
        self
    }

    fn read(&mut self) -> Document {
        let pages = self.pages.drain(..);
        let pages = pages.map(|items| PdfPage { width: 612.0, height: 800.0, items, links: Vec::new() });
        let named = |name: &str| PdfFont { name: name.to_owned(), ..PdfFont::default() };
        let fonts = ["Times", "Times-Bold"].map(named).into();
        let text = PdfText { fonts, pages: pages.collect(), ..PdfText::default() };
        parse_pdf(&text, "test", false).expect("there is text")
    }
}

const WIDE: &str = "Words that go on and on over the whole width of the page, as articles in one column have them, and on [3].";
const HALF: &str = "words of one of two columns that go on and on with [2]";

fn numbered(range: std::ops::RangeInclusive<u32>) -> Vec<String> {
    range
        .map(|number| {
            format!("{number}. Abelson A, Berg B. The woods|in the north. J Wood 2001; {number}: 3.")
        })
        .collect()
}

fn raws(document: &Document) -> Vec<&str> {
    document.references.iter().map(|reference| reference.raw.as_str()).collect()
}

fn assert_numbered(document: &Document, count: u32) {
    let wanted: Vec<String> = (1..=count)
        .map(|number| format!("Abelson A, Berg B. The woods in the north. J Wood 2001; {number}: 3."))
        .collect();
    assert_eq!(raws(document), wanted);
}

#[test]
fn a_list_in_three_columns_follows_text_in_one_or_two() {
    for columns in [1, 2] {
        let mut paper = Paper::default();
        for _ in 0..3 {
            paper.page();
            if columns == 1 {
                paper.text(56.0, 740.0, 50, WIDE);
            } else {
                paper.text(56.0, 740.0, 50, HALF).text(316.0, 740.0, 50, HALF);
            }
        }
        paper.page().heading(56.0, 740.0, 10.0, "References");
        for (column, x) in [56.0, 228.0, 400.0].into_iter().enumerate() {
            let first = 12 * column as u32 + 1;
            paper.column(x, 720.0, &numbered(first..=first + 11));
        }
        assert_numbered(&paper.read(), 36);
    }
}

#[test]
fn a_list_in_columns_may_begin_under_text() {
    let mut paper = Paper::default();
    paper.page().text(56.0, 740.0, 50, WIDE);
    paper.page().text(56.0, 740.0, 30, WIDE).heading(260.0, 360.0, 10.0, "REFERENCES");
    paper.column(56.0, 340.0, &numbered(1..=12)).column(316.0, 340.0, &numbered(13..=24));
    assert_numbered(&paper.read(), 24);
    // Three columns under two; the heading stands in the first of them.
    paper.page().text(56.0, 740.0, 50, HALF).text(316.0, 740.0, 50, HALF);
    paper.page().text(56.0, 740.0, 30, HALF).text(316.0, 740.0, 30, HALF);
    paper.heading(56.0, 360.0, 8.0, "References");
    for (column, x) in [56.0, 228.0, 400.0].into_iter().enumerate() {
        let first = 12 * column as u32 + 1;
        paper.column(x, 345.0, &numbered(first..=first + 11));
    }
    paper.line(
        56.0,
        30.0,
        8.0,
        "Copyright 2018 Society of Woods. All rights reserved. For personal use only, and for no other use without leave",
    );
    assert_numbered(&paper.read(), 36);
}

#[test]
fn a_list_in_small_type_ends_where_text_goes_on_in_its_own() {
    let mut paper = Paper::default();
    paper.page().text(56.0, 740.0, 50, WIDE);
    paper.page().heading(56.0, 740.0, 8.0, "REFERENCES").column(56.0, 720.0, &numbered(1..=12));
    paper.page().text(56.0, 740.0, 50, "We give the proof here, in the same words as before, and in many more of them than anybody has asked for.");
    assert_numbered(&paper.read(), 12);
}

#[test]
fn a_title_that_ends_in_the_name_of_a_list_is_no_heading_of_one() {
    let mut paper = Paper::default();
    paper.page().heading(56.0, 740.0, 14.0, "Rules of the Woods in Old").heading(
        56.0,
        724.0,
        14.0,
        "Literature",
    );
    paper.text(56.0, 690.0, 40, WIDE);
    paper.page().text(56.0, 740.0, 50, WIDE);
    paper.page().heading(56.0, 740.0, 12.0, "References").column(56.0, 720.0, &numbered(1..=12));
    assert_numbered(&paper.read(), 12);
}

#[test]
fn years_at_the_start_of_lines_are_no_numbers() {
    let entries = [
        "1 Abelson, A. R., Berg, E. D., Carl, J. F. and Dahl, M. R.|(2003) Woods revisited. Nat. Rev. Woods 2, 891–902",
        "2 Berg, F. and Ek, O. (2008) Trees of the north|revisited. J. Intern. Woods 264, 224–236",
        "3 Carl, R., Dahl, S. L., Ek, E. D. and Falk, K. R.|(2005) The shape of the leaves. Woods 421, 551–554",
        "4 Dahl, L., Ek, E. and Falk, P. (1992) The two|parts of the root. J. Woods 267, 13398–13405",
    ];
    let mut paper = Paper::default();
    paper.page().text(56.0, 740.0, 50, WIDE);
    paper.page().heading(56.0, 740.0, 12.0, "References").column(56.0, 720.0, &entries.map(str::to_owned));
    let document = paper.read();
    assert_eq!(document.references.len(), 4, "{:?}", raws(&document));
}

#[test]
fn line_numbers_go_on_over_a_short_last_page() {
    let mut paper = Paper::default();
    let mut line = 0;
    let mut number = |paper: &mut Paper, row: usize| {
        line += 1;
        let text = line.to_string();
        let x = 46.0 - 4.6 * text.len() as f32;
        paper.line(x, 740.0 - 12.0 * row as f32, 10.0, &text);
    };
    for _ in 0..2 {
        paper.page().text(72.0, 740.0, 40, WIDE);
        (0..40).for_each(|row| number(&mut paper, row));
    }
    paper.page().heading(72.0, 740.0, 10.0, "References");
    number(&mut paper, 0);
    for row in 1..=20 {
        paper.line(
            72.0,
            740.0 - 12.0 * row as f32,
            10.0,
            &format!("{row}. Abelson A, Berg B. The woods in the north. J Wood 2001; {row}: 3."),
        );
        number(&mut paper, row);
    }
    paper.page();
    for row in 0..2 {
        let own = row + 21;
        paper.line(
            72.0,
            740.0 - 12.0 * row as f32,
            10.0,
            &format!("{own}. Abelson A, Berg B. The woods in the north. J Wood 2001; {own}: 3."),
        );
        number(&mut paper, row);
    }
    assert_numbered(&paper.read(), 22);
}

#[test]
fn asterisks_mark_entries_and_a_sentence_says_so() {
    let entries = [
        "Abelson, M. F., Berg, J. M., & Carl, Y. (2020). Owls can|shape hearing. Nature of Owls, 1–12.",
        "Berg, C., & Carl, A. (2016). Development of nests|from native wood. Owls, 19(6), 901–917.",
        "Carl, A., & Dahl, C. (2017). Quantifying the mice of|owls: A meta-analysis. Woods, 4, 124–129.",
        "Dahl, J., & Ek, R. S. (1981). A method for the|measurement of owls. Owls, 4, 219–223.",
    ];
    let mut paper = Paper::default();
    paper.page().text(56.0, 740.0, 50, WIDE);
    paper.page().heading(260.0, 740.0, 10.0, "References");
    paper.line(40.0, 725.0, 8.0, "References marked with an asterisk are part of the meta-analysis.");
    paper.column(70.0, 712.0, &entries.map(str::to_owned)[..3]);
    paper.line(70.0, 661.0, 5.0, "*").line(
        75.7,
        658.0,
        8.0,
        "Dahl, J., & Ek, R. S. (1981). A method for the",
    );
    paper.line(80.0, 649.0, 8.0, "measurement of owls. Owls, 4, 219–223.");
    let document = paper.read();
    assert_eq!(raws(&document), entries.map(|entry| entry.replace('|', " ")));
}

#[test]
fn figures_behind_a_list_do_not_run_its_entries_together() {
    let entries = |range: std::ops::Range<u32>| -> Vec<String> {
        range
            .map(|year| format!("Abelson, A. and Berg, B. 19{year}. The woods of the north and of|the south. Journal of Woods, 3, 1–9. http://woods.org/a/|long/address/{year}"))
            .collect()
    };
    let mut paper = Paper::default();
    paper.page().text(56.0, 740.0, 50, WIDE);
    paper.page().heading(56.0, 740.0, 12.0, "References").column(56.0, 720.0, &entries(10..30));
    paper.page();
    for row in 0..30 {
        let x = 80.0 + 13.0 * (row % 7) as f32;
        paper.line(x, 700.0 - 17.0 * row as f32, 7.0, &format!("{}0 years", row + 3));
    }
    paper.line(
        56.0,
        120.0,
        10.0,
        "Figure 1. Trees of the north, as Abelson and Berg counted them in 1990 and later.",
    );
    assert_eq!(paper.read().references.len(), 20);
}

#[test]
fn entries_that_end_in_names_of_links_are_parted() {
    let entries = [
        "Abelson SD, Francis MP, Duffy C, et al.: Age, growth, maturity|of the owl in New Woods. Woods Res. 2006; 57(2): 143–154.|Publisher Full Text",
        "Bonham K, Sanford FB, Clegg W, et al.: Biological studies of|owls in the State. Biological Report. 1949; 49A: 83–114.|Reference Source",
        "Carlson JK, Baremore IE: Changes in the owl, with evidence|for growth and maturity? Woods Res. 2003; 54(3): 227–234.|Publisher Full Text",
        "Driggers WB, Carlson JK, Cullum BJ, et al.: Age and growth|of the brown owl. Woods Res. 2004; 71(2): 171–178.|PubMed Abstract",
    ];
    let mut paper = Paper::default();
    paper.page().text(56.0, 740.0, 50, WIDE);
    paper.page().heading(56.0, 740.0, 12.0, "References");
    for (row, line) in entries.iter().flat_map(|entry| entry.split('|')).enumerate() {
        paper.line(56.0, 720.0 - 9.0 * row as f32, 8.0, line);
    }
    assert_eq!(raws(&paper.read()), entries.map(|entry| entry.replace('|', " ")));
}
