//! PDF text layers through the layout: real ones, made ones, and nonsense.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use std::collections::HashSet;

use citelight_document::citation::{CitationStyle, Mapping};
use citelight_document::document::pdf::{PdfFont, PdfItem, PdfLink, PdfPage, PdfText, parse_pdf};
use citelight_document::document::{AnomalyKind, Document, ParseError};
use citelight_document::markup::{Block, BlockKind, locator_of};
use proptest::prelude::*;

#[path = "support/clock.rs"]
mod clock;

fn layer(name: &str) -> PdfText {
    let path = format!("{}/../../tests/fixtures/pdf/{name}", env!("CARGO_MANIFEST_DIR"));
    let json = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&json).expect("the fixture is a text layer")
}

fn read(text: &PdfText, hide_links: bool) -> Document {
    parse_pdf(text, "test", hide_links).expect("there is text")
}

fn headings(document: &Document) -> Vec<(u8, &str)> {
    document
        .blocks
        .iter()
        .filter_map(|block| match block.kind {
            BlockKind::Heading(level) => Some((level, block.text.as_str())),
            _ => None,
        })
        .collect()
}

fn texts(document: &Document, kind: BlockKind) -> Vec<&str> {
    document.blocks.iter().filter(|block| block.kind == kind).map(|block| block.text.as_str()).collect()
}

fn edges(document: &Document, linked_only: bool) -> HashSet<(usize, usize)> {
    document
        .citations
        .iter()
        .filter(|citation| !linked_only || citation.status == Mapping::Linked)
        .flat_map(|citation| citation.references.iter().map(|reference| (citation.block, *reference)))
        .collect()
}

#[test]
fn two_columns_are_read_as_a_reader_reads_them() {
    let document = read(&layer("two-column.pdfjs.json"), true);
    assert_eq!(
        document.title.as_deref(),
        Some("How Far Does a Sentence Reach? Reading Citations Across Columns and Pages")
    );
    assert_eq!(
        headings(&document),
        [
            (1, "1 Introduction"),
            (1, "2 Materials and methods"),
            (2, "2.1 Pages"),
            (2, "2.2 Order"),
            (1, "3 Results and discussion")
        ]
    );
    let sentences: Vec<&str> = document
        .blocks
        .iter()
        .flat_map(|block| (0..block.sentences.len()).filter_map(|index| block.sentence(index)))
        .collect();
    for sentence in [
        "Readers move from the left column to the right one without noticing it, and programs have to learn what readers know [1].",
        "The pages are listed in the appendix of the longer report [2, 3, 4, 5].",
        "None of these is hard in principle, but each of them needs pages of its own, and somebody has to read those pages first [3].",
        "The one you are reading refers to an old study [8].",
    ] {
        assert!(sentences.contains(&sentence), "{sentence}");
    }
    assert!(
        texts(&document, BlockKind::Footnote)
            .iter()
            .any(|text| text.starts_with("Footnotes are set in smaller"))
    );
    assert!(
        texts(&document, BlockKind::Caption).iter().any(|text| text.starts_with("Table 1: Sentences found"))
    );
    let all: String = document.blocks.iter().map(|block| block.text.as_str()).collect();
    assert!(!all.contains("Reading in two columns"), "the running head is dropped");
    assert_eq!(document.references.len(), 10);
    assert_eq!(document.references[3].raw, "É. Dubois, White Rivers. Paris: Éditions du Vide, 1998.");
    assert_eq!(document.references[5].raw.split(' ').next_back(), Some("2012."), "no head in the entry");
}

#[test]
fn styles_are_told_apart_and_mapped() {
    // One link of the second stands on a name without its year ("what Berg had expected"): known to be missed.
    for (name, style, least, share) in [
        ("two-column.pdfjs.json", CitationStyle::Numeric, 18, 0.93),
        ("author-year.pdfjs.json", CitationStyle::AuthorYear, 15, 0.93),
        ("superscript.pdfjs.json", CitationStyle::Superscript, 10, 0.93),
        ("quantum-aip.pdfjs.json", CitationStyle::Superscript, 25, 0.93),
        ("quantum-acm.pdfjs.json", CitationStyle::Numeric, 25, 0.93),
        ("peerj-1120-excerpt.json", CitationStyle::AuthorYear, 10, 0.93),
    ] {
        let text = layer(name);
        let (blind, linked) = (read(&text, true), read(&text, false));
        assert_eq!(blind.style, style, "{name}");
        let (found, gold) = (edges(&blind, false), edges(&linked, true));
        let right = found.intersection(&gold).count();
        assert!(gold.len() >= least, "{name}: {} links", gold.len());
        assert!(right as f64 >= share * gold.len() as f64, "{name}: {right} of {}", gold.len());
        // Ranges link their ends only, and some classes link a part of a group.
        let mut closed = blind.clone();
        closed.citations.retain(|citation| {
            !blind.blocks[citation.block].text[citation.range.clone()].contains(['-', '–'])
        });
        let unlinked = edges(&closed, false).difference(&gold).count();
        assert!(unlinked * 4 <= found.len(), "{name}: found without a link");
    }
}

#[test]
fn line_numbers_and_margins_are_no_text() {
    let document = read(&layer("author-year.pdfjs.json"), true);
    let text: String = texts(&document, BlockKind::Paragraph).join(" ");
    assert!(
        text.starts_with("The habit of citing by name and year is old (Abel, 1901), and it was defended")
    );
    assert!(text.ends_with("matters more than the form of the citation."), "{text}");

    let journal = read(&layer("peerj-1120-excerpt.json"), true);
    let first = texts(&journal, BlockKind::Abstract);
    assert!(first[0].starts_with("Background. Knowledge about mixed-methods perspectives"), "{first:?}");
    assert!(
        !first.iter().any(|text| text.contains("Submitted 31 March")),
        "the margin is read apart: {first:?}"
    );
    assert_eq!(journal.identifiers.doi.as_deref(), Some("10.7717/peerj.1120"));
    assert_eq!(journal.references.len(), 64);
}

#[test]
fn a_short_article_of_a_journal() {
    let document = read(&layer("rjournal-2014-mair.json"), true);
    assert_eq!(document.title.as_deref(), Some("Web Technologies Task View"));
    assert_eq!(document.references.len(), 5);
    assert!(texts(&document, BlockKind::Abstract)[0].starts_with("This article presents the CRAN Task View"));
}

#[test]
fn a_locator_lies_over_the_very_words() {
    let text = layer("two-column.pdfjs.json");
    let document = read(&text, true);
    let mut checked = 0;
    for citation in &document.citations {
        let block: &Block = &document.blocks[citation.block];
        let locator = locator_of(block, citation.range.clone());
        assert!(!locator.boxes.is_empty());
        for range in &locator.ranges {
            let item = &text.pages[range.node as usize].items[range.run as usize];
            let units: Vec<u16> = item.text.encode_utf16().collect();
            let words = String::from_utf16_lossy(&units[range.start as usize..range.end as usize]);
            assert!(locator.quote.exact.contains(words.trim()), "{words} in {}", locator.quote.exact);
        }
        // A link of the file lies over the same words.
        let near = locator.boxes.iter().any(|area| {
            text.pages[area.page as usize].links.iter().any(|link| {
                let (x, y) = (area.x as f32 / 100.0, area.y as f32 / 100.0);
                let (right, upper) = (x + area.width as f32 / 100.0, y + area.height as f32 / 100.0);
                x < link.x + link.width && link.x < right && y < link.y + link.height && link.y < upper
            })
        });
        checked += usize::from(near);
    }
    assert!(checked >= 12, "{checked} citations under their links");
}

/// A page of lines at 12 points' distance in 10 point type; every piece is (x, line, text).
fn page(pieces: &[(f32, f32, &str)]) -> PdfPage {
    let items = pieces
        .iter()
        .map(|(x, line, text)| PdfItem {
            text: (*text).to_owned(),
            x: *x,
            y: 700.0 - 12.0 * line,
            width: 4.6 * text.chars().count() as f32,
            size: 10.0,
            ..PdfItem::default()
        })
        .collect();
    PdfPage { width: 600.0, height: 800.0, items, links: Vec::new() }
}

/// A document of one page in the fonts Times, bold, slanted and two of mathematics (0–4); every piece is (x, y, size,
/// font, text).
fn set(pieces: &[(f32, f32, f32, u32, &str)]) -> Document {
    let items = pieces.iter().map(|(x, y, size, font, text)| PdfItem {
        text: (*text).to_owned(),
        x: *x,
        y: *y,
        width: 0.46 * size * text.chars().count() as f32,
        size: *size,
        font: *font,
        ..PdfItem::default()
    });
    let page = PdfPage { width: 600.0, height: 800.0, items: items.collect(), links: Vec::new() };
    let named = |name: &str| PdfFont { name: name.to_owned(), ..PdfFont::default() };
    let fonts = ["Times", "Times-Bold", "Times-Italic", "CMSY10", "CMEX10"].map(named).into();
    read(&PdfText { fonts, pages: vec![page], ..PdfText::default() }, true)
}

#[test]
fn signs_off_the_baseline_do_not_part_a_paragraph() {
    let document = set(&[
        (
            60.0,
            700.0,
            10.0,
            0,
            "We compute the dot products of the query with all keys, and divide each of them by the",
        ),
        (60.0, 688.0, 10.0, 0, "root, written"),
        (123.0, 695.6, 10.0, 3, "√"),
        (128.0, 688.0, 10.0, 0, "x, before a softmax function is applied in order to find the weights of"),
        (60.0, 676.0, 10.0, 0, "values, and the sum"),
        (150.0, 683.5, 10.0, 4, "∑"),
        (158.0, 676.0, 10.0, 0, "of them is taken."),
    ]);
    let found = texts(&document, BlockKind::Paragraph);
    assert_eq!(
        found,
        [
            "We compute the dot products of the query with all keys, and divide each of them by the root, written √x, \
          before a softmax function is applied in order to find the weights of values, and the sum ∑ of them is taken."
        ]
    );
}

#[test]
fn captions_are_whole_and_no_part_of_the_text_around() {
    let document = set(&[
        (
            60.0,
            700.0,
            10.0,
            0,
            "The first paragraph of the text goes on under the table, since the page ends here and then",
        ),
        (
            60.0,
            660.0,
            10.0,
            0,
            "Table 3: Results of the test on one set of pages and on another one, to which we refer all",
        ),
        (104.0, 648.0, 10.0, 0, "readers for descriptions of what was tested, and of how long it took us."),
        (60.0, 610.0, 8.0, 0, "†A note of the table that is set in small print."),
        (60.0, 580.0, 10.0, 0, "the next page goes on with it until the paragraph ends."),
    ]);
    assert_eq!(
        texts(&document, BlockKind::Caption),
        [
            "Table 3: Results of the test on one set of pages and on another one, to which we refer all readers for \
          descriptions of what was tested, and of how long it took us."
        ]
    );
    assert!(
        texts(&document, BlockKind::Paragraph).iter().any(|text| text
            .ends_with("ends here and then the next page goes on with it until the paragraph ends.")),
        "{:?}",
        document.blocks
    );
}

#[test]
fn a_heading_in_the_first_line_is_a_heading() {
    let document = set(&[
        (60.0, 700.0, 10.0, 1, "Applications of Attention"),
        (184.0, 700.0, 10.0, 0, "The model uses attention in three ways that differ, as follows"),
        (60.0, 688.0, 10.0, 0, "from what was said above about the whole of it and of all of its parts."),
        (60.0, 664.0, 10.0, 2, "2) Multiple Heads:"),
        (145.0, 664.0, 10.0, 0, "We found it to be of use to have several of them beside each other in"),
        (60.0, 652.0, 10.0, 0, "one layer, of which each one attends to something else."),
        (60.0, 628.0, 10.0, 1, "Precision"),
        (104.5, 628.0, 10.0, 0, "is the share of what was found that is right, as everybody knows who has"),
        (60.0, 616.0, 10.0, 0, "measured it once, or twice."),
    ]);
    let found: Vec<&str> = headings(&document).into_iter().map(|(_, text)| text).collect();
    assert_eq!(found, ["Applications of Attention", "2) Multiple Heads:"]);
    assert!(texts(&document, BlockKind::Paragraph)[2].starts_with("Precision is the share"));
}

#[test]
fn text_that_ends_in_two_columns_is_read_before_the_list_under_it() {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for row in 0..16 {
        let y = 740.0 - 12.0 * row as f32;
        left.push((50.0, y, 10.0, 0, "words of the left column that go on and on with"));
        right.push((310.0, y, 10.0, 0, "more words of the right column after the left"));
    }
    left.push((50.0, 548.0, 10.0, 0, "the code was kindly given to us by the Department"));
    right.insert(0, (310.0, 752.0, 10.0, 0, "of Energy, and it was run on many machines [2]."));
    let entries = [
        "[1] A. Abel and B. Berg, J. Things 1, 2 (2001).",
        "[2] C. Carl, Rev. of Words 3, 210 (2012), 4 pp.",
        "[3] D. Dahl and E. Ek, Phys. Lett. 5, 6 (2003).",
        "[4] F. Falk, Letters on Nothing 7, 88 (2014), 9.",
        "[5] G. Gran, Annals of Words 99, 10 (2015), 12.",
        "[6] H. Hall, Journal of Results 1, 11 (2016), 3.",
    ];
    for (row, entry) in entries.iter().enumerate() {
        let (x, row) = if row < 3 { (50.0, row) } else { (310.0, row - 3) };
        left.push((x, 480.0 - 10.0 * row as f32, 8.0, 0, entry));
    }
    let document = set(&[left, right].concat());
    let whole = texts(&document, BlockKind::Paragraph).join(" ");
    assert!(
        whole.contains("given to us by the Department of Energy, and it was run on many machines [2]."),
        "{whole}"
    );
    assert_eq!(document.references.len(), entries.len());
    assert_eq!(document.citations.len(), 1);
}

#[test]
fn entries_may_begin_with_raised_numbers() {
    let line = "It was said first by others, and then it was said again by those who said it before us all.";
    let mut pieces =
        vec![(60.0, 780.0, 16.0, 1, "A Title Without Much in It"), (60.0, 756.0, 11.0, 1, "1 Introduction")];
    pieces.extend((0..5).map(|row| (60.0, 740.0 - 12.0 * row as f32, 10.0, 0, line)));
    pieces.extend([
        (60.0, 680.0, 10.0, 0, "Some said more."),
        (130.0, 683.6, 7.0, 0, "2,3"),
        (60.0, 660.0, 11.0, 1, "REFERENCES"),
    ]);
    let entries = [
        ("1", "A. Abel and B. Berg, J. Things 1, 2 (2001), a paper on nothing at all."),
        ("2", "C. Carl, Rev. of Words 3, 210 (2012), and what was said about it there."),
        ("3", "D. Dahl and E. Ek, Phys. Lett. 5, 6 (2003), with an answer to the above."),
        ("4", "F. Falk, Letters on Nothing 7, 88 (2014), which is cited by nobody yet."),
    ];
    for (row, (number, entry)) in entries.iter().enumerate() {
        let y = 650.0 - 10.0 * row as f32;
        pieces.push((60.0, y + 2.8, 6.0, 0, number));
        pieces.push((63.4, y, 8.0, 0, entry));
    }
    let document = set(&pieces);
    assert_eq!(document.style, CitationStyle::Superscript);
    let labels: Vec<Option<&str>> =
        document.references.iter().map(|reference| reference.label.as_deref()).collect();
    assert_eq!(labels, [Some("1"), Some("2"), Some("3"), Some("4")]);
    assert!(document.references[2].raw.starts_with("D. Dahl and E. Ek, Phys. Lett."));
    assert_eq!(document.citations[0].references, [1, 2]);
}

#[test]
fn words_that_line_ends_cut_are_joined() {
    let text = PdfText {
        fonts: vec![PdfFont::default()],
        pages: vec![page(&[
            (60.0, 1.0, "The representation of a page is not the same thing as the page, and a repre-"),
            (60.0, 2.0, "sentation may be wrong. A state-of-the-art method may be worse than a state-of-"),
            (60.0, 3.0, "the-art claim. See https://example.org/a/very/long/address/that/goes/on/and-"),
            (60.0, 4.0, "on.html for more about it, since nothing more is said about it here. The AGI Eval"),
            (60.0, 5.0, "is a set of questions of many kinds that people often use today for eval-"),
            (60.0, 6.0, "uating what was made by others, and now and then for what they made."),
        ])],
        ..PdfText::default()
    };
    let document = read(&text, true);
    let found = texts(&document, BlockKind::Paragraph).join("\n");
    assert!(found.contains("and a representation may be wrong."), "{found}");
    assert!(found.contains("than a state-of-the-art claim."), "{found}");
    assert!(found.contains("for evaluating what was made"), "{found}");
    assert!(
        found.contains("https://example.org/a/very/long/address/that/goes/on/and-on.html for"),
        "{found}"
    );
}

#[test]
fn a_page_without_text_is_an_error_that_says_so() {
    let scan = PdfText {
        pages: vec![PdfPage { width: 600.0, height: 800.0, ..PdfPage::default() }],
        ..PdfText::default()
    };
    assert!(matches!(parse_pdf(&scan, "scan.pdf", false), Err(ParseError::Empty { .. })));
    assert!(parse_pdf(&PdfText::default(), "nothing.pdf", false).is_err());
}

#[test]
fn a_page_unlike_the_others_is_doubted() {
    let whole = "words over the whole width of the page that are read as one line of running text today";
    let (left, right) = ("words of a column on the left side", "words of a column on the right side");
    let one: Vec<(f32, f32, &str)> = (1..40).map(|line| (60.0, line as f32, whole)).collect();
    let two: Vec<(f32, f32, &str)> = (1..40)
        .flat_map(|line| {
            let is_whole = line % 4 == 0;
            let left = (60.0, line as f32, if is_whole { whole } else { left });
            std::iter::once(left).chain((!is_whole).then_some((310.0, line as f32, right)))
        })
        .collect();
    let pages = vec![page(&one), page(&one), page(&two), page(&one), page(&one)];
    let text = PdfText { fonts: vec![PdfFont::default()], pages, ..PdfText::default() };
    let document = read(&text, true);
    let doubts: Vec<&str> = document
        .anomalies
        .iter()
        .filter(|anomaly| anomaly.kind == AnomalyKind::DoubtfulLayout)
        .map(|anomaly| anomaly.place.as_str())
        .collect();
    assert_eq!(doubts, ["page 3"]);
}

#[test]
fn the_order_of_the_items_does_not_matter() {
    let text = layer("two-column.pdfjs.json");
    let mut turned = text.clone();
    for page in &mut turned.pages {
        page.items.reverse();
        let middle = page.items.len() / 2;
        page.items.rotate_left(middle);
    }
    let plain = |document: &Document| {
        document
            .blocks
            .iter()
            .map(|block| block.text.clone())
            .filter(|text| text.len() > 60)
            .collect::<Vec<_>>()
    };
    assert_eq!(plain(&read(&text, true)), plain(&read(&turned, true)));
}

#[test]
fn dense_pages_stay_fast() {
    // A plot's lettering: ten thousand pieces, on a grid, in a heap, in one row, on slowly falling baselines.
    let grid = |index: usize| (5.0 * (index % 100) as f32, 7.0 * (index / 100) as f32);
    let heap = |_: usize| (300.0, 400.0);
    let row = |index: usize| (0.05 * index as f32, 400.0);
    let falling = |index: usize| (60.0 + (index % 7) as f32, 790.0 - 0.07 * index as f32);
    for place in [&grid as &dyn Fn(usize) -> (f32, f32), &heap, &row, &falling] {
        let items = (0..10_000)
            .map(|index| {
                let (x, y) = place(index);
                let size = if index % 3 == 0 { 6.0 } else { 10.0 };
                PdfItem {
                    text: format!("w{} [1]", index % 50),
                    x,
                    y,
                    width: 14.0,
                    size,
                    ..PdfItem::default()
                }
            })
            .collect();
        let links = (0..3_000)
            .map(|index| PdfLink {
                x: index as f32,
                y: 400.0,
                width: 9.0,
                height: 9.0,
                top: Some(400.0),
                ..PdfLink::default()
            })
            .collect();
        let text = PdfText {
            fonts: vec![PdfFont::default()],
            pages: vec![PdfPage { width: 600.0, height: 800.0, items, links }],
            ..PdfText::default()
        };
        let watch = clock::Stopwatch::start();
        let _ = parse_pdf(&text, "plot.pdf", false);
        let spent = watch.spent();
        assert!(spent.as_secs() < 20, "{spent:?}");
    }
}

fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        8 => 0.0_f32..800.0,
        1 => Just(f32::NAN),
        1 => Just(f32::INFINITY),
        1 => Just(-1e30_f32),
        1 => Just(3.4e38_f32),
        1 => Just(0.0_f32),
    ]
}

fn item() -> impl Strategy<Value = PdfItem> {
    let text = prop_oneof![
        6 => "[a-zA-Z]{1,9}( [a-z]{1,8}){0,6}[.,-]?",
        2 => "\\[[0-9]{1,2}\\]|\\([A-Z][a-z]{2,5}, (19|20)[0-9]{2}\\)|References|Abstract|[0-9]{1,3}",
        2 => "\\PC{0,12}",
    ];
    (text, coordinate(), coordinate(), coordinate(), coordinate(), 0_u32..4, coordinate()).prop_map(
        |(text, x, y, width, size, font, angle)| {
            let angle = if angle < 700.0 { 0.0 } else { angle };
            let size = if size.is_finite() && size.abs() < 900.0 { 6.0 + size / 80.0 } else { size };
            PdfItem { text, x, y, width, size, font, angle, end_of_line: false }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn nothing_on_a_page_makes_it_fail(
        pages in prop::collection::vec(
            (prop::collection::vec(item(), 0..60), coordinate(), coordinate(),
             prop::collection::vec((coordinate(), coordinate(), 0_u32..4), 0..8)),
            0..4,
        )
    ) {
        let pages = pages
            .into_iter()
            .map(|(items, width, height, links)| PdfPage {
                width,
                height,
                items,
                links: links
                    .into_iter()
                    .map(|(x, y, page)| PdfLink { x, y, width: 40.0, height: 10.0, page, top: Some(y), left: Some(x), ..PdfLink::default() })
                    .collect(),
            })
            .collect();
        let text = PdfText { fonts: vec![PdfFont { name: "CMBX10".into(), ..PdfFont::default() }], pages, ..PdfText::default() };
        if let Ok(document) = parse_pdf(&text, "nonsense.pdf", false) {
            for citation in &document.citations {
                let block = &document.blocks[citation.block];
                prop_assert!(block.text.get(citation.range.clone()).is_some());
                let _ = locator_of(block, citation.range.clone());
            }
        }
    }
}

/// Notes behind an alphabetical list, without a heading: they are no entries of it, and their numbers no positions in it.
#[test]
fn notes_behind_the_list_are_no_entries() {
    for (open, close) in [("[", "]"), ("(", ")"), ("", ".")] {
        let marked = |n: usize| if open == "(" { format!(" [{n}]") } else { format!("[{n}]") };
        let text: Vec<String> =
            ["Mills were taxed early", "The tax was resented", "It was kept for long", "Some paid in flour"]
                .iter()
                .enumerate()
                .map(|(n, sentence)| {
                    format!("{sentence} in the valley and in the hills, as told.{}", marked(n + 1))
                })
                .collect();
        let list = [
            "Finch, Eva. Paying in Flour. Mill History 3 (1999): 1–9.",
            "Hale, Carla. The Mill Tax. Leeds: Aire, 1987.",
            "Roos, Dirk. Flour and Anger. York: Minster, 1990.",
        ];
        let notes = [
            "Carla Hale, The Mill Tax (Leeds: Aire, 1987), 12.",
            "Ibid., 14.",
            "Dirk Roos, Flour and Anger (York: Minster, 1990), 3.",
            "Roos, Flour and Anger, 8.",
        ];
        let mut lines: Vec<(f32, u32, String)> = vec![(10.0, 1, "Introduction".to_owned())];
        lines.extend(text.into_iter().map(|line| (10.0, 0, line)));
        lines.push((12.0, 1, "Bibliography".to_owned()));
        lines.extend(list.iter().map(|entry| (10.0, 0, (*entry).to_owned())));
        lines.extend(
            notes.iter().enumerate().map(|(n, note)| (10.0, 0, format!("{open}{}{close} {note}", n + 1))),
        );
        let pieces: Vec<(f32, f32, f32, u32, &str)> = lines
            .iter()
            .enumerate()
            .map(|(index, (size, font, text))| {
                (60.0, 700.0 - 14.0 * index as f32, *size, *font, text.as_str())
            })
            .collect();
        let document = set(&pieces);
        assert_eq!(document.references.len(), 3, "{open}: {:#?}", document.references);
        let found: Vec<Vec<usize>> = document.citations.iter().map(|own| own.references.clone()).collect();
        let blocks: Vec<(BlockKind, &str)> =
            document.blocks.iter().map(|block| (block.kind, block.text.as_str())).collect();
        assert_eq!(found, [vec![1], vec![1], vec![2], vec![2]], "{open}: {blocks:?}");
    }
}

/// Rows of a table of results, and a word at the end of a paragraph.
#[test]
fn a_bibliography_in_the_midst_of_the_text_is_no_heading() {
    let document = set(&[
        (60.0, 760.0, 12.0, 1, "1 Results"),
        (
            60.0,
            740.0,
            10.0,
            0,
            "The system reads papers as Abel (2001) and Berg (2002) did, and what it reads of them is in",
        ),
        (60.0, 728.0, 10.0, 0, "bibliographies."),
        (60.0, 700.0, 10.0, 0, "titles 92.1 91.7 92.4"),
        (60.0, 688.0, 10.0, 0, "bibliography authors"),
        (60.0, 676.0, 10.0, 0, "bibliography venues"),
        (60.0, 664.0, 10.0, 0, "bibliography years"),
        (
            60.0,
            640.0,
            10.0,
            0,
            "Then it was used on other papers by Carl (2003), who was content with it, as far as we know.",
        ),
        (60.0, 610.0, 12.0, 1, "References"),
        (60.0, 590.0, 10.0, 0, "Abel, A. (2001). Reading of papers. Journal of Papers, 1(2), 3–9."),
        (60.0, 576.0, 10.0, 0, "Berg, B. (2002). More of the reading. Journal of Papers, 2(1), 30–39."),
        (60.0, 562.0, 10.0, 0, "Carl, C. (2003). Content with a system. Journal of Papers, 3(4), 1–2."),
    ]);
    let found: Vec<&str> = document.references.iter().map(|own| &own.raw[..4]).collect();
    assert_eq!(found, ["Abel", "Berg", "Carl"]);
    assert_eq!(document.citations.len(), 3);
}

/// Figures on the pages of the list, and behind it.
#[test]
fn captions_among_the_entries_are_no_entries() {
    let document = set(&[
        (60.0, 760.0, 12.0, 1, "1 Results"),
        (
            60.0,
            740.0,
            10.0,
            0,
            "The kernels are those of Abel (2001), Berg (2002) and Carl (2003), as we show in the figures.",
        ),
        (60.0, 720.0, 12.0, 1, "References"),
        (
            60.0,
            700.0,
            10.0,
            0,
            "Abel, A. (2001). Kernels and their layers, with a long title that goes on in the next line of it.",
        ),
        (75.0, 688.0, 10.0, 0, "Journal of Kernels, 1(2), 3–9."),
        (60.0, 620.0, 10.0, 0, "Figure 5. Kernels of the first layer"),
        (60.0, 540.0, 10.0, 0, "Figure 6. Frequencies of kernels of the first layer"),
        (
            60.0,
            500.0,
            10.0,
            0,
            "Berg, B. (2002). More of the kernels, with a title that is as long as the one that stands above.",
        ),
        (75.0, 488.0, 10.0, 0, "Journal of Kernels, 2(1), 30–39."),
        (
            60.0,
            476.0,
            10.0,
            0,
            "Carl, C. (2003). No kernels at all, with another title of which the second line has nothing to say.",
        ),
        (75.0, 464.0, 10.0, 0, "Journal of Kernels, 3(4), 1–2."),
        (60.0, 400.0, 10.0, 0, "Fig. 7 a) Lengths of all of the kernels"),
    ]);
    let found: Vec<&str> = document.references.iter().map(|own| &own.raw[..4]).collect();
    assert_eq!(found, ["Abel", "Berg", "Carl"]);
    let shown = texts(&document, BlockKind::Caption);
    assert_eq!(
        shown,
        ["Figure 5. Kernels of the first layer", "Figure 6. Frequencies of kernels of the first layer"]
    );
}
