//! Files through the extractor: the same as pdf.js reads, whole or damaged.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use citelight::document::pdf::{PdfText, parse_pdf};
use citelight::markup::BlockKind;
use citelight_pdf::{PdfError, extract};

fn fixture(name: &str) -> Vec<u8> {
    let path = format!("{}/../../tests/fixtures/pdf/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

const FILES: &[&str] = &["two-column", "author-year", "superscript"];

/// Without white space: pdf.js puts some before an accent that is drawn apart from its letter.
fn closed(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn the_document_is_the_one_that_pdfjs_gives() {
    for name in FILES {
        let native = extract(&fixture(&format!("{name}.pdf"))).expect("the file is read");
        let browser: PdfText =
            serde_json::from_slice(&fixture(&format!("{name}.pdfjs.json"))).expect("a text layer");
        assert_eq!(native.pages.len(), browser.pages.len());
        for (own, other) in native.pages.iter().zip(&browser.pages) {
            assert!((own.width - other.width).abs() < 0.5 && (own.height - other.height).abs() < 0.5);
            assert_eq!(own.links.len(), other.links.len(), "{name}");
            for (link, other) in own.links.iter().zip(&other.links) {
                assert_eq!((&link.name, link.page), (&other.name, other.page));
                assert!((link.x - other.x).abs() < 0.1 && (link.y - other.y).abs() < 0.1);
            }
        }
        let own = parse_pdf(&native, name, false).expect("there is text");
        let other = parse_pdf(&browser, name, false).expect("there is text");
        let texts = |document: &citelight::document::Document| {
            // Signs of mathematical fonts without a table of characters are named by neither alike.
            let prose = document.blocks.iter().filter(|block| block.kind != BlockKind::Math);
            prose.map(|block| (block.kind, closed(&block.text))).collect::<Vec<_>>()
        };
        assert_eq!(texts(&own), texts(&other), "{name}");
        let edges = |document: &citelight::document::Document| {
            document.citations.iter().map(|citation| citation.references.clone()).collect::<Vec<_>>()
        };
        assert_eq!(edges(&own), edges(&other), "{name}");
        let entries = |document: &citelight::document::Document| {
            document.references.iter().map(|reference| closed(&reference.raw)).collect::<Vec<_>>()
        };
        assert_eq!(entries(&own), entries(&other), "{name}");
    }
}

#[test]
fn fonts_keep_their_names() {
    let text = extract(&fixture("two-column.pdf")).expect("the file is read");
    let names: Vec<&str> = text.fonts.iter().map(|font| font.name.as_str()).collect();
    assert!(names.contains(&"NimbusRomNo9L-Medi") && names.contains(&"NimbusRomNo9L-ReguItal"), "{names:?}");
    assert!(!names.iter().any(|name| name.contains('+')), "tags of subsets are dropped: {names:?}");
}

#[test]
fn a_damaged_table_of_places_is_rebuilt() {
    let mut bytes = fixture("superscript.pdf");
    let whole = extract(&bytes).expect("the file is read");
    let at = bytes.windows(9).rposition(|window| window == b"startxref").expect("a trailer");
    bytes.truncate(at);
    bytes.extend_from_slice(b"startxref\n7\n%%EOF\n");
    let repaired = extract(&bytes).expect("the file is still read");
    assert_eq!(whole.pages, repaired.pages);
}

#[test]
fn what_is_no_pdf_is_an_error_that_says_so() {
    assert_eq!(extract(b""), Err(PdfError::Damaged));
    assert_eq!(extract(b"<html>Please log in</html>"), Err(PdfError::Damaged));
    assert!(PdfError::Damaged.to_string().contains("downloaded completely"));
}

#[test]
fn cut_and_garbled_files_never_panic() {
    let bytes = fixture("superscript.pdf");
    for share in 1..12 {
        let _ = extract(&bytes[..bytes.len() * share / 12]);
        let mut garbled = bytes.clone();
        // A few bytes in each stretch, always the same ones.
        let mut state = 0x2545_f491_u64.wrapping_mul(share as u64);
        for _ in 0..60 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (state >> 33) as usize % garbled.len();
            garbled[at] = (state >> 20) as u8;
        }
        let _ = extract(&garbled);
    }
}

/// A kilobyte that draws itself twice, fifty levels deep: without an end it would take longer than the world has lasted.
#[test]
fn forms_that_draw_themselves_come_to_an_end() {
    let file = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>endobj\n\
        4 0 obj<</Length 6>>stream\n/X Do \nendstream endobj\n\
        5 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 18>>stream\n/X Do /X Do /X Do \nendstream endobj\n\
        trailer<</Root 1 0 R/Size 6>>\nstartxref\n0\n%%EOF\n";
    let read = extract(file.as_bytes());
    assert!(matches!(read, Err(PdfError::TooIntricate { .. })), "{read:?}");
}

/// Every font of a page is asked for a glyph. A simple font takes one byte: of the code 0x0141 it would see an A, and it
/// draws the very glyph that the composite font draws there.
#[test]
fn codes_of_two_bytes_are_asked_of_composite_fonts_alone() {
    let table =
        "1 begincodespacerange <0000> <ffff> endcodespacerange\n1 beginbfchar <0141> <0041> endbfchar\n";
    let page =
        "BT /F0 10 Tf 72 700 Td (Simple.) Tj /F2 10 Tf 0 -14 Td <0141> Tj /F0 10 Tf 0 -14 Td (End.) Tj ET\n";
    let simple =
        |name: &str| format!("<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>");
    let (first, other) = (simple("Helvetica"), simple("Times-Roman"));
    let file = format!(
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R\
        /Resources<</Font<</F0 5 0 R/F1 8 0 R/F2 6 0 R>>>>>>endobj\n\
        4 0 obj<</Length {}>>stream\n{page}endstream endobj\n5 0 obj{first}endobj\n\
        6 0 obj<</Type/Font/Subtype/Type0/BaseFont/Arial/Encoding/Identity-H/DescendantFonts[7 0 R]/ToUnicode 9 0 R>>endobj\n\
        7 0 obj<</Type/Font/Subtype/CIDFontType2/BaseFont/Arial\
        /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>endobj\n8 0 obj{other}endobj\n\
        9 0 obj<</Length {}>>stream\n{table}endstream endobj\n\
        trailer<</Root 1 0 R/Size 10>>\nstartxref\n0\n%%EOF\n",
        page.len(),
        table.len(),
    );
    let text = extract(file.as_bytes()).expect("the file is read");
    let pieces = text.pages[0].items.iter();
    let found: Vec<_> =
        pieces.map(|item| (item.text.as_str(), text.fonts[item.font as usize].name.as_str())).collect();
    assert_eq!(found, [("Simple.", "Helvetica"), ("A", "Arial"), ("End.", "Helvetica")]);
}
