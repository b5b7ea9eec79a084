//! PDF text layers through the layout: real ones, made ones, and nonsense.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use std::collections::HashSet;

use citelight::citation::{CitationStyle, Mapping};
use citelight::document::pdf::{PdfFont, PdfItem, PdfLink, PdfPage, PdfText, parse_pdf};
use citelight::document::{Block, BlockKind, Document, ParseError, locator_of};
use proptest::prelude::*;

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
    // One link of the second stands on a name without its year ("what Berg had expected"), and pdf.js draws the accents
    // of "Gómez" apart: known to be missed.
    for (name, style, least, share) in [
        ("two-column.pdfjs.json", CitationStyle::Numeric, 18, 0.93),
        ("author-year.pdfjs.json", CitationStyle::AuthorYear, 15, 0.80),
        ("superscript.pdfjs.json", CitationStyle::Superscript, 10, 0.93),
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
        assert!(found.difference(&gold).count() * 4 <= found.len(), "{name}: found without a link");
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

#[test]
fn words_that_line_ends_cut_are_joined() {
    let text = PdfText {
        fonts: vec![PdfFont::default()],
        pages: vec![page(&[
            (60.0, 1.0, "The representation of a page is not the same thing as the page, and a repre-"),
            (60.0, 2.0, "sentation may be wrong. A state-of-the-art method may be worse than a state-of-"),
            (60.0, 3.0, "the-art claim. See https://example.org/a/very/long/address/that/goes/on/and-"),
            (60.0, 4.0, "on.html for more about it, since nothing more is said about it here today."),
        ])],
        ..PdfText::default()
    };
    let document = read(&text, true);
    let found = texts(&document, BlockKind::Paragraph).join("\n");
    assert!(found.contains("and a representation may be wrong."), "{found}");
    assert!(found.contains("than a state-of-the-art claim."), "{found}");
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
        let start = std::time::Instant::now();
        let _ = parse_pdf(&text, "plot.pdf", false);
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
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
