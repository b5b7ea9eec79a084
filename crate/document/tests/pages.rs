//! A document rendered as a page and read again: it has the same text, citations and references.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

#[path = "support/latex_sources.rs"]
#[allow(dead_code, reason = "this test takes one source")]
mod latex_sources;

use std::collections::BTreeMap;

use citelight_document::document::{Document, Format, Input, parse, render_html};
use latex_sources::Source;

/// How often each entry is cited: citations beside one another may be one on a page.
fn cited(document: &Document) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    for reference in document.citations.iter().flat_map(|citation| &citation.references) {
        *counts.entry(*reference).or_insert(0) += 1;
    }
    counts
}

fn again(document: &Document) -> Document {
    parse(Input::new(&render_html(document), "page.html")).expect("the page parses")
}

/// The share of the citations that are the same in both, entry by entry.
fn same(document: &Document) -> f64 {
    let page = again(document);
    assert_eq!((page.format, &page.title), (document.format, &document.title));
    let raw = |document: &Document| -> Vec<String> {
        document.references.iter().map(|reference| reference.raw.clone()).collect()
    };
    assert_eq!(raw(&page), raw(document));
    let (before, after) = (cited(document), cited(&page));
    let lost = before.iter().map(|(entry, count)| count.abs_diff(after.get(entry).copied().unwrap_or(0)));
    let extra = after.iter().filter(|(entry, _)| !before.contains_key(*entry)).map(|(_, count)| *count);
    let differ: usize = lost.chain(extra).sum();
    println!("{:?}: {differ} of {}", document.title, before.values().sum::<usize>());
    1.0 - differ as f64 / before.values().sum::<usize>().max(1) as f64
}

#[test]
fn latex_maps_to_the_same_references_as_a_page() {
    let name = "1707.08043-amsart/main.tex";
    let share = same(&Source::read(name).document());
    assert!(share >= 0.97, "{name}: {share}");
}

#[test]
fn fields_of_references_stay_what_they_were() {
    let bib = "@article{oak, title = {Oak & ash}, author = {Smith, Ann and {World Oak Council}}, year = 2001, journal = {Trees},
        volume = 3, pages = {1--9}, doi = {10.1000/oak}}\n@book{ash, title = {Ash}, author = {Lee, B.}, year = 2002, publisher = {Wood}}";
    let document = parse(Input::new(bib, "refs.bib")).expect("it parses");
    let page = again(&document);
    assert_eq!(page.format, Format::Bibliography);
    assert!(page.blocks.is_empty() && page.anomalies.is_empty(), "{:?}", page.anomalies);
    for (one, other) in document.references.iter().zip(&page.references) {
        assert_eq!(
            (&one.title, &one.authors, one.year, &one.venue),
            (&other.title, &other.authors, other.year, &other.venue)
        );
        assert_eq!(
            (&one.volume, &one.pages, &one.identifiers),
            (&other.volume, &other.pages, &other.identifiers)
        );
    }
    assert_eq!(page.references.len(), 2);
}

#[test]
fn markdown_is_shown_with_its_formulas_and_text_is_never_markup() {
    let markdown = "# Things\n\nWhere $a < b$ holds, <script>alert(1)</script> @oak is **right**.\n\n```{=html}\n<img src=x onerror=alert(1)>\n```\n";
    let document = parse(Input::new(markdown, "a.md")).expect("it parses");
    let html = render_html(&document);
    assert!(html.contains("alttext=\"a &lt; b\""), "{html}");
    assert!(!html.contains("<script") && !html.contains("<img"), "{html}");
}
