//! Pages drawn as images.

#![cfg(feature = "render")]
#![allow(clippy::unwrap_used)]

use citelight_pdf::render::{RenderError, render_page};
use citelight_pdf::{PdfError, extract};

#[path = "support/scan.rs"]
mod scan;

use scan::{Page, pdf};

const LINES: &[&str] = &["# 2 Methods", "Weirs of oak were weighed twice in the summer of that year [1, 2]."];

fn sides(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_page_becomes_an_image_of_the_size_that_models_see_whether_it_has_a_text_layer_or_not() {
    let file = pdf(&[Page::Text(LINES.to_vec()), Page::Scan(LINES.to_vec())]);
    let text = extract(&file).unwrap();
    assert!(text.pages[0].items.iter().any(|item| item.text.contains("Weirs of oak")));
    assert!(text.pages[1].items.is_empty(), "a scan has no text layer");
    assert_eq!(text.pages_without_text().collect::<Vec<_>>(), [0, 1], "a heading and a line are few letters");
    let images = [0, 1].map(|page| render_page(&file, page).unwrap());
    for image in &images {
        assert_eq!(sides(&image.png), (1_165, 1_568));
        assert!(image.png.len() < 1_000_000, "{} bytes", image.png.len());
        assert!(image.code.len() == 6 && image.code.bytes().all(|byte| byte.is_ascii_digit()));
    }
    assert_ne!(images[0].code, images[1].code);
    assert_eq!(render_page(&file, 1).as_ref(), Ok(&images[1]), "the same page is the same image");
}

#[test]
fn what_cannot_be_drawn_says_why() {
    let file = pdf(&[Page::Blank]);
    assert_eq!(render_page(&file, 0), Err(RenderError::Blank));
    assert_eq!(render_page(&file, 1), Err(RenderError::NoSuchPage));
    assert_eq!(render_page(b"<html>", 0), Err(RenderError::File(PdfError::Damaged)));
    let mut cut = pdf(&[Page::Scan(LINES.to_vec())]);
    cut.truncate(cut.len() / 2);
    assert!(render_page(&cut, 0).is_err());
}

/// Forms that draw a form twice, twenty deep, are a million drawings in a kilobyte.
#[test]
fn a_page_that_draws_for_ever_is_refused_at_once() {
    let mut objects = String::new();
    for depth in 0..20 {
        let (own, next) = (5 + depth, 6 + depth);
        let drawn = if depth == 19 { "0 0 9 9 re f" } else { "/N Do /N Do" };
        objects += &format!(
            "{own} 0 obj << /Type /XObject /Subtype /Form /BBox [0 0 600 700] /Length {} /Resources << /XObject << /N {next} 0 R >> >> >>\nstream\n{drawn}\nendstream endobj\n",
            drawn.len()
        );
    }
    let file = format!(
        "%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n\
         3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 600 700] /Contents 4 0 R /Resources << /XObject << /N 5 0 R >> >> >> endobj\n\
         4 0 obj << /Length 5 >>\nstream\n/N Do\nendstream endobj\n{objects}trailer << /Root 1 0 R >>\n"
    );
    let began = std::time::Instant::now();
    let refused = render_page(file.as_bytes(), 0);
    assert!(matches!(refused, Err(RenderError::TooIntricate | RenderError::Blank)), "{refused:?}");
    assert!(began.elapsed().as_secs() < 20);
}
