//! Real and synthetic pages through the parser and the mapper: snapshots of what is read. The bars for the mapping without links are
//! held in crate/eval/tests/mapping.rs.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use citelight_document::citation::Mapping;
use citelight_document::document::{AnomalyKind, Document, Input, ParseError, parse};
use citelight_document::markup::{BlockKind, locator_of};

#[path = "support/clock.rs"]
mod clock;

use clock::Stopwatch;

/// Pages that are read as they were before.
const PAGES: &[&str] = &[
    "bmc-1471-2164-13-425.html",
    "jats-elife06726.xml",
    "jats-pone.0234687.xml",
    "latexml-1707.08043.html",
    "mdpi-brainsci15030264.html",
    "nature-s41598-020-61892-5.html",
    "peerj-4886.html",
    "plos-pbio.1001461.html",
    "pmc-PMC12419688.html",
    "synthetic-author-year.html",
    "synthetic-distill.html",
    "synthetic-numeric.html",
];

fn content(name: &str) -> String {
    let path = format!("{}/../../tests/fixtures/pages/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn document(content: &str, hide_links: bool) -> Document {
    parse(Input { hide_links, ..Input::new(content, "test") }).expect("the page parses")
}

/// What a reader of a snapshot needs to judge a parse.
fn summary(document: &Document) -> String {
    let mut lines = vec![
        format!("{:?}, {:?}, {:?} {:?}", document.format, document.style, document.title, document.year),
        format!(
            "authors: {}",
            document.authors.iter().map(|person| person.family.as_str()).collect::<Vec<_>>().join("; ")
        ),
        format!("{:?}", document.identifiers.named()),
        format!(
            "{} blocks, {} citations, {} references",
            document.blocks.len(),
            document.citations.len(),
            document.references.len()
        ),
        String::new(),
    ];
    let short = |text: &str| text.chars().take(110).collect::<String>();
    for block in document
        .blocks
        .iter()
        .filter(|block| matches!(block.kind, BlockKind::Heading(_) | BlockKind::Abstract))
    {
        lines.push(format!("{:?} | {}", block.kind, short(&block.text)));
    }
    lines.push(String::new());
    for citation in document.citations.iter().take(25) {
        let block = &document.blocks[citation.block];
        let ids: Vec<&str> =
            citation.references.iter().map(|index| document.references[*index].id.as_str()).collect();
        lines.push(format!(
            "{} {:?} -> {} | {:?}",
            citation.id,
            &block.text[citation.range.clone()],
            ids.join(" "),
            citation.status
        ));
    }
    lines.push(String::new());
    for reference in document.references.iter().take(8) {
        lines.push(format!(
            "{} {:?} {:?} {:?}{} | {:?} | {:?} | {:?} {:?} {:?} | {:?} | {}",
            reference.id,
            reference.label,
            reference
                .authors
                .iter()
                .map(|person| format!("{}, {}", person.family, person.given))
                .take(3)
                .collect::<Vec<_>>(),
            reference.year,
            reference.year_suffix.map(String::from).unwrap_or_default(),
            reference.title,
            reference.venue,
            reference.volume,
            reference.issue,
            reference.pages,
            reference.identifiers.named(),
            short(&reference.raw),
        ));
    }
    lines.push(String::new());
    lines.extend(
        document
            .anomalies
            .iter()
            .take(12)
            .map(|anomaly| format!("{:?} {:?} | {}", anomaly.severity, anomaly.kind, short(&anomaly.place))),
    );
    lines.join("\n")
}

#[test]
fn pages_are_read_as_before() {
    for name in PAGES {
        insta::assert_snapshot!(*name, summary(&document(&content(name), false)));
    }
}

#[test]
fn what_leaks_is_ignored_when_links_are_hidden() {
    let page = content("nature-s41598-020-61892-5.html");
    // Every reference link now points at another entry: without links nothing may change.
    let shuffled =
        page.replace("#ref-CR1\"", "#ref-CR55\"").replace("title=\"", "title=\"Wrong, A. (1900). ");
    let plain = document(&page, true);
    let moved = document(&shuffled, true);
    assert_eq!(plain.citations, moved.citations);
    assert_ne!(document(&page, false).citations, document(&shuffled, false).citations);
}

#[test]
fn footnotes_navigation_and_aliases_of_a_latexml_page() {
    let document = document(&content("synthetic-author-year.html"), false);
    let text: Vec<&str> = document.blocks.iter().map(|block| block.text.as_str()).collect();
    assert!(!text.iter().any(|text| text.contains("Bogus")), "navigation is dropped");
    let footnote =
        document.blocks.iter().find(|block| block.kind == BlockKind::Footnote).expect("the footnote");
    assert_eq!(footnote.text, "The data of O’Neill and Müller (1999) do not say.");
    assert!(text.iter().any(|text| text.contains("found the opposite. In 2020")), "{text:#?}");
    assert!(text.iter().any(|text| text.contains("the tide of $\\pi/2$ is a phase")));
    assert!(
        document
            .blocks
            .iter()
            .any(|block| block.kind == BlockKind::Math && block.text == "$$a=b+c \\tag{1}$$")
    );
    let unsure: Vec<&Mapping> = document
        .citations
        .iter()
        .map(|citation| &citation.status)
        .filter(|status| **status != Mapping::Linked)
        .collect();
    assert_eq!(unsure, [&Mapping::Unmatched, &Mapping::Ambiguous { candidates: vec![1, 2] }]);
}

/// An editor's note as PubMed Central shows it: no abstract, the author's name as a heading over the affiliations.
const NO_ABSTRACT: &str = r#"<html><head><meta name="citation_title" content="How lamps dim">
<meta name="citation_author" content="Ann B. Lee"><meta name="citation_author" content="Roe, Carl"></head><body><article>
<section class="front-matter"><h1>How lamps dim</h1>
<div id="id1"><h3><span class="name">Ann B. Lee</span></h3><div><sup>1</sup>Assistant Features Editor, The Lamp, Society of Lamps</div>
<div>Find articles by <a href="/a">Ann B. Lee</a></div></div>
<div id="id2"><h3>Carl Roe</h3><div><sup>2</sup>Department of Light, University of Kiel, Kiel, Germany</div></div>
<div>Received 2025 Aug 6; Accepted 2025 Aug 6.</div>
<p>This is an Open Access article distributed under the terms of the Creative Commons Attribution License, which permits unrestricted
reuse, distribution, and reproduction in any medium, provided the original work is properly cited.</p></section>
<section class="body"><p>Lamps dim as they age. We followed forty lamps for ten years and measured each of them every spring, in
the same dark room and with the same meter, until none of them gave half of the light that it had given when it was new.</p>
<p>They all dim alike.</p></section>
<h2>Author information</h2><h3>Authors and Affiliations</h3><ul><li>Department of Light, University of Kiel, Kiel, Germany</li></ul>
<h2>References</h2><ol class="references"><li>Smith A. Lamps of old. Lamp Journal. 2001;1:2-3.</li></ol></article></body></html>"#;

#[test]
fn names_affiliations_and_licences_are_no_part_of_what_an_article_says() {
    let document = document(NO_ABSTRACT, false);
    let texts: Vec<&str> = document.blocks.iter().map(|block| block.text.as_str()).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts[0].starts_with("Lamps dim as they age."));
    assert_eq!(texts[1], "They all dim alike.");
    assert!(document.blocks.iter().all(|block| block.section.is_empty()), "no author's name is a section");
}

#[test]
fn a_locator_names_the_words() {
    let document = document(&content("synthetic-numeric.html"), true);
    let citation = document
        .citations
        .iter()
        .find(|citation| document.blocks[citation.block].text[citation.range.clone()].starts_with("[4, Sec"))
        .expect("the citation with a pinpoint");
    let block = &document.blocks[citation.block];
    let locator = locator_of(block, citation.range.clone());
    assert_eq!(locator.quote.exact, "[4, Sec. 2]");
    assert_eq!(locator.quote.prefix.chars().count(), 32);
    assert_eq!(locator.quote.suffix.chars().count(), 32);
    assert_eq!(locator.ranges.len(), 3, "before the link, the link, after it: {locator:?}");
    assert_eq!(locator.line, 11);
}

#[test]
fn damage_is_noticed() {
    let page = content("mdpi-brainsci15030264.html");
    let kinds = |content: &str| {
        document(content, true).anomalies.into_iter().map(|anomaly| anomaly.kind).collect::<Vec<_>>()
    };
    assert!(!kinds(&page).contains(&AnomalyKind::Truncated));
    let half = &page[..page.char_indices().nth(page.chars().count() / 2).map_or(0, |(at, _)| at)];
    assert!(kinds(half).contains(&AnomalyKind::Truncated));
    let wall = "<html><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1></body></html>";
    assert!(kinds(wall).contains(&AnomalyKind::NoBody));
}

#[test]
fn hostile_nesting_ends_in_an_error() {
    for tag in ["div", "b", "table><tr><td", "svg", "ul><li"] {
        let bomb = format!("<html><body>{}", format!("<{tag}>").repeat(10_000_000 / (tag.len() + 2)));
        let watch = Stopwatch::start();
        let result = parse(Input::new(&bomb, "bomb"));
        assert!(matches!(result, Err(ParseError::Unreadable { .. })), "{tag}");
        assert!(watch.spent().as_secs() < 10, "{tag}: {:?}", watch.spent());
    }
    let xml = format!("<?xml version='1.0'?><article>{}", "<sec>".repeat(2_000_000));
    assert!(matches!(parse(Input::new(&xml, "bomb")), Err(ParseError::Unreadable { .. })));
    let attributes =
        format!("<html><body><p {}>", (0..400_000).map(|n| format!("a{n} ")).collect::<String>());
    let watch = Stopwatch::start();
    // What stands behind the first few thousand is text.
    assert!(parse(Input::new(&attributes, "bomb")).is_ok());
    assert!(watch.spent().as_secs() < 10, "{:?}", watch.spent());
}

#[test]
fn long_values_and_much_indentation_leave_a_tag_whole() {
    let words = "word ".repeat(1_900);
    let indentation = "\n          ".repeat(3_000);
    let page = format!(
        "<html><body><article><h1>On sleep</h1>{indentation}<p data-state=\"{words}\" class=\"x\" id=\"y\">We slept.</p>\
         <!-- {words}{words}{words} --><p>We woke.</p></article></body></html>"
    );
    let document = parse(Input::new(&page, "page.html")).unwrap();
    let texts: Vec<&str> = document.blocks.iter().map(|block| block.text.as_str()).collect();
    assert_eq!(texts, ["We slept.", "We woke."]);
}

#[test]
fn nothing_is_an_error_that_says_so() {
    let error = parse(Input::new(" \n", "page.html")).expect_err("nothing to parse");
    assert_eq!(error.to_string(), "page.html is empty: open the page fully, or choose another file");
}
